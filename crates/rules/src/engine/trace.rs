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

pub use super::grid::PieceSize;
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

/// What one event did.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Act {
    /// A piece changed its place.
    Move {
        /// The piece.
        piece: NamedSubject,
        /// Where it lay.
        from: NamedZoneSlot,
        /// Where it lies.
        to: NamedZoneSlot,
        /// Whether its face is up now.
        up: bool,
    },
    /// A piece was put on a space of a map.
    Stand {
        /// The piece.
        piece: NamedSubject,
        /// Where it lay.
        from: NamedZoneSlot,
        /// Where it lies.
        to: NamedZoneSlot,
        /// The space.
        space: NamedSubject,
        /// The spaces it covers when it is not turned.
        size: PieceSize,
    },
    /// A piece went over a map, space by space.
    Walk {
        /// The piece.
        piece: NamedSubject,
        /// The space on which it stood.
        from: NamedSubject,
        /// The space on which it stands.
        to: NamedSubject,
        /// Names of the spaces on which it stood on the way, start and end with them.
        route: Vec<String>,
        /// Points that it took.
        cost: u32,
        /// Degrees clockwise by which it was turned, 0 to 359.
        was: u16,
        /// Degrees clockwise by which it is turned now, 0 to 359.
        rotation: u16,
    },
    /// It was looked from one thing to another.
    Sight {
        /// From whom or where.
        from: NamedSubject,
        /// To whom or where.
        to: NamedSubject,
        /// Whether it is in sight.
        free: bool,
        /// The free lines, or the best try: `x0, y0, x1, y1` in half sides of a space; the top left
        /// corner of the space at row 3 and column 5 is `10, 6`. None for neighbours that see each
        /// other without any, and where no line was drawn.
        lines: Vec<[i32; 4]>,
        /// What stops the first line that is not free: the middle of a space or an edge, or a
        /// corner, in half sides.
        hit: Option<[i32; 2]>,
    },
    /// The edge between two spaces changed.
    Edge {
        /// A space beside it.
        one: NamedSubject,
        /// The other space beside it.
        other: NamedSubject,
        /// The word for it before; empty when it was open.
        from: String,
        /// The word for it now; empty when it is open.
        to: String,
    },
    /// A piece was turned over.
    Flip {
        /// The piece.
        piece: NamedSubject,
        /// Whether its face is up now.
        up: bool,
    },
    /// A piece was turned.
    Rotate {
        /// The piece.
        piece: NamedSubject,
        /// Degrees clockwise before, 0 to 359.
        was: u16,
        /// Degrees clockwise now, 0 to 359.
        now: u16,
    },
    /// A piece was attached to another.
    Attach {
        /// The piece.
        piece: NamedSubject,
        /// What it is attached to.
        host: NamedSubject,
    },
    /// A piece is no longer attached to another.
    Detach {
        /// The piece.
        piece: NamedSubject,
        /// What it was attached to.
        host: NamedSubject,
    },
    /// A flag was put on a piece or taken from it.
    Flag {
        /// The piece.
        piece: NamedSubject,
        /// Name of the flag.
        flag: String,
        /// Whether it has the flag now.
        on: bool,
    },
    /// A counter of a piece or a player changed.
    Count {
        /// The piece, or the player with the player's name.
        of: NamedSubject,
        /// Name of the counter.
        counter: String,
        /// Amount before.
        was: i64,
        /// Amount after.
        now: i64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// The zone.
        zone: NamedZoneSlot,
        /// How many pieces it holds.
        cards: u32,
        /// The numbers of its pieces as they lie now.
        order: Vec<u32>,
    },
    /// Dice were rolled.
    Roll {
        /// Name of the die and the word on the face that came up, in order.
        dice: Vec<(String, String)>,
    },
    /// One of several was chosen by a printed list.
    Pick {
        /// The list; index into `Program.places`.
        place: u32,
        /// Candidates that were not valid, each with the reason.
        excluded: Vec<(NamedSubject, String)>,
        /// The lines that were read, in printed order.
        lines: Vec<NamedElimination>,
        /// What was taken; none when nothing was valid or the list leaves a tie.
        chosen: Option<NamedSubject>,
    },
    /// A question was put to somebody.
    Ask {
        /// The question.
        question: String,
        /// The answers that were allowed.
        options: Vec<String>,
        /// The answer that was given.
        answer: String,
        /// Name of the player who was asked, if the rules say so.
        by: Option<String>,
        /// Where the answer comes from.
        from: Answerer,
        /// The piece the question is about.
        about: Option<NamedSubject>,
        /// The pieces among the options.
        among: Vec<NamedSubject>,
    },
    /// A condition of the rules was looked at.
    Check {
        /// The condition.
        question: String,
        /// Whether it holds.
        holds: bool,
        /// What it was asked of.
        things: Vec<NamedSubject>,
        /// Amounts that count.
        numbers: Vec<i64>,
    },
    /// A phase began.
    Phase {
        /// Its name.
        name: String,
    },
    /// A turn began.
    Turn {
        /// Whose.
        player: String,
        /// Turns begun so far, this one included.
        number: u32,
    },
    /// A round began.
    Round {
        /// Rounds begun so far, this one included.
        number: u32,
    },
    /// Something worth telling that changes nothing.
    Note {
        /// Pieces and players it is about.
        things: Vec<NamedSubject>,
        /// Amounts it is about.
        numbers: Vec<i64>,
    },
    /// Something was tried, failed, and was taken back.
    Attempt {
        /// Why it failed.
        reason: String,
    },
    /// The game is over.
    Over {
        /// Name of the player or the team that won.
        winner: Option<String>,
        /// Name of the player or the team that lost.
        loser: Option<String>,
        /// Why.
        reason: String,
    },
    /// A box of a chart was passed.
    Box {
        /// The chart; index into `Program.places`.
        chart: u32,
        /// The box, as its text names it.
        id: String,
        /// The small number that is printed at it.
        number: u32,
        /// What it says.
        label: String,
        /// What stands at the exit that was taken; none at an end.
        exit: Option<String>,
        /// Whether there were several exits.
        branches: bool,
        /// Whether something happened in it.
        acts: bool,
    },
    /// Something was put on the stack.
    Push {
        /// What waits.
        what: NamedPending,
    },
    /// The top of the stack resolves.
    Resolve {
        /// What waited.
        what: NamedPending,
    },
    /// A player is out of the game.
    Eliminate {
        /// Who.
        player: String,
    },
    /// A player let an opportunity pass.
    Pass {
        /// Who.
        player: String,
    },
    /// An ability has triggered, and waits to be put on the stack.
    Trigger {
        /// What waits.
        what: NamedPending,
        /// Name of the player whose it is.
        by: Option<String>,
    },
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

