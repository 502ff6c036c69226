//! Rules beside the prose: Starlark modules whose functions are bound to places of a text. In: a
//! manuscript. Out: a [`Program`], which the host can play; what does not fit is found before
//! anything runs.

mod bind;
mod calls;
pub mod child;
pub mod codes;
mod foreign;
mod hash;
pub mod host;
mod instrument;
pub mod lex;
mod limits;
mod line;
mod load;
pub mod lock;
mod modules;
mod names;
pub mod places;
mod program;
mod shape;
pub mod words;

pub use load::{Foreign, load};
pub use program::{
    Binding, BoxProgram, ChartProgram, Constant, Data, Exit, Function, Inserted, Item, Lead, List,
    Module, Place, Program, Role, column_name, constant_name,
};
