//! Converts HTML into our tree. In: a whole HTML file, or raw HTML among Markdown nodes. Out: blocks and
//! inlines, each with its place. Elements that are not closed or cannot be printed are reported; no text is
//! lost.

mod block;
mod bounds;
mod convert;
mod cursor;
mod defuse;
mod dom;
mod feed;
mod inline;
mod link;
mod lint;
mod list;
mod names;
mod picture;
mod sink;
mod table;

use self::convert::{HtmlConverter, NodeContext};
use self::dom::{Dom, DomId};
use self::feed::HtmlReader;
use super::repair::text_start;
use crate::{Block, BlockKind, Document, Inline, InlineKind};
use base::diagnostic::Findings;
use base::source::{SourceId, Span};
use base::text::single_spaced;

/// A piece of a run of raw HTML and Markdown nodes.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "most pieces are nodes, and all are taken apart at once"
)]
pub enum HtmlPiece {
    /// Bytes of the source text that are raw HTML.
    Html(Span),
    /// A node that was read from Markdown.
    Node(DocumentNode),
}

/// A node of our tree.
#[derive(Debug, Clone, PartialEq)]
pub enum DocumentNode {
    /// A block.
    Block(Block),
    /// An inline.
    Inline(Inline),
}

impl HtmlPiece {
    /// Returns the node; `None` for raw HTML.
    pub fn into_node(self) -> Option<DocumentNode> {
        match self {
            Self::Node(node) => Some(node),
            Self::Html(_) => None,
        }
    }
}

impl From<Block> for HtmlPiece {
    fn from(block: Block) -> Self {
        Self::Node(DocumentNode::Block(block))
    }
}

impl From<Inline> for HtmlPiece {
    fn from(inline: Inline) -> Self {
        Self::Node(DocumentNode::Inline(inline))
    }
}

impl DocumentNode {
    fn block(kind: BlockKind, span: Span) -> Self {
        Self::Block(Block::new(kind, span))
    }

    fn inline(kind: InlineKind, span: Span) -> Self {
        Self::Inline(Inline::new(kind, span))
    }

    fn space(span: Span) -> Self {
        Self::inline(InlineKind::Space, span)
    }

    fn is_space(&self) -> bool {
        matches!(self, Self::Inline(inline) if inline.kind == InlineKind::Space)
    }

    fn into_inline(self) -> Option<Inline> {
        match self {
            Self::Inline(inline) => Some(inline),
            Self::Block(_) => None,
        }
    }

    fn as_block_mut(&mut self) -> Option<&mut Block> {
        match self {
            Self::Block(block) => Some(block),
            Self::Inline(_) => None,
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Block(block) => block.span,
            Self::Inline(inline) => inline.span,
        }
    }
}

/// Joins raw HTML and Markdown nodes into nodes of our tree, in the same order.
///
/// An element may begin in one piece and end in another. White space is collapsed, but kept at the ends;
/// among blocks, inlines of only white space vanish.
pub fn mix_html(
    source: SourceId,
    text: &str,
    pieces: Vec<HtmlPiece>,
    findings: &mut Findings,
) -> Vec<DocumentNode> {
    let (dom, nodes) = read_pieces(HtmlReader::fragment(source, text), pieces, findings);
    let mut converter = HtmlConverter { dom: &dom, source, nodes, findings };
    let mut out = converter.children(Dom::ROOT, NodeContext::default());
    out.extend(converter.nodes.into_iter().flatten());
    tidy_nodes(out)
}

/// Returns the elements of pieces, with a placeholder element for each node; and the nodes by number.
fn read_pieces(
    reader: HtmlReader<'_>,
    pieces: Vec<HtmlPiece>,
    findings: &mut Findings,
) -> (Dom, Vec<Option<DocumentNode>>) {
    let mut nodes = Vec::new();
    let mut run = Vec::new();
    for piece in pieces {
        match piece {
            HtmlPiece::Html(span) => run.push((span.start as usize, span.end as usize)),
            HtmlPiece::Node(node) => {
                reader.html(&std::mem::take(&mut run));
                let range = node.span().range();
                reader.node(nodes.len(), (range.start, range.end));
                nodes.push(Some(node));
            }
        }
    }
    reader.html(&run);
    (reader.finish(findings), nodes)
}

/// Converts a whole HTML file.
pub fn html_document(source: SourceId, text: &str, findings: &mut Findings) -> Document {
    let reader = HtmlReader::document(source, text);
    reader.html(&[(text_start(text), text.len())]);
    let dom = reader.finish(findings);
    let mut converter = HtmlConverter { dom: &dom, source, nodes: Vec::new(), findings };
    let blocks = converter.blocks(Dom::ROOT, NodeContext::default());
    Document {
        title: document_title(&dom),
        language: document_language(&dom),
        blocks,
        ..Document::default()
    }
}

/// Removes white space between top-level nodes beside blocks, and keeps at most one space elsewhere.
fn tidy_nodes(nodes: Vec<DocumentNode>) -> Vec<DocumentNode> {
    let among_blocks = nodes.iter().any(|node| matches!(node, DocumentNode::Block(_)));
    let mut out = Vec::new();
    let mut run = Vec::new();
    for node in nodes {
        match node {
            DocumentNode::Inline(inline) => run.push(inline),
            DocumentNode::Block(_) => {
                tidy_run(&mut run, among_blocks, &mut out);
                out.push(node);
            }
        }
    }
    tidy_run(&mut run, among_blocks, &mut out);
    out
}

fn tidy_run(run: &mut Vec<Inline>, among_blocks: bool, out: &mut Vec<DocumentNode>) {
    if among_blocks && run.iter().all(|inline| inline.kind == InlineKind::Space) {
        run.clear();
    }
    inline::collapse_space(run, &mut false);
    out.extend(run.drain(..).map(DocumentNode::Inline));
}

fn document_title(dom: &Dom) -> Option<String> {
    let is_in_head = |id: &DomId| dom.parent(*id).is_some_and(|parent| dom.name(parent) == "head");
    let mut titles = dom.descendants(Dom::ROOT).filter(|id| dom.name(*id) == "title");
    let title = titles.find(is_in_head)?;
    let words: String = dom.children(title).filter_map(|child| dom.text(child)).collect();
    stated_words(&single_spaced(&words))
}

fn document_language(dom: &Dom) -> Option<String> {
    let html = dom.children(Dom::ROOT).find(|id| dom.name(*id) == "html")?;
    stated_words(dom.attribute(html, "lang")?)
}

/// Returns the trimmed words of an attribute or a title; `None` if it is blank.
fn stated_words(text: &str) -> Option<String> {
    let words = text.trim();
    (!words.is_empty()).then(|| words.to_owned())
}
