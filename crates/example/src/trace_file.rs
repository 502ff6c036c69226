//! The accepted trace of an example as text: a head, then one line an event. Printing and reading are each
//! other's inverse.
//!
//! ```text
//! book     Wind Lorraine Automa
//! title    Paying with Floating Memory
//! outcome  stopped
//! end      5ef66ffe0db1ce18
//!
//! 5.5.1 step 2.2  pay  Savage Slash  automa.graveyard > automa.banished  @activate-pays
//! ```
//!
//! A line has the number that readers see (`-` if the event has no step), the verb, the piece or other
//! subject, the zones, and the citation. Cards that readers do not know are in brackets. A position in a zone
//! counts from 1, left or top first, and the first is not written. Columns are two or more blanks apart.

use std::borrow::{Borrow, Cow};
use std::fmt::{self, Write as _};

use super::narrate::{Narration, is_name_known};
use super::outcome;
use super::places;
use base::text::single_spaced;
use rules::Program;
use rules::engine::trace::{
    Act, Answerer, NamedElimination, NamedPending, NamedSubject, NamedZoneSlot, Trace, TraceRecord,
};

/// Widths at which columns begin, if the one before leaves room; fixed, so that one long name changes one
/// line only.
const WIDTHS: [usize; 4] = [16, 12, 30, 44];

/// Keys of the first lines.
const HEAD: [&str; 4] = ["book", "title", "outcome", "end"];

/// A trace in the file beside its scenario.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceFile {
    /// Title of the text that was played.
    pub book: String,
    /// Title of the example.
    pub title: String,
    /// The outcome, in one line.
    pub outcome: String,
    /// Hash of the table at the end.
    pub end: String,
    /// The events.
    pub lines: Vec<TraceFileLine>,
}

/// One event of a trace file; no field has two blanks in a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceFileLine {
    /// The address as readers see it: `5.5.1 step 2.2`; empty if the event has no step.
    pub number: String,
    /// The verb: `pay`.
    pub verb: String,
    /// The subject: `Savage Slash`, or `(Savage Slash)` if readers do not know it.
    pub what: String,
    /// The zones: `automa.graveyard > automa.banished`.
    pub at: String,
    /// The citation: `@activate-pays`.
    pub cite: String,
}

impl TraceFileLine {
    /// Returns a line of these fields, in the order of the file; blanks in a row become one.
    pub fn new(fields: [&str; 5]) -> Self {
        let [number, verb, what, at, cite] = fields.map(one_line);
        Self { number, verb, what, at, cite }
    }

    /// Returns whether readers see the event, as a step with a number.
    pub(crate) fn is_told(&self) -> bool {
        !self.number.is_empty()
    }

    fn fields(&self) -> [&str; 5] {
        [&self.number, &self.verb, &self.what, &self.at, &self.cite]
    }
}

/// Returns the trace file of a play.
pub fn trace_file_of(title: &str, trace: &Trace, program: &Program, told: &Narration) -> TraceFile {
    let lines = trace.records.iter().enumerate();
    let line = |(at, record)| record_line(record, told.step_number(at).is_some(), program);
    TraceFile {
        book: one_line(&program.book),
        title: one_line(title),
        outcome: one_line(&outcome::outcome_line(&trace.outcome)),
        end: one_line(&trace.end.digest),
        lines: lines.map(line).collect(),
    }
}

/// Returns the line of one record, with the number that readers see of it if it `is_told`.
fn record_line(record: &TraceRecord, is_told: bool, program: &Program) -> TraceFileLine {
    let number = match record.place {
        _ if !is_told => String::new(),
        Some(place) => places::address_of(program, place),
        None => ".".to_owned(),
    };
    let (what, at) = act_columns(record, program);
    TraceFileLine::new([&number, &record.verb, &what, &at, &places::citation(program, record)])
}

