//! The reference sheet, one or two sides. Its other half is `templates/sheet.typ`.

use typst_layout::PagedDocument;

use super::job::{Job, Task};
use super::look::Look;
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::source::Sources;

/// A sheet of paper has so many.
const SIDES: usize = 2;

/// Sets the sheet of `book` on `paper`; `None` when an error is among the findings.
pub fn sheet(
    book: &Book,
    paper: &str,
    look: &Look,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let job = Job {
        book: book.clone(),
        paper: paper.to_owned(),
        spans: false,
        look: look.clone(),
        task: Task::Other,
    };
    let pages = super::set_job("/templates/sheet.typ", job, sources, findings)?;
    let fits = super::fit::overflows(&pages, "sheet", &[], findings);
    assert!(
        pages.pages().len() <= SIDES,
        "what was measured stands on the sides it was measured for"
    );
    fits.then_some(pages)
}
