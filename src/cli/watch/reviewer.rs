//! The review of the book, in the process that works on it.

use std::path::Path;

use anyhow::Result;

use crate::cli::args::ReadArgs;
use crate::cli::review::{
    Acceptor, EarlierEdition, ReviewState, accepting_edition, review_against,
};
use crate::edition::review::Review;
use crate::preview::{PreviewBook, ReviewCard, ReviewedItem};
use base::diagnostic::catch_panic;
use rules::executor::Executor;

/// The last review, and the edition that it was compared with.
pub struct Reviewer<'a> {
    path: &'a Path,
    read: &'a ReadArgs,
    earlier: Option<EarlierEdition>,
    state: Option<ReviewState>,
    acceptor: Acceptor,
    accepted: Vec<ReviewedItem>,
}

impl<'a> Reviewer<'a> {
    pub fn new(path: &'a Path, read: &'a ReadArgs) -> Self {
        let acceptor = Acceptor::new(path);
        Self { path, read, earlier: None, state: None, acceptor, accepted: Vec::new() }
    }

    /// Returns the review of the book as it is on disk; empty if the book cannot be read.
    pub fn review<E: Executor>(&mut self, book: &PreviewBook<'_, E>) -> ReviewCard {
        let made = catch_panic(|| self.make(book));
        self.state = made.ok().and_then(Result::ok);
        (self.acceptor, self.accepted) = (Acceptor::new(self.path), Vec::new());
        self.state.as_ref().map_or_else(
            || ReviewCard::of(&Review::default()),
            |state| ReviewCard::of(&state.review),
        )
    }

    fn make<E: Executor>(&mut self, preview: &PreviewBook<'_, E>) -> Result<ReviewState> {
        let book = preview.play()?;
        // The earlier edition is played only once.
        let name = accepting_edition(self.path, &book);
        if self.earlier.as_ref().map(EarlierEdition::name) != name.as_deref() {
            self.earlier = EarlierEdition::find(self.path, None, &book, self.read)?;
        }
        let review = review_against(&book, self.earlier.as_ref(), preview.executor());
        Ok(ReviewState::new(book, review))
    }

    /// Accepts an item of the last review; returns the reason if it cannot.
    pub fn accept(&mut self, item: &ReviewedItem) -> Option<String> {
        let outdated = || Some("the book has changed in the meantime; check it again".to_owned());
        let Some(state) = self.state.as_ref().filter(|state| state.is_current()) else {
            return outdated();
        };
        let mut items = state.review.items();
        let seen = items.find(|own| own.id == item.id && own.state == item.state);
        let Some(seen) = seen else { return outdated() };
        if !seen.blocked.is_empty() {
            return Some(format!("it cannot be accepted: {}", seen.blocked.join("; ")));
        }
        if let Err(failure) = self.acceptor.accept(seen, &state.book) {
            return Some(failure.finding().message);
        }
        if !self.accepted.contains(item) {
            self.accepted.push(item.clone());
        }
        let is_accepted = |id: &str| self.accepted.iter().any(|item| item.id == id);
        let is_all = state.review.items().all(|own| is_accepted(&own.id));
        let settled = if is_all { self.acceptor.settle(&state.book) } else { Ok(()) };
        settled.err().map(|failure| failure.finding().message)
    }
}
