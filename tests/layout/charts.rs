//! The seed charts, and text widths.

use rulepress::flowchart::layout::Room;
use rulepress::flowchart::{Chart, parse};
use rulepress::font::{self, Face};

/// The charts of the real document: the lines between each "```mermaid" line and the next fence.
pub(super) fn seeds() -> Vec<Chart> {
    let path = crate::common::seeds().join("grand-archive-flowcharts.md");
    let text = std::fs::read_to_string(path).expect("the document can be read");
    let parts =
        text.split("```mermaid\n").skip(1).map(|part| part.split("```").next().unwrap_or_default());
    parts.map(|chart| parse(chart).0.expect("the chart has no error")).collect()
}

/// Width of text as the press measures it.
pub(super) fn measure() -> impl Fn(&str, f64) -> f64 {
    |text, size| font::width(text, Face::Body) * size
}

/// A room in millimetres.
pub(super) fn room(width: f64, height: f64) -> Room {
    let mm = 72.0 / 25.4;
    Room { width: width * mm, height: height * mm, least: 7.0, most: 9.0 }
}
