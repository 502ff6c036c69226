//! What stands at the ends of lines: arrow heads, crosses and rings.

use super::super::EdgeHead;
use crate::drawing::{Area, DrawingItem, Point, Stroke, distance, point_towards};

/// Draws the head at the end of `points`, which point at it, and takes the line back to where the
/// head begins.
pub(super) fn draw_head(
    head: EdgeHead,
    points: &mut [Point],
    line: &Stroke,
    items: &mut Vec<DrawingItem>,
) {
    let [.., before, end] = points else { return };
    let room = distance(*before, *end);
    match head {
        EdgeHead::None => {}
        EdgeHead::Arrow => *end = draw_arrow_head(*before, *end, room, line, items),
        EdgeHead::Cross => {
            draw_cross(point_towards(*end, *before, 3.6), *before, *end, line, items)
        }
        EdgeHead::Circle => {
            let reach = 2.1 + line.width / 2.0;
            let stroke = Some(Stroke::solid(line.width, "grey"))
                .map(|stroke| Stroke { colour: line.colour.clone(), ..stroke });
            let area = Area::centred_at(point_towards(*end, *before, reach), 4.2, 4.2);
            items.push(DrawingItem::Ellipse { area, fill: Some("paper".into()), stroke });
            *end = point_towards(*end, *before, (reach * 2.0).min(room));
        }
    }
}

/// A slim head with a hollow back; gives the point at which the line ends inside it.
fn draw_arrow_head(
    before: Point,
    end: Point,
    room: f64,
    line: &Stroke,
    items: &mut Vec<DrawingItem>,
) -> Point {
    let full = 4.6 + 1.5 * line.width;
    // Where the last piece is short, the head stands over the corner before it rather than shrink
    // to nothing.
    let long = room.clamp(full * 0.7, full);
    let wide = full * 0.36 + line.width * 0.15;
    let back = point_towards(end, before, long);
    let (right, down) = ((end.0 - back.0) / long, (end.1 - back.1) / long);
    let sides = [1.0, -1.0].map(|side| (back.0 - down * wide * side, back.1 + right * wide * side));
    let points = vec![end, sides[0], point_towards(end, before, long * 0.78), sides[1]];
    items.push(DrawingItem::Polygon { points, fill: Some(line.colour.clone()), stroke: None });
    point_towards(end, before, (long * 0.6).min(room))
}

fn draw_cross(at: Point, before: Point, end: Point, line: &Stroke, items: &mut Vec<DrawingItem>) {
    if before == end {
        return;
    }
    for (right, down) in [(2.3, 2.3), (2.3, -2.3)] {
        let points = vec![(at.0 - right, at.1 - down), (at.0 + right, at.1 + down)];
        let stroke =
            Stroke { colour: line.colour.clone(), ..Stroke::solid(line.width + 0.4, "grey") };
        items.push(DrawingItem::Path { points, radius: 0.0, stroke });
    }
}
