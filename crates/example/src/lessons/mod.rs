//! Lessons: a list of positions with words between, in which a reader acts and hears why a choice is wrong. In: the
//! files of `lessons/` in a book. Out: lessons as they are taught, as data for whoever shows them, and findings where
//! they say otherwise than the rules.

mod check;
mod data;
mod folder;
pub mod keys;
mod read;
mod walk;
mod words;

pub use check::check_lessons;
pub use data::{lesson_data, lessons_data};
pub(crate) use folder::read_lessons;
pub use read::read_lesson;

use self::words::LessonWords;
use super::fields::Located;
use super::scenario::Scenario;
use base::source::SourceId;

/// One lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct BookLesson {
    /// Name of its file without extension.
    pub name: String,
    /// Its text.
    pub source: SourceId,
    /// What it is called.
    pub title: Located<String>,
    /// What it teaches, in a sentence.
    pub about: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// As whom the reader sits down; unless told, as whoever the book names.
    pub seat: Option<Located<String>>,
    /// The rule that plays the whole game to which the reader sits down at the end.
    pub whole_game: Option<Located<String>>,
    /// In order.
    parts: Vec<LessonPart>,
}

impl BookLesson {
    /// Returns how many parts it has.
    pub fn length(&self) -> usize {
        self.parts.len()
    }
}

/// A part of a lesson: some words, and what the reader does.
#[derive(Debug, Clone, PartialEq)]
struct LessonPart {
    title: Located<String>,
    /// The rule that is new in it.
    teaches: Located<String>,
    say: LessonWords,
    /// What is played; none where it goes on from the part before.
    scenario: Option<PartScenario>,
    choices: Vec<LessonChoice>,
}

/// What a part plays.
#[derive(Debug, Clone, PartialEq)]
struct PartScenario {
    read: Scenario,
    /// The same as a text of its own.
    text: String,
}

/// What the reader is to choose.
#[derive(Debug, Clone, PartialEq)]
struct LessonChoice {
    say: Option<LessonWords>,
    asked: LessonQuestion,
    /// Answers that are right; a guess has one.
    right: Vec<Located<String>>,
    praise: Option<LessonWords>,
    hint: Option<LessonWords>,
    /// Answers that the rules allow and that are wrong all the same, each with why.
    wrong: Vec<(Located<String>, LessonWords)>,
    /// What a reader would try and the rules forbid, each with why.
    forbidden: Vec<(Located<String>, LessonWords)>,
    /// Why every other answer is wrong.
    otherwise: Option<LessonWords>,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq)]
enum LessonQuestion {
    /// The rules, with these words.
    Rules(Located<String>),
    /// The lesson: what happens next?
    Guess(Guess),
}

/// A question of the lesson about what the rules do next.
#[derive(Debug, Clone, PartialEq)]
struct Guess {
    words: LessonWords,
    /// A fact that holds after the play went on, and makes the right answer right.
    proof: Located<String>,
    /// Where the play stops then; unless told, at its next question to the reader or its end.
    until: Option<Located<String>>,
}
