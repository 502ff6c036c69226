//! Finds room for small signs: which places are taken, and which of several spots covers nothing.

use super::edges::edge_stroke;
use super::{SheetCanvas, centred_text, ink_areas, rect_area};
use crate::drawing::{Area, DrawingItem, Point, TextLines, TextWeight};
use crate::font::{self, Face};

/// How far signs may stand out over the sheet, in points.
const OVER: f64 = 8.0;

/// What is taken on a sheet.
pub(super) struct SignRoom {
    /// Words, lines, signs.
    taken: Vec<Area>,
    /// Boxes; a sign may stand on the outline of its own.
    boxes: Vec<(usize, Area)>,
    sheet: Area,
}

impl SignRoom {
    pub(super) fn of(canvas: &SheetCanvas, drawn: &[DrawingItem]) -> Self {
        let mut room = Self { taken: Vec::new(), boxes: Vec::new(), sheet: Area::default() };
        room.sheet =
            Area { width: canvas.sheet.width, height: canvas.sheet.height, ..Area::default() }
                .grown(OVER);
        let texts = drawn
            .iter()
            .filter_map(|item| if let DrawingItem::Text(text) = item { Some(text) } else { None });
        room.taken.extend(texts.flat_map(ink_areas));
        room.boxes.extend(
            canvas
                .sheet
                .nodes
                .iter()
                .map(|placed| (placed.node, rect_area(placed.rect).grown(1.5))),
        );
        for frame in &canvas.sheet.subgraphs {
            let edge = rect_area(frame.rect);
            let [a, c] = [(edge.x, edge.y), (edge.right(), edge.bottom())];
            let corners = [a, (c.0, a.1), c, (a.0, c.1), a];
            room.taken
                .extend(corners.windows(2).map(|side| Area::between(side[0], side[1]).grown(0.5)));
        }
        for track in &canvas.sheet.edges {
            let half = edge_stroke(canvas, track.edge).width / 2.0 + 0.8;
            room.taken.extend(
                track.points.windows(2).map(|piece| Area::between(piece[0], piece[1]).grown(half)),
            );
            room.taken.extend(
                [track.points.first(), track.points.last()]
                    .into_iter()
                    .flatten()
                    .map(|end| head_room(*end)),
            );
        }
        room
    }

    pub(super) fn take_area(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// The first spot that covers nothing, or else the one that covers least; it is taken from then
    /// on.
    pub(super) fn place_sign(&mut self, own: usize, spots: &[Area]) -> Area {
        let mut best = (f64::INFINITY, Area::default());
        for spot in spots {
            let cost = self.covering_cost(own, spot);
            if cost < best.0 {
                best = (cost, *spot);
            }
            if cost == 0.0 {
                break;
            }
        }
        self.taken.push(best.1);
        best.1
    }

    /// How much a sign at that spot would cover; a little less bad is what stands over the sheet's
    /// edge.
    fn covering_cost(&self, own: usize, spot: &Area) -> f64 {
        let taken: f64 = self.taken.iter().map(|area| area.shared(spot)).sum();
        let boxes = self.boxes.iter().filter(|(node, _)| *node != own);
        let boxes: f64 = boxes.map(|(_, area)| area.shared(spot)).sum();
        let outside = spot.width * spot.height - self.sheet.shared(spot);
        taken + boxes + if outside > 1e-6 { outside * 0.5 } else { 0.0 }
    }
}

/// The room of an arrow head.
fn head_room(end: Point) -> Area {
    Area::centred_at(end, 6.0, 12.0)
}

/// Words in bold round a middle, for discs and rings.
pub(super) fn bold_text(words: &str, middle: Point, size: f64, colour: &'static str) -> TextLines {
    let mut text = centred_text(&[words.to_owned()], middle, size, TextWeight::Bold);
    text.colour = colour.into();
    text
}

/// How wide small words are.
pub(super) fn sign_text_width(words: &str, size: f64, face: Face) -> f64 {
    font::text_width(words, face) * size
}
