//! Addresses. Each heading, step and lettered bullet gets the address that readers cite; each anchor becomes
//! unique. In: a joined document. Out: the document with its numbers, and the index of its anchors.

mod anchors;
mod headings;
mod index;
mod lists;

use std::collections::{BTreeMap, BTreeSet};

pub use index::{AnchorEntry, AnchorIndex, slug};

use crate::{Anchor, Block, BlockKind, Document, InlineKind, plain_text, walk};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};

/// Numbers the headings and items of `document`. Places in footnotes have no address, but links can lead to
/// them.
pub(crate) fn number_places(document: &mut Document, findings: &mut Findings) -> AnchorIndex {
    findings.0.extend(author_numbers(&document.blocks));
    let mut pass = AddressPass {
        index: AnchorIndex::default(),
        explicit: explicit_anchors(&document.blocks),
        numbers: BTreeMap::new(),
        locals: BTreeMap::new(),
        section: SectionCounters::default(),
        titles: Default::default(),
        counters: [0; 8],
        findings,
    };
    pass.blocks(&mut document.blocks);
    pass.section = SectionCounters::default();
    document.footnotes.iter_mut().for_each(|note| pass.blocks(&mut note.blocks));
    pass.index
}

fn explicit_anchors(blocks: &[Block]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    walk::each_block(blocks, &mut |block| ids.extend(block.attributes.id.clone()));
    ids
}

/// Returns one note about all titles that already have a number of their own.
fn author_numbers(blocks: &[Block]) -> Option<Diagnostic> {
    let mut numbered = blocks.iter().filter(|block| has_author_number(block));
    let first = numbered.next()?.span;
    Some(own_numbers(first, 1 + numbered.count()))
}

fn own_numbers(first: Span, count: usize) -> Diagnostic {
    let carry = match count {
        1 => "1 heading carries its".to_owned(),
        count => format!("{count} headings carry their"),
    };
    let message = format!("{carry} own number; the number is printed once and used as the address");
    let hint = "leave the numbers out: headings are numbered when they are printed";
    Diagnostic::at(code::AUTHOR_NUMBER, first, message).hint(hint)
}

fn has_author_number(block: &Block) -> bool {
    let BlockKind::Heading(heading) = &block.kind else { return false };
    super::headings::author_number(&plain_text(&heading.content)).is_some()
}

/// Counts within the current section.
#[derive(Default)]
struct SectionCounters {
    title: String,
    address: String,
    level: usize,
    /// True if the class of the section asks for letters before its bullets.
    lettered: bool,
    lists: usize,
    letters: usize,
}

struct AddressPass<'a> {
    index: AnchorIndex,
    explicit: BTreeSet<String>,
    /// Last number appended to each name that was taken.
    numbers: BTreeMap<String, usize>,
    /// Last number appended to each slug, by file.
    locals: BTreeMap<(SourceId, String), usize>,
    section: SectionCounters,
    /// Latest title of each level.
    titles: [String; 8],
    counters: [u32; 8],
    findings: &'a mut Findings,
}

impl AddressPass<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        blocks.iter_mut().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &mut Block) {
        let Block { kind, span, attributes } = block;
        match kind {
            BlockKind::Heading(heading) => self.heading(heading, attributes, *span),
            BlockKind::List(list) => {
                self.named(&mut attributes.id, *span);
                let base = self.section.address.clone();
                self.list(list, &base, &[]);
            }
            BlockKind::Paragraph(_)
            | BlockKind::Quote(_)
            | BlockKind::Callout(_)
            | BlockKind::Brief(_)
            | BlockKind::Table(_)
            | BlockKind::Code(_)
            | BlockKind::Figure(_)
            | BlockKind::Pull(_)
            | BlockKind::Todo(_)
            | BlockKind::Rule
            | BlockKind::Example(_)
            | BlockKind::Definitions(_) => {
                self.named(&mut attributes.id, *span);
                walk::child_blocks_mut(kind).into_iter().for_each(|child| self.blocks(child));
            }
        }
        self.named_spans(kind);
    }

    /// Records as places all spans with an anchor in the text of a block.
    fn named_spans(&mut self, kind: &mut BlockKind) {
        for run in walk::inline_runs_mut(kind) {
            walk::each_nested_inline_mut(run, &mut |inline| {
                if let InlineKind::Span(_, attributes) = &mut inline.kind {
                    self.named(&mut attributes.id, inline.span);
                }
            });
        }
    }

    /// Enters a place in the current section if it has a name.
    fn named(&mut self, id: &mut Option<String>, span: Span) {
        if let Some(name) = id.take() {
            let Anchor(name) = self.enter(name, span, self.section.address.clone());
            *id = Some(name);
        }
    }
}
