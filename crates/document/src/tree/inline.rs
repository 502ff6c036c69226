//! Inlines: what stands in a line.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::icons::Icon;
use super::{Address, Anchor, Attributes, Image};
use base::source::Span;

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
    Icon(Arc<Icon>),
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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

impl Inline {
    /// An inline of `kind` at `span`.
    pub fn new(kind: InlineKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Words at `span`.
    pub fn text(text: impl Into<String>, span: Span) -> Self {
        Self::new(InlineKind::Text(text.into()), span)
    }

    /// Whether it is a line end, which prints as a space or stays.
    pub fn is_space(&self) -> bool {
        matches!(self.kind, InlineKind::Space | InlineKind::Break)
    }
}
