//! Two traces of one example. In: what was accepted and what was played. Out: equal, moved (only
//! numbers of places differ), or stale with a difference that a person can read.

use super::narrate::Words;
use super::trace_file::{Line, TraceFile};

/// Cells of the table by which lines are aligned; longer differences are told as a whole.
const MOST_CELLS: usize = 2_000_000;
/// Lines of a difference that are shown.
const MOST_NOTES: usize = 40;
/// Worth of two equal lines against two that are only alike.
const EQUAL: u64 = 1 << 24;

/// What became of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The traces are the same.
    Equal,
    /// Only addresses, steps and the titles of book and example differ; so many lines.
    Moved(usize),
    /// Something else happened.
    Stale(Vec<String>),
}

/// Compares what was accepted with what was played.
pub fn compare(accepted: &TraceFile, played: &TraceFile, words: &Words) -> Comparison {
    if accepted == played {
        return Comparison::Equal;
    }
    let old: Vec<Key> = accepted.lines.iter().map(Key::of).collect();
    let new: Vec<Key> = played.lines.iter().map(Key::of).collect();
    if old == new && accepted.outcome == played.outcome && accepted.end == played.end {
        return Comparison::Moved(
            accepted.lines.iter().zip(&played.lines).filter(|(a, b)| a != b).count(),
        );
    }
    let sides = Sides { old: Side::of(accepted), new: Side::of(played), words };
    let mut notes = sides.notes(&align(&old, &new));
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

/// What makes two lines the same event: everything but numbers and steps.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    verb: String,
    what: String,
    at: String,
    cite: String,
}

impl Key {
    fn of(line: &Line) -> Self {
        Self {
            verb: line.verb.clone(),
            what: line.what.clone(),
            at: stepless(&line.at),
            cite: stepless(&line.cite),
        }
    }
}

