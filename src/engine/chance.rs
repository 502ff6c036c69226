//! What the rules do not decide: dice, random choice, and questions that are put to somebody.

use super::event::{AskedQuestion, EventKind, Visibility, verb};
use super::game::{Game, KernelError};
use super::ids::{DieId, PieceId, PlayerId, TextId};
use super::random::text_hash;
use super::trace::Answerer;

/// The most dice of one roll.
const MOST_DICE: i64 = 1_000;

/// Stream for questions that nobody answers.
const ANSWERS: &str = "answers";

/// A question that is put to somebody.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// All its words, those of what it is about included.
    pub text: String,
    /// The answers that are allowed.
    pub options: Vec<String>,
    /// Who is asked.
    pub by: Option<PlayerId>,
    /// The piece it is about.
    pub about: Option<PieceId>,
    /// The pieces among the options.
    pub among: Vec<PieceId>,
}

impl Game {
    /// Rolls a die so many times, with the stream of this name or that of the die. Gives the index
    /// of each face.
    pub fn roll(
        &mut self,
        die: DieId,
        times: i64,
        stream: Option<&str>,
    ) -> Result<Vec<u8>, KernelError> {
        check_dice_count(times)?;
        let kind = self.parts.die(die);
        let stream = stream.unwrap_or(&kind.name);
        let faces = kind.faces.len() as u64;
        let rolled: Vec<u8> =
            (0..times).map(|_| self.state.streams.below(stream, faces) as u8).collect();
        self.append(EventKind::Roll(die, rolled.clone()), verb::ROLL, Visibility::All)?;
        Ok(rolled)
    }

    /// Index of one of `count` things at random. Appends no event: what is done with it does.
    pub fn random_index(&mut self, count: usize, stream: &str) -> usize {
        self.state.streams.below(stream, count as u64) as usize
    }

    /// Counts the question as asked, and gives the index of the answer that the scenario has for
    /// it. An answer to `question (2)` is for the second time it is asked, and so on; one to
    /// `question` is for every time.
    pub fn scripted_answer(&mut self, question: &Question) -> Result<Option<usize>, KernelError> {
        let times = self.count_question(&question.text);
        let Some(given) = self.given_answer(&question.text, times) else { return Ok(None) };
        let at = question.options.iter().position(|option| option == given);
        at.map(Some).ok_or_else(|| unlisted_answer(given, &question.options))
    }

    /// The answer that the scenario has for the question when it is asked for this time.
    fn given_answer(&self, question: &str, times: u32) -> Option<&String> {
        self.answers.get(&self.answer_key(question, times)?)
    }

    /// The key of that answer; none where the scenario has none.
    fn answer_key(&self, question: &str, times: u32) -> Option<String> {
        let numbered = format!("{question} ({times})");
        let keys = [numbered, question.to_owned()];
        keys.into_iter().find(|key| self.answers.contains_key(key))
    }

    /// The key of the answer that the scenario has for a question that is asked next.
    pub fn next_answer_key(&self, question: &str) -> Option<String> {
        let key = text_hash(question) as u64;
        let asked = self.state.asked.iter().find(|(known, _)| *known == key);
        self.answer_key(question, asked.map_or(1, |(_, times)| times + 1))
    }

    /// Index of an answer at random, if open questions are answered so.
    pub fn random_answer(&mut self, question: &Question) -> Option<usize> {
        let guesses = self.seeded && !question.options.is_empty();
        guesses.then(|| self.random_index(question.options.len(), ANSWERS))
    }

    /// Tells how a question was answered.
    pub fn log_answer(
        &mut self,
        question: &Question,
        answer: usize,
        from: Answerer,
    ) -> Result<(), KernelError> {
        self.append_answer(question, (answer, from), verb::ASK)
    }

    /// Tells what somebody chose where the book does not say.
    pub fn log_unsaid_answer(
        &mut self,
        question: &Question,
        answer: usize,
        from: Answerer,
    ) -> Result<(), KernelError> {
        self.append_answer(question, (answer, from), verb::UNSAID)
    }

    fn append_answer(
        &mut self,
        question: &Question,
        (answer, from): (usize, Answerer),
        verb: TextId,
    ) -> Result<(), KernelError> {
        let asked = AskedQuestion {
            question: self.words.intern(&question.text),
            options: question.options.iter().map(|option| self.words.intern(option)).collect(),
            answer,
            by: question.by,
            from,
            about: question.about.map(|piece| self.subject(piece)),
            among: question.among.iter().map(|piece| self.subject(*piece)).collect(),
        };
        self.append(EventKind::Ask(Box::new(asked)), verb, Visibility::All)
    }

    /// Counts how often a question was asked, this time included.
    fn count_question(&mut self, question: &str) -> u32 {
        let key = text_hash(question) as u64;
        match self.state.asked.iter_mut().find(|(known, _)| *known == key) {
            Some((_, times)) => {
                *times += 1;
                *times
            }
            None => {
                self.state.asked.push((key, 1));
                1
            }
        }
    }
}

/// Refuses to roll no dice, or too many.
fn check_dice_count(times: i64) -> Result<(), KernelError> {
    if (1..=MOST_DICE).contains(&times) {
        return Ok(());
    }
    Err(KernelError::wrong(format!("{times} dice cannot be rolled: it must be 1 to {MOST_DICE}")))
}

fn unlisted_answer(given: &str, options: &[String]) -> KernelError {
    if options.is_empty() {
        return KernelError::wrong(format!("the question has no options, but an answer `{given}`"));
    }
    let options: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
    KernelError::wrong(format!(
        "unknown answer `{given}`; possible answers: {}",
        options.join(", ")
    ))
}
