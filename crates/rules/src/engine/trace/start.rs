//! Start of a play.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::grid::PieceSize;
use crate::engine::state::Lifetime;

/// Start of one play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct Start {
    /// Seed of every random stream.
    pub seed: u64,
    /// Function that sets up the game if there is no position; index into `Program.functions`.
    pub setup: Option<u32>,
    /// Function that lays out the table before the position.
    pub ready: Option<u32>,
    /// Function that makes the pieces.
    pub make: Option<u32>,
    /// Function that is played.
    pub play: u32,
    /// Players at the table.
    pub players: SeatChoice,
    /// Teams; empty for those that the rules declare.
    pub teams: Vec<TeamMembers>,
    /// Name of the player for whom the function is called, if it asks for one; otherwise the first player.
    pub player: Option<String>,
    /// Place at which the play stops; index into `Program.places`.
    pub until: Option<u32>,
    /// Cards of the zones at the start.
    pub position: Vec<ZoneLayout>,
    /// Edges of maps that differ from their data: `C2-D2 open`.
    pub edges: Vec<String>,
    /// Counters of the players at the start.
    pub amounts: Vec<PlacedPlayer>,
    /// Rows of cards that only this play has, by column.
    pub cards: Vec<BTreeMap<String, String>>,
    /// Answers by question.
    pub answers: BTreeMap<String, String>,
    /// Results of chance, by the name of a die, a zone that is shuffled or a stream.
    pub chance: BTreeMap<String, Vec<Vec<String>>>,
    /// Arguments of the function besides the player, by parameter.
    pub arguments: BTreeMap<String, StartArgument>,
    /// Function that decides whether a position is allowed.
    pub legal: Option<u32>,
    /// True if questions without an answer are answered at random, from the stream `answers`.
    pub seeded: bool,
    /// Number of times that the function is played; 0 counts as 1.
    pub repeat: u32,
    /// True if the game is played at a table with real cards.
    pub at_table: bool,
    /// Deciders of questions that have no answer.
    pub deciders: Deciders,
    /// Name of the player who looks on: the trace shows what this player may see. `None` for what everybody
    /// may see.
    pub looker: Option<String>,
    /// Keys of the zones whose cards only their owner may see, including face-up ones.
    pub private: Vec<String>,
    /// Additional records.
    pub probe: Probe,
}

/// Additional records of a play, for writing a scenario of it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Probe {
    /// The play stops when this call is entered, counted as `TraceRecord.scope` counts; 0 for none.
    pub call: u32,
    /// True if the answers of chance are kept.
    pub answers: bool,
    /// True if the parts of the play are kept apart.
    pub parts: bool,
}

/// Deciders of questions that a start does not answer.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Default)]
pub struct Deciders {
    /// Deciders by the name of the player who is asked; the plan for others.
    pub players: BTreeMap<String, Decider>,
    /// Decider of questions to nobody.
    pub nobody: Decider,
}

/// The one who answers a question.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
pub enum Decider {
    /// The policy of the rules; without one, chance if it may answer.
    #[default]
    Plan,
    /// A person: the play ends at the question.
    Person,
    /// Chance, even if there is a policy.
    Chance,
}

/// Argument of a function in a scenario.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum StartArgument {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// The name of a player, zone, space or card, `Ace in you.hand`, or other words.
    Words(String),
}

/// Name of a team, and names of its players.
pub type TeamMembers = (String, Vec<String>);

/// Players at the table.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub enum SeatChoice {
    /// Those who always play.
    #[default]
    Usual,
    /// This number of players: those who always play, and the first of the others.
    Count(u32),
    /// The players of these names, in the order of turns.
    Named(Vec<String>),
}

/// Cards of one zone at the start.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct ZoneLayout {
    /// Key of the zone.
    pub zone: String,
    /// Its cards, left or top first; for a pile, a last entry named `nothing else` keeps other cards away.
    pub cards: Vec<PlacedCard>,
}

/// One card of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedCard {
    /// Name of the card.
    pub name: String,
    /// Flags of the card.
    pub flags: Vec<PlacedFlag>,
    /// True if its face is up; `None` leaves it to the zone.
    pub face_up: Option<bool>,
    /// Name of the space of a map on which it is.
    pub space: Option<String>,
    /// Counters of the card.
    pub counters: Vec<PlacedCounter>,
    /// Name of the card of the position that it is attached to.
    pub host: Option<String>,
    /// Degrees by which it is turned clockwise.
    pub rotation: u16,
    /// Spaces that it covers when it is not turned; `None` leaves its size.
    pub size: Option<PieceSize>,
}

/// A flag of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedFlag {
    /// Name of the flag.
    pub name: String,
    /// Lifetime of the flag.
    pub until: Lifetime,
}

/// An amount of a counter in a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedCounter {
    /// Name of the counter.
    pub name: String,
    /// Amount; a temporary amount is added to the lasting one.
    pub amount: i64,
    /// Lifetime of the amount.
    pub until: Lifetime,
}

/// A player in a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedPlayer {
    /// Name of the player.
    pub name: String,
    /// Counters of the player.
    pub counters: Vec<PlacedCounter>,
    /// True if the player is out of the game.
    pub out: bool,
}
