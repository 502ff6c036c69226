//! An author's own words for a step: their names and numbers must be those of the events.

use std::collections::BTreeSet;

use super::fields::Located;
use super::places;
use base::diagnostic::{Diagnostic, code, short_quote};
use rules::Program;
use rules::engine::trace::Trace;

/// Numbers as words, from 0.
const NUMBER_WORDS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Reports names and numbers in own words that are missing in `told`, the engine's words for the step.
pub fn judge(
    words: &Located<String>,
    told: &str,
    trace: &Trace,
    program: &Program,
) -> Vec<Diagnostic> {
    let mut rest = words.value.clone();
    let mut findings = Vec::new();
    for name in known_names(trace, program) {
        if !has_word(&rest, name) {
            continue;
        }
        if !has_word(told, name) {
            findings.push(not_told(words, &format!("`{}`", short_quote(name)), told));
        }
        rest = rest.replace(name, " ");
    }
    let numbers = numbers_of(told);
    for number in numbers_of(&rest).difference(&numbers) {
        findings.push(not_told(words, &format!("the number {number}"), told));
    }
    findings
}

/// Returns the names of pieces, cards, zones and players, the longest first.
fn known_names<'t>(trace: &'t Trace, program: &'t Program) -> Vec<&'t str> {
    let tables = trace.start.iter().chain([&trace.end]);
    let pieces = tables.clone().flat_map(|table| table.zones.values().flatten());
    let players = tables.flat_map(|table| table.players.keys()).map(String::as_str);
    let names: BTreeSet<&str> = pieces
        .map(|piece| piece.name.as_str())
        .chain(players)
        .chain(places::card_names(program))
        .chain(trace.names.spaces.keys().map(String::as_str))
        .filter(|name| name.chars().any(char::is_alphabetic))
        .collect();
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Returns whether a text contains a name as whole words.
fn has_word(text: &str, name: &str) -> bool {
    let is_inner = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(name).any(|(at, _)| {
        !is_inner(text[..at].chars().next_back())
            && !is_inner(text[at + name.len()..].chars().next())
    })
}

/// Returns the whole numbers in a text, in digits or in words; the word `one` is skipped, because it need not
/// be an amount.
fn numbers_of(text: &str) -> BTreeSet<i64> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let number = |word: &str| {
        let spelled = NUMBER_WORDS.iter().position(|own| word.eq_ignore_ascii_case(own));
        let spelled = spelled.filter(|number| *number != 1).map(|number| number as i64);
        word.parse().ok().or(spelled)
    };
    words.filter_map(number).collect()
}

fn not_told(words: &Located<String>, what: &str, told: &str) -> Diagnostic {
    let message = format!("these words say {what}, but the step does not");
    let hint = format!("the step says: {}", short_quote(told));
    Diagnostic::at(code::SCENARIO, words.span, message).hint(hint)
}
