//! Changes between two editions of a book: each change is reported once, at its cause, with the
//! examples that it changes.

mod commands;
mod prepared;

pub(crate) use prepared::copy;
