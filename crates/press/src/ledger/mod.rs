//! The word ledger: each word of the source ends on a page, in a finding that names it, or in a declared
//! exception.
//!
//! A word is a run of letters or digits in visible text; alternative texts are visible, addresses, comments
//! and markup are not. The ledger has two halves, and neither relies on the parser or the press:
//!
//! * **source to tree**: [`lex`] is a small reader of its own over the raw bytes of a file. It knows what is
//!   never visible ([`Exception`]) and takes everything else for words. These are counted against the words
//!   of the joined tree (`tree`), file by file. [`settle_sources`] does this in every run. Doubtful text is
//!   not counted, so that the ledger may miss a loss, but never reports one that is none.
//! * **tree to pages**: the words that the tree of the book gives to be printed (`printed`) are counted
//!   against those in the frames of the laid-out pages. `crates/press/src/word_check.rs` does this for every
//!   rulebook, and with the words of panels and rows for sheets, cards and decks (`panels`).
//!   `crates/press/src/off_page.rs` checks on the pages of every output that the words are on the paper, and
//!   that no box cuts them off.
//!
//! Counting multisets of words is enough: nothing is compared in order, so that floats, notes and columns do
//! not matter. A word in two pieces on a page, because it is hyphenated or partly strong, is joined from the
//! pieces that are left over ([`count`]).
//!
//! If words are lost, the source of their block is printed in a frame (`frame`) with the finding
//! `lost-words`: a warning for a file or a folder, an error in a book with a book.toml.

pub mod count;
mod exception;
mod frame;
pub mod lex;
mod locate;
mod panels;
mod printed;
mod tree;

pub use count::{WordCount, each_word};
pub use exception::Exception;
pub use frame::{frame_lost_blocks, lost_words_finding};
pub use panels::{card_words, frame_lost_panels, lost_deck_words, sheet_words};
pub use printed::rulebook_words;

use std::collections::BTreeMap;
use std::ops::Range;

use locate::LostPart;

use base::diagnostic::{Diagnostic, Findings};
use base::source::{SourceId, Sources};
use document::{Document, Manuscript};

/// Lost words, and how often each is missing.
pub type LostWords = BTreeMap<String, usize>;

/// Prints the source of blocks whose words the tree of a manuscript, its sheet or its cards have lost, and
/// reports them.
pub fn settle_sources(sources: &Sources, manuscript: &mut Manuscript, findings: &mut Findings) {
    let strict = manuscript.is_book();
    let chapters = manuscript.chapters.iter();
    let chapters =
        chapters.map(|id| WrittenText { id: *id, left_out: manuscript.unread_ranges(*id) });
    for part in lost_parts(sources, chapters.collect(), &manuscript.document, findings) {
        findings.push(lost_words_finding(&part.words, Some(part.span), strict));
        let written = sources.excerpt(part.span);
        frame::insert_frame(&mut manuscript.document.blocks, part.span, written);
    }
    for page in [&mut manuscript.sheet, &mut manuscript.cards] {
        let Some(id) = page.text else { continue };
        let left_out = page.left_out.iter().map(|place| place.range()).collect();
        let text = WrittenText { id, left_out };
        let document = panels::page_document(page);
        for part in lost_parts(sources, vec![text], &document, findings) {
            findings.push(lost_words_finding(&part.words, Some(part.span), strict));
            panels::insert_panel_frame(&mut page.panels, part.span, sources.excerpt(part.span));
        }
    }
}

/// A text whose words the ledger counts.
#[derive(Debug, Clone)]
pub struct WrittenText {
    /// Its source.
    pub id: SourceId,
    /// The bytes that are printed under another reading only.
    pub left_out: Vec<Range<usize>>,
}

/// Returns the parts of these texts whose words are missing from their tree.
fn lost_parts(
    sources: &Sources,
    texts: Vec<WrittenText>,
    document: &Document,
    findings: &Findings,
) -> Vec<LostPart> {
    let lost = lost_in_sources(sources, &texts, document, findings);
    let lost = texts.iter().zip(lost).filter(|(_, lost)| !lost.is_empty());
    lost.flat_map(|(text, lost)| locate::lost_parts(sources, text, document, lost)).collect()
}

/// Returns the words of each text that are missing from its tree.
pub fn lost_in_sources(
    sources: &Sources,
    texts: &[WrittenText],
    document: &Document,
    findings: &Findings,
) -> Vec<LostWords> {
    let mut counts: BTreeMap<SourceId, WordCount> = BTreeMap::new();
    for text in texts {
        let count = counts.entry(text.id).or_default();
        lex::each_visible_word(sources.get(text.id), &text.left_out, &mut |word, _| {
            count.expect(word);
        });
        document.title.iter().for_each(|title| count.find_text(title));
    }
    tree::each_tree_text(document, &mut |span, text| {
        if let Some(count) = counts.get_mut(&span.source) {
            count.find_text(text);
        }
    });
    let lost = |text: &WrittenText| {
        let mut count = counts.remove(&text.id).filter(|count| !count.is_settled())?;
        // A finding in a file accounts for the words it quotes.
        let is_here = |finding: &&Diagnostic| finding.span.is_some_and(|at| at.source == text.id);
        for finding in findings.0.iter().filter(is_here) {
            let quoted = finding.message.split('`').skip(1).step_by(2);
            quoted.for_each(|words| count.find_text(words));
        }
        Some(count.lost())
    };
    texts.iter().map(lost).map(Option::unwrap_or_default).collect()
}