/// `text` without the steps behind anchors: `@activate-cards/2.1` becomes `@activate-cards`. Names
/// of cards stay.
fn stepless(text: &str) -> String {
    let word = |word: &str| {
        let cut = word.rfind('/').filter(|at| word.starts_with('@') && is_step(&word[at + 1..]));
        cut.map_or_else(|| word.to_owned(), |at| word[..at].to_owned())
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// `2.1`, `c`, `2:1`
fn is_step(text: &str) -> bool {
    let short = |part: &str| {
        part.chars().all(|c| c.is_ascii_digit())
            || (part.len() <= 2 && part.chars().all(|c| c.is_ascii_lowercase()))
    };
    let text = text.trim_end_matches(';');
    !text.is_empty() && text.split(['.', ':']).all(|part| !part.is_empty() && short(part))
}

/// Two runs of lines that stand opposite each other; both ends are exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pair {
    /// Nothing changed here.
    Same(usize, usize),
    /// One became the other.
    Other(usize, usize),
    Gone(usize),
    New(usize),
}

/// Pairs equal lines, as many as can be, and between them lines with the same verb.
fn align(old: &[Key], new: &[Key]) -> Vec<Pair> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let end = old[start..]
        .iter()
        .rev()
        .zip(new[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut pairs: Vec<Pair> = (0..start).map(|at| Pair::Same(at, at)).collect();
    if a.len().saturating_add(1).saturating_mul(b.len() + 1) > MOST_CELLS {
        let both = a.len().min(b.len());
        let pair =
            |at: usize| if a[at] == b[at] { Pair::Same(at, at) } else { Pair::Other(at, at) };
        pairs.extend((0..both).map(|at| shifted(pair(at), start)));
        pairs.extend((both..a.len()).map(|at| Pair::Gone(start + at)));
        pairs.extend((both..b.len()).map(|at| Pair::New(start + at)));
    } else {
        pairs.extend(best(a, b).into_iter().map(|pair| shifted(pair, start)));
    }
    pairs.extend((1..=end).rev().map(|back| Pair::Same(old.len() - back, new.len() - back)));
    pairs
}

fn shifted(pair: Pair, by: usize) -> Pair {
    match pair {
        Pair::Same(a, b) => Pair::Same(a + by, b + by),
        Pair::Other(a, b) => Pair::Other(a + by, b + by),
        Pair::Gone(a) => Pair::Gone(a + by),
        Pair::New(b) => Pair::New(b + by),
    }
}

fn worth(a: &Key, b: &Key) -> u64 {
    if a == b {
        EQUAL
    } else if a.verb == b.verb {
        1 + u64::from(a.what == b.what) + u64::from(a.at == b.at) + u64::from(a.cite == b.cite)
    } else {
        0
    }
}

/// The alignment of the greatest worth, found from the back.
fn best(a: &[Key], b: &[Key]) -> Vec<Pair> {
    let width = b.len() + 1;
    let mut table = vec![0u64; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let skip = table[(i + 1) * width + j].max(table[i * width + j + 1]);
            let worth = worth(&a[i], &b[j]);
            let pair = if worth > 0 { worth + table[(i + 1) * width + j + 1] } else { 0 };
            table[i * width + j] = skip.max(pair);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        let here = table[i * width + j];
        let worth = if i < a.len() && j < b.len() { worth(&a[i], &b[j]) } else { 0 };
        if worth > 0 && here == worth + table[(i + 1) * width + j + 1] {
            pairs.push(if worth >= EQUAL { Pair::Same(i, j) } else { Pair::Other(i, j) });
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && here == table[(i + 1) * width + j] {
            pairs.push(Pair::Gone(i));
            i += 1;
        } else {
            pairs.push(Pair::New(j));
            j += 1;
        }
    }
    pairs
}

/// A trace with the numbers of its steps.
struct Side<'a> {
    lines: &'a [Line],
    /// The number of the last step up to each line.
    steps: Vec<usize>,
}

impl<'a> Side<'a> {
    fn of(file: &'a TraceFile) -> Self {
        let mut number = 0;
        let count = |line: &Line| {
            number += usize::from(!line.number.is_empty());
            number
        };
        Self { lines: &file.lines, steps: file.lines.iter().map(count).collect() }
    }

    /// "step 4", or where it lies when readers do not see it.
    fn step(&self, at: usize) -> String {
        let step = self.steps[at];
        match (self.lines[at].number.is_empty(), step) {
            (false, _) => format!("step {step}"),
            (true, 0) => "before step 1".to_owned(),
            (true, _) => format!("after step {step}"),
        }
    }
}

struct Sides<'a> {
    old: Side<'a>,
    new: Side<'a>,
    words: &'a Words,
}

impl Sides<'_> {
    fn notes(&self, pairs: &[Pair]) -> Vec<String> {
        let mut notes = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            let run =
                |kind: fn(&Pair) -> bool| pairs[at..].iter().take_while(|pair| kind(pair)).count();
            let length = match pairs[at] {
                Pair::Gone(first) => {
                    let length = run(|pair| matches!(pair, Pair::Gone(_)));
                    notes.push(self.gone(first, length));
                    length
                }
                Pair::New(first) => {
                    let length = run(|pair| matches!(pair, Pair::New(_)));
                    notes.push(self.added(first, length));
                    length
                }
                Pair::Other(old, new) => {
                    notes.push(self.changed(old, new));
                    1
                }
                Pair::Same(..) => 1,
            };
            at += length;
        }
        notes
    }

    /// "step 7 is gone: ...", "steps 7 to 9 are gone"
    fn gone(&self, first: usize, length: usize) -> String {
        let step = self.old.step(first);
        match (length, step.starts_with("step")) {
            (1, true) => format!("{step} is gone: {}", event(&self.old.lines[first])),
            (1, false) => format!("{step} this is gone: {}", event(&self.old.lines[first])),
            _ => format!("{} gone", self.range(&self.old, first, length)),
        }
    }

    /// "step 7 is new: ...", "steps 7 to 9 are new: ..."
    fn added(&self, first: usize, length: usize) -> String {
        let lines = &self.new.lines[first..first + length];
        let step = self.new.step(first);
        let shown: Vec<String> = lines.iter().take(3).map(event).collect();
        let more = if length > 3 { ", ..." } else { "" };
        match (length, step.starts_with("step")) {
            (1, true) => format!("{step} is new: {}", shown[0]),
            (1, false) => format!("{step} this is new: {}", shown[0]),
            _ => {
                format!("{} new: {}{more}", self.range(&self.new, first, length), shown.join(", "))
            }
        }
    }

    /// "steps 7 to 9 are", "step 7 is"
    fn range(&self, side: &Side<'_>, first: usize, length: usize) -> String {
        let told: Vec<usize> = (first..first + length)
            .filter(|at| !side.lines[*at].number.is_empty())
            .map(|at| side.steps[at])
            .collect();
        match told[..] {
            [] => format!("{} {length} events that readers do not see are", side.step(first)),
            [only] => format!("step {only} is"),
            [from, .., to] => format!("steps {from} to {to} are"),
        }
    }

    /// "step 4: paid with Weaponsmith instead of Dream Fairy"
    fn changed(&self, old: usize, new: usize) -> String {
        let (step, a, b) = (self.new.step(new), &self.old.lines[old], &self.new.lines[new]);
        if a.verb != b.verb {
            return format!("{step}: {} instead of {}", event(b), event(a));
        }
        let done = self.words.past(&b.verb).unwrap_or(&b.verb);
        let mut parts = Vec::new();
        if a.what != b.what {
            parts.push(format!("{done} {} instead of {}", shown(&b.what), shown(&a.what)));
        }
        let (was, now) = (stepless(&a.at), stepless(&b.at));
        if was != now {
            let subject = if parts.is_empty() {
                format!("{done} {}: ", shown(&b.what))
            } else {
                String::new()
            };
            parts.push(format!("{subject}`{}` instead of `{}`", shown(&now), shown(&was)));
        }
        let (was, now) = (stepless(&a.cite), stepless(&b.cite));
        if was != now {
            let subject = if parts.is_empty() {
                format!("{done} {}: ", shown(&b.what))
            } else {
                String::new()
            };
            parts.push(format!("{subject}cites {} instead of {}", shown(&now), shown(&was)));
        }
        format!("{step}: {}", parts.join(", "))
    }
}

/// An event in a few words.
fn event(line: &Line) -> String {
    let parts = [&line.verb, &line.what, &line.at].into_iter().filter(|part| !part.is_empty());
    super::fields::short(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
}

fn shown(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { super::fields::short(text) }
}
