//! What lies on the table when an example begins: a line for each zone that its scenario fills.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::sentence::Sentence;
use super::slots::{SlotValue, SlotValues, ZoneOwners};
use super::{Narrator, fill};
use crate::engine::trace::{
    Act, NamedSubject, NamedZoneSlot, PieceState, Snapshot, Trace, TraceRecord, ZoneLayout,
};
use crate::example::position::NOTHING_ELSE;
use crate::rules::Program;

/// A line for each zone of `position`, in its order; what lies face-down has no name.
pub fn opening_sentences(
    trace: &Trace,
    position: &[ZoneLayout],
    program: &Program,
    words: &Lexicon,
) -> Vec<Sentence> {
    let Some(start) = &trace.start else { return Vec::new() };
    let teller = Narrator { words, program, table: ZoneOwners::of(trace) };
    position.iter().filter_map(|put| zone_sentence(start, put, &teller)).collect()
}

fn zone_sentence(start: &Snapshot, put: &ZoneLayout, teller: &Narrator<'_>) -> Option<Sentence> {
    let pieces = start.zones.get(&put.zone)?;
    let (shown, below) = pieces.split_at(named_count(put, pieces));
    let things: Vec<NamedSubject> = shown.iter().map(thing_of_piece).collect();
    let told = things.iter().zip(shown);
    let told = told.map(|(thing, piece)| (thing, piece_remark(piece, teller)));
    let spot = zone_slot(start, &put.zone, pieces.len());
    let values = SlotValues::from([
        ("zone", SlotValue::Zone(&spot)),
        ("things", SlotValue::Things(told.collect())),
        ("cards", SlotValue::Number(below.len() as i64)),
    ]);
    let mut tags = BTreeSet::new();
    tags.extend(shown.is_empty().then_some("empty"));
    tags.extend((!below.is_empty()).then_some("more"));
    let template = teller.words.headings.get("start")?.choose(&tags, &values)?;
    let act = Act::Note { things: things.clone(), numbers: Vec::new() };
    let record = TraceRecord { act, ..super::slots::empty_record() };
    Some(fill::fill_template(template, &values, teller, &record))
}

/// How many pieces of a zone are told one by one: those its scenario names, or all if all of them
/// lie face-down.
fn named_count(put: &ZoneLayout, pieces: &[PieceState]) -> usize {
    let named = put.cards.iter().filter(|card| card.name != NOTHING_ELSE).count();
    let face_down = pieces.iter().all(|piece| !piece.face_up);
    if face_down { pieces.len() } else { named.min(pieces.len()) }
}

/// A zone with its printed name.
fn zone_slot(start: &Snapshot, key: &str, pieces: usize) -> NamedZoneSlot {
    let name = start.names.get(key).map_or(key, String::as_str);
    NamedZoneSlot { key: key.to_owned(), name: name.to_owned(), at: 0, of: pieces as u32 }
}

fn thing_of_piece(piece: &PieceState) -> NamedSubject {
    NamedSubject {
        name: piece.name.to_owned(),
        id: piece.id,
        owner: Some(String::new()),
        seen: piece.face_up,
    }
}

/// "at North, rested, 2 damage"; nothing of a card that lies face-down.
fn piece_remark(piece: &PieceState, teller: &Narrator<'_>) -> String {
    if !piece.face_up {
        return String::new();
    }
    let words = teller.words;
    let space = piece.space.iter().map(|space| format!("{} {space}", words.phrase("at", "at")));
    let flags = piece.flags.iter().map(|flag| words.name(flag).to_owned());
    let counters = piece.counters.iter();
    let counters = counters.map(|(counter, amount)| format!("{amount} {}", words.name(counter)));
    space.chain(flags).chain(counters).collect::<Vec<_>>().join(", ")
}
