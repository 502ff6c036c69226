//! The histograms of one number in two editions, one above the other, on one scale.

use super::difference::PairedNumber;
use crate::command::simulate::draw_histograms;
use draw::drawing::Drawing;

/// Both histograms.
pub fn draw_pair(name: &str, number: PairedNumber<'_>) -> Drawing {
    let titles = ["earlier", "later"].map(|edition| format!("{name}, {edition} edition"));
    let [above, below] = &titles;
    draw_histograms(&[(above.as_str(), number.old), (below.as_str(), number.new)])
}
