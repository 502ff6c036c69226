//! Inlines: the parts of a line.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::icons::Icon;
use super::{Address, Anchor, Attributes, Image};
use base::source::Span;

/// An inline with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inline {
    /// Kind of the inline.
    pub kind: InlineKind,
    /// Span of the inline.
    pub span: Span,
}

/// Kinds of inline.
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

/// A named value. Its definition has content; its uses get theirs when the book is joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// Name.
    pub name: String,
    /// True if this place defines it.
    pub defines: bool,
    /// Printed content.
    pub content: Vec<Inline>,
}

/// A link.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Address, as written.
    pub url: String,
    /// Clickable text.
    pub content: Vec<Inline>,
    /// Target, once resolved.
    pub target: LinkTarget,
}

/// Target of a link.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// Not resolved yet, or broken and reported.
    #[default]
    Nowhere,
    /// A place in this book; the reference is printed only the first time in a section.
    Place {
        /// Anchor of the place.
        anchor: Anchor,
        /// Address of the place.
        address: Address,
        /// True if "see 3.2, page 7" is printed.
        shown: bool,
    },
    /// A place in a book that this one uses.
    Other {
        /// Title of that book.
        book: String,
        /// Address in that book.
        address: Address,
    },
    /// A place on the web.
    Web {
        /// Number in the list of links; 0 if the text already shows the address.
        note: usize,
    },
}

impl Inline {
    /// Makes an inline of `kind` at `span`.
    pub fn new(kind: InlineKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Makes words at `span`.
    pub fn text(text: impl Into<String>, span: Span) -> Self {
        Self::new(InlineKind::Text(text.into()), span)
    }

    /// Reports whether it is a line end, which prints as a space or stays.
    pub fn is_space(&self) -> bool {
        matches!(self.kind, InlineKind::Space | InlineKind::Break)
    }
}
