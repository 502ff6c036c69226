//! The Starlark host: loads the modules of a book once and plays them.
//!
//! In: a checked [`crate::rules::Program`]. Out: the loaded rules, and from them a trace for each
//! start. Values of rules are numbers of things in the kernel; all that changes is in the kernel, and
//! modules are frozen.

mod ask;
mod number_set;
mod typecheck;
mod choose;
mod columns;
mod declare;
mod fault;
mod fractions;
mod call_frames;
mod happen;
mod scenario_cards;
mod kinds;
mod load;
mod loaded_rules;
mod piece;
mod context;
mod repeat;
mod run;
mod show;
mod space;
mod stack;
mod table;
mod values;
mod walk;
mod zone;

pub use loaded_rules::LoadedRules;
pub use run::PlaySummary;

/// The most calls and rounds of loops of one play, or of each turn of a play of several turns:
/// whole games need some millions, and an endless loop gets there in seconds.
const MOST_TICKS: u64 = 100_000_000;
/// How deep calls may be nested.
const DEEPEST_CALLS: usize = 200;
/// The most bytes of values of one play, or of each turn of a play of several turns.
const MOST_HEAP: usize = 256 << 20;

/// The attributes of the values that rules are given, columns of card data apart.
pub const ATTRIBUTES: &[&str] = &[
    "add",
    "advance",
    "around",
    "bottom",
    "cards",
    "clear",
    "count",
    "face_up",
    "faces",
    "find",
    "first",
    "flip",
    "has",
    "has_room",
    "index",
    "key",
    "last",
    "move",
    "name",
    "owner",
    "plus",
    "reading_order",
    "rounded",
    "says",
    "set",
    "shares",
    "shuffle",
    "space",
    "stand",
    "standing",
    "top",
    "words",
    "zone",
];
