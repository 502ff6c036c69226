//! A question that ends a play because it has no answer yet.

use super::chance::Question;
use super::event::Subject;
use super::game::Game;
use super::ids::PieceId;
use super::recording::GameNames;
use super::trace::{NamedSubject, Outcome};

impl Game {
    /// Returns the outcome of a play that ends at a question; `place` is the rule that asks, an index into
    /// `Program.places`.
    pub fn unanswered(&self, question: &Question, place: Option<u32>) -> Outcome {
        let names = GameNames(self);
        let named = |piece: &PieceId| -> NamedSubject { names.subject(self.subject(*piece)) };
        Outcome::Unanswered {
            question: question.text.clone(),
            times: self.times_asked(&question.text),
            by: question.by.map(|player| names.subject(Subject::Player(player)).name.into()),
            about: question.about.as_ref().map(named).map(Box::new),
            among: question.among.iter().map(named).collect(),
            options: question.options.clone(),
            place,
        }
    }
}
