//! Damage and durability: the causes and times of their changes.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::{Act, NamedSubject, Trace, TraceRecord};

use super::{Book, replay};

/// One change of a counter on a piece.
struct Change<'t> {
    record: &'t TraceRecord,
    piece: &'t NamedSubject,
    was: i64,
    now: i64,
}

impl Change<'_> {
    fn wrong<R>(&self, why: &str) -> Result<R, String> {
        let Self { record, piece, was, now } = self;
        Err(format!(
            "turn {}: {} `{}` from {was} to {now}: {why}",
            record.turn, piece.name, record.verb
        ))
    }
}

/// The change of a counter that a record is.
fn change<'t>(record: &'t TraceRecord, wanted: &str) -> Option<Change<'t>> {
    match &record.act {
        Act::Count { of: piece, counter, was, now }
            if counter == wanted && piece.owner.is_some() =>
        {
            Some(Change { record, piece, was: *was, now: *now })
        }
        _ => None,
    }
}

/// Returns the counters on each piece at the start.
fn begun(trace: &Trace, counter: &str) -> BTreeMap<u32, i64> {
    let pieces = trace.start.iter().flat_map(|start| start.zones.values().flatten());
    pieces.filter_map(|piece| Some((piece.id, *piece.counters.get(counter)?))).collect()
}

fn kind<'b>(book: &'b Book, name: &str) -> &'b str {
    book.cards.get(name).map_or("", |card| card["Type"].as_str())
}

/// Damage grows by damage. Allies lose it as a turn ends, and cards lose it as they leave the
/// field; a champion that levels up keeps all of it. When a turn begins, no ally has any.
pub(super) fn damage(book: &Book, trace: &Trace) -> Result<usize, String> {
    let names = replay::names(trace);
    let mut amounts = begun(trace, "damage");
    let mut kept: Option<(&Option<String>, i64)> = None;
    let mut changes = 0;
    for record in &trace.records {
        if let (Act::Turn { number, .. }, None) = (&record.act, &trace.start) {
            let hurt = |id: &u32| {
                amounts.get(id).is_some_and(|amount| *amount > 0) && kind(book, names[id]) == "Ally"
            };
            if let Some(id) = amounts.keys().find(|id| hurt(id)) {
                return Err(format!("turn {number} begins with damage on {}", names[id]));
            }
        }
        let Some(change) = change(record, "damage") else { continue };
        changes += 1;
        let Change { piece, was, now, .. } = change;
        let name = names[&piece.id];
        if amounts.insert(piece.id, now).unwrap_or_default() != was {
            return change.wrong("another amount lay there");
        }
        match record.verb.as_str() {
            "damage" if now > was => {}
            "heal"
                if now == 0
                    && kind(book, name) == "Ally"
                    && record.phase.as_deref() == Some("End phase") => {}
            "keep" if was == 0 && kind(book, name) == "Champion" => {
                kept = Some((&piece.owner, now))
            }
            "strip" if now == 0 && kind(book, name) == "Champion" => {
                if kept.take() != Some((&piece.owner, was)) {
                    return change.wrong("the champion above it has not kept it");
                }
            }
            "strip" if now == 0 => {}
            _ => return change.wrong("it can not change so"),
        }
    }
    if kept.is_some() {
        return Err("damage was doubled".to_owned());
    }
    Ok(changes)
}

/// A weapon enters with its printed durability, and loses it one by one: in a combat, by an ability
/// of its own, or because it leaves the field. When a turn begins, none is on the field without.
pub(super) fn durability(book: &Book, trace: &Trace) -> Result<usize, String> {
    let names = replay::names(trace);
    let mut amounts = begun(trace, "durability");
    let mut table = replay::start(trace)?;
    let (mut attacking, mut leaving): (BTreeSet<u32>, BTreeSet<u32>) =
        (BTreeSet::new(), BTreeSet::new());
    let mut changes = 0;
    for record in &trace.records {
        table.forth(&record.act)?;
        match &record.act {
            Act::Flag { piece, flag, on } if flag == "attacking" => {
                if *on {
                    attacking.insert(piece.id)
                } else {
                    attacking.remove(&piece.id)
                };
            }
            Act::Move { piece, from, .. }
                if leaving.remove(&piece.id) && !from.key.ends_with(".field") =>
            {
                return Err(format!("{} leaves `{}`", names[&piece.id], from.key));
            }
            Act::Turn { number, .. } if trace.start.is_none() => {
                let mut fields = book
                    .players
                    .iter()
                    .flat_map(|(player, _)| table.zone(&book.zone(player, "field")));
                let blunt = |id: &&u32| amounts.get(*id) == Some(&0);
                if let Some(id) = fields.find(blunt) {
                    return Err(format!(
                        "turn {number} begins with {} used up on the field",
                        names[id]
                    ));
                }
            }
            _ => {}
        }
        let Some(change) = change(record, "durability") else { continue };
        changes += 1;
        let Change { piece, was, now, .. } = change;
        let name = names[&piece.id];
        if now < 0 || amounts.insert(piece.id, now).unwrap_or_default() != was {
            return change.wrong("another amount lay there");
        }
        let printed = book.cards.get(name).and_then(|card| card["Durability"].parse().ok());
        match record.verb.as_str() {
            "equip" if was == 0 && Some(now) == printed => {}
            "wear"
                if now == was - 1
                    && (!attacking.is_empty() || record.effect.as_deref() == Some(name)) => {}
            "mend" if now == was + 1 && record.effect.as_deref() == Some("Weaponsmith") => {}
            "strip" if now == 0 => {
                leaving.insert(piece.id);
            }
            _ => return change.wrong("it can not change so"),
        }
    }
    match leaving.first() {
        Some(id) => Err(format!("{} has lost its durability and stays", names[id])),
        None => Ok(changes),
    }
}
