//! Draws the places that boxes lead to.

use super::super::super::PlacedNode;
use super::super::sign_room::bold_text;
use super::SignSheet;
use crate::drawing::{Area, DrawingTarget, Point, Stroke, TextWeight, pt};

impl SignSheet<'_> {
    /// Draws the places that a box leads to: a link over the box, and a small flag with an arrow
    /// and the words of the target. The box itself links to one target; a second target gets its
    /// own flag.
    pub fn draw_leads(&mut self, placed: &PlacedNode) {
        let chart = self.context.chart;
        let node = &chart.nodes[placed.node];
        for (index, address) in chart.lead_addresses(placed.node).enumerate() {
            let words = (self.context.marks.targets)(address);
            let flag = self.draw_lead_flag(placed, &words);
            if let Some(target) = DrawingTarget::of(address) {
                let area = if index == 0 { placed.area } else { flag };
                self.canvas.link(area, target, node.label.replace('\n', " "));
            }
        }
    }

    fn draw_lead_flag(&mut self, placed: &PlacedNode, words: &str) -> Area {
        let size = self.type_size();
        let (high, tip) = (size * 1.3, size * 0.85);
        let text = TextWeight::Bold.text_width(words, size);
        let room = if words.is_empty() { 0.0 } else { text + size * 0.25 };
        let spots = flag_spots(&placed.area, tip + size * 0.7 + room, high);
        let spot = self.room.place_sign(placed.node, &spots);
        self.canvas.rect(spot, high / 2.0, "paper", Stroke::solid(0.7, "navy"));
        let (left, y) = (spot.x + size * 0.35, spot.middle().y);
        self.canvas.filled_polygon(lead_arrow(left, y, tip), "navy");
        if !words.is_empty() {
            let at = pt(left + tip + size * 0.25 + text / 2.0, y);
            self.canvas.text(bold_text(words, at, size, "navy"));
        }
        spot
    }
}

/// Returns spots for a flag: at the foot of the box, beside the box, below it.
fn flag_spots(area: &Area, across: f64, high: f64) -> [Area; 7] {
    let foot = |x: f64| Area { x, y: area.bottom() - high * 0.3, width: across, height: high };
    let [a, b, c] =
        [area.right() - across - 3.0, area.x + 3.0, area.middle().x - across / 2.0].map(foot);
    let right = pt(area.right() + across / 2.0 + 2.0, area.middle().y);
    let below = |spot: Area| spot.moved(pt(0.0, high * 0.3 + 2.0));
    [a, b, c, Area::centred_at(right, across, high), below(a), below(b), below(c)]
}

/// Returns a small arrow to the right.
fn lead_arrow(left: f64, y: f64, long: f64) -> Vec<Point> {
    let (neck, right, wide, thin) = (left + long * 0.5, left + long, long * 0.36, long * 0.1);
    let upper = [pt(left, y - thin), pt(neck, y - thin), pt(neck, y - wide)];
    let lower = [pt(neck, y + wide), pt(neck, y + thin), pt(left, y + thin)];
    [&upper[..], &[pt(right, y)], &lower[..]].concat()
}
