//! A tally as text and as data. In: the counts. Out: text for a terminal, and JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::statistics::{
    HistogramBar, Interval, MOST_BARS, NamedNumber, NumberCounts, histogram_bars, wilson_interval,
};
use super::tally::{GameTally, TalliedMetric, TalliedOutcome, sorted_counts};
use crate::command::aligned_rows;
use base::diagnostic::short_quote;
use base::text::counted;

/// Smallest width of the bars, in columns.
const LEAST_BAR: usize = 8;

/// Capabilities of the terminal that histograms are drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalLook {
    /// Width in columns.
    pub width: usize,
    /// True if it breaks lines that are longer than its width.
    pub breaks: bool,
    /// True if it can show blocks instead of `#`.
    pub blocks: bool,
}

impl Default for TerminalLook {
    fn default() -> Self {
        Self { width: 80, breaks: false, blocks: false }
    }
}

/// Returns the share of all games: "12.5 %".
pub fn percent(count: u64, games: u64) -> String {
    let mille = (count * 1_000 + games / 2).checked_div(games).unwrap_or(0);
    format!("{}.{} %", mille / 10, mille % 10)
}

/// Returns the interval of a share, in percent: "(10.2 to 15.1)".
fn percent_interval(count: u64, games: u64) -> String {
    let Interval { low, high } = wilson_interval(count, games);
    format!("({:.1} to {:.1})", low * 100.0, high * 100.0)
}

/// Returns the tally as text. `drawn` has the names of the numbers with a histogram; if empty, those that
/// seem worth it get one.
pub fn tally_text(tally: &GameTally, drawn: &[String], look: TerminalLook) -> String {
    let mut text = head_line(tally);
    text += &endings_text(tally);
    text += &shares_text("Won by", &tally.winners, tally.games);
    text += &shares_text("Lost by", &tally.losers, tally.games);
    text += &numbers_text(tally, look);
    for (name, metric) in tally.metrics.iter().filter(|(_, metric)| !metric.words.is_empty()) {
        text += &shares_text(
            &format!("{name}, {}", of_games(metric.worded())),
            &metric.words,
            metric.worded(),
        );
    }
    let is_drawn = |NamedNumber { name, counts }: &NamedNumber<'_>| match drawn {
        [] => *name != "events" && counts.least != counts.most,
        names => names.iter().any(|wanted| wanted == name),
    };
    let numbers = tally.numbers().into_iter().filter(is_drawn);
    text.extend(numbers.map(|number| histogram_text(number, look)));
    if tally.games > 0 {
        text += part_of_games_note(tally);
        text += "In brackets: the true share or mean is between these values with a confidence of 95 %.\n";
    }
    text
}

/// Returns a blank line and an explanation of "in 185 games", if that is printed anywhere.
fn part_of_games_note(tally: &GameTally) -> &'static str {
    let metrics = || tally.metrics.values();
    let numbers = || metrics().map(|metric| metric.numbers.games);
    let words = || metrics().map(TalliedMetric::worded);
    if numbers().chain(words()).any(|games| games > 0 && games != tally.games) {
        "\n\"in N games\": only these recorded it; mean and shares are of them alone.\n"
    } else {
        "\n"
    }
}

fn of_games(games: u64) -> String {
    format!("in {}", counted(games, "game"))
}

/// Returns "300 games, seeds 1 to 300, 12 turns each (3 to 20), 90 events each (10 to 200)".
fn head_line(tally: &GameTally) -> String {
    let each = |counts: &NumberCounts, what: &str| {
        let mean = counts.mean().round() as u64;
        format!("{} each ({} to {})", counted(mean, what), counts.least, counts.most)
    };
    let (turns, events) = (each(&tally.turns, "turn"), each(&tally.events, "event"));
    let seeds = match tally.first {
        Some(first) => format!(", seeds {first} to {}", tally.last),
        None => String::new(),
    };
    format!("{}{seeds}, {turns}, {events}\n\n", counted(tally.games, "game"))
}

/// Returns the endings of the games; irregular endings are separate.
fn endings_text(tally: &GameTally) -> String {
    let sorted = tally.sorted_outcomes();
    let width = sorted.first().map_or(0, |(_, ends)| ends.count.to_string().len());
    let (regular, others): (Vec<_>, Vec<_>) =
        sorted.into_iter().partition(|(_, ends)| ends.is_regular());
    let one = |(line, ends): (&str, &TalliedOutcome)| ending_line(line, ends, tally.games, width);
    let mut text: String = regular.into_iter().map(one).collect();
    if !others.is_empty() {
        text += "\nDid not end\n";
        text.extend(others.into_iter().map(one));
    }
    text
}

