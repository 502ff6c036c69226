//! Limits the depth of a tree, so that every column can hold it and recursion does not exhaust the stack. In:
//! a joined document. Out: the document with content that was too deep at the last level; its words stay.

use crate::parse::nesting::{MAX_CALLOUTS, MAX_DEPTH, MAX_MARKS, MAX_TABLES, depth_finding};
use crate::{Block, BlockKind, Document, Inline, walk};
use base::diagnostic::Findings;
use base::source::Span;

/// Unwraps blocks that are nested too deeply.
pub fn limit_depth(document: &mut Document, findings: &mut Findings) {
    let mut pass = DepthPass { deep: None };
    document.bodies_mut().for_each(|blocks| pass.blocks(blocks, NestingLevel::default()));
    findings.0.extend(pass.deep.map(depth_finding));
}

#[derive(Clone, Copy, Default)]
struct NestingLevel {
    blocks: usize,
    tables: usize,
    callouts: usize,
}

impl NestingLevel {
    /// Returns the level inside a block.
    fn inside(self, kind: &BlockKind) -> Self {
        Self {
            blocks: self.blocks + 1,
            tables: self.tables + usize::from(matches!(kind, BlockKind::Table(_))),
            callouts: self.callouts
                + usize::from(matches!(kind, BlockKind::Callout(_) | BlockKind::Brief(_))),
        }
    }

    /// Reports whether a block is too deep at this level.
    fn is_too_deep_for(self, block: &Block) -> bool {
        match block.kind {
            BlockKind::Table(_) => self.tables >= MAX_TABLES || self.blocks >= MAX_DEPTH,
            BlockKind::Callout(_) | BlockKind::Brief(_) => {
                self.callouts >= MAX_CALLOUTS || self.blocks >= MAX_DEPTH
            }
            BlockKind::List(_) | BlockKind::Quote(_) | BlockKind::Definitions(_) => {
                self.blocks >= MAX_DEPTH
            }
            BlockKind::Heading(_)
            | BlockKind::Paragraph(_)
            | BlockKind::Code(_)
            | BlockKind::Figure(_)
            | BlockKind::Pull(_)
            | BlockKind::Todo(_)
            | BlockKind::Rule
            | BlockKind::Example(_) => false,
        }
    }
}

struct DepthPass {
    /// First place that is too deep.
    deep: Option<Span>,
}

impl DepthPass {
    fn blocks(&mut self, blocks: &mut Vec<Block>, level: NestingLevel) {
        if blocks.iter().any(|block| level.is_too_deep_for(block)) {
            self.flatten(blocks, level);
        }
        for block in blocks {
            let inside = level.inside(&block.kind);
            walk::inline_runs_mut(&mut block.kind).into_iter().for_each(|run| self.inlines(run, 0));
            for child in walk::child_blocks_mut(&mut block.kind) {
                self.blocks(child, inside);
            }
        }
    }

    /// Replaces blocks that are too deep by their content.
    fn flatten(&mut self, blocks: &mut Vec<Block>, level: NestingLevel) {
        for block in std::mem::take(blocks) {
            if level.is_too_deep_for(&block) {
                self.deep.get_or_insert(block.span);
                flatten_block(block, blocks);
            } else {
                blocks.push(block);
            }
        }
    }

    fn inlines(&mut self, inlines: &mut [Inline], depth: usize) {
        for inline in inlines {
            let span = inline.span;
            let Some(content) = walk::child_inlines_mut(&mut inline.kind) else { continue };
            if depth < MAX_MARKS {
                self.inlines(content, depth + 1);
            } else if content.iter().any(|inline| walk::child_inlines(&inline.kind).is_some()) {
                self.deep.get_or_insert(span);
                for inline in std::mem::take(content) {
                    flatten_inline(inline, content);
                }
            }
        }
    }
}

/// Appends the innermost blocks of a block.
fn flatten_block(mut block: Block, out: &mut Vec<Block>) {
    let Some(words) = container_words(&mut block) else { return out.push(block) };
    let span = block.span;
    let paragraphs = words.into_iter().filter(|words| !words.is_empty()).map(BlockKind::Paragraph);
    out.extend(paragraphs.map(|kind| Block::new(kind, span)));
    for child in walk::child_blocks_mut(&mut block.kind) {
        child.drain(..).for_each(|inner| flatten_block(inner, out));
    }
}

/// Takes the words of a container that are outside of its blocks; `None` for a block that holds no others.
fn container_words(block: &mut Block) -> Option<Vec<Vec<Inline>>> {
    match &mut block.kind {
        BlockKind::Callout(callout) => {
            Some(vec![vec![Inline::text(std::mem::take(&mut callout.word), block.span)]])
        }
        kind @ (BlockKind::Table(_) | BlockKind::Definitions(_)) => {
            Some(walk::inline_runs_mut(kind).into_iter().map(std::mem::take).collect())
        }
        BlockKind::List(_) | BlockKind::Quote(_) | BlockKind::Brief(_) => Some(Vec::new()),
        BlockKind::Heading(_)
        | BlockKind::Paragraph(_)
        | BlockKind::Code(_)
        | BlockKind::Figure(_)
        | BlockKind::Pull(_)
        | BlockKind::Todo(_)
        | BlockKind::Rule
        | BlockKind::Example(_) => None,
    }
}

/// Appends the innermost inlines of an inline.
fn flatten_inline(mut inline: Inline, out: &mut Vec<Inline>) {
    match walk::child_inlines_mut(&mut inline.kind) {
        Some(content) => content.drain(..).for_each(|inner| flatten_inline(inner, out)),
        None => out.push(inline),
    }
}
