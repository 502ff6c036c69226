//! An output with every word of its book. In: how it is set, and how its words are counted. Out: pages on which none is
//! missing; where a template of the book loses some, the bundled one stands in, else their source is printed in a frame.

use typst_layout::PagedDocument;

use crate::book::Book;
use crate::ledger::LostWords;
use crate::look::PageLook;
use crate::own_templates::without_lossy;
use base::diagnostic::Findings;
use base::theme::templates::Hook;

/// An output whose words are counted.
pub trait CountedOutput {
    /// What of it templates of a book draw.
    fn hooks(&self) -> &[Hook];

    /// How its pages look.
    fn look(&self) -> &PageLook;

    /// Sets a book; none when an error is among the findings.
    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument>;

    /// Sets a book only to look for what is lost.
    fn set_to_count(&self, book: &Book) -> Option<PagedDocument>;

    /// The words of a book that are on none of the pages.
    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords;

    /// Sets every word of `plain`, which is `book` with hooks left to the bundled templates.
    fn set_plain(
        &self,
        book: &Book,
        plain: &Book,
        findings: &mut Findings,
    ) -> Option<PagedDocument>;

    /// The book with the source of what is lost in frames; none where that is an error.
    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book>;
}

/// Sets an output with every word of `book`; none when an error is among the findings.
pub fn set_every_word(
    output: &impl CountedOutput,
    book: &Book,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let pages = output.set(book, findings)?;
    let lost = output.lost_words(book, &pages);
    if lost.is_empty() {
        return Some(pages);
    }
    if let Some(plain) = without_lossy(output, book, &lost, findings) {
        return output.set_plain(book, &plain, findings);
    }
    let framed = output.frame_lost(book, lost, findings)?;
    output.set(&framed, findings)
}
