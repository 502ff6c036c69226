//! The small signs of a chart: numbers of boxes, steps of the marked path, ringed letters, arrows
//! to other places.

use super::super::{Connector, NodeShape, PlacedNode};
use super::outline::{first_meeting, node_outline};
use super::sign_room::{SignRoom, bold_text, sign_text_width};
use super::{SheetCanvas, rect_area};
use crate::drawing::{
    Area, DrawingItem, DrawingTarget, Point, Stroke, TextAlign, TextLines, TextWeight,
};
use crate::font::Face;

/// Nothing is printed in smaller type.
const LEAST: f64 = 7.0;

pub(super) fn draw_signs(canvas: &SheetCanvas, items: &mut Vec<DrawingItem>) {
    let mut room = SignRoom::of(canvas, items);
    for connector in &canvas.sheet.connectors {
        draw_connector(canvas, connector, &mut room, items);
    }
    for placed in &canvas.sheet.nodes {
        draw_step_disc(canvas, placed, &mut room, items);
    }
    for placed in &canvas.sheet.nodes {
        draw_node_number(canvas, placed, &mut room, items);
        draw_wait_sign(canvas, placed, &mut room, items);
        draw_lead_signs(canvas, placed, &mut room, items);
    }
}

fn sign_type_size(canvas: &SheetCanvas) -> f64 {
    LEAST.max(canvas.size * 0.78)
}

/// A letter in a ring, where a line goes on elsewhere.
fn draw_connector(
    canvas: &SheetCanvas,
    connector: &Connector,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) {
    let size = LEAST.max(canvas.size * 0.88);
    let across =
        (canvas.size * 1.5).max(sign_text_width(&connector.letter, size, Face::Bold) + size * 0.6);
    let area = Area::centred_at(connector.at, across, canvas.size * 1.5);
    let colour = if canvas.marked.contains(&connector.edge) { "rust" } else { "ink" };
    let stroke = Some(Stroke::solid(if colour == "rust" { 1.8 } else { 1.1 }, colour));
    items.push(DrawingItem::Rect {
        area,
        radius: area.height / 2.0,
        fill: Some("paper".into()),
        stroke,
    });
    items.push(DrawingItem::Text(bold_text(&connector.letter, connector.at, size, colour)));
    room.take_area(area.grown(1.0));
}

/// The corners and sides of a box's outline, seen from its middle: where signs that stand on the
/// outline are centred.
fn rim_point(canvas: &SheetCanvas, placed: &PlacedNode, toward: Point) -> Point {
    let box_ = rect_area(placed.rect);
    let middle = box_.middle();
    let far = (middle.0 + toward.0 * box_.width / 2.0, middle.1 + toward.1 * box_.height / 2.0);
    let shape = node_outline(canvas.chart.nodes[placed.node].shape, placed, canvas.size);
    first_meeting(&shape, (far.0 + toward.0 * 0.1, far.1 + toward.1 * 0.1), middle).unwrap_or(far)
}

