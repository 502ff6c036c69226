//! Sets an output with every word of its book. In: the functions that set it and count its words. Out: pages
//! without a missing word; if a template of the book loses some, the bundled one is used, or else their
//! source is printed in a frame.

use typst_layout::PagedDocument;

use crate::book::Book;
use crate::ledger::LostWords;
use crate::look::PageLook;
use crate::own_templates::without_lossy;
use base::diagnostic::Findings;
use base::theme::templates::Hook;

/// An output whose words are counted.
pub trait CountedOutput {
    /// Returns the hooks that templates of a book draw in it.
    fn hooks(&self) -> &[Hook];

    /// Returns the look of its pages.
    fn look(&self) -> &PageLook;

    /// Sets a book; `None` if there is an error among the findings.
    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument>;

    /// Sets a book only to count its words.
    fn set_to_count(&self, book: &Book) -> Option<PagedDocument>;

    /// Returns the words of a book that are on none of the pages.
    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords;

    /// Sets every word of `plain`, which is `book` with hooks left to the bundled templates.
    fn set_plain(
        &self,
        book: &Book,
        plain: &Book,
        findings: &mut Findings,
    ) -> Option<PagedDocument>;

    /// Returns the book with the source of lost words in frames; `None` if that is an error.
    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book>;
}

/// Sets an output with every word of `book`; `None` if there is an error among the findings.
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
