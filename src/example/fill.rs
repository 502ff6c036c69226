//! Puts examples into the text: in place of a `TODO`, or at the end of a section.

use std::collections::BTreeMap;

use super::examples::{Example, State};
use super::narrate::{Citation, Part, Sentence, Told};
use super::scenario::Stands;
use crate::document::{
    Address, Anchor, Block, BlockKind, Callout, Inline, InlineKind, Item, Link, List, ListStyle, Target, walk,
};
use crate::source::Span;

/// Fills in every example that was played and has no error.
pub(super) fn fill(blocks: &mut Vec<Block>, examples: &[Example]) {
    let (mut fills, mut after): (BTreeMap<&str, &Example>, BTreeMap<&str, Vec<&Example>>) = Default::default();
    for example in examples.iter().filter(|example| example.state != State::Wrong) {
        match &example.scenario.stands {
            Some(Stands::Fills(anchor)) => drop(fills.insert(anchor.value.trim_start_matches('#'), example)),
            Some(Stands::After(anchor)) => {
                after.entry(anchor.value.trim_start_matches('#')).or_default().push(example);
            }
            None => {}
        }
    }
    let mut section = String::new();
    replace(blocks, &mut section, &mut fills);
    append(blocks, &mut after);
}

/// The first `TODO` below each heading that has an example becomes that example.
fn replace(blocks: &mut [Block], section: &mut String, fills: &mut BTreeMap<&str, &Example>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => heading.anchor.0.clone_into(section),
            BlockKind::Todo(_) => {
                if let Some(example) = fills.remove(section.as_str()) {
                    block.kind = told(example, block.span);
                }
            }
            _ => {}
        }
        for children in walk::children_mut(&mut block.kind) {
            replace(children, section, fills);
        }
    }
}

/// Examples that stand at the end of a section, before the next heading.
fn append(blocks: &mut Vec<Block>, after: &mut BTreeMap<&str, Vec<&Example>>) {
    let mut waiting: Vec<&Example> = Vec::new();
    let mut out = Vec::with_capacity(blocks.len() + after.len());
    for block in blocks.drain(..) {
        if let BlockKind::Heading(heading) = &block.kind {
            place(&mut out, &mut waiting);
            waiting = after.remove(heading.anchor.0.as_str()).unwrap_or_default();
        }
        out.push(block);
    }
    place(&mut out, &mut waiting);
    *blocks = out;
}

fn place(blocks: &mut Vec<Block>, waiting: &mut Vec<&Example>) {
    let Some(span) = blocks.last().map(|block| block.span) else { return };
    blocks.extend(waiting.drain(..).map(|example| Block::new(told(example, span), span)));
}

/// An example as a callout: its title, what lies where at the start, and numbered sentences with what they cite.
fn told(example: &Example, span: Span) -> BlockKind {
    let title = Inline::new(InlineKind::Strong(vec![text(&example.scenario.title.value, span)]), span);
    let mut blocks = vec![Block::new(BlockKind::Paragraph(vec![title]), span)];
    if !example.opening.is_empty() {
        let items = example.opening.iter().map(|line| item(sentence(line, span), String::new(), span)).collect();
        blocks.push(list(ListStyle::Bullet, 1, items, span));
    }
    let mut steps: Vec<Item> = Vec::new();
    let mut first = 1;
    for told in &example.told.told {
        match told.number {
            Some(number) => {
                if steps.is_empty() {
                    first = number;
                }
                steps.push(step(told, number, span));
            }
            None => {
                close(&mut blocks, &mut steps, first, span);
                let heading = Inline::new(InlineKind::Emphasis(sentence(&told.sentence, span)), span);
                blocks.push(Block::new(BlockKind::Paragraph(vec![heading]), span));
            }
        }
    }
    close(&mut blocks, &mut steps, first, span);
    if !example.told.end.parts.is_empty() {
        blocks.push(Block::new(BlockKind::Paragraph(sentence(&example.told.end, span)), span));
    }
    BlockKind::Callout(Callout { word: "EXAMPLE".to_owned(), blocks })
}

fn close(blocks: &mut Vec<Block>, steps: &mut Vec<Item>, first: u32, span: Span) {
    if !steps.is_empty() {
        blocks.push(list(ListStyle::Ordered, u64::from(first), std::mem::take(steps), span));
    }
}

fn list(style: ListStyle, start: u64, items: Vec<Item>, span: Span) -> Block {
    Block::new(BlockKind::List(List { style, start, tight: true, items }), span)
}

fn item(content: Vec<Inline>, marker: String, span: Span) -> Item {
    let blocks = vec![Block::new(BlockKind::Paragraph(content), span)];
    Item { blocks, marker, span: Some(span), ..Item::default() }
}

fn step(told: &Told, number: u32, span: Span) -> Item {
    let mut content = sentence(&told.sentence, span);
    if let Some(citation) = &told.citation {
        content.push(text(" (", span));
        content.extend(cite(citation, span));
        content.push(text(")", span));
    }
    item(content, number.to_string(), span)
}

/// The address, as a link to its place.
fn cite(citation: &Citation, span: Span) -> Vec<Inline> {
    let mut content = Vec::new();
    if let Some(card) = &citation.effect {
        content.push(Inline::new(InlineKind::Emphasis(vec![text(card, span)]), span));
        content.push(text(", ", span));
    }
    // An address is not broken between two lines.
    let words = vec![text(&citation.address.replace(' ', "\u{a0}"), span)];
    if citation.book.is_some() {
        content.extend(words);
        return content;
    }
    let target = Target::Place {
        anchor: Anchor(citation.anchor.clone()),
        address: Address(citation.address.clone()),
        shown: false,
    };
    let link = Link { url: format!("#{}", citation.anchor), content: words, target };
    content.push(Inline::new(InlineKind::Link(link), span));
    content
}

fn sentence(sentence: &Sentence, span: Span) -> Vec<Inline> {
    let part = |part: &Part| match part {
        Part::Piece { thing, text: name } if thing.seen => {
            vec![Inline::new(InlineKind::Emphasis(vec![text(name, span)]), span)]
        }
        Part::Number { number } => vec![text(&number.to_string(), span)],
        Part::Words { text: words } | Part::Piece { text: words, .. } => rows(words, span),
        Part::Zone { text: words, .. } | Part::Player { text: words, .. } => vec![text(words, span)],
    };
    sentence.parts.iter().flat_map(part).collect()
}

/// Words, with a line end wherever the sentence has one.
fn rows(words: &str, span: Span) -> Vec<Inline> {
    let mut row = Vec::new();
    for (at, words) in words.split('\n').enumerate() {
        if at > 0 {
            row.push(Inline::new(InlineKind::Break, span));
        }
        if !words.is_empty() {
            row.push(text(words, span));
        }
    }
    row
}

fn text(text: &str, span: Span) -> Inline {
    Inline::new(InlineKind::Text(text.to_owned()), span)
}