/// What waits on the stack, or to be put there.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum NamedPending {
    /// A piece.
    Thing(NamedSubject),
    /// Something else, by its name.
    Label(String),
}

impl NamedPending {
    /// Name of the piece, or what it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Thing(thing) => &thing.name,
            Self::Label(label) => label,
        }
    }
}

/// What one line of a printed list did.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct NamedElimination {
    /// The line; index into `Program.places`.
    pub place: u32,
    /// Whether it keeps those with the most; else those with the least.
    pub most: bool,
    /// Candidates kept, with what was counted.
    pub kept: Vec<(NamedSubject, i64)>,
    /// Candidates dropped, with what was counted.
    pub dropped: Vec<(NamedSubject, i64)>,
}

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
    /// Whether the reader may know the name.
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub enum NamedVisibility {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// The player of this name.
    Only(String),
}

/// How a zone lies on the table; the same through a whole play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ZoneKind {
    /// Its key, `automa.hand`.
    pub key: String,
    /// Its printed name.
    pub name: String,
    /// Name of the player it belongs to.
    pub owner: Option<String>,
    /// Whether its pieces lie one upon the other, the first on top; else side by side, the first at
    /// the left.
    pub pile: bool,
    /// Whether the one who looks on may look at its face-down pieces.
    pub open: bool,
    /// Whether the one who looks on may look at none of its pieces.
    pub closed: bool,
}
