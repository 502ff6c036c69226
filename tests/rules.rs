//! Rules beside the prose: how modules are read, bound to places, confirmed, and played in a child.

mod bindings;
pub(crate) mod book;
mod executor;
mod foreign;
mod host_threads;
mod instrument;
mod lexer;
mod lock;
mod places;
mod programs;
