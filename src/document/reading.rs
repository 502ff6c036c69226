//! `{when=reading}`: keeps what is printed under the reading in force.

use super::{Block, BlockKind, walk};

/// Drops blocks, sections and items marked for another reading than `reading`.
pub(super) fn keep(blocks: &mut Vec<Block>, reading: &str) {
    let mut dropped: Option<u8> = None;
    blocks.retain(|block| {
        if let BlockKind::Heading(heading) = &block.kind {
            if dropped.is_some_and(|level| heading.level <= level) {
                dropped = None;
            }
            if dropped.is_none() && other(block.attributes.get("when"), reading) {
                dropped = Some(heading.level);
            }
        }
        dropped.is_none() && !other(block.attributes.get("when"), reading)
    });
    for block in blocks {
        if let BlockKind::List(list) = &mut block.kind {
            list.items.retain(|item| !other(item.attributes.get("when"), reading));
        }
        for child in walk::children_mut(&mut block.kind) {
            keep(child, reading);
        }
    }
}

fn other(when: Option<&str>, reading: &str) -> bool {
    when.is_some_and(|when| when != reading)
}
