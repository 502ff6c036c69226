//! The portable record of one play: names instead of numbers of the kernel.
//!
//! In: the log of a [`super::Game`]. Out: values that can be stored, compared, narrated and sent to another
//! process.

mod names;
mod outcome;
mod parts;
mod snapshot;
mod start;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::event::{EventKind, Naming, Pending, Visibility};
pub use super::grid::PieceSize;
use super::pick::Elimination;
pub use names::{ComponentNames, NamedPlace};
pub use outcome::{Fault, Outcome, StartEntry};
pub use parts::TracePart;
pub use snapshot::{EdgeState, PieceState, Snapshot};
pub use start::{
    Decider, Deciders, PlacedCard, PlacedCounter, PlacedFlag, PlacedPlayer, Probe, SeatChoice,
    Start, StartArgument, TeamMembers, ZoneLayout,
};

/// Complete record of one play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Trace {
    /// Events in order; a failed attempt leaves one record only.
    pub records: Vec<TraceRecord>,
    /// Outcome of the play.
    pub outcome: Outcome,
    /// Kind of every zone, in the order of declaration.
    pub table: Vec<ZoneKind>,
    /// The table before the first record; `None` if the play did not come so far.
    pub start: Option<Snapshot>,
    /// The table after the last record.
    pub end: Snapshot,
    /// Functions that were entered, ascending; indexes into `Program.functions`.
    pub reached: Vec<u32>,
    /// Places of the tie-breaker items that dropped a candidate, ascending; indexes into
    /// `Program.places`.
    pub lines: Vec<u32>,
    /// Exits of boxes that were taken, ascending; see `BoxProgram.way`.
    pub walked: Vec<u32>,
    /// Questions to a scenario with answers, including failed attempts.
    pub asked: AskedQuestions,
    /// Number of times that chance decided under each name, if the scenario fixes results.
    pub drawn: BTreeMap<String, u32>,
    /// Answers of chance, under `question (2)` for the second time, including failed attempts; empty unless
    /// they were kept.
    pub guessed: BTreeMap<String, String>,
    /// Functions that ran when the play stopped, outermost first; empty in a play that did not stop.
    pub running: Vec<RunningCall>,
    /// Names of the things of the game, including those that are not on the table.
    pub names: ComponentNames,
    /// Later parts of the play; empty unless they were kept.
    pub parts: Vec<TracePart>,
}

/// Questions of a play, and the answers of its scenario that were used.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct AskedQuestions {
    /// Each question once, in the order in which they were first asked.
    pub questions: Vec<String>,
    /// Keys of the answers that were used: a question, or `question (2)`.
    pub taken: BTreeSet<String>,
}

impl AskedQuestions {
    /// Notes that a question was asked, and the key of the scenario's answer to it.
    pub fn note(&mut self, question: &str, taken: Option<String>) {
        if !self.questions.iter().any(|known| known == question) {
            self.questions.push(question.to_owned());
        }
        self.taken.extend(taken);
    }
}

impl Trace {
    /// Returns the trace of a play in which nothing happened.
    pub fn ended(outcome: Outcome) -> Self {
        Self {
            records: Vec::new(),
            outcome,
            table: Vec::new(),
            start: None,
            end: Snapshot::default(),
            reached: Vec::new(),
            lines: Vec::new(),
            walked: Vec::new(),
            asked: AskedQuestions::default(),
            drawn: BTreeMap::new(),
            guessed: BTreeMap::new(),
            running: Vec::new(),
            names: ComponentNames::default(),
            parts: Vec::new(),
        }
    }
}

/// A function that runs.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningCall {
    /// Index into `Program.functions`.
    pub function: u32,
    /// Number of its call, counted as `TraceRecord.scope` counts.
    pub call: u32,
}

/// One event.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct TraceRecord {
    /// Word of the rules for it, such as `draw`, or that of the kernel, such as `move`.
    pub verb: String,
    /// Content of the event.
    pub act: Act,
    /// The rule it follows: the innermost bound function; index into `Program.places`.
    pub place: Option<u32>,
    /// Card whose row is carried out; `place` is then the rule that called for it.
    pub effect: Option<String>,
    /// Number of the function call that it is in, counted from 1; 0 if it is in none.
    pub scope: u32,
    /// Number of turns begun so far.
    pub turn: u32,
    /// The phase, if one has begun.
    pub phase: Option<String>,
    /// The player whose turn it is.
    pub actor: Option<String>,
    /// The record that a trigger or replacement answers; index into `Trace.records`.
    pub cause: Option<u32>,
    /// Players who may know its names.
    pub seen: NamedVisibility,
}

/// Content of an event, with names.
pub type Act = EventKind<Names>;

/// Names of a trace.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names;

impl Naming for Names {
    type Piece = NamedSubject;
    type Player = String;
    type Party = Option<String>;
    type Space = NamedSubject;
    type Route = Vec<String>;
    type Edge = String;
    type Subject = NamedSubject;
    type Slot = NamedZoneSlot;
    type Flag = String;
    type Counter = String;
    type Dice = Vec<(String, String)>;
    type Text = String;
    type PassedBox = NamedBox;
}

/// A passed box of a chart.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedBox {
    /// The chart; index into `Program.places`.
    pub chart: u32,
    /// Name of the box in its text.
    pub id: String,
    /// Small number printed at the box.
    pub number: u32,
    /// Text of the box.
    pub label: String,
    /// Label of the exit that was taken; `None` at an end.
    pub exit: Option<String>,
    /// True if there were several exits.
    pub branches: bool,
    /// True if something happened in the box.
    pub acts: bool,
}

/// Origin of an answer.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer {
    /// The scenario.
    Scenario,
    /// A policy of the rules.
    Policy,
    /// Chance, in games from many seeds.
    Chance,
}

/// An item on the stack, with names.
pub type NamedPending = Pending<Names>;

impl NamedPending {
    /// Name of the piece, or the label.
    pub fn name(&self) -> &str {
        match self {
            Self::Thing(thing) => &thing.name,
            Self::Label(label) => label,
        }
    }

    /// Returns the waiting piece, if it is one.
    pub fn piece(&self) -> Option<&NamedSubject> {
        match self {
            Self::Thing(piece) => Some(piece),
            Self::Label(_) => None,
        }
    }
}

/// Result of one line of a printed list, with names.
pub type NamedElimination = Elimination<NamedSubject>;

/// A piece, a player, a space of a map or a row of card data, in a record.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedSubject {
    /// Name of the card or the player.
    pub name: String,
    /// Number of the piece, the same through a whole play; for a player, the index in the order of players.
    pub id: u32,
    /// Name of the owner.
    pub owner: Option<String>,
    /// True if the reader may know the name.
    pub seen: bool,
}

/// A place in a zone.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedZoneSlot {
    /// Key of the zone, `automa.hand`.
    pub key: String,
    /// Printed name of the zone.
    pub name: String,
    /// Index of the piece there; 0 is left or top.
    pub at: u32,
    /// Number of pieces in the zone, this one included.
    pub of: u32,
}

/// Players who may know the names in a record.
pub type NamedVisibility = Visibility<String>;

/// Kind of a zone on the table; the same through a whole play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ZoneKind {
    /// Key of the zone, such as `automa.hand`.
    pub key: String,
    /// Printed name of the zone.
    pub name: String,
    /// Name of the owner.
    pub owner: Option<String>,
    /// True if its pieces are a pile, the first on top; false if they are side by side, the first at the
    /// left.
    pub pile: bool,
    /// True if the onlooker may look at its face-down pieces.
    pub open: bool,
    /// True if the onlooker may look at none of its pieces.
    pub closed: bool,
}
