//! The difference of two traces in words: "step 4: paid with Weaponsmith instead of Dream Fairy".

use super::align::LinePair;
use super::without_steps;
use crate::narrate::Lexicon;
use crate::trace_file::{TraceFile, TraceFileLine};
use base::diagnostic::short_quote;

/// The most new lines of one run that are shown.
const MOST_SHOWN: usize = 3;

/// A trace with the numbers of its steps.
struct NumberedTrace<'a> {
    lines: &'a [TraceFileLine],
    /// Number of the last step up to each line.
    steps: Vec<usize>,
}

impl<'a> NumberedTrace<'a> {
    fn of(file: &'a TraceFile) -> Self {
        let mut number = 0;
        let count = |line: &TraceFileLine| {
            number += usize::from(line.is_told());
            number
        };
        Self { lines: &file.lines, steps: file.lines.iter().map(count).collect() }
    }

    /// Returns "step 4", or the position of the line if readers do not see it.
    fn step(&self, at: usize) -> String {
        match (self.is_seen(at), self.steps[at]) {
            (true, step) => format!("step {step}"),
            (false, 0) => "before step 1".to_owned(),
            (false, step) => format!("after step {step}"),
        }
    }

    /// Returns whether readers see the line.
    fn is_seen(&self, at: usize) -> bool {
        self.lines[at].is_told()
    }

    /// Returns "steps 7 to 9 are", "step 7 is".
    fn range(&self, first: usize, length: usize) -> String {
        let seen = (first..first + length).filter(|at| self.is_seen(*at));
        let steps: Vec<usize> = seen.map(|at| self.steps[at]).collect();
        match steps[..] {
            [] => format!("{} {length} events that readers do not see are", self.step(first)),
            [only] => format!("step {only} is"),
            [from, .., to] => format!("steps {from} to {to} are"),
        }
    }

    /// Returns the subject and verb for a run of lines: "step 7 is", "steps 7 to 9 are".
    fn run_subject(&self, first: usize, length: usize) -> String {
        match length {
            1 => format!("{} is", self.subject(first)),
            _ => self.range(first, length),
        }
    }

    /// Summarizes the first of these lines in a few words each.
    fn run_summary(&self, first: usize, length: usize) -> String {
        let lines = self.lines[first..first + length].iter().take(MOST_SHOWN);
        lines.map(line_summary).collect::<Vec<_>>().join(", ")
    }

    /// Returns the subject for one line: "step 7", "before step 1 this".
    fn subject(&self, at: usize) -> String {
        let step = self.step(at);
        if self.is_seen(at) { step } else { format!("{step} this") }
    }
}

/// Two traces that differ.
pub struct TraceDifference<'a> {
    old: NumberedTrace<'a>,
    new: NumberedTrace<'a>,
    words: &'a Lexicon,
}

impl<'a> TraceDifference<'a> {
    /// Compares the accepted trace with the played one.
    pub fn of(accepted: &'a TraceFile, played: &'a TraceFile, words: &'a Lexicon) -> Self {
        Self { old: NumberedTrace::of(accepted), new: NumberedTrace::of(played), words }
    }

    /// Returns a note for each run of lines that are gone or new, and for each changed line.
    pub fn notes(&self, pairs: &[LinePair]) -> Vec<String> {
        pairs
            .chunk_by(is_one_run)
            .filter_map(|run| match run[0] {
                LinePair::Gone(first) => Some(self.gone(first, run.len())),
                LinePair::New(first) => Some(self.added(first, run.len())),
                LinePair::Changed(old, new) => Some(self.changed(old, new)),
                LinePair::Same(..) => None,
            })
            .collect()
    }

    /// Returns "step 7 is gone: ...", "steps 7 to 9 are gone".
    fn gone(&self, first: usize, length: usize) -> String {
        let gone = format!("{} gone", self.old.run_subject(first, length));
        match length {
            1 => format!("{gone}: {}", self.old.run_summary(first, 1)),
            _ => gone,
        }
    }

    /// Returns "step 7 is new: ...", "steps 7 to 9 are new: ...".
    fn added(&self, first: usize, length: usize) -> String {
        let subject = self.new.run_subject(first, length);
        let more = if length > MOST_SHOWN { ", ..." } else { "" };
        format!("{subject} new: {}{more}", self.new.run_summary(first, length))
    }

    /// Returns "step 4: paid with Weaponsmith instead of Dream Fairy".
    fn changed(&self, old: usize, new: usize) -> String {
        let (a, b) = (&self.old.lines[old], &self.new.lines[new]);
        let change = if a.verb == b.verb {
            self.changed_columns(a, b).join(", ")
        } else {
            format!("{} instead of {}", line_summary(b), line_summary(a))
        };
        format!("{}: {change}", self.new.step(new))
    }

    /// Returns the differences of two lines with the same verb; the first one names the action.
    fn changed_columns(&self, a: &TraceFileLine, b: &TraceFileLine) -> Vec<String> {
        let done = self.words.past(&b.verb).unwrap_or(&b.verb);
        let what = quoted_or_nothing(&b.what);
        let mut parts = Vec::new();
        if a.what != b.what {
            let (was, now) = quoted_pair(&a.what, &b.what);
            parts.push(format!("{done} {now} instead of {was}"));
        }
        let columns = [("", "`", &a.at, &b.at), ("cites ", "", &a.cite, &b.cite)];
        for (verb, mark, was, now) in columns {
            let Some(change) = changed_column(mark, was, now) else { continue };
            let subject = if parts.is_empty() { format!("{done} {what}: ") } else { String::new() };
            parts.push(format!("{subject}{verb}{change}"));
        }
        parts
    }
}

/// Returns "`automa.hand` instead of `automa.field`"; none if only steps differ.
fn changed_column(mark: &str, was: &str, now: &str) -> Option<String> {
    let (was, now) = (without_steps(was), without_steps(now));
    (was != now).then(|| {
        let (was, now) = quoted_pair(&was, &now);
        format!("{mark}{now}{mark} instead of {mark}{was}{mark}")
    })
}

/// Returns whether one note covers two pairs: lines that are all gone, or all new.
fn is_one_run(a: &LinePair, b: &LinePair) -> bool {
    matches!((a, b), (LinePair::Gone(_), LinePair::Gone(_)) | (LinePair::New(_), LinePair::New(_)))
}

/// Describes an event in a few words.
fn line_summary(line: &TraceFileLine) -> String {
    let parts = [&line.verb, &line.what, &line.at].into_iter().filter(|part| !part.is_empty());
    short_quote(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
}

/// Quotes the old and the new text. If their beginnings are so long that both would be cut off alike, the
/// quotes start at the first word that differs.
fn quoted_pair(was: &str, now: &str) -> (String, String) {
    let quotes = (quoted_or_nothing(was), quoted_or_nothing(now));
    if quotes.0 != quotes.1 {
        return quotes;
    }
    let same = was.chars().zip(now.chars()).take_while(|(one, other)| one == other);
    let same: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let at = was[..same].rfind(' ').map_or(0, |blank| blank + 1);
    let tail = |text: &str| format!("... {}", quoted_or_nothing(&text[at..]));
    (tail(was), tail(now))
}

fn quoted_or_nothing(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { short_quote(text) }
}
