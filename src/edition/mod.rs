//! Compares two editions of a book. In: both, read and played. Out: a list of changes, each reported once, at
//! its cause, with the examples that it changes; printed as text, data, Markdown, a page and a sheet.
//!
//! Places are matched by their anchors, and those without anchors by their words; lines and files do not
//! count.

mod causes;
mod charts;
mod code;
mod compare;
mod data;
mod examples;
mod manifest;
mod marks;
mod notes;
mod numbers;
mod order;
mod pairs;
mod passages;
pub mod print;
pub mod release;
pub mod review;
mod rules;
mod tables;
mod used;
mod values;
mod words;

use schemars::JsonSchema;
use serde::Serialize;

use press::book::ChangeMarks;

pub use compare::{NamedEdition, compare_editions};
pub use notes::report_lost_notes;

/// Changes between two editions of a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EditionDiff {
    /// The title of the book.
    pub book: String,
    /// The earlier edition.
    pub old: EditionName,
    /// The later edition.
    pub new: EditionName,
    /// The changes in the order of the book, each once, at its cause.
    pub changes: Vec<Change>,
    /// Places that have a new number and are otherwise the same.
    pub renumbered: Vec<NumberChange>,
    /// Marks in the text of the later edition's rulebook.
    #[serde(skip)]
    pub marks: ChangeMarks,
}

/// The name of an edition.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EditionName {
    /// Its name on the command line: a revision or a folder; empty for the present book.
    pub asked: String,
    /// Its name in book.toml.
    pub edition: Option<String>,
    /// Its date.
    pub date: Option<String>,
}

/// One change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    /// The subject of the change.
    pub subject: Subject,
    /// The kind of change.
    pub how: How,
    /// The name of the subject: the title of a section, or the name of a value, a card or an example.
    pub name: String,
    /// Its anchor, or the anchor of its section, without `#`.
    pub anchor: Option<String>,
    /// Its place in the earlier edition.
    pub old: Option<ChangePlace>,
    /// Its place in the later edition.
    pub new: Option<ChangePlace>,
    /// For a new subject: the place in the earlier edition that it would follow.
    #[serde(skip)]
    pub(crate) after: Option<ChangePlace>,
    /// Its words, each run marked as unchanged, gone or new.
    pub words: Vec<MarkedWords>,
    /// Its changed parts.
    pub parts: Vec<PartChange>,
    /// The reason for the change, from CHANGES.md of the later edition.
    pub why: Option<String>,
    /// The places that show it, in the later edition.
    pub shown: Vec<ShownPlace>,
    /// The places that show it, in the earlier edition.
    #[serde(skip)]
    pub(crate) shown_before: Vec<ShownPlace>,
    /// Functions that carry it out and are new, gone or changed.
    pub functions: Vec<FunctionChange>,
    /// The examples that it changes.
    pub examples: Vec<ExampleChange>,
}

/// A function of the rules that is new, gone or changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FunctionChange {
    /// Its name; empty for code outside functions.
    pub name: String,
    /// The kind of change.
    pub how: How,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line number, counting from 1.
    pub line: usize,
    /// The numbers of the rules that it carries out.
    pub carries: Vec<String>,
    /// The anchors of these rules.
    #[serde(skip)]
    pub(crate) anchors: Vec<String>,
}

/// The subject of a change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// The file book.toml.
    Book,
    /// The reading in force.
    Reading,
    /// A named value.
    Value,
    /// A section, a step or a paragraph.
    #[default]
    Rule,
    /// The order of a list or of sections.
    List,
    /// A flowchart.
    Chart,
    /// A table in the text.
    Table,
    /// The short form of a section.
    Brief,
    /// A term of a list of terms.
    Term,
    /// A row of a data file that a deck prints.
    Card,
    /// A row of another data file, or the whole file.
    Data,
    /// A module of the rules that changed without a change of its rules in the text.
    Module,
    /// A book that this one uses, whose rules, values or data can be played here.
    Used,
    /// The words that examples are written in.
    Wording,
    /// An example.
    Example,
    /// Examples that differ without a known cause.
    Unexplained,
}

/// A kind of change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is in another section.
    Moved,
    /// Its words changed.
    Reworded,
    /// Its parts are in another order.
    Reordered,
    /// It has another name.
    Renamed,
    /// Parts of it changed.
    #[default]
    Changed,
}

/// A place in an edition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChangePlace {
    /// The number that readers cite; empty if it has none.
    pub address: String,
    /// The title of the section.
    pub section: String,
    /// Its anchor.
    #[serde(skip)]
    pub(crate) anchor: String,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line number, counting from 1.
    pub line: usize,
}

/// Words that are unchanged, gone or new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarkedWords {
    /// The mark of the words.
    pub mark: Mark,
    /// The words, with the blanks around them.
    pub text: String,
}

/// A mark of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// They are unchanged.
    Same,
    /// They are gone.
    Old,
    /// They are new.
    New,
}

/// A changed part: the field of a row, a box or an exit of a chart, or a step of a list that has moved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PartChange {
    /// The name of the part.
    pub name: String,
    /// Its earlier content; missing for a new part.
    pub old: Option<String>,
    /// Its later content; missing for a part that is gone.
    pub new: Option<String>,
}

/// A place that shows a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownPlace {
    /// Its number and kind, as readers cite it: `2.1 step 3`, `brief of 2.1`.
    pub place: String,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line number, counting from 1.
    pub line: usize,
}

/// An example that differs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExampleChange {
    /// The name of its scenario.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The kind of difference.
    pub what: ExampleDifference,
    /// The first step whose sentences differ.
    pub first: Option<StepDifference>,
    /// The first difference, if no sentence differs or the example cannot be played.
    pub note: Option<String>,
    /// True if playing the example without this change shows that this change alone makes the difference.
    pub proved: bool,
}

/// A difference between two plays of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExampleDifference {
    /// It cannot be played.
    Unplayable,
    /// It ends in another way.
    Outcome,
    /// Its events differ.
    Steps,
    /// Its words differ, but its events are the same.
    Words,
    /// Its events are the same, but the table at its end is not.
    Table,
}

/// A step in the earlier and in the later edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepDifference {
    /// Its number, from 1; 0 for the table at the start.
    pub step: u32,
    /// Its earlier sentences; missing for a new step.
    pub old: Option<String>,
    /// Its later sentences; missing for a step that is gone.
    pub new: Option<String>,
}

/// Neighbouring places that have new numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NumberChange {
    /// The earlier number of the first.
    pub old: String,
    /// The earlier number of the last, if there are several.
    pub old_last: Option<String>,
    /// The later number of the first.
    pub new: String,
    /// The later number of the last, if there are several.
    pub new_last: Option<String>,
    /// The title of the first, or of its section.
    pub title: String,
    /// Their number.
    pub count: usize,
}

impl EditionDiff {
    /// True if nothing changed that a reader or a player would notice.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.renumbered.is_empty()
    }

    /// Returns the number of examples that changed.
    pub fn example_count(&self) -> usize {
        let mut names: Vec<&str> = self
            .changes
            .iter()
            .flat_map(|change| &change.examples)
            .map(|example| example.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }
}
