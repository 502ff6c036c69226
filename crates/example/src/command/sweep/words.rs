//! A sweep as text and as data: a block for each share and mean, with a line for each setting.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Sweep, SweptGames};
use crate::command::GameTally;
use crate::command::simulate::{Interval, rounded_number, wilson_interval};
use base::diagnostic::short_quote;
use base::text::counted;

/// Length of the longest bar, in columns.
const BAR: usize = 40;

/// A share or a mean of one setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweptPoint {
    pub value: f64,
    pub interval: Interval,
}

/// A share or a mean over all settings.
#[derive(Debug, Clone, PartialEq)]
pub struct SweptMeasure {
    /// "won by Ada", "turns".
    pub name: String,
    /// True for a share of the games, false for a mean.
    pub is_share: bool,
    /// A point for each setting; none if no game of a setting has the number.
    pub points: Vec<Option<SweptPoint>>,
}

/// Returns everything to report: the winners, or the losers if nobody wins, and the `wanted` numbers, or all
/// except the events.
fn measures(sweep: &Sweep, wanted: &[String]) -> Vec<SweptMeasure> {
    let tallies = || sweep.rows.iter().map(|row| &row.tally);
    let is_won = tallies().any(|tally| !tally.winners.is_empty());
    let sides = |tally: &GameTally| match is_won {
        true => tally.winners.clone(),
        false => tally.losers.clone(),
    };
    let names: BTreeSet<String> = tallies().flat_map(|tally| sides(tally).into_keys()).collect();
    let said = if is_won { "won" } else { "lost" };
    let shares = names.into_iter().filter(|_| wanted.is_empty()).map(|name| {
        let point = |tally: &GameTally| {
            let count = sides(tally).get(&name).copied().unwrap_or(0);
            let value = count as f64 / tally.games().max(1) as f64;
            Some(SweptPoint { value, interval: wilson_interval(count, tally.games()) })
        };
        let points = tallies().map(point).collect();
        SweptMeasure { name: format!("{said} by {name}"), is_share: true, points }
    });
    let all = tallies().flat_map(|tally| tally.numbers().into_iter().map(|number| number.name));
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        let is_told = match wanted {
            [] => name != "events",
            _ => wanted.iter().any(|own| own == name),
        };
        if is_told && !names.contains(&name) {
            names.push(name);
        }
    }
    let means = names.into_iter().map(|name| {
        let point = |tally: &GameTally| {
            let counts = tally.number(name)?;
            Some(SweptPoint { value: counts.mean(), interval: counts.mean_interval() })
        };
        SweptMeasure {
            name: name.to_owned(),
            is_share: false,
            points: tallies().map(point).collect(),
        }
    });
    shares.chain(means).collect()
}

/// Returns the report as text.
pub fn sweep_text(sweep: &Sweep, wanted: &[String]) -> String {
    let Some(first) = sweep.rows.first() else { return String::new() };
    let games = counted(first.tally.games(), "game");
    let seed = first.tally.first.unwrap_or_default();
    let mut text = format!(
        "{games} for each of {}, seeds {seed} to {}\n",
        counted(sweep.rows.len(), "setting"),
        first.tally.last
    );
    for measure in measures(sweep, wanted) {
        text += &format!("\n{}\n", short_quote(&measure.name));
        text += &block(sweep, &measure);
    }
    if sweep.rows.iter().any(|row| sweep.is_of_book(&row.numbers)) {
        text += "\n* as in the book\n";
    }
    text + "In brackets: the true share or mean is between these values with a confidence of 95 %.\n"
}

fn block(sweep: &Sweep, measure: &SweptMeasure) -> String {
    let labels: Vec<String> = sweep.rows.iter().map(|row| label(sweep, row)).collect();
    let room = labels.iter().map(String::len).max().unwrap_or(0);
    let values = || measure.points.iter().flatten().map(|point| point.value);
    let most = if measure.is_share { 1.0 } else { values().fold(0.0, f64::max) };
    let line = |(label, point): (&String, &Option<SweptPoint>)| {
        let Some(SweptPoint { value, interval: Interval { low, high } }) = point else {
            return format!("{label:<room$}  in no game\n");
        };
        let (scale, unit) = if measure.is_share { (100.0, " %") } else { (1.0, "") };
        let number = |value: f64| format!("{:.1}", value * scale);
        let bar =
            if most > 0.0 { (value.max(0.0) / most * BAR as f64).round() as usize } else { 0 };
        let bounds = format!("({} to {})", number(*low), number(*high));
        let shown = format!("{}{unit}", number(*value));
        format!("{label:<room$}  {shown:>8}  {bounds:<18}  {}", "#".repeat(bar))
            .trim_end()
            .to_owned()
            + "\n"
    };
    labels.iter().zip(&measure.points).map(line).collect()
}

/// Returns "life 25", "life 30 *".
pub fn label(sweep: &Sweep, row: &SweptGames) -> String {
    let set = sweep.values.iter().zip(&row.numbers);
    let set = set.map(|(value, number)| format!("{} {number}", value.swept.name));
    let mark = if sweep.is_of_book(&row.numbers) { " *" } else { "" };
    set.collect::<Vec<_>>().join(", ") + mark
}

/// Returns the report as data.
pub fn sweep_data(sweep: &Sweep, wanted: &[String]) -> Value {
    let measures = measures(sweep, wanted);
    let rows = sweep.rows.iter().enumerate().map(|(at, row)| {
        let set: serde_json::Map<String, Value> = sweep
            .values
            .iter()
            .zip(&row.numbers)
            .map(|(value, number)| (value.swept.name.clone(), (*number).into()))
            .collect();
        let told = measures.iter().filter_map(|own| {
            let point = own.points.get(at)?.as_ref()?;
            Some(json!({
                "name": own.name, "kind": if own.is_share { "share" } else { "mean" },
                "value": rounded_number(point.value), "confidence": point.interval.rounded(),
            }))
        });
        json!({
            "set": set, "games": row.tally.games(), "as_in_book": sweep.is_of_book(&row.numbers),
            "measures": told.collect::<Vec<_>>(),
        })
    });
    json!({ "settings": rows.collect::<Vec<_>>() })
}

/// A curve: its name and its points, each above the number of its setting.
pub struct Curve {
    pub name: String,
    pub is_share: bool,
    pub points: Vec<(i64, SweptPoint)>,
}

/// Returns the curves of a number, or of the winners, over the value with the index `axis`.
pub fn curves(sweep: &Sweep, metric: Option<&str>, axis: usize) -> Vec<Curve> {
    let wanted: Vec<String> = metric.into_iter().map(str::to_owned).collect();
    let told = measures(sweep, &wanted).into_iter().filter(|own| own.is_share == metric.is_none());
    let curve = |own: SweptMeasure| {
        let at = sweep.rows.iter().map(|row| row.numbers[axis]);
        let points = at.zip(own.points).filter_map(|(at, point)| Some((at, point?)));
        Curve { name: own.name, is_share: own.is_share, points: points.collect() }
    };
    told.map(curve).collect()
}
