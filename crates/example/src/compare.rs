//! Comparison of two traces of one example. In: the accepted trace and the played one. Out: equal, moved
//! (only numbers of places differ), or stale with a difference that a person can read.

mod align;
mod notes;

use super::narrate::Lexicon;
use super::trace_file::{TraceFile, TraceFileLine};
use notes::TraceDifference;

/// The most lines of a difference that are shown.
const MOST_NOTES: usize = 40;

/// Result of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The traces are the same.
    Equal,
    /// Only addresses, steps and the titles of book and example differ, in this many lines.
    Moved(usize),
    /// Something else happened; the lines say what.
    Stale(Vec<String>),
}

/// Compares the accepted trace with the played one.
pub fn compare_traces(accepted: &TraceFile, played: &TraceFile, words: &Lexicon) -> Comparison {
    if accepted == played {
        return Comparison::Equal;
    }
    let [old, new] = [accepted, played]
        .map(|file| file.lines.iter().map(LineKey::of).collect::<Vec<LineKey<'_>>>());
    if old == new && accepted.outcome == played.outcome && accepted.end == played.end {
        return Comparison::Moved(
            accepted.lines.iter().zip(&played.lines).filter(|(a, b)| a != b).count(),
        );
    }
    let pairs = align::align_lines(&old, &new);
    let mut notes = TraceDifference::of(accepted, played, words).notes(&pairs);
    if accepted.outcome != played.outcome {
        notes.push(format!("it ends `{}` instead of `{}`", played.outcome, accepted.outcome));
    }
    if notes.is_empty() {
        notes.push("every step is the same, but the table at the end differs".to_owned());
    }
    let more = notes.len().saturating_sub(MOST_NOTES);
    if more > 0 {
        notes.truncate(MOST_NOTES);
        notes.push(format!("and {more} more differences"));
    }
    Comparison::Stale(notes)
}

/// Parts of a line that make it the same event as another: everything except numbers and steps.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LineKey<'a> {
    verb: &'a str,
    what: &'a str,
    at: String,
    cite: String,
}

impl<'a> LineKey<'a> {
    fn of(line: &'a TraceFileLine) -> Self {
        Self {
            verb: &line.verb,
            what: &line.what,
            at: without_steps(&line.at),
            cite: without_steps(&line.cite),
        }
    }
}

/// Returns `text` without the steps after anchors: `@activate-cards/2.1` becomes `@activate-cards`. Names of
/// cards stay.
pub fn without_steps(text: &str) -> String {
    text.split(' ')
        .map(|word| {
            let step =
                word.rfind('/').filter(|at| word.starts_with('@') && is_step(&word[at + 1..]));
            step.map_or(word, |at| &word[..at])
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns whether a text is a step: `2.1`, `c`, `2:1`.
fn is_step(text: &str) -> bool {
    let text = text.trim_end_matches(';');
    !text.is_empty() && text.split(['.', ':']).all(is_step_part)
}

/// Returns whether a part is a number, or at most two letters.
fn is_step_part(part: &str) -> bool {
    let letters = || part.len() <= 2 && part.chars().all(|c| c.is_ascii_lowercase());
    !part.is_empty() && (part.chars().all(|c| c.is_ascii_digit()) || letters())
}
