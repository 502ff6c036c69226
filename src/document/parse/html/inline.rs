//! Runs of inlines: white space as browsers collapse it, and paragraphs made of what stands loose.

use super::DocumentNode;
use crate::document::{Attributes, Block, BlockKind, Figure, Inline, InlineKind, plain_text, walk};
use crate::source::Span;

/// Splits text at white space. A single blank between two words stays in their text; any other run
/// of white space becomes one [`InlineKind::Space`].
pub(super) fn split_words(text: &str, span: Span, out: &mut Vec<DocumentNode>) {
    let exact = span.range().len() == text.len();
    let place = |from: usize, to: usize| {
        let start = span.start as usize;
        if exact { Span::new(span.source, start + from..start + to) } else { span }
    };
    let mut from = 0;
    while from < text.len() {
        let (end, space) = next_piece(text, from);
        let kind =
            if space { InlineKind::Space } else { InlineKind::Text(text[from..end].to_owned()) };
        out.push(DocumentNode::Inline(Inline::new(kind, place(from, end))));
        from = end;
    }
}

/// The end of the words or of the white space that begins at `from`, and which of the two it is.
fn next_piece(text: &str, from: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let blank = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
    let mut at = from;
    if blank(from) {
        while blank(at) {
            at += 1;
        }
        return (at, true);
    }
    while at < bytes.len() {
        let between_words = bytes[at] == b' ' && at + 1 < bytes.len() && !blank(at + 1);
        if blank(at) && !between_words {
            break;
        }
        at += 1;
    }
    (at, false)
}

/// Text that is not in the source.
pub(super) fn text_node(text: &str, span: Span) -> DocumentNode {
    DocumentNode::Inline(Inline::new(InlineKind::Text(text.to_owned()), span))
}

/// Gives content a name to link to; before blocks the name stands alone.
pub(super) fn name_content(
    nodes: Vec<DocumentNode>,
    attributes: Attributes,
    span: Span,
    out: &mut Vec<DocumentNode>,
) {
    let mut inlines = Vec::new();
    let mut rest = nodes.into_iter().peekable();
    while let Some(DocumentNode::Inline(inline)) =
        rest.next_if(|node| matches!(node, DocumentNode::Inline(_)))
    {
        inlines.push(inline);
    }
    out.push(DocumentNode::Inline(Inline::new(InlineKind::Span(inlines, attributes), span)));
    out.extend(rest);
}

/// Turns each run of inlines that `joins` accepts into one inline of `kind`; white space alone
/// stays white space.
fn wrap_runs(
    nodes: Vec<DocumentNode>,
    span: Span,
    joins: fn(&InlineKind) -> bool,
    kind: &dyn Fn(Vec<Inline>) -> InlineKind,
) -> Vec<DocumentNode> {
    let alone = nodes
        .iter()
        .all(|node| matches!(node, DocumentNode::Inline(inline) if joins(&inline.kind)));
    let mut out = Vec::new();
    let mut run = Vec::new();
    for node in nodes {
        match node {
            DocumentNode::Inline(inline) if joins(&inline.kind) => run.push(inline),
            other => {
                close_run(&mut run, None, kind, &mut out);
                out.push(other);
            }
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
            let span = whole.unwrap_or_else(|| covering_span(&run, first.span));
            out.push(DocumentNode::Inline(Inline::new(kind(run), span)));
        }
        _ => out.extend(run.into_iter().map(DocumentNode::Inline)),
    }
}

/// Puts runs of inlines into an inline of `kind`; in a paragraph or heading it goes round the
/// content.
pub(super) fn wrap_nodes(
    nodes: Vec<DocumentNode>,
    span: Span,
    kind: &dyn Fn(Vec<Inline>) -> InlineKind,
) -> Vec<DocumentNode> {
    let mut out = wrap_runs(nodes, span, |_| true, kind);
    for node in &mut out {
        if let DocumentNode::Block(block) = node {
            wrap_inside(block, kind);
        }
    }
    out
}

fn wrap_inside(block: &mut Block, kind: &dyn Fn(Vec<Inline>) -> InlineKind) {
    let content = match &mut block.kind {
        BlockKind::Paragraph(content) => content,
        BlockKind::Heading(heading) => &mut heading.content,
        _ => return,
    };
    let span = covering_span(content, block.span);
    *content = vec![Inline::new(kind(std::mem::take(content)), span)];
}

