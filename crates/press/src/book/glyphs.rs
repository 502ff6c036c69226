//! Replaces characters that no bundled font has by their code: no character silently becomes a blank or a
//! box, and no page is refused.

mod lost;

use super::Book;
use base::diagnostic::Findings;
use base::font::{self, TextRole};
use base::source::{Sources, Span};
use document::deck::{CardBack, DeckCard};
use document::token::TokenSide;
use document::{Block, BlockKind, CodeBlock, ExamplePart, Heading, Inline, InlineKind, walk};
use draw::flowchart::{self, Chart};
use draw::picture::Picture;
use lost::{GlyphPlace, LostGlyphs};

/// Replaces such characters everywhere in `book` and reports each once.
pub fn replace_missing_glyphs(book: &mut Book, sources: &Sources, findings: &mut Findings) {
    let mut lost = LostGlyphs::default();
    let title = std::iter::once(&mut book.title);
    let below = book.subtitle.iter_mut().chain(&mut book.edition).chain(&mut book.notice);
    let facts = book.facts.iter_mut().map(|fact| &mut fact.text);
    let texts = title.chain(below).chain(&mut book.blurb).chain(facts).chain(&mut book.authors);
    texts.for_each(|text| lost.mend_string(text, None, TextRole::Title));
    book.quick.iter_mut().for_each(|entry| lost.mend_title(&mut entry.title));
    lost.mend_title(&mut book.sheet_title);
    for deck in &mut book.decks {
        lost.mend_string(&mut deck.title, None, TextRole::Title);
        deck.cards.iter_mut().for_each(|card| lost.mend_card(card));
    }
    for token in &mut book.tokens {
        lost.mend_string(&mut token.name, Some(token.span), TextRole::Title);
        let sides = [&mut token.face, &mut token.back].into_iter();
        sides.filter_map(TokenSide::words_mut).for_each(|words| lost.mend_title(words));
    }
    for note in &mut book.footnotes {
        // References to a note are spelled in the same way.
        [&mut note.label, &mut note.written].into_iter().for_each(spell_string);
    }
    book.web.iter_mut().for_each(escape_address);
    for panel in book.sheet.iter_mut().chain(&mut book.cards) {
        lost.mend_title(&mut panel.title);
        panel.parts.iter_mut().for_each(|part| lost.mend_title(&mut part.title));
    }
    for blocks in all_blocks(book) {
        walk::each_block_mut(blocks, &mut |block| lost.mend_block(block));
        walk::each_inline_mut(blocks, &mut |inline| lost.mend_inline(inline, TextRole::Prose));
    }
    lost.report(sources, findings);
}

/// Every list of blocks of a book.
pub fn all_blocks(book: &mut Book) -> impl Iterator<Item = &mut Vec<Block>> {
    let panels = book.sheet.iter_mut().chain(&mut book.cards);
    let parts = panels.flat_map(|panel| &mut panel.parts).map(|part| &mut part.blocks);
    let quick = book.quick.iter_mut().map(|entry| &mut entry.blocks);
    let notes = book.footnotes.iter_mut().map(|note| &mut note.blocks);
    std::iter::once(&mut book.blocks).chain(quick).chain(parts).chain(notes)
}

impl LostGlyphs {
    /// Replaces characters in the words of a block besides its inlines.
    fn mend_block(&mut self, block: &mut Block) {
        let span = Some(block.span);
        match &mut block.kind {
            BlockKind::Heading(Heading { content, .. }) => self.mend_title(content),
            // The code of a chart that can be drawn stays as it is: its texts are spelled where they
            // are drawn.
            BlockKind::Code(code) => match drawn_chart(code) {
                Some(mut chart) => self.count_chart(&mut chart, code, block.span),
                None => self.mend_string(&mut code.text, span, TextRole::Code),
            },
            BlockKind::Callout(callout) => {
                self.mend_string(&mut callout.word, span, TextRole::Prose);
            }
            BlockKind::Figure(figure) => {
                self.mend_string(&mut figure.image.alt, span, TextRole::Prose);
            }
            BlockKind::Example(played) => {
                let pictures = played.entries.iter_mut().filter_map(part_picture);
                let texts = pictures.flat_map(Picture::texts_mut);
                texts.for_each(|text| self.mend_string(text, None, TextRole::Prose));
            }
            // The names of a mat are replaced in its table, and counted there.
            BlockKind::Table(table) => {
                for field in table.mat.iter_mut().flat_map(|mat| &mut mat.fields) {
                    Self::default().mend_string(&mut field.name, None, TextRole::Prose);
                }
            }
            BlockKind::Paragraph(_)
            | BlockKind::List(_)
            | BlockKind::Quote(_)
            | BlockKind::Brief(_)
            | BlockKind::Definitions(_)
            | BlockKind::Pull(_)
            | BlockKind::Todo(_)
            | BlockKind::Rule => {}
        }
    }