/// The steps of the marked path on a disc at a corner of the box.
fn draw_step_disc(
    canvas: &SheetCanvas,
    placed: &PlacedNode,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) {
    let steps: Vec<String> = canvas.steps_on(placed.node).iter().map(usize::to_string).collect();
    if steps.is_empty() {
        return;
    }
    let (words, size) = (steps.join(", "), sign_type_size(canvas));
    let high = size * 1.5;
    let across = high.max(sign_text_width(&words, size, Face::Bold) + size * 0.8);
    let on = |right: f64, down: f64| {
        Area::centred_at(rim_point(canvas, placed, (right, down)), across, high)
    };
    let off = |right: f64, down: f64| {
        on(right, down).moved((right * (across / 2.0 + 1.5), down * (high / 2.0 + 1.5)))
    };
    let corner =
        |right: f64, down: f64| on(right, down).moved((right * high * 0.2, down * high * 0.16));
    let mut spots =
        vec![corner(1.0, -1.0), corner(-1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    spots.extend([
        off(1.0, -1.0),
        off(-1.0, -1.0),
        off(1.0, 0.0),
        off(-1.0, 0.0),
        off(1.0, 1.0),
        off(-1.0, 1.0),
    ]);
    let spot = room.place_sign(placed.node, &spots);
    let stroke = Some(Stroke::solid(0.8, "paper"));
    items.push(DrawingItem::Rect {
        area: spot.grown(0.4),
        radius: high / 2.0 + 0.4,
        fill: Some("rust".into()),
        stroke,
    });
    items.push(DrawingItem::Text(bold_text(&words, spot.middle(), size, "paper")));
}

/// The number of a box, above its upper left corner or as near to it as there is room.
fn draw_node_number(
    canvas: &SheetCanvas,
    placed: &PlacedNode,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) {
    let words = (canvas.marks.numbers)(placed.node);
    if words.is_empty() {
        return;
    }
    let size = sign_type_size(canvas);
    let (across, high) = (sign_text_width(&words, size, Face::Body), size * 0.68);
    let (box_, corner) = (rect_area(placed.rect), rim_point(canvas, placed, (-1.0, -1.0)));
    let mut spots = number_spots(box_, corner, across, high);
    if matches!(canvas.chart.nodes[placed.node].shape, NodeShape::Rectangle | NodeShape::Rounded) {
        spots.insert(2, Area { x: box_.x + 2.4, y: box_.y + 2.4, width: across, height: high });
    }
    let spot = room.place_sign(placed.node, &spots);
    let at = (spot.x, spot.bottom());
    let (lines, colour) = (vec![words], "grey".into());
    items.push(DrawingItem::Text(TextLines {
        at,
        width: across,
        lines,
        step: size,
        size,
        weight: TextWeight::Regular,
        colour,
        align: TextAlign::Left,
    }));
}

/// Spots for a number: above the outline's upper left corner, to the left, to the right, then
/// anywhere near.
fn number_spots(box_: Area, corner: Point, across: f64, high: f64) -> Vec<Area> {
    let at = |x: f64, y: f64| Area { x, y, width: across, height: high };
    let (left, top) = (box_.x, box_.y);
    let above = top - high - 2.0;
    let (before, behind) = (left - across - 2.0, box_.right() + 2.0);
    let mut spots = vec![at(corner.0 + 0.3, above), at(before, top + 0.5)];
    spots.extend([
        at(before, above),
        at(behind, top + 0.5),
        at(behind, above),
        at(box_.right() - across - 0.5, above),
    ]);
    spots.extend([
        at(before, box_.bottom() - high),
        at(left + 0.5, box_.bottom() + 2.5),
        at(left + across, above),
    ]);
    spots
}

/// Two bars in a ring at a box at which players may respond.
fn draw_wait_sign(
    canvas: &SheetCanvas,
    placed: &PlacedNode,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) {
    if !canvas.chart.waits.contains(&placed.node) {
        return;
    }
    let across = canvas.size;
    let on = |right: f64, down: f64| {
        Area::centred_at(rim_point(canvas, placed, (right, down)), across, across)
    };
    let off = |right: f64| on(right, 0.0).moved((right * (across / 2.0 + 2.0), 0.0));
    let spots = [on(-1.0, 1.0), on(1.0, 1.0), on(-1.0, 0.0), on(1.0, 0.0), off(-1.0), off(1.0)];
    let spot = room.place_sign(placed.node, &spots);
    items.push(DrawingItem::Ellipse {
        area: spot,
        fill: Some("paper".into()),
        stroke: Some(Stroke::solid(0.8, "ink")),
    });
    let (x, y) = spot.middle();
    for side in [-1.0, 1.0] {
        let bar = Area::centred_at((x + side * across * 0.13, y), across * 0.13, across * 0.44);
        items.push(DrawingItem::Rect {
            area: bar,
            radius: 0.0,
            fill: Some("ink".into()),
            stroke: None,
        });
    }
}

/// The places a box leads to: a link over the box, and a small flag with an arrow and what is found
/// there.
fn draw_lead_signs(
    canvas: &SheetCanvas,
    placed: &PlacedNode,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) {
    let chart = canvas.chart;
    let leads = chart.leads.iter().filter(|lead| lead.0 == placed.node).map(|lead| &lead.1);
    for (index, address) in leads.chain(&chart.nodes[placed.node].link).enumerate() {
        let spot = draw_lead_flag(canvas, placed, &(canvas.marks.targets)(address), room, items);
        let Some(target) = DrawingTarget::of(address) else { continue };
        let text = chart.nodes[placed.node].label.replace('\n', " ");
        // Only one target can have the box itself; a second one has its flag.
        let area = if index == 0 { rect_area(placed.rect) } else { spot };
        items.push(DrawingItem::Link { area, target, text });
    }
}

fn draw_lead_flag(
    canvas: &SheetCanvas,
    placed: &PlacedNode,
    words: &str,
    room: &mut SignRoom,
    items: &mut Vec<DrawingItem>,
) -> Area {
    let size = sign_type_size(canvas);
    let (high, tip) = (size * 1.3, size * 0.85);
    let across = tip
        + size * 0.7
        + if words.is_empty() {
            0.0
        } else {
            sign_text_width(words, size, Face::Bold) + size * 0.25
        };
    let box_ = rect_area(placed.rect);
    let foot = |x: f64| Area { x, y: box_.bottom() - high * 0.3, width: across, height: high };
    let beside =
        Area::centred_at((box_.right() + across / 2.0 + 2.0, box_.middle().1), across, high);
    let spots = [
        foot(box_.right() - across - 3.0),
        foot(box_.x + 3.0),
        foot(box_.middle().0 - across / 2.0),
    ];
    let below = [spots[0], spots[1], spots[2]].map(|spot| spot.moved((0.0, high * 0.3 + 2.0)));
    let spot = room.place_sign(placed.node, &[&spots[..], &[beside], &below[..]].concat());
    items.push(DrawingItem::Rect {
        area: spot,
        radius: high / 2.0,
        fill: Some("paper".into()),
        stroke: Some(Stroke::solid(0.7, "navy")),
    });
    let (left, y) = (spot.x + size * 0.35, spot.middle().1);
    items.push(lead_arrow(left, y, tip));
    let at = (left + tip + size * 0.25 + sign_text_width(words, size, Face::Bold) / 2.0, y);
    if !words.is_empty() {
        items.push(DrawingItem::Text(bold_text(words, at, size, "navy")));
    }
    spot
}

/// A small arrow to the right.
fn lead_arrow(left: f64, y: f64, long: f64) -> DrawingItem {
    let (neck, right, wide, thin) = (left + long * 0.5, left + long, long * 0.36, long * 0.1);
    let upper = [(left, y - thin), (neck, y - thin), (neck, y - wide), (right, y)];
    let lower = [(neck, y + wide), (neck, y + thin), (left, y + thin)];
    DrawingItem::Polygon {
        points: [&upper[..], &lower[..]].concat(),
        fill: Some("navy".into()),
        stroke: None,
    }
}
