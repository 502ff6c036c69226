//! The kernel: pieces in zones, counters, chance, choice and flow, and a log of all that happens.
//! Deterministic, integers only, and it knows no game: what a rule means is said in the rules of a
//! book.
//!
//! In: [`Components`] and a [`State`]. Out: a log of events and, by [`records`] and [`snapshot`],
//! the portable [`trace::Trace`].

mod chance;
mod choose;
mod components;
mod event;
mod flow;
mod fraction;
mod game;
mod hooks;
mod ids;
mod pick;
mod pieces;
mod position;
mod random;
mod record;
mod space;
mod stack;
mod state;
pub mod trace;
mod track;

pub use chance::Question;
pub use components::{
    ASIDE, Card, Cell, Chart, ChartBox, Column, Components, Counter, Die, Flag, Order, Player,
    Sight, Table, Zone,
};
pub use event::{
    Account, Asked, At, Candidate, Ending, Event, Passed, Sees, Sifted, Site, Subject, Waiting,
    What, Words, verb,
};
pub use flow::Holder;
pub use fraction::{Fraction, numbered, pooled};
pub use game::{Checkpoint, Game, Spare, Trouble, Where};
pub use hooks::{Hook, Hooks, Moment, works};
pub use ids::{CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, Word, ZoneId};
pub use pick::{Picked, Rule, Sieve, pick};
pub use position::{NOTHING_ELSE, fault, lay};
pub use random::{Digest, Streams, hash};
pub use record::{cited, deciding_lines, records, snapshot, table};
pub use space::{Hex, MOST_SPACES, Space};
pub use stack::{Item, Triggered};
pub use state::{Amount, Amounts, Lifetime, Piece, State, Timed};
pub use track::Limit;

/// The most events of one play.
pub const MOST_EVENTS: usize = 300_000;
/// The most pieces of one play.
pub const MOST_PIECES: usize = 10_000;
/// The most zones of a game.
pub const MOST_ZONES: usize = 256;
/// How deep events may answer events.
pub const DEEPEST_HOOKS: usize = 64;
/// The most things in one list that rules hand over.
pub const LONGEST_LIST: usize = 10_000;
