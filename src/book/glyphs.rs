//! Characters that no bundled font has print as their code, so that nothing silently becomes a
//! blank or a box.

use std::collections::BTreeMap;

use super::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::deck::DeckCard;
use crate::document::{BlockKind, ExamplePart, Inline, InlineKind, PlayedExample, walk};
use crate::font;
use crate::picture::Picture;
use crate::source::Span;

/// Characters without a glyph: how often, and where first.
type LostGlyphs = BTreeMap<char, (usize, Option<Span>)>;

/// Replaces them everywhere in `book` and reports each once.
pub(super) fn replace_missing_glyphs(book: &mut Book, findings: &mut Findings) {
    let mut lost = LostGlyphs::new();
    for text in
        [&mut book.title].into_iter().chain(book.subtitle.as_mut()).chain(book.edition.as_mut())
    {
        mend_string(text, None, &mut lost);
    }
    book.notice
        .as_mut()
        .into_iter()
        .chain(&mut book.authors)
        .for_each(|text| mend_string(text, None, &mut lost));
    for entry in &mut book.quick {
        mend_inlines(&mut entry.title, &mut lost);
    }
    for deck in &mut book.decks {
        mend_string(&mut deck.title, None, &mut lost);
        deck.cards.iter_mut().for_each(|card| mend_card(card, &mut lost));
    }
    for panel in book.sheet.iter_mut().chain(&mut book.cards) {
        let titles = panel.parts.iter_mut().map(|part| &mut part.title);
        std::iter::once(&mut panel.title)
            .chain(titles)
            .for_each(|title| mend_inlines(title, &mut lost));
    }
    let panels = book.sheet.iter_mut().chain(&mut book.cards);
    let parts = panels.flat_map(|panel| &mut panel.parts).map(|part| &mut part.blocks);
    let quick = book.quick.iter_mut().map(|entry| &mut entry.blocks).chain(parts);
    let notes = book.footnotes.iter_mut().map(|note| &mut note.blocks);
    for blocks in std::iter::once(&mut book.blocks).chain(quick).chain(notes) {
        walk::each_block_mut(blocks, &mut |block| match &mut block.kind {
            BlockKind::Code(code) => mend_string(&mut code.text, Some(block.span), &mut lost),
            BlockKind::Callout(callout) => {
                mend_string(&mut callout.word, Some(block.span), &mut lost)
            }
            BlockKind::Figure(figure) => {
                mend_string(&mut figure.image.alt, Some(block.span), &mut lost)
            }
            BlockKind::Example(played) => {
                let texts = example_pictures(played).flat_map(Picture::texts_mut);
                texts.for_each(|text| mend_string(text, None, &mut lost));
            }
            BlockKind::Table(table) => {
                let names = table
                    .mat
                    .iter_mut()
                    .flat_map(|mat| &mut mat.fields)
                    .map(|field| &mut field.name);
                names.for_each(|name| mend_string(name, None, &mut LostGlyphs::new()));
            }
            _ => {}
        });
        walk::each_inline_mut(blocks, &mut |inline| match &mut inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => {
                mend_string(text, Some(inline.span), &mut lost)
            }
            InlineKind::Image(image) => mend_string(&mut image.alt, Some(inline.span), &mut lost),
            _ => {}
        });
    }
    report_lost_glyphs(&lost, findings);
}

/// The pictures of an example.
fn example_pictures(played: &mut PlayedExample) -> impl Iterator<Item = &mut Picture> {
    let steps = played.entries.iter_mut().filter_map(|entry| match entry {
        ExamplePart::Step { picture, .. } => picture.as_mut(),
        _ => None,
    });
    played.position.as_mut().into_iter().chain(steps)
}

fn mend_inlines(text: &mut [Inline], lost: &mut LostGlyphs) {
    walk::each_nested_inline_mut(text, &mut |inline| {
        if let InlineKind::Text(text) | InlineKind::Code(text) = &mut inline.kind {
            mend_string(text, Some(inline.span), lost);
        }
    });
}

fn mend_card(card: &mut DeckCard, lost: &mut LostGlyphs) {
    let stats = card.stats.iter_mut().flat_map(|(name, value)| [name, value]);
    stats
        .chain([&mut card.cost, &mut card.group])
        .for_each(|text| mend_string(text, Some(card.span), lost));
    let lines = card.text.iter_mut().chain([&mut card.name, &mut card.kind]);
    lines.for_each(|text| mend_inlines(text, lost));
}

fn mend_string(text: &mut String, span: Option<Span>, lost: &mut LostGlyphs) {
    if text.chars().all(font::covers_character) {
        return;
    }
    let exact = span.filter(|span| span.range().len() == text.len());
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if font::covers_character(c) {
            out.push(c);
            continue;
        }
        let place = exact.map(|span| span.start as usize + at).zip(span);
        let place = place.map(|(at, span)| Span::new(span.source, at..at + c.len_utf8())).or(span);
        let entry = lost.entry(c).or_insert((0, place));
        entry.0 += 1;
        if !prints_nothing(c) {
            out.push_str(&format!("[U+{:04X}]", c as u32));
        }
    }
    *text = out;
}

/// Characters that print nothing anywhere; so does their code.
fn prints_nothing(c: char) -> bool {
    c.is_control() || c == '\u{feff}'
}

/// At most this many characters are named one by one.
const NAMED: usize = 20;

fn report_lost_glyphs(lost: &LostGlyphs, findings: &mut Findings) {
    for (c, (count, span)) in lost.iter().take(NAMED) {
        let printed = if prints_nothing(*c) { "it is left out" } else { "its code is printed" };
        let times = if *count == 1 { "once" } else { &format!("{count} times") };
        let message = format!("no bundled font has U+{:04X}, used {times}; {printed}", *c as u32);
        let finding = match span {
            Some(span) => Diagnostic::at(code::MISSING_GLYPH, *span, message),
            None => Diagnostic::global(code::MISSING_GLYPH, message),
        };
        findings.push(finding.hint("write another character or a word"));
    }
    if lost.len() > NAMED {
        let message = format!("{} more characters are in no bundled font", lost.len() - NAMED);
        findings.push(Diagnostic::global(code::MISSING_GLYPH, message));
    }
}
