//! Overflow of templates: a template leaves a mark with the measured overflow, which becomes a finding here.

use std::collections::BTreeMap;

use typst::foundations::{Dict, FromValue, Str, Value};
use typst_layout::PagedDocument;

use super::inspect::{self, TextRun};
use super::word_breaks::ZERO_WIDTH_SPACE;
use crate::set::design::MM;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;

/// Tolerance of the distance of text from the trim, in points.
const TOLERANCE: f64 = 0.1;

/// Reports every mark of `pages` at the place that its number refers to; returns true if there is none.
pub fn report_overflows(
    pages: &PagedDocument,
    what: &str,
    places: &[Span],
    findings: &mut Findings,
) -> bool {
    let marks = inspect::page_marks(pages, "overflow");
    for mark in &marks {
        if let Value::Dict(mark) = &mark.value {
            findings.push(overflow_finding(mark, what, places));
        }
    }
    marks.is_empty()
}

/// True if a template left a mark about content that does not fit.
pub fn is_marked(pages: &PagedDocument) -> bool {
    !inspect::page_marks(pages, "overflow").is_empty()
}

fn overflow_finding(mark: &Dict, what: &str, places: &[Span]) -> Diagnostic {
    let hint: Str = mark_field(mark, "hint").unwrap_or_else(|| "write it shorter".into());
    let name: Str = mark_field(mark, "name").unwrap_or_default();
    let over: f64 = mark_field(mark, "over").unwrap_or_default();
    let way: Str = mark_field(mark, "way").unwrap_or_else(|| "high".into());
    let message = format!(
        "the {what} `{}` is {over:.1} mm too {way} at the smallest size that may be printed",
        written_words(&name)
    );
    let finding = Diagnostic::global(code::OVERFLOW, message);
    Diagnostic { span: marked_place(mark, places), ..finding }.hint(written_words(&hint))
}

/// Reports the reference cards that are set in smaller type than the others of their set.
pub fn report_small_cards(pages: &PagedDocument, places: &[Span], findings: &mut Findings) {
    for mark in inspect::page_marks(pages, "smaller") {
        if let Value::Dict(mark) = &mark.value {
            findings.push(small_card(mark, places));
        }
    }
}

fn small_card(mark: &Dict, places: &[Span]) -> Diagnostic {
    let name: Str = mark_field(mark, "name").unwrap_or_default();
    let points: f64 = mark_field(mark, "points").unwrap_or_default();
    let usual: f64 = mark_field(mark, "usual").unwrap_or_default();
    let name = written_words(&name);
    let message =
        format!("the card `{name}` is set in {points} pt, the others of its set in {usual} pt");
    let hint: Option<Str> = mark_field(mark, "hint");
    let hint = hint.unwrap_or_else(|| "split its longest paragraph, or make a list of it".into());
    let finding = Diagnostic::global(code::SMALL_CARD, message);
    Diagnostic { span: marked_place(mark, places), ..finding }.hint(hint.as_str())
}

/// Returns words as their author wrote them, without the places where templates let them break.
fn written_words(set: &str) -> String {
    set.replace(ZERO_WIDTH_SPACE, "").trim().to_owned()
}

/// Height of the text behind the first pages, in millimetres, if there is any.
pub fn height_behind(pages: &PagedDocument, first: usize) -> Option<f64> {
    let behind = inspect::text_runs(pages).into_iter().filter(|run| run.page >= first);
    let mut heights: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for run in behind {
        let (top, bottom) = heights.entry(run.page).or_insert((run.top, run.baseline));
        (*top, *bottom) = (top.min(run.top), bottom.max(run.baseline));
    }
    let over: f64 = heights.values().map(|(top, bottom)| bottom - top).sum();
    (pages.pages().len() > first).then_some(over.max(MM) / MM)
}

/// Returns the finding about a sheet whose text continues behind its two sides.
pub fn too_high_sheet(name: &str, over: f64) -> Diagnostic {
    let message = format!(
        "the sheet `{}` is {over:.1} mm too high for its two sides at the smallest size that may be printed",
        written_words(name)
    );
    Diagnostic::global(code::OVERFLOW, message)
        .hint("pull fewer rules onto the sheet, or write shorter briefs")
}

/// Returns the place of the item that a mark numbers.
fn marked_place(mark: &Dict, places: &[Span]) -> Option<Span> {
    let nth: i64 = mark_field(mark, "nth")?;
    places.get(usize::try_from(nth).ok()?).copied()
}

fn mark_field<T: FromValue>(mark: &Dict, key: &str) -> Option<T> {
    mark.get(key).ok()?.clone().cast().ok()
}

/// Reports text that is nearer to the trim than `safe` millimetres, once per page; `before` pages come first.
pub fn report_near_trim(pages: &PagedDocument, safe: f64, before: usize, findings: &mut Findings) {
    let mut last = None;
    for run in inspect::text_runs(pages) {
        let is_near = !run.text.trim().is_empty() && !is_safe(&run, pages, safe * MM - TOLERANCE);
        if is_near && last.replace(run.page) != Some(run.page) {
            let (page, text) = (before + run.page + 1, written_words(&run.text));
            let message = format!("page {page}: `{text}` is too near the cut line");
            let finding = Diagnostic::global(code::PRINT_FILE, message);
            findings.push(finding.hint("see `safe` of the print profile"));
        }
    }
}

/// True if a run of text is at least `safe` points away from each edge of its page.
fn is_safe(run: &TextRun, pages: &PagedDocument, safe: f64) -> bool {
    let size = pages.pages()[run.page].frame.size();
    run.left >= safe
        && run.right <= size.x.to_pt() - safe
        && run.top >= safe
        && run.baseline <= size.y.to_pt() - safe
}
