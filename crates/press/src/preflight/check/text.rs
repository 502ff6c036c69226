//! Checks of text: its size, light text, and fonts.

use std::collections::BTreeMap;

use kurbo::Rect;

use super::PageView;
use super::colours::quoted;
use crate::preflight::FaultKind;
use crate::preflight::content::fonts::FontSort;
use crate::preflight::content::marks::{Mark, MarkKind, TextMark};
use base::diagnostic::Severity;

/// Sizes in points; smaller text is hard to read, and cannot be printed well.
const SMALL: f64 = 7.0;
const TINY: f64 = 5.0;
/// Least size of light text, in points; smaller letters close up.
const SMALL_REVERSED: f64 = 6.0;
/// Rounding, in points.
const TOLERANCE: f64 = 0.05;

pub fn check_text(view: &mut PageView<'_>) {
    let mut fonts: BTreeMap<(FaultKind, String), Rect> = BTreeMap::new();
    for mark in view.marks() {
        let MarkKind::Text(text) = &mark.kind else { continue };
        check_size(view, mark, text);
        if let Some(kind) = font_fault(text) {
            let seen = fonts.entry((kind, text.font.name.clone())).or_insert(mark.area);
            *seen = seen.union(mark.area);
        }
    }
    for ((kind, font), area) in fonts {
        let (severity, message) = match kind {
            FaultKind::FontNotEmbedded => {
                (Severity::Error, format!("the letters of the font `{font}` are not in the file"))
            }
            FaultKind::BitmapFont => {
                (Severity::Warning, format!("the letters of the font `{font}` are pictures"))
            }
            _ => (Severity::Warning, format!("the font `{font}` is a set of drawings (Type 3)")),
        };
        view.add(kind, severity, Some(area), message);
    }
}

fn check_size(view: &mut PageView<'_>, mark: &Mark, text: &TextMark) {
    let (size, area) = (text.size, Some(mark.area));
    let words = format!("the size of text{} is {size:.1} pt", quoted(&text.words));
    let is_light = text.is_filled && mark.colour.as_ref().is_some_and(|colour| colour.is_light());
    if is_light && size < SMALL_REVERSED - TOLERANCE {
        view.warn(FaultKind::ReversedText, area, format!("light {words}"));
    }
    if size < SMALL - TOLERANCE {
        let severity = if size < TINY - TOLERANCE { Severity::Error } else { Severity::Warning };
        view.add(FaultKind::SmallType, severity, area, words);
    }
}

fn font_fault(text: &TextMark) -> Option<FaultKind> {
    match text.font.sort {
        FontSort::Pictures => Some(FaultKind::BitmapFont),
        FontSort::Drawn => Some(FaultKind::Type3Font),
        FontSort::Simple | FontSort::Composite => {
            (!text.font.is_embedded).then_some(FaultKind::FontNotEmbedded)
        }
    }
}
