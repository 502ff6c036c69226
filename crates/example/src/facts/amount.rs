//! Amounts in facts: `3`, `no`, `at least 3`, `at most 3`.

/// An amount that a fact requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// Exactly this number.
    Exactly(i64),
    /// This number or more.
    AtLeast(i64),
    /// This number or fewer.
    AtMost(i64),
}

impl Amount {
    /// Returns whether a number fits the amount.
    pub fn holds(self, found: i64) -> bool {
        match self {
            Self::Exactly(wanted) => found == wanted,
            Self::AtLeast(least) => found >= least,
            Self::AtMost(most) => found <= most,
        }
    }

    /// Returns whether a count fits the amount.
    pub fn holds_count(self, found: usize) -> bool {
        self.holds(i64::try_from(found).unwrap_or(i64::MAX))
    }

    /// Splits an amount from the words after it: `at least 3 energy`.
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

    /// Parses an amount without further words.
    pub fn parse(words: &str) -> Option<Self> {
        Self::split(words).filter(|(_, rest)| rest.is_empty()).map(|(amount, _)| amount)
    }
}
