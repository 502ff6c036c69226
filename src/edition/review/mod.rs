//! The review of a book: examples and rules that differ from their accepted state. In: the book as it was
//! played, and an earlier edition if there is one. Out: the items that wait, by cause, with old and new side
//! by side.
//!
//! The causes come from a comparison with the earlier edition; without one, from `rules.lock`: values,
//! sentences and functions as they were when they were accepted.

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

/// The review of a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Review {
    /// The title of the book.
    pub book: String,
    /// The name on the command line of the edition that it is compared with; missing if the records of each
    /// acceptance show the causes.
    pub since: Option<String>,
    /// The items that wait, grouped by cause.
    pub groups: Vec<ReviewGroup>,
}

/// The items that wait for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReviewGroup {
    /// The reason.
    pub cause: ReviewCause,
    /// The items, rules first.
    pub items: Vec<ReviewItem>,
}

/// The reason why something waits.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewCause {
    /// A change of the book.
    Change(Box<Change>),
    /// No cause is known.
    Unexplained,
    /// It was never accepted.
    New,
    /// The numbers of rules changed.
    Renumbered,
}

/// An item that waits for review.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReviewItem {
    /// Its identity: `example/set-up`, `rule/#draw rules/turn.star:draw`.
    pub id: String,
    /// The state to accept: equal for the same play or rule.
    pub state: String,
    /// Its name for people.
    pub title: String,
    /// The difference from the accepted state.
    pub what: String,
    /// The place where to change it.
    pub place: ReviewPlace,
    /// Reasons why it cannot be accepted: unmet expectations of its author, and other errors.
    pub blocked: Vec<String>,
    /// Its content.
    pub body: ReviewBody,
}

/// A place that an author can open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewPlace {
    /// The file, as its finding would name it.
    pub file: String,
    /// The line number, counting from 1.
    pub line: usize,
}

/// The content of an item.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewBody {
    /// An example.
    Example(ExampleReview),
    /// A rule of the text and the function that carries it out.
    Rule(RuleReview),
}

/// An example in its accepted state and in its present one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExampleReview {
    /// The name of its scenario.
    pub name: String,
    /// Its difference; missing if it was never accepted, or if only numbers of rules differ.
    pub difference: Option<ExampleDifference>,
    /// Its steps, the accepted ones beside the present ones.
    pub steps: Vec<StepRow>,
}

/// An accepted step beside the same step of the present play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepRow {
    /// The accepted step; missing for a new step.
    pub old: Option<StepLine>,
    /// The present step; missing for a step that is gone.
    pub new: Option<StepLine>,
    /// True if they differ.
    pub differs: bool,
    /// True for the first step that differs.
    pub first: bool,
}

/// A step in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepLine {
    /// Its number, from 1; missing for a heading, the end, or a step that readers do not see.
    pub number: Option<u32>,
    /// Its words.
    pub text: String,
}

/// A rule in its confirmed state and in its present one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleReview {
    /// Its place, as `rules.lock` names it: `#draw`, `#draw/2.1`.
    pub key: String,
    /// The module and the function that carries it out: `rules/turn.star:draw`.
    pub function: String,
    /// The words of the rule, each run marked as unchanged, gone or new.
    pub words: Vec<MarkedWords>,
    /// The place of the function.
    pub code_place: ReviewPlace,
    /// The text of the function.
    pub code: String,
}

impl Review {
    /// Returns all items that wait, in order.
    pub fn items(&self) -> impl Iterator<Item = &ReviewItem> {
        self.groups.iter().flat_map(|group| &group.items)
    }
}
