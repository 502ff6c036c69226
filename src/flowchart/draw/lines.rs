//! The lines of a chart with their heads, and their labels on clear ground; where two lines cross,
//! the lower one gives way.

use super::super::{End, Line, Track};
use super::outline::{meets, outline};
use super::{Canvas, area, centred, heads};
use crate::drawing::{Dash, Item, Point, Stroke, Weight, distance, towards};

/// How far the corners of lines are rounded.
const RADIUS: f64 = 3.0;

/// Draws the lines, the marked path last, then all labels.
pub(super) fn draw(canvas: &Canvas, items: &mut Vec<Item>) {
    let mut tracks: Vec<&Track> =
        canvas.sheet.tracks.iter().filter(|track| shown(canvas, track)).collect();
    tracks.sort_by_key(|track| canvas.marked.contains(&track.edge));
    for (index, track) in tracks.iter().enumerate() {
        for below in &tracks[..index] {
            gaps(canvas, below, track, items);
        }
        line(canvas, track, items);
    }
    tracks.iter().for_each(|track| label(canvas, track, items));
}

fn shown(canvas: &Canvas, track: &Track) -> bool {
    track.points.len() > 1 && canvas.chart.edges[track.edge].line != Line::Invisible
}

/// How a line is painted.
pub(super) fn stroke(canvas: &Canvas, edge: usize) -> Stroke {
    let marked = canvas.marked.contains(&edge);
    let (width, colour) = match canvas.chart.edges[edge].line {
        _ if marked => (1.8, "rust"),
        Line::Thick => (1.6, "ink"),
        Line::Dotted => (0.9, "grey"),
        Line::Solid | Line::Invisible => (0.7, "grey"),
    };
    let dash =
        if canvas.chart.edges[edge].line == Line::Dotted { Dash::Dotted } else { Dash::Solid };
    Stroke { dash, ..Stroke::solid(width, colour) }
}

fn line(canvas: &Canvas, track: &Track, items: &mut Vec<Item>) {
    let edge = &canvas.chart.edges[track.edge];
    let stroke = stroke(canvas, track.edge);
    let mut points = track.points.clone();
    let mut ends = Vec::new();
    if track.ends.1 {
        land(canvas, edge.to, &mut points);
        heads::draw(edge.head, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    if track.ends.0 {
        land(canvas, edge.from, &mut points);
        heads::draw(edge.tail, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    items.push(Item::Path { points, radius: RADIUS, stroke });
    items.extend(ends);
}

/// Lets the last point touch the outside of the outline it ends on, which may lie within the extent
/// of the box.
fn land(canvas: &Canvas, end: End, points: &mut [Point]) {
    let End::Node(node) = end else { return };
    let (Some(placed), [.., before, last]) = (canvas.placed(node), points) else { return };
    let far = distance(*before, *last);
    let way = placed.rect.width.max(placed.rect.height);
    let shape = outline(canvas.chart.nodes[node].shape, placed, canvas.size);
    if let Some(met) =
        meets(&shape, towards(*last, *before, far.min(1.0)), towards(*before, *last, far + way))
    {
        *last = met;
    }
    *last = towards(*last, *before, (canvas.border(node) / 2.0).min(distance(*before, *last)));
}

/// Clears a little of the line below on both sides of every crossing.
fn gaps(canvas: &Canvas, below: &Track, above: &Track, items: &mut Vec<Item>) {
    for over in above.points.windows(2) {
        for under in below.points.windows(2) {
            let Some(at) = crossing((over[0], over[1]), (under[0], under[1])) else { continue };
            let half = stroke(canvas, below.edge).width / 2.0 + 0.4;
            let points = vec![towards(at, over[0], half), towards(at, over[1], half)];
            let width = stroke(canvas, above.edge).width + 3.2;
            items.push(Item::Path {
                points,
                radius: 0.0,
                stroke: Stroke::solid(width, canvas.ground(at)),
            });
        }
    }
}

/// Where a level and an upright piece cross, well away from the ends of both.
fn crossing(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
    let level = |piece: (Point, Point)| (piece.0.1 - piece.1.1).abs() < 0.01;
    let upright = |piece: (Point, Point)| (piece.0.0 - piece.1.0).abs() < 0.01;
    let (flat, steep) = match () {
        () if level(a) && upright(b) => (a, b),
        () if level(b) && upright(a) => (b, a),
        () => return None,
    };
    let within = |value: f64, one: f64, other: f64| {
        one.min(other) + 2.5 < value && value < one.max(other) - 2.5
    };
    let at = (steep.0.0, flat.0.1);
    (within(at.0, flat.0.0, flat.1.0) && within(at.1, steep.0.1, steep.1.1)).then_some(at)
}

fn label(canvas: &Canvas, track: &Track, items: &mut Vec<Item>) {
    let Some((rect, lines)) = &track.label else { return };
    let middle = area(*rect).middle();
    let mut text = centred(lines, middle, canvas.size * 0.9, Weight::Bold);
    text.colour = if canvas.marked.contains(&track.edge) { "rust" } else { "grey" }.into();
    canvas.cleared(text, items);
}
