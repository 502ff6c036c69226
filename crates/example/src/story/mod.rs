//! An example as a reader follows it. In: a trace, its sentences, and the style of the table. Out: numbered
//! steps, each with its sentences, the rules it follows and a picture of its changes, all without hidden
//! names.

mod captions;
mod changes;
mod copies;
mod corners;
mod play_data;
mod steps;
mod table_style;
mod board;
mod figure;
mod floor;
mod lesson;
mod live;
mod map;
mod mat_zones;
mod replay;
mod storyboard;
mod zone;
mod zone_view;

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;

pub use board::Board;
pub use changes::TableChange;
pub use copies::CopyLetters;
pub use lesson::Telling;
pub(crate) use lesson::check_lesson;
pub use live::{LiveStory, rule_with_items};
pub use mat_zones::assign_zones;
pub use play_data::{FORM, VERSION, play_data};
pub use replay::{LyingPiece, TableState};
pub use storyboard::Storyboard;
pub use table_style::TableStyle;
pub use zone_view::trace_players;

use self::changes::TablePair;
use self::steps::as_step;
use super::narrate::{Citation, Lexicon, Narration, Narrator, Sentence};
use super::scenario::{Detail, Scenario};
use draw::picture::{Picture, PlayMat};
use rules::Program;
use rules::engine::trace::{Start, Trace, TraceRecord};

/// An example in steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Story {
    /// The table at the start; none if the scenario lays nothing out.
    pub position: Option<Picture>,
    /// Headings and steps, in order.
    pub entries: Vec<StoryEntry>,
    /// Pictures with several numbered steps, for print.
    #[serde(skip)]
    pub boards: Vec<Board>,
    /// The table after the play, which print shows instead of the steps; none if it prints the steps.
    #[serde(skip)]
    pub figure: Option<Picture>,
    /// The ending; empty if nothing needs to be said.
    pub end: Sentence,
    /// Letters of copies of one card.
    #[serde(skip)]
    pub copies: CopyLetters,
}

impl Story {
    /// Returns its steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.entries.iter().filter_map(StoryEntry::step)
    }

    /// Returns the entries that are printed: headings of printed steps, and steps that are not left out.
    pub fn printed_entries(&self) -> impl Iterator<Item = &StoryEntry> {
        let is_told =
            |entry: &StoryEntry| entry.step().is_some_and(|step| step.telling != Telling::LeftOut);
        let bears = move |at: usize| {
            let own = self.entries[at + 1..].iter().take_while(|entry| entry.step().is_some());
            { own }.any(is_told)
        };
        let entries = self.entries.iter().enumerate();
        let printed = entries.filter(move |(at, entry)| match entry {
            StoryEntry::Heading(_) => bears(*at),
            StoryEntry::Step(_) => is_told(entry),
        });
        printed.map(|(_, entry)| entry)
    }
}

/// A heading or a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum StoryEntry {
    /// A turn or a phase begins.
    Heading(Sentence),
    /// Something happens.
    Step(Box<Step>),
}

impl StoryEntry {
    /// Returns the step, if it is one.
    pub fn step(&self) -> Option<&Step> {
        match self {
            Self::Step(step) => Some(step),
            Self::Heading(_) => None,
        }
    }
}

/// A step.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Step {
    /// Number of the step, from 1.
    pub number: u32,
    /// Its deeds in a word or two: "Draw, mark".
    pub lead: String,
    /// Its sentences.
    pub sentences: Vec<StepSentence>,
    /// The records that belong to it.
    pub records: Range<usize>,
    /// Changes on the table.
    pub changes: Vec<TableChange>,
    /// Picture of the changes.
    pub picture: Option<Picture>,
    /// Boxes of charts that are passed in it, as indices of records.
    pub boxes: Vec<usize>,
    /// Length of the step in print.
    #[serde(skip)]
    pub telling: Telling,
    /// The author's own words for it in print.
    #[serde(skip)]
    pub own_words: Option<String>,
    /// True if it has a picture of its own in print.
    #[serde(skip)]
    pub alone: bool,
}

