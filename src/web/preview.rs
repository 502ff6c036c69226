//! The page of a preview: it asks for pages and findings, and shows them.

use anyhow::Result;
use tera::Context;

use super::page::{fill_template, text_hash};
use base::theme::Palette;

const STYLE: &str = include_str!("../../templates/web/preview.css");
const SCRIPT: &str = include_str!("../../templates/web/preview.js");
const REVIEW: &str = include_str!("../../templates/web/review.js");

/// A page, and its policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewPage {
    /// Its text.
    pub text: String,
    /// The policy for what it may load and run, as the value of a header.
    pub policy: String,
}

/// Returns the page of a book's preview; `title` is its title until the book is read.
///
/// # Errors
/// If the template cannot be filled.
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
