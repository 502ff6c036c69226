//! Pairs of games as text and as data.

use serde_json::{Value, json};

use super::tally::{Measure, PairTally};
use super::{Difference, PairedGames, StepApart};
use crate::command::simulate::{Interval, rounded_number};
use crate::command::{aligned_rows, round_up};
use base::diagnostic::short_quote;
use base::text::counted;

/// The difference of shares whose necessary games are reported, in percentage points.
const POINTS: f64 = 2.0;

/// Returns the report as text.
pub fn pairs_text(
    games: &PairedGames<'_>,
    tally: &PairTally,
    measures: &[Measure],
    parted: &[StepApart],
) -> String {
    let mut text = head_lines(games, tally);
    if tally.alike == tally.pairs() {
        return text;
    }
    text += &table(measures);
    text += &notes(measures);
    text.extend(parted.iter().map(step_lines));
    text
}

/// Returns the lines on the number of games, and on how many of them are the same.
fn head_lines(games: &PairedGames<'_>, tally: &PairTally) -> String {
    let (old, new) = (games.old.name, games.new.name);
    let first = games.games.seed;
    let last = first + tally.pairs().saturating_sub(1);
    let count = counted(tally.pairs(), "game");
    let head = format!("{count} of each edition, seeds {first} to {last}: {old} and {new}\n");
    let same = match (tally.alike, tally.pairs() - tally.alike) {
        (_, 0) => {
            "Every game is the same in both editions: the changes do not come up in any of them.\n"
                .to_owned()
        }
        (0, _) => "No game is the same in both editions.\n\n".to_owned(),
        (alike, other) => {
            format!(
                "{} the same in both editions, {other} differ.\n\n",
                if alike == 1 { "1 is".to_owned() } else { format!("{alike} are") }
            )
        }
    };
    head + &same
}

/// Returns a table with a row for each measure.
fn table(measures: &[Measure]) -> String {
    let head = ["", "earlier", "later", "difference", "", "effect", ""].map(str::to_owned);
    let rows: Vec<[String; 7]> =
        [head].into_iter().chain(measures.iter().map(|own| row(own, measures.len()))).collect();
    aligned_rows(&rows, &[0, 4, 6])
}

fn row(measure: &Measure, lines: usize) -> [String; 7] {
    let own = &measure.difference;
    let interval = own.interval();
    let Interval { low, high } = interval;
    let (scale, unit) = if measure.is_share { (100.0, " %") } else { (1.0, "") };
    let places = if measure.is_share { 1 } else { interval.decimals() };
    let number = |value: f64| format!("{:.places$}{unit}", value * scale);
    let signed =
        |value: f64| format!("{:+.places$}", without_sign_of_nought(value * scale, places));
    let verdict = match (measure.differs, low > 0.0 || high < 0.0) {
        (true, _) => "differs".to_owned(),
        // It is more than chance if no other measure is judged with it.
        (false, true) => "perhaps: more games would show".to_owned(),
        (false, false) => {
            let least = own.least_found(lines) * scale;
            format!("none found; a difference of {least:.places$} would be found")
        }
    };
    [
        short_quote(&measure.name),
        number(own.old),
        number(own.new),
        signed(own.value()),
        format!("({} to {})", signed(low), signed(high)),
        format!("{:.2}", without_sign_of_nought(own.effect, 2)),
        verdict,
    ]
}

/// Replaces a number that would be printed as -0.0 by zero.
fn without_sign_of_nought(value: f64, places: usize) -> f64 {
    if value.abs() * 10_f64.powi(places as i32) < 0.5 { 0.0 } else { value }
}

/// Explains how to read the table, and how many games small differences need.
fn notes(measures: &[Measure]) -> String {
    let lines = measures.len();
    let together = match lines {
        1 => "chance alone makes the line say so in at most 1 of 20 reports".to_owned(),
        _ => {
            format!("chance alone makes any of the {lines} lines say so in at most 1 of 20 reports")
        }
    };
    let mut text = format!(
        "\nIn brackets: the true difference is between these values with a confidence of 95 %. \"differs\": {together}.\n"
    );
    let shares = measures.iter().filter(|own| own.is_share && !own.differs);
    let needed = shares.map(|own| games_needed(&own.difference, lines)).max();
    if let Some(needed) = needed {
        text += &format!(
            "With {needed} games of each edition, a difference of {POINTS} points in any share is found in four of five tries.\n"
        );
    }
    text
}

/// Returns how many games of each edition find a difference of [`POINTS`] in four of five repeats, rounded up
/// to two digits.
fn games_needed(own: &Difference, lines: usize) -> u64 {
    round_up(own.games_to_find(POINTS / 100.0, lines).max(1))
}

/// Returns "seed 3 parts at step 14", and the sentence of both editions there.
fn step_lines(apart: &StepApart) -> String {
    let StepApart { seed, step, old, new } = apart;
    let told = |words: &Option<String>| match words {
        Some(words) => short_quote(words),
        None => "(the game is over)".to_owned(),
    };
    format!(
        "\nseed {seed}: the games differ from step {step}\n  earlier: {}\n  later:   {}\n",
        told(old),
        told(new)
    )
}

/// Returns the report as data.
pub fn pairs_data(
    games: &PairedGames<'_>,
    tally: &PairTally,
    measures: &[Measure],
    parted: &[StepApart],
) -> Value {
    let lines = measures.len();
    let measures = measures.iter().map(|own| measure_data(own, lines));
    let parted = parted.iter().map(
        |apart| json!({ "seed": apart.seed, "step": apart.step, "old": apart.old, "new": apart.new }),
    );
    json!({
        "old": games.old.name, "new": games.new.name,
        "games": tally.pairs(), "first_seed": games.games.seed, "alike": tally.alike,
        "measures": measures.collect::<Vec<_>>(),
        "parted": parted.collect::<Vec<_>>(),
    })
}

fn measure_data(measure: &Measure, lines: usize) -> Value {
    let own = &measure.difference;
    let games = measure.is_share.then(|| games_needed(own, lines));
    json!({
        "name": measure.name, "kind": if measure.is_share { "share" } else { "mean" },
        "old": rounded_number(own.old), "new": rounded_number(own.new), "difference": rounded_number(own.value()),
        "confidence": own.interval().rounded(), "effect": rounded_number(own.effect),
        "chance": rounded_number(own.chance()), "differs": measure.differs,
        "least_found": rounded_number(own.least_found(lines)), "games_for_2_points": games,
    })
}
