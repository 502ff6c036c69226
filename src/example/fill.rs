//! Puts examples into the text: in place of a `TODO`, or at the end of a section.

use std::collections::BTreeMap;

use super::examples::{Acceptance, Example};
use super::narrate::{Citation, Lexicon, Sentence, SentencePart};
use super::scenario::Standing;
use super::story::{self, Step};
use crate::document::{
    Address, Anchor, Block, BlockKind, ChartWalk, ExamplePart, Heading, Inline, InlineKind, Link,
    LinkTarget, List, ListItem, ListStyle, PassedBox, PlayedExample, walk,
};
use crate::engine::trace::Act;
use crate::rules::Program;
use crate::source::Span;

/// The words that examples are told with, and the rules they cite.
type TellingRules<'a> = (&'a Lexicon, &'a Program);

/// Fills in every example that was played and has no error.
pub(super) fn fill_examples(blocks: &mut Vec<Block>, examples: &[Example], book: TellingRules<'_>) {
    let (mut fills, mut after): (BTreeMap<&str, &Example>, BTreeMap<&str, Vec<&Example>>) =
        Default::default();
    for example in examples.iter().filter(|example| example.state != Acceptance::Wrong) {
        match &example.scenario.stands {
            Some(Standing::Fills(anchor)) => {
                fills.insert(anchor.value.trim_start_matches('#'), example);
            }
            Some(Standing::After(anchor)) => {
                after.entry(anchor.value.trim_start_matches('#')).or_default().push(example);
            }
            None => {}
        }
    }
    replace_todos(blocks, &mut ExampleSection::default(), &mut fills, book);
    append_examples(blocks, &mut after, book);
}

/// Where an example stands.
#[derive(Default)]
struct ExampleSection {
    anchor: String,
    address: String,
}

impl ExampleSection {
    fn of(heading: &Heading) -> Self {
        Self { anchor: heading.anchor.0.clone(), address: heading.address.0.clone() }
    }
}

/// The first `TODO` below each heading that has an example becomes that example.
fn replace_todos(
    blocks: &mut [Block],
    section: &mut ExampleSection,
    fills: &mut BTreeMap<&str, &Example>,
    book: TellingRules<'_>,
) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => *section = ExampleSection::of(heading),
            BlockKind::Todo(_) => {
                if let Some(example) = fills.remove(section.anchor.as_str()) {
                    block.kind = example_block(example, section, book, block.span);
                }
            }
            _ => {}
        }
        for children in walk::child_blocks_mut(&mut block.kind) {
            replace_todos(children, section, fills, book);
        }
    }
}

/// Examples that stand at the end of a section, before the next heading.
fn append_examples(
    blocks: &mut Vec<Block>,
    after: &mut BTreeMap<&str, Vec<&Example>>,
    book: TellingRules<'_>,
) {
    let mut waiting: Vec<&Example> = Vec::new();
    let mut section = ExampleSection::default();
    let mut out = Vec::with_capacity(blocks.len() + after.len());
    for block in blocks.drain(..) {
        if let BlockKind::Heading(heading) = &block.kind {
            place_waiting(&mut out, &mut waiting, &section, book);
            section = ExampleSection::of(heading);
            waiting = after.remove(heading.anchor.0.as_str()).unwrap_or_default();
        }
        out.push(block);
    }
    place_waiting(&mut out, &mut waiting, &section, book);
    *blocks = out;
}

fn place_waiting(
    blocks: &mut Vec<Block>,
    waiting: &mut Vec<&Example>,
    section: &ExampleSection,
    book: TellingRules<'_>,
) {
    let Some(span) = blocks.last().map(|block| block.span) else { return };
    blocks.extend(
        waiting
            .drain(..)
            .map(|example| Block::new(example_block(example, section, book, span), span)),
    );
}

/// An example as a block: its title, what lies where at the start, and its steps.
fn example_block(
    example: &Example,
    section: &ExampleSection,
    (words, program): TellingRules<'_>,
    span: Span,
) -> BlockKind {
    let story = &example.story;
    let lines = || {
        example
            .opening
            .iter()
            .map(|line| paragraph_item(sentence_inlines(line, span), span))
            .collect()
    };
    let opening = match story.position.is_none() && !example.opening.is_empty() {
        true => vec![bullet_list(lines(), span)],
        false => Vec::new(),
    };
    let entries = story.entries.iter().map(|entry| match entry {
        story::StoryEntry::Heading(content) => {
            ExamplePart::Heading(sentence_inlines(content, span))
        }
        story::StoryEntry::Step(own) => ExamplePart::Step {
            number: own.number,
            blocks: step_blocks(step_inlines(own, words, span), span),
            picture: own.picture.clone(),
        },
    });
    BlockKind::Example(Box::new(PlayedExample {
        name: example.scenario.name.clone(),
        title: vec![text_inline(&example.scenario.title.value, span)],
        opening,
        position: story.position.clone(),
        entries: entries.chain(walked_charts(example, section, program)).collect(),
        end: sentence_inlines(&story.end, span),
    }))
}

fn bullet_list(items: Vec<ListItem>, span: Span) -> Block {
    Block::new(
        BlockKind::List(List { style: ListStyle::Bullet, start: 1, tight: true, items }),
        span,
    )
}

fn paragraph_item(content: Vec<Inline>, span: Span) -> ListItem {
    let blocks = vec![Block::new(BlockKind::Paragraph(content), span)];
    ListItem { blocks, span: Some(span), ..ListItem::default() }
}

