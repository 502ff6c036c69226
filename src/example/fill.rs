//! Puts examples into the text: in place of a `TODO`, or at the end of a section.

use std::collections::BTreeMap;

use super::examples::{Example, State};
use super::narrate::{Citation, Part, Sentence, Words};
use super::scenario::Stands;
use super::story::{self, Step};
use crate::document::{
    Address, Anchor, Block, BlockKind, Entry, Heading, Inline, InlineKind, Item, Link, List,
    ListStyle, Passed, Played, Target, Walk, walk,
};
use crate::engine::trace::Act;
use crate::rules::Program;
use crate::source::Span;

/// The words that examples are told with, and the rules they cite.
type Told<'a> = (&'a Words, &'a Program);

/// Fills in every example that was played and has no error.
pub(super) fn fill(blocks: &mut Vec<Block>, examples: &[Example], book: Told<'_>) {
    let (mut fills, mut after): (BTreeMap<&str, &Example>, BTreeMap<&str, Vec<&Example>>) =
        Default::default();
    for example in examples.iter().filter(|example| example.state != State::Wrong) {
        match &example.scenario.stands {
            Some(Stands::Fills(anchor)) => {
                fills.insert(anchor.value.trim_start_matches('#'), example);
            }
            Some(Stands::After(anchor)) => {
                after.entry(anchor.value.trim_start_matches('#')).or_default().push(example);
            }
            None => {}
        }
    }
    replace(blocks, &mut Section::default(), &mut fills, book);
    append(blocks, &mut after, book);
}

/// Where an example stands.
#[derive(Default)]
struct Section {
    anchor: String,
    address: String,
}

impl Section {
    fn of(heading: &Heading) -> Self {
        Self { anchor: heading.anchor.0.clone(), address: heading.address.0.clone() }
    }
}

/// The first `TODO` below each heading that has an example becomes that example.
fn replace(
    blocks: &mut [Block],
    section: &mut Section,
    fills: &mut BTreeMap<&str, &Example>,
    book: Told<'_>,
) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => *section = Section::of(heading),
            BlockKind::Todo(_) => {
                if let Some(example) = fills.remove(section.anchor.as_str()) {
                    block.kind = told(example, section, book, block.span);
                }
            }
            _ => {}
        }
        for children in walk::children_mut(&mut block.kind) {
            replace(children, section, fills, book);
        }
    }
}

/// Examples that stand at the end of a section, before the next heading.
fn append(blocks: &mut Vec<Block>, after: &mut BTreeMap<&str, Vec<&Example>>, book: Told<'_>) {
    let mut waiting: Vec<&Example> = Vec::new();
    let mut section = Section::default();
    let mut out = Vec::with_capacity(blocks.len() + after.len());
    for block in blocks.drain(..) {
        if let BlockKind::Heading(heading) = &block.kind {
            place(&mut out, &mut waiting, &section, book);
            section = Section::of(heading);
            waiting = after.remove(heading.anchor.0.as_str()).unwrap_or_default();
        }
        out.push(block);
    }
    place(&mut out, &mut waiting, &section, book);
    *blocks = out;
}

fn place(blocks: &mut Vec<Block>, waiting: &mut Vec<&Example>, section: &Section, book: Told<'_>) {
    let Some(span) = blocks.last().map(|block| block.span) else { return };
    blocks.extend(
        waiting.drain(..).map(|example| Block::new(told(example, section, book, span), span)),
    );
}

/// An example as a block: its title, what lies where at the start, and its steps.
fn told(example: &Example, section: &Section, (words, program): Told<'_>, span: Span) -> BlockKind {
    let story = &example.story;
    let lines = || example.opening.iter().map(|line| item(sentence(line, span), span)).collect();
    let opening = match story.position.is_none() && !example.opening.is_empty() {
        true => vec![list(lines(), span)],
        false => Vec::new(),
    };
    let entries = story.entries.iter().map(|entry| match entry {
        story::Entry::Heading(content) => Entry::Heading(sentence(content, span)),
        story::Entry::Step(own) => Entry::Step {
            number: own.number,
            blocks: lined(step(own, words, span), span),
            picture: own.picture.clone(),
        },
    });
    BlockKind::Example(Box::new(Played {
        name: example.scenario.name.clone(),
        title: vec![text(&example.scenario.title.value, span)],
        opening,
        position: story.position.clone(),
        entries: entries.chain(walks(example, section, program)).collect(),
        end: sentence(&story.end, span),
    }))
}