/// Words as code; anything that is more than words stays as it is.
pub(super) fn code_nodes(nodes: Vec<DocumentNode>, span: Span) -> Vec<DocumentNode> {
    let words = |kind: &InlineKind| matches!(kind, InlineKind::Text(_) | InlineKind::Space);
    wrap_runs(nodes, span, words, &|mut run| {
        collapse_space(&mut run, &mut false);
        InlineKind::Code(plain_text(&run))
    })
}

/// The place from the first of `run` to its last.
fn covering_span(run: &[Inline], otherwise: Span) -> Span {
    match (run.first(), run.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => otherwise,
    }
}

/// White space as at the start and end of a block: runs are one space, none at the ends.
pub(super) fn trim_space(mut inlines: Vec<Inline>) -> Vec<Inline> {
    collapse_space(&mut inlines, &mut true);
    trim_end_space(&mut inlines);
    inlines
}

/// Removes each space after another one; `after_space` says whether one stands before, and then
/// whether one is last.
pub(super) fn collapse_space(inlines: &mut Vec<Inline>, after_space: &mut bool) {
    inlines.retain_mut(|inline| match &mut inline.kind {
        InlineKind::Space => !std::mem::replace(after_space, true),
        InlineKind::Break => {
            *after_space = true;
            true
        }
        InlineKind::Text(text) => {
            *after_space = text.ends_with(' ');
            true
        }
        kind => {
            match walk::child_inlines_mut(kind) {
                Some(content) => collapse_space(content, after_space),
                None => *after_space = false,
            }
            true
        }
    });
}

fn trim_end_space(inlines: &mut Vec<Inline>) {
    while let Some(last) = inlines.last_mut() {
        let removed = match &mut last.kind {
            InlineKind::Space => true,
            InlineKind::Span(..) => false,
            kind => match walk::child_inlines_mut(kind) {
                Some(content) => {
                    trim_end_space(content);
                    content.is_empty()
                }
                None => false,
            },
        };
        if !removed {
            return;
        }
        inlines.pop();
    }
}

/// Makes paragraphs of what stands loose among blocks; `figures` says whether a picture alone is a
/// figure.
pub(super) fn gather_blocks(nodes: Vec<DocumentNode>, figures: bool) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut run = Vec::new();
    let mut anchors: Vec<Inline> = Vec::new();
    for node in nodes {
        match node {
            DocumentNode::Inline(inline) => run.push(inline),
            DocumentNode::Block(block) => {
                let loose = loose_paragraph(std::mem::take(&mut run), figures, &mut anchors);
                for mut block in loose.into_iter().chain([block]) {
                    name_block(&mut block, &mut anchors);
                    out.push(block);
                }
            }
        }
    }
    out.extend(loose_paragraph(run, figures, &mut anchors));
    if let (Some(first), Some(last)) = (anchors.first(), anchors.last()) {
        let span = first.span.to(last.span);
        out.push(Block::new(BlockKind::Paragraph(anchors), span));
    }
    out
}

/// A run as a paragraph; a run that holds nothing but places to link to waits for the next block.
fn loose_paragraph(run: Vec<Inline>, figures: bool, anchors: &mut Vec<Inline>) -> Option<Block> {
    let mut run = trim_space(run);
    if run.iter().all(|inline| inline.kind == InlineKind::Space || is_bare_anchor(inline)) {
        anchors.extend(run.into_iter().filter(is_bare_anchor));
        return None;
    }
    if !anchors.is_empty() {
        run.splice(..0, std::mem::take(anchors));
    }
    let span = covering_span(&run, run.first()?.span);
    match run.as_mut_slice() {
        [Inline { kind: InlineKind::Image(image), .. }] if figures => {
            let figure = Figure { image: image.clone(), caption: Vec::new() };
            Some(Block::new(BlockKind::Figure(figure), span))
        }
        _ => Some(Block::new(BlockKind::Paragraph(run), span)),
    }
}

/// Whether an inline is nothing but a place to link to.
fn is_bare_anchor(inline: &Inline) -> bool {
    matches!(&inline.kind, InlineKind::Span(content, attributes) if content.is_empty() && attributes.id.is_some())
}

/// Gives a block the name of the place before it, if it has none.
fn name_block(block: &mut Block, anchors: &mut Vec<Inline>) {
    if block.attributes.id.is_some() || anchors.is_empty() {
        return;
    }
    if let InlineKind::Span(_, attributes) = anchors.remove(0).kind {
        block.attributes.id = attributes.id;
    }
}
