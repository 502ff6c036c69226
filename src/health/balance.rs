//! The bounds of `[balance]` for a report. In: the games that were played for them. Out: each bound with its
//! interval and its verdict, and the lengths of the games as a picture.

use schemars::JsonSchema;
use serde::Serialize;

use draw::drawing::render_svg;
use example::command::{GameTally, MeasuredBound, PlayedBalance, Verdict, histogram_drawing};

/// The bounds of one rule.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RuleBalance {
    /// The rule that was played.
    pub rule: String,
    /// Number of games.
    pub games: u64,
    /// Its bounds.
    pub bounds: Vec<BalancedBound>,
    /// The lengths of its games, if they differ.
    pub length: Option<LengthOfGames>,
}

/// Lengths of games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LengthOfGames {
    /// `turns`, `rounds` or `events`.
    pub unit: String,
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub least: i64,
    /// The longest.
    pub most: i64,
    /// A histogram as SVG, whose colours are custom properties of CSS.
    #[serde(skip)]
    pub svg: String,
}

/// A bound, and its result in the games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BalancedBound {
    /// Its subject: `won by You`.
    pub name: String,
    /// The bound as written: `45 to 55 %`.
    pub wanted: String,
    /// The measured value, with its interval of 95 %: `48.7 % (46.5 to 50.9)`.
    pub found: String,
    /// `holds`, `broken`, `unsure` or `unknown`.
    pub verdict: String,
    /// The value and the ends of its interval; shares are from 0 to 1.
    pub value: Option<[f64; 3]>,
    /// The ends of the bound in the same measure; an open end is missing.
    pub bound: [Option<f64>; 2],
    /// True if the value is a share of the games.
    pub is_share: bool,
    /// Number of games that would decide, if these do not.
    pub needed: Option<u64>,
}

/// Returns the bounds of each rule.
pub fn balance_of(played: &PlayedBalance<'_>) -> Vec<RuleBalance> {
    let rules = played.rules.iter().map(|rule| RuleBalance {
        rule: rule.play.to_owned(),
        games: rule.tally.games(),
        bounds: rule.bounds.iter().map(balanced_bound).collect(),
        length: length_of_games(&rule.tally),
    });
    rules.collect()
}

fn balanced_bound(bound: &MeasuredBound<'_>) -> BalancedBound {
    let measured = bound.measured;
    let range = bound.bound.range();
    let end = |end: f64| Some(end).filter(|end| end.is_finite());
    BalancedBound {
        name: bound.name.to_owned(),
        wanted: bound.bound.words.clone(),
        found: bound.found().replace("  ", " "),
        verdict: bound.verdict_words().to_lowercase(),
        value: measured.map(|own| [own.value, own.interval.low, own.interval.high]),
        bound: [end(*range.start()), end(*range.end())],
        is_share: bound.bound.is_share(),
        needed: match measured.map(|own| own.verdict) {
            Some(Verdict::Unsure(needed)) => needed,
            Some(Verdict::Holds | Verdict::Broken) | None => None,
        },
    }
}

/// Returns the lengths of games in turns, or in rounds or events if the turns do not differ.
fn length_of_games(tally: &GameTally) -> Option<LengthOfGames> {
    ["turns", "rounds", "events"].into_iter().find_map(|unit| {
        let counts = tally.counts_of(unit).filter(|counts| counts.least < counts.most)?;
        let drawing = histogram_drawing(tally, unit)?;
        Some(LengthOfGames {
            unit: unit.to_owned(),
            mean: (counts.mean() * 100.0).round() / 100.0,
            least: counts.least,
            most: counts.most,
            svg: render_svg(&drawing, &|token| format!("var(--{token})")),
        })
    })
}
