//! The second half of the word ledger: the words of laid-out pages against those of the book.

use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use crate::book::Book;
use crate::ledger::{self, LostWords, WordCount};

/// The words of the book that stand on none of the pages of its rulebook.
pub fn words_off_pages(book: &Book, pages: &PagedDocument) -> LostWords {
    let mut count = ledger::rulebook_words(book);
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
