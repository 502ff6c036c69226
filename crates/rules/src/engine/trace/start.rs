//! What a play starts from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::grid::PieceSize;
use crate::engine::state::Lifetime;

/// What one play starts from.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct Start {
    /// Seed of every random stream.
    pub seed: u64,
    /// The function that sets up the game when there is no position; index into
    /// `Program.functions`.
    pub setup: Option<u32>,
    /// The function that lays out what the position is put on.
    pub ready: Option<u32>,
    /// The function that makes the pieces.
    pub make: Option<u32>,
    /// The function that is played.
    pub play: u32,
    /// Who sits at the table.
    pub players: SeatChoice,
    /// Who plays together; empty for what the rules declare.
    pub teams: Vec<TeamMembers>,
    /// Name of the player whom the function is called for, if it asks for one; else the first.
    pub player: Option<String>,
    /// Where the play stops; index into `Program.places`.
    pub until: Option<u32>,
    /// What lies where at the start.
    pub position: Vec<ZoneLayout>,
    /// Edges of maps that are other than their data says: `C2-D2 open`.
    pub edges: Vec<String>,
    /// What the players have at the start.
    pub amounts: Vec<PlacedPlayer>,
    /// Rows of cards that only this play has, by column.
    pub cards: Vec<BTreeMap<String, String>>,
    /// Answers by question.
    pub answers: BTreeMap<String, String>,
    /// How chance falls, by the name of a die, a zone that is shuffled or a stream.
    pub chance: BTreeMap<String, Vec<Vec<String>>>,
    /// What the function is called with besides the player, by parameter.
    pub arguments: BTreeMap<String, StartArgument>,
    /// The function that says whether a position is allowed.
    pub legal: Option<u32>,
    /// True if questions without an answer are answered at random, from the stream `answers`.
    pub seeded: bool,
    /// How many times the function is played; 0 counts as 1.
    pub repeat: u32,
    /// True if it is played at a table with real cards.
    pub at_table: bool,
    /// Who answers what no answer is given to.
    pub deciders: Deciders,
    /// Name of the player who looks on: what this player may see is told; none for what everybody may.
    pub looker: Option<String>,
    /// Keys of the zones whose cards only their owner may see, also those that lie face-up.
    pub private: Vec<String>,
    /// What is looked at besides.
    pub probe: Probe,
}

/// What is looked at in a play, to write a scenario of it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Probe {
    /// The play stops when this call is entered, counted as `TraceRecord.scope` counts; 0 for none.
    pub call: u32,
    /// True if the answers that chance gives are kept.
    pub answers: bool,
    /// True if the parts of the play are told apart.
    pub parts: bool,
}

/// Who answers the questions that a start has no answer to.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Default)]
pub struct Deciders {
    /// By the name of the player who is asked; the plan for others.
    pub players: BTreeMap<String, Decider>,
    /// Who answers what is asked of nobody.
    pub nobody: Decider,
}

/// Who answers a question.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
pub enum Decider {
    /// The policy of the rules, and chance where there is none, if chance may answer.
    #[default]
    Plan,
    /// A person: the play ends at the question.
    Person,
    /// Chance, also where there is a policy.
    Chance,
}

/// What a scenario calls a function with.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum StartArgument {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// The name of a player, zone, space or card, `Ace in you.hand`, or other words.
    Words(String),
}

/// The name of a team, and those of its players.
pub type TeamMembers = (String, Vec<String>);

/// Who sits at the table.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub enum SeatChoice {
    /// Those who always play.
    #[default]
    Usual,
    /// So many players: those who always play, and of the others the first.
    Count(u32),
    /// The players of these names, in the order of turns.
    Named(Vec<String>),
}

/// What one zone holds at the start.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct ZoneLayout {
    /// Key of the zone.
    pub zone: String,
    /// Its cards, left or top first; for a pile, an entry named `nothing else` at the end keeps
    /// other cards away.
    pub cards: Vec<PlacedCard>,
}

/// One card of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedCard {
    /// Name of the card.
    pub name: String,
    /// The flags it has.
    pub flags: Vec<PlacedFlag>,
    /// Which side is up; none leaves it to the zone.
    pub face_up: Option<bool>,
    /// Name of the space of a map on which it stands.
    pub space: Option<String>,
    /// Its counters.
    pub counters: Vec<PlacedCounter>,
    /// Name of the card of the position that it is attached to.
    pub host: Option<String>,
    /// Degrees by which it is turned clockwise.
    pub rotation: u16,
    /// The spaces it covers when it is not turned; none leaves its size.
    pub size: Option<PieceSize>,
}

/// A flag of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedFlag {
    /// Its name.
    pub name: String,
    /// How long it stays.
    pub until: Lifetime,
}

/// So much of a counter of a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedCounter {
    /// Its name.
    pub name: String,
    /// How much; what does not stay comes on top of what stays.
    pub amount: i64,
    /// How long it stays.
    pub until: Lifetime,
}

/// What a player has in a position.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct PlacedPlayer {
    /// Name of the player.
    pub name: String,
    /// The counters.
    pub counters: Vec<PlacedCounter>,
    /// True if the player is out of the game.
    pub out: bool,
}
