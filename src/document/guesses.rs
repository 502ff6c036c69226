//! Guesses at what a wrong name was meant to be.

/// Names compared in one run to guess what an author meant: 100 wrong names in a book of 10 000
/// places.
const MOST_GUESSES: usize = 1_000_000;
/// Longer names are not guessed.
const LONGEST_GUESS: usize = 60;

/// Guesses what wrong names were meant to be, until that would take too long.
#[derive(Debug, Default)]
pub(crate) struct Guesses {
    made: usize,
}

impl Guesses {
    /// The one of `known` that is most like `wanted`, if any is like it.
    pub(crate) fn nearest<'a>(
        &mut self,
        wanted: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let short = |name: &&str| name.len() <= LONGEST_GUESS;
        let left = MOST_GUESSES.saturating_sub(self.made);
        let made = &mut self.made;
        let known =
            known.filter(short).take(if short(&wanted) { left } else { 0 }).inspect(|_| *made += 1);
        nearest_name(wanted, known)
    }
}

/// The one of `known` that is most like `wanted`, if any is like it.
pub(crate) fn nearest_name<'a>(
    wanted: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = wanted.chars().count() / 3 + 1;
    known
        .map(|name| (edit_distance(wanted, name), name))
        .filter(|(far, _)| *far <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Edits that turn one word into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
