//! What the rules do not decide: dice, random choice, and questions that are put to somebody.

use super::event::{Asked, Sees, What, verb};
use super::game::{Game, Trouble};
use super::ids::{DieId, Word};
use super::random::hash;

/// The most dice of one roll.
const MOST_DICE: i64 = 1_000;

/// Stream for questions that nobody answers.
const ANSWERS: &str = "answers";

impl Game {
    /// Rolls a die so many times, with the stream of this name or that of the die. Gives the index of each face.
    pub fn roll(&mut self, die: DieId, times: i64, stream: Option<&str>) -> Result<Vec<u8>, Trouble> {
        if !(1..=MOST_DICE).contains(&times) {
            return Err(Trouble::wrong(format!("{times} dice can not be rolled: it must be 1 to {MOST_DICE}")));
        }
        let kind = self.parts.die(die);
        let stream = stream.unwrap_or(&kind.name);
        let faces = kind.faces.len() as u64;
        let rolled: Vec<u8> = (0..times).map(|_| self.state.streams.below(stream, faces) as u8).collect();
        self.append(What::Roll(die, rolled.clone()), verb::ROLL, Sees::All)?;
        Ok(rolled)
    }

    /// Index of one of `count` things at random. Appends no event: what is done with it does.
    pub fn draw(&mut self, count: usize, stream: &str) -> usize {
        self.state.streams.below(stream, count as u64) as usize
    }

    /// Index of the answer to a question, or none if nobody gave one. An answer to `question (2)` is for the second
    /// time it is asked, and so on; one to `question` is for every time.
    pub fn ask(&mut self, question: &str, options: &[String]) -> Result<Option<usize>, Trouble> {
        self.put(question, options, verb::ASK)
    }

    /// Asks what the book does not say; otherwise as [`Game::ask`].
    pub fn ask_unsaid(&mut self, question: &str, options: &[String]) -> Result<Option<usize>, Trouble> {
        self.put(question, options, verb::UNSAID)
    }

    fn put(&mut self, question: &str, options: &[String], verb: Word) -> Result<Option<usize>, Trouble> {
        let times = self.asked(question);
        let answers = self.answers.clone();
        let given = answers.get(&format!("{question} ({times})")).or_else(|| answers.get(question));
        let answer = match given {
            Some(given) => options.iter().position(|option| option == given).ok_or_else(|| none_of(given, options))?,
            None if self.seeded && !options.is_empty() => self.draw(options.len(), ANSWERS),
            None => return Ok(None),
        };
        let options = options.iter().map(|option| self.words.word(option)).collect();
        let asked = Asked { question: self.words.word(question), options, answer };
        self.append(What::Ask(Box::new(asked)), verb, Sees::All)?;
        Ok(Some(answer))
    }

    /// Counts how often a question was asked, this time included.
    fn asked(&mut self, question: &str) -> u32 {
        let key = hash(question) as u64;
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

fn none_of(given: &str, options: &[String]) -> Trouble {
    let options = options.iter().map(|option| format!("`{option}`")).collect::<Vec<_>>().join(", ");
    Trouble::wrong(format!("the answer `{given}` is none of {options}"))
}
