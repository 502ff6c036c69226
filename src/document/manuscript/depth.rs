//! How deep a tree may nest, so that every column holds it and nothing that walks it runs out of
//! stack. In: a joined document. Out: what lies too deep stands at the last level; its words stay.

use crate::diagnostic::Findings;
use crate::document::parse::nesting::{
    MAX_CALLOUTS, MAX_DEPTH, MAX_MARKS, MAX_TABLES, depth_finding,
};
use crate::document::{Block, BlockKind, Document, Inline, InlineKind, walk};
use crate::source::Span;

/// Takes apart what is nested too deep.
pub(super) fn limit_depth(document: &mut Document, findings: &mut Findings) {
    let mut pass = DepthPass { deep: None };
    pass.blocks(&mut document.blocks, NestingLevel::default());
    document
        .footnotes
        .iter_mut()
        .for_each(|note| pass.blocks(&mut note.blocks, NestingLevel::default()));
    if let Some(span) = pass.deep {
        findings.push(depth_finding(span));
    }
}

#[derive(Clone, Copy, Default)]
struct NestingLevel {
    blocks: usize,
    tables: usize,
    callouts: usize,
}

struct DepthPass {
    /// The first place that is too deep.
    deep: Option<Span>,
}

impl DepthPass {
    fn blocks(&mut self, blocks: &mut Vec<Block>, level: NestingLevel) {
        if blocks.iter().any(|block| too_deep(block, level)) {
            let mut flat = Vec::with_capacity(blocks.len());
            for block in blocks.drain(..) {
                if too_deep(&block, level) {
                    self.deep.get_or_insert(block.span);
                    flatten_block(block, &mut flat);
                } else {
                    flat.push(block);
                }
            }
            *blocks = flat;
        }
        for block in blocks {
            for text in walk::inline_runs_mut(&mut block.kind) {
                self.inlines(text, 0);
            }
            let inside = NestingLevel {
                blocks: level.blocks + 1,
                tables: level.tables + usize::from(matches!(block.kind, BlockKind::Table(_))),
                callouts: level.callouts
                    + usize::from(matches!(
                        block.kind,
                        BlockKind::Callout(_) | BlockKind::Brief(_)
                    )),
            };
            for child in walk::child_blocks_mut(&mut block.kind) {
                self.blocks(child, inside);
            }
        }
    }

    fn inlines(&mut self, inlines: &mut [Inline], depth: usize) {
        for inline in inlines.iter_mut() {
            let span = inline.span;
            let Some(content) = walk::child_inlines_mut(&mut inline.kind) else { continue };
            if depth < MAX_MARKS {
                self.inlines(content, depth + 1);
            } else if content.iter().any(|inline| walk::child_inlines(&inline.kind).is_some()) {
                self.deep.get_or_insert(span);
                let mut flat = Vec::new();
                std::mem::take(content)
                    .into_iter()
                    .for_each(|inline| flatten_inline(inline, &mut flat));
                *content = flat;
            }
        }
    }
}

fn too_deep(block: &Block, level: NestingLevel) -> bool {
    match block.kind {
        BlockKind::Table(_) => level.tables >= MAX_TABLES || level.blocks >= MAX_DEPTH,
        BlockKind::Callout(_) | BlockKind::Brief(_) => {
            level.callouts >= MAX_CALLOUTS || level.blocks >= MAX_DEPTH
        }
        BlockKind::List(_) | BlockKind::Quote(_) | BlockKind::Definitions(_) => {
            level.blocks >= MAX_DEPTH
        }
        _ => false,
    }
}

/// The blocks in a block that hold no others.
fn flatten_block(mut block: Block, out: &mut Vec<Block>) {
    let words = match &block.kind {
        BlockKind::Callout(callout) => {
            vec![vec![Inline::new(InlineKind::Text(callout.word.clone()), block.span)]]
        }
        BlockKind::Table(_) | BlockKind::Definitions(_) => {
            walk::inline_runs(&block.kind).into_iter().cloned().collect()
        }
        BlockKind::List(_) | BlockKind::Quote(_) | BlockKind::Brief(_) => Vec::new(),
        _ => return out.push(block),
    };
    let span = block.span;
    let paragraphs = words.into_iter().filter(|words| !words.is_empty()).map(BlockKind::Paragraph);
    out.extend(paragraphs.map(|kind| Block::new(kind, span)));
    for child in walk::child_blocks_mut(&mut block.kind) {
        child.drain(..).for_each(|inner| flatten_block(inner, out));
    }
}

/// The inlines in an inline that hold no others.
fn flatten_inline(mut inline: Inline, out: &mut Vec<Inline>) {
    match walk::child_inlines_mut(&mut inline.kind) {
        Some(content) => content.drain(..).for_each(|inner| flatten_inline(inner, out)),
        None => out.push(inline),
    }
}
