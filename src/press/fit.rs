//! What a template could not fit: it leaves a mark with the measured overflow, which becomes a finding here.

use typst::foundations::{Label, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use crate::diagnostic::{Diagnostic, Findings, code};

/// Reports every mark of `pages`; whether there was none.
pub(super) fn overflows(pages: &PagedDocument, what: &str, findings: &mut Findings) -> bool {
    let label = Label::new(PicoStr::intern("overflow")).expect("the name is not empty");
    let found = pages.introspector().query(&typst::foundations::Selector::Label(label));
    for content in &found {
        let Some(mark) = content.to_packed::<MetadataElem>() else { continue };
        let Value::Dict(mark) = &mark.value else { continue };
        let text =
            |key: &str| mark.get(key).ok().and_then(|value| value.clone().cast::<typst::foundations::Str>().ok());
        let over = mark.get("over").ok().and_then(|value| value.clone().cast::<f64>().ok()).unwrap_or_default();
        let name = text("name").unwrap_or_default();
        let message = format!(
            "the {what} `{}` is {over:.1} mm too high at the smallest size that may be printed",
            name.as_str().trim()
        );
        let hint = text("hint").unwrap_or_else(|| "write it shorter".into());
        findings.push(Diagnostic::global(code::OVERFLOW, message).hint(hint.to_string()));
    }
    found.is_empty()
}
