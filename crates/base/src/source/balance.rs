//! `[balance]` of book.toml: bounds on the results of many games. In: the words of a bound, such as
//! `45 to 55 %`. Out: the range of the measured value.

use std::ops::RangeInclusive;

use crate::diagnostic::short_quote;

/// A bound on a number or a share of many games.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceBound {
    /// Kind of the bound.
    pub kind: BoundKind,
    /// Bound, as written.
    pub words: String,
}

/// Kind of a bound.
#[derive(Debug, Clone, PartialEq)]
pub enum BoundKind {
    /// Share of the games in which it happens, from 0 to 1: `45 to 55 %`.
    Share(RangeInclusive<f64>),
    /// Mean of a number: `8 to 14`.
    Mean(RangeInclusive<f64>),
    /// Share of the games in which a number is in a range: `8 to 14 in at least 90 %`.
    Within {
        /// Range of the number.
        number: RangeInclusive<f64>,
        /// Share of the games, from 0 to 1.
        share: RangeInclusive<f64>,
    },
}

impl BalanceBound {
    /// Parses a bound; the error is the message of a finding.
    pub fn parse(words: &str) -> Result<Self, String> {
        let written = words.trim();
        let kind = match written.split_once(" in ") {
            Some((number, share)) => {
                let number = range_of(number).ok_or_else(|| no_bound(written))?;
                let share = match share.trim() {
                    "every game" => 1.0..=1.0,
                    "no game" => 0.0..=0.0,
                    share => share_of(share).ok_or_else(|| no_bound(written))?,
                };
                BoundKind::Within { number, share }
            }
            None if written.ends_with('%') => {
                BoundKind::Share(share_of(written).ok_or_else(|| no_bound(written))?)
            }
            None => BoundKind::Mean(range_of(written).ok_or_else(|| no_bound(written))?),
        };
        let bound = Self { kind, words: written.to_owned() };
        if bound.ranges().any(|range| range.start() > range.end()) {
            let shown = short_quote(written);
            return Err(format!("`{shown}` is empty: its first number is greater than its second"));
        }
        Ok(bound)
    }

    /// Returns the range of the measured value: a share as a fraction of 1, or a mean.
    pub fn range(&self) -> &RangeInclusive<f64> {
        match &self.kind {
            BoundKind::Share(range) | BoundKind::Mean(range) => range,
            BoundKind::Within { share, .. } => share,
        }
    }

    /// Reports whether the measured value is a share of the games, and not a mean.
    pub fn is_share(&self) -> bool {
        match self.kind {
            BoundKind::Share(_) | BoundKind::Within { .. } => true,
            BoundKind::Mean(_) => false,
        }
    }

    fn ranges(&self) -> impl Iterator<Item = &RangeInclusive<f64>> {
        let (one, other) = match &self.kind {
            BoundKind::Share(range) | BoundKind::Mean(range) => (range, None),
            BoundKind::Within { number, share } => (number, Some(share)),
        };
        [Some(one), other].into_iter().flatten()
    }
}

fn no_bound(written: &str) -> String {
    format!("`{}` is not a bound", short_quote(written))
}

/// Parses `45 to 55 %`, `at least 45 %`, `at most 55 %` as fractions of 1; refuses values below 0 or above
/// 100 %.
fn share_of(words: &str) -> Option<RangeInclusive<f64>> {
    let range = range_of(words.trim().strip_suffix('%')?)?;
    let (low, high) = (range.start().max(0.0), range.end().min(100.0));
    let is_percent = |end: &f64| end.is_infinite() || (0.0..=100.0).contains(end);
    let fits = is_percent(range.start()) && is_percent(range.end());
    fits.then_some(low / 100.0..=high / 100.0)
}

/// Parses `8 to 14`, `8..14`, `at least 8`, `at most 14`, or one number.
fn range_of(words: &str) -> Option<RangeInclusive<f64>> {
    let number = |text: &str| {
        let number: f64 = text.trim().trim_end_matches('%').trim_end().parse().ok()?;
        number.is_finite().then_some(number)
    };
    let words = words.trim();
    if let Some(least) = words.strip_prefix("at least ") {
        return Some(number(least)?..=f64::INFINITY);
    }
    if let Some(most) = words.strip_prefix("at most ") {
        return Some(f64::NEG_INFINITY..=number(most)?);
    }
    if let Some((low, high)) = words.split_once(" to ").or_else(|| words.split_once("..")) {
        return Some(number(low)?..=number(high)?);
    }
    number(words).map(|number| number..=number)
}
