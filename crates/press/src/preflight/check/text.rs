//! Text: its size, light text, and fonts.

use std::collections::BTreeMap;

use kurbo::Rect;

use super::PageView;
use super::colours::quoted;
use crate::preflight::FaultKind;
use crate::preflight::content::fonts::FontSort;
use crate::preflight::content::marks::{Mark, MarkKind, TextMark};

/// Sizes in points: smaller is hard to read, and cannot be printed well.
const SMALL: f64 = 7.0;
const TINY: f64 = 5.0;
/// Light text of this size stays open.
const SMALL_REVERSED: f64 = 6.0;
/// Rounding of a file.
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
        match kind {
            FaultKind::FontNotEmbedded => {
                view.error(
                    kind,
                    Some(area),
                    format!("the letters of the font `{font}` are not in the file"),
                );
            }
            FaultKind::BitmapFont => view.warn(
                kind,
                Some(area),
                format!("the letters of the font `{font}` are pictures"),
            ),
            _ => view.warn(
                kind,
                Some(area),
                format!("the font `{font}` is a set of drawings (Type 3)"),
            ),
        }
    }
}

fn check_size(view: &mut PageView<'_>, mark: &Mark, text: &TextMark) {
    let (size, quote) = (text.size, quoted(&text.words));
    if size < TINY - TOLERANCE {
        view.error(
            FaultKind::SmallType,
            Some(mark.area),
            format!("text{quote} is {size:.1} pt large"),
        );
    } else if size < SMALL - TOLERANCE {
        view.warn(
            FaultKind::SmallType,
            Some(mark.area),
            format!("text{quote} is {size:.1} pt large"),
        );
    }
    let is_light = text.is_filled && mark.colour.as_ref().is_some_and(|colour| colour.is_light());
    if is_light && size < SMALL_REVERSED - TOLERANCE {
        view.warn(
            FaultKind::ReversedText,
            Some(mark.area),
            format!("light text{quote} is {size:.1} pt large"),
        );
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
