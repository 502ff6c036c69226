//! Puts examples into the text: in place of a `TODO`, or at the end of a section.

use std::collections::BTreeMap;

use super::acceptance::Acceptance;
use super::blocks::ExampleBlocks;
use super::examples::Example;
use super::narrate::Lexicon;
use super::scenario::Standing;
use crate::document::{Block, BlockKind, Heading, walk};
use crate::rules::Program;

/// The words that examples are told with, and the rules they cite.
type TellingRules<'a> = (&'a Lexicon, &'a Program);

/// Fills in every example that was played and has no error.
pub(super) fn fill_examples(
    blocks: &mut Vec<Block>,
    examples: &[Example],
    rules: TellingRules<'_>,
) {
    let mut waiting = WaitingExamples::of(examples, rules);
    waiting.replace_todos(blocks, &mut ExampleSection::default());
    waiting.append_to_sections(blocks);
}

/// Where an example stands.
#[derive(Default)]
pub(super) struct ExampleSection {
    pub(super) anchor: String,
    pub(super) address: String,
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
    rules: TellingRules<'a>,
}

impl<'a> WaitingExamples<'a> {
    fn of(examples: &'a [Example], rules: TellingRules<'a>) -> Self {
        let mut waiting = Self { fills: BTreeMap::new(), after: BTreeMap::new(), rules };
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

    /// The first `TODO` below each heading that has an example becomes that example.
    fn replace_todos(&mut self, blocks: &mut [Block], section: &mut ExampleSection) {
        for block in blocks {
            if let BlockKind::Heading(heading) = &block.kind {
                *section = ExampleSection::of(heading);
            } else if let BlockKind::Todo(_) = &block.kind {
                self.replace_todo(block, section);
            }
            for children in walk::child_blocks_mut(&mut block.kind) {
                self.replace_todos(children, section);
            }
        }
    }

    fn replace_todo(&mut self, todo: &mut Block, section: &ExampleSection) {
        if let Some(example) = self.fills.remove(section.anchor.as_str()) {
            todo.kind = ExampleBlocks::new(self.rules, todo.span).block(example, section);
        }
    }

    /// Examples that stand at the end of a section, before the next heading.
    fn append_to_sections(&mut self, blocks: &mut Vec<Block>) {
        let mut here: Vec<&Example> = Vec::new();
        let mut section = ExampleSection::default();
        let mut out = Vec::with_capacity(blocks.len() + self.after.len());
        for block in blocks.drain(..) {
            if let BlockKind::Heading(heading) = &block.kind {
                self.append(&mut out, &mut here, &section);
                section = ExampleSection::of(heading);
                here = self.after.remove(heading.anchor.0.as_str()).unwrap_or_default();
            }
            out.push(block);
        }
        self.append(&mut out, &mut here, &section);
        *blocks = out;
    }

    fn append(&self, out: &mut Vec<Block>, here: &mut Vec<&Example>, section: &ExampleSection) {
        let Some(span) = out.last().map(|block| block.span) else { return };
        let blocks = ExampleBlocks::new(self.rules, span);
        out.extend(here.drain(..).map(|example| Block::new(blocks.block(example, section), span)));
    }
}
