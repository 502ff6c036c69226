//! The Starlark host: loads the modules of a book once and plays them.
//!
//! In: a checked [`crate::rules::program::Program`]. Out: a [`Machine`], and from it a trace for each start.
//! Values of rules are numbers of things in the kernel; all that changes is in the kernel, and modules are frozen.

mod check;
mod choose;
mod columns;
mod declare;
mod fault;
mod frames;
mod happen;
mod load;
mod machine;
mod piece;
mod play;
mod repeat;
mod run;
mod table;
mod values;
mod zone;

pub use machine::Machine;

/// The most calls and rounds of loops of one play.
const MOST_TICKS: u64 = 20_000_000;
/// How deep calls may be nested.
const DEEPEST_CALLS: usize = 200;
/// The most bytes of values of one play.
const MOST_HEAP: usize = 256 << 20;
