//! Choosing by a printed list: the candidates that fit the first line best, of these the ones that
//! fit the second, and so on.

/// One line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreaker {
    /// Its place in the book.
    pub place: u32,
    /// Whether it keeps those with the most; else those with the least.
    pub most: bool,
}

/// What one line did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination<T> {
    /// The line.
    pub rule: TieBreaker,
    /// Candidates kept, with what was counted.
    pub kept: Vec<(T, i64)>,
    /// Candidates dropped, with what was counted.
    pub dropped: Vec<(T, i64)>,
}

/// The choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked<T> {
    /// There was no candidate.
    None,
    /// One was left.
    One(T),
    /// The list does not say which of these.
    Tied(Vec<T>),
}

/// Chooses one of `candidates` by `rules`; `key` counts what the line of this index asks for, and
/// is told what was left before that line. A line is read only while more than one candidate is
/// left. Gives the choice and what each line did.
pub fn pick_by_list<T: Copy + PartialEq, E>(
    candidates: &[T],
    rules: &[TieBreaker],
    mut key: impl FnMut(usize, T, &[T]) -> Result<i64, E>,
) -> Result<(Picked<T>, Vec<Elimination<T>>), E> {
    let mut left: Vec<T> = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        if !left.contains(candidate) {
            left.push(*candidate);
        }
    }
    let mut lines = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        if left.len() < 2 {
            break;
        }
        let counted = left
            .iter()
            .map(|one| Ok((*one, key(at, *one, &left)?)))
            .collect::<Result<Vec<_>, E>>()?;
        let numbers = counted.iter().map(|(_, number)| *number);
        let Some(best) = (if rule.most { numbers.max() } else { numbers.min() }) else { break };
        let (kept, dropped): (Vec<_>, Vec<_>) =
            counted.into_iter().partition(|(_, number)| *number == best);
        left = kept.iter().map(|(one, _)| *one).collect();
        lines.push(Elimination { rule: *rule, kept, dropped });
    }
    let picked = match left.as_slice() {
        [] => Picked::None,
        [one] => Picked::One(*one),
        _ => Picked::Tied(left),
    };
    Ok((picked, lines))
}
