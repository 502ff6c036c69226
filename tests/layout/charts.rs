//! The seed charts, and text widths.

use rulepress::flowchart::layout::SheetRoom;
use rulepress::flowchart::{Chart, parse_chart};
use rulepress::font::{self, Face};

use crate::common::seed_charts;

/// The charts of the real document.
pub(super) fn seeds() -> Option<Vec<Chart>> {
    let read = |text: &String| parse_chart(text).0.expect("the chart has no error");
    seed_charts().map(|texts| texts.iter().map(read).collect())
}

/// Width of text as the press measures it.
pub(super) fn measure() -> impl Fn(&str, f64) -> f64 {
    |text, size| font::text_width(text, Face::Body) * size
}

/// A room in millimetres.
pub(super) fn room(width: f64, height: f64) -> SheetRoom {
    let mm = 72.0 / 25.4;
    SheetRoom { width: width * mm, height: height * mm, least: 7.0, most: 9.0 }
}
