//! What lies on the table when an example begins: a line for each zone that its scenario fills.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::sentence::Sentence;
use super::slots::{SlotValue, SlotValues, ZoneOwners};
use super::{Narrator, fill};
use crate::engine::trace::{
    Act, NamedSubject, NamedZoneSlot, PieceState, Snapshot, Trace, TraceRecord, ZoneLayout,
};
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
    let face_down = pieces.iter().all(|piece| !piece.face_up);
    let named = if face_down { pieces.len() } else { 0 }.max(
        put.cards.iter().filter(|card| card.name != crate::example::position::NOTHING_ELSE).count(),
    );
    let things: Vec<NamedSubject> = pieces.iter().take(named).map(thing_of_piece).collect();
    let below = pieces.len().saturating_sub(named);
    let name = start.names.get(&put.zone).cloned().unwrap_or_else(|| put.zone.clone());
    let spot = NamedZoneSlot { key: put.zone.clone(), name, at: 0, of: pieces.len() as u32 };
    let told = things
        .iter()
        .zip(pieces)
        .map(|(thing, piece)| (thing, piece_remark(piece, teller)))
        .collect();
    let mut values =
        SlotValues::from([("zone", SlotValue::Zone(&spot)), ("things", SlotValue::Things(told))]);
    values.insert("cards", SlotValue::Number(below as i64));
    let mut tags = BTreeSet::new();
    tags.extend(things.is_empty().then_some("empty"));
    tags.extend((below > 0).then_some("more"));
    let template = teller.words.headings.get("start")?.choose(&tags, &values)?;
    let record = TraceRecord {
        act: Act::Note { things: things.clone(), numbers: Vec::new() },
        ..super::slots::empty_record()
    };
    Some(fill::fill_template(template, &values, teller, &record))
}

fn thing_of_piece(piece: &PieceState) -> NamedSubject {
    NamedSubject {
        name: piece.name.clone(),
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
    let flags = piece.flags.iter().map(|flag| teller.words.name(flag).to_owned());
    let space =
        piece.space.iter().map(|space| format!("{} {space}", teller.words.phrase("at", "at")));
    let counters = piece
        .counters
        .iter()
        .map(|(counter, amount)| format!("{amount} {}", teller.words.name(counter)));
    space.chain(flags).chain(counters).collect::<Vec<_>>().join(", ")
}
