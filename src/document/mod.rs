//! The tree of a document. In: the text of one Markdown or HTML file. Out: blocks and inlines of
//! our own types, each with its place; what the author got wrong is repaired and reported, and no
//! text is lost.

pub mod address;
pub mod play_area;
mod attributes;
mod blocks;
pub mod deck;
mod depth;
mod emphasis;
pub mod panels;
mod front;
mod grid;
mod headings;
pub mod hex_map;
mod html;
pub mod icons;
mod images;
mod links;
mod lists;
mod load;
mod parse;
mod played;
mod print;
mod pulls;
mod reading;
mod repair;
mod svg;
mod table;
mod values;
pub mod walk;
mod words;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use images::Pictures;
pub use load::{Manuscript, join_manuscript, load, parse_text};
pub use played::{ChartWalk, ExamplePart, PassedBox, PlayedExample};
pub use print::print_tree;
pub use table::{Cell, Column, ColumnWidth, Row, Table, TextAlignment};
pub(crate) use words::quoted_inlines;
pub use words::{open_words, plain_text};

pub(crate) use crate::diagnostic::{Guesses, nearest_name, short_quote};
use crate::source::Span;
pub use crate::source::read_text;

/// What an author writes to name a place: the `id` of `{#id}`, or the slug of a heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Anchor(pub String);

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What a reader sees of a place: `3.2`, `3.2 step 2.1`, `4.2 c`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Address(pub String);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One file as a tree.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Title from front matter or the HTML head, if there is one.
    pub title: Option<String>,
    /// BCP 47 language from front matter or the HTML root, if there is one.
    pub language: Option<String>,
    /// The body, in reading order.
    pub blocks: Vec<Block>,
    /// Footnotes by label, in the order they are defined.
    pub footnotes: Vec<Footnote>,
}

impl Document {
    /// The body, then the text of each footnote.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Block>> {
        std::iter::once(&self.blocks).chain(self.footnotes.iter().map(|note| &note.blocks))
    }

    /// As [`Document::bodies`], to change them.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Vec<Block>> {
        let notes = self.footnotes.iter_mut().map(|note| &mut note.blocks);
        std::iter::once(&mut self.blocks).chain(notes)
    }
}

/// The text of one footnote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footnote {
    /// Label as written between `[^` and `]`.
    pub label: String,
    /// The note.
    pub blocks: Vec<Block>,
    /// Where it is defined.
    pub span: Span,
}

/// What stands in `{...}`: `{#id .class key=value =name}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Attributes {
    /// `#id`
    pub id: Option<String>,
    /// `.class`, in order.
    pub classes: Vec<String>,
    /// `key=value` or `key="value"`, in order.
    pub pairs: Vec<(String, String)>,
    /// `=name`: the name of a value.
    pub value: Option<String>,
}

impl Attributes {
    /// Whether `.class` is among the classes.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.iter().any(|c| c == class)
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

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
    /// What is printed before it: `2.1` or `c`; empty for a plain bullet.
    pub marker: String,
    /// `3.2 step 2.1`; empty for a plain bullet.
    pub address: Address,
    /// Where it stands.
    pub span: Option<Span>,
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

impl CodeBlock {
    /// The place in the source of bytes of `text`; `block` is the place of the whole block.
    pub fn place(&self, bytes: std::ops::Range<usize>, block: Span) -> Span {
        let at = |byte: usize| {
            let before = self.text.get(..byte)?;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            Some(*self.lines.get(before.matches('\n').count())? + (byte - start) as u32)
        };
        match (at(bytes.start), at(bytes.end)) {
            (Some(start), Some(end)) => Span { source: block.source, start, end: end.max(start) },
            _ => block,
        }
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

/// A picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// As written.
    pub url: String,
    /// What is to be seen on it.
    pub alt: String,
    /// The title as written.
    pub title: String,
    /// Path below the root, once the file was found and is a picture, with the extension of what it
    /// is.
    pub file: Option<String>,
    /// Width over height, known with `file`.
    pub ratio: f32,
}

/// `![[target|part]]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// `#anchor` or the name of a data file.
    pub target: String,
    /// What follows the bar: `full`, or nothing for the brief.
    pub part: String,
}

/// An inline with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inline {
    /// What it is.
    pub kind: InlineKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of inline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InlineKind {
    /// Words.
    Text(String),
    /// A line end that prints as a space.
    Space,
    /// A line end that stays.
    Break,
    /// *emphasis*
    Emphasis(Vec<Inline>),
    /// **strong**
    Strong(Vec<Inline>),
    /// ~~struck~~
    Strike(Vec<Inline>),
    /// `<sub>`
    Subscript(Vec<Inline>),
    /// `<sup>`
    Superscript(Vec<Inline>),
    /// `` `code` ``
    Code(String),
    /// `[text](url)`
    Link(Link),
    /// A picture in running text.
    Image(Image),
    /// `[^label]`
    FootnoteRef(String),
    /// `[4]{=draw}` or `{=draw}`
    Value(NamedValue),
    /// `[text]{#id .class}`
    Span(Vec<Inline>, Attributes),
    /// `:name:`
    Icon(String),
}

/// A named value: where it is defined it has content, where it is used it gets it when the book is
/// joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// Whether this place defines it.
    pub defines: bool,
    /// What is printed.
    pub content: Vec<Inline>,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// As written.
    pub url: String,
    /// The clickable text.
    pub content: Vec<Inline>,
    /// Where it leads, once resolved.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// Not looked at yet, or broken and reported.
    #[default]
    Nowhere,
    /// A place in this book; the reference is printed only the first time in a section.
    Place {
        /// Its anchor.
        anchor: Anchor,
        /// Its address.
        address: Address,
        /// Whether "see 3.2, page 7" is printed.
        shown: bool,
    },
    /// A place in a book this one uses.
    Other {
        /// Title of that book.
        book: String,
        /// Address there.
        address: Address,
    },
    /// Somewhere else; `note` is its number in the list of links, 0 when the text already shows it.
    Web {
        /// The number in the list of links.
        note: usize,
    },
}

impl Block {
    /// A block without attributes.
    pub fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span, attributes: Attributes::default() }
    }

    /// The level of a heading; `None` for any other block.
    pub fn heading_level(&self) -> Option<u8> {
        match &self.kind {
            BlockKind::Heading(heading) => Some(heading.level),
            _ => None,
        }
    }
}

impl Inline {
    /// An inline of `kind` at `span`.
    pub fn new(kind: InlineKind, span: Span) -> Self {
        Self { kind, span }
    }
}

/// The labels of the footnotes that some reference in `blocks`, or in another used note, leads to.
pub fn used_footnotes<'a>(blocks: &'a [Block], notes: &'a [Footnote]) -> BTreeSet<&'a str> {
    let mut used = BTreeSet::new();
    let mut waiting = vec![blocks];
    while let Some(blocks) = waiting.pop() {
        walk::each_inline(blocks, &mut |inline| {
            if let InlineKind::FootnoteRef(label) = &inline.kind
                && used.insert(label.as_str())
            {
                waiting.extend(
                    notes
                        .iter()
                        .filter(|note| note.label == *label)
                        .map(|note| note.blocks.as_slice()),
                );
            }
        });
    }
    used
}
