//! An example as a reader follows it. In: a trace, its sentences, and how the table looks. Out:
//! numbered steps, each with what is said, the rules it follows and a picture of what changed; no
//! name that is hidden is in any of it.

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
    /// The table at the start; none when the scenario lays nothing out.
    pub position: Option<Picture>,
    /// Headings and steps, in order.
    pub entries: Vec<StoryEntry>,
    /// Pictures on which several steps are numbered, for print.
    #[serde(skip)]
    pub boards: Vec<Board>,
    /// The table after the play, in place of its steps in print; none where these are told.
    #[serde(skip)]
    pub figure: Option<Picture>,
    /// How it ends; empty when nothing is to be said.
    pub end: Sentence,
    /// The letters of copies of one card.
    #[serde(skip)]
    pub copies: CopyLetters,
}

impl Story {
    /// Its steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.entries.iter().filter_map(StoryEntry::step)
    }

    /// The entries that are printed: headings with a step of theirs, and steps that are not left out.
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
    /// The step, if it is one.
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
    /// From 1.
    pub number: u32,
    /// What is done, in a word or two: "Draw, mark".
    pub lead: String,
    /// What is said of it.
    pub sentences: Vec<StepSentence>,
    /// The records that belong to it.
    pub records: Range<usize>,
    /// What changed on the table.
    pub changes: Vec<TableChange>,
    /// The same as a picture.
    pub picture: Option<Picture>,
    /// The boxes of charts that are passed in it: index of the record.
    pub boxes: Vec<usize>,
    /// How it is told in print.
    #[serde(skip)]
    pub telling: Telling,
    /// The author's own words for it in print.
    #[serde(skip)]
    pub own_words: Option<String>,
    /// Whether it has its picture in print.
    #[serde(skip)]
    pub alone: bool,
}

impl Step {
    /// Its records, of all those of its trace.
    fn told_by<'t>(&self, records: &'t [TraceRecord]) -> &'t [TraceRecord] {
        &records[self.records.clone()]
    }

    /// Does its records on the table, notes what they change there, and draws that.
    fn draw(&mut self, table: &mut TableState, all: &[TraceRecord], scene: &Storyboard<'_>) {
        let before = table.clone();
        let records = self.told_by(all);
        table.apply_records(records);
        let tables = TablePair { scene, before: &before, after: table };
        self.changes = tables.changes(records);
        self.picture = tables.step_picture(records, &self.changes);
        tables.add_map_parts(all, self.records.clone(), &mut self.picture);
    }

    /// Returns what print says of it, unless the author does.
    pub fn printed_sentences(&self) -> impl Iterator<Item = &StepSentence> {
        self.sentences.iter().filter(|said| !said.left_out)
    }
}

/// A sentence of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StepSentence {
    /// The records that it tells, as indexes in `Trace.records`.
    pub records: Vec<usize>,
    /// As printed.
    pub sentence: Sentence,
    /// The rule it follows.
    pub citation: Option<Citation>,
    /// Whether it tells why something is not allowed.
    pub refuses: bool,
    /// Whether it tells of a box of a chart.
    pub passes_box: bool,
    /// Whether print leaves it out.
    #[serde(skip)]
    pub left_out: bool,
}

/// What a story is made of.
#[derive(Debug, Clone, Copy)]
pub struct StorySource<'a> {
    /// What was asked for.
    pub scenario: &'a Scenario,
    /// What was played.
    pub start: &'a Start,
    /// What happened.
    pub trace: &'a Trace,
    /// The same in sentences, one by one.
    pub narration: &'a Narration,
    /// The checked rules.
    pub program: &'a Program,
    /// The words of the book.
    pub lexicon: &'a Lexicon,
    /// How the table is drawn.
    pub style: &'a TableStyle,
    /// The play area of the text, if it has one.
    pub mat: Option<&'a PlayMat>,
    /// What was told before.
    pub earlier: &'a EarlierParts,
}

impl StorySource<'_> {
    /// Returns whether the scenario shows a zone, a flag or a counter that the book does not.
    fn shows(&self, name: &str) -> bool {
        self.scenario.lesson.show.iter().any(|shown| shown.value == name)
    }
}

/// Tells an example in steps.
pub fn tell_story(source: &StorySource<'_>) -> Story {
    let teller = Narrator::new(source.trace, source.program, source.lexicon);
    let mut entries = steps::story_entries(source, &teller);
    lesson::plan_lesson(&mut entries, source.scenario, source.trace, source.program);
    let mut scene = Storyboard::of(source, &teller);
    let end = source.narration.end.clone();
    let mut story = Story { entries, end, ..Story::default() };
    draw_story(&mut story, source, &scene);
    // What is numbered on pictures is known when they are drawn; copies have their letters on them.
    if story.figure.is_none() {
        scene.copies = CopyLetters::of(&story, source, &scene);
    }
    if !scene.copies.is_empty() {
        scene.copies.mark_story(&mut story, source, &teller);
        draw_story(&mut story, source, &scene);
    }
    Story { copies: scene.copies, ..story }
}

/// Draws the table at the start, every step, and the steps that print numbers on one picture.
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

/// What the earlier parts of a play leave to the story of the next one: it is told as if it went on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EarlierParts {
    /// How many steps.
    pub steps: u32,
    /// Flags that are drawn.
    pub flags: BTreeSet<String>,
    /// Counters that are drawn.
    pub counters: BTreeSet<String>,
    /// Names of pieces that stood on a space of a map.
    pub standing: BTreeSet<String>,
}

impl EarlierParts {
    /// There were none.
    pub const NONE: &'static Self = &Self {
        steps: 0,
        flags: BTreeSet::new(),
        counters: BTreeSet::new(),
        standing: BTreeSet::new(),
    };
}
