//! Places in the texts of a book.

use schemars::JsonSchema;
use serde::Serialize;

use base::source::{Sources, Span};
use document::Manuscript;

/// A line of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct TextPlace {
    /// The file, below the folder of the book.
    pub file: String,
    /// The line number, counting from 1.
    pub line: usize,
}

/// A book and the texts that it was read from.
#[derive(Clone, Copy)]
pub struct BookText<'a> {
    pub manuscript: &'a Manuscript,
    pub sources: &'a Sources,
}

impl BookText<'_> {
    /// Returns the file and line of a place.
    pub fn place(&self, span: Span) -> TextPlace {
        let source = self.sources.get(span.source);
        let path = source.path.as_str();
        let below = path.strip_prefix(&self.manuscript.folder);
        let below = below.and_then(|rest| rest.strip_prefix('/')).unwrap_or(path);
        TextPlace { file: below.to_owned(), line: source.position(span.start as usize).0 }
    }

    /// Returns the place of a word in a run of words, as exactly as its source allows.
    pub fn word_place(&self, span: Span, word: &str) -> TextPlace {
        let found = self.sources.excerpt(span).find(word).unwrap_or(0) as u32;
        self.place(Span { start: span.start + found, ..span })
    }
}
