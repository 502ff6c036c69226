//! The words of sheets, cards and decks: the words that their pages must contain, and the places where lost
//! ones are printed.

use super::LostWords;
use super::count::{WordCount, each_word};
use super::frame::{lost_words_finding, name_lost_blocks, source_frame, take_lost};
use super::printed::{block_texts, inlines_texts};
use crate::book::{Book, drawn_chart};
use base::diagnostic::Diagnostic;
use base::source::{Sources, Span};
use document::deck::{Deck, DeckCard};
use document::panels::{Panel, PanelPage, PanelPart};
use document::{Block, BlockKind, Document, Inline};

/// Returns the words that must be on a sheet. Left out are the title of the course of the turn, which its
/// numerals replace, and the title of a panel of charts, which have the titles of their sections.
pub fn sheet_words(book: &Book) -> WordCount {
    let mut count = WordCount::default();
    inlines_texts(&book.sheet_title, &mut |text| count.expect_text(text));
    // A chart that nobody asked for may be left out.
    for panel in book.sheet.iter().filter(|panel| !panel.attributes.has_class("unasked")) {
        if has_title_bar(panel) {
            inlines_texts(&panel.title, &mut |text| count.expect_text(text));
        }
        parts_texts(panel, &mut |text| count.expect_text(text));
    }
    count
}

/// True if a panel of a sheet is named.
fn has_title_bar(panel: &Panel) -> bool {
    match panel.parts.iter().any(|part| part.blocks.iter().any(is_drawn_chart)) {
        true => panel.parts.iter().all(|part| part.title.is_empty()),
        false => !panel.attributes.has_class("turn"),
    }
}

fn is_drawn_chart(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Code(code) if drawn_chart(code).is_some())
}

/// Returns the words that must be on the reference cards, or on the cards of a deck, with these numbers; on
/// each copy if copies are printed.
pub fn card_words(
    book: &Book,
    deck: Option<usize>,
    keep: Option<&[usize]>,
    copies: bool,
) -> WordCount {
    let mut count = WordCount::default();
    let is_kept = |nth: &usize| keep.is_none_or(|keep| keep.contains(nth));
    let Some(deck) = book.deck(deck) else {
        let cards = book.cards.iter().enumerate().filter(|(nth, _)| is_kept(nth));
        for (_, panel) in cards {
            inlines_texts(&panel.title, &mut |text| count.expect_text(text));
            parts_texts(panel, &mut |text| count.expect_text(text));
        }
        return count;
    };
    for (_, card) in deck.cards.iter().enumerate().filter(|(nth, _)| is_kept(nth)) {
        let times = if copies { card.count } else { 1 };
        (0..times).for_each(|_| deck_card_texts(card, &mut |text| count.expect_text(text)));
    }
    count
}

/// Calls `f` on each text of the parts of a panel. A title is printed once for parts of one place, but
/// neither above a chart alone nor below the same title of the panel.
fn parts_texts(panel: &Panel, f: &mut dyn FnMut(&str)) {
    let mut before = None;
    for part in &panel.parts {
        let again = before.replace(&part.address) == Some(&part.address);
        let drawn = part.blocks.iter().all(is_drawn_chart);
        if !again && !drawn && !is_same_title(&part.title, &panel.title) {
            inlines_texts(&part.title, f);
        }
        part.blocks.iter().for_each(|block| block_texts(block, f));
    }
}

/// True if two titles have the same words, apart from icons.
fn is_same_title(a: &[Inline], b: &[Inline]) -> bool {
    let words = |title| {
        let mut words = String::new();
        inlines_texts(title, &mut |text| words.push_str(text));
        words
    };
    words(a).trim() == words(b).trim()
}

/// Calls `f` on each text of a card of a deck.
fn deck_card_texts(card: &DeckCard, f: &mut dyn FnMut(&str)) {
    inlines_texts(&card.name, f);
    inlines_texts(&card.kind, f);
    card.text.iter().for_each(|text| inlines_texts(text, f));
    f(&card.cost);
    card.stats.iter().for_each(|(name, value)| {
        f(name);
        f(value);
    });
}

/// Returns the panels of a page as a document.
pub fn page_document(page: &PanelPage) -> Document {
    let mut blocks: Vec<Block> = title_block(&page.title).into_iter().collect();
    for panel in &page.panels {
        blocks.extend(title_block(&panel.title));
        blocks.extend(panel.parts.iter().flat_map(|part| part.blocks.iter().cloned()));
    }
    Document { blocks, ..Document::default() }
}

fn title_block(title: &[Inline]) -> Option<Block> {
    let span = title.first()?.span;
    Some(Block::new(BlockKind::Paragraph(title.to_vec()), span))
}

/// Inserts a frame with the source `written` of a place behind the part that holds it, or else behind the
/// part before.
pub fn insert_panel_frame(panels: &mut Vec<Panel>, place: Span, written: &str) {
    let frame = source_frame(place, written);
    let holds = |part: &PanelPart| part.blocks.iter().any(|block| block.span == place);
    let before =
        |part: &PanelPart| part.span.source == place.source && part.span.start <= place.start;
    let found = last_part(panels, holds).or_else(|| last_part(panels, before));
    match found {
        Some((panel, part)) => panels[panel].parts[part].blocks.push(frame),
        None => {
            let part = PanelPart { blocks: vec![frame], ..PanelPart::empty(place) };
            match panels.first_mut() {
                Some(first) => first.parts.insert(0, part),
                None => panels.push(Panel { parts: vec![part], ..Panel::default() }),
            }
        }
    }
}

/// Returns the indices of the last panel and part for which `fits` is true.
fn last_part(panels: &[Panel], fits: impl Fn(&PanelPart) -> bool) -> Option<(usize, usize)> {
    let parts = |(nth, panel): (usize, &Panel)| Some((nth, panel.parts.iter().rposition(&fits)?));
    panels.iter().enumerate().rev().find_map(parts)
}

/// Returns the panels with frames of source behind the blocks that lost words, and the findings.
pub fn frame_lost_panels(
    panels: &[Panel],
    lost: LostWords,
    strict: bool,
    sources: &Sources,
) -> (Vec<Panel>, Vec<Diagnostic>) {
    let mut framed = panels.to_vec();
    let parts = panels.iter().flat_map(|panel| &panel.parts);
    let blocks: Vec<&Block> = parts.flat_map(|part| &part.blocks).collect();
    let findings = name_lost_blocks(&blocks, lost, strict, &mut |place| {
        insert_panel_frame(&mut framed, place, sources.excerpt(place));
    });
    (framed, findings)
}

/// Returns the findings about words that are on no card of a deck, at the rows that hold them.
pub fn lost_deck_words(deck: &Deck, mut lost: LostWords) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for card in &deck.cards {
        let mut named = LostWords::new();
        deck_card_texts(card, &mut |text| {
            each_word(text, &mut |word, _| take_lost(word, &mut lost, &mut named));
        });
        if !named.is_empty() {
            findings.push(lost_words_finding(&named, Some(card.span), true));
        }
    }
    findings
}
