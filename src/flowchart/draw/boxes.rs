//! One box: its shape, its words, and the place to click on if it leads on.

use super::super::{PlacedBox, Shape};
use super::outline::{lid, outline, radius};
use super::{Canvas, area, centred};
use crate::drawing::{Area, Colour, Item, Move, QUARTER, Stroke, Weight};

pub(super) fn draw(canvas: &Canvas, placed: &PlacedBox, items: &mut Vec<Item>) {
    let node = &canvas.chart.nodes[placed.node];
    let paint = Paint::of(canvas, placed.node);
    let (box_, size) = (area(placed.rect), canvas.size);
    match node.shape {
        Shape::Rectangle | Shape::Rounded | Shape::Stadium => {
            items.push(paint.rect(box_, radius(node.shape, &box_, size)))
        }
        Shape::Subroutine => subroutine(&paint, box_, size, items),
        Shape::Cylinder => cylinder(&paint, &box_, size, items),
        Shape::Circle => items.push(paint.ellipse(box_)),
        Shape::DoubleCircle => {
            items.push(paint.ellipse(box_));
            items.push(paint.ellipse(box_.grown(-2.2 - paint.stroke.width / 2.0)));
        }
        _ => items.push(paint.polygon(outline(node.shape, placed, size))),
    }
    let mut middle = box_.middle();
    if node.shape == Shape::Cylinder {
        middle.1 += lid(&box_, size) / 2.0;
    }
    items.push(Item::Text(centred(&placed.lines, middle, size, Weight::Regular)));
}

/// The fill and the outline of a box.
struct Paint {
    fill: Colour,
    stroke: Stroke,
}

impl Paint {
    fn of(canvas: &Canvas, node: usize) -> Self {
        let marked = !canvas.steps(node).is_empty();
        let fill = match canvas.chart.nodes[node].shape {
            _ if marked => "blush",
            Shape::Diamond => "tint",
            _ => "paper",
        };
        Self {
            fill: fill.into(),
            stroke: Stroke::solid(canvas.border(node), if marked { "rust" } else { "ink" }),
        }
    }

    fn rect(&self, area: Area, radius: f64) -> Item {
        Item::Rect {
            area,
            radius,
            fill: Some(self.fill.clone()),
            stroke: Some(self.stroke.clone()),
        }
    }

    fn ellipse(&self, area: Area) -> Item {
        Item::Ellipse { area, fill: Some(self.fill.clone()), stroke: Some(self.stroke.clone()) }
    }

    fn polygon(&self, points: Vec<(f64, f64)>) -> Item {
        Item::Polygon { points, fill: Some(self.fill.clone()), stroke: Some(self.stroke.clone()) }
    }
}

fn subroutine(paint: &Paint, box_: Area, size: f64, items: &mut Vec<Item>) {
    items.push(paint.rect(box_, 0.8));
    for x in [box_.x + size * 0.35, box_.right() - size * 0.35] {
        let stroke = Stroke { width: 0.7, ..paint.stroke.clone() };
        items.push(Item::Path {
            points: vec![(x, box_.y), (x, box_.bottom())],
            radius: 0.0,
            stroke,
        });
    }
}

/// A drum: the body with its round bottom, then the rim of its lid.
fn cylinder(paint: &Paint, box_: &Area, size: f64, items: &mut Vec<Item>) {
    let deep = lid(box_, size) / 2.0;
    let (top, bottom) = (box_.y + deep, box_.bottom() - deep);
    let mut moves = vec![Move::To((box_.x, top))];
    moves.extend(arc(box_, top, -deep, 1.0));
    moves.push(Move::Line((box_.right(), bottom)));
    moves.extend(arc(box_, bottom, deep, -1.0));
    moves.push(Move::Close);
    items.push(Item::Curve {
        moves,
        fill: Some(paint.fill.clone()),
        stroke: Some(paint.stroke.clone()),
    });
    let mut rim = vec![Move::To((box_.x, top))];
    rim.extend(arc(box_, top, deep, 1.0));
    let stroke = Stroke { width: 0.7, ..paint.stroke.clone() };
    items.push(Item::Curve { moves: rim, fill: None, stroke: Some(stroke) });
}

/// Half an ellipse from one side of a box to the other: `way` is 1 to the right and -1 to the left.
fn arc(box_: &Area, y: f64, deep: f64, way: f64) -> [Move; 2] {
    let (middle, half) = (box_.middle().0, box_.width / 2.0 * way);
    let (peak, bend) = (y + deep, half * QUARTER);
    [
        Move::Cubic((middle - half, y + deep * QUARTER), (middle - bend, peak), (middle, peak)),
        Move::Cubic((middle + bend, peak), (middle + half, y + deep * QUARTER), (middle + half, y)),
    ]
}