impl Step {
    /// Returns its records, given all those of its trace.
    fn told_by<'t>(&self, records: &'t [TraceRecord]) -> &'t [TraceRecord] {
        &records[self.records.clone()]
    }

    /// Applies its records to the table, notes the changes, and draws them.
    fn draw(&mut self, table: &mut TableState, all: &[TraceRecord], scene: &Storyboard<'_>) {
        let before = table.clone();
        let records = self.told_by(all);
        table.apply_records(records);
        let tables = TablePair { scene, before: &before, after: table };
        self.changes = tables.changes(records);
        self.picture = tables.step_picture(records, &self.changes);
        tables.add_map_parts(all, self.records.clone(), &mut self.picture);
    }

    /// Returns its printed sentences, unless the author has own words for it.
    pub fn printed_sentences(&self) -> impl Iterator<Item = &StepSentence> {
        self.sentences.iter().filter(|said| !said.left_out)
    }
}

/// A sentence of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StepSentence {
    /// The records that it is about, as indices in `Trace.records`.
    pub records: Vec<usize>,
    /// The sentence as printed.
    pub sentence: Sentence,
    /// The rule it follows.
    pub citation: Option<Citation>,
    /// True if it says why something is not allowed.
    pub refuses: bool,
    /// True if it is about a box of a chart.
    pub passes_box: bool,
    /// True if print leaves it out.
    #[serde(skip)]
    pub left_out: bool,
}

/// The parts that a story is made of.
#[derive(Debug, Clone, Copy)]
pub struct StorySource<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The start of the play.
    pub start: &'a Start,
    /// The play.
    pub trace: &'a Trace,
    /// The sentences of the play.
    pub narration: &'a Narration,
    /// The checked rules.
    pub program: &'a Program,
    /// The words of the book.
    pub lexicon: &'a Lexicon,
    /// Style of the table.
    pub style: &'a TableStyle,
    /// The play mat of the text, if it has one.
    pub mat: Option<&'a PlayMat>,
    /// Results of earlier parts.
    pub earlier: &'a EarlierParts,
}

impl StorySource<'_> {
    /// Returns whether the scenario shows a zone, a flag or a counter that the book does not.
    fn shows(&self, name: &str) -> bool {
        self.scenario.lesson.show.iter().any(|shown| shown.value == name)
    }
}

/// Narrates an example in steps.
pub fn tell_story(source: &StorySource<'_>) -> Story {
    let teller = Narrator::new(source.trace, source.program, source.lexicon);
    let mut entries = steps::story_entries(source, &teller);
    lesson::plan_lesson(&mut entries, source.scenario, source.trace, source.program);
    let mut scene = Storyboard::of(source, &teller);
    let end = source.narration.end.clone();
    let mut story = Story { entries, end, ..Story::default() };
    draw_story(&mut story, source, &scene);
    // The numbers on pictures are known only after drawing, and letters of copies depend on them: hence two
    // passes.
    if story.figure.is_none() {
        scene.copies = CopyLetters::of(&story, source, &scene);
    }
    if !scene.copies.is_empty() {
        scene.copies.mark_story(&mut story, source, &teller);
        draw_story(&mut story, source, &scene);
    }
    Story { copies: scene.copies, ..story }
}

/// Draws the table at the start, every step, and the pictures with numbered steps for print.
fn draw_story(story: &mut Story, source: &StorySource<'_>, scene: &Storyboard<'_>) {
    if let Some(table) = TableState::before(source.trace) {
        story.position = scene.position_picture(&table, source.start);
        let mut now = table.clone();
        for step in story.entries.iter_mut().filter_map(as_step) {
            step.draw(&mut now, &source.trace.records, scene);
        }
        story.figure = figure::draw_figure(source, &table, scene);
        story.boards = board::draw_boards(&story.entries, table, source, scene);
    }
}

/// Returns whether every event is a step of its own.
fn steps_are_events(scenario: &Scenario) -> bool {
    scenario.detail == Detail::Events
}

/// Results of the earlier parts of a play that the story of the next part needs in order to continue.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EarlierParts {
    /// Number of steps so far.
    pub steps: u32,
    /// Flags that are drawn.
    pub flags: BTreeSet<String>,
    /// Counters that are drawn.
    pub counters: BTreeSet<String>,
    /// Names of pieces that stood on a space of a map.
    pub standing: BTreeSet<String>,
}

impl EarlierParts {
    /// No earlier parts.
    pub const NONE: &'static Self = &Self {
        steps: 0,
        flags: BTreeSet::new(),
        counters: BTreeSet::new(),
        standing: BTreeSet::new(),
    };
}
