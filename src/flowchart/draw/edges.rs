//! The lines of a chart with their heads, and their labels on clear ground; where two lines cross,
//! the lower one gives way.

use super::super::{EdgeEnd, EdgeStyle, PlacedEdge};
use super::outline::{first_meeting, node_outline};
use super::{SheetCanvas, centred_text, heads, rect_area};
use crate::drawing::{DashStyle, DrawingItem, Point, Stroke, TextWeight, distance, point_towards};

/// How far the corners of lines are rounded.
const RADIUS: f64 = 3.0;

/// Draws the lines, the marked path last, then all labels.
pub(super) fn draw_edges(canvas: &SheetCanvas, items: &mut Vec<DrawingItem>) {
    let mut tracks: Vec<&PlacedEdge> =
        canvas.sheet.edges.iter().filter(|track| is_shown(canvas, track)).collect();
    tracks.sort_by_key(|track| canvas.marked.contains(&track.edge));
    for (index, track) in tracks.iter().enumerate() {
        for below in &tracks[..index] {
            clear_crossings(canvas, below, track, items);
        }
        draw_edge(canvas, track, items);
    }
    tracks.iter().for_each(|track| draw_edge_label(canvas, track, items));
}

fn is_shown(canvas: &SheetCanvas, track: &PlacedEdge) -> bool {
    track.points.len() > 1 && canvas.chart.edges[track.edge].style != EdgeStyle::Invisible
}

/// How a line is painted.
pub(super) fn edge_stroke(canvas: &SheetCanvas, edge: usize) -> Stroke {
    let marked = canvas.marked.contains(&edge);
    let (width, colour) = match canvas.chart.edges[edge].style {
        _ if marked => (1.8, "rust"),
        EdgeStyle::Thick => (1.6, "ink"),
        EdgeStyle::Dotted => (0.9, "grey"),
        EdgeStyle::Solid | EdgeStyle::Invisible => (0.7, "grey"),
    };
    let dash = if canvas.chart.edges[edge].style == EdgeStyle::Dotted {
        DashStyle::Dotted
    } else {
        DashStyle::Solid
    };
    Stroke { dash, ..Stroke::solid(width, colour) }
}

fn draw_edge(canvas: &SheetCanvas, track: &PlacedEdge, items: &mut Vec<DrawingItem>) {
    let edge = &canvas.chart.edges[track.edge];
    let stroke = edge_stroke(canvas, track.edge);
    let mut points = track.points.clone();
    let mut ends = Vec::new();
    if track.ends.1 {
        land_on_outline(canvas, edge.to, &mut points);
        heads::draw_head(edge.head, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    if track.ends.0 {
        land_on_outline(canvas, edge.from, &mut points);
        heads::draw_head(edge.tail, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    items.push(DrawingItem::Path { points, radius: RADIUS, stroke });
    items.extend(ends);
}

/// Lets the last point touch the outside of the outline it ends on, which may lie within the extent
/// of the box.
fn land_on_outline(canvas: &SheetCanvas, end: EdgeEnd, points: &mut [Point]) {
    let EdgeEnd::Node(node) = end else { return };
    let (Some(placed), [.., before, last]) = (canvas.placed_node(node), points) else { return };
    let far = distance(*before, *last);
    let way = placed.rect.width.max(placed.rect.height);
    let shape = node_outline(canvas.chart.nodes[node].shape, placed, canvas.size);
    if let Some(met) = first_meeting(
        &shape,
        point_towards(*last, *before, far.min(1.0)),
        point_towards(*before, *last, far + way),
    ) {
        *last = met;
    }
    *last = point_towards(
        *last,
        *before,
        (canvas.border_width(node) / 2.0).min(distance(*before, *last)),
    );
}

/// Clears a little of the line below on both sides of every crossing.
fn clear_crossings(
    canvas: &SheetCanvas,
    below: &PlacedEdge,
    above: &PlacedEdge,
    items: &mut Vec<DrawingItem>,
) {
    for over in above.points.windows(2) {
        for under in below.points.windows(2) {
            let Some(at) = crossing_point((over[0], over[1]), (under[0], under[1])) else {
                continue;
            };
            let half = edge_stroke(canvas, below.edge).width / 2.0 + 0.4;
            let points = vec![point_towards(at, over[0], half), point_towards(at, over[1], half)];
            let width = edge_stroke(canvas, above.edge).width + 3.2;
            items.push(DrawingItem::Path {
                points,
                radius: 0.0,
                stroke: Stroke::solid(width, canvas.ground_at(at)),
            });
        }
    }
}

/// Where a level and an upright piece cross, well away from the ends of both.
fn crossing_point(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
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

fn draw_edge_label(canvas: &SheetCanvas, track: &PlacedEdge, items: &mut Vec<DrawingItem>) {
    let Some((rect, lines)) = &track.label else { return };
    let middle = rect_area(*rect).middle();
    let mut text = centred_text(lines, middle, canvas.size * 0.9, TextWeight::Bold);
    text.colour = if canvas.marked.contains(&track.edge) { "rust" } else { "grey" }.into();
    canvas.draw_cleared_text(text, items);
}
