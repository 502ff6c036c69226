//! The portable record of one play: names instead of numbers of the kernel.
//!
//! In: nothing but what [`super::Game`] logged. Out: values that can be stored, compared, narrated
//! and sent to another process.

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

/// All that is known of one play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Trace {
    /// What happened, in order; a failed attempt leaves one record only.
    pub records: Vec<TraceRecord>,
    /// How the play ended.
    pub outcome: Outcome,
    /// How every zone lies, in the order of declaration.
    pub table: Vec<ZoneKind>,
    /// The table before the first record; none if the play did not come so far.
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
    /// The questions that were asked of a scenario with answers, also in attempts that failed.
    pub asked: AskedQuestions,
    /// How often chance decided under each name, where the scenario says how it falls.
    pub drawn: BTreeMap<String, u32>,
    /// The answers that chance gave, under `question (2)` for the second time, also in attempts that
    /// failed; none unless they were to be kept.
    pub guessed: BTreeMap<String, String>,
    /// The functions that ran where the play stopped, outermost first; none in a play that did not
    /// stop.
    pub running: Vec<RunningCall>,
    /// What the things of the game are called, whether they are on the table or not.
    pub names: ComponentNames,
    /// Where the play went on with another part; none unless they were to be kept.
    pub parts: Vec<TracePart>,
}

/// The questions of a play, and which answers of its scenario were taken.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct AskedQuestions {
    /// Each question once, in the order in which they were first asked.
    pub questions: Vec<String>,
    /// The keys of the answers that were taken: a question, or `question (2)`.
    pub taken: BTreeSet<String>,
}

impl AskedQuestions {
    /// Notes that a question was asked, and the key of the answer that the scenario has for it.
    pub fn note(&mut self, question: &str, taken: Option<String>) {
        if !self.questions.iter().any(|known| known == question) {
            self.questions.push(question.to_owned());
        }
        self.taken.extend(taken);
    }
}

impl Trace {
    /// A play in which nothing happened.
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
    /// Which; index into `Program.functions`.
    pub function: u32,
    /// The number of its call, as `TraceRecord.scope` counts.
    pub call: u32,
}

/// One event.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct TraceRecord {
    /// The word of the rules for it, `draw`, or that of the kernel, `move`.
    pub verb: String,
    /// What happened.
    pub act: Act,
    /// The rule it follows: the innermost bound function; index into `Program.places`.
    pub place: Option<u32>,
    /// The card whose row is carried out; `place` is then the rule that called for it.
    pub effect: Option<String>,
    /// Which call of a function it lies in, counted from 1; 0 when in none.
    pub scope: u32,
    /// Turns begun so far.
    pub turn: u32,
    /// The phase, if one has begun.
    pub phase: Option<String>,
    /// The player whose turn it is.
    pub actor: Option<String>,
    /// The record that a trigger or replacement answers; index into `Trace.records`.
    pub cause: Option<u32>,
    /// Who may know the names in it.
    pub seen: NamedVisibility,
}

/// What one event did, with names.
pub type Act = EventKind<Names>;

/// Names, as a trace has them.
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

/// A box of a chart that was passed.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedBox {
    /// The chart; index into `Program.places`.
    pub chart: u32,
    /// The box, as its text names it.
    pub id: String,
    /// The small number that is printed at it.
    pub number: u32,
    /// What it says.
    pub label: String,
    /// What stands at the exit that was taken; none at an end.
    pub exit: Option<String>,
    /// True if there were several exits.
    pub branches: bool,
    /// True if something happened in it.
    pub acts: bool,
}

/// Where an answer comes from.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer {
    /// The scenario.
    Scenario,
    /// A policy that the rules state.
    Policy,
    /// Chance, in games from many seeds.
    Chance,
}

/// What waits on the stack, with names.
pub type NamedPending = Pending<Names>;

impl NamedPending {
    /// Name of the piece, or what it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Thing(thing) => &thing.name,
            Self::Label(label) => label,
        }
    }

    /// The piece that waits, if it is one.
    pub fn piece(&self) -> Option<&NamedSubject> {
        match self {
            Self::Thing(piece) => Some(piece),
            Self::Label(_) => None,
        }
    }
}

/// What one line of a printed list did, with names.
pub type NamedElimination = Elimination<NamedSubject>;

/// A piece, a player, a space of a map or a row of card data, in a record.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedSubject {
    /// Name of the card or the player.
    pub name: String,
    /// Number of the piece, the same through a whole play; of a player, its place in the order of
    /// players.
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
    /// How many pieces the zone holds, this one included.
    pub of: u32,
}

/// Who may know the names in a record.
pub type NamedVisibility = Visibility<String>;

/// How a zone lies on the table; the same through a whole play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ZoneKind {
    /// Its key, `automa.hand`.
    pub key: String,
    /// Its printed name.
    pub name: String,
    /// Name of the player it belongs to.
    pub owner: Option<String>,
    /// True if its pieces lie one upon the other, the first on top; else side by side, the first at
    /// the left.
    pub pile: bool,
    /// True if the one who looks on may look at its face-down pieces.
    pub open: bool,
    /// True if the one who looks on may look at none of its pieces.
    pub closed: bool,
}
