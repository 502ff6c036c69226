//! The Starlark host: loads the modules of a book once and plays them.
//!
//! In: a checked [`crate::Program`]. Out: [`LoadedRules`], and from them a trace for each start. Values of
//! rules are numbers of things in the kernel. Only the kernel changes; modules are frozen.
//!
//! In running order: `load` checks and runs the modules, and `declare` collects their declarations;
//! `typecheck` checks them once more; `join` makes rules of them; `run` plays those. Functions that rules
//! call find the play by `context`.

mod load;
mod safe_check;
mod typecheck;
mod join;
mod loaded_rules;
mod lookup;
mod run;

mod context;
mod running_play;
mod call_frames;
mod setup;
mod scenario_cards;
mod fault;
mod misuse;
mod named;
mod call_site;

mod handles;
mod values;
mod arguments;
mod columns;
mod kinds;
mod piece;
mod standing;
mod zone;
mod space;
mod grid;
mod fractions;
mod given;

mod declare;
mod table;
mod seats;
mod repeat;
mod parts;
mod ask;
mod choose;
mod happen;
mod record;
mod stack;
mod opportunity;
mod walk;

mod primitives;

pub use loaded_rules::LoadedRules;
pub use parts::{PartedPlay, PlayPart};
pub use primitives::{Primitive, PrimitiveGroup, primitive_groups};

/// The most calls and rounds of loops of one play, or of each turn of a play of several turns: whole games
/// need some millions, and an endless loop exceeds them in seconds.
#[cfg(not(fuzzing))]
const MOST_TICKS: u64 = 100_000_000;
/// The most calls and rounds of loops under a fuzzer, which waits for the result.
#[cfg(fuzzing)]
const MOST_TICKS: u64 = 300_000;
/// Deepest nesting of calls.
const DEEPEST_CALLS: usize = 200;
/// The most memory for values of one play, or of each turn of a play of several turns, in bytes.
const MOST_HEAP: usize = 256 << 20;
