//! What one compile is about, as bytes that Typst reads like any other file.

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
    /// What is set.
    pub task: PressTask,
    /// Whether content carries the places of the author's text; only worth its cost when something
    /// went wrong.
    pub spans: bool,
}

impl<'b> PressJob<'b> {
    /// A job as it is tried first.
    pub fn new(book: &'b Book, paper: &str, look: &PageLook, task: PressTask) -> Self {
        let (paper, look) = (paper.to_owned(), look.clone());
        Self { book: Cow::Borrowed(book), paper, spans: look.places, look, task }
    }

    /// A place of the author's text for Typst, where content carries these.
    pub fn typst_span(&self, span: Span) -> typst::syntax::Span {
        if self.spans { spans::typst_span(span) } else { typst::syntax::Span::detached() }
    }
}
