//! The page of what changed between two editions. In: what it says. Out: the page.

use anyhow::Result;
use serde_json::Value;

use super::page::fill_page;
use base::theme::Palette;

/// A page of what changed, which needs nothing else; `values` are those of
/// `templates/web/changes.html`.
///
/// # Errors
/// When the template cannot be filled.
pub fn changes_page(values: &Value, palette: &Palette) -> Result<String> {
    fill_page("changes.html", values, palette)
}
