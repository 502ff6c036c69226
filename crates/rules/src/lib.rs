//! Rules beside the prose: Starlark modules whose functions are bound to places of a text. In: a manuscript.
//! Out: a [`Program`], which the host can play. Bindings that do not fit are reported before anything runs.
//!
//! [`engine`] is the kernel of games: pieces, zones, counters, chance, choices, events; it knows no game and
//! no language. [`host`] has the functions that rule authors call, and [`executor`] plays in this process or
//! in a child.

mod bind;
mod card_data;
pub mod engine;
pub mod executor;
mod foreign;
pub mod host;
mod load;
pub mod lock;
mod modules;
pub mod places;
mod program;
mod stable_hash;

pub use foreign::BindingsFile;
pub use load::{ForeignRules, load_program};
pub use modules::lex;
pub use program::{
    Binding, BoxExit, BoxProgram, CardData, ChartLead, ChartProgram, Constant, Function, Insertion,
    Module, Program, ProsePlace, Role, TieBreakerItem, TieBreakerList, column_name, constant_name,
};
