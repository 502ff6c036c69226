//! Guesses which name a wrong name was meant to be. In: the name and those that are known. Out: the
//! known name that is most like it, if any is.

/// Names compared in one run to guess what an author meant: 100 wrong names in a book of 10 000
/// places.
const MOST_GUESSES: usize = 1_000_000;
/// Longer names are not guessed.
const LONGEST_GUESS: usize = 60;

/// Guesses what wrong names were meant to be, until that would take too long.
#[derive(Debug, Default)]
pub struct Guesses {
    made: usize,
}

impl Guesses {
    /// The one of `known` that is most like `wanted`, if any is like it.
    pub fn nearest<'a>(
        &mut self,
        wanted: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if wanted.len() > LONGEST_GUESS {
            return None;
        }
        let left = MOST_GUESSES.saturating_sub(self.made);
        let made = &mut self.made;
        let known = known.filter(|name| name.len() <= LONGEST_GUESS).take(left);
        nearest_name(wanted, known.inspect(|_| *made += 1))
    }
}

/// The one of `known` that is most like `wanted`, if any is like it; never `wanted` itself, for
/// something else is wrong with that. A number is not meant to be another one, and a word of which
/// every letter differs is not like it.
pub fn nearest_name<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    let limit = if wanted.bytes().all(|byte| byte.is_ascii_digit()) { 0 } else { length / 3 + 1 };
    known
        .map(|name| (strsim::osa_distance(wanted, name), name))
        .filter(|(edits, name)| {
            (1..=limit).contains(edits) && *edits < length.max(name.chars().count())
        })
        .min()
        .map(|(_, name)| name)
}