fn ending_line(line: &str, ends: &TalliedOutcome, games: u64, width: usize) -> String {
    let (count, share) = (ends.count, percent(ends.count, games));
    let reason = line.strip_prefix("over").filter(|_| ends.word == "over" && !ends.decided);
    let line = match reason {
        Some(reason) => short_quote(&format!("over without a winner{reason}")),
        None => short_quote(line),
    };
    let bounds = percent_interval(count, games);
    format!("{count:>width$}  {share:>7}  {bounds:<16}  {line}  ({})\n", seeds_told(ends))
}

/// Returns "seed 3", or "seeds 3, 17 and more" for an irregular ending.
fn seeds_told(ends: &TalliedOutcome) -> String {
    let first = ends.seeds.first().copied().unwrap_or_default();
    if ends.is_regular() || ends.seeds.len() < 2 {
        return format!("seed {first}");
    }
    let seeds: Vec<String> = ends.seeds.iter().map(u64::to_string).collect();
    let more = if ends.count > ends.seeds.len() as u64 { " and more" } else { "" };
    format!("seeds {}{more}", seeds.join(", "))
}

fn shares_text(title: &str, counts: &BTreeMap<String, u64>, games: u64) -> String {
    let sorted = sorted_counts(counts);
    let Some((_, most)) = sorted.first() else { return String::new() };
    let width = most.to_string().len();
    let line = |(name, count): (&str, u64)| {
        let (share, bounds) = (percent(count, games), percent_interval(count, games));
        format!("{count:>width$}  {share:>7}  {bounds:<16}  {}\n", short_quote(name))
    };
    format!("\n{title}\n{}", sorted.into_iter().map(line).collect::<String>())
}

const NUMBER_TITLES: [&str; 8] =
    ["", "mean", "", "median", "middle half", "spread", "least", "most"];

/// Returns a table of all numbers, or a list if the terminal would break the lines of the table.
fn numbers_text(tally: &GameTally, look: TerminalLook) -> String {
    let table = numbers_table(tally);
    if look.breaks && table.lines().any(|line| line.chars().count() > look.width) {
        numbers_list(tally)
    } else {
        table
    }
}

/// Returns a list of the numbers with a line for each statistic.
fn numbers_list(tally: &GameTally) -> String {
    let rows = tally.numbers().into_iter().map(|number| number_row(number, tally));
    rows.map(|row| {
        let named = |(at, cell): (usize, &String)| match at {
            0 => format!("\n{cell}\n"),
            2 => format!("    {cell}\n"),
            _ => format!("  {} {cell}\n", NUMBER_TITLES[at]),
        };
        row.iter().enumerate().map(named).collect::<String>()
    })
    .collect()
}

fn numbers_table(tally: &GameTally) -> String {
    let rows = tally.numbers().into_iter().map(|number| number_row(number, tally));
    let rows: Vec<[String; 8]> =
        [NUMBER_TITLES.map(str::to_owned)].into_iter().chain(rows).collect();
    if rows.len() < 2 {
        return String::new();
    }
    format!("\n{}", aligned_rows(&rows, &[0, 2]))
}

fn number_row(number: NamedNumber<'_>, tally: &GameTally) -> [String; 8] {
    let NamedNumber { name, counts } = number;
    let interval = counts.mean_interval();
    let (places, Interval { low, high }) = (interval.decimals(), interval);
    let name = if counts.games == tally.games {
        short_quote(name)
    } else {
        format!("{}, {}", short_quote(name), of_games(counts.games))
    };
    [
        name,
        format!("{:.places$}", counts.mean()),
        format!("({low:.places$} to {high:.places$})"),
        counts.quantile(0.5).to_string(),
        format!("{} to {}", counts.quantile(0.25), counts.quantile(0.75)),
        format!("{:.places$}", counts.spread()),
        counts.least.to_string(),
        counts.most.to_string(),
    ]
}

