//! One box: its shape, its words, and the place to click on if it leads on.

use super::super::{NodeShape, PlacedNode};
use super::outline::{corner_radius, lid_height, node_outline};
use super::{SheetCanvas, centred_text, rect_area};
use crate::drawing::{Area, Colour, CurveMove, DrawingItem, QUARTER, Stroke, TextWeight};

pub(super) fn draw_node(canvas: &SheetCanvas, placed: &PlacedNode, items: &mut Vec<DrawingItem>) {
    let node = &canvas.chart.nodes[placed.node];
    let paint = NodePaint::of(canvas, placed.node);
    let (box_, size) = (rect_area(placed.rect), canvas.size);
    match node.shape {
        NodeShape::Rectangle | NodeShape::Rounded | NodeShape::Stadium => {
            items.push(paint.rect(box_, corner_radius(node.shape, &box_, size)))
        }
        NodeShape::Subroutine => draw_subroutine(&paint, box_, size, items),
        NodeShape::Cylinder => draw_cylinder(&paint, &box_, size, items),
        NodeShape::Circle => items.push(paint.ellipse(box_)),
        NodeShape::DoubleCircle => {
            items.push(paint.ellipse(box_));
            items.push(paint.ellipse(box_.grown(-2.2 - paint.stroke.width / 2.0)));
        }
        _ => items.push(paint.polygon(node_outline(node.shape, placed, size))),
    }
    let mut middle = box_.middle();
    if node.shape == NodeShape::Cylinder {
        middle.1 += lid_height(&box_, size) / 2.0;
    }
    items.push(DrawingItem::Text(centred_text(&placed.lines, middle, size, TextWeight::Regular)));
}

/// The fill and the outline of a box.
struct NodePaint {
    fill: Colour,
    stroke: Stroke,
}

impl NodePaint {
    fn of(canvas: &SheetCanvas, node: usize) -> Self {
        let marked = !canvas.steps_on(node).is_empty();
        let fill = match canvas.chart.nodes[node].shape {
            _ if marked => "blush",
            NodeShape::Diamond => "tint",
            _ => "paper",
        };
        Self {
            fill: fill.into(),
            stroke: Stroke::solid(canvas.border_width(node), if marked { "rust" } else { "ink" }),
        }
    }

    fn rect(&self, area: Area, radius: f64) -> DrawingItem {
        DrawingItem::Rect {
            area,
            radius,
            fill: Some(self.fill.clone()),
            stroke: Some(self.stroke.clone()),
        }
    }

    fn ellipse(&self, area: Area) -> DrawingItem {
        DrawingItem::Ellipse {
            area,
            fill: Some(self.fill.clone()),
            stroke: Some(self.stroke.clone()),
        }
    }

    fn polygon(&self, points: Vec<(f64, f64)>) -> DrawingItem {
        DrawingItem::Polygon {
            points,
            fill: Some(self.fill.clone()),
            stroke: Some(self.stroke.clone()),
        }
    }
}

fn draw_subroutine(paint: &NodePaint, box_: Area, size: f64, items: &mut Vec<DrawingItem>) {
    items.push(paint.rect(box_, 0.8));
    for x in [box_.x + size * 0.35, box_.right() - size * 0.35] {
        let stroke = Stroke { width: 0.7, ..paint.stroke.clone() };
        items.push(DrawingItem::Path {
            points: vec![(x, box_.y), (x, box_.bottom())],
            radius: 0.0,
            stroke,
        });
    }
}

/// A drum: the body with its round bottom, then the rim of its lid.
fn draw_cylinder(paint: &NodePaint, box_: &Area, size: f64, items: &mut Vec<DrawingItem>) {
    let deep = lid_height(box_, size) / 2.0;
    let (top, bottom) = (box_.y + deep, box_.bottom() - deep);
    let mut moves = vec![CurveMove::To((box_.x, top))];
    moves.extend(half_ellipse(box_, top, -deep, 1.0));
    moves.push(CurveMove::Line((box_.right(), bottom)));
    moves.extend(half_ellipse(box_, bottom, deep, -1.0));
    moves.push(CurveMove::Close);
    items.push(DrawingItem::Curve {
        moves,
        fill: Some(paint.fill.clone()),
        stroke: Some(paint.stroke.clone()),
    });
    let mut rim = vec![CurveMove::To((box_.x, top))];
    rim.extend(half_ellipse(box_, top, deep, 1.0));
    let stroke = Stroke { width: 0.7, ..paint.stroke.clone() };
    items.push(DrawingItem::Curve { moves: rim, fill: None, stroke: Some(stroke) });
}

/// Half an ellipse from one side of a box to the other: `way` is 1 to the right and -1 to the left.
fn half_ellipse(box_: &Area, y: f64, deep: f64, way: f64) -> [CurveMove; 2] {
    let (middle, half) = (box_.middle().0, box_.width / 2.0 * way);
    let (peak, bend) = (y + deep, half * QUARTER);
    [
        CurveMove::Cubic(
            (middle - half, y + deep * QUARTER),
            (middle - bend, peak),
            (middle, peak),
        ),
        CurveMove::Cubic(
            (middle + bend, peak),
            (middle + half, y + deep * QUARTER),
            (middle + half, y),
        ),
    ]
}
