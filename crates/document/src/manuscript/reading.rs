//! `{when=reading}`: keeps the blocks of the reading in force. In: the blocks of all chapters. Out: those of
//! this reading, and the anchors and places of the others.

use std::collections::BTreeSet;

use super::address;
use crate::{Block, BlockKind, plain_text, walk};
use base::source::Span;

/// Parts that only another reading prints.
#[derive(Default)]
pub struct UnreadParts {
    /// Anchors of these parts and within them.
    pub anchors: BTreeSet<String>,
    /// Places of these parts.
    pub places: Vec<Span>,
}

/// Removes blocks, sections and items marked for another reading than `reading`. Returns their anchors and
/// places.
pub fn keep_reading(blocks: &mut Vec<Block>, reading: &str) -> UnreadParts {
    let mut pass = ReadingPass { reading, dropped: UnreadParts::default() };
    pass.blocks(blocks);
    pass.dropped
}

struct ReadingPass<'a> {
    reading: &'a str,
    dropped: UnreadParts,
}

impl ReadingPass<'_> {
    fn blocks(&mut self, blocks: &mut Vec<Block>) {
        let mut section: Option<u8> = None;
        blocks.retain(|block| self.keep_block(block, &mut section));
        for block in blocks {
            if let BlockKind::List(list) = &mut block.kind {
                list.items.retain(|item| {
                    let kept = !self.is_other_reading(item.attributes.get("when"));
                    if !kept {
                        self.dropped.places.extend(item.span);
                        self.dropped.anchors.extend(item.attributes.id.clone());
                        item.blocks.iter().for_each(|block| self.drop_block(block));
                    }
                    kept
                });
            }
            for child in walk::child_blocks_mut(&mut block.kind) {
                self.blocks(child);
            }
        }
    }

    /// Reports whether a block stays; `section` is the level of the section that is being removed.
    fn keep_block(&mut self, block: &Block, section: &mut Option<u8>) -> bool {
        let other = self.is_other_reading(block.attributes.get("when"));
        if let Some(level) = block.heading_level() {
            *section = section.filter(|dropped| level > *dropped).or(other.then_some(level));
        }
        let kept = section.is_none() && !other;
        if !kept {
            self.drop_block(block);
        }
        kept
    }

    fn is_other_reading(&self, when: Option<&str>) -> bool {
        when.is_some_and(|when| when != self.reading)
    }

    fn drop_block(&mut self, block: &Block) {
        self.dropped.places.push(block.span);
        walk::each_block(std::slice::from_ref(block), &mut |block| {
            self.dropped.anchors.extend(anchors_of(block));
        });
    }
}

/// Returns the anchors of a block itself, and of the items of a list.
fn anchors_of(block: &Block) -> Vec<String> {
    let mut anchors: Vec<String> = block.attributes.id.iter().cloned().collect();
    if let BlockKind::Heading(heading) = &block.kind
        && anchors.is_empty()
    {
        anchors.push(address::slug(&plain_text(&heading.content)));
    }
    if let BlockKind::List(list) = &block.kind {
        anchors.extend(list.items.iter().filter_map(|item| item.attributes.id.clone()));
    }
    anchors
}
