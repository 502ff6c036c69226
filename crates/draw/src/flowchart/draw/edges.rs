//! Draws the lines of a chart with their heads, and their labels on a cleared background. Where two
//! lines cross, the lower one is interrupted.

use super::super::{EdgeEnd, EdgeStyle, PlacedEdge, PlacedNode, Segment};
use super::outline::{ending_outlines, first_meeting};
use super::{SheetContext, centred_text, heads};
use crate::drawing::{
    Canvas, DashStyle, Point, Stroke, TextLines, TextWeight, distance, point_towards, pt,
};

/// Radius of the corners of lines, in points.
const RADIUS: f64 = 3.0;

/// Least length that both lines must continue beyond a crossing, in points.
const CLEAR: f64 = 2.5;

impl SheetContext<'_> {
    /// Draws the lines, the marked path last, then all labels.
    pub fn draw_edges(&self, canvas: &mut Canvas) {
        let is_shown = |edge: &&PlacedEdge| edge.points.len() > 1 && self.chart.is_drawn(edge.edge);
        let mut edges: Vec<&PlacedEdge> = self.sheet.edges.iter().filter(is_shown).collect();
        edges.sort_by_key(|edge| self.marked.contains(&edge.edge));
        for (index, edge) in edges.iter().enumerate() {
            for below in &edges[..index] {
                self.clear_crossings(below, edge, canvas);
            }
            self.draw_edge(edge, canvas);
        }
        for edge in edges {
            let Some(label) = &edge.label else { continue };
            let (lines, middle) = (label.lines.clone(), label.area.middle());
            let text = centred_text(lines, middle, self.size * 0.9, TextWeight::Bold);
            let colour = if self.marked.contains(&edge.edge) { "rust" } else { "grey" }.into();
            self.draw_cleared_text(TextLines { colour, ..text }, canvas);
        }
    }

    /// Returns the stroke of a line.
    pub fn edge_stroke(&self, edge: usize) -> Stroke {
        let style = self.chart.edges[edge].style;
        let (width, colour) = match style {
            _ if self.marked.contains(&edge) => (1.8, "rust"),
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

    /// Draws a line, and its heads over it.
    fn draw_edge(&self, placed: &PlacedEdge, canvas: &mut Canvas) {
        let edge = &self.chart.edges[placed.edge];
        let stroke = self.edge_stroke(placed.edge);
        let mut points = placed.points.clone();
        let mut ends = Canvas::default();
        if placed.ends.1 {
            self.land_on_outline(edge.to, &mut points);
            heads::draw_head(edge.head, &mut points, &stroke, &mut ends);
        }
        points.reverse();
        if placed.ends.0 {
            self.land_on_outline(edge.from, &mut points);
            heads::draw_head(edge.tail, &mut points, &stroke, &mut ends);
        }
        points.reverse();
        canvas.path(points, RADIUS, stroke);
        canvas.items.append(&mut ends.items);
    }

    /// Moves the last point to the outline that the line ends on, which may be inside the extent of
    /// the box.
    fn land_on_outline(&self, end: EdgeEnd, points: &mut [Point]) {
        let EdgeEnd::Node(node) = end else { return };
        let (Some(placed), [.., before, last]) = (self.sheet.placed_node(node), points) else {
            return;
        };
        if let Some(met) = self.outline_meeting(placed, *before, *last) {
            *last = met;
        }
        let border = self.border_width(node) / 2.0;
        *last = point_towards(*last, *before, border.min(distance(*before, *last)));
    }

    /// Returns the point where the way from one point through another meets the outline of a box.
    fn outline_meeting(&self, placed: &PlacedNode, before: Point, last: Point) -> Option<Point> {
        let far = distance(before, last);
        let way = far + placed.area.width.max(placed.area.height);
        let outlines = ending_outlines(self.shape(placed.node), placed, self.size);
        let start = point_towards(last, before, far.min(1.0));
        let end = point_towards(before, last, way);
        let meetings = outlines.iter().filter_map(|outline| first_meeting(outline, start, end));
        meetings.min_by(|a, b| distance(start, *a).total_cmp(&distance(start, *b)))
    }

    /// Clears a little of the lower line on both sides of every crossing.
    fn clear_crossings(&self, below: &PlacedEdge, above: &PlacedEdge, canvas: &mut Canvas) {
        let half = self.edge_stroke(below.edge).width / 2.0 + 0.4;
        let width = self.edge_stroke(above.edge).width + 3.2;
        for over in above.segments() {
            for at in below.segments().filter_map(|under| crossing_point(over, under)) {
                let ends = [over.from, over.to].map(|end| point_towards(at, end, half));
                canvas.line(ends[0], ends[1], Stroke::solid(width, self.ground_at(at)));
            }
        }
    }
}

/// Returns the crossing of a level and an upright piece, if it is well away from the ends of both.
fn crossing_point(a: Segment, b: Segment) -> Option<Point> {
    let is_level = |piece: Segment| (piece.from.y - piece.to.y).abs() < 0.01;
    let is_upright = |piece: Segment| (piece.from.x - piece.to.x).abs() < 0.01;
    let (flat, steep) = if is_level(a) && is_upright(b) {
        (a, b)
    } else if is_level(b) && is_upright(a) {
        (b, a)
    } else {
        return None;
    };
    let at = pt(steep.from.x, flat.from.y);
    let crosses = is_well_between(at.x, flat.from.x, flat.to.x)
        && is_well_between(at.y, steep.from.y, steep.to.y);
    crosses.then_some(at)
}

fn is_well_between(value: f64, one: f64, other: f64) -> bool {
    one.min(other) + CLEAR < value && value < one.max(other) - CLEAR
}
