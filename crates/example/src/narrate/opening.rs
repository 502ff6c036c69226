//! Position on the table when an example begins: a line for each zone that its scenario fills.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::sentence::Sentence;
use super::slots::{RemarkedThing, SlotValue, SlotValues, ZoneOwners, empty_record};
use super::{Narrator, fill};
use crate::position::NOTHING_ELSE;
use rules::Program;
use rules::engine::trace::{
    Act, NamedSubject, NamedZoneSlot, PieceState, PlacedPlayer, Snapshot, Start, Trace,
    TraceRecord, ZoneLayout,
};

/// Returns a line for each zone and player of the position, in its order; face-down cards have no names.
pub fn opening_sentences(
    trace: &Trace,
    start: &Start,
    program: &Program,
    words: &Lexicon,
) -> Vec<Sentence> {
    let Some(trace_start) = &trace.start else { return Vec::new() };
    let owners = ZoneOwners::of_table(trace);
    let teller = Narrator { table: owners, ..Narrator::new(trace, program, words) };
    let zones = start.position.iter();
    let zones = zones.filter_map(|put| zone_sentence(trace_start, put, &teller));
    let players = start.amounts.iter();
    zones
        .chain(players.filter_map(|player| player_sentence(trace_start, player, &teller)))
        .collect()
}

/// Describes a player whom the position names.
fn player_sentence(
    start: &Snapshot,
    placed: &PlacedPlayer,
    teller: &Narrator<'_>,
) -> Option<Sentence> {
    let counters = start.players.get(&placed.name)?;
    let amounts: Vec<String> =
        counters.iter().map(|counter| teller.words.counted_name(counter)).collect();
    let detail = SlotValue::Words(amounts.join(", ").into());
    let values =
        SlotValues::from([("player", SlotValue::Player(&placed.name)), ("detail", detail)]);
    let tags = BTreeSet::from(["player"]);
    let template = teller.words.headings.get("start")?.choose(&tags, &values)?;
    (!amounts.is_empty())
        .then(|| fill::fill_template(template, &values, teller, &note_record(Vec::new())))
}

/// Lists the pieces in a zone, with its owner if other zones have the same name.
fn zone_sentence(start: &Snapshot, put: &ZoneLayout, teller: &Narrator<'_>) -> Option<Sentence> {
    let pieces = start.zones.get(&put.zone)?;
    // Pieces that the scenario names are listed one by one, or all if all of them are face-down.
    let told = match pieces.iter().all(|piece| !piece.face_up) {
        true => pieces.len(),
        false => named_card_count(put).min(pieces.len()),
    };
    let (shown, below) = pieces.split_at(told);
    let things: Vec<NamedSubject> = shown
        .iter()
        .map(|piece| NamedSubject {
            name: piece.name.to_owned(),
            id: piece.id,
            owner: Some(String::new()),
            seen: piece.face_up,
        })
        .collect();
    let told = things.iter().zip(shown);
    let told = told
        .map(|(thing, piece)| RemarkedThing { thing, remark: piece_remark(piece, start, teller) });
    let name = start.names.get(&put.zone).unwrap_or(&put.zone).to_owned();
    let spot = NamedZoneSlot { key: put.zone.to_owned(), name, at: 0, of: pieces.len() as u32 };
    // A zone without words of its own is named with its owner.
    let has_words = teller.words.zone_forms(&spot).is_some();
    let own_name = start.names.get(&put.zone);
    let namesakes = start.names.values().filter(|name| Some(*name) == own_name).count();
    let owner = teller.table.owner(&spot).filter(|_| has_words && namesakes > 1);
    let mut values = SlotValues::from([
        ("zone", SlotValue::Zone(&spot)),
        ("things", SlotValue::Things(told.collect())),
        ("cards", SlotValue::Number(below.len() as i64)),
    ]);
    values.extend(owner.map(|owner| ("player", SlotValue::Player(owner))));
    let mut tags = BTreeSet::new();
    tags.extend(shown.is_empty().then_some("empty"));
    tags.extend((!below.is_empty()).then_some("more"));
    tags.extend(owner.map(|_| "shared"));
    let template = teller.words.headings.get("start")?.choose(&tags, &values)?;
    let record = note_record(things.clone());
    Some(fill::fill_template(template, &values, teller, &record))
}

/// Returns a record about these things.
fn note_record(things: Vec<NamedSubject>) -> TraceRecord {
    let act = Act::Note { things, numbers: Vec::new() };
    TraceRecord { act, ..empty_record() }
}

/// Returns the number of cards that the scenario names in a zone.
pub fn named_card_count(put: &ZoneLayout) -> usize {
    put.cards.iter().filter(|card| card.name != NOTHING_ELSE).count()
}

/// Returns "at North, rested, 2 damage"; empty for a face-down card.
fn piece_remark(piece: &PieceState, start: &Snapshot, teller: &Narrator<'_>) -> String {
    if !piece.face_up {
        return String::new();
    }
    let host = piece.host.and_then(|host| {
        start.zones.values().flatten().find(|piece| piece.id == host && piece.face_up)
    });
    let host = host.map(|host| teller.words.attached_to(&host.name));
    let space = piece.space.iter().map(|space| teller.words.at_space(space));
    let flags = piece.flags.iter().map(|flag| teller.words.name(flag).to_owned());
    let counters = piece.counters.iter().map(|counter| teller.words.counted_name(counter));
    let rotation = teller.words.rotated_by(piece.rotation);
    let known = space.chain(flags).chain(counters).chain(rotation).chain(host);
    known.collect::<Vec<_>>().join(", ")
}
