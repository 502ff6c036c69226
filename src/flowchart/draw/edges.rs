//! The lines of a chart with their heads, and their labels on clear ground; where two lines cross,
//! the lower one gives way.

use super::super::{EdgeEnd, EdgeStyle, PlacedEdge, PlacedNode};
use super::outline::{first_meeting, node_outline};
use super::{SheetContext, centred_text, heads};
use crate::drawing::{
    Canvas, DashStyle, Point, Stroke, TextLines, TextWeight, distance, point_towards,
};

/// How far the corners of lines are rounded.
const RADIUS: f64 = 3.0;

/// Two lines cross only where both go on for more than this.
const CLEAR: f64 = 2.5;

/// A straight piece of a line.
type Segment = (Point, Point);

/// Draws the lines, the marked path last, then all labels.
pub(super) fn draw_edges(context: &SheetContext, canvas: &mut Canvas) {
    let mut edges: Vec<&PlacedEdge> =
        context.sheet.edges.iter().filter(|edge| is_shown(context, edge)).collect();
    edges.sort_by_key(|edge| context.marked.contains(&edge.edge));
    for (index, edge) in edges.iter().enumerate() {
        for below in &edges[..index] {
            clear_crossings(context, below, edge, canvas);
        }
        draw_edge(context, edge, canvas);
    }
    edges.iter().for_each(|edge| draw_edge_label(context, edge, canvas));
}

fn is_shown(context: &SheetContext, edge: &PlacedEdge) -> bool {
    edge.points.len() > 1 && context.chart.is_drawn(edge.edge)
}

/// How a line is painted.
pub(super) fn edge_stroke(context: &SheetContext, edge: usize) -> Stroke {
    let style = context.chart.edges[edge].style;
    let (width, colour) = match style {
        _ if context.marked.contains(&edge) => (1.8, "rust"),
        EdgeStyle::Thick => (1.6, "ink"),
        EdgeStyle::Dotted => (0.9, "grey"),
        EdgeStyle::Solid | EdgeStyle::Invisible => (0.7, "grey"),
    };
    let dash = match style {
        EdgeStyle::Dotted => DashStyle::Dotted,
        EdgeStyle::Solid | EdgeStyle::Thick | EdgeStyle::Invisible => DashStyle::Solid,
    };
    Stroke { dash, ..Stroke::solid(width, colour) }
}

/// A line with its heads over it.
fn draw_edge(context: &SheetContext, placed: &PlacedEdge, canvas: &mut Canvas) {
    let edge = &context.chart.edges[placed.edge];
    let stroke = edge_stroke(context, placed.edge);
    let mut points = placed.points.clone();
    let mut ends = Canvas::default();
    if placed.ends.1 {
        land_on_outline(context, edge.to, &mut points);
        heads::draw_head(edge.head, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    if placed.ends.0 {
        land_on_outline(context, edge.from, &mut points);
        heads::draw_head(edge.tail, &mut points, &stroke, &mut ends);
    }
    points.reverse();
    canvas.path(points, RADIUS, stroke);
    canvas.items.append(&mut ends.items);
}

/// Lets the last point touch the outside of the outline it ends on, which may lie within the extent
/// of the box.
fn land_on_outline(context: &SheetContext, end: EdgeEnd, points: &mut [Point]) {
    let EdgeEnd::Node(node) = end else { return };
    let (Some(placed), [.., before, last]) = (context.sheet.placed_node(node), points) else {
        return;
    };
    if let Some(met) = outline_meeting(context, placed, (*before, *last)) {
        *last = met;
    }
    let border = context.border_width(node) / 2.0;
    *last = point_towards(*last, *before, border.min(distance(*before, *last)));
}

/// Where the way of a segment meets the outline of a box.
fn outline_meeting(
    context: &SheetContext,
    placed: &PlacedNode,
    (before, last): Segment,
) -> Option<Point> {
    let far = distance(before, last);
    let way = far + placed.area.width.max(placed.area.height);
    let outline = node_outline(context.shape(placed.node), placed, context.size);
    let start = point_towards(last, before, far.min(1.0));
    first_meeting(&outline, start, point_towards(before, last, way))
}

/// Clears a little of the line below on both sides of every crossing.
fn clear_crossings(
    context: &SheetContext,
    below: &PlacedEdge,
    above: &PlacedEdge,
    canvas: &mut Canvas,
) {
    let half = edge_stroke(context, below.edge).width / 2.0 + 0.4;
    let width = edge_stroke(context, above.edge).width + 3.2;
    for over in above.segments() {
        for at in below.segments().filter_map(|under| crossing_point(over, under)) {
            let ends = [over.0, over.1].map(|end| point_towards(at, end, half));
            canvas.line(ends[0], ends[1], Stroke::solid(width, context.ground_at(at)));
        }
    }
}

/// Where a level and an upright piece cross, well away from the ends of both.
fn crossing_point(a: Segment, b: Segment) -> Option<Point> {
    let (flat, steep) = if is_level(a) && is_upright(b) {
        (a, b)
    } else if is_level(b) && is_upright(a) {
        (b, a)
    } else {
        return None;
    };
    let at = (steep.0.0, flat.0.1);
    let crosses =
        is_well_between(at.0, flat.0.0, flat.1.0) && is_well_between(at.1, steep.0.1, steep.1.1);
    crosses.then_some(at)
}

fn is_level((a, b): Segment) -> bool {
    (a.1 - b.1).abs() < 0.01
}

fn is_upright((a, b): Segment) -> bool {
    (a.0 - b.0).abs() < 0.01
}

fn is_well_between(value: f64, one: f64, other: f64) -> bool {
    one.min(other) + CLEAR < value && value < one.max(other) - CLEAR
}

fn draw_edge_label(context: &SheetContext, placed: &PlacedEdge, canvas: &mut Canvas) {
    let Some(label) = &placed.label else { return };
    let (lines, middle) = (label.lines.clone(), label.area.middle());
    let text = centred_text(lines, middle, context.size * 0.9, TextWeight::Bold);
    let colour = if context.marked.contains(&placed.edge) { "rust" } else { "grey" }.into();
    context.draw_cleared_text(TextLines { colour, ..text }, canvas);
}
