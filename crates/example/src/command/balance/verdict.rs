//! Judges whether counted games keep a bound. In: a tally and a bound. Out: the share or mean with its
//! interval, and whether it holds, does not hold, or needs more games.

use std::ops::RangeInclusive;

use super::super::round_up;
use super::super::simulate::{GameTally, Interval, wilson_interval};
use base::source::balance::BoundKind;

/// The most games that are requested to decide whether a bound holds.
const MOST_ASKED: f64 = 10_000_000.0;

/// Verdict on a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval of the true value is within the bound.
    Holds,
    /// The whole interval of the true value is outside the bound.
    Broken,
    /// A part of the interval is within the bound; this number of games would decide, if it is known.
    Unsure(Option<u64>),
}

/// A share or a mean with its interval, and the verdict on its bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The share, from 0 to 1, or the mean.
    pub value: f64,
    /// The interval that contains the true value.
    pub interval: Interval,
    /// True for a share of the games, false for a mean.
    pub is_share: bool,
    /// The verdict on the bound.
    pub verdict: Verdict,
}

impl Measured {
    /// Measures a bound of this name; none if no game has anything of the name.
    pub fn of(tally: &GameTally, name: &str, bound: &BoundKind) -> Option<Self> {
        match bound {
            BoundKind::Share(range) => {
                Some(Self::share(tally.count_of(name)?, tally.games(), range))
            }
            BoundKind::Mean(range) => {
                let counts = tally.counts_of(name)?;
                let (value, interval) = (counts.mean(), counts.mean_interval());
                let verdict = verdict(value, interval, range, counts.games);
                Some(Self { value, interval, is_share: false, verdict })
            }
            BoundKind::Within { number, share } => {
                let counts = tally.counts_of(name)?;
                let within =
                    counts.values.iter().filter(|(value, _)| number.contains(&(**value as f64)));
                Some(Self::share(within.map(|(_, games)| games).sum(), counts.games, share))
            }
        }
    }

    /// Measures a share of `count` among `all` games.
    fn share(count: u64, all: u64, range: &RangeInclusive<f64>) -> Self {
        let (value, interval) = (count as f64 / all.max(1) as f64, wilson_interval(count, all));
        // "in every game" and "in no game" are judged by these games only; nothing can be said of all others.
        let is_exact = range.start() == range.end() && [0.0, 1.0].contains(range.start());
        let verdict = match is_exact {
            true if value == *range.start() => Verdict::Holds,
            true => Verdict::Broken,
            false => {
                // No share is below 0 or above 1, so these ends are no edges.
                let low = Some(*range.start()).filter(|low| *low > 0.0);
                let high = Some(*range.end()).filter(|high| *high < 1.0);
                let range = low.unwrap_or(f64::NEG_INFINITY)..=high.unwrap_or(f64::INFINITY);
                verdict(value, interval, &range, all)
            }
        };
        Self { value, interval, is_share: true, verdict }
    }
}

fn verdict(value: f64, interval: Interval, range: &RangeInclusive<f64>, games: u64) -> Verdict {
    let Interval { low, high } = interval;
    if range.contains(&low) && range.contains(&high) {
        return Verdict::Holds;
    }
    if high < *range.start() || low > *range.end() {
        return Verdict::Broken;
    }
    let away = (value - range.start()).abs().min((value - range.end()).abs());
    let half = (high - low) / 2.0;
    let needed = games as f64 * (half / away).powi(2) * 1.1;
    Verdict::Unsure((needed < MOST_ASKED).then(|| round_up(needed.ceil() as u64)))
}
