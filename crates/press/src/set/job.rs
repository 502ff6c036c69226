//! The job of one compile, as bytes that Typst reads like any other file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::set::spans;
use base::source::Span;

/// A book on a paper.
#[derive(Debug, Serialize, Deserialize)]
pub struct PressJob<'b> {
    /// The book.
    pub book: Cow<'b, Book>,
    /// Name of the paper.
    pub paper: String,
    /// Ink, theme and bleed.
    pub look: PageLook,
    /// The part of the book that is set.
    pub task: PressTask,
    /// True if content carries the places of the text of the author, which is worth its cost only after an
    /// error.
    pub spans: bool,
}

impl<'b> PressJob<'b> {
    /// Creates a job for the first try.
    pub fn new(book: &'b Book, paper: &str, look: &PageLook, task: PressTask) -> Self {
        let (paper, look) = (paper.to_owned(), look.clone());
        Self { book: Cow::Borrowed(book), paper, spans: look.places, look, task }
    }

    /// Returns the Typst span of a place in the text of the author, if content carries places.
    pub fn typst_span(&self, span: Span) -> typst::syntax::Span {
        if self.spans { spans::typst_span(span) } else { typst::syntax::Span::detached() }
    }
}
