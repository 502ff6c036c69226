//! Amounts of a player, line by line, with what they were.

use super::words::{line, wide};
use super::{Amount, LEAST};
use crate::drawing::{Align, Area, Item, Point, Weight};

/// Height of a line.
const LINE: f64 = 11.0;
/// Between a name and its amount.
const BETWEEN: f64 = 8.0;

/// "3 → 5", or the amount alone.
fn change(amount: &Amount) -> String {
    amount.was.map_or_else(|| amount.now.to_string(), |was| format!("{was} → {}", amount.now))
}

/// Width and height that the amounts take.
pub(super) fn size(amounts: &[Amount]) -> (f64, f64) {
    let row = |amount: &Amount| {
        wide(&amount.name, LEAST, Weight::Bold)
            + BETWEEN
            + wide(&change(amount), LEAST, Weight::Bold)
    };
    (amounts.iter().map(row).fold(40.0, f64::max) + 6.0, amounts.len() as f64 * LINE + 2.0)
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw(amounts: &[Amount], at: Point, items: &mut Vec<Item>) {
    let (width, _) = size(amounts);
    for (nth, amount) in amounts.iter().enumerate() {
        let y = at.1 + nth as f64 * LINE;
        let strong = amount.was.is_some();
        if strong {
            let area = Area { x: at.0, y, width, height: LINE - 0.6 };
            items.push(Item::Rect {
                area,
                radius: 2.0,
                fill: Some("paper".into()),
                stroke: Some(crate::drawing::Stroke::solid(1.3, "rust")),
            });
        }
        let (weight, colour) =
            if strong { (Weight::Bold, "ink") } else { (Weight::Regular, "grey") };
        items.push(line(&amount.name, (at.0 + 3.0, y + 7.8), weight, colour, Align::Left));
        items.push(line(
            &change(amount),
            (at.0 + width - 3.0, y + 7.8),
            weight,
            colour,
            Align::Right,
        ));
    }
}
