//! Second half of the word ledger: compares the words of laid-out pages with those of the book.

use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use crate::book::Book;
use crate::ledger::{self, LostWords, WordCount};
use crate::outputs::cards::CardRequest;

/// Returns the words of the book that are on none of the pages of its rulebook.
pub fn words_off_pages(book: &Book, pages: &PagedDocument) -> LostWords {
    missing_words(ledger::rulebook_words(book), pages)
}

/// Returns the words of the panels that are on none of the sides of the sheet.
pub fn words_off_sheet(book: &Book, pages: &PagedDocument) -> LostWords {
    missing_words(ledger::sheet_words(book), pages)
}

/// Returns the words of the cards of a request that are on none of their faces; `copies` is true if each copy
/// of a card is printed.
pub fn words_off_cards(
    book: &Book,
    request: &CardRequest,
    copies: bool,
    pages: &PagedDocument,
) -> LostWords {
    let keep = request.keep.as_deref();
    missing_words(ledger::card_words(book, request.deck, keep, copies), pages)
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
