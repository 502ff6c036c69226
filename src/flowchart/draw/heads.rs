//! What stands at the ends of lines: arrow heads, crosses and rings.

use super::super::Head;
use crate::drawing::{Area, Item, Point, Stroke, distance, towards};

/// Draws the head at the end of `points`, which point at it, and takes the line back to where the
/// head begins.
pub(super) fn draw(head: Head, points: &mut [Point], line: &Stroke, items: &mut Vec<Item>) {
    let [.., before, end] = points else { return };
    let room = distance(*before, *end);
    match head {
        Head::None => {}
        Head::Arrow => *end = arrow(*before, *end, room, line, items),
        Head::Cross => cross(towards(*end, *before, 3.6), *before, *end, line, items),
        Head::Circle => {
            let reach = 2.1 + line.width / 2.0;
            let stroke = Some(Stroke::solid(line.width, "grey"))
                .map(|stroke| Stroke { colour: line.colour.clone(), ..stroke });
            let area = Area::round(towards(*end, *before, reach), 4.2, 4.2);
            items.push(Item::Ellipse { area, fill: Some("paper".into()), stroke });
            *end = towards(*end, *before, (reach * 2.0).min(room));
        }
    }
}

/// A slim head with a hollow back; gives the point at which the line ends inside it.
fn arrow(before: Point, end: Point, room: f64, line: &Stroke, items: &mut Vec<Item>) -> Point {
    let full = 4.6 + 1.5 * line.width;
    // Where the last piece is short, the head stands over the corner before it rather than shrink
    // to nothing.
    let long = room.clamp(full * 0.7, full);
    let wide = full * 0.36 + line.width * 0.15;
    let back = towards(end, before, long);
    let (right, down) = ((end.0 - back.0) / long, (end.1 - back.1) / long);
    let sides = [1.0, -1.0].map(|side| (back.0 - down * wide * side, back.1 + right * wide * side));
    let points = vec![end, sides[0], towards(end, before, long * 0.78), sides[1]];
    items.push(Item::Polygon { points, fill: Some(line.colour.clone()), stroke: None });
    towards(end, before, (long * 0.6).min(room))
}

fn cross(at: Point, before: Point, end: Point, line: &Stroke, items: &mut Vec<Item>) {
    if before == end {
        return;
    }
    for (right, down) in [(2.3, 2.3), (2.3, -2.3)] {
        let points = vec![(at.0 - right, at.1 - down), (at.0 + right, at.1 + down)];
        let stroke =
            Stroke { colour: line.colour.clone(), ..Stroke::solid(line.width + 0.4, "grey") };
        items.push(Item::Path { points, radius: 0.0, stroke });
    }
}
