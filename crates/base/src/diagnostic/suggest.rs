//! Guesses which name a wrong name was meant to be. In: the name and those that are known. Out: the
//! known name that is most like it, if any is.

/// Names compared in one run to guess what an author meant: 100 wrong names in a book of 10 000
/// places.
const MOST_GUESSES: usize = 1_000_000;
/// Names of more bytes are neither guessed nor compared.
const LONGEST_GUESS: usize = 80;

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
        let left = MOST_GUESSES.saturating_sub(self.made);
        nearest_name(wanted, known.take(left).inspect(|_| self.made += 1))
    }
}

/// The one of `known` that is most like `wanted`, if any is like it; never `wanted` itself, for
/// something else is wrong with that. A number is not meant to be another one, a word of which every
/// letter differs is not like it, and very long names are not compared.
pub fn nearest_name<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > LONGEST_GUESS {
        return None;
    }
    let length = wanted.chars().count();
    let limit = if wanted.bytes().all(|byte| byte.is_ascii_digit()) { 0 } else { length / 3 + 1 };
    known
        .filter(|name| name.len() <= LONGEST_GUESS)
        .map(|name| (strsim::osa_distance(wanted, name), name))
        .filter(|(edits, name)| {
            (1..=limit).contains(edits) && *edits < length.max(name.chars().count())
        })
        .min()
        .map(|(_, name)| name)
}

/// Returns "did you mean `draw`?", if one of `known` is like `wanted`.
pub fn did_you_mean<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    nearest_name(wanted, known).map(|near| format!("did you mean `{near}`?"))
}
