//! Characters that no bundled font has print as their code, so that nothing silently becomes a
//! blank or a box.

use std::collections::BTreeMap;

use super::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::deck::{Deck, DeckCard};
use crate::document::panels::Panel;
use crate::document::{Block, BlockKind, ExamplePart, Inline, InlineKind, PlayedExample, walk};
use crate::font;
use crate::picture::{Picture, PlayMat};
use crate::source::Span;

/// Characters without a glyph: how often, and where first.
#[derive(Default)]
struct LostGlyphs(BTreeMap<char, (usize, Option<Span>)>);

/// Replaces them everywhere in `book` and reports each once.
pub(super) fn replace_missing_glyphs(book: &mut Book, findings: &mut Findings) {
    let mut lost = LostGlyphs::default();
    lost.mend_front_matter(book);
    book.quick.iter_mut().for_each(|entry| lost.mend_inlines(&mut entry.title));
    book.decks.iter_mut().for_each(|deck| lost.mend_deck(deck));
    let panels = book.sheet.iter_mut().chain(&mut book.cards);
    panels.for_each(|panel| lost.mend_titles(panel));
    all_blocks(book).for_each(|blocks| lost.mend_blocks(blocks));
    lost.report(findings);
}

/// Every list of blocks of a book.
fn all_blocks(book: &mut Book) -> impl Iterator<Item = &mut Vec<Block>> {
    let panels = book.sheet.iter_mut().chain(&mut book.cards);
    let parts = panels.flat_map(|panel| &mut panel.parts).map(|part| &mut part.blocks);
    let quick = book.quick.iter_mut().map(|entry| &mut entry.blocks);
    let notes = book.footnotes.iter_mut().map(|note| &mut note.blocks);
    std::iter::once(&mut book.blocks).chain(quick).chain(parts).chain(notes)
}

impl LostGlyphs {
    fn mend_front_matter(&mut self, book: &mut Book) {
        let title = std::iter::once(&mut book.title);
        let below = book.subtitle.iter_mut().chain(&mut book.edition).chain(&mut book.notice);
        title.chain(below).chain(&mut book.authors).for_each(|text| self.mend_string(text, None));
    }

    fn mend_deck(&mut self, deck: &mut Deck) {
        self.mend_string(&mut deck.title, None);
        deck.cards.iter_mut().for_each(|card| self.mend_card(card));
    }

    fn mend_titles(&mut self, panel: &mut Panel) {
        self.mend_inlines(&mut panel.title);
        panel.parts.iter_mut().for_each(|part| self.mend_inlines(&mut part.title));
    }

    fn mend_blocks(&mut self, blocks: &mut [Block]) {
        walk::each_block_mut(blocks, &mut |block| self.mend_block(block));
        walk::each_inline_mut(blocks, &mut |inline| self.mend_inline(inline));
    }

    /// What a block says besides its inlines.
    fn mend_block(&mut self, block: &mut Block) {
        let span = Some(block.span);
        match &mut block.kind {
            BlockKind::Code(code) => self.mend_string(&mut code.text, span),
            BlockKind::Callout(callout) => self.mend_string(&mut callout.word, span),
            BlockKind::Figure(figure) => self.mend_string(&mut figure.image.alt, span),
            BlockKind::Example(played) => self.mend_pictures(played),
            BlockKind::Table(table) => table.mat.iter_mut().for_each(|mat| mend_mat(mat)),
            BlockKind::Heading(_)
            | BlockKind::Paragraph(_)
            | BlockKind::List(_)
            | BlockKind::Quote(_)
            | BlockKind::Brief(_)
            | BlockKind::Definitions(_)
            | BlockKind::Pull(_)
            | BlockKind::Todo(_)
            | BlockKind::Rule => {}
        }
    }

    fn mend_pictures(&mut self, played: &mut PlayedExample) {
        let texts = example_pictures(played).flat_map(Picture::texts_mut);
        texts.for_each(|text| self.mend_string(text, None));
    }

    fn mend_inlines(&mut self, text: &mut [Inline]) {
        walk::each_nested_inline_mut(text, &mut |inline| self.mend_inline(inline));
    }

