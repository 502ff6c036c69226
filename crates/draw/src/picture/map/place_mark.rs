//! Marks that distinguish kinds of places without their colours: each disc has its own ring, rays,
//! moons or another mark. They differ from the shapes of players' pieces.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use crate::drawing::{Area, Canvas, Point, Stroke, pt};

/// Radius of a disc, in points.
const DISC: f64 = 6.0;
/// Radius of a moon, in points.
const MOON: f64 = 1.7;
/// Distance from the middle of a disc to a line or a cap above or below its letters, in points.
const BAND: f64 = 3.8;
/// Distance from the middle of a disc to the farthest end of its mark, in points.
pub const REACH: f64 = 8.3;

/// Mark of a kind of place, besides its letter and its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceMark {
    /// No mark.
    Plain,
    /// A slanted ring behind it.
    Ring,
    /// Caps above and below.
    Caps,
    /// Short lines all around.
    Rays,
    /// A moon.
    Moon,
    /// A circle around it.
    Halo,
    /// A wavy edge.
    Petals,
    /// Points at its four sides.
    Points,
    /// Two moons.
    Moons,
    /// Lines above and below its letters.
    Stripes,
    /// A cap above.
    Cap,
    /// A broken edge.
    Dashes,
}

impl PlaceMark {
    /// All marks, in the order in which they are assigned.
    const ALL: [Self; 12] = [
        Self::Plain,
        Self::Ring,
        Self::Caps,
        Self::Rays,
        Self::Moon,
        Self::Halo,
        Self::Petals,
        Self::Points,
        Self::Moons,
        Self::Stripes,
        Self::Cap,
        Self::Dashes,
    ];
}

/// Draws the disc of the kind of places with this number, with its mark in `ink`; after twelve
/// kinds the marks are used again.
pub fn draw_place_disc(
    kind: usize,
    middle: Point,
    fill: &'static str,
    ink: &'static str,
    canvas: &mut Canvas,
) {
    let mark = PlaceMark::ALL[kind % PlaceMark::ALL.len()];
    mark.draw_behind(middle, fill, canvas);
    mark.draw_disc(middle, fill, canvas);
    mark.draw_on_disc(middle, ink, canvas);
}

impl PlaceMark {
    /// Draws the parts of the mark that are behind the disc or beside it.
    fn draw_behind(self, middle: Point, fill: &'static str, canvas: &mut Canvas) {
        match self {
            Self::Ring => canvas.outlined_polygon(slanted_ring(middle), hairline(0.9)),
            Self::Rays => {
                for nth in 0..8 {
                    let angle = f64::from(nth) * FRAC_PI_4;
                    let [from, to] =
                        [DISC + 0.9, REACH].map(|reach| at_angle(middle, angle, reach));
                    canvas.line(from, to, hairline(1.1));
                }
            }
            Self::Halo => canvas.ellipse(square(middle, DISC + 1.6), "paper", hairline(0.6)),
            Self::Points => canvas.polygon(pointed_star(middle), fill, hairline(0.6)),
            Self::Moon => draw_moon(middle, -FRAC_PI_4, canvas),
            Self::Moons => [-FRAC_PI_4, 3.0 * FRAC_PI_4]
                .into_iter()
                .for_each(|angle| draw_moon(middle, angle, canvas)),
            Self::Plain | Self::Caps | Self::Stripes => {}
            Self::Petals | Self::Cap | Self::Dashes => {}
        }
    }

    fn draw_disc(self, middle: Point, fill: &'static str, canvas: &mut Canvas) {
        match self {
            Self::Petals => canvas.polygon(wavy_edge(middle), fill, hairline(0.6)),
            Self::Dashes => {
                canvas.ellipse(square(middle, DISC), fill, Stroke::dashed(1.4, "ink"));
            }
            _ => canvas.ellipse(square(middle, DISC), fill, hairline(0.6)),
        }
    }

    fn draw_on_disc(self, middle: Point, ink: &'static str, canvas: &mut Canvas) {
        let sides: &[f64] = match self {
            Self::Caps | Self::Stripes => &[-1.0, 1.0],
            Self::Cap => &[-1.0],
            _ => &[],
        };
        for side in sides {
            match self {
                Self::Stripes => {
                    let half = (DISC * DISC - BAND * BAND).sqrt();
                    let (x, y) = (middle.x, middle.y + side * BAND);
                    canvas.line(pt(x - half, y), pt(x + half, y), Stroke::solid(0.8, ink));
                }
                _ => {
                    // A cap is the part of a disc above or below its letters.
                    let half = (BAND / DISC).acos();
                    let angle = |nth: i32| side * FRAC_PI_2 + half * f64::from(nth) / 6.0;
                    let corners = (-6..=6).map(|nth| at_angle(middle, angle(nth), DISC));
                    canvas.filled_polygon(corners.collect(), ink);
                }
            }
        }
    }
}

fn hairline(width: f64) -> Stroke {
    Stroke::solid(width, "ink")
}

fn square(middle: Point, radius: f64) -> Area {
    Area::centred_at(middle, radius * 2.0, radius * 2.0)
}

/// Returns the point at an angle, in radians clockwise from the right, and a distance from a
/// middle.
fn at_angle(middle: Point, angle: f64, reach: f64) -> Point {
    let Point { x, y } = middle;
    pt(x + reach * angle.cos(), y + reach * angle.sin())
}

fn draw_moon(middle: Point, angle: f64, canvas: &mut Canvas) {
    let moon = at_angle(middle, angle, REACH - MOON);
    canvas.ellipse(square(moon, MOON), "ink", hairline(0.3));
}

/// Returns a flat ellipse that is turned a little.
fn slanted_ring(middle: Point) -> Vec<Point> {
    let Point { x, y } = middle;
    let (sin, cos) = (-0.5f64).sin_cos();
    let corner = |nth: i32| {
        let angle = f64::from(nth) * TAU / 32.0;
        let (right, down) = ((REACH + 0.7) * angle.cos(), 2.4 * angle.sin());
        pt(x + right * cos - down * sin, y + right * sin + down * cos)
    };
    (0..32).map(corner).collect()
}

/// Returns a star with four points at the sides.
fn pointed_star(middle: Point) -> Vec<Point> {
    let reach = |nth: i32| if nth % 2 == 0 { REACH } else { DISC * 0.8 };
    (0..8).map(|nth| at_angle(middle, f64::from(nth) * FRAC_PI_4, reach(nth))).collect()
}

/// Returns a circle with eight waves along its edge.
fn wavy_edge(middle: Point) -> Vec<Point> {
    let corner = |nth: i32| {
        let angle = f64::from(nth) * TAU / 64.0;
        at_angle(middle, angle, DISC + 0.6 + 0.9 * (angle * 8.0).cos())
    };
    (0..64).map(corner).collect()
}
