//! Guesses at what a wrong name was meant to be.

use document::nearest_name;

/// Longer names are not guessed at.
const LONGEST_GUESS: usize = 100;

/// The one of `known` that is most like `wanted`, if any is like it.
pub fn similar_name<'k>(wanted: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    if wanted.len() < LONGEST_GUESS { nearest_name(wanted, known) } else { None }
}
