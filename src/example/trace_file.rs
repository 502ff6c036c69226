//! The accepted trace of an example as text: a head, then one line an event. Printing and reading
//! are each other's inverse.
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
//! A line has the number that readers see (`-` when the event is not told), the verb, what, where,
//! and the citation. Cards that readers do not know stand in brackets. A place in a zone counts
//! from 1, left or top first, and the first is not written. Columns are two or more blanks apart.

use std::fmt::{self, Write as _};

use super::narrate::Narration;
use super::outcome;
use super::places;
use crate::engine::trace::{
    Act, Answerer, NamedElimination, NamedPending, NamedSubject, NamedVisibility, NamedZoneSlot,
    Trace, TraceRecord,
};
use crate::rules::Program;

/// Columns begin at these widths, if the one before leaves room; fixed, so that one long name
/// changes one line only.
const WIDTHS: [usize; 4] = [16, 12, 30, 44];

/// The names of the first lines.
const HEAD: [&str; 4] = ["book", "title", "outcome", "end"];

/// A trace as it is kept beside its scenario.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceFile {
    /// Title of the text that was played.
    pub book: String,
    /// Title of the example.
    pub title: String,
    /// How it ended, in one line.
    pub outcome: String,
    /// Hash of the table at the end.
    pub end: String,
    /// The events.
    pub lines: Vec<TraceFileLine>,
}

/// One event of a trace file; no field has two blanks in a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceFileLine {
    /// What readers see: `5.5.1 step 2.2`; empty when the event is not told.
    pub number: String,
    /// `pay`
    pub verb: String,
    /// `Savage Slash`, `(Savage Slash)` when readers do not know it.
    pub what: String,
    /// `automa.graveyard > automa.banished`
    pub at: String,
    /// `@activate-pays`
    pub cite: String,
}

impl TraceFileLine {
    /// A line of these fields, in the order of the file; blanks in a row become one.
    pub fn new(fields: [&str; 5]) -> Self {
        let [number, verb, what, at, cite] = fields.map(one_line);
        Self { number, verb, what, at, cite }
    }

    fn fields(&self) -> [&str; 5] {
        [&self.number, &self.verb, &self.what, &self.at, &self.cite]
    }
}

/// The trace file of a play.
pub fn trace_file_of(title: &str, trace: &Trace, program: &Program, told: &Narration) -> TraceFile {
    let line = |(at, record): (usize, &TraceRecord)| {
        let number = match (told.step_number(at), record.place) {
            (None, _) => String::new(),
            (Some(_), Some(place)) => places::address_of(program, place),
            (Some(_), None) => ".".to_owned(),
        };
        let (what, at) = act_columns(record, program);
        TraceFileLine::new([&number, &record.verb, &what, &at, &places::citation(program, record)])
    };
    TraceFile {
        book: one_line(&program.book),
        title: one_line(title),
        outcome: one_line(&outcome::outcome_line(&trace.outcome)),
        end: one_line(&trace.end.digest),
        lines: trace.records.iter().enumerate().map(line).collect(),
    }
}

/// The columns what and where.
fn act_columns(record: &TraceRecord, program: &Program) -> (String, String) {
    let name = |thing: &NamedSubject| thing_name(record, thing);
    let names = |things: &[NamedSubject]| things.iter().map(name).collect::<Vec<_>>().join(", ");
    match &record.act {
        Act::Move { piece, from, to, .. } => {
            (name(piece), format!("{} > {}", spot_key(from), spot_key(to)))
        }
        Act::Stand { piece, from, to, space } => {
            (name(piece), format!("{} > {} at {}", spot_key(from), to.key, space.name))
        }
        Act::Flip { piece, up } => {
            (name(piece), if *up { "face up" } else { "face down" }.to_owned())
        }
        Act::Flag { piece, flag, on } => {
            (name(piece), format!("{}{flag}", if *on { '+' } else { '-' }))
        }
        Act::Count { of, counter, was, now } => (name(of), format!("{counter} {was} > {now}")),
        Act::Shuffle { zone, cards, .. } => (zone.key.clone(), format!("{cards} cards")),
        Act::Roll { dice } => (rolled_faces(dice), String::new()),
        Act::Pick { place, excluded, lines, chosen } => {
            let chosen = chosen.as_ref().map_or_else(|| "nothing".to_owned(), name);
            (chosen, PickColumn { record, program }.text(*place, excluded, lines))
        }
        Act::Ask { question, options, answer, by, from, about, among } => {
            let known = |text: &str| bracketed(record, text, about.iter().chain(among));
            let options: Vec<String> = options.iter().map(|option| known(option)).collect();
            let asked = by.as_ref().map_or_else(String::new, |player| format!("; asked {player}"));
            let policy = if *from == Answerer::Policy { "; by policy" } else { "" };
            (known(question), format!("{} of {}{asked}{policy}", known(answer), options.join(", ")))
        }
        Act::Check { question, holds, things, .. } => {
            let of = if things.is_empty() { String::new() } else { format!(": {}", names(things)) };
            (format!("{question}{of}"), if *holds { "yes" } else { "no" }.to_owned())
        }
        Act::Phase { name } => (name.clone(), String::new()),
        Act::Turn { player, number } => (player.clone(), number.to_string()),
        Act::Round { number } => (String::new(), number.to_string()),
        Act::Note { things, numbers } => {
            (names(things), numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
        }
        Act::Attempt { reason } => (reason.clone(), String::new()),
        Act::Push { what } | Act::Resolve { what } => (waiting_name(record, what), String::new()),
        Act::Trigger { what, by } => (waiting_name(record, what), by.clone().unwrap_or_default()),
        Act::Pass { player } => (player.clone(), String::new()),
        Act::Box { id, exit, .. } => (id.clone(), exit.clone().unwrap_or_default()),
        Act::Over { winner, loser, reason } => {
            let won = winner.iter().map(|name| format!("won by {name}"));
            let lost = loser.iter().map(|name| format!("lost by {name}"));
            (won.chain(lost).collect::<Vec<_>>().join(", "), reason.clone())
        }
    }
}

fn rolled_faces(dice: &[(String, String)]) -> String {
    dice.iter().map(|(die, face)| format!("{die}={face}")).collect::<Vec<_>>().join(", ")
}

/// Writes the account of a pick: its list, who was left out, and what each line kept and dropped.
struct PickColumn<'a> {
    record: &'a TraceRecord,
    program: &'a Program,
}

