//! Amounts of a player, line by line, with what they were.

use super::text::{small_line, words_width};
use super::{LEAST_TYPE, TallyAmount};
use crate::drawing::{Area, DrawingItem, Point, TextAlign, TextWeight};

/// Height of a line.
const LINE: f64 = 11.0;
/// Between a name and its amount.
const BETWEEN: f64 = 8.0;

/// "3 → 5", or the amount alone.
fn amount_change(amount: &TallyAmount) -> String {
    amount.was.map_or_else(|| amount.now.to_string(), |was| format!("{was} → {}", amount.now))
}

/// Width and height that the amounts take.
pub(super) fn tally_size(amounts: &[TallyAmount]) -> (f64, f64) {
    let row = |amount: &TallyAmount| {
        words_width(&amount.name, LEAST_TYPE, TextWeight::Bold)
            + BETWEEN
            + words_width(&amount_change(amount), LEAST_TYPE, TextWeight::Bold)
    };
    (amounts.iter().map(row).fold(40.0, f64::max) + 6.0, amounts.len() as f64 * LINE + 2.0)
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw_tally(amounts: &[TallyAmount], at: Point, items: &mut Vec<DrawingItem>) {
    let (width, _) = tally_size(amounts);
    for (nth, amount) in amounts.iter().enumerate() {
        let y = at.1 + nth as f64 * LINE;
        let strong = amount.was.is_some();
        if strong {
            let area = Area { x: at.0, y, width, height: LINE - 0.6 };
            items.push(DrawingItem::Rect {
                area,
                radius: 2.0,
                fill: Some("paper".into()),
                stroke: Some(crate::drawing::Stroke::solid(1.3, "rust")),
            });
        }
        let (weight, colour) =
            if strong { (TextWeight::Bold, "ink") } else { (TextWeight::Regular, "grey") };
        items.push(small_line(
            &amount.name,
            (at.0 + 3.0, y + 7.8),
            weight,
            colour,
            TextAlign::Left,
        ));
        items.push(small_line(
            &amount_change(amount),
            (at.0 + width - 3.0, y + 7.8),
            weight,
            colour,
            TextAlign::Right,
        ));
    }
}
