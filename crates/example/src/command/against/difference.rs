//! Difference of a share or a mean between two editions, and its certainty. In: games of both, counted in
//! pairs. Out: the difference with its error, from which intervals, probabilities and the necessary number of
//! games follow.
//!
//! The interval of a difference of shares is that of Agresti and Min (2005): half a pair is added to each of
//! the four cells. Means are compared pair by pair, or by Welch's error if some games lack the number. All
//! bounds are those of the normal distribution.

use super::super::simulate::{Interval, NumberCounts};

/// Quantile of the normal distribution with 85 % below it. Four of five repeats shall find a difference, even
/// if the games from which its error is known happen to give too small an error.
const POWER: f64 = 1.036_433_389_493_789_8;
/// Differences are called significant if chance makes them in at most this share of all reports.
pub const SIGNIFICANCE: f64 = 0.05;

/// Pairs of games by whether an event happens in them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairedShare {
    /// All pairs.
    pub pairs: u64,
    /// Pairs in which it happens in both games.
    pub both: u64,
    /// Pairs in which it happens only in the game of the earlier edition.
    pub old_only: u64,
    /// Pairs in which it happens only in the game of the later edition.
    pub new_only: u64,
}

impl PairedShare {
    /// Returns whether it happens in every game or in none.
    pub fn is_constant(&self) -> bool {
        self.old_only + self.new_only == 0 && [0, self.pairs].contains(&self.both)
    }

    /// Returns the share of the later edition minus that of the earlier one.
    pub fn difference(&self) -> Difference {
        let (all, old_only, new_only) =
            (self.pairs as f64 + 2.0, self.old_only as f64 + 0.5, self.new_only as f64 + 0.5);
        let middle = (new_only - old_only) / all;
        let error = ((old_only + new_only) / all - middle * middle).max(0.0).sqrt() / all.sqrt();
        let share = |only: u64| (self.both + only) as f64 / self.pairs.max(1) as f64;
        let (old, new) = (share(self.old_only), share(self.new_only));
        let effect = 2.0 * (new.sqrt().asin() - old.sqrt().asin());
        Difference { old, new, middle, error, effect, pairs: self.pairs }
    }
}

/// A number in the games of two editions.
#[derive(Debug, Clone, Copy)]
pub struct PairedNumber<'t> {
    /// Games of the earlier edition.
    pub old: &'t NumberCounts,
    /// Games of the later edition.
    pub new: &'t NumberCounts,
    /// The later minus the earlier number, over pairs in which both games have it, if there are any.
    pub apart: Option<&'t NumberCounts>,
}

impl PairedNumber<'_> {
    /// Returns whether the number is the same in all games.
    pub fn is_constant(&self) -> bool {
        let ends = |counts: &NumberCounts| (counts.least, counts.most);
        self.old.least == self.old.most && ends(self.old) == ends(self.new)
    }

    /// Returns the mean of the later edition minus that of the earlier one.
    pub fn difference(&self) -> Difference {
        let (old, new) = (self.old.mean(), self.new.mean());
        let games = (self.old.games, self.new.games);
        let error_of =
            |counts: &NumberCounts| counts.spread() / (counts.games.max(1) as f64).sqrt();
        let error = match self.apart {
            Some(apart) if games == (apart.games, apart.games) => error_of(apart),
            _ => error_of(self.old).hypot(error_of(self.new)),
        };
        let spread = self.old.spread().hypot(self.new.spread()) / 2.0_f64.sqrt();
        let effect = if spread > 0.0 { (new - old) / spread } else { 0.0 };
        Difference { old, new, middle: new - old, error, effect, pairs: games.0.min(games.1) }
    }
}

/// Difference between two editions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The share or mean of the earlier edition.
    pub old: f64,
    /// The share or mean of the later edition.
    pub new: f64,
    /// The middle of the interval: the later minus the earlier value, shrunk a little towards zero.
    middle: f64,
    /// The standard error of the middle.
    error: f64,
    /// The effect size: Cohen's h of shares, Cohen's d of means. 0.2 is called small, 0.5 medium, 0.8 large.
    pub effect: f64,
    /// Number of pairs that the difference is computed from.
    pairs: u64,
}

impl Difference {
    /// Returns the later minus the earlier value.
    pub fn value(&self) -> f64 {
        self.new - self.old
    }

    /// Returns the interval that contains the true difference with a confidence of 95 %.
    pub fn interval(&self) -> Interval {
        let half = quantile(SIGNIFICANCE) * self.error;
        Interval { low: self.middle - half, high: self.middle + half }
    }

    /// Returns the probability that chance alone makes editions without a difference differ by this much.
    pub fn chance(&self) -> f64 {
        match self.error {
            error if error > 0.0 => beyond(self.middle.abs() / error),
            _ if self.middle == 0.0 => 1.0,
            _ => 0.0,
        }
    }

    /// Returns the least difference that four of five repeats find with this number of games, if `lines`
    /// measures are judged together.
    pub fn least_found(&self, lines: usize) -> f64 {
        reach(lines) * self.error
    }

    /// Returns how many games of each edition are needed to find a difference of `size` in four of five
    /// repeats.
    pub fn games_to_find(&self, size: f64, lines: usize) -> u64 {
        ((reach(lines) * self.error / size).powi(2) * self.pairs as f64).ceil() as u64
    }
}

/// Returns the difference that four of five repeats find, in standard errors.
fn reach(lines: usize) -> f64 {
    quantile(SIGNIFICANCE / lines.max(1) as f64) + POWER
}

/// Returns the part of the normal distribution that is farther from its middle than `z` standard errors.
fn beyond(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2)
}

/// Returns the number of standard errors around the middle outside of which this part of the normal
/// distribution is.
fn quantile(outside: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if beyond(middle) > outside {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Returns which of several probabilities are more than chance, if all are judged together: Holm's procedure.
pub fn beyond_chance(chances: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|one, other| chances[*one].total_cmp(&chances[*other]));
    let mut told = vec![false; chances.len()];
    for (rank, at) in order.into_iter().enumerate() {
        if chances[at] > SIGNIFICANCE / (chances.len() - rank) as f64 {
            break;
        }
        told[at] = true;
    }
    told
}
