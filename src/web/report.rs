//! The page of the health of a book. In: its values, and the colours of the book by day and by night. Out:
//! the page.

use anyhow::{Context as _, Result};
use serde_json::Value;
use tera::Context;

use super::page::{fill_template, text_hash};
use super::plain::PlainNumbers;
use base::theme::Palette;

const STYLE: &str = include_str!("../../templates/web/report.css");

/// Returns the page of the health of a book, complete in itself and without scripts; `values` are those of
/// `templates/web/report.html`.
///
/// # Errors
/// If the template cannot be filled.
pub fn report_page(values: &Value, light: &Palette, dark: &Palette) -> Result<String> {
    let style = format!(
        ":root {{ {}}}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {}}} }}\n{STYLE}",
        light.css_properties(),
        dark.css_properties()
    );
    let policy = format!(
        "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        text_hash(&style)
    );
    let mut context = Context::from_serialize(&PlainNumbers(values))
        .context("the values of a page cannot be written")?;
    context.insert("policy", &policy);
    context.insert("style", &style);
    fill_template("report.html", &context)
}
