//! Decks: cards from a data file.

pub(crate) mod large;
pub(crate) mod looks;
pub(crate) mod parts;
