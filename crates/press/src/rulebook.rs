//! The rulebook and the flowcharts of a book on their papers, set with `crates/press/templates/rulebook.typ` and
//! `crates/press/templates/flowcharts.typ`.

use std::borrow::Cow;

use typst_layout::PagedDocument;

use super::job::{PressJob, PressTask};
use super::look::PageLook;
use super::table_layout;
use super::typeset::typeset;
use crate::book::{Book, LONG_FROM};
use base::diagnostic::Findings;
use base::source::Sources;

/// `book` as it is printed on `paper`: without a cover and contents if it is short.
pub(crate) fn with_front_pages<'b>(
    book: &'b Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
) -> Cow<'b, Book> {
    if !book.may_be_short() {
        return Cow::Borrowed(book);
    }
    let short = book.without_front_pages();
    // What is told of changes behind the text makes no book long.
    let text = Book { marks: None, ..short.clone() };
    let job = PressJob::new(&text, paper, look, PressTask::RULEBOOK);
    let pages = typeset(job, sources, &mut Findings::default());
    let is_short = pages.is_some_and(|pages| pages.pages().len() < LONG_FROM);
    if is_short { Cow::Owned(short) } else { Cow::Borrowed(book) }
}

/// Sets the rulebook of `book` on `paper`; `None` when an error is among the findings.
pub fn typeset_rulebook(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    table_layout::report_wide_tables(book, (paper, &look.theme), findings);
    let book = &with_front_pages(book, paper, look, sources);
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
