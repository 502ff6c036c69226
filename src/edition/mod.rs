//! What changed between two editions of a book. In: both, read and played. Out: a list of changes,
//! each told once, at its cause, with the examples that it changes; printed as text, data, Markdown,
//! a page and a sheet.
//!
//! Places are matched by their anchors, and where they have none by their words; lines and files do
//! not count.

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

/// What changed between two editions of a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EditionDiff {
    /// The title of the book.
    pub book: String,
    /// The earlier edition.
    pub old: EditionName,
    /// The later edition.
    pub new: EditionName,
    /// What changed, in the order of the book: each change once, at its cause.
    pub changes: Vec<Change>,
    /// What is numbered otherwise and is otherwise the same.
    pub renumbered: Vec<NumberChange>,
    /// What of the text is marked in the rulebook of the later edition.
    #[serde(skip)]
    pub marks: ChangeMarks,
}

/// What an edition is called.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EditionName {
    /// What the command line calls it: a revision or a folder; empty for the book as it is now.
    pub asked: String,
    /// What its book.toml calls it.
    pub edition: Option<String>,
    /// Its date.
    pub date: Option<String>,
}

/// One change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    /// What changed.
    pub subject: Subject,
    /// How it changed.
    pub how: How,
    /// What it is called: the title of a section, the name of a value, a card or an example.
    pub name: String,
    /// Its anchor, or that of its section, without `#`.
    pub anchor: Option<String>,
    /// Where it stood.
    pub old: Option<ChangePlace>,
    /// Where it stands.
    pub new: Option<ChangePlace>,
    /// For what is new: behind what it would stand in the earlier edition.
    #[serde(skip)]
    pub(crate) after: Option<ChangePlace>,
    /// Its words: those that stayed, those that are gone and those that are new.
    pub words: Vec<MarkedWords>,
    /// What of it changed, part by part.
    pub parts: Vec<PartChange>,
    /// Why it changed, as CHANGES.md of the later edition says.
    pub why: Option<String>,
    /// The places that show it, in the later edition.
    pub shown: Vec<ShownPlace>,
    /// The same in the earlier edition.
    #[serde(skip)]
    pub(crate) shown_before: Vec<ShownPlace>,
    /// Functions that carry it out and are new, gone or otherwise.
    pub functions: Vec<FunctionChange>,
    /// The examples that it changes.
    pub examples: Vec<ExampleChange>,
}

/// A function of the rules that is new, gone or otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FunctionChange {
    /// Its name; empty for what stands outside of functions.
    pub name: String,
    /// How it changed.
    pub how: How,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The numbers of the rules that it carries out.
    pub carries: Vec<String>,
    /// Their anchors.
    #[serde(skip)]
    pub(crate) anchors: Vec<String>,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// What book.toml says.
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
    /// A row of a data file of which a deck is made.
    Card,
    /// A row of another data file, or such a file.
    Data,
    /// A module of the rules, where no rule of the text that changed explains it.
    Module,
    /// A book that this one uses, where its rules, values or data can be played here.
    Used,
    /// The words with which examples are told.
    Wording,
    /// An example.
    Example,
    /// Examples that differ though nothing was found that makes them differ.
    Unexplained,
}

/// How something changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It stands in another section.
    Moved,
    /// Its words changed.
    Reworded,
    /// Parts of it stand in another order.
    Reordered,
    /// It is called otherwise.
    Renamed,
    /// Parts of it changed.
    #[default]
    Changed,
}

/// Where something stands in an edition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChangePlace {
    /// What readers cite; empty where nothing can be cited.
    pub address: String,
    /// The title of the section.
    pub section: String,
    /// Its anchor.
    #[serde(skip)]
    pub(crate) anchor: String,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// Words that stayed, are gone or are new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarkedWords {
    /// Which of these.
    pub mark: Mark,
    /// The words, with the blanks around them.
    pub text: String,
}

/// What became of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// They stayed.
    Same,
    /// They are gone.
    Old,
    /// They are new.
    New,
}

/// A part of something that changed: the field of a row, a box or an exit of a chart, a step of a
/// list that stands elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PartChange {
    /// What the part is called.
    pub name: String,
    /// What it was; none where it is new.
    pub old: Option<String>,
    /// What it is; none where it is gone.
    pub new: Option<String>,
}

/// A place that shows a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownPlace {
    /// What readers cite, and what it is: `2.1 step 3`, `brief of 2.1`.
    pub place: String,
    /// The file, from the folder of the book.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// An example that is not as it was.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExampleChange {
    /// The name of its scenario.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What of it changed.
    pub what: ExampleDifference,
    /// The first step that is told otherwise.
    pub first: Option<StepDifference>,
    /// What differs first, where no step is told otherwise or the example cannot be played.
    pub note: Option<String>,
    /// Whether this change alone makes the difference, as playing the example without it shows.
    pub proved: bool,
}

/// What of an example changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExampleDifference {
    /// It cannot be played.
    Unplayable,
    /// It ends otherwise.
    Outcome,
    /// Other things happen.
    Steps,
    /// The same happens in other words.
    Words,
    /// Nothing happens otherwise, but what lies on the table at its end is not the same.
    Table,
}

/// A step as it was told and as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepDifference {
    /// Its number, from 1; 0 for what lies where at the start.
    pub step: u32,
    /// What was told; none where the step is new.
    pub old: Option<String>,
    /// What is told; none where the step is gone.
    pub new: Option<String>,
}

/// Neighbours that are numbered otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NumberChange {
    /// What the first was cited by.
    pub old: String,
    /// What the last was cited by, if there are several.
    pub old_last: Option<String>,
    /// What the first is cited by.
    pub new: String,
    /// What the last is cited by, if there are several.
    pub new_last: Option<String>,
    /// The title of the first, or of its section.
    pub title: String,
    /// How many there are.
    pub count: usize,
}

impl EditionDiff {
    /// Whether nothing changed that a reader or a player would notice.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.renumbered.is_empty()
    }

    /// How many examples changed.
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
