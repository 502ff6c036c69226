//! The words of a place, one line for each run of words.

use crate::document::{Block, BlockKind, Inline, InlineKind, Item, ListStyle, plain, walk};

/// The words of blocks without those of items that are places of their own, of briefs and of
/// charts.
pub(super) fn words(blocks: &[Block], names: bool) -> String {
    let mut out = String::new();
    push(blocks, names, false, &mut out);
    out
}

/// The words of blocks with those of all their items.
pub(super) fn all_words(blocks: &[Block], names: bool) -> String {
    let mut out = String::new();
    push(blocks, names, true, &mut out);
    out
}

fn push(blocks: &[Block], names: bool, items: bool, out: &mut String) {
    for block in blocks {
        if matches!(block.kind, BlockKind::Brief(_) | BlockKind::Heading(_) | BlockKind::Todo(_)) {
            continue;
        }
        let texts = walk::texts(&block.kind).into_iter().map(|text| said(text, names));
        for text in texts.filter(|text| !text.trim().is_empty()) {
            *out += text.trim();
            out.push('\n');
        }
        let BlockKind::List(list) = &block.kind else {
            walk::children(&block.kind)
                .into_iter()
                .for_each(|child| push(child, names, items, out));
            continue;
        };
        let place = |item: &Item| item.attributes.id.is_some() || list.style != ListStyle::Bullet;
        for item in list.items.iter().filter(|item| items || !place(item)) {
            push(&item.blocks, names, items, out);
        }
    }
}

/// The words of inlines; with `names`, `{=name}` in place of what a named value says.
pub(super) fn said(inlines: &[Inline], names: bool) -> String {
    if !names {
        return plain(inlines);
    }
    let mut out = String::new();
    for inline in inlines {
        match (&inline.kind, walk::inner(&inline.kind)) {
            (InlineKind::Value(value), _) => out += &format!("{{={}}}", value.name),
            (_, Some(content)) => out += &said(content, names),
            _ => out += &plain(std::slice::from_ref(inline)),
        }
    }
    out
}
