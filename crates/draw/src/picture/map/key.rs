//! The key of a map: the meanings of its letters, shapes and marks.

use std::collections::BTreeSet;

use super::super::rows::RowFlow;
use super::super::text::{SmallType, regular_width};
use super::hexagon::{SpaceGround, draw_ground, draw_piece, draw_place};
use super::place_mark::REACH;
use super::{HexMap, HexMark, StandingPiece};
use crate::drawing::{Canvas, Point, TextAlign, pt};

/// Height of a line of a key, in points.
const LINE: f64 = 12.0;
/// Width of a sign with the room beside it, in points.
const SIGN: f64 = 2.0 * REACH + 2.4;
/// Distance from the left end of an entry to the middle of its sign, in points.
const SIGN_MIDDLE: f64 = REACH;
/// Width of the hex that shows a mark, in points.
const MARK: f64 = 11.5;

/// Named entries of a key with their places.
pub struct KeyRows<E> {
    entries: Vec<(String, E, Point)>,
    sign: f64,
    /// Height of all rows, in points.
    pub height: f64,
}

impl<E> KeyRows<E> {
    /// Places the entries in at most `width` points; the sign of each takes `sign` points.
    pub fn of(entries: Vec<(String, E)>, sign: f64, width: f64) -> Self {
        let mut flow = RowFlow { at: pt(0.0, LINE), room: width, step: LINE + 1.5 };
        let place = |(name, entry): (String, E)| {
            let place = flow.place_next(entry_width(&name, sign), 0.0);
            (name, entry, place)
        };
        let entries: Vec<_> = entries.into_iter().map(place).collect();
        let height = if entries.is_empty() { 0.0 } else { flow.at.y + LINE * 0.6 };
        Self { entries, sign, height }
    }

    /// Draws the key with its top left corner at a point; `draw_sign` gets the left end of an entry.
    pub fn draw(
        &self,
        corner: Point,
        canvas: &mut Canvas,
        draw_sign: impl Fn(&E, Point, &mut Canvas),
    ) {
        let style = SmallType::regular("ink", TextAlign::Left);
        for (name, entry, place) in &self.entries {
            let left = corner + *place;
            draw_sign(entry, left, canvas);
            canvas.small_line(name, pt(left.x + self.sign, left.y + 2.5), style);
        }
    }
}

fn entry_width(name: &str, sign: f64) -> f64 {
    sign + regular_width(name) + 7.0
}

/// Returns the width of the widest entry of a key.
pub fn widest_entry<E>(entries: &[(String, E)], sign: f64) -> f64 {
    entries.iter().map(|(name, _)| entry_width(name, sign)).fold(0.0, f64::max)
}

/// The subject of an entry of a map's key.
pub enum KeyEntry {
    Place(usize),
    Piece(usize, Option<usize>),
    Mark(HexMark),
}

/// Returns the key of a map that is `width` points wide.
pub fn map_key(map: &HexMap, width: f64) -> KeyRows<KeyEntry> {
    KeyRows::of(key_entries(map), SIGN, width)
}

/// Returns the width of the widest entry of the key of a map.
pub fn widest_map_entry(map: &HexMap) -> f64 {
    widest_entry(&key_entries(map), SIGN)
}

/// Draws the key of a map with its top left corner at a point.
pub fn draw_map_key(map: &HexMap, key: KeyRows<KeyEntry>, at: Point, canvas: &mut Canvas) {
    key.draw(at, canvas, |entry, left, canvas| {
        entry.draw(map, pt(left.x + SIGN_MIDDLE, left.y), canvas);
    });
}

/// Returns every place, piece and mark that is drawn, the pieces of each player separately.
fn key_entries(map: &HexMap) -> Vec<(String, KeyEntry)> {
    let mut entries = Vec::new();
    entries.extend(drawn_places(map).map(|(name, kind)| (name, KeyEntry::Place(kind))));
    for (kind, (_, name)) in map.pieces.iter().enumerate() {
        let pieces = map.hexes.iter().flat_map(|hex| &hex.pieces);
        let own = pieces.filter(|piece| piece.kind == kind);
        let owners: BTreeSet<Option<usize>> = own.map(|piece| piece.owner).collect();
        for owner in owners {
            let player = owner.and_then(|owner| map.players.get(owner));
            let name = match player {
                Some(player) => format!("{name} ({player})"),
                None => name.clone(),
            };
            entries.push((name, KeyEntry::Piece(kind, owner)));
        }
    }
    entries.extend(named_marks(map).map(|(name, mark)| (name, KeyEntry::Mark(mark))));
    entries
}

/// Returns the kinds of places on spaces, with their names.
pub fn drawn_places(map: &HexMap) -> impl Iterator<Item = (String, usize)> {
    let is_drawn = |kind: usize| map.hexes.iter().any(|hex| hex.place == Some(kind));
    let drawn = map.places.iter().enumerate().filter(move |(kind, _)| is_drawn(*kind));
    drawn.map(|(kind, place)| (place.name.clone(), kind))
}

/// Returns the marks that have a name, with their names.
pub fn named_marks(map: &HexMap) -> impl Iterator<Item = (String, HexMark)> {
    let marks = [HexMark::Range, HexMark::Possible, HexMark::Chosen];
    let named = map.marks.iter().zip(marks).filter(|(name, _)| !name.is_empty());
    named.map(|(name, mark)| (name.clone(), mark))
}

impl KeyEntry {
    fn draw(&self, map: &HexMap, at: Point, canvas: &mut Canvas) {
        match *self {
            Self::Place(kind) => draw_place(map, kind, at, canvas),
            Self::Piece(kind, owner) => {
                draw_piece(map, &StandingPiece { kind, owner, strong: false }, at, canvas)
            }
            Self::Mark(mark) => {
                // Distance from the middle of the sign to its upper end.
                let tall = if map.squares { MARK / 2.0 } else { MARK / 3.0f64.sqrt() };
                draw_ground(mark, at, SpaceGround { tall, square: map.squares }, canvas)
            }
        }
    }
}
