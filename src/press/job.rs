//! What one compile is about, as bytes that Typst reads like any other file.

use serde::{Deserialize, Serialize};

use crate::book::Book;

/// A book on a paper.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Job {
    /// The book.
    pub book: Book,
    /// Name of the paper.
    pub paper: String,
    /// Whether content carries the places of the author's text; only worth its cost when something went wrong.
    pub spans: bool,
}