    /// What an inline says itself.
    fn mend_inline(&mut self, inline: &mut Inline) {
        match &mut inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => {
                self.mend_string(text, Some(inline.span));
            }
            InlineKind::Image(image) => self.mend_string(&mut image.alt, Some(inline.span)),
            InlineKind::Space
            | InlineKind::Break
            | InlineKind::Emphasis(_)
            | InlineKind::Strong(_)
            | InlineKind::Strike(_)
            | InlineKind::Subscript(_)
            | InlineKind::Superscript(_)
            | InlineKind::Link(_)
            | InlineKind::FootnoteRef(_)
            | InlineKind::Value(_)
            | InlineKind::Span(..)
            | InlineKind::Icon(_) => {}
        }
    }

    fn mend_card(&mut self, card: &mut DeckCard) {
        let stats = card.stats.iter_mut().flat_map(|(name, value)| [name, value]);
        let strings = stats.chain([&mut card.cost, &mut card.group]);
        strings.for_each(|text| self.mend_string(text, Some(card.span)));
        let lines = card.text.iter_mut().chain([&mut card.name, &mut card.kind]);
        lines.for_each(|text| self.mend_inlines(text));
    }

    /// Writes codes in place of characters; a string that is as it was written knows the place of
    /// each.
    fn mend_string(&mut self, text: &mut String, span: Option<Span>) {
        if text.chars().all(font::covers_character) {
            return;
        }
        let mut out = String::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            if font::covers_character(c) {
                out.push(c);
                continue;
            }
            self.count(c, span.map(|span| span.part(text, at..at + c.len_utf8())));
            if !prints_nothing(c) {
                out.push_str(&character_code(c));
            }
        }
        *text = out;
    }

    /// Counts a character, and keeps the place of the first.
    fn count(&mut self, c: char, place: Option<Span>) {
        self.0.entry(c).or_insert((0, place)).0 += 1;
    }

    fn report(&self, findings: &mut Findings) {
        for (c, (count, span)) in self.0.iter().take(NAMED) {
            findings.push(lost_glyph(*c, *count, *span));
        }
        if self.0.len() > NAMED {
            findings.push(more_lost_glyphs(self.0.len() - NAMED));
        }
    }
}

/// The names of a mat are mended where they stand in its table, and counted there.
fn mend_mat(mat: &mut PlayMat) {
    for field in &mut mat.fields {
        LostGlyphs::default().mend_string(&mut field.name, None);
    }
}

/// The pictures of an example.
fn example_pictures(played: &mut PlayedExample) -> impl Iterator<Item = &mut Picture> {
    let steps = played.entries.iter_mut().filter_map(step_picture);
    played.position.as_mut().into_iter().chain(steps)
}

fn step_picture(part: &mut ExamplePart) -> Option<&mut Picture> {
    match part {
        ExamplePart::Step { picture, .. } => picture.as_mut(),
        ExamplePart::Heading(_) | ExamplePart::Walk(_) => None,
    }
}

/// `[U+1F3B2]`
fn character_code(c: char) -> String {
    format!("[U+{:04X}]", c as u32)
}

/// Characters that print nothing anywhere; so does their code.
fn prints_nothing(c: char) -> bool {
    c.is_control() || c == '\u{feff}'
}

/// At most this many characters are named one by one.
const NAMED: usize = 20;

fn lost_glyph(c: char, count: usize, span: Option<Span>) -> Diagnostic {
    let printed = if prints_nothing(c) { "it is left out" } else { "its code is printed" };
    let times = if count == 1 { "once" } else { &format!("{count} times") };
    let message = format!("no bundled font has U+{:04X}, used {times}; {printed}", c as u32);
    let finding = Diagnostic { span, ..Diagnostic::global(code::MISSING_GLYPH, message) };
    finding.hint("write another character or a word")
}

fn more_lost_glyphs(count: usize) -> Diagnostic {
    let message = format!("{count} more characters are in no bundled font");
    Diagnostic::global(code::MISSING_GLYPH, message)
}
