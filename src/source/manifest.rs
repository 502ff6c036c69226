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
}

impl Default for BookOptions {
    fn default() -> Self {
        Self { reading: "corrected".to_owned(), index: false }
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

impl Default for DeckFields {
    /// A deck of which only its data file is to be named.
    fn default() -> Self {
        Self {
            data: Spanned::new(0..0, String::new()),
            title: None,
            size: None,
            only: None,
            name: None,
            cost: None,
            kind: None,
            text: None,
            stats: None,
            count: None,
            group: None,
        }
    }
}

impl DeckFields {
    /// The fields that name columns, each with the column; several with the same field.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let one = [
            ("name", &self.name),
            ("cost", &self.cost),
            ("count", &self.count),
            ("group", &self.group),
        ];
        let one = one.into_iter().filter_map(|(field, name)| Some((field, name.as_deref()?)));
        let many = [("type", &self.kind), ("text", &self.text), ("stats", &self.stats)];
        let many = many.into_iter().flat_map(|(field, names)| {
            let names = names.iter().flat_map(OneOrMany::as_slice);
            names.map(move |name| (field, name.as_str()))
        });
        one.chain(many)
    }

    /// The lines that ask for such a deck in a book.toml.
    pub fn manifest_lines(&self, deck: &str) -> String {
        let mut lines = format!("[deck.{}]\n", toml_key(deck));
        let mut say = |key: &str, value: Option<toml_edit::Value>| {
            lines.extend(value.map(|value| format!("{key} = {value}\n")));
        };
        let word = |word: &String| Some(toml_edit::Value::from(word.as_str()));
        say("data", word(self.data.get_ref()));
        say("title", self.title.as_ref().and_then(word));
        say("size", self.size.as_ref().and_then(word));
        say("where", self.only.as_ref().and_then(word));
        say("name", self.name.as_ref().and_then(word));
        say("cost", self.cost.as_ref().and_then(word));
        say("type", self.kind.as_ref().and_then(OneOrMany::toml_value));
        say("text", self.text.as_ref().and_then(OneOrMany::toml_value));
        say("stats", self.stats.as_ref().and_then(OneOrMany::toml_value));
        say("count", self.count.as_ref().and_then(word));
        say("group", self.group.as_ref().and_then(word));
        lines
    }
}

/// A key as TOML writes it.
fn toml_key(key: &str) -> String {
    toml_edit::Key::new(key).display_repr().into_owned()
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

    /// The words as TOML writes them; nothing for none.
    fn toml_value(&self) -> Option<toml_edit::Value> {
        match self.as_slice() {
            [] => None,
            [word] => Some(word.as_str().into()),
            words => Some(words.iter().map(String::as_str).collect::<toml_edit::Value>()),
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
