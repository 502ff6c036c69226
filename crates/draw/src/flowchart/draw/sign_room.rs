//! Finds room for small signs: knows which areas are taken, and picks the spot that covers least.

use super::{SheetContext, centred_text};
use crate::drawing::{Area, DrawingItem, Point, TextLines, TextWeight, pt};

/// Distance that signs may stick out of the sheet, in points.
const OVER: f64 = 8.0;

/// Areas of a sheet that are taken.
pub struct SignRoom {
    /// Words, lines, signs.
    pub taken: Vec<Area>,
    /// Boxes by index; a sign may overlap the outline of its own box.
    nodes: Vec<(usize, Area)>,
    sheet: Area,
}

impl SignRoom {
    pub fn of(context: &SheetContext, drawn: &[DrawingItem]) -> Self {
        let sheet = context.sheet;
        let whole = Area { width: sheet.width, height: sheet.height, ..Area::default() };
        let nodes = sheet.nodes.iter().map(|placed| (placed.node, placed.area.grown(1.5)));
        let mut room = Self { taken: Vec::new(), nodes: nodes.collect(), sheet: whole.grown(OVER) };
        for item in drawn {
            if let DrawingItem::Text(text) = item {
                room.taken.extend(text.ink_areas());
            }
        }
        for placed in &sheet.subgraphs {
            let (a, c) = (placed.area.top_left(), placed.area.bottom_right());
            let corners = [a, pt(c.x, a.y), c, pt(a.x, c.y), a];
            let sides = corners.windows(2).map(|side| Area::between(side[0], side[1]));
            room.taken.extend(sides.map(|side| side.grown(0.5)));
        }
        for placed in &sheet.edges {
            let half = context.edge_stroke(placed.edge).width / 2.0 + 0.8;
            room.taken.extend(placed.segments().map(|piece| piece.area().grown(half)));
            let ends = placed.points.first().into_iter().chain(placed.points.last());
            room.taken.extend(ends.map(|end| Area::centred_at(*end, 6.0, 12.0)));
        }
        room
    }

    /// Takes the first spot that covers nothing, or else the one that covers least.
    pub fn place_sign(&mut self, own: usize, spots: &[Area]) -> Area {
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

    /// Returns the area that a sign at a spot would cover, in square points; area outside the sheet
    /// counts half.
    fn covering_cost(&self, own: usize, spot: &Area) -> f64 {
        let taken: f64 = self.taken.iter().map(|area| area.shared(spot)).sum();
        let nodes = self.nodes.iter().filter(|(node, _)| *node != own);
        let nodes: f64 = nodes.map(|(_, area)| area.shared(spot)).sum();
        let outside = spot.width * spot.height - self.sheet.shared(spot);
        taken + nodes + if outside > 1e-6 { outside * 0.5 } else { 0.0 }
    }
}

/// Returns bold words around a middle, for discs and rings.
pub fn bold_text(words: &str, middle: Point, size: f64, colour: &'static str) -> TextLines {
    let text = centred_text(vec![words.to_owned()], middle, size, TextWeight::Bold);
    TextLines { colour: colour.into(), ..text }
}
