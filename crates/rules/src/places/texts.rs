//! Words of a place, one line for each run of words.

use document::{Block, BlockKind, Inline, InlineKind, List, ListItem, ListStyle, plain_text, walk};

/// Returns the words of blocks, without briefs and charts. Items that are places of their own are left out
/// unless `items`.
pub fn place_words(blocks: &[Block], names: bool, items: bool) -> String {
    let mut out = String::new();
    push_words(blocks, names, items, &mut out);
    out
}

fn push_words(blocks: &[Block], names: bool, items: bool, out: &mut String) {
    for block in blocks {
        if matches!(block.kind, BlockKind::Brief(_) | BlockKind::Heading(_) | BlockKind::Todo(_)) {
            continue;
        }
        push_own_words(block, names, out);
        let has_place = |item: &ListItem, list: &List| {
            item.attributes.id.is_some() || list.style != ListStyle::Bullet
        };
        if let BlockKind::List(list) = &block.kind {
            for item in list.items.iter().filter(|item| items || !has_place(item, list)) {
                push_words(&item.blocks, names, items, out);
            }
        } else {
            let children = walk::child_blocks(&block.kind);
            children.into_iter().for_each(|child| push_words(child, names, items, out));
        }
    }
}

/// Adds the words of a block without those of its child blocks.
fn push_own_words(block: &Block, names: bool, out: &mut String) {
    for text in walk::inline_runs(&block.kind) {
        let words = inline_words(text, names);
        if !words.trim().is_empty() {
            *out += words.trim();
            out.push('\n');
        }
    }
}

/// Returns the words of inlines; with `names`, `{=name}` instead of the text of a named value.
pub fn inline_words(inlines: &[Inline], names: bool) -> String {
    if !names {
        return plain_text(inlines);
    }
    let mut out = String::new();
    for inline in inlines {
        match (&inline.kind, walk::child_inlines(&inline.kind)) {
            (InlineKind::Value(value), _) => out += &format!("{{={}}}", value.name),
            (_, Some(content)) => out += &inline_words(content, names),
            _ => out += &plain_text(std::slice::from_ref(inline)),
        }
    }
    out
}
