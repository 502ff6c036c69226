//! Decisions outside the rules: dice, random choice, and questions to players.

use std::sync::Arc;

use super::components::Die;
use super::event::{EventKind, Visibility, verb};
use super::game::{Game, KernelError, RefusedEntry};
use super::ids::{DieId, PieceId, PlayerId, TextId};
use super::trace::{Answerer, StartEntry};
use base::diagnostic::did_you_mean;

/// The most dice of one roll.
const MOST_DICE: i64 = 1_000;

/// Most faces or cards that a hint lists.
const MOST_LISTED: usize = 12;

/// Stream for questions that chance answers.
const ANSWERS: &str = "answers";

/// A question to a player.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Full text, including the words of the thing it is about.
    pub text: String,
    /// The allowed answers.
    pub options: Vec<String>,
    /// Player who is asked.
    pub by: Option<PlayerId>,
    /// The piece it is about.
    pub about: Option<PieceId>,
    /// The pieces among the options.
    pub among: Vec<PieceId>,
}

impl Game {
    /// Rolls a die so many times, with the stream of this name or that of the die. Returns the index of each
    /// face.
    pub fn roll(
        &mut self,
        die: DieId,
        times: i64,
        stream: Option<&str>,
    ) -> Result<Vec<u8>, KernelError> {
        if !(1..=MOST_DICE).contains(&times) {
            let message =
                format!("{times} dice cannot be rolled: the number must be from 1 to {MOST_DICE}");
            return Err(KernelError::wrong(message));
        }
        let parts = Arc::clone(&self.parts);
        let stream = stream.unwrap_or(&parts.die(die).name);
        let rolled = (0..times).map(|_| self.roll_once(parts.die(die), stream));
        let rolled = rolled.collect::<Result<Vec<u8>, KernelError>>()?;
        self.append(EventKind::Roll { dice: (die, rolled.clone()) }, verb::ROLL, Visibility::All)?;
        Ok(rolled)
    }

    /// Returns the index of the face of one die: as the scenario says, else by chance.
    fn roll_once(&mut self, die: &Die, stream: &str) -> Result<u8, KernelError> {
        let names = if stream == die.name { &[stream][..] } else { &[stream, &die.name] };
        let Some((name, face)) = self.next_chance(names) else {
            return Ok(self.state.streams.below(stream, die.faces.len() as u64) as u8);
        };
        let labels: Vec<String> = die.faces.iter().map(|face| face.text()).collect();
        let at = labels.iter().position(|label| *label == face[0]);
        at.map(|at| at as u8).ok_or_else(|| {
            let wrong = format!("`{}` is not a face of `{}`", face[0], die.name);
            self.refuse_chance(name, wrong, &face[0], &labels)
        })
    }

    /// Returns the index of one of `count` things at random. Appends no event: the caller does.
    pub fn random_index(&mut self, count: usize, stream: &str) -> usize {
        self.state.streams.below(stream, count as u64) as usize
    }

    /// Returns the index of one of `count` things: the one that the scenario gives, if it fixes chance and
    /// the things have names; else a random one.
    pub fn drawn_index(
        &mut self,
        count: usize,
        stream: &str,
        labels: Option<Vec<String>>,
    ) -> Result<usize, KernelError> {
        let (Some(labels), Some((name, words))) = (labels, self.next_chance(&[stream])) else {
            return Ok(self.random_index(count, stream));
        };
        let at = labels.iter().position(|label| *label == words[0]);
        at.ok_or_else(|| {
            let wrong = format!("`{}` cannot come up for `{name}`", words[0]);
            self.refuse_chance(name, wrong, &words[0], &labels)
        })
    }