/// Returns the columns of the subject and of the zones.
fn act_columns<'r>(record: &'r TraceRecord, program: &Program) -> (Cow<'r, str>, Cow<'r, str>) {
    let name = |thing: &'r NamedSubject| thing_name(record, thing);
    let nothing = Cow::Borrowed("");
    match &record.act {
        Act::Move { piece, from, to, .. } => {
            (name(piece), format!("{} > {}", spot_key(from), spot_key(to)).into())
        }
        Act::Walk { piece, route, cost, was, rotation, .. } => {
            let is_turned = was != rotation;
            let turned = is_turned.then(|| format!(", {was} > {rotation} degrees"));
            let route = format!("{}{}", route.join(" "), turned.unwrap_or_default());
            (name(piece), format!("{route}; cost {cost}").into())
        }
        Act::Sight { from, to, free, hit, .. } => {
            (format!("{} to {}", name(from), name(to)).into(), sight_words(*free, *hit).into())
        }
        Act::Edge { one, other, from, to } => {
            let words = format!("{} > {}", edge_word(from), edge_word(to));
            (format!("{}-{}", one.name, other.name).into(), words.into())
        }
        Act::Stand { piece, from, to, space, .. } => {
            (name(piece), format!("{} > {} at {}", spot_key(from), to.key, space.name).into())
        }
        Act::Flip { piece, up } => (name(piece), if *up { "face up" } else { "face down" }.into()),
        Act::Rotate { piece, was, now } => (name(piece), format!("{was} > {now} degrees").into()),
        Act::Attach { piece, host } => (name(piece), format!("to {}", name(host)).into()),
        Act::Detach { piece, host } => (name(piece), format!("from {}", name(host)).into()),
        Act::Flag { piece, flag, on } => {
            (name(piece), format!("{}{flag}", if *on { '+' } else { '-' }).into())
        }
        Act::Count { of, counter, was, now } => {
            (name(of), format!("{counter} {was} > {now}").into())
        }
        Act::Shuffle { zone, cards, .. } => ((&zone.key).into(), format!("{cards} cards").into()),
        Act::Roll { dice } => {
            let faces = dice.iter().map(|(die, face)| format!("{die}={face}"));
            (joined_with_commas(faces).into(), nothing)
        }
        Act::Pick { chosen, .. } => {
            let account = PickColumn { record, program }.text();
            (chosen.as_ref().map_or("nothing".into(), name), account.into())
        }
        Act::Ask { .. } => question_columns(record),
        Act::Check { question, holds, things, .. } => {
            let of = if things.is_empty() { "" } else { ": " };
            let asked = format!("{question}{of}{}", thing_names(record, things));
            (asked.into(), if *holds { "yes" } else { "no" }.into())
        }
        Act::Phase { name } => (name.into(), nothing),
        Act::Turn { player, number } => (player.into(), number.to_string().into()),
        Act::Round { number } => (nothing, number.to_string().into()),
        Act::Note { things, numbers } => {
            let numbers = joined_with_commas(numbers.iter().map(i64::to_string));
            (thing_names(record, things).into(), numbers.into())
        }
        Act::Attempt { reason } => (reason.into(), nothing),
        Act::Push { what } | Act::Resolve { what } => (waiting_name(record, what), nothing),
        Act::Trigger { what, by } => {
            (waiting_name(record, what), by.as_deref().unwrap_or_default().into())
        }
        Act::Pass { player } | Act::Eliminate { player } => (player.into(), nothing),
        Act::Box(passed) => {
            ((&passed.id).into(), passed.exit.as_deref().unwrap_or_default().into())
        }
        Act::Over { winner, loser, reason } => {
            let players = outcome::winner_and_loser(winner, loser);
            (joined_with_commas(players).into(), reason.into())
        }
    }
}

/// Returns "free", or the obstacle: "stopped at 7, 4".
fn sight_words(free: bool, hit: Option<[i32; 2]>) -> String {
    match hit.filter(|_| !free) {
        Some([x, y]) => format!("stopped at {x}, {y}"),
        None => if free { "free" } else { "none" }.to_owned(),
    }
}

/// Returns the word of an edge.
pub(crate) fn edge_word(word: &str) -> &str {
    if word.is_empty() { "open" } else { word }
}

/// Returns the columns of a question: its words, and the answer with its options and who gave it.
fn question_columns(record: &TraceRecord) -> (Cow<'_, str>, Cow<'_, str>) {
    let Act::Ask { question, options, answer, by, from, about, among } = &record.act else {
        return (Cow::default(), Cow::default());
    };
    let known = |text: &str| bracketed(record, text, about.iter().chain(among));
    let options = joined_with_commas(options.iter().map(|option| known(option)));
    let asked = by.as_ref().map_or_else(String::new, |player| format!("; asked {player}"));
    let policy = if *from == Answerer::Policy { "; by policy" } else { "" };
    let answered = format!("{} of {options}{asked}{policy}", known(answer));
    (known(question).into(), answered.into())
}

fn thing_names(record: &TraceRecord, things: &[NamedSubject]) -> String {
    joined_with_commas(things.iter().map(|thing| thing_name(record, thing)))
}

fn joined_with_commas(texts: impl Iterator<Item = impl Borrow<str>>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// Writes the column of a choice: its list, the excluded candidates, and those that each line kept and
/// dropped.
struct PickColumn<'a> {
    record: &'a TraceRecord,
    program: &'a Program,
}

impl PickColumn<'_> {
    fn text(&self) -> String {
        let Act::Pick { place, excluded, lines, .. } = &self.record.act else {
            return String::new();
        };
        let list = std::iter::once(self.list_key(*place));
        let excluded = excluded
            .iter()
            .map(|(thing, reason)| format!("not {}: {reason}", thing_name(self.record, thing)));
        let lines = lines.iter().map(|line| self.line(line));
        list.chain(excluded).chain(lines).collect::<Vec<_>>().join("; ")
    }

    /// Returns "@target/2".
    fn list_key(&self, place: u32) -> String {
        format!("@{}", places::key_of(self.program, place))
    }

    fn line(&self, line: &NamedElimination) -> String {
        let kept = format!("{} {}", self.list_key(line.place), self.counted(&line.kept));
        match line.dropped.as_slice() {
            [] => kept,
            dropped => format!("{kept} > {}", self.counted(dropped)),
        }
    }

    fn counted(&self, things: &[(NamedSubject, i64)]) -> String {
        let one = |(thing, amount): &(NamedSubject, i64)| {
            format!("{} {amount}", thing_name(self.record, thing))
        };
        joined_with_commas(things.iter().map(one))
    }
}

