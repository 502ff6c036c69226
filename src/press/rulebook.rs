//! The rulebook and the flowcharts of a book on their papers, set with `templates/rulebook.typ` and
//! `templates/flowcharts.typ`.

use typst_layout::PagedDocument;

use super::job::{PressJob, PressTask};
use super::look::PageLook;
use super::table_layout;
use super::typeset::typeset;
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::source::Sources;

/// Sets the rulebook of `book` on `paper`; `None` when an error is among the findings.
pub fn typeset_rulebook(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    table_layout::report_wide_tables(book, paper, findings);
    typeset(PressJob::new(book, paper, look, PressTask::RULEBOOK), sources, findings)
}

/// Sets the flowcharts of `book` on `paper`, a page for each; `None` when an error is among the
/// findings.
pub fn typeset_flowcharts(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    typeset(PressJob::new(book, paper, look, PressTask::Flowcharts), sources, findings)
}
