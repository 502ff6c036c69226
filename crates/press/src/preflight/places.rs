//! Places on pages, in millimetres and in words; and groups of faults.

use std::collections::BTreeMap;

use kurbo::Rect;
use serde::Serialize;

use super::boxes::MM;
use super::{FaultKind, PrintFault};
use base::diagnostic::Severity;

/// An area of a page, in millimetres from the top left of the trim.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PageArea {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// Rounds points to tenths of millimetres.
pub fn tenths(points: f64) -> f64 {
    let tenths = (points / MM * 10.0).round() / 10.0;
    // Avoids "-0".
    if tenths == 0.0 { 0.0 } else { tenths }
}

impl PageArea {
    pub(crate) fn of(area: Rect) -> Self {
        Self {
            x: tenths(area.x0),
            y: tenths(area.y0),
            width: tenths(area.width()),
            height: tenths(area.height()),
        }
    }

    /// Returns the smallest area that contains both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: (right - x).abs(), height: (bottom - y).abs() }
    }

    /// Returns the distance of two areas, in the direction in which they are further apart.
    pub fn distance(self, other: Self) -> f64 {
        let apart = |a: f64, wide_a: f64, b: f64, wide_b: f64| (b - a - wide_a).max(a - b - wide_b);
        let across = apart(self.x, self.width, other.x, other.width);
        across.max(apart(self.y, self.height, other.y, other.height))
    }

    /// Returns the place in words: "12 mm from the left, 40 mm from the top, 30 x 8 mm".
    pub fn words(&self) -> String {
        let from = |length: f64, side: &str| match length < 0.0 {
            true => format!("from {} mm beyond the {side} edge", rounded(-length)),
            false => format!("{} mm from the {side}", rounded(length)),
        };
        let (left, top) = (from(self.x, "left"), from(self.y, "top"));
        format!("{left}, {top}, {} x {} mm", rounded(self.width), rounded(self.height))
    }
}

/// Rounds to whole millimetres, or small lengths to tenths.
fn rounded(length: f64) -> String {
    if length < 10.0 && (length - length.round()).abs() > 0.05 {
        format!("{length:.1}")
    } else {
        format!("{length:.0}")
    }
}

impl PrintFault {
    /// Returns the place and the fault: "page 3, 12 mm from the left, 40 mm from the top, 30 x 8 mm: a line
    /// has no width". A fault of the whole file has no place.
    pub fn words(&self) -> String {
        let Some(page) = self.page else { return self.message.clone() };
        let place = self.place.map(|place| format!(", {}", place.words()));
        format!("page {page}{}: {}", place.unwrap_or_default(), self.message)
    }

    /// Returns the meaning of its kind, as a part of a sentence.
    fn kind_words(&self) -> String {
        let mut letters = self.kind.meaning().trim_end_matches('.').chars();
        letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
    }
}

/// Faults of one kind that are reported together, because there are many.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultGroup<'a> {
    /// All its faults, in the order of the pages.
    pub faults: Vec<&'a PrintFault>,
}

impl FaultGroup<'_> {
    /// Returns the words of each of up to three faults, or one sentence for all.
    pub fn words(&self) -> Vec<String> {
        match self.faults.as_slice() {
            [first, _, _, _, ..] => {
                let pages: Vec<u32> = self.faults.iter().filter_map(|fault| fault.page).collect();
                let (count, pages) = (self.faults.len(), page_ranges(&pages));
                vec![format!(
                    "{pages}, {count} places: {}; the first: {}",
                    first.kind_words(),
                    first.words()
                )]
            }
            few => few.iter().map(|fault| fault.words()).collect(),
        }
    }
}

/// Groups faults by kind: the worst first, then in the order of [`FaultKind::ALL`].
pub fn grouped_faults(faults: &[PrintFault]) -> Vec<FaultGroup<'_>> {
    let mut groups: BTreeMap<(Severity, FaultKind), Vec<&PrintFault>> = BTreeMap::new();
    for fault in faults {
        groups.entry((fault.severity, fault.kind)).or_default().push(fault);
    }
    groups.into_values().map(|faults| FaultGroup { faults }).collect()
}

/// Returns page numbers in words: "page 4" or "pages 1-3, 7".
pub fn page_ranges(pages: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for page in pages {
        match ranges.last_mut() {
            Some((_, last)) if *page == *last || *page == *last + 1 => *last = *page,
            _ => ranges.push((*page, *page)),
        }
    }
    let words = ranges.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let words = words.collect::<Vec<_>>().join(", ");
    match ranges.as_slice() {
        [(first, last)] if first == last => format!("page {words}"),
        [] => "the file".to_owned(),
        _ => format!("pages {words}"),
    }
}
