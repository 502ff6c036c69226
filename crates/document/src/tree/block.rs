//! Blocks of a document.

use serde::{Deserialize, Serialize};

use super::{Address, Anchor, Attributes, Image, Inline, PlayedExample, Table};
use base::source::Span;

/// A block with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Kind of the block.
    pub kind: BlockKind,
    /// Span of the block.
    pub span: Span,
    /// Attributes, `{...}`.
    pub attributes: Attributes,
}

/// Kinds of block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BlockKind {
    /// `# Heading`
    Heading(Heading),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// A list, ordered or not.
    List(List),
    /// `> quote`
    Quote(Vec<Block>),
    /// `> [!NOTE]`
    Callout(Callout),
    /// `> [!BRIEF]`: the short form of its section.
    Brief(Vec<Block>),
    /// A table from GFM, HTML or data.
    Table(Table),
    /// Terms and their meanings.
    Definitions(Vec<Definition>),
    /// A fenced or indented block.
    Code(CodeBlock),
    /// An image alone in its paragraph.
    Figure(Figure),
    /// `![[...]]` alone in its paragraph; replaced once the book is joined.
    Pull(Pull),
    /// `TODO`: a place where an example is to be played.
    Todo(Vec<Inline>),
    /// `---`
    Rule,
    /// A played example.
    Example(Box<PlayedExample>),
}

/// A section title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// Level: 1 for a chapter; the title of the whole work is not a heading.
    pub level: u8,
    /// Title.
    pub content: Vec<Inline>,
    /// Anchor, unique in the book once addresses are given.
    pub anchor: Anchor,
    /// Address such as `3.2`, given when the book is joined.
    pub address: Address,
}

impl Heading {
    /// Makes a heading without an anchor and an address.
    pub fn new(level: u8, content: Vec<Inline>) -> Self {
        Self { level, content, anchor: Anchor(String::new()), address: Address::default() }
    }
}

/// Markers of the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListStyle {
    /// `1.`
    Ordered,
    /// `-`
    Bullet,
    /// `-`, but the items can be cited: printed with letters.
    Lettered,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct List {
    /// Style: numbers, bullets or letters.
    pub style: ListStyle,
    /// Number of the first item.
    pub start: u64,
    /// True if no blank lines are between the items.
    pub tight: bool,
    /// Items, at least one.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ListItem {
    /// Blocks of the item.
    pub blocks: Vec<Block>,
    /// State of a checkbox, `[ ]` or `[x]`.
    pub checked: Option<bool>,
    /// Attributes, `{...}` at the end of its first line.
    pub attributes: Attributes,
    /// Printed marker: `2.1` or `c`; empty for a plain bullet, and for a lone step deep inside others.
    pub marker: String,
    /// Address such as `3.2 step 2.1`; empty for a plain bullet.
    pub address: Address,
    /// Span of the item.
    pub span: Option<Span>,
}

impl ListItem {
    /// Reports whether its author named it `#anchor`.
    pub fn is_named(&self, anchor: &str) -> bool {
        self.attributes.id.as_deref() == Some(anchor)
    }
}

/// A callout, `> [!WARNING]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// Word in upper case: `WARNING`.
    pub word: String,
    /// Blocks below the word.
    pub blocks: Vec<Block>,
}

/// A term and its meanings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// Term.
    pub term: Vec<Inline>,
    /// Meanings, at least one.
    pub bodies: Vec<Vec<Block>>,
    /// Span of the term.
    pub span: Span,
}

/// A fenced or indented block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CodeBlock {
    /// First word of the info string.
    pub language: String,
    /// Lines, each with its line end.
    pub text: String,
    /// First byte of each line in its source; empty if the source has other text there.
    pub lines: Vec<u32>,
}

impl Block {
    /// Returns the flowchart, if the block is one.
    pub fn chart(&self) -> Option<&CodeBlock> {
        match &self.kind {
            BlockKind::Code(code) if code.is_chart() => Some(code),
            _ => None,
        }
    }
}

impl CodeBlock {
    /// Reports whether it is a flowchart in the syntax of Mermaid.
    pub fn is_chart(&self) -> bool {
        self.language == "mermaid"
    }

    /// Returns the place in the source of bytes of `text`; `block` is the place of the whole block.
    pub fn place(&self, bytes: std::ops::Range<usize>, block: Span) -> Span {
        let (start, end) = (self.source_byte(bytes.start), self.source_byte(bytes.end));
        let (Some(start), Some(end)) = (start, end) else { return block };
        Span { source: block.source, start, end: end.max(start) }
    }

    /// Returns the position in the source of a byte of `text`.
    fn source_byte(&self, byte: usize) -> Option<u32> {
        let before = self.text.get(..byte)?;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Some(*self.lines.get(before.matches('\n').count())? + (byte - start) as u32)
    }
}

/// An image alone in its paragraph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Picture.
    pub image: Image,
    /// Caption, printed below.
    pub caption: Vec<Inline>,
}

/// A pull, `![[target|part]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// Target: `#anchor` or the name of a data file.
    pub target: String,
    /// Text behind the bar: `full`, or nothing for the brief.
    pub part: String,
}

impl Block {
    /// Makes a block without attributes.
    pub fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span, attributes: Attributes::default() }
    }

    /// Removes the anchors of the block and of its items, which a copy must not have.
    pub fn clear_anchors(&mut self) {
        self.attributes.id = None;
        if let BlockKind::List(list) = &mut self.kind {
            list.items.iter_mut().for_each(|item| item.attributes.id = None);
        }
    }

    /// Returns the level of a heading; `None` for any other block.
    pub fn heading_level(&self) -> Option<u8> {
        if let BlockKind::Heading(heading) = &self.kind { Some(heading.level) } else { None }
    }
}
