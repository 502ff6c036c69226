//! Questions of browsers: makes the views that they look at, and answers each as soon as possible.

use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use super::{PATIENCE, Waiting, WatchSession};
use crate::preview::server::{Answer, Asked, Asker, Question};
use crate::preview::{FoundPlace, LookedAt, PreviewOrder};

impl WatchSession<'_> {
    pub fn take_question(&mut self, Asked { question, asker }: Asked) -> Result<()> {
        match question {
            Question::State { after, view, page } => {
                let view = self.board.shown_key(&view).to_owned();
                self.look_at(&view, page)?;
                let until = Instant::now() + PATIENCE;
                self.waiting.push(Waiting { asker, after, view, until });
                Ok(())
            }
            Question::Drawing(name) => self.take_drawing_question(name, asker),
            Question::Place(nth) => self.take_place_question(nth, asker),
            Question::Review => self.take_review_question(asker),
            Question::Decide(decision, item) => self.take_decision(decision, item, asker),
        }
    }

    /// Notes that a browser looks at a page of a view; orders the view if it is out of date.
    pub fn look_at(&mut self, view: &str, page: usize) -> Result<()> {
        if view.is_empty() {
            return Ok(());
        }
        self.looked_at.insert(view.to_owned(), (page, Instant::now()));
        let is_wanted = self.board.is_stale(view) && self.reading.is_none();
        if is_wanted && self.making.insert(view.to_owned()) {
            let view = view.to_owned();
            self.order(&PreviewOrder::Make(LookedAt { view, page }))?;
        }
        Ok(())
    }

    fn take_drawing_question(&mut self, name: String, asker: Asker) -> Result<()> {
        if let Some(drawing) = self.board.drawing(&name) {
            asker.answer(Answer::drawing(drawing));
            return Ok(());
        }
        if self.child.is_none() {
            let words = "the program crashed before the page was drawn";
            asker.answer(Answer::refusal(503, words));
            return Ok(());
        }
        let waiting = self.drawings.entry(name.clone()).or_default();
        waiting.push(asker);
        if waiting.len() == 1 { self.order(&PreviewOrder::Draw(name)) } else { Ok(()) }
    }

    fn take_place_question(&mut self, nth: usize, asker: Asker) -> Result<()> {
        let findings = self.board.findings();
        let finding = findings.get(nth).filter(|_| self.child.is_some());
        let place = finding.and_then(|finding| finding.place);
        let Some(place) = place else {
            asker.answer(place_answer(None));
            return Ok(());
        };
        self.places.push((place, asker));
        self.order(&PreviewOrder::Find(place))
    }

    /// Answers every browser whose version is outdated or whose wait is over.
    pub fn answer_waiting(&mut self) {
        let now = Instant::now();
        for waiting in std::mem::take(&mut self.waiting) {
            if waiting.after != self.board.version || waiting.until <= now {
                waiting.asker.answer(Answer::json(self.board.told(&waiting.view)));
            } else {
                self.waiting.push(waiting);
            }
        }
    }
}

pub fn place_answer(found: Option<&FoundPlace>) -> Answer {
    let found =
        found.map(|found| json!({ "view": found.view, "page": found.page, "boxes": found.boxes }));
    Answer::json(found.unwrap_or_default().to_string().into_bytes())
}
