//! Puts examples into the text: in place of a `TODO`, at the end of a section, or after the block that
//! contains a place.

use std::collections::{BTreeMap, BTreeSet};

use super::acceptance::Acceptance;
use super::blocks::ExampleBlocks;
use super::examples::Example;
use super::game::PlayableBook;
use super::places;
use super::scenario::Standing;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use document::{Block, BlockKind, Heading, InlineKind, walk};

/// Fills in every example that was played without error, and reports each that finds no place.
pub fn fill_examples(
    blocks: &mut Vec<Block>,
    examples: &[Example],
    game: &PlayableBook,
    findings: &mut Findings,
) {
    let mut waiting = WaitingExamples::of(examples, game);
    waiting.replace_todos(blocks, &mut ExampleSection::default());
    waiting.append_to_places(blocks);
    let told = |finding: &Diagnostic| findings.0.iter().any(|other| other.span == finding.span);
    let left = waiting.left().filter_map(unprinted);
    let left: Vec<Diagnostic> = left.filter(|finding| !told(finding)).collect();
    findings.0.extend(left);
}

/// The section that an example is printed in.
#[derive(Default)]
pub struct ExampleSection {
    pub anchor: String,
    pub address: String,
}

impl ExampleSection {
    fn of(heading: &Heading) -> Self {
        Self { anchor: heading.anchor.0.clone(), address: heading.address.0.clone() }
    }
}

/// Examples that wait for their place, by its anchor.
struct WaitingExamples<'a> {
    fills: BTreeMap<&'a str, &'a Example>,
    after: BTreeMap<&'a str, Vec<&'a Example>>,
    game: &'a PlayableBook,
}

impl<'a> WaitingExamples<'a> {
    fn of(examples: &'a [Example], game: &'a PlayableBook) -> Self {
        let mut waiting = Self { fills: BTreeMap::new(), after: BTreeMap::new(), game };
        for example in examples.iter().filter(|example| example.state != Acceptance::Wrong) {
            let Some(standing) = &example.scenario.stands else { continue };
            let anchor = standing.anchor().value.trim_start_matches('#');
            match standing {
                Standing::Fills(_) => {
                    waiting.fills.insert(anchor, example);
                }
                Standing::After(_) => waiting.after.entry(anchor).or_default().push(example),
            }
        }
        waiting
    }

    /// Replaces the first `TODO` below each heading that has an example.
    fn replace_todos(&mut self, blocks: &mut [Block], section: &mut ExampleSection) {
        for block in blocks {
            if let BlockKind::Heading(heading) = &block.kind {
                *section = ExampleSection::of(heading);
            } else if let BlockKind::Todo(_) = &block.kind
                && let Some(example) = self.fills.remove(section.anchor.as_str())
            {
                let blocks = ExampleBlocks::new(&self.game.words, &self.game.program, block.span);
                block.kind = blocks.block(example, section);
            }
            for children in walk::child_blocks_mut(&mut block.kind) {
                self.replace_todos(children, section);
            }
        }
    }

    /// Puts examples after their section, before the next heading, or after the block that contains their
    /// place, so that no list is split and no frame is within another.
    fn append_to_places(&mut self, blocks: &mut Vec<Block>) {
        let mut here: Vec<&Example> = Vec::new();
        let mut section = ExampleSection::default();
        let mut out = Vec::with_capacity(blocks.len() + self.after.len());
        for block in blocks.drain(..) {
            if let BlockKind::Heading(heading) = &block.kind {
                self.append(&mut out, &mut here, &section);
                section = ExampleSection::of(heading);
                here = self.after.remove(heading.anchor.0.as_str()).unwrap_or_default();
            }
            let mut behind = self.take_behind(&block);
            out.push(block);
            self.append(&mut out, &mut behind, &section);
        }
        self.append(&mut out, &mut here, &section);
        *blocks = out;
    }

    /// Takes the examples whose places are in a block.
    fn take_behind(&mut self, block: &Block) -> Vec<&'a Example> {
        if self.after.is_empty() {
            return Vec::new();
        }
        let mut names = BTreeSet::new();
        walk::each_block(std::slice::from_ref(block), &mut |block| block_names(block, &mut names));
        walk::each_inline(std::slice::from_ref(block), &mut |inline| {
            if let InlineKind::Span(_, attributes) = &inline.kind {
                names.extend(attributes.id.as_deref());
            }
        });
        let stands_in =
            |written: &&str| names.contains(written) || self.is_place_in(written, block);
        let anchors: Vec<&str> = self.after.keys().copied().filter(|key| stands_in(key)).collect();
        anchors.into_iter().filter_map(|anchor| self.after.remove(anchor)).flatten().collect()
    }

    /// Returns whether the place that a scenario writes as `anchor 2.1` is in a block that is no title.
    fn is_place_in(&self, written: &str, block: &Block) -> bool {
        let program = &self.game.program;
        let place = places::standing_place(program, written);
        let place = place.and_then(|place| program.places.get(place as usize));
        let own = place.filter(|place| place.book.is_none() && !places::is_section(place));
        own.is_some_and(|place| {
            let (inner, outer) = (place.span, block.span);
            inner.source == outer.source && outer.start <= inner.start && inner.end <= outer.end
        })
    }

    fn append(&self, out: &mut Vec<Block>, here: &mut Vec<&Example>, section: &ExampleSection) {
        let Some(span) = out.last().map(|block| block.span) else { return };
        let blocks = ExampleBlocks::new(&self.game.words, &self.game.program, span);
        out.extend(here.drain(..).map(|example| Block::new(blocks.block(example, section), span)));
    }

    /// Returns the examples that found no place.
    fn left(self) -> impl Iterator<Item = &'a Example> {
        self.fills.into_values().chain(self.after.into_values().flatten())
    }
}

/// Collects the names of a block and of its items.
fn block_names<'b>(block: &'b Block, names: &mut BTreeSet<&'b str>) {
    names.extend(block.attributes.id.as_deref());
    if let BlockKind::List(list) = &block.kind {
        names.extend(list.items.iter().filter_map(|item| item.attributes.id.as_deref()));
    }
    if let BlockKind::Heading(heading) = &block.kind {
        names.insert(&heading.anchor.0);
    }
}

/// Reports an example that was played but is on no page.
fn unprinted(example: &Example) -> Option<Diagnostic> {
    let place = example.scenario.stands.as_ref()?.anchor();
    let name = short_quote(&place.value);
    let message = format!("this example is on no page: it cannot be printed at `{name}`");
    let hint =
        "name a heading, a paragraph, a list, a table or a chart of the text that is printed";
    Some(Diagnostic::at(code::SCENARIO_PLACE, place.span, message).hint(hint))
}
