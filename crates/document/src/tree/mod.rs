//! The tree of a document: blocks and inlines of our own types, each with its place in its source.
//!
//! It can be walked ([`walk`]), dumped as text ([`print_tree`]) and read as words
//! ([`plain_text`]).

mod block;
mod example;
pub mod icons;
mod image;
mod inline;
mod print;
mod table;
pub mod walk;
mod words;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use block::{
    Block, BlockKind, Callout, CodeBlock, Definition, Figure, Heading, List, ListItem, ListStyle,
    Pull,
};
pub use example::{ChartWalk, ExamplePart, PassedBox, PlayedExample};
pub use image::{AskedSize, Image, NaturalSize, PictureLength, PicturePlace, PictureWindow};
pub use inline::{Inline, InlineKind, Link, LinkTarget, NamedValue};
pub use print::print_tree;
pub use table::{Cell, Column, ColumnWidth, Row, Table, TextAlignment};
pub use words::quoted_inlines;
pub use words::{open_words, own_words, plain_text};

use base::source::Span;

/// Name that an author gives a place: the `id` of `{#id}`, or the slug of a heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Anchor(pub String);

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Address of a place that readers see: `3.2`, `3.2 step 2.1`, `4.2 c`.
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
    /// Line below the title, from front matter.
    pub subtitle: Option<String>,
    /// Edition, from front matter.
    pub edition: Option<String>,
    /// Authors, from front matter.
    pub authors: Vec<String>,
    /// Date of the edition, from front matter.
    pub date: Option<toml::value::Datetime>,
    /// BCP 47 language from front matter or the HTML root, if there is one.
    pub language: Option<String>,
    /// Place in front matter that names the language.
    pub language_place: Option<Span>,
    /// Body, in reading order.
    pub blocks: Vec<Block>,
    /// Footnotes by label, in the order in which they are defined.
    pub footnotes: Vec<Footnote>,
}

/// Returns the labels of the references to footnotes in `blocks`.
fn footnote_labels(blocks: &[Block]) -> Vec<&str> {
    let mut labels = Vec::new();
    walk::each_inline(blocks, &mut |inline| {
        if let InlineKind::FootnoteRef(label) = &inline.kind {
            labels.push(label.as_str());
        }
    });
    labels
}

impl Document {
    /// Returns the body, then the text of each footnote.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Block>> {
        std::iter::once(&self.blocks).chain(self.footnotes.iter().map(|note| &note.blocks))
    }

    /// Returns the lists of [`Document::bodies`] for changes.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Vec<Block>> {
        let notes = self.footnotes.iter_mut().map(|note| &mut note.blocks);
        std::iter::once(&mut self.blocks).chain(notes)
    }

    /// Returns the footnotes that no reference in the body, or in another used footnote, leads to.
    pub fn unused_footnotes(&self) -> impl Iterator<Item = &Footnote> {
        let used = self.used_labels();
        self.footnotes.iter().filter(move |note| !used.contains(note.label.as_str()))
    }

    fn used_labels(&self) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        let mut waiting = vec![&self.blocks];
        while let Some(blocks) = waiting.pop() {
            let fresh = footnote_labels(blocks).into_iter().filter(|label| used.insert(*label));
            for label in fresh {
                let notes = self.footnotes.iter().filter(|note| note.label == label);
                waiting.extend(notes.map(|note| &note.blocks));
            }
        }
        used
    }
}

/// Text of one footnote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footnote {
    /// Label that references name: the written label, made unique.
    pub label: String,
    /// Label, as written between `[^` and `]`.
    pub written: String,
    /// Blocks of the note.
    pub blocks: Vec<Block>,
    /// Span of its definition.
    pub span: Span,
}

/// Content of `{...}`: `{#id .class key=value =name}`.
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
    /// Makes attributes with only `#id`.
    pub fn with_id(id: String) -> Self {
        Self { id: Some(id), ..Self::default() }
    }

    /// Makes attributes with only one class.
    pub fn with_class(class: &str) -> Self {
        Self { classes: vec![class.to_owned()], ..Self::default() }
    }

    /// Reports whether `.class` is among the classes.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.iter().any(|c| c == class)
    }

    /// Returns the value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}