    /// Refuses a result of chance in the scenario that is impossible.
    pub fn refuse_chance(
        &mut self,
        name: &str,
        wrong: String,
        given: &str,
        known: &[String],
    ) -> KernelError {
        let shown = known.iter().take(MOST_LISTED).map(|word| format!("`{word}`"));
        let shown: Vec<String> = shown.collect();
        let more = if known.len() > MOST_LISTED { " and others" } else { "" };
        let hint = did_you_mean(given, known.iter().map(String::as_str))
            .unwrap_or_else(|| format!("write one of {}{more}", shown.join(", ")));
        self.refused = Some(RefusedEntry { entry: StartEntry::Chance(name.to_owned()), hint });
        KernelError::wrong(wrong)
    }

    /// Returns the result that the scenario gives for the next decision of chance under one of these names.
    pub fn next_chance<'n>(&mut self, names: &[&'n str]) -> Option<(&'n str, Vec<String>)> {
        if self.chance.is_empty() {
            return None;
        }
        let known = names.iter().copied().find(|name| self.chance.contains_key(*name));
        let name = known.unwrap_or(names[0]);
        let times = self.state.chances.count(name);
        let drawn = self.drawn.entry(name.to_owned()).or_default();
        *drawn = times.max(*drawn);
        let words = self.chance.get(name)?.get(times as usize - 1)?;
        Some((name, words.clone()))
    }

    /// Counts the question as asked, and returns the index of the answer that the scenario gives. An answer
    /// to `question (2)` is for the second time the question is asked, and so on; an answer to `question` is
    /// for every time.
    pub fn scripted_answer(&mut self, question: &Question) -> Result<Option<usize>, KernelError> {
        let times = self.state.asked.count(&question.text);
        let key = self.answer_key(&question.text, times);
        let Some(given) = key.and_then(|key| self.answers.get(&key)) else { return Ok(None) };
        let at = question.options.iter().position(|option| option == given);
        at.map(Some).ok_or_else(|| unlisted_answer(given, &question.options))
    }

    /// Returns the key of the scenario's answer to a question; `None` if there is no answer.
    fn answer_key(&self, question: &str, times: u32) -> Option<String> {
        let numbered = format!("{question} ({times})");
        let keys = [numbered, question.to_owned()];
        keys.into_iter().find(|key| self.answers.contains_key(key))
    }

    /// Returns the key of the scenario's answer to a question that is asked next.
    pub fn next_answer_key(&self, question: &str) -> Option<String> {
        self.answer_key(question, self.times_asked(question) + 1)
    }

    /// Returns the index of a random answer, if chance answers open questions.
    pub fn random_answer(&mut self, question: &Question) -> Option<usize> {
        if !self.seeded || question.options.is_empty() {
            return None;
        }
        let answer = self.random_index(question.options.len(), ANSWERS);
        self.keep_guess(&question.text, &question.options[answer]);
        Some(answer)
    }

    /// Keeps an answer of chance to a question that has just been counted.
    fn keep_guess(&mut self, question: &str, answer: &str) {
        if self.guessed.is_none() {
            return;
        }
        let times = self.times_asked(question);
        if let Some(guessed) = &mut self.guessed {
            guessed.insert(format!("{question} ({times})"), answer.to_owned());
        }
    }

    /// Returns the number of times that a question was asked so far.
    pub fn times_asked(&self, question: &str) -> u32 {
        self.state.asked.of(question)
    }

    /// Logs a question with the index of its answer.
    pub fn log_answer(
        &mut self,
        question: &Question,
        answer: usize,
        from: Answerer,
        verb: TextId,
    ) -> Result<(), KernelError> {
        let text = self.words.intern(&question.text);
        let options: Vec<TextId> =
            question.options.iter().map(|option| self.words.intern(option)).collect();
        let asked = EventKind::Ask {
            question: text,
            answer: options[answer],
            options,
            by: question.by,
            from,
            about: question.about.map(|piece| self.subject(piece)),
            among: question.among.iter().map(|piece| self.subject(*piece)).collect(),
        };
        self.append(asked, verb, Visibility::All)
    }
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
