//! Two traces of one example. In: what was accepted and what was played. Out: equal, moved (only
//! numbers of places differ), or stale with a difference that a person can read.

use super::narrate::Lexicon;
use super::trace_file::{TraceFile, TraceFileLine};

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
pub fn compare_traces(accepted: &TraceFile, played: &TraceFile, words: &Lexicon) -> Comparison {
    if accepted == played {
        return Comparison::Equal;
    }
    let old: Vec<LineKey> = accepted.lines.iter().map(LineKey::of).collect();
    let new: Vec<LineKey> = played.lines.iter().map(LineKey::of).collect();
    if old == new && accepted.outcome == played.outcome && accepted.end == played.end {
        return Comparison::Moved(
            accepted.lines.iter().zip(&played.lines).filter(|(a, b)| a != b).count(),
        );
    }
    let sides =
        TraceDifference { old: NumberedTrace::of(accepted), new: NumberedTrace::of(played), words };
    let mut notes = sides.notes(&align_lines(&old, &new));
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
struct LineKey {
    verb: String,
    what: String,
    at: String,
    cite: String,
}

impl LineKey {
    fn of(line: &TraceFileLine) -> Self {
        Self {
            verb: line.verb.clone(),
            what: line.what.clone(),
            at: without_steps(&line.at),
            cite: without_steps(&line.cite),
        }
    }
}

/// `text` without the steps behind anchors: `@activate-cards/2.1` becomes `@activate-cards`. Names
/// of cards stay.
fn without_steps(text: &str) -> String {
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
enum LinePair {
    /// Nothing changed here.
    Same(usize, usize),
    /// One became the other.
    Other(usize, usize),
    Gone(usize),
    New(usize),
}

/// Pairs equal lines, as many as can be, and between them lines with the same verb.
fn align_lines(old: &[LineKey], new: &[LineKey]) -> Vec<LinePair> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let end = old[start..]
        .iter()
        .rev()
        .zip(new[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut pairs: Vec<LinePair> = (0..start).map(|at| LinePair::Same(at, at)).collect();
    if a.len().saturating_add(1).saturating_mul(b.len() + 1) > MOST_CELLS {
        let both = a.len().min(b.len());
        let pair = |at: usize| {
            if a[at] == b[at] { LinePair::Same(at, at) } else { LinePair::Other(at, at) }
        };
        pairs.extend((0..both).map(|at| shifted_pair(pair(at), start)));
        pairs.extend((both..a.len()).map(|at| LinePair::Gone(start + at)));
        pairs.extend((both..b.len()).map(|at| LinePair::New(start + at)));
    } else {
        pairs.extend(best_alignment(a, b).into_iter().map(|pair| shifted_pair(pair, start)));
    }
    pairs.extend((1..=end).rev().map(|back| LinePair::Same(old.len() - back, new.len() - back)));
    pairs
}

fn shifted_pair(pair: LinePair, by: usize) -> LinePair {
    match pair {
        LinePair::Same(a, b) => LinePair::Same(a + by, b + by),
        LinePair::Other(a, b) => LinePair::Other(a + by, b + by),
        LinePair::Gone(a) => LinePair::Gone(a + by),
        LinePair::New(b) => LinePair::New(b + by),
    }
}

fn pair_worth(a: &LineKey, b: &LineKey) -> u64 {
    if a == b {
        EQUAL
    } else if a.verb == b.verb {
        1 + u64::from(a.what == b.what) + u64::from(a.at == b.at) + u64::from(a.cite == b.cite)
    } else {
        0
    }
}

/// The alignment of the greatest worth, found from the back.
fn best_alignment(a: &[LineKey], b: &[LineKey]) -> Vec<LinePair> {
    let width = b.len() + 1;
    let mut table = vec![0u64; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let skip = table[(i + 1) * width + j].max(table[i * width + j + 1]);
            let worth = pair_worth(&a[i], &b[j]);
            let pair = if worth > 0 { worth + table[(i + 1) * width + j + 1] } else { 0 };
            table[i * width + j] = skip.max(pair);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        let here = table[i * width + j];
        let worth = if i < a.len() && j < b.len() { pair_worth(&a[i], &b[j]) } else { 0 };
        if worth > 0 && here == worth + table[(i + 1) * width + j + 1] {
            pairs.push(if worth >= EQUAL { LinePair::Same(i, j) } else { LinePair::Other(i, j) });
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && here == table[(i + 1) * width + j] {
            pairs.push(LinePair::Gone(i));
            i += 1;
        } else {
            pairs.push(LinePair::New(j));
            j += 1;
        }
    }
    pairs
}

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
        let step = self.steps[at];
        match (self.lines[at].number.is_empty(), step) {
            (false, _) => format!("step {step}"),
            (true, 0) => "before step 1".to_owned(),
            (true, _) => format!("after step {step}"),
        }
    }
}

struct TraceDifference<'a> {
    old: NumberedTrace<'a>,
    new: NumberedTrace<'a>,
    words: &'a Lexicon,
}

impl TraceDifference<'_> {
    fn notes(&self, pairs: &[LinePair]) -> Vec<String> {
        let mut notes = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            let run = |kind: fn(&LinePair) -> bool| {
                pairs[at..].iter().take_while(|pair| kind(pair)).count()
            };
            let length = match pairs[at] {
                LinePair::Gone(first) => {
                    let length = run(|pair| matches!(pair, LinePair::Gone(_)));
                    notes.push(self.gone(first, length));
                    length
                }
                LinePair::New(first) => {
                    let length = run(|pair| matches!(pair, LinePair::New(_)));
                    notes.push(self.added(first, length));
                    length
                }
                LinePair::Other(old, new) => {
                    notes.push(self.changed(old, new));
                    1
                }
                LinePair::Same(..) => 1,
            };
            at += length;
        }
        notes
    }

    /// "step 7 is gone: ...", "steps 7 to 9 are gone"
    fn gone(&self, first: usize, length: usize) -> String {
        let step = self.old.step(first);
        match (length, step.starts_with("step")) {
            (1, true) => format!("{step} is gone: {}", line_summary(&self.old.lines[first])),
            (1, false) => format!("{step} this is gone: {}", line_summary(&self.old.lines[first])),
            _ => format!("{} gone", self.range(&self.old, first, length)),
        }
    }

    /// "step 7 is new: ...", "steps 7 to 9 are new: ..."
    fn added(&self, first: usize, length: usize) -> String {
        let lines = &self.new.lines[first..first + length];
        let step = self.new.step(first);
        let shown: Vec<String> = lines.iter().take(3).map(line_summary).collect();
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
    fn range(&self, side: &NumberedTrace<'_>, first: usize, length: usize) -> String {
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
            return format!("{step}: {} instead of {}", line_summary(b), line_summary(a));
        }
        let done = self.words.past(&b.verb).unwrap_or(&b.verb);
        let mut parts = Vec::new();
        if a.what != b.what {
            parts.push(format!(
                "{done} {} instead of {}",
                quoted_or_nothing(&b.what),
                quoted_or_nothing(&a.what)
            ));
        }
        let (was, now) = (without_steps(&a.at), without_steps(&b.at));
        if was != now {
            let subject = if parts.is_empty() {
                format!("{done} {}: ", quoted_or_nothing(&b.what))
            } else {
                String::new()
            };
            parts.push(format!(
                "{subject}`{}` instead of `{}`",
                quoted_or_nothing(&now),
                quoted_or_nothing(&was)
            ));
        }
        let (was, now) = (without_steps(&a.cite), without_steps(&b.cite));
        if was != now {
            let subject = if parts.is_empty() {
                format!("{done} {}: ", quoted_or_nothing(&b.what))
            } else {
                String::new()
            };
            parts.push(format!(
                "{subject}cites {} instead of {}",
                quoted_or_nothing(&now),
                quoted_or_nothing(&was)
            ));
        }
        format!("{step}: {}", parts.join(", "))
    }
}

/// An event in a few words.
fn line_summary(line: &TraceFileLine) -> String {
    let parts = [&line.verb, &line.what, &line.at].into_iter().filter(|part| !part.is_empty());
    super::fields::shortened(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
}

fn quoted_or_nothing(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { super::fields::shortened(text) }
}
