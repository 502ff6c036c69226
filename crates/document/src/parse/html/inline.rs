//! Runs of inlines: white space is collapsed as in browsers, and loose inlines become paragraphs.

use super::DocumentNode;
use crate::{Attributes, Block, BlockKind, Figure, Inline, InlineKind, plain_text, walk};
use base::source::Span;

/// Splits text at white space. A single blank between two words stays in their text; any other run of white
/// space becomes one [`InlineKind::Space`].
pub fn split_words(text: &str, span: Span, out: &mut Vec<DocumentNode>) {
    let mut from = 0;
    while from < text.len() {
        let space = is_blank(text, from);
        let end = if space { space_end(text, from) } else { words_end(text, from) };
        let kind =
            if space { InlineKind::Space } else { InlineKind::Text(text[from..end].to_owned()) };
        out.push(DocumentNode::inline(kind, span.part(text, from..end)));
        from = end;
    }
}

fn is_blank(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_whitespace)
}

fn space_end(text: &str, from: usize) -> usize {
    (from..text.len()).find(|at| !is_blank(text, *at)).unwrap_or(text.len())
}

/// Returns the end of the words that begin at `from`; a single blank between two words is part of them.
fn words_end(text: &str, from: usize) -> usize {
    let ends = |at: &usize| is_blank(text, *at) && !is_single_space(text, *at);
    (from..text.len()).find(ends).unwrap_or(text.len())
}

fn is_single_space(text: &str, at: usize) -> bool {
    text.as_bytes()[at] == b' ' && at + 1 < text.len() && !is_blank(text, at + 1)
}

/// Gives content a name to link to; before blocks, the name is an inline of its own.
pub fn name_content(
    mut nodes: Vec<DocumentNode>,
    name: String,
    span: Span,
    out: &mut Vec<DocumentNode>,
) {
    let is_block = |node: &DocumentNode| matches!(node, DocumentNode::Block(_));
    let rest = nodes.split_off(nodes.iter().position(is_block).unwrap_or(nodes.len()));
    let inlines = nodes.into_iter().filter_map(DocumentNode::into_inline).collect();
    let attributes = Attributes::with_id(name);
    out.push(DocumentNode::inline(InlineKind::Span(inlines, attributes), span));
    out.extend(rest);
}

/// Turns each run of inlines that `joins` accepts into one inline of `kind`; white space alone stays white
/// space.
fn wrap_runs(
    nodes: Vec<DocumentNode>,
    span: Span,
    joins: fn(&InlineKind) -> bool,
    kind: &dyn Fn(Vec<Inline>) -> InlineKind,
) -> Vec<DocumentNode> {
    let joins =
        |node: &DocumentNode| matches!(node, DocumentNode::Inline(inline) if joins(&inline.kind));
    let alone = nodes.iter().all(joins);
    let mut out = Vec::new();
    let mut run = Vec::new();
    for node in nodes {
        if joins(&node) {
            run.extend(node.into_inline());
        } else {
            close_run(&mut run, None, kind, &mut out);
            out.push(node);
        }
    }
    close_run(&mut run, alone.then_some(span), kind, &mut out);
    out
}

fn close_run(
    run: &mut Vec<Inline>,
    whole: Option<Span>,
    kind: &dyn Fn(Vec<Inline>) -> InlineKind,
    out: &mut Vec<DocumentNode>,
) {
    let run = std::mem::take(run);
    match run.first() {
        Some(first) if run.iter().any(|inline| inline.kind != InlineKind::Space) => {
            let span = whole.or_else(|| covering_span(&run)).unwrap_or(first.span);
            out.push(DocumentNode::inline(kind(run), span));
        }
        _ => out.extend(run.into_iter().map(DocumentNode::Inline)),
    }
}

/// Puts runs of inlines into an inline of `kind`, which goes inside a paragraph or heading.
pub fn wrap_nodes(
    nodes: Vec<DocumentNode>,
    span: Span,
    kind: &dyn Fn(Vec<Inline>) -> InlineKind,
) -> Vec<DocumentNode> {
    let mut out = wrap_runs(nodes, span, |_| true, kind);
    out.iter_mut().filter_map(DocumentNode::as_block_mut).for_each(|block| {
        if let Some(content) = running_content(&mut block.kind) {
            let span = covering_span(content).unwrap_or(block.span);
            *content = vec![Inline::new(kind(std::mem::take(content)), span)];
        }
    });
    out
}

fn running_content(kind: &mut BlockKind) -> Option<&mut Vec<Inline>> {
    match kind {
        BlockKind::Paragraph(content) => Some(content),
        BlockKind::Heading(heading) => Some(&mut heading.content),
        _ => None,
    }
}

