//! Exact fractions, and prizes that are shared by rank. Rounding happens only by functions that are named
//! after it.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms; its bottom is at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    top: i64,
    bottom: i64,
}

impl Fraction {
    /// Returns `top / bottom`; `None` if the bottom is 0 or the numbers are too large.
    pub fn new(top: i64, bottom: i64) -> Option<Self> {
        let common =
            i64::try_from(greatest_divisor(top.unsigned_abs(), bottom.unsigned_abs())).ok()?;
        if bottom == 0 || common == 0 {
            return None;
        }
        let sign = bottom.signum();
        Some(Self {
            top: (top / common).checked_mul(sign)?,
            bottom: (bottom / common).checked_mul(sign)?,
        })
    }

    /// Numerator.
    pub fn top(self) -> i64 {
        self.top
    }

    /// Denominator.
    pub fn bottom(self) -> i64 {
        self.bottom
    }

    /// Returns the number, if it is whole.
    pub fn whole(self) -> Option<i64> {
        (self.bottom == 1).then_some(self.top)
    }

    /// Rounds down.
    pub fn down(self) -> i64 {
        self.top.div_euclid(self.bottom)
    }

    /// Rounds up.
    pub fn up(self) -> i64 {
        self.down() + i64::from(self.bottom != 1)
    }

    /// Rounds to the nearest whole number; a half is rounded up.
    pub fn nearest(self) -> i64 {
        let rest = self.top.rem_euclid(self.bottom);
        self.down() + i64::from(rest >= self.bottom - rest)
    }

    /// Returns the sum; `None` if it is too large.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (one, two) = (self.top.checked_mul(other.bottom)?, other.top.checked_mul(self.bottom)?);
        Self::new(one.checked_add(two)?, self.bottom.checked_mul(other.bottom)?)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.top) * i128::from(other.bottom);
        left.cmp(&(i128::from(other.top) * i128::from(self.bottom)))
    }
}

/// Prints `7`, `1/2` or `7 1/2`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.top / self.bottom, (self.top % self.bottom).abs());
        match (whole, rest) {
            (_, 0) => write!(f, "{whole}"),
            (0, _) => write!(f, "{}/{}", self.top, self.bottom),
            _ => write!(f, "{whole} {rest}/{}", self.bottom),
        }
    }
}

fn greatest_divisor(one: u64, two: u64) -> u64 {
    if two == 0 { one } else { greatest_divisor(two, one % two) }
}

/// Returns the share of each count when prizes are by rank, the most first. Equal counts pool the prizes of
/// the ranks that they share and divide them. Ranks after the last prize win nothing. `None` if the numbers
/// are too large.
pub fn pooled_prizes(counts: &[i64], prizes: &[i64]) -> Option<Vec<Fraction>> {
    counts.iter().map(|count| prize_share(*count, counts, prizes)).collect()
}

/// Returns the share of one of these counts in the prizes of its ranks.
fn prize_share(count: i64, counts: &[i64], prizes: &[i64]) -> Option<Fraction> {
    let better = counts.iter().filter(|other| **other > count).count();
    let equal = counts.iter().filter(|other| **other == count).count();
    let pooled = prizes.iter().skip(better).take(equal);
    let pool = pooled.copied().try_fold(0, i64::checked_add)?;
    Fraction::new(pool, i64::try_from(equal).ok()?)
}

/// Returns the index of the thing with this number among `count` things, counted from 1 at the left end or at
/// the right. Larger numbers wrap round. `None` if there are no things.
pub fn numbered_index(count: usize, number: i64, from_right: bool) -> Option<usize> {
    let count = i64::try_from(count).ok().filter(|count| *count > 0)?;
    let at = number.checked_sub(1)?.rem_euclid(count);
    usize::try_from(if from_right { count - 1 - at } else { at }).ok()
}
