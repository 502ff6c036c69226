//! News of the process that works on the book: results of reading, making, drawing, finding and writing, and
//! the end of the process.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;

use super::questions::place_answer;
use super::{QUIET, WatchSession};
use crate::cli::console::{counted_words, print_error};
use crate::cli::work::SteadyNews;
use crate::preview::board::Phase;
use crate::preview::server::{Answer, Asker};
use crate::preview::{BookCard, FindingCard, FoundPlace, MadeView, PreviewNews, PreviewOrder};
use base::source::Span;
use base::text::path_words;

impl WatchSession<'_> {
    pub fn hear(&mut self, news: SteadyNews) -> Result<()> {
        let news = match news {
            SteadyNews::Said(news) => news,
            SteadyNews::Ended => return self.bury_child(false),
        };
        self.silent_since = Instant::now();
        match news {
            PreviewNews::Read(book, made) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_book(book, made)
            }
            PreviewNews::Made(view) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.making.remove(&view.key);
                self.board.take_view(view);
                Ok(())
            }
            PreviewNews::Drawn(name, drawing) => {
                self.take_drawing(name, drawing);
                Ok(())
            }
            PreviewNews::Found(place, found) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_place(place, found.as_ref());
                Ok(())
            }
            PreviewNews::Reviewed(card) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_review(card)?;
                self.order_review()
            }
            PreviewNews::Accepted(item, problem) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_accepted(&item, problem.as_deref());
                Ok(())
            }
            PreviewNews::Written { files, more, findings } => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_written(files, more, findings)
            }
        }
    }

    fn take_book(&mut self, book: BookCard, made: Vec<MadeView>) -> Result<()> {
        let begin = self.reading.take().unwrap_or_else(Instant::now);
        let time = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.board.take_book(book, made, time);
        for folder in self.board.folders() {
            self.watcher.watch_folder(Path::new(folder));
        }
        if self.is_outdated {
            return self.read_book();
        }
        print_error(format_args!("{}\n", self.board.line()));
        let writes = !self.args.no_write && self.board.is_printable();
        self.writing = writes.then(|| (0, Instant::now() + QUIET));
        self.written = (Vec::new(), Vec::new());
        self.order_review()?;
        let looked_at = self.looked_at();
        looked_at.iter().try_for_each(|looked| self.look_at(&looked.view, looked.page))
    }

    fn take_drawing(&mut self, name: String, drawing: Option<Vec<u8>>) {
        let askers = self.drawings.remove(&name).unwrap_or_default();
        if !askers.is_empty() {
            self.open_orders = self.open_orders.saturating_sub(1);
        }
        let Some(drawing) = drawing.map(Arc::new) else {
            let gone = || Answer::refusal(404, "this page no longer exists");
            return askers.into_iter().for_each(|asker| asker.answer(gone()));
        };
        for asker in askers {
            asker.answer(Answer::drawing(Arc::clone(&drawing)));
        }
        self.board.take_drawing(name, drawing);
    }

    fn take_place(&mut self, place: Span, found: Option<&FoundPlace>) {
        let (answered, open) =
            std::mem::take(&mut self.places).into_iter().partition(|(asked, _)| *asked == place);
        self.places = open;
        let answered: Vec<(Span, Asker)> = answered;
        answered.into_iter().for_each(|(_, asker)| asker.answer(place_answer(found)));
    }

    fn take_written(
        &mut self,
        files: Vec<String>,
        more: bool,
        findings: Vec<FindingCard>,
    ) -> Result<()> {
        let Some((nth, _)) = self.writing else { return Ok(()) };
        self.written.0.extend(files);
        self.written.1.extend(findings);
        if more {
            self.writing = Some((nth + 1, Instant::now()));
            return self.order(&PreviewOrder::Write(nth + 1));
        }
        self.writing = None;
        let (files, findings) = std::mem::take(&mut self.written);
        let (count, output) = (files.len(), path_words(&self.args.build.output));
        let counted = counted_words(count, "file").unwrap_or_else(|| "no file".to_owned());
        print_error(format_args!("{counted} written to {output}\n"));
        self.board.take_written(files, findings);
        Ok(())
    }

    /// Handles a process that has ended or takes too long; answers everybody who waits for it.
    pub fn bury_child(&mut self, is_late: bool) -> Result<()> {
        let Some(child) = self.child.take() else { return Ok(()) };
        let was_outdated = self.is_outdated;
        (self.reading, self.writing, self.open_orders) = (None, None, 0);
        self.making.clear();
        let Some(death) = child.end(is_late)? else { return Ok(()) };
        for asker in std::mem::take(&mut self.drawings).into_values().flatten() {
            asker.answer(Answer::refusal(503, "the program crashed"));
        }
        for (_, asker) in std::mem::take(&mut self.places) {
            asker.answer(place_answer(None));
        }
        self.end_reviews();
        let words = std::iter::once(&death.message).chain(&death.hints);
        let words = words.map(String::as_str).collect::<Vec<_>>().join("; ");
        print_error(format_args!("{words}\n"));
        self.board.take_phase(Phase::Ended, Some(words));
        if was_outdated { self.start_child() } else { Ok(()) }
    }
}
