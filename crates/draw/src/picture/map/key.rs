//! The key of a map: what its letters, shapes and marks mean.

use std::collections::BTreeSet;

use super::super::rows::RowFlow;
use super::super::text::{SmallType, regular_width};
use super::hexagon::{draw_ground, draw_piece, draw_place};
use super::place_mark::REACH;
use super::{HexMap, HexMark, StandingPiece};
use crate::drawing::{Canvas, Point, TextAlign};

/// Height of a line of the key.
const LINE: f64 = 12.0;
/// Width of a sign with the room beside it.
const SIGN: f64 = 2.0 * REACH + 2.4;
/// From the left end of an entry to the middle of its sign.
const SIGN_MIDDLE: f64 = REACH;
/// Width of the hex that shows a mark.
const MARK: f64 = 11.5;

/// The entries of a key with their places.
pub struct MapKey {
    entries: Vec<(String, KeyEntry, Point)>,
    pub height: f64,
}

/// What an entry of the key explains.
enum KeyEntry {
    Place(usize),
    Piece(usize, Option<usize>),
    Mark(HexMark),
}

/// The key of a map that is `width` points wide.
pub fn map_key(map: &HexMap, width: f64) -> MapKey {
    let mut flow = RowFlow { at: (0.0, LINE), room: width, step: LINE + 1.5 };
    let mut entries = Vec::new();
    for (name, entry) in key_entries(map) {
        let place = flow.place_next(entry_width(&name), 0.0);
        entries.push((name, entry, place));
    }
    let height = if entries.is_empty() { 0.0 } else { flow.at.1 + LINE * 0.6 };
    MapKey { entries, height }
}

/// Width of the widest entry of the key of a map.
pub fn widest_entry(map: &HexMap) -> f64 {
    key_entries(map).iter().map(|(name, _)| entry_width(name)).fold(0.0, f64::max)
}

fn entry_width(name: &str) -> f64 {
    SIGN + regular_width(name) + 7.0
}

/// Draws a key with its top left corner at a place.
pub fn draw_key(map: &HexMap, key: MapKey, (left, top): Point, canvas: &mut Canvas) {
    let style = SmallType::regular("ink", TextAlign::Left);
    for (name, entry, (x, y)) in key.entries {
        entry.draw(map, (left + x + SIGN_MIDDLE, top + y), canvas);
        canvas.small_line(&name, (left + x + SIGN, top + y + 2.5), style);
    }
}

/// Every place, piece and mark that is drawn, the pieces of each player apart.
fn key_entries(map: &HexMap) -> Vec<(String, KeyEntry)> {
    let mut entries = place_entries(map);
    for kind in 0..map.pieces.len() {
        entries.extend(piece_entries(map, kind));
    }
    entries.extend(mark_entries(map));
    entries
}

fn place_entries(map: &HexMap) -> Vec<(String, KeyEntry)> {
    let drawn = map.places.iter().enumerate().filter(|(kind, _)| has_place(map, *kind));
    drawn.map(|(kind, place)| (place.name.clone(), KeyEntry::Place(kind))).collect()
}

fn has_place(map: &HexMap, kind: usize) -> bool {
    map.hexes.iter().any(|hex| hex.place == Some(kind))
}

fn piece_entries(map: &HexMap, kind: usize) -> Vec<(String, KeyEntry)> {
    let entry = |owner| (piece_name(map, kind, owner), KeyEntry::Piece(kind, owner));
    piece_owners(map, kind).into_iter().map(entry).collect()
}

/// Whose pieces of a kind stand on the map.
fn piece_owners(map: &HexMap, kind: usize) -> BTreeSet<Option<usize>> {
    let pieces = map.hexes.iter().flat_map(|hex| &hex.pieces);
    pieces.filter(|piece| piece.kind == kind).map(|piece| piece.owner).collect()
}

fn piece_name(map: &HexMap, kind: usize, owner: Option<usize>) -> String {
    let name = &map.pieces[kind].1;
    let player = owner.and_then(|owner| map.players.get(owner));
    player.map_or_else(|| name.clone(), |player| format!("{name} ({player})"))
}

fn mark_entries(map: &HexMap) -> impl Iterator<Item = (String, KeyEntry)> {
    let marks = [HexMark::Range, HexMark::Possible, HexMark::Chosen];
    let named = map.marks.iter().zip(marks).filter(|(name, _)| !name.is_empty());
    named.map(|(name, mark)| (name.clone(), KeyEntry::Mark(mark)))
}

/// From the middle of the sign of a mark to its upper end.
fn mark_height(map: &HexMap) -> f64 {
    if map.squares { MARK / 2.0 } else { MARK / 3.0f64.sqrt() }
}

impl KeyEntry {
    fn draw(&self, map: &HexMap, at: Point, canvas: &mut Canvas) {
        match *self {
            Self::Place(kind) => draw_place(map, kind, at, canvas),
            Self::Piece(kind, owner) => {
                draw_piece(map, &StandingPiece { kind, owner, strong: false }, at, canvas)
            }
            Self::Mark(mark) => draw_ground(mark, at, (mark_height(map), map.squares), canvas),
        }
    }
}
