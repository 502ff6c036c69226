//! What a template could not fit: it leaves a mark with the measured overflow, which becomes a
//! finding here.

use typst::foundations::{Label, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use super::inspect;
use super::tokens::MM;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::Span;

/// Reports every mark of `pages`, at the places of what is numbered; whether there was none.
pub(super) fn report_overflows(
    pages: &PagedDocument,
    what: &str,
    places: &[Span],
    findings: &mut Findings,
) -> bool {
    let label = Label::new(PicoStr::intern("overflow")).expect("the name is not empty");
    let found = pages.introspector().query(&typst::foundations::Selector::Label(label));
    for content in &found {
        let Some(mark) = content.to_packed::<MetadataElem>() else { continue };
        let Value::Dict(mark) = &mark.value else { continue };
        let text = |key: &str| {
            mark.get(key)
                .ok()
                .and_then(|value| value.clone().cast::<typst::foundations::Str>().ok())
        };
        let over = mark
            .get("over")
            .ok()
            .and_then(|value| value.clone().cast::<f64>().ok())
            .unwrap_or_default();
        let name = text("name").unwrap_or_default();
        let message = format!(
            "the {what} `{}` is {over:.1} mm too high at the smallest size that may be printed",
            name.as_str().trim()
        );
        let hint = text("hint").unwrap_or_else(|| "write it shorter".into());
        let nth = mark.get("nth").ok().and_then(|value| value.clone().cast::<i64>().ok());
        let place = nth.and_then(|nth| places.get(usize::try_from(nth).ok()?)).copied();
        findings.push(
            Diagnostic { span: place, ..Diagnostic::global(code::OVERFLOW, message) }
                .hint(hint.to_string()),
        );
    }
    found.is_empty()
}

/// Reports text that stands nearer to the trim than `safe` millimetres, once a page.
pub(super) fn report_near_trim(pages: &PagedDocument, safe: f64, findings: &mut Findings) {
    let safe = safe * MM - 0.1;
    let mut last = None;
    for run in inspect::text_runs(pages) {
        let size = pages.pages()[run.page].frame.size();
        let inside = run.left >= safe && run.right <= size.x.to_pt() - safe;
        let inside = inside && run.top >= safe && run.baseline <= size.y.to_pt() - safe;
        if !inside && !run.text.trim().is_empty() && last.replace(run.page) != Some(run.page) {
            let message = format!(
                "page {}: `{}` stands too near to where the page is cut",
                run.page + 1,
                run.text.trim()
            );
            findings.push(
                Diagnostic::global(code::PRINT_FILE, message)
                    .hint("see `safe` of the print profile"),
            );
        }
    }
}
