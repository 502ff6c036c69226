//! Lessons: a list of positions with words between, in which a reader acts and learns why a choice is wrong.
//! In: the files of `lessons/` in a book. Out: lessons with their plays, lessons as data for other programs,
//! and findings where they disagree with the rules.

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
    /// Its title.
    pub title: Located<String>,
    /// Summary in a sentence.
    pub about: String,
    /// Its duration, in minutes.
    pub minutes: u32,
    /// The seat of the reader; if none, the seat that the book names.
    pub seat: Option<Located<String>>,
    /// The rule that plays the whole game at the end of the lesson.
    pub whole_game: Option<Located<String>>,
    /// Its parts, in order.
    parts: Vec<LessonPart>,
}

impl BookLesson {
    /// Returns the number of its parts.
    pub fn length(&self) -> usize {
        self.parts.len()
    }
}

/// A part of a lesson: some words, and the reader's choices.
#[derive(Debug, Clone, PartialEq)]
struct LessonPart {
    title: Located<String>,
    /// The rule that is new in it.
    teaches: Located<String>,
    say: LessonWords,
    /// Its scenario; none if it continues the part before.
    scenario: Option<PartScenario>,
    choices: Vec<LessonChoice>,
}

/// The scenario of a part.
#[derive(Debug, Clone, PartialEq)]
struct PartScenario {
    read: Scenario,
    /// The scenario as TOML of its own.
    text: String,
}

/// A choice of the reader.
#[derive(Debug, Clone, PartialEq)]
struct LessonChoice {
    say: Option<LessonWords>,
    asked: LessonQuestion,
    /// Answers that are right; a guess has one.
    right: Vec<Located<String>>,
    praise: Option<LessonWords>,
    hint: Option<LessonWords>,
    /// Answers that the rules allow but that are wrong, each with the reason.
    wrong: Vec<(Located<String>, LessonWords)>,
    /// Answers that the rules forbid but that a reader would try, each with the reason.
    forbidden: Vec<(Located<String>, LessonWords)>,
    /// Reason why every other answer is wrong.
    otherwise: Option<LessonWords>,
}

/// Source of a question.
#[derive(Debug, Clone, PartialEq)]
enum LessonQuestion {
    /// The rules ask, with these words.
    Rules(Located<String>),
    /// The lesson asks what happens next.
    Guess(Guess),
}

/// A question of the lesson about what the rules do next.
#[derive(Debug, Clone, PartialEq)]
struct Guess {
    words: LessonWords,
    /// A fact that holds after the play continued, and makes the right answer right.
    proof: Located<String>,
    /// Place where the play stops then; if none, its next question to the reader or its end.
    until: Option<Located<String>>,
}
