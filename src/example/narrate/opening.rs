//! What lies on the table when an example begins: a line for each zone that its scenario fills.

use std::collections::BTreeSet;

use super::sentence::Sentence;
use super::values::{Table, Value, Values};
use super::words::Words;
use super::{Teller, fill};
use crate::engine::trace::{Act, PieceState, Put, Record, Snapshot, Spot, Thing, Trace};
use crate::rules::Program;

/// A line for each zone of `position`, in its order; what lies face-down has no name.
pub fn opening(trace: &Trace, position: &[Put], program: &Program, words: &Words) -> Vec<Sentence> {
    let Some(start) = &trace.start else { return Vec::new() };
    let teller = Teller { words, program, table: Table::of(trace) };
    position.iter().filter_map(|put| line(start, put, &teller)).collect()
}

fn line(start: &Snapshot, put: &Put, teller: &Teller<'_>) -> Option<Sentence> {
    let pieces = start.zones.get(&put.zone)?;
    let face_down = pieces.iter().all(|piece| !piece.face_up);
    let named = if face_down { pieces.len() } else { 0 }.max(
        put.cards.iter().filter(|card| card.name != crate::example::position::NOTHING_ELSE).count(),
    );
    let things: Vec<Thing> = pieces.iter().take(named).map(thing).collect();
    let below = pieces.len().saturating_sub(named);
    let name = start.names.get(&put.zone).cloned().unwrap_or_else(|| put.zone.clone());
    let spot = Spot { key: put.zone.clone(), name, at: 0, of: pieces.len() as u32 };
    let told =
        things.iter().zip(pieces).map(|(thing, piece)| (thing, remark(piece, teller))).collect();
    let mut values = Values::from([("zone", Value::Zone(&spot)), ("things", Value::Things(told))]);
    values.insert("cards", Value::Number(below as i64));
    let mut tags = BTreeSet::new();
    tags.extend(things.is_empty().then_some("empty"));
    tags.extend((below > 0).then_some("more"));
    let template = teller.words.headings.get("start")?.choose(&tags, &values)?;
    let record = Record {
        act: Act::Note { things: things.clone(), numbers: Vec::new() },
        ..super::values::no_record()
    };
    Some(fill::fill(template, &values, teller, &record))
}

fn thing(piece: &PieceState) -> Thing {
    Thing {
        name: piece.name.clone(),
        id: piece.id,
        owner: Some(String::new()),
        seen: piece.face_up,
    }
}

/// "at North, rested, 2 damage"; nothing of a card that lies face-down.
fn remark(piece: &PieceState, teller: &Teller<'_>) -> String {
    if !piece.face_up {
        return String::new();
    }
    let flags = piece.flags.iter().map(|flag| teller.words.name(flag).to_owned());
    let space =
        piece.space.iter().map(|space| format!("{} {space}", teller.words.phrase("at", "at")));
    let counters = piece
        .counters
        .iter()
        .map(|(counter, amount)| format!("{amount} {}", teller.words.name(counter)));
    space.chain(flags).chain(counters).collect::<Vec<_>>().join(", ")
}
