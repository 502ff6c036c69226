//! book.toml: what a book is called, what it is made of and how it is printed.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{SourceId, Span};
use crate::diagnostic::{Diagnostic, Findings, code};

/// The fields of a book.toml.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manifest {
    /// Title of the book.
    pub title: Option<String>,
    /// Below the title.
    pub subtitle: Option<String>,
    /// "First edition".
    pub edition: Option<String>,
    /// Names.
    pub authors: Vec<String>,
    /// BCP 47, `en` unless told.
    pub language: Option<Spanned<String>>,
    /// Date of the edition; also the date in the PDF.
    pub date: Option<toml::value::Datetime>,
    /// What the book is based on and that it is unofficial.
    pub notice: Option<String>,
    /// Chapter files in printed order.
    pub sources: Vec<Spanned<String>>,
    /// Folders of books whose places may be linked to.
    pub uses: Vec<Spanned<String>>,
    /// CSV files that may be pulled.
    pub data: Vec<Spanned<String>>,
    /// Choices.
    pub options: BookOptions,
    /// Decks of cards by name, each from a data file.
    pub deck: BTreeMap<String, DeckFields>,
    /// By kind of output.
    pub output: BTreeMap<String, OutputFields>,
    /// The text of the file itself, which the places of its values point into.
    #[serde(skip)]
    pub text: Option<SourceId>,
}

impl Manifest {
    /// The place of a value.
    pub fn place<T>(&self, value: &Spanned<T>) -> Option<Span> {
        self.text.map(|text| Span::new(text, value.span()))
    }
}

/// `[options]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BookOptions {
    /// Which of two readings is printed.
    pub reading: String,
    /// Whether the rulebook ends with an index of its titles and marked terms.
    pub index: bool,
    /// Whether the rulebook has a cover; one of four pages or more has one unless told.
    pub cover: Option<bool>,
}

impl Default for BookOptions {
    fn default() -> Self {
        Self { reading: "corrected".to_owned(), index: false, cover: None }
    }
}

/// `[output.rulebook]`
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutputFields {
    /// One paper or several: `a5`, `a4`, `letter`.
    pub paper: OneOrMany,
    /// Size of cards: `poker`, `us-poker`, `bridge`, `a6`.
    pub size: Option<String>,
}

/// `[deck.main]`: which columns of a data file say what of a card.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckFields {
    /// The data file.
    pub data: Spanned<String>,
    /// What is printed on the backs; the title of the book unless told.
    pub title: Option<String>,
    /// Size of the cards.
    pub size: Option<String>,
    /// `Column=Value`: only these rows.
    #[serde(rename = "where")]
    pub only: Option<String>,
    /// Column of the name.
    pub name: Option<String>,
    /// Column of the cost.
    pub cost: Option<String>,
    /// Columns of the type line.
    #[serde(rename = "type")]
    pub kind: Option<OneOrMany>,
    /// Columns of the text, a paragraph each.
    pub text: Option<OneOrMany>,
    /// Columns that are printed with their names below the text.
    pub stats: Option<OneOrMany>,
    /// Column of the number of copies.
    pub count: Option<String>,
    /// Column that groups the cards by colour and mark.
    pub group: Option<String>,
}

/// A word or a list of words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// `"a5"`
    One(String),
    /// `["a5", "a4"]`
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// The words.
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }

    /// A copy of the words.
    pub fn words(&self) -> Vec<String> {
        self.as_slice().to_vec()
    }
}

/// Reads a book.toml; what cannot be understood is an error with its place, and the default
/// stands.
pub fn parse_manifest(source: SourceId, text: &str, findings: &mut Findings) -> Manifest {
    let manifest = toml::from_str(text).unwrap_or_else(|error| {
        findings.push(misread_manifest(source, text, &error));
        Manifest::default()
    });
    Manifest { text: Some(source), ..manifest }
}

fn misread_manifest(source: SourceId, text: &str, error: &toml::de::Error) -> Diagnostic {
    let first_line = 0..text.find('\n').unwrap_or(text.len());
    let span = Span::new(source, error.span().unwrap_or(first_line));
    Diagnostic::at(code::BOOK_FILE, span, error_words(error))
        .hint("see the fields of an existing book.toml")
}

/// The first line of an error, cut to a readable length.
fn error_words(error: &toml::de::Error) -> String {
    let line = error.message().lines().next().unwrap_or("it cannot be read");
    line.chars().take(300).collect()
}
