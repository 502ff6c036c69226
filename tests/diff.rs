//! What changed between two editions of a book: each change is told once, at its cause, with the
//! examples that it changes.

mod commands;
mod prepared;

pub(crate) use prepared::copy;
