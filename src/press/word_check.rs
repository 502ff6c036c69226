//! The second half of the word ledger: the words of laid-out pages against those of the book.

use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use super::job::CardFaces;
use crate::book::Book;
use crate::ledger::{self, LostWords, WordCount};

/// The words of the book that stand on none of the pages of its rulebook.
pub fn words_off_pages(book: &Book, pages: &PagedDocument) -> LostWords {
    missing_words(ledger::rulebook_words(book), pages)
}

/// The words of its panels that stand on none of the sides of its sheet.
pub fn words_off_sheet(book: &Book, pages: &PagedDocument) -> LostWords {
    missing_words(ledger::sheet_words(book), pages)
}

/// The words of cards that stand on none of their faces.
pub(super) fn words_off_cards(book: &Book, faces: &CardFaces, pages: &PagedDocument) -> LostWords {
    let keep = faces.keep.as_deref();
    missing_words(ledger::card_words(book, faces.deck, keep, faces.copies), pages)
}

fn missing_words(mut count: WordCount, pages: &PagedDocument) -> LostWords {
    pages.pages().iter().for_each(|page| find_words(&page.frame, &mut count));
    if count.is_settled() { LostWords::new() } else { count.lost() }
}

/// Counts the words of each run of text of a frame; a word in several runs counts as its pieces.
fn find_words(frame: &Frame, count: &mut WordCount) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => find_words(&group.frame, count),
            FrameItem::Text(text) => count.find_text(&text.text),
            FrameItem::Tag(_)
            | FrameItem::Shape(..)
            | FrameItem::Image(..)
            | FrameItem::Link(..) => {}
        }
    }
}
