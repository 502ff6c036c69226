//! HTML becomes part of our tree. In: a whole HTML file, or raw HTML that stands among Markdown
//! nodes. Out: blocks and inlines, each with its place; what is not closed or can not be printed is
//! reported, and no text is lost.

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
mod sink;
mod table;

use self::convert::{HtmlConverter, NodeContext};
use self::dom::{Dom, DomContent, DomId};
use self::feed::HtmlReader;
use crate::diagnostic::Findings;
use crate::document::{Block, Document, Inline, InlineKind};
use crate::source::{SourceId, Span};

/// A piece of a run of Markdown nodes among which raw HTML stands.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "most pieces are nodes, and all are taken apart at once"
)]
pub(super) enum HtmlPiece {
    /// Bytes of the source text that are raw HTML.
    Html(Span),
    /// A node that was read from Markdown.
    Node(DocumentNode),
}

/// A node of our tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum DocumentNode {
    /// Stands on its own.
    Block(Block),
    /// Stands in a line.
    Inline(Inline),
}

impl DocumentNode {
    fn span(&self) -> Span {
        match self {
            Self::Block(block) => block.span,
            Self::Inline(inline) => inline.span,
        }
    }
}

/// Joins raw HTML and Markdown nodes into nodes of our tree, in the same order.
///
/// An element may begin in one piece and end in another one. White space is collapsed, but kept at
/// the ends; where there are blocks, inlines that are nothing but white space vanish.
pub(super) fn mix_html(
    source: SourceId,
    text: &str,
    pieces: Vec<HtmlPiece>,
    findings: &mut Findings,
) -> Vec<DocumentNode> {
    let reader = HtmlReader::fragment(source, text);
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
    let dom = reader.finish(findings);
    let mut converter = HtmlConverter { dom: &dom, source, nodes, findings };
    let mut out = converter.children(Dom::ROOT, NodeContext::default());
    out.extend(converter.nodes.into_iter().flatten());
    tidy_nodes(out)
}

/// A whole HTML file.
pub(super) fn html_document(source: SourceId, text: &str, findings: &mut Findings) -> Document {
    let reader = HtmlReader::document(source, text);
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    reader.html(&[(start, text.len())]);
    let dom = reader.finish(findings);
    let mut converter = HtmlConverter { dom: &dom, source, nodes: Vec::new(), findings };
    let blocks = converter.blocks(Dom::ROOT, NodeContext::default());
    Document {
        title: document_title(&dom),
        language: document_language(&dom),
        blocks,
        footnotes: Vec::new(),
    }
}

/// White space between the nodes at the top: none beside blocks, one at most elsewhere.
fn tidy_nodes(nodes: Vec<DocumentNode>) -> Vec<DocumentNode> {
    let blocks = nodes.iter().any(|node| matches!(node, DocumentNode::Block(_)));
    let mut out = Vec::new();
    let mut run = Vec::new();
    for node in nodes {
        match node {
            DocumentNode::Inline(inline) => run.push(inline),
            block => {
                out.extend(tidy_run(&mut run, blocks));
                out.push(block);
            }
        }
    }
    out.extend(tidy_run(&mut run, blocks));
    out
}

fn tidy_run(run: &mut Vec<Inline>, among_blocks: bool) -> Vec<DocumentNode> {
    let mut run = std::mem::take(run);
    if among_blocks && run.iter().all(|inline| inline.kind == InlineKind::Space) {
        run.clear();
    }
    inline::collapse_space(&mut run, &mut false);
    run.into_iter().map(DocumentNode::Inline).collect()
}

fn document_title(dom: &Dom) -> Option<String> {
    let in_head = |id: &DomId| dom.parent(*id).is_some_and(|parent| dom.name(parent) == "head");
    let title = dom.descendants(Dom::ROOT).find(|id| dom.name(*id) == "title" && in_head(id))?;
    let texts = dom.children(title).filter_map(|child| match &dom.get(child).content {
        DomContent::Text(text) => Some(text.as_ref()),
        _ => None,
    });
    let words = texts.collect::<String>();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

fn document_language(dom: &Dom) -> Option<String> {
    let html = dom.children(Dom::ROOT).find(|id| dom.name(*id) == "html")?;
    let language = dom.attribute(html, "lang")?.trim();
    (!language.is_empty()).then(|| language.to_owned())
}
