//! The reference sheet, one or two sides, set with `crates/press/templates/sheet.typ`.

use typst_layout::PagedDocument;

use super::job::{PressJob, PressTask};
use super::look::PageLook;
use super::overflow;
use super::own_templates::without_lossy;
use super::typeset::typeset;
use super::word_check;
use crate::book::Book;
use crate::ledger;
use base::diagnostic::Findings;
use base::source::Sources;
use base::theme::templates::Hook;

/// What draws the sheet.
const SHEET_HOOKS: [Hook; 2] = [Hook::Panel, Hook::Callout];
/// A sheet of paper has so many.
const SIDES: usize = 2;

/// Sets the sheet of `book` on `paper`, with every word of its panels; `None` when an error is among
/// the findings.
pub fn typeset_sheet(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let pages = typeset_sides(book, paper, look, sources, findings)?;
    let lost = word_check::words_off_sheet(book, &pages);
    if lost.is_empty() {
        return Some(pages);
    }
    let lost_of = |book: &Book| {
        let job = PressJob::new(book, paper, look, PressTask::Sheet);
        let pages = typeset(job, sources, &mut Findings::default())?;
        Some(word_check::words_off_sheet(book, &pages))
    };
    if let Some(plain) = without_lossy((book, look), &SHEET_HOOKS, &lost, findings, lost_of) {
        return typeset_sheet(&plain, paper, look, sources, findings);
    }
    let (sheet, found) = ledger::frame_lost_panels(&book.sheet, lost, book.strict, sources);
    findings.0.extend(found);
    if book.strict {
        return None;
    }
    let framed = Book { sheet, ..book.clone() };
    typeset_sides(&framed, paper, look, sources, findings)
}

fn typeset_sides(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let pages = typeset(PressJob::new(book, paper, look, PressTask::Sheet), sources, findings)?;
    let mut fits = overflow::report_overflows(&pages, "sheet", &[], findings);
    if fits && let Some(over) = overflow::height_behind(&pages, SIDES) {
        findings.push(overflow::too_high_sheet(&book.title, over));
        fits = false;
    }
    fits.then_some(pages)
}
