//! Cards never appear or vanish: the records of a trace lead from one whole table to another.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::{Act, NamedZoneSlot, PieceState, Trace};

use super::Book;

/// The numbers of the pieces of every zone, left or top first; none where a shuffle left the order
/// unknown.
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

    /// Returns the pieces of a zone.
    pub(super) fn zone(&self, key: &str) -> &[u32] {
        self.zones.get(key).map_or(&[], Vec::as_slice)
    }

    /// Takes a piece from a spot that must hold it.
    fn take(&mut self, piece: u32, spot: &NamedZoneSlot) -> Result<(), String> {
        let zone = self.zones.entry(spot.key.clone()).or_default();
        if zone.len() != spot.of as usize {
            return Err(format!("`{}` holds {} pieces, not {}", spot.key, zone.len(), spot.of));
        }
        let at = if self.unknown.contains(&spot.key) {
            zone.iter().position(|other| *other == piece)
        } else {
            zone.get(spot.at as usize)
                .is_some_and(|other| *other == piece)
                .then_some(spot.at as usize)
        };
        zone.remove(
            at.ok_or_else(|| format!("{piece} does not lie in `{}` at {}", spot.key, spot.at))?,
        );
        Ok(())
    }

    fn put(&mut self, piece: u32, spot: &NamedZoneSlot) -> Result<(), String> {
        let zone = self.zones.entry(spot.key.clone()).or_default();
        zone.insert((spot.at as usize).min(zone.len()), piece);
        let fits = zone.len() == spot.of as usize;
        if fits {
            Ok(())
        } else {
            Err(format!("`{}` holds {} pieces, not {}", spot.key, zone.len(), spot.of))
        }
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
        table
            .back(&record.act)
            .map_err(|wrong| format!("record {at}, {}: {wrong}", record.verb))?;
    }
    Ok(table)
}

/// The real name of every piece.
pub(super) fn names(trace: &Trace) -> BTreeMap<u32, &str> {
    trace.end.zones.values().flatten().map(|piece| (piece.id, piece.name.as_str())).collect()
}

/// Returns the number of every card, both sides together.
fn packed(book: &Book) -> BTreeMap<&str, usize> {
    let mut cards = BTreeMap::new();
    for (path, sides) in book.packs {
        let data = book
            .game
            .program
            .data
            .iter()
            .find(|data| data.path == *path)
            .expect("the book has these cards");
        let copies =
            data.columns.iter().position(|column| column == "Copies").expect("cards have copies");
        for row in &data.rows {
            let copies: usize = row[copies].parse().expect("a number of copies");
            *cards.entry(row[0].as_str()).or_default() += copies * sides;
        }
    }
    cards
}

/// Every card that exists at the start exists once at the end, and each move takes a card from its
/// zone.
pub(super) fn moves(book: &Book, trace: &Trace) -> Result<usize, String> {
    let mut table = start(trace)?;
    let all: Vec<u32> = table.zones.values().flatten().copied().collect();
    let once: BTreeSet<u32> = all.iter().copied().collect();
    if once.len() != all.len() {
        return Err("a card lies in two places at the start".to_owned());
    }
    let end: Vec<&PieceState> = trace.end.zones.values().flatten().collect();
    if end.len() != once.len() || end.iter().any(|piece| !once.contains(&piece.id)) {
        return Err("other cards at the start than at the end".to_owned());
    }
    match &trace.start {
        Some(begun) => as_begun(&table, &begun.zones)?,
        None => {
            let mut cards: BTreeMap<&str, usize> = BTreeMap::new();
            end.iter().for_each(|piece| *cards.entry(piece.name.as_str()).or_default() += 1);
            if cards != packed(book) {
                return Err(format!("the cards are not those of the decks: {cards:?}"));
            }
        }
    }
    let mut moved = 0;
    for record in &trace.records {
        table.forth(&record.act).map_err(|wrong| format!("{}: {wrong}", record.verb))?;
        moved += usize::from(matches!(record.act, Act::Move { .. }));
    }
    Ok(moved)
}

/// Checks that the table is the one that was laid out.
fn as_begun(table: &Table, zones: &BTreeMap<String, Vec<PieceState>>) -> Result<(), String> {
    for (key, pieces) in zones {
        let mut ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
        let mut lie = table.zone(key).to_vec();
        if table.unknown.contains(key) {
            ids.sort_unstable();
            lie.sort_unstable();
        }
        if lie != ids {
            return Err(format!("`{key}` at the start"));
        }
    }
    Ok(())
}