impl Interval {
    /// Returns the number of decimal places that make the bounds distinct, from 1 to 4.
    pub fn decimals(self) -> usize {
        let wide = self.high - self.low;
        (1..4).find(|places| wide * 10_f64.powi(*places as i32) >= 2.0 || wide <= 0.0).unwrap_or(4)
    }

    /// Returns the bounds with four decimal places.
    pub fn rounded(self) -> [f64; 2] {
        [self.low, self.high].map(rounded_number)
    }
}

/// Draws horizontal bars, one per line.
fn histogram_text(number: NamedNumber<'_>, look: TerminalLook) -> String {
    let NamedNumber { name, counts } = number;
    let bars = histogram_bars(counts, MOST_BARS);
    let labels: Vec<String> = bars.iter().map(|bar| bar.label()).collect();
    let most = bars.iter().map(|bar| bar.games).max().unwrap_or(0).max(1);
    let (label_room, count_room) =
        (labels.iter().map(String::len).max().unwrap_or(0), most.to_string().len());
    // Two blanks before each column, and the share.
    let taken = label_room + count_room + 2 + 2 + 2 + 7;
    let room = look.width.saturating_sub(taken + 1);
    // Without room for bars only the numbers are shown.
    let room = if look.breaks && room < LEAST_BAR { 0 } else { room.max(LEAST_BAR) };
    let line = |(bar, label): (&HistogramBar, &String)| {
        let share = percent(bar.games, counts.games);
        let drawn = bar_text(bar.games, most, room, look.blocks);
        let blank = room - drawn.chars().count();
        format!(
            "{label:>label_room$}  {drawn}{:blank$}  {:>count_room$}  {share:>7}\n",
            "", bar.games
        )
    };
    let lines: String = bars.iter().zip(&labels).map(line).collect();
    format!("\n{}\n{lines}", short_quote(name))
}

/// Returns a bar of at most `room` columns; it is never empty if there is any game.
fn bar_text(games: u64, most: u64, room: usize, blocks: bool) -> String {
    let eighths = (u128::from(games) * room as u128 * 8 / u128::from(most)) as usize;
    let eighths = eighths.max(usize::from(games > 0 && room > 0));
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    match blocks {
        true => "█".repeat(eighths / 8) + parts[eighths % 8],
        false => "#".repeat(eighths.div_ceil(8).min(room)),
    }
}

/// Returns the tally as data.
pub fn tally_data(tally: &GameTally) -> Value {
    let outcomes = tally.sorted_outcomes().into_iter().map(|(line, ends)| {
        json!({
            "outcome": ends.word, "line": line, "games": ends.count,
            "share": percent(ends.count, tally.games),
            "confidence": wilson_interval(ends.count, tally.games).rounded(),
            "seed": ends.seeds.first(), "seeds": ends.seeds,
        })
    });
    let metrics: Map<String, Value> = tally
        .metrics
        .iter()
        .map(|(name, metric)| {
            let numbers = (metric.numbers.games > 0).then(|| number_data(&metric.numbers));
            let words =
                (!metric.words.is_empty()).then(|| shares_data(&metric.words, metric.worded()));
            (name.clone(), json!({ "numbers": numbers, "words": words }))
        })
        .collect();
    json!({
        "games": tally.games,
        "first_seed": tally.first,
        "turns": number_data(&tally.turns),
        "rounds": number_data(&tally.rounds),
        "events": number_data(&tally.events),
        "winners": shares_data(&tally.winners, tally.games),
        "losers": shares_data(&tally.losers, tally.games),
        "metrics": metrics,
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

fn shares_data(counts: &BTreeMap<String, u64>, games: u64) -> Vec<Value> {
    let one = |(name, count): (&str, u64)| {
        let (share, confidence) = (percent(count, games), wilson_interval(count, games));
        json!({ "name": name, "games": count, "share": share, "confidence": confidence.rounded() })
    };
    sorted_counts(counts).into_iter().map(one).collect()
}

fn number_data(counts: &NumberCounts) -> Value {
    json!({
        "games": counts.games, "all": counts.all as f64 as i64,
        "least": counts.least, "most": counts.most,
        "mean": rounded_number(counts.mean()),
        "confidence": counts.mean_interval().rounded(),
        "median": counts.quantile(0.5),
        "quarters": [counts.quantile(0.25), counts.quantile(0.75)],
        "spread": rounded_number(counts.spread()),
    })
}

/// Rounds to four decimal places.
pub fn rounded_number(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
