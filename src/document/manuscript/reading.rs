//! `{when=reading}`: keeps what is printed under the reading in force.

use std::collections::BTreeSet;

use super::address;
use crate::document::{Block, BlockKind, plain_text, walk};

/// Drops blocks, sections and items marked for another reading than `reading`; gives their anchors
/// and those in them.
pub(super) fn keep_reading(blocks: &mut Vec<Block>, reading: &str) -> BTreeSet<String> {
    let mut pass = ReadingPass { reading, dropped: BTreeSet::new() };
    pass.blocks(blocks);
    pass.dropped
}

struct ReadingPass<'a> {
    reading: &'a str,
    dropped: BTreeSet<String>,
}

impl ReadingPass<'_> {
    fn blocks(&mut self, blocks: &mut Vec<Block>) {
        let mut section: Option<u8> = None;
        blocks.retain(|block| {
            if let BlockKind::Heading(heading) = &block.kind {
                if section.is_some_and(|level| heading.level <= level) {
                    section = None;
                }
                if section.is_none() && self.is_other_reading(block.attributes.get("when")) {
                    section = Some(heading.level);
                }
            }
            let kept = section.is_none() && !self.is_other_reading(block.attributes.get("when"));
            if !kept {
                self.drop_block(block);
            }
            kept
        });
        for block in blocks {
            if let BlockKind::List(list) = &mut block.kind {
                list.items.retain(|item| {
                    let kept = !self.is_other_reading(item.attributes.get("when"));
                    if !kept {
                        self.dropped.extend(item.attributes.id.clone());
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

    fn is_other_reading(&self, when: Option<&str>) -> bool {
        when.is_some_and(|when| when != self.reading)
    }

    fn drop_block(&mut self, block: &Block) {
        walk::each_block(std::slice::from_ref(block), &mut |block| {
            self.dropped.extend(block.attributes.id.clone());
            match &block.kind {
                BlockKind::Heading(heading) if block.attributes.id.is_none() => {
                    self.dropped.insert(address::slug(&plain_text(&heading.content)));
                }
                BlockKind::List(list) => {
                    self.dropped
                        .extend(list.items.iter().filter_map(|item| item.attributes.id.clone()));
                }
                _ => {}
            }
        });
    }
}