fn list(items: Vec<Item>, span: Span) -> Block {
    Block::new(
        BlockKind::List(List { style: ListStyle::Bullet, start: 1, tight: true, items }),
        span,
    )
}

fn item(content: Vec<Inline>, span: Span) -> Item {
    let blocks = vec![Block::new(BlockKind::Paragraph(content), span)];
    Item { blocks, span: Some(span), ..Item::default() }
}

/// The walks through charts, each with the numbers of its steps: only of the charts that are
/// nearest to the example, for those of other chapters are seen there.
fn walks(example: &Example, section: &Section, program: &Program) -> Vec<Entry> {
    let mut walks: Vec<(u32, usize, Walk)> = Vec::new();
    for entry in &example.story.entries {
        let story::Entry::Step(step) = entry else { continue };
        for at in &step.boxes {
            let Act::Box { chart, id, exit, .. } = &example.trace.records[*at].act else {
                continue;
            };
            let passed = Passed { id: id.clone(), exit: exit.clone(), step: step.number };
            match walks.iter_mut().find(|(own, ..)| own == chart) {
                Some((.., walk)) => walk.boxes.push(passed),
                None => {
                    let Some(place) =
                        program.places.get(*chart as usize).filter(|place| place.book.is_none())
                    else {
                        continue;
                    };
                    let title = format!("{} {}", place.address, place.title).trim().to_owned();
                    let anchor = place.anchor.clone().unwrap_or_else(|| place.section.clone());
                    let near = nearness(&place.address, &section.address);
                    walks.push((*chart, near, Walk { chart: anchor, title, boxes: vec![passed] }));
                }
            }
        }
    }
    let nearest = walks.iter().map(|(_, near, _)| *near).max().unwrap_or(0);
    let near = walks.into_iter().filter(|(_, near, _)| *near == nearest && nearest > 0);
    near.map(|(.., walk)| Entry::Walk(walk)).collect()
}

/// How many levels two addresses share: `3.2` and `3.4.1` share one.
fn nearness(one: &str, other: &str) -> usize {
    one.split('.').zip(other.split('.')).take_while(|(a, b)| a == b && !a.is_empty()).count()
}

/// What is said in a step as blocks: where it has lines, those between the first and the last one
/// are a list.
fn lined(content: Vec<Inline>, span: Span) -> Vec<Block> {
    let mut lines: Vec<Vec<Inline>> = content
        .split(|inline| matches!(inline.kind, InlineKind::Break))
        .map(<[Inline]>::to_vec)
        .collect();
    let last = if lines.len() > 1 { lines.pop() } else { None };
    let between = lines.split_off(1);
    let paragraph = |line: Vec<Inline>| Block::new(BlockKind::Paragraph(line), span);
    let mut blocks: Vec<Block> = lines.into_iter().map(paragraph).collect();
    if !between.is_empty() {
        blocks.push(list(between.into_iter().map(|line| item(line, span)).collect(), span));
    }
    blocks.extend(last.map(paragraph));
    blocks
}

/// What is said in a step; a rule is named behind the last of the sentences that follow it.
fn step(own: &Step, words: &Words, span: Span) -> Vec<Inline> {
    let mut content = Vec::new();
    if !own.lead.is_empty() {
        content.push(strong(vec![text(&format!("{}.", own.lead), span)], span));
    }
    for (at, said) in own.said.iter().enumerate() {
        if !content.is_empty() {
            content.push(text(" ", span));
        }
        content.extend(sentence(&said.sentence, span));
        let next = own.said.get(at + 1);
        let same = next.is_some_and(|next| next.citation == said.citation && !said.refuses);
        let Some(citation) = said.citation.as_ref().filter(|_| !same) else { continue };
        let rule = cite(citation, span);
        if said.refuses {
            let mut refusal =
                vec![text(&format!("{}: ", words.phrase("not-allowed", "Not allowed")), span)];
            refusal.extend(rule);
            refusal.push(text(".", span));
            content.extend([text(" ", span), strong(refusal, span)]);
        } else {
            let rule = Inline::new(InlineKind::Emphasis(rule), span);
            content.extend([text(" (", span), rule, text(")", span)]);
        }
    }
    content
}

fn strong(content: Vec<Inline>, span: Span) -> Inline {
    Inline::new(InlineKind::Strong(content), span)
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
        Part::Zone { text: words, .. } | Part::Player { text: words, .. } => {
            vec![text(words, span)]
        }
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
