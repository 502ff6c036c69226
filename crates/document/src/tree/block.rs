//! Blocks: what stands on its own in a document.

use serde::{Deserialize, Serialize};

use super::{Address, Anchor, Attributes, Image, Inline, PlayedExample, Table};
use base::source::Span;

/// A block with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Where it stands.
    pub span: Span,
    /// `{...}` of the block.
    pub attributes: Attributes,
}

/// The kinds of block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BlockKind {
    /// `# Heading`
    Heading(Heading),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Ordered or not.
    List(List),
    /// `> quote`
    Quote(Vec<Block>),
    /// `> [!NOTE]`
    Callout(Callout),
    /// `> [!BRIEF]`: the short form of the section it stands in.
    Brief(Vec<Block>),
    /// GFM, HTML or data.
    Table(Table),
    /// Terms and what they mean.
    Definitions(Vec<Definition>),
    /// A fenced or indented block.
    Code(CodeBlock),
    /// An image alone in its paragraph.
    Figure(Figure),
    /// `![[...]]` alone in its paragraph; gone once the book is joined.
    Pull(Pull),
    /// `TODO`: a place where an example is to be played.
    Todo(Vec<Inline>),
    /// `---`
    Rule,
    /// An example that was played.
    Example(Box<PlayedExample>),
}

/// A section title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 for a chapter; the title of the whole work is not a heading.
    pub level: u8,
    /// The title.
    pub content: Vec<Inline>,
    /// Its anchor, unique in the book once addresses are given.
    pub anchor: Anchor,
    /// `3.2`, given when the book is joined.
    pub address: Address,
}

impl Heading {
    /// A heading that has no anchor and no address yet.
    pub fn new(level: u8, content: Vec<Inline>) -> Self {
        Self { level, content, anchor: Anchor(String::new()), address: Address::default() }
    }
}

/// How the items of a list are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListStyle {
    /// `1.`
    Ordered,
    /// `-`
    Bullet,
    /// `-`, but the items can be cited: printed with a letter.
    Lettered,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct List {
    /// Numbers, bullets or letters.
    pub style: ListStyle,
    /// The number of the first item.
    pub start: u64,
    /// No blank line between the items.
    pub tight: bool,
    /// At least one.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ListItem {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// `[ ]` or `[x]`.
    pub checked: Option<bool>,
    /// `{...}` at the end of its first line.
    pub attributes: Attributes,
    /// What is printed before it: `2.1` or `c`; empty for a plain bullet, and for a lone step deep inside
    /// others.
    pub marker: String,
    /// `3.2 step 2.1`; empty for a plain bullet.
    pub address: Address,
    /// Where it stands.
    pub span: Option<Span>,
}

impl ListItem {
    /// Whether its author named it `#anchor`.
    pub fn is_named(&self, anchor: &str) -> bool {
        self.attributes.id.as_deref() == Some(anchor)
    }
}

/// `> [!WARNING]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// The word, upper case: `WARNING`.
    pub word: String,
    /// The rest.
    pub blocks: Vec<Block>,
}

/// A term and its meanings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// The term.
    pub term: Vec<Inline>,
    /// One or more meanings.
    pub bodies: Vec<Vec<Block>>,
    /// Where the term stands.
    pub span: Span,
}

/// A fenced or indented block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CodeBlock {
    /// First word of the info string.
    pub language: String,
    /// The lines, each with its line end.
    pub text: String,
    /// Where each line begins in its source; empty when it does not stand there as it is.
    pub lines: Vec<u32>,
}

impl Block {
    /// The flowchart that it is, if it is one.
    pub fn chart(&self) -> Option<&CodeBlock> {
        match &self.kind {
            BlockKind::Code(code) if code.is_chart() => Some(code),
            _ => None,
        }
    }
}

impl CodeBlock {
    /// Whether it is a flowchart in the words of Mermaid.
    pub fn is_chart(&self) -> bool {
        self.language == "mermaid"
    }

    /// The place in the source of bytes of `text`; `block` is the place of the whole block.
    pub fn place(&self, bytes: std::ops::Range<usize>, block: Span) -> Span {
        let (start, end) = (self.source_byte(bytes.start), self.source_byte(bytes.end));
        let (Some(start), Some(end)) = (start, end) else { return block };
        Span { source: block.source, start, end: end.max(start) }
    }

    /// Where a byte of `text` stands in the source.
    fn source_byte(&self, byte: usize) -> Option<u32> {
        let before = self.text.get(..byte)?;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Some(*self.lines.get(before.matches('\n').count())? + (byte - start) as u32)
    }
}

/// An image alone in its paragraph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The picture.
    pub image: Image,
    /// Printed below.
    pub caption: Vec<Inline>,
}

/// `![[target|part]]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// `#anchor` or the name of a data file.
    pub target: String,
    /// What follows the bar: `full`, or nothing for the brief.
    pub part: String,
}

impl Block {
    /// A block without attributes.
    pub fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span, attributes: Attributes::default() }
    }

    /// Takes off the anchors of the block and of its items, as a copy must not have them.
    pub fn clear_anchors(&mut self) {
        self.attributes.id = None;
        if let BlockKind::List(list) = &mut self.kind {
            list.items.iter_mut().for_each(|item| item.attributes.id = None);
        }
    }

    /// The level of a heading; `None` for any other block.
    pub fn heading_level(&self) -> Option<u8> {
        if let BlockKind::Heading(heading) = &self.kind { Some(heading.level) } else { None }
    }
}
