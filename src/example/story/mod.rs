//! An example as a reader follows it. In: a trace, its sentences, and how the table looks. Out:
//! numbered steps, each with what is said, the rules it follows and a picture of what changed; no
//! name that is hidden is in any of it.

mod alt;
mod changes;
mod data;
mod group;
mod look;
mod map;
mod places;
mod replay;
mod scene;
mod zone;

use serde::Serialize;

pub use changes::Change;
pub use data::{FORM, VERSION, data};
pub use look::Look;
pub use places::assign;
pub use replay::Table;
pub use scene::{Scene, players};

use super::narrate::{Citation, Narration, Sentence, Teller, Words};
use super::scenario::{Detail, Scenario};
use crate::engine::trace::{Start, Trace};
use crate::picture::{Mat, Picture};
use crate::rules::Program;

/// An example in steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Story {
    /// The table at the start; none when the scenario lays nothing out.
    pub position: Option<Picture>,
    /// Headings and steps, in order.
    pub entries: Vec<Entry>,
    /// How it ends; empty when nothing is to be said.
    pub end: Sentence,
}

/// A heading or a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Entry {
    /// A turn or a phase begins.
    Heading(Sentence),
    /// Something happens.
    Step(Step),
}

/// A step.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Step {
    /// From 1.
    pub number: u32,
    /// What is done, in a word or two: "Draw, mark".
    pub lead: String,
    /// What is said of it.
    pub said: Vec<Said>,
    /// The first record that belongs to it, and the one behind the last.
    pub records: (usize, usize),
    /// What changed on the table.
    pub changes: Vec<Change>,
    /// The same as a picture.
    pub picture: Option<Picture>,
    /// The boxes of charts that are passed in it: index of the record.
    pub boxes: Vec<usize>,
}

/// A sentence of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Said {
    /// The records that it tells, as indexes in `Trace.records`.
    pub records: Vec<usize>,
    /// As printed.
    pub sentence: Sentence,
    /// The rule it follows.
    pub citation: Option<Citation>,
    /// Whether it tells why something is not allowed.
    pub refuses: bool,
}

/// What a story is made of.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// What was asked for.
    pub scenario: &'a Scenario,
    /// What was played.
    pub start: &'a Start,
    /// What happened.
    pub trace: &'a Trace,
    /// The same in sentences, one by one.
    pub told: &'a Narration,
    /// The checked rules.
    pub program: &'a Program,
    /// The words of the book.
    pub words: &'a Words,
    /// How the table is drawn.
    pub look: &'a Look,
    /// The play area of the text, if it has one.
    pub mat: Option<&'a Mat>,
}

/// Tells an example in steps.
pub fn tell(source: &Source<'_>) -> Story {
    let teller = Teller::new(source.trace, source.program, source.words);
    let mut entries = group::entries(source, &teller);
    let scene = Scene::of(source, &teller);
    let Some(mut table) = Table::before(source.trace) else {
        return Story { position: None, entries, end: source.told.end.clone() };
    };
    let position = scene.position(&table, source.start);
    for entry in &mut entries {
        let Entry::Step(step) = entry else { continue };
        let before = table.clone();
        let records = &source.trace.records[step.records.0..step.records.1];
        records.iter().for_each(|record| table.apply(&record.act));
        step.changes = changes::between(&before, &table, records, &scene);
        step.picture = scene.picture(&before, &table, records, &step.changes);
        map::add(&scene, &source.trace.records, step.records, &table, &mut step.picture);
    }
    Story { position, entries, end: source.told.end.clone() }
}

/// Whether every event is a step of its own.
fn is_fine(scenario: &Scenario) -> bool {
    scenario.detail == Detail::Events
}
