//! The page of a preview: it asks for pages and findings, and shows them.

use anyhow::Result;
use tera::Context;

use super::page::{fill_template, text_hash};
use base::theme::Palette;

const STYLE: &str = include_str!("../../templates/web/preview.css");
const SCRIPT: &str = include_str!("../../templates/web/preview.js");
const REVIEW: &str = include_str!("../../templates/web/review.js");

/// A page, and what it may load and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewPage {
    /// Its text.
    pub text: String,
    /// Its policy, as a header says it.
    pub policy: String,
}

/// The page of the preview of a book, which people call `title` until it is read.
///
/// # Errors
/// When the template cannot be filled.
pub fn preview_page(title: &str) -> Result<PreviewPage> {
    let style = format!(":root {{ {}}}\n{STYLE}", Palette::standard().css_properties());
    let own = "default-src 'none'; connect-src 'self'; img-src 'self' data:; frame-src 'self'";
    let policy = format!(
        "{own}; script-src {} {}; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        text_hash(REVIEW),
        text_hash(SCRIPT),
        text_hash(&style)
    );
    let mut context = Context::new();
    context.insert("title", title);
    context.insert("style", &style);
    context.insert("review", REVIEW);
    context.insert("script", SCRIPT);
    Ok(PreviewPage { text: fill_template("preview.html", &context)?, policy })
}
