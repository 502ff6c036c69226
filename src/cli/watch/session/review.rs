//! The review of a preview: shows the items that wait, and has acceptances written by the process that works
//! on the book.

use std::path::Path;

use anyhow::Result;
use serde_json::json;

use super::WatchSession;
use crate::cli::open::open_detached;
use crate::preview::server::{Answer, Asker, Decision};
use crate::preview::{PreviewOrder, ReviewCard, ReviewedItem};

impl WatchSession<'_> {
    pub fn take_review_question(&mut self, asker: Asker) -> Result<()> {
        if !self.board.offers_review() {
            asker.answer(Answer::refusal(403, "this preview writes no files"));
            return Ok(());
        }
        if let Some(card) = self.board.review() {
            asker.answer(Answer::json(card.json.clone().into_bytes()));
            return Ok(());
        }
        if self.child.is_none() {
            asker.answer(Answer::refusal(503, "the program crashed"));
            return Ok(());
        }
        self.reviews.push(asker);
        self.order_review()
    }

    /// Orders the review, unless the book is being read, which comes first.
    pub fn order_review(&mut self) -> Result<()> {
        if self.reviews.is_empty() || self.is_reviewing || self.reading.is_some() {
            return Ok(());
        }
        self.is_reviewing = true;
        self.order(&PreviewOrder::Review)
    }

    /// Takes a finished review; if the book changed meanwhile, it is made again.
    pub fn take_review(&mut self, card: ReviewCard) -> Result<()> {
        self.is_reviewing = false;
        if self.reading.is_some() {
            return Ok(());
        }
        for asker in std::mem::take(&mut self.reviews) {
            asker.answer(Answer::json(card.json.clone().into_bytes()));
        }
        self.board.take_review(card);
        Ok(())
    }

    pub fn take_decision(
        &mut self,
        decision: Decision,
        item: ReviewedItem,
        asker: Asker,
    ) -> Result<()> {
        if !self.board.offers_review() {
            asker.answer(Answer::refusal(403, "this preview writes no files"));
            return Ok(());
        }
        match decision {
            Decision::Open => {
                // Only places of items that wait can be opened, whatever is requested.
                let place = self.board.review().and_then(|card| card.places.get(&item.id));
                let opened = place.is_some_and(|place| open_detached(Path::new(&place.file)));
                asker.answer(data(&json!({ "opened": opened })));
                Ok(())
            }
            Decision::Accept if self.child.is_none() => {
                asker.answer(Answer::refusal(503, "the program crashed"));
                Ok(())
            }
            Decision::Accept => {
                self.accepting.push((item.clone(), asker));
                self.order(&PreviewOrder::Accept(item))
            }
        }
    }

    /// Answers a browser after an acceptance, or with the problem that prevented it.
    pub fn take_accepted(&mut self, item: &ReviewedItem, problem: Option<&str>) {
        let Some(at) = self.accepting.iter().position(|(asked, _)| asked == item) else { return };
        let (_, asker) = self.accepting.remove(at);
        asker.answer(data(&json!({ "accepted": problem.is_none(), "problem": problem })));
    }

    /// Answers all waiting browsers when the process has ended.
    pub fn end_reviews(&mut self) {
        self.is_reviewing = false;
        let accepting = std::mem::take(&mut self.accepting).into_iter().map(|(_, asker)| asker);
        for asker in std::mem::take(&mut self.reviews).into_iter().chain(accepting) {
            asker.answer(Answer::refusal(503, "the program crashed"));
        }
    }
}

fn data(data: &serde_json::Value) -> Answer {
    Answer::json(data.to_string().into_bytes())
}
