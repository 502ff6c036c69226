//! Statistics of one number or share over many games: mean, median and spread, with their intervals. Adding
//! is exact and does not depend on the order.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The 97.5th percentile of the normal distribution, which bounds the middle 95 %.
const Z: f64 = 1.959_963_984_540_054;
/// The most different values that are counted separately; beyond that, neighbours are counted together.
const MOST_VALUES: usize = 65_536;

/// Interval that contains the true value with a confidence of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Returns Wilson's score interval of a share: `count` of `all` games.
pub fn wilson_interval(count: u64, all: u64) -> Interval {
    if all == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, share) = (all as f64, count as f64 / all as f64);
    let z2 = Z * Z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the bound is the end itself; rounding may not move it.
    let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if count == all { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

/// Statistics of a number over many games.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberCounts {
    /// Number of games that have it.
    pub games: u64,
    /// Sum of the values.
    pub all: i128,
    /// The value of the first game; squares are computed from differences to it.
    first: i64,
    /// Sum of the squared differences from the first value; none if it exceeds an integer.
    squares: Option<i128>,
    /// Approximate sum of the squared differences from the first value.
    rough_squares: f64,
    /// The smallest value; 0 without games.
    pub least: i64,
    /// The largest value; 0 without games.
    pub most: i64,
    /// Number of neighbouring values that are counted as one; 1 unless there are very many.
    pub width: i64,
    /// Games by value, rounded down to a multiple of `width`.
    pub values: BTreeMap<i64, u64>,
}

/// The statistics of a number, with its name.
#[derive(Debug, Clone, Copy)]
pub struct NamedNumber<'t> {
    /// `turns`, or its name in the rules.
    pub name: &'t str,
    /// Its values, counted.
    pub counts: &'t NumberCounts,
}

impl Default for NumberCounts {
    fn default() -> Self {
        let (games, all, first, least, most) = (0, 0, 0, 0, 0);
        let (squares, rough_squares, width, values) = (Some(0), 0.0, 1, BTreeMap::new());
        Self { games, all, first, squares, rough_squares, least, most, width, values }
    }
}

impl NumberCounts {
    /// Counts a game.
    pub fn add(&mut self, value: i64) {
        self.least = if self.games == 0 { value } else { self.least.min(value) };
        self.most = if self.games == 0 { value } else { self.most.max(value) };
        self.first = if self.games == 0 { value } else { self.first };
        self.games += 1;
        self.all += i128::from(value);
        let away = i128::from(value) - i128::from(self.first);
        let square = away.checked_mul(away);
        self.squares = self.squares.zip(square).and_then(|(sum, square)| sum.checked_add(square));
        self.rough_squares += (away as f64).powi(2);
        *self.values.entry(self.rounded(value)).or_default() += 1;
        while self.values.len() > MOST_VALUES {
            self.width *= 2;
            let before = std::mem::take(&mut self.values);
            for (value, games) in before {
                *self.values.entry(self.rounded(value)).or_default() += games;
            }
        }
    }

    fn rounded(&self, value: i64) -> i64 {
        value - value.rem_euclid(self.width).min(value.saturating_sub(i64::MIN))
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.all as f64 / self.games as f64 }
    }

    /// Returns the standard deviation of a sample.
    pub fn spread(&self) -> f64 {
        if self.games < 2 {
            return 0.0;
        }
        let n = i128::from(self.games);
        let away = self.all - n * i128::from(self.first);
        // n * squares - sum² is exact if it fits, and never negative.
        let squares = self.squares.and_then(|squares| n.checked_mul(squares));
        let scaled = squares
            .zip(away.checked_mul(away))
            .map(|(squares, square)| (squares - square) as f64)
            .unwrap_or_else(|| self.games as f64 * self.rough_squares - (away as f64).powi(2));
        (scaled.max(0.0) / (self.games as f64 * (self.games - 1) as f64)).sqrt()
    }

    /// Returns the interval of the mean, by the normal distribution.
    pub fn mean_interval(&self) -> Interval {
        let half = Z * self.spread() / (self.games.max(1) as f64).sqrt();
        Interval { low: self.mean() - half, high: self.mean() + half }
    }

    /// Returns the value that this share of the games does not exceed, 0.5 for the median. Of two in the
    /// middle, it is the lower one.
    pub fn quantile(&self, share: f64) -> i64 {
        let wanted = ((share * self.games as f64).ceil() as u64).clamp(1, self.games.max(1));
        let mut seen = 0;
        let reached = self.values.iter().find(|(_, games)| {
            seen += **games;
            seen >= wanted
        });
        reached.map_or(0, |(value, _)| *value)
    }
}

/// Neighbouring values of a histogram, and the number of games with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistogramBar {
    /// The first value.
    pub first: i64,
    /// The last value.
    pub last: i64,
    /// Number of games.
    pub games: u64,
}

/// The most bars of a histogram, on a terminal and in a picture.
pub const MOST_BARS: usize = 16;

/// Returns the bars of a histogram, all of one width, at most `most` of them.
pub fn histogram_bars(counts: &NumberCounts, most: usize) -> Vec<HistogramBar> {
    bars_between(counts, counts.least..=counts.most, most)
}

/// Returns the bars of a histogram of these values, at most `most` of them.
pub fn bars_between(
    counts: &NumberCounts,
    values: RangeInclusive<i64>,
    most: usize,
) -> Vec<HistogramBar> {
    if counts.games == 0 {
        return Vec::new();
    }
    let (least, greatest) = (i128::from(*values.start()), i128::from(*values.end()));
    let bars = |width: i128| greatest.div_euclid(width) - least.div_euclid(width) + 1;
    let widths = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i128.pow(power)));
    let width = widths
        .into_iter()
        .find(|width| bars(*width) <= most as i128 && *width >= i128::from(counts.width));
    let width = width.unwrap_or(10_i128.pow(19));
    let begin = least.div_euclid(width);
    let mut games = vec![0; bars(width) as usize];
    for (value, count) in &counts.values {
        let at = i128::from(*value).div_euclid(width) - begin;
        games[at.max(0) as usize] += count;
    }
    let whole = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let bar = |(at, games)| {
        let first = (begin + at) * width;
        HistogramBar { first: whole(first), last: whole(first + width - 1), games }
    };
    (0..).zip(games).map(bar).collect()
}

impl HistogramBar {
    /// Returns "12", or "10 to 14".
    pub fn label(&self) -> String {
        let Self { first, last, .. } = self;
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    }
}
