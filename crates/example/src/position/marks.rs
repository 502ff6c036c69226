//! Marks of a card or a player in a position: flags and counters, and their lifetime. In: `rested`, `damage
//! 2`, `power 1 until turn`.

use crate::fields::{TomlReader, backticked_names, did_you_mean};
use base::diagnostic::short_quote;
use base::source::Span;
use rules::engine::Lifetime;
use rules::engine::trace::{PlacedCounter, PlacedFlag};

/// Lifetimes, as positions and rules write them.
const LIFETIMES: [(&str, Lifetime); 3] =
    [("phase", Lifetime::Phase), ("turn", Lifetime::Turn), ("round", Lifetime::Round)];

/// A flag, or an amount of a counter.
pub enum PlacedMark {
    /// A flag, written `rested`.
    Flag(PlacedFlag),
    /// A counter and its amount, written `damage 2`.
    Counter(PlacedCounter),
}

/// Reads a mark; none if a finding says what is wrong with it.
pub fn read_mark(reader: &mut TomlReader<'_>, span: Span, written: &str) -> Option<PlacedMark> {
    let (mark, until) = match written.rsplit_once(" until ") {
        Some((mark, until)) => (mark.trim(), read_lifetime(reader, span, until)?),
        None => (written, Lifetime::Game),
    };
    Some(match mark.rsplit_once(' ').filter(|(_, last)| is_amount(last)) {
        Some((name, amount)) => {
            let amount = read_amount(reader, span, amount)?;
            PlacedMark::Counter(PlacedCounter { name: name.to_owned(), amount, until })
        }
        None => PlacedMark::Flag(PlacedFlag { name: mark.to_owned(), until }),
    })
}

/// Reads `turn`, also written as `end of turn` and `the end of the turn`.
fn read_lifetime(reader: &mut TomlReader<'_>, span: Span, written: &str) -> Option<Lifetime> {
    let words = written.split_whitespace().filter(|word| !matches!(*word, "the" | "end" | "of"));
    let word = words.collect::<Vec<_>>().join(" ");
    let known = LIFETIMES.iter().find(|(known, _)| *known == word);
    if known.is_none() {
        report_lifetime(reader, span, &word);
    }
    known.map(|(_, until)| *until)
}

fn report_lifetime(reader: &mut TomlReader<'_>, span: Span, word: &str) {
    let message = format!("`until` cannot be `{}`", short_quote(word));
    let words = || LIFETIMES.iter().map(|(word, _)| *word);
    let near = did_you_mean(word, words()).map(|near| format!("{near} ")).unwrap_or_default();
    let all = backticked_names(words());
    let hint = format!(
        "{near}write one of {all} after `until`; without it the change lasts the whole game"
    );
    reader.say_with(span, message, hint);
}

fn read_amount(reader: &mut TomlReader<'_>, span: Span, written: &str) -> Option<i64> {
    let amount = written.parse().ok();
    if amount.is_none() {
        let message = format!("`{}` is not an amount", short_quote(written));
        reader.say_with(span, message, "write a whole number: \"damage 2\"");
    }
    amount
}

/// Adds a counter; reports a second one of the same name and lifetime.
pub fn add_counter(
    reader: &mut TomlReader<'_>,
    span: Span,
    counters: &mut Vec<PlacedCounter>,
    counter: PlacedCounter,
) {
    let is_same = |own: &PlacedCounter| (&own.name, own.until) == (&counter.name, counter.until);
    if counters.iter().any(is_same) {
        report_twice(reader, span, "counter", &counter.name);
    }
    counters.push(counter);
}

/// Reports a flag or counter that a card or a player has twice.
pub fn report_twice(reader: &mut TomlReader<'_>, span: Span, kind: &str, name: &str) {
    reader.say(span, format!("the {kind} `{}` is listed twice", short_quote(name)));
}

/// Returns whether a word is meant as an amount, valid or not.
fn is_amount(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}