fn waiting_name<'r>(record: &TraceRecord, what: &'r NamedPending) -> Cow<'r, str> {
    match what {
        NamedPending::Thing(piece) => thing_name(record, piece),
        NamedPending::Label(label) => format!("\"{label}\"").into(),
    }
}

/// Returns a question or an option, with brackets around the name of a piece that readers do not know.
fn bracketed<'t>(
    record: &TraceRecord,
    text: &str,
    things: impl Iterator<Item = &'t NamedSubject>,
) -> String {
    let mut hidden = things.filter(|thing| !thing.name.is_empty() && !is_name_known(record, thing));
    match hidden.find(|thing| text.contains(&thing.name)) {
        Some(thing) => text.replacen(&thing.name, &thing_name(record, thing), 1),
        None => text.to_owned(),
    }
}

fn thing_name<'r>(record: &TraceRecord, thing: &'r NamedSubject) -> Cow<'r, str> {
    if is_name_known(record, thing) {
        Cow::Borrowed(&thing.name)
    } else {
        Cow::Owned(format!("({})", thing.name))
    }
}

fn spot_key(spot: &NamedZoneSlot) -> Cow<'_, str> {
    match spot.at {
        0 => Cow::Borrowed(&spot.key),
        at => Cow::Owned(format!("{} {}", spot.key, at + 1)),
    }
}

/// Returns `text` in one line, with blanks in a row as one; other control characters become U+FFFD.
fn one_line(text: &str) -> String {
    let hidden = |c: char| c.is_control() && !c.is_whitespace();
    let text: String = text.chars().map(|c| if hidden(c) { '\u{fffd}' } else { c }).collect();
    single_spaced(&text)
}

/// Escapes a field: an empty one becomes a dash; a dash, also one after backslashes, gets a backslash.
fn escaped_field(field: &str) -> String {
    if field.is_empty() {
        "-".to_owned()
    } else if is_dash(field) {
        format!("\\{field}")
    } else {
        field.to_owned()
    }
}

fn unescaped_field(field: &str) -> String {
    match field {
        "-" => String::new(),
        _ if is_dash(field) => field[1..].to_owned(),
        _ => field.to_owned(),
    }
}

fn is_dash(field: &str) -> bool {
    field.trim_start_matches('\\') == "-"
}

impl fmt::Display for TraceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [&self.book, &self.title, &self.outcome, &self.end];
        for (name, value) in HEAD.into_iter().zip(head) {
            writeln!(f, "{name:<9}{}", escaped_field(value))?;
        }
        f.write_char('\n')?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", aligned_columns(line)))
    }
}

/// Returns the fields of a line, each at its column and at least two blanks after the one before.
fn aligned_columns(line: &TraceFileLine) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (nth, field) in line.fields().into_iter().enumerate() {
        if nth > 0 {
            column += WIDTHS[nth - 1];
            let gap = column.saturating_sub(text.chars().count()).max(2);
            text.extend(std::iter::repeat_n(' ', gap));
        }
        text.push_str(&escaped_field(field));
    }
    text
}

/// Reason why a trace file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableTrace {
    /// Number of the line, from 1.
    pub line: usize,
    /// The message; lower case.
    pub message: String,
}

/// Parses a trace file.
///
/// # Errors
/// The first line that cannot be read.
pub fn parse_trace_file(text: &str) -> Result<TraceFile, UnreadableTrace> {
    let (mut lines, after) = (text.lines().zip(1..), text.lines().count() + 1);
    let mut head = |name| {
        let (line, number) = lines.next().unwrap_or(("", after));
        parse_head_line(name, line, number)
    };
    let [book, title, outcome, end] = HEAD;
    let (book, title) = (head(book)?, head(title)?);
    let (outcome, end) = (head(outcome)?, head(end)?);
    let events = lines.filter(|(line, _)| !line.trim().is_empty());
    let lines = events.map(|(line, number)| parse_line(line, number)).collect::<Result<_, _>>()?;
    Ok(TraceFile { book, title, outcome, end, lines })
}

fn parse_head_line(name: &str, text: &str, line: usize) -> Result<String, UnreadableTrace> {
    let value = text.strip_prefix(name).filter(|rest| rest.starts_with("  "));
    value.map(|value| unescaped_field(value.trim())).ok_or_else(|| {
        let message = format!("`{name}` is expected here");
        UnreadableTrace { line, message }
    })
}

fn parse_line(text: &str, line: usize) -> Result<TraceFileLine, UnreadableTrace> {
    let fields = text.split("  ").map(str::trim).filter(|field| !field.is_empty());
    let fields: Vec<String> = fields.map(unescaped_field).collect();
    let fields = fields.try_into().map_err(|fields: Vec<String>| {
        let message = format!("a line needs 5 columns, but this line has {}", fields.len());
        UnreadableTrace { line, message }
    });
    let [number, verb, what, at, cite] = fields?;
    Ok(TraceFileLine { number, verb, what, at, cite })
}
