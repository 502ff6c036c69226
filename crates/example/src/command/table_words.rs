//! A play in a terminal. In: a trace. Out: the changed lines of the table, and the answers that no person
//! gave.

use crate::places;
use base::text::counted;
use rules::Program;
use rules::engine::trace::{Act, Answerer, PieceState, Trace, TraceRecord, ZoneKind};

/// The most pieces that are named of one zone.
const MOST_NAMED: usize = 12;

/// A table as lines, each with the label of its zone or player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableWords {
    lines: Vec<(String, String)>,
}

impl TableWords {
    /// Returns the table at the end of a play, with nothing hidden: zones with pieces, and players with
    /// counters.
    pub fn of(trace: &Trace) -> Self {
        let zones = trace.table.iter().map(|zone| {
            let label = match &zone.owner {
                Some(owner) => format!("{owner}, {}", zone.name),
                None => zone.name.clone(),
            };
            (label, zone_words(trace, zone))
        });
        let players = trace.end.players.iter().map(|(player, counters)| {
            let counters = counters.iter().map(|(name, amount)| format!("{name} {amount}"));
            (player.clone(), counters.collect::<Vec<_>>().join(", "))
        });
        Self { lines: zones.chain(players).collect() }
    }

    /// Returns the lines that are new or have changed.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let was = |label: &String| {
            let mut lines = before.lines.iter().filter(|(known, _)| known == label);
            lines.next().map_or("", |(_, words)| words.as_str())
        };
        let changed = self.lines.iter().filter(|(label, words)| was(label) != words);
        changed
            .map(|(label, words)| {
                format!("{label}: {}", if words.is_empty() { "nothing" } else { words })
            })
            .collect()
    }
}

fn zone_words(trace: &Trace, zone: &ZoneKind) -> String {
    let pieces = trace.end.zones.get(&zone.key).map(Vec::as_slice).unwrap_or_default();
    if zone.pile && pieces.iter().all(|piece| !piece.face_up) && !pieces.is_empty() {
        return counted(pieces.len(), "face-down card");
    }
    let named = pieces.iter().take(MOST_NAMED).map(piece_words);
    let mut words: Vec<String> = named.collect();
    if pieces.len() > MOST_NAMED {
        words.push(format!("{} more", pieces.len() - MOST_NAMED));
    }
    words.join(", ")
}

/// Returns "Weaponsmith (rested, damage 2, at Cave 3)".
fn piece_words(piece: &PieceState) -> String {
    let mut marks = piece.flags.clone();
    marks.extend(piece.counters.iter().map(|(name, amount)| format!("{name} {amount}")));
    marks.extend(piece.space.iter().map(|space| format!("at {space}")));
    match marks.as_slice() {
        [] => piece.name.clone(),
        marks => format!("{} ({})", piece.name, marks.join(", ")),
    }
}

/// Returns the answers that policies gave from a record on, a line for each.
pub fn policy_answers(trace: &Trace, from: usize, program: &Program) -> Vec<String> {
    let records = trace.records.get(from..).unwrap_or_default();
    records.iter().filter_map(|record| policy_answer(record, program)).collect()
}

/// Returns "a policy answers `attack target` with `Ben` (9.1)".
fn policy_answer(record: &TraceRecord, program: &Program) -> Option<String> {
    let Act::Ask { question, answer, from: Answerer::Policy, .. } = &record.act else {
        return None;
    };
    let address = record.place.map(|place| format!(" ({})", places::address_of(program, place)));
    let address = address.unwrap_or_default();
    Some(format!("a policy answered `{question}` with `{answer}`{address}"))
}
