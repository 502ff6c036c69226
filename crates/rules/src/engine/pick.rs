//! Choice by a printed list: the candidates that fit the first line best, of these the ones that fit the
//! second best, and so on.

use serde::{Deserialize, Serialize};

/// One line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreaker {
    /// Place of the line in the book.
    pub place: u32,
    /// True if it keeps those with the most, false if those with the least.
    pub most: bool,
}

/// Result of one line.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Elimination<T> {
    /// The line; index into `Program.places`.
    pub place: u32,
    /// True if it keeps those with the most, false if those with the least.
    pub most: bool,
    /// Candidates kept, with their counts.
    pub kept: Vec<(T, i64)>,
    /// Candidates dropped, with their counts.
    pub dropped: Vec<(T, i64)>,
}

impl<T> Elimination<T> {
    /// Returns the candidates that the line compared: those kept, then those dropped.
    pub fn compared(&self) -> impl Iterator<Item = &T> {
        self.kept.iter().chain(&self.dropped).map(|(one, _)| one)
    }

    /// Converts the candidates with `name`.
    pub fn map<U>(&self, mut name: impl FnMut(&T) -> U) -> Elimination<U> {
        let mut named = |all: &[(T, i64)]| all.iter().map(|(one, n)| (name(one), *n)).collect();
        let (kept, dropped) = (named(&self.kept), named(&self.dropped));
        Elimination { place: self.place, most: self.most, kept, dropped }
    }
}

/// Result of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked<T> {
    /// There was no candidate.
    None,
    /// One candidate was left.
    One(T),
    /// The list does not decide among these.
    Tied(Vec<T>),
}

/// Chooses one of `candidates` by a list, and returns the choice and the result of each line. `key` counts
/// what the line of this index asks for; it receives the candidates that were left before that line. A line
/// is read only while more than one candidate is left.
pub fn pick_by_list<T: Copy + PartialEq, E>(
    candidates: &[T],
    list: &[TieBreaker],
    mut key: impl FnMut(usize, T, &[T]) -> Result<i64, E>,
) -> Result<(Picked<T>, Vec<Elimination<T>>), E> {
    let mut left = without_doubles(candidates);
    let mut lines = Vec::new();
    for (at, TieBreaker { place, most }) in list.iter().copied().enumerate() {
        if left.len() < 2 {
            break;
        }
        let counted = left.iter().map(|one| Ok((*one, key(at, *one, &left)?)));
        let counted = counted.collect::<Result<Vec<_>, E>>()?;
        let numbers = counted.iter().map(|(_, number)| *number);
        let best = if most { numbers.max() } else { numbers.min() };
        let (kept, dropped): (Vec<_>, Vec<_>) =
            counted.into_iter().partition(|(_, number)| Some(*number) == best);
        left = kept.iter().map(|(one, _)| *one).collect();
        lines.push(Elimination { place, most, kept, dropped });
    }
    let picked = match left.as_slice() {
        [] => Picked::None,
        [one] => Picked::One(*one),
        _ => Picked::Tied(left),
    };
    Ok((picked, lines))
}

fn without_doubles<T: Copy + PartialEq>(candidates: &[T]) -> Vec<T> {
    let mut left: Vec<T> = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        if !left.contains(candidate) {
            left.push(*candidate);
        }
    }
    left
}
