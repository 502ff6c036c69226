//! What waits to be looked at in a book: examples that are not as they were accepted, and rules that
//! are not as they were confirmed. In: the book as it was played, and an earlier edition of it if there
//! is one. Out: what waits, behind what caused it, with old and new side by side.
//!
//! The causes are those that a comparison with the earlier edition tells; without one, those that
//! `rules.lock` holds: values, sentences and functions as they were when they were accepted.

mod examples;
mod groups;
mod recorded;
mod rules;
mod steps;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, ExampleDifference, MarkedWords};
pub use groups::review_book;
pub use steps::{ShownRow, event_lines, line_runs, shown_rows, told_steps};

/// What waits to be looked at in a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Review {
    /// The title of the book.
    pub book: String,
    /// What the command line calls the edition that it is compared with; none where what was recorded
    /// with each acceptance tells the causes.
    pub since: Option<String>,
    /// What waits, by what caused it.
    pub groups: Vec<ReviewGroup>,
}

/// What waits for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReviewGroup {
    /// The reason.
    pub cause: ReviewCause,
    /// What waits: rules first.
    pub items: Vec<ReviewItem>,
}

/// Why something waits.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewCause {
    /// This changed in the book.
    Change(Box<Change>),
    /// Nothing is known that changed.
    Unexplained,
    /// It was never accepted.
    New,
    /// Rules have other numbers.
    Renumbered,
}

/// Something that waits to be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReviewItem {
    /// Names it: `example/set-up`, `rule/#draw rules/turn.star:draw`.
    pub id: String,
    /// Names what would be accepted: the same state, the same play or rule.
    pub state: String,
    /// What people call it.
    pub title: String,
    /// What of it is not as it was.
    pub what: String,
    /// Where to change it.
    pub place: ReviewPlace,
    /// Why it cannot be accepted: expectations of its author that are not met, and other errors.
    pub blocked: Vec<String>,
    /// What it is.
    pub body: ReviewBody,
}

/// A place that an author can open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewPlace {
    /// The file, as its finding would name it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewBody {
    /// An example.
    Example(ExampleReview),
    /// A rule of the text and the function that carries it out.
    Rule(RuleReview),
}

/// An example as it was accepted and as it is played.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExampleReview {
    /// The name of its scenario.
    pub name: String,
    /// What of it changed; none where it was never accepted, or only numbers of rules differ.
    pub difference: Option<ExampleDifference>,
    /// Its steps, those that were accepted beside those that are played.
    pub steps: Vec<StepRow>,
}

/// A step as it was accepted beside the same step as it is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepRow {
    /// What was accepted; none where the step is new.
    pub old: Option<StepLine>,
    /// What is played; none where the step is gone.
    pub new: Option<StepLine>,
    /// Whether they differ.
    pub differs: bool,
    /// Whether this is the first that differs.
    pub first: bool,
}

/// A step as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepLine {
    /// Its number, from 1; none for a heading, the end, or what readers do not see.
    pub number: Option<u32>,
    /// What is said.
    pub text: String,
}

/// A rule as it was confirmed and as it is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleReview {
    /// What `rules.lock` calls the place: `#draw`, `#draw/2.1`.
    pub key: String,
    /// The module and the function that carries it out: `rules/turn.star:draw`.
    pub function: String,
    /// The words of the rule: those that stayed, those that are gone and those that are new.
    pub words: Vec<MarkedWords>,
    /// Where the function stands.
    pub code_place: ReviewPlace,
    /// The text of the function.
    pub code: String,
}

impl Review {
    /// Everything that waits, in order.
    pub fn items(&self) -> impl Iterator<Item = &ReviewItem> {
        self.groups.iter().flat_map(|group| &group.items)
    }
}
