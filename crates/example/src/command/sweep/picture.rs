//! Curves of shares or means over the numbers of a value, each point with its interval.

use super::words::Curve;
use crate::command::plot::{SMALL, WIDE, draw_title, words};
use draw::drawing::{Area, Canvas, Drawing, Point, Stroke, TextAlign, TextLines, pt};

/// Height of the picture, in points.
const HIGH: f64 = 270.0;
/// Area of the curves, in points.
const PLOT: Area = Area { x: 46.0, y: 50.0, width: 300.0, height: 166.0 };
/// Half the width of the ends of an interval, and half the side of a point, in points.
const WHISKER: f64 = 2.5;
const DOT: f64 = 2.2;
/// Smallest distance between two labels along the foot, in points.
const LABEL_ROOM: f64 = 20.0;
/// Colours of the curves; each curve also has its name at its end.
const INKS: [&str; 4] = ["steel", "rust", "grey", "navy"];

/// Draws the curves; `known` is the number in the book.
pub fn draw_curves(
    value: &str,
    metric: Option<&str>,
    curves: &[Curve],
    known: Option<i64>,
) -> Drawing {
    let plot = Plot::of(curves);
    let mut canvas = Canvas::default();
    canvas.filled_rect(Area::of_size(WIDE, HIGH), 0.0, "paper");
    let title = match metric {
        Some(metric) => format!("{metric} by {value}"),
        None => format!("who wins by {value}"),
    };
    draw_title(&title, pt(PLOT.x, 26.0), &mut canvas);
    plot.draw_scale(&mut canvas);
    plot.draw_foot(value, known, &mut canvas);
    let mut free = f64::NEG_INFINITY;
    let mut ends: Vec<(f64, usize)> =
        curves.iter().enumerate().map(|(nth, own)| (plot.end_of(own), nth)).collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (end, nth) in ends {
        let (curve, ink) = (&curves[nth], INKS[nth % INKS.len()]);
        plot.draw_curve(curve, ink, &mut canvas);
        // Names do not overlap.
        let y = end.max(free);
        free = y + SMALL * 1.2;
        let name = words(curve.name.clone(), pt(PLOT.right() + 6.0, y + 3.0), TextAlign::Left);
        canvas.text(TextLines { colour: ink.into(), ..name });
    }
    canvas.into_drawing(WIDE, HIGH, description(&title, curves))
}

/// Plot with the scales of its two axes.
struct Plot {
    /// The numbers along the foot.
    numbers: Vec<i64>,
    /// Values at the foot and at the top.
    span: (f64, f64),
    /// Difference between two lines across the plot.
    step: f64,
    is_share: bool,
}

impl Plot {
    fn of(curves: &[Curve]) -> Self {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let mut numbers: Vec<i64> = points().map(|(at, _)| *at).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let is_share = curves.iter().any(|curve| curve.is_share);
        let low = points().map(|(_, point)| point.interval.low).fold(f64::INFINITY, f64::min);
        let high = points().map(|(_, point)| point.interval.high).fold(f64::NEG_INFINITY, f64::max);
        let step = round_step((high - low) / 4.0);
        let span = ((low / step).floor() * step, (high / step).ceil() * step);
        let span = if span.1 > span.0 { span } else { (span.0, span.0 + step) };
        Self { numbers, span, step, is_share }
    }

    fn x(&self, number: i64) -> f64 {
        let (first, last) = (self.numbers[0] as f64, self.numbers[self.numbers.len() - 1] as f64);
        let part = if last > first { (number as f64 - first) / (last - first) } else { 0.5 };
        PLOT.x + 10.0 + (PLOT.width - 20.0) * part
    }

    fn y(&self, value: f64) -> f64 {
        PLOT.bottom() - PLOT.height * (value - self.span.0) / (self.span.1 - self.span.0)
    }

    fn end_of(&self, curve: &Curve) -> f64 {
        curve.points.last().map_or(PLOT.bottom(), |(_, point)| self.y(point.value))
    }

    /// Draws lines across the plot, with their values.
    fn draw_scale(&self, canvas: &mut Canvas) {
        let count = ((self.span.1 - self.span.0) / self.step).round() as usize;
        for nth in 0..=count {
            let value = self.span.0 + nth as f64 * self.step;
            let y = self.y(value);
            let stroke = Stroke::solid(if nth == 0 { 0.8 } else { 0.4 }, "rule");
            canvas.line(pt(PLOT.x, y), pt(PLOT.right(), y), stroke);
            let told =
                if self.is_share { format!("{} %", short(value * 100.0)) } else { short(value) };
            canvas.text(words(told, pt(PLOT.x - 6.0, y + 3.0), TextAlign::Right));
        }
    }

    /// Draws the numbers along the foot; the line of the book's number is dashed.
    fn draw_foot(&self, value: &str, known: Option<i64>, canvas: &mut Canvas) {
        let mut free = f64::NEG_INFINITY;
        for number in &self.numbers {
            let x = self.x(*number);
            if known == Some(*number) {
                canvas.line(pt(x, PLOT.y), pt(x, PLOT.bottom()), Stroke::dashed(0.8, "grey"));
            }
            if x >= free {
                let at = pt(x, PLOT.bottom() + 13.0);
                canvas.text(words(number.to_string(), at, TextAlign::Center));
                free = x + LABEL_ROOM;
            }
        }
        let is_known = known.is_some_and(|known| self.numbers.contains(&known));
        let book = if is_known { "; the dashed line is the book" } else { "" };
        let told = format!("{value}{book}; bars: confidence of 95 %");
        let at = pt(PLOT.x + PLOT.width / 2.0, PLOT.bottom() + 32.0);
        canvas.text(words(told, at, TextAlign::Center));
    }

    fn draw_curve(&self, curve: &Curve, ink: &'static str, canvas: &mut Canvas) {
        let places: Vec<Point> =
            curve.points.iter().map(|(at, point)| pt(self.x(*at), self.y(point.value))).collect();
        for pair in places.windows(2) {
            canvas.line(pair[0], pair[1], Stroke::solid(1.4, ink));
        }
        for (Point { x, y }, (_, point)) in places.into_iter().zip(&curve.points) {
            let (low, high) = (self.y(point.interval.low), self.y(point.interval.high));
            canvas.line(pt(x, low), pt(x, high), Stroke::solid(0.8, ink));
            for end in [low, high] {
                canvas.line(pt(x - WHISKER, end), pt(x + WHISKER, end), Stroke::solid(0.8, ink));
            }
            canvas.filled_rect(Area::between(pt(x - DOT, y - DOT), pt(x + DOT, y + DOT)), DOT, ink);
        }
    }
}

/// Returns the smallest step of 1, 2 or 5 times a power of ten that is at least `least`.
fn round_step(least: f64) -> f64 {
    let least = least.max(1e-6);
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(power * 10.0)
}

/// Writes a number with at most two decimal places, without zeros at the end.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn description(title: &str, curves: &[Curve]) -> String {
    let told = curves.iter().map(|curve| {
        let scale = if curve.is_share { 100.0 } else { 1.0 };
        let points =
            curve.points.iter().map(|(at, point)| format!("{at}: {}", short(point.value * scale)));
        format!("{}: {}.", curve.name, points.collect::<Vec<_>>().join(", "))
    });
    format!("Curves of {title}. {}", told.collect::<Vec<_>>().join(" "))
}
