//! Numbers of steps that sheet.md and cards.md write themselves. In: a block of a page. Out: the same, with the number that is
//! printed before each item of its numbered lists; steps in steps go on with theirs, as in a chapter.

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
