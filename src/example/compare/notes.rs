//! The difference of two traces in words: "step 4: paid with Weaponsmith instead of Dream Fairy".

use super::align::LinePair;
use super::without_steps;
use crate::document::short_quote;
use crate::example::narrate::Lexicon;
use crate::example::trace_file::{TraceFile, TraceFileLine};

/// A trace with the numbers of its steps.
struct NumberedTrace<'a> {
    lines: &'a [TraceFileLine],
    /// The number of the last step up to each line.
    steps: Vec<usize>,
}

impl<'a> NumberedTrace<'a> {
    fn of(file: &'a TraceFile) -> Self {
        let mut number = 0;
        let count = |line: &TraceFileLine| {
            number += usize::from(!line.number.is_empty());
            number
        };
        Self { lines: &file.lines, steps: file.lines.iter().map(count).collect() }
    }

    /// "step 4", or where it lies when readers do not see it.
    fn step(&self, at: usize) -> String {
        match (self.is_seen(at), self.steps[at]) {
            (true, step) => format!("step {step}"),
            (false, 0) => "before step 1".to_owned(),
            (false, step) => format!("after step {step}"),
        }
    }

    /// Whether readers see the line.
    fn is_seen(&self, at: usize) -> bool {
        !self.lines[at].number.is_empty()
    }

    /// "steps 7 to 9 are", "step 7 is"
    fn range(&self, first: usize, length: usize) -> String {
        let seen = (first..first + length).filter(|at| self.is_seen(*at));
        let steps: Vec<usize> = seen.map(|at| self.steps[at]).collect();
        match steps[..] {
            [] => format!("{} {length} events that readers do not see are", self.step(first)),
            [only] => format!("step {only} is"),
            [from, .., to] => format!("steps {from} to {to} are"),
        }
    }

    /// "step 7", "before step 1 this": the subject of what happened to one line.
    fn subject(&self, at: usize) -> String {
        let step = self.step(at);
        if self.is_seen(at) { step } else { format!("{step} this") }
    }
}

/// Two traces that differ.
pub(super) struct TraceDifference<'a> {
    old: NumberedTrace<'a>,
    new: NumberedTrace<'a>,
    words: &'a Lexicon,
}

impl<'a> TraceDifference<'a> {
    /// What was accepted against what was played.
    pub(super) fn of(accepted: &'a TraceFile, played: &'a TraceFile, words: &'a Lexicon) -> Self {
        Self { old: NumberedTrace::of(accepted), new: NumberedTrace::of(played), words }
    }

    /// A note for each run of lines that are gone or new, and for each that changed.
    pub(super) fn notes(&self, pairs: &[LinePair]) -> Vec<String> {
        let runs = pairs.chunk_by(|a, b| {
            matches!(
                (a, b),
                (LinePair::Gone(_), LinePair::Gone(_)) | (LinePair::New(_), LinePair::New(_))
            )
        });
        let note = |run: &[LinePair]| match run[0] {
            LinePair::Gone(first) => Some(self.gone(first, run.len())),
            LinePair::New(first) => Some(self.added(first, run.len())),
            LinePair::Changed(old, new) => Some(self.changed(old, new)),
            LinePair::Same(..) => None,
        };
        runs.filter_map(note).collect()
    }

    /// "step 7 is gone: ...", "steps 7 to 9 are gone"
    fn gone(&self, first: usize, length: usize) -> String {
        match length {
            1 => {
                let summary = line_summary(&self.old.lines[first]);
                format!("{} is gone: {summary}", self.old.subject(first))
            }
            _ => format!("{} gone", self.old.range(first, length)),
        }
    }

    /// "step 7 is new: ...", "steps 7 to 9 are new: ..."
    fn added(&self, first: usize, length: usize) -> String {
        const SHOWN: usize = 3;
        let lines = self.new.lines[first..first + length].iter().take(SHOWN);
        let shown = lines.map(line_summary).collect::<Vec<_>>().join(", ");
        let more = if length > SHOWN { ", ..." } else { "" };
        match length {
            1 => format!("{} is new: {shown}", self.new.subject(first)),
            _ => format!("{} new: {shown}{more}", self.new.range(first, length)),
        }
    }

    /// "step 4: paid with Weaponsmith instead of Dream Fairy"
    fn changed(&self, old: usize, new: usize) -> String {
        let (step, a, b) = (self.new.step(new), &self.old.lines[old], &self.new.lines[new]);
        if a.verb != b.verb {
            return format!("{step}: {} instead of {}", line_summary(b), line_summary(a));
        }
        format!("{step}: {}", self.changed_columns(a, b).join(", "))
    }

    /// What differs in two lines with the same verb; the first difference names what was done.
    fn changed_columns(&self, a: &TraceFileLine, b: &TraceFileLine) -> Vec<String> {
        let done = self.words.past(&b.verb).unwrap_or(&b.verb);
        let what = quoted_or_nothing(&b.what);
        let mut parts = Vec::new();
        if a.what != b.what {
            parts.push(format!("{done} {what} instead of {}", quoted_or_nothing(&a.what)));
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

/// "`automa.hand` instead of `automa.field`"; none where only steps differ.
fn changed_column(mark: &str, was: &str, now: &str) -> Option<String> {
    let (was, now) = (without_steps(was), without_steps(now));
    if was == now {
        return None;
    }
    let (was, now) = (quoted_or_nothing(&was), quoted_or_nothing(&now));
    Some(format!("{mark}{now}{mark} instead of {mark}{was}{mark}"))
}

/// An event in a few words.
fn line_summary(line: &TraceFileLine) -> String {
    let parts = [&line.verb, &line.what, &line.at].into_iter().filter(|part| !part.is_empty());
    short_quote(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
}

fn quoted_or_nothing(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { short_quote(text) }
}