    fn count_chart(&mut self, chart: &mut Chart, code: &CodeBlock, span: Span) {
        for text in chart.texts_mut() {
            for (_, c) in font::lost_characters(text, TextRole::Prose) {
                let first = code.text.find(c);
                let place = first.map(|at| code.place(at..at + c.len_utf8(), span));
                self.count(c, Some(GlyphPlace { first: place.unwrap_or(span), text: span }));
            }
        }
    }

    fn mend_title(&mut self, text: &mut [Inline]) {
        walk::each_nested_inline_mut(text, &mut |inline| self.mend_inline(inline, TextRole::Title));
    }

    /// Replaces characters in the words of an inline itself.
    fn mend_inline(&mut self, inline: &mut Inline, role: TextRole) {
        let span = Some(inline.span);
        match &mut inline.kind {
            InlineKind::Text(text) => self.mend_string(text, span, role),
            InlineKind::Code(text) => self.mend_string(text, span, TextRole::Code),
            InlineKind::Image(image) => self.mend_string(&mut image.alt, span, role),
            InlineKind::FootnoteRef(label) => spell_string(label),
            InlineKind::Space
            | InlineKind::Break
            | InlineKind::Emphasis(_)
            | InlineKind::Strong(_)
            | InlineKind::Strike(_)
            | InlineKind::Subscript(_)
            | InlineKind::Superscript(_)
            | InlineKind::Link(_)
            | InlineKind::Value(_)
            | InlineKind::Span(..)
            | InlineKind::Icon(_) => {}
        }
    }

    fn mend_card(&mut self, card: &mut DeckCard) {
        let stats = card.stats.iter_mut().flat_map(|(name, value)| [name, value]);
        let back = match &mut card.style.back {
            Some(CardBack::Words(words)) => Some(words),
            Some(CardBack::Picture(_)) | None => None,
        };
        let strings = stats.chain([&mut card.cost, &mut card.group]).chain(back);
        strings.for_each(|text| self.mend_string(text, Some(card.span), TextRole::Title));
        let lines = card.text.iter_mut().chain([&mut card.name, &mut card.kind]);
        lines.for_each(|text| self.mend_title(text));
    }

    /// Writes codes in place of characters; in a string that is still as written, each has its exact place.
    fn mend_string(&mut self, text: &mut String, span: Option<Span>, role: TextRole) {
        let lost = font::lost_characters(text, role);
        for (at, c) in &lost {
            let place = |text_span: Span| GlyphPlace {
                first: text_span.part(text, *at..at + c.len_utf8()),
                text: text_span,
            };
            self.count(*c, span.map(place));
        }
        if !lost.is_empty() {
            *text = font::spell_lost(text, &lost);
        }
    }
}

/// Returns the chart that a code block draws.
pub fn drawn_chart(code: &CodeBlock) -> Option<Chart> {
    if code.is_chart() { flowchart::parse_chart(&code.text).0 } else { None }
}

fn spell_string(text: &mut String) {
    *text = font::printable_text(text, TextRole::Prose);
}

/// Percent-encodes characters of an address that cannot be printed; the address stays the same.
fn escape_address(address: &mut String) {
    for (at, c) in font::lost_characters(address, TextRole::Prose).into_iter().rev() {
        let bytes = c
            .encode_utf8(&mut [0; 4])
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect::<String>();
        address.replace_range(at..at + c.len_utf8(), &bytes);
    }
}

fn part_picture(part: &mut ExamplePart) -> Option<&mut Picture> {
    match part {
        ExamplePart::Step { picture, .. } => picture.as_mut(),
        ExamplePart::Board { picture, .. } => Some(picture),
        ExamplePart::Heading(_) | ExamplePart::Walk(_) => None,
    }
}
