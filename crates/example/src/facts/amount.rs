//! How many a fact speaks of: `3`, `no`, `at least 3`, `at most 3`.

/// How many there should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// Neither more nor fewer.
    Exactly(i64),
    /// So many or more.
    AtLeast(i64),
    /// So many or fewer.
    AtMost(i64),
}

impl Amount {
    /// Returns whether so many are as it says.
    pub fn holds(self, found: i64) -> bool {
        match self {
            Self::Exactly(wanted) => found == wanted,
            Self::AtLeast(least) => found >= least,
            Self::AtMost(most) => found <= most,
        }
    }

    /// Returns whether a number of things is as it says.
    pub fn holds_count(self, found: usize) -> bool {
        self.holds(i64::try_from(found).unwrap_or(i64::MAX))
    }

    /// An amount at the beginning of some words, and what follows: `at least 3 energy`.
    pub fn split(words: &str) -> Option<(Self, &str)> {
        if let Some(rest) = words.strip_prefix("no ") {
            return Some((Self::Exactly(0), rest));
        }
        let (bound, rest): (fn(i64) -> Self, &str) = match words.strip_prefix("at least ") {
            Some(rest) => (Self::AtLeast, rest),
            None => match words.strip_prefix("at most ") {
                Some(rest) => (Self::AtMost, rest),
                None => (Self::Exactly, words),
            },
        };
        let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some((bound(number.parse().ok()?), rest))
    }

    /// An amount and nothing else.
    pub fn parse(words: &str) -> Option<Self> {
        Self::split(words).filter(|(_, rest)| rest.is_empty()).map(|(amount, _)| amount)
    }
}
