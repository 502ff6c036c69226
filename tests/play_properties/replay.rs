//! Cards never appear or vanish: what a trace records leads from one whole table to another.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::{Act, PieceState, Spot, Trace};

use super::{all, played};

/// The numbers of the pieces of every zone, left or top first; none where a shuffle left the order unknown.
pub(super) struct Table {
    zones: BTreeMap<String, Vec<u32>>,
    unknown: BTreeSet<String>,
}

impl Table {
    fn of(zones: &BTreeMap<String, Vec<PieceState>>) -> Self {
        let ids = |pieces: &Vec<PieceState>| pieces.iter().map(|piece| piece.id).collect();
        let zones = zones.iter().map(|(key, pieces)| (key.clone(), ids(pieces))).collect();
        Self { zones, unknown: BTreeSet::new() }
    }

    /// Where a piece lies.
    pub(super) fn zone(&self, key: &str) -> &[u32] {
        self.zones.get(key).map_or(&[], Vec::as_slice)
    }

    /// Takes a piece from a spot that must hold it.
    fn take(&mut self, piece: u32, spot: &Spot) -> Result<(), String> {
        let zone = self.zones.entry(spot.key.clone()).or_default();
        if zone.len() != spot.of as usize {
            return Err(format!("`{}` holds {} pieces, not {}", spot.key, zone.len(), spot.of));
        }
        let at = if self.unknown.contains(&spot.key) {
            zone.iter().position(|other| *other == piece)
        } else {
            zone.get(spot.at as usize).is_some_and(|other| *other == piece).then_some(spot.at as usize)
        };
        zone.remove(at.ok_or_else(|| format!("{piece} does not lie in `{}` at {}", spot.key, spot.at))?);
        Ok(())
    }

    fn put(&mut self, piece: u32, spot: &Spot) -> Result<(), String> {
        let zone = self.zones.entry(spot.key.clone()).or_default();
        zone.insert((spot.at as usize).min(zone.len()), piece);
        let fits = zone.len() == spot.of as usize;
        if fits { Ok(()) } else { Err(format!("`{}` holds {} pieces, not {}", spot.key, zone.len(), spot.of)) }
    }

    /// Takes one act back.
    fn back(&mut self, act: &Act) -> Result<(), String> {
        match act {
            Act::Move { piece, from, to, .. } => {
                self.take(piece.id, to)?;
                self.put(piece.id, from)
            }
            Act::Shuffle { zone, .. } => {
                self.unknown.insert(zone.key.clone());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Carries one act out; a shuffled zone has an order that is not known.
    pub(super) fn forth(&mut self, act: &Act) -> Result<(), String> {
        match act {
            Act::Move { piece, from, to, .. } => {
                self.take(piece.id, from)?;
                self.put(piece.id, to)
            }
            other => self.back(other),
        }
    }
}

/// The table before the first record.
pub(super) fn start(trace: &Trace) -> Result<Table, String> {
    let mut table = Table::of(&trace.end.zones);
    for (at, record) in trace.records.iter().enumerate().rev() {
        table.back(&record.act).map_err(|wrong| format!("record {at}, {}: {wrong}", record.verb))?;
    }
    Ok(table)
}

/// The real name of every piece.
pub(super) fn names(trace: &Trace) -> BTreeMap<u32, &str> {
    trace.end.zones.values().flatten().map(|piece| (piece.id, piece.name.as_str())).collect()
}

/// How many copies of every card the book packs.
fn packed() -> BTreeMap<String, usize> {
    let mut cards = BTreeMap::new();
    for data in &played().game.program.data {
        let copies = data.columns.iter().position(|column| column == "Copies").expect("cards have copies");
        for row in &data.rows {
            *cards.entry(row[0].clone()).or_default() += row[copies].parse::<usize>().expect("a number of copies");
        }
    }
    cards
}

#[test]
fn every_card_lies_in_one_place() {
    for (seed, trace) in played().games.iter().enumerate() {
        let pieces: Vec<&PieceState> = trace.end.zones.values().flatten().collect();
        let ids: BTreeSet<u32> = pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids.len(), pieces.len(), "seed {seed}: a piece lies in two places");
        let mut cards: BTreeMap<String, usize> = BTreeMap::new();
        pieces.iter().for_each(|piece| *cards.entry(piece.name.clone()).or_default() += 1);
        assert_eq!(cards, packed(), "seed {seed}");
    }
}

#[test]
fn moves_lead_from_start_to_end() {
    for (name, trace) in all() {
        let mut table = start(trace).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let all: Vec<u32> = table.zones.values().flatten().copied().collect();
        let once: BTreeSet<u32> = all.iter().copied().collect();
        assert_eq!(once.len(), all.len(), "{name}: a piece lies in two places at the start");
        assert_eq!(once, names(trace).into_keys().collect(), "{name}: other pieces at the start than at the end");
        if let Some(begun) = &trace.start {
            for (key, pieces) in &begun.zones {
                let mut ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
                let mut lie = table.zone(key).to_vec();
                if table.unknown.contains(key) {
                    ids.sort_unstable();
                    lie.sort_unstable();
                }
                assert_eq!(lie, ids, "{name}: `{key}` at the start");
            }
        }
        for record in &trace.records {
            table.forth(&record.act).unwrap_or_else(|wrong| panic!("{name}: {}: {wrong}", record.verb));
        }
    }
}