impl PickColumn<'_> {
    fn text(
        &self,
        place: u32,
        excluded: &[(NamedSubject, String)],
        lines: &[NamedElimination],
    ) -> String {
        let list = std::iter::once(format!("@{}", places::key_of(self.program, place)));
        let excluded = excluded
            .iter()
            .map(|(thing, reason)| format!("not {}: {reason}", thing_name(self.record, thing)));
        let lines = lines.iter().map(|line| self.line(line));
        list.chain(excluded).chain(lines).collect::<Vec<_>>().join("; ")
    }

    fn line(&self, line: &NamedElimination) -> String {
        let key = places::key_of(self.program, line.place);
        let kept = self.counted(&line.kept);
        match line.dropped.as_slice() {
            [] => format!("@{key} {kept}"),
            dropped => format!("@{key} {kept} > {}", self.counted(dropped)),
        }
    }

    fn counted(&self, things: &[(NamedSubject, i64)]) -> String {
        let one = |(thing, amount): &(NamedSubject, i64)| {
            format!("{} {amount}", thing_name(self.record, thing))
        };
        things.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

fn waiting_name(record: &TraceRecord, what: &NamedPending) -> String {
    match what {
        NamedPending::Thing(piece) => thing_name(record, piece),
        NamedPending::Label(label) => format!("\"{label}\""),
    }
}

/// A question or an option; the name of a piece that readers do not know stands in brackets in it.
fn bracketed<'t>(
    record: &TraceRecord,
    text: &str,
    things: impl Iterator<Item = &'t NamedSubject>,
) -> String {
    let hidden =
        |thing: &&NamedSubject| thing_name(record, thing) != thing.name && !thing.name.is_empty();
    match things.filter(hidden).find(|thing| text.contains(&thing.name)) {
        Some(thing) => text.replacen(&thing.name, &thing_name(record, thing), 1),
        None => text.to_owned(),
    }
}

fn thing_name(record: &TraceRecord, thing: &NamedSubject) -> String {
    if thing.seen && record.seen != NamedVisibility::Nobody {
        thing.name.clone()
    } else {
        format!("({})", thing.name)
    }
}

fn spot_key(spot: &NamedZoneSlot) -> String {
    if spot.at == 0 { spot.key.clone() } else { format!("{} {}", spot.key, spot.at + 1) }
}

/// `text` in one line, blanks in a row as one; other control characters become the sign for one.
fn one_line(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() && !c.is_whitespace() { '\u{fffd}' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A field that is empty is a dash; a dash, and one behind backslashes, gets a backslash.
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

/// The fields of a line, each at its column.
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

/// Why a trace file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableTrace {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong with it; lower case.
    pub message: String,
}

/// Reads a trace file.
///
/// # Errors
/// The first line that cannot be read.
pub fn parse_trace_file(text: &str) -> Result<TraceFile, UnreadableTrace> {
    let mut lines = text.lines().zip(1..);
    let mut head = |name| {
        let (line, number) = lines.next().unwrap_or(("", text.lines().count() + 1));
        head_value(name, line).ok_or_else(|| UnreadableTrace {
            line: number,
            message: format!("`{name}` should stand here"),
        })
    };
    let [book, title, outcome, end] = HEAD;
    let (book, title) = (head(book)?, head(title)?);
    let (outcome, end) = (head(outcome)?, head(end)?);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty());
    let lines = lines.map(|(line, number)| parse_line(line, number)).collect::<Result<_, _>>()?;
    Ok(TraceFile { book, title, outcome, end, lines })
}

fn head_value(name: &str, line: &str) -> Option<String> {
    let rest = line.strip_prefix(name)?;
    rest.starts_with("  ").then(|| unescaped_field(rest.trim()))
}

fn parse_line(line: &str, number: usize) -> Result<TraceFileLine, UnreadableTrace> {
    let fields = line.split("  ").map(str::trim).filter(|field| !field.is_empty());
    let fields: Vec<String> = fields.map(unescaped_field).collect();
    let count = fields.len();
    let [number, verb, what, at, cite] = fields.try_into().map_err(|_| UnreadableTrace {
        line: number,
        message: format!("a line has 5 columns, this one has {count}"),
    })?;
    Ok(TraceFileLine { number, verb, what, at, cite })
}
