//! The legend below a picture: the meanings of the letters on cards.

use super::CardToken;
use super::rows::RowFlow;
use super::text::{SmallType, regular_width};
use crate::drawing::{Canvas, TextAlign, pt};

/// Distance from line to line, in points.
const LINE: f64 = 11.5;

/// A letter and its meaning.
type LegendEntry = (CardToken, String);

/// Draws the meanings of the letters below a picture; returns the height including them. Only the
/// signs are explained: amounts and changes are left out.
pub fn draw_legend(entries: &[LegendEntry], width: f64, height: f64, canvas: &mut Canvas) -> f64 {
    let mut flow = RowFlow { at: pt(0.0, height + 9.0), room: width, step: LINE };
    for (token, name) in entries {
        let left = flow.place_next(entry_width(token, name), 0.0);
        let plain = CardToken { strong: false, ..token.clone() };
        plain.draw_sign(left, "ink", canvas);
        let at = pt(left.x + token.sign_width() + 3.0, left.y + 2.45);
        canvas.small_line(name, at, SmallType::regular("grey", TextAlign::Left));
    }
    if entries.is_empty() { height } else { flow.at.y + 6.0 }
}

/// Returns the width of a legend in one row.
pub fn row_width(entries: &[LegendEntry]) -> f64 {
    entries.iter().map(|(token, name)| entry_width(token, name)).sum()
}

fn entry_width(token: &CardToken, name: &str) -> f64 {
    token.sign_width() + 3.0 + regular_width(name) + 8.0
}
