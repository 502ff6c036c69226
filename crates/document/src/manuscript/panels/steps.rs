//! Numbers of steps that sheet.md and cards.md write themselves. In: a block of a page. Out: the same block,
//! with the number before each item of its numbered lists; steps within steps continue their numbers, as in a
//! chapter.

use crate::{Block, BlockKind, List, ListStyle, walk};

/// Numbers the steps of a block; `path` holds the numbers of the steps around it.
pub fn number_steps(block: &mut Block, path: &[String]) {
    if let BlockKind::List(list) = &mut block.kind {
        return number_list(list, path);
    }
    let inner = walk::child_blocks_mut(&mut block.kind).into_iter().flatten();
    inner.for_each(|inner| number_steps(inner, &[]));
}

fn number_list(list: &mut List, path: &[String]) {
    for (number, item) in (list.start..).zip(&mut list.items) {
        let mut own = Vec::new();
        if list.style == ListStyle::Ordered {
            own = [path, &[number.to_string()]].concat();
            item.marker = own.join(".");
        }
        item.blocks.iter_mut().for_each(|inner| number_steps(inner, &own));
    }
}
