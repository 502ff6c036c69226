//! Guesses the intended name of a wrong one. In: the wrong name and the known names. Out: the most similar
//! known name, if any is similar.

/// Most comparisons of names in one run: enough for 100 wrong names in a book of 10 000 places.
const MOST_GUESSES: usize = 1_000_000;
/// Longest name that is compared, in bytes.
const LONGEST_GUESS: usize = 80;

/// Guesses the intended names of wrong ones, until that would take too long.
#[derive(Debug, Default)]
pub struct Guesses {
    made: usize,
}

impl Guesses {
    /// Returns the most similar name of `known`, if any is similar to `wanted`.
    pub fn nearest<'a>(
        &mut self,
        wanted: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let left = MOST_GUESSES.saturating_sub(self.made);
        nearest_name(wanted, known.take(left).inspect(|_| self.made += 1))
    }
}

/// Returns the most similar name of `known`, if any is similar to `wanted`. It is never `wanted` itself,
/// which must be wrong for another reason. Numbers are never similar, nor are words in which every letter
/// differs; very long names are not compared.
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

/// Returns "did you mean `draw`?" if one of `known` is similar to `wanted`.
pub fn did_you_mean<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    nearest_name(wanted, known).map(|near| format!("did you mean `{near}`?"))
}