/// The walks through charts, each with the numbers of its steps: only of the charts that are
/// nearest to the example, for those of other chapters are seen there.
fn walked_charts(
    example: &Example,
    section: &ExampleSection,
    program: &Program,
) -> Vec<ExamplePart> {
    let mut walks: Vec<(u32, usize, ChartWalk)> = Vec::new();
    for entry in &example.story.entries {
        let story::StoryEntry::Step(step) = entry else { continue };
        for at in &step.boxes {
            let Act::Box { chart, id, exit, .. } = &example.trace.records[*at].act else {
                continue;
            };
            let passed = PassedBox { id: id.clone(), exit: exit.clone(), step: step.number };
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
                    walks.push((
                        *chart,
                        near,
                        ChartWalk { chart: anchor, title, boxes: vec![passed] },
                    ));
                }
            }
        }
    }
    let nearest = walks.iter().map(|(_, near, _)| *near).max().unwrap_or(0);
    let near = walks.into_iter().filter(|(_, near, _)| *near == nearest && nearest > 0);
    near.map(|(.., walk)| ExamplePart::Walk(walk)).collect()
}

/// How many levels two addresses share: `3.2` and `3.4.1` share one.
fn nearness(one: &str, other: &str) -> usize {
    one.split('.').zip(other.split('.')).take_while(|(a, b)| a == b && !a.is_empty()).count()
}

/// What is said in a step as blocks: where it has lines, those between the first and the last one
/// are a list.
fn step_blocks(content: Vec<Inline>, span: Span) -> Vec<Block> {
    let mut lines: Vec<Vec<Inline>> = content
        .split(|inline| matches!(inline.kind, InlineKind::Break))
        .map(<[Inline]>::to_vec)
        .collect();
    let last = if lines.len() > 1 { lines.pop() } else { None };
    let between = lines.split_off(1);
    let paragraph = |line: Vec<Inline>| Block::new(BlockKind::Paragraph(line), span);
    let mut blocks: Vec<Block> = lines.into_iter().map(paragraph).collect();
    if !between.is_empty() {
        blocks.push(bullet_list(
            between.into_iter().map(|line| paragraph_item(line, span)).collect(),
            span,
        ));
    }
    blocks.extend(last.map(paragraph));
    blocks
}

/// What is said in a step; a rule is named behind the last of the sentences that follow it.
fn step_inlines(own: &Step, words: &Lexicon, span: Span) -> Vec<Inline> {
    let mut content = Vec::new();
    if !own.lead.is_empty() {
        content.push(strong_inline(vec![text_inline(&format!("{}.", own.lead), span)], span));
    }
    for (at, said) in own.sentences.iter().enumerate() {
        if !content.is_empty() {
            content.push(text_inline(" ", span));
        }
        content.extend(sentence_inlines(&said.sentence, span));
        let next = own.sentences.get(at + 1);
        let same = next.is_some_and(|next| next.citation == said.citation && !said.refuses);
        let Some(citation) = said.citation.as_ref().filter(|_| !same) else { continue };
        let rule = citation_inlines(citation, span);
        if said.refuses {
            let mut refusal = vec![text_inline(
                &format!("{}: ", words.phrase("not-allowed", "Not allowed")),
                span,
            )];
            refusal.extend(rule);
            refusal.push(text_inline(".", span));
            content.extend([text_inline(" ", span), strong_inline(refusal, span)]);
        } else {
            let rule = Inline::new(InlineKind::Emphasis(rule), span);
            content.extend([text_inline(" (", span), rule, text_inline(")", span)]);
        }
    }
    content
}

fn strong_inline(content: Vec<Inline>, span: Span) -> Inline {
    Inline::new(InlineKind::Strong(content), span)
}

/// The address, as a link to its place.
fn citation_inlines(citation: &Citation, span: Span) -> Vec<Inline> {
    let mut content = Vec::new();
    if let Some(card) = &citation.effect {
        content.push(Inline::new(InlineKind::Emphasis(vec![text_inline(card, span)]), span));
        content.push(text_inline(", ", span));
    }
    // An address is not broken between two lines.
    let words = vec![text_inline(&citation.address.replace(' ', "\u{a0}"), span)];
    if citation.book.is_some() {
        content.extend(words);
        return content;
    }
    let target = LinkTarget::Place {
        anchor: Anchor(citation.anchor.clone()),
        address: Address(citation.address.clone()),
        shown: false,
    };
    let link = Link { url: format!("#{}", citation.anchor), content: words, target };
    content.push(Inline::new(InlineKind::Link(link), span));
    content
}

fn sentence_inlines(sentence: &Sentence, span: Span) -> Vec<Inline> {
    let part = |part: &SentencePart| match part {
        SentencePart::Piece { thing, text: name } if thing.seen => {
            vec![Inline::new(InlineKind::Emphasis(vec![text_inline(name, span)]), span)]
        }
        SentencePart::Number { number } => vec![text_inline(&number.to_string(), span)],
        SentencePart::Words { text: words } | SentencePart::Piece { text: words, .. } => {
            words_by_line(words, span)
        }
        SentencePart::Zone { text: words, .. } | SentencePart::Player { text: words, .. } => {
            vec![text_inline(words, span)]
        }
    };
    sentence.parts.iter().flat_map(part).collect()
}

/// Words, with a line end wherever the sentence has one.
fn words_by_line(words: &str, span: Span) -> Vec<Inline> {
    let mut row = Vec::new();
    for (at, words) in words.split('\n').enumerate() {
        if at > 0 {
            row.push(Inline::new(InlineKind::Break, span));
        }
        if !words.is_empty() {
            row.push(text_inline(words, span));
        }
    }
    row
}

fn text_inline(text: &str, span: Span) -> Inline {
    Inline::new(InlineKind::Text(text.to_owned()), span)
}
