//! The reference sheet.

pub(crate) mod content;

use typst_layout::PagedDocument;

use super::{OutputContext, PrintPages};
use crate::book::{Book, Output};
use crate::ledger::LostWords;
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::paper::Paper;
use crate::pdf::export::PageSelection;
use crate::pdf::home::guide::Craft;
use crate::profile::FlipEdge;
use crate::set::every_word::{CountedOutput, set_every_word};
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::{OutputFile, changed, ledger, overflow, word_check};
use base::diagnostic::BookPart;
use base::diagnostic::Findings;
use base::source::Sources;
use base::theme::templates::Hook;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Sheet",
    part: Some(BookPart::Sheet),
    is_in: |book| !book.sheet.is_empty(),
    is_ordered: true,
    is_compared: true,
    papers: |book| &book.sheet_papers,
    lacks: ("the book has nothing for a sheet", "write `> [!BRIEF]` below its titles, or sheet.md"),
    template: Some(&TEMPLATE),
    ..OutputRecord::new("sheet", "the reference sheet", make_sheets)
};

/// Template of the sheet.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the reference sheet",
    files: &[("/templates/sheet.typ", include_str!("sheet.typ"))],
};

/// Makes the reference sheet on all its papers.
pub fn make_sheets(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if context.book.sheet.is_empty() {
        return files;
    }
    let look = context.look();
    for (nth, paper) in context.papers(Output::Sheet).iter().enumerate() {
        let (book, sources) = (context.book, context.sources);
        let sheet = typeset_sheet(book, paper, &look, sources, context.findings);
        let Some(document) = sheet else { continue };
        let keep = context.request.since.map(|old| {
            let before = typeset_sheet(old, paper, &look, sources, &mut Findings::default());
            changed::changed_pages(&document, before.as_ref())
        });
        let print = PrintPages {
            pages: PageSelection {
                keep,
                flip: Some(FlipEdge::Long),
                ..PageSelection::all(&document)
            },
            name: context.paper_file_stem("sheet", nth, paper),
            craft: Paper::find(paper).map(|paper| Craft::Sheet { page: paper.size() }),
        };
        files.extend(context.files(&print));
    }
    files
}

/// Sides of a sheet of paper.
const SIDES: usize = 2;

/// Sets the sheet of `book` on `paper`, with all words of its panels; `None` if there is an error among the
/// findings.
pub fn typeset_sheet(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    set_every_word(&CountedSheet { paper, look, sources }, book, findings)
}

/// A sheet whose words are counted.
struct CountedSheet<'a> {
    paper: &'a str,
    look: &'a PageLook,
    sources: &'a Sources,
}

impl CountedOutput for CountedSheet<'_> {
    fn hooks(&self) -> &[Hook] {
        &[Hook::Panel, Hook::Callout]
    }

    fn look(&self) -> &PageLook {
        self.look
    }

    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        typeset_sides(book, self.paper, self.look, self.sources, findings)
    }

    fn set_to_count(&self, book: &Book) -> Option<PagedDocument> {
        let job = PressJob::new(book, self.paper, self.look, PressTask::Sheet);
        typeset(job, self.sources, &mut Findings::default())
    }

    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords {
        word_check::words_off_sheet(book, pages)
    }

    fn set_plain(&self, _: &Book, plain: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        set_every_word(self, plain, findings)
    }

    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book> {
        let (sheet, found) =
            ledger::frame_lost_panels(&book.sheet, lost, book.strict, self.sources);
        findings.0.extend(found);
        (!book.strict).then(|| Book { sheet, ..book.clone() })
    }
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
