//! Rules beside the prose: Starlark modules whose functions are bound to places of a text. In: a
//! manuscript. Out: a [`Program`], which the host can play; what does not fit is found before
//! anything runs.

mod bind;
mod calls;
pub mod child;
pub mod codes;
mod foreign;
mod stable_hash;
pub mod host;
mod instrument;
pub mod lex;
mod nesting;
mod directive;
mod load;
pub mod lock;
mod modules;
mod names;
pub mod places;
mod program;
mod shape;
pub mod sentences;

pub use load::{ForeignRules, load_program};
pub use program::{
    Binding, BoxExit, BoxProgram, CardData, ChartLead, ChartProgram, Constant, Function, Insertion,
    Module, Program, ProsePlace, Role, TieBreakerItem, TieBreakerList, column_name, constant_name,
};