/// Makes words code; anything that is more than words stays unchanged.
pub fn code_nodes(nodes: Vec<DocumentNode>, span: Span) -> Vec<DocumentNode> {
    let words = |kind: &InlineKind| matches!(kind, InlineKind::Text(_) | InlineKind::Space);
    wrap_runs(nodes, span, words, &|mut run| {
        collapse_space(&mut run, &mut false);
        InlineKind::Code(plain_text(&run))
    })
}

/// Returns the span from the first of `run` to its last.
fn covering_span(run: &[Inline]) -> Option<Span> {
    Some(run.first()?.span.to(run.last()?.span))
}

/// Trims white space as in a block: runs become one space, and there is none at the ends.
pub fn trim_space(mut inlines: Vec<Inline>) -> Vec<Inline> {
    collapse_space(&mut inlines, &mut true);
    trim_end_space(&mut inlines);
    inlines
}

/// Removes each space after another one. `after_space` is true if a space comes before the inlines, and
/// afterwards if they end with one.
pub fn collapse_space(inlines: &mut Vec<Inline>, after_space: &mut bool) {
    inlines.retain_mut(|inline| match &mut inline.kind {
        InlineKind::Space => !std::mem::replace(after_space, true),
        kind => {
            match walk::child_inlines_mut(kind) {
                Some(content) => collapse_space(content, after_space),
                None => *after_space = ends_in_space(kind),
            }
            true
        }
    });
}

fn ends_in_space(kind: &InlineKind) -> bool {
    *kind == InlineKind::Break || matches!(kind, InlineKind::Text(text) if text.ends_with(' '))
}

fn trim_end_space(inlines: &mut Vec<Inline>) {
    while inlines.last_mut().is_some_and(|last| is_blank_end(&mut last.kind)) {
        inlines.pop();
    }
}

/// Reports whether an inline at the end of a run is white space, or empty once white space is removed from
/// its end; a place to link to stays.
fn is_blank_end(kind: &mut InlineKind) -> bool {
    if matches!(kind, InlineKind::Space | InlineKind::Span(..)) {
        return *kind == InlineKind::Space;
    }
    let Some(content) = walk::child_inlines_mut(kind) else { return false };
    trim_end_space(content);
    content.is_empty()
}

/// Makes paragraphs of loose inlines among blocks; with `figures`, a picture alone is a figure.
pub fn gather_blocks(nodes: Vec<DocumentNode>, figures: bool) -> Vec<Block> {
    let mut gathered = GatheredBlocks { figures, ..GatheredBlocks::default() };
    for node in nodes {
        match node {
            DocumentNode::Inline(inline) => gathered.run.push(inline),
            DocumentNode::Block(block) => gathered.block(block),
        }
    }
    gathered.finish()
}

/// Blocks under construction.
#[derive(Default)]
struct GatheredBlocks {
    figures: bool,
    blocks: Vec<Block>,
    /// Loose inlines since the last block.
    run: Vec<Inline>,
    /// Places to link to that wait for the next block.
    anchors: Vec<Inline>,
}

impl GatheredBlocks {
    fn block(&mut self, block: Block) {
        for mut block in self.loose_paragraph().into_iter().chain([block]) {
            self.name_block(&mut block);
            self.blocks.push(block);
        }
    }

    fn finish(mut self) -> Vec<Block> {
        let last = self.loose_paragraph();
        self.blocks.extend(last);
        if let Some(span) = covering_span(&self.anchors) {
            self.blocks.push(Block::new(BlockKind::Paragraph(self.anchors), span));
        }
        self.blocks
    }

    /// Returns the run as a paragraph. A run of only places to link to waits for the next block.
    fn loose_paragraph(&mut self) -> Option<Block> {
        let mut run = trim_space(std::mem::take(&mut self.run));
        if run.iter().all(|inline| inline.kind == InlineKind::Space || is_bare_anchor(inline)) {
            self.anchors.extend(run.into_iter().filter(is_bare_anchor));
            return None;
        }
        run.splice(..0, self.anchors.drain(..));
        let span = covering_span(&run)?;
        Some(Block::new(self.run_kind(run), span))
    }

    fn run_kind(&self, mut run: Vec<Inline>) -> BlockKind {
        match (run.pop(), run.is_empty()) {
            (Some(Inline { kind: InlineKind::Image(image), .. }), true) if self.figures => {
                BlockKind::Figure(Figure { image, caption: Vec::new() })
            }
            (last, _) => BlockKind::Paragraph(run.into_iter().chain(last).collect()),
        }
    }

    /// Gives a block the name of the place before it, if it has none.
    fn name_block(&mut self, block: &mut Block) {
        if block.attributes.id.is_some() || self.anchors.is_empty() {
            return;
        }
        if let InlineKind::Span(_, attributes) = self.anchors.remove(0).kind {
            block.attributes.id = attributes.id;
        }
    }
}

/// Reports whether an inline is only a place to link to.
fn is_bare_anchor(inline: &Inline) -> bool {
    let InlineKind::Span(content, attributes) = &inline.kind else { return false };
    content.is_empty() && attributes.id.is_some()
}
