//! The part of a map that a picture shows: the spaces that its step is about, and one more space on each
//! side.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::super::floor::floor_plan;
use super::super::replay::LyingPiece;
use super::super::storyboard::Storyboard;
use super::super::{Step, TableState};
use super::{GameMap, MARKS, MapChanges};
use draw::picture::joined_disc;
use draw::picture::map::{HexMap, MapHexagon, StandingPiece};
use rules::engine::Hex;
use rules::engine::PieceSize;
use rules::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};

/// The part of a map that a picture shows.
pub struct MapWindow<'a> {
    pub scene: &'a Storyboard<'a>,
    pub field: &'a GameMap,
    pub doing: &'a MapChanges<'a>,
    pub range: &'a BTreeSet<Hex>,
    pub table: &'a TableState,
    /// All records up to the end of the step.
    pub told: &'a [TraceRecord],
    /// Number of records that belong to the step.
    pub step: usize,
    /// The numbered steps, if it shows several.
    pub steps: &'a [&'a Step],
    /// The numbers of the steps that touch each piece, if it shows several.
    pub marks: Option<&'a BTreeMap<u32, Vec<u32>>>,
    /// Pieces on each space.
    pub standing: BTreeMap<&'a str, Vec<LyingPiece<'a>>>,
    /// The discs on each piece, if it shows pieces that steps of the text put there.
    pub discs: Option<&'a BTreeMap<u32, Vec<String>>>,
}

/// A figure that a numbered step puts onto a floor plan.
pub struct Arrival<'a> {
    /// Number of the step.
    pub step: u32,
    pub piece: &'a NamedSubject,
    /// Key of its new zone.
    pub zone: &'a str,
    /// Its top left space.
    pub hex: Hex,
    pub size: PieceSize,
}

impl<'a> MapWindow<'a> {
    /// Returns the window of a position.
    pub fn of(
        scene: &'a Storyboard<'a>,
        field: &'a GameMap,
        doing: &'a MapChanges<'a>,
        table: &'a TableState,
    ) -> Self {
        let mut standing: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for own in table.lying_pieces() {
            if let Some(space) = &own.piece.space {
                standing.entry(space).or_default().push(own);
            }
        }
        Self {
            scene,
            field,
            doing,
            range: const { &BTreeSet::new() },
            table,
            told: &[],
            step: 0,
            steps: &[],
            marks: None,
            standing,
            discs: None,
        }
    }

    /// Returns the pieces on a space.
    fn pieces_at(&self, space: &str) -> impl Iterator<Item = LyingPiece<'a>> {
        self.standing.get(space).into_iter().flatten().copied()
    }

    /// Returns whether a numbered step touches a piece on the map.
    pub fn has_marked_piece(&self) -> bool {
        self.table.pieces().any(|piece| self.is_marked(piece) && self.field.shows_piece(piece))
    }

    fn is_marked(&self, piece: &PieceState) -> bool {
        self.marks.is_some_and(|marks| marks.contains_key(&piece.id))
            || self.discs.is_some_and(|discs| discs.contains_key(&piece.id))
    }

    /// Returns the discs of the steps that touch a piece.
    pub fn discs_on(&self, piece: &PieceState) -> Vec<String> {
        match self.discs {
            Some(discs) => discs.get(&piece.id).cloned().unwrap_or_default(),
            None => joined_disc(&self.numbers_on(piece)),
        }
    }

    /// Returns the discs at a space: those of its pieces, if steps of the text put them there.
    fn discs_at(&self, space: &str) -> Vec<String> {
        if self.discs.is_none() {
            return joined_disc(&self.numbers_at(space));
        }
        let standing = self.pieces_at(space);
        let mut discs: Vec<String> = standing.flat_map(|own| self.discs_on(own.piece)).collect();
        discs.dedup();
        discs
    }

    /// Returns the numbers of the steps that touch a piece, except those in which it moves away.
    fn numbers_on(&self, piece: &PieceState) -> Vec<u32> {
        let numbers = self.marks.and_then(|marks| marks.get(&piece.id)).into_iter().flatten();
        let moves =
            |number: &&u32| self.records_of(**number).any(|record| self.is_way_of(record, piece));
        numbers.filter(|number| !moves(number)).copied().collect()
    }

    /// Returns whether a record moves a piece whose route is drawn.
    fn is_way_of(&self, record: &TraceRecord, piece: &PieceState) -> bool {
        match &record.act {
            Act::Walk { piece: own, .. } => own.id == piece.id,
            Act::Stand { piece: own, .. } => own.id == piece.id && self.field.floor.is_some(),
            _ => false,
        }
    }

    /// Returns the records of a numbered step.
    pub fn records_of(&self, number: u32) -> impl Iterator<Item = &TraceRecord> {
        let step = self.steps.iter().find(|step| step.number == number);
        step.into_iter().flat_map(|step| step.told_by(self.told))
    }

    /// Returns the number of the last step that chooses a space or puts something there.
    fn numbers_at(&self, space: &str) -> Vec<u32> {
        let acts = |number: u32| {
            self.records_of(number).any(|record| match &record.act {
                Act::Pick { chosen: Some(thing), .. } => {
                    self.field.is_space(thing) && thing.name == space
                }
                Act::Stand { space: own, .. } => own.name == space,
                _ => false,
            })
        };
        let last = self.steps.iter().map(|step| step.number).rfind(|number| acts(*number));
        last.into_iter().collect()
    }

    /// Returns the pieces that numbered steps put on a space.
    fn coming_pieces(&self, space: &str) -> Vec<StandingPiece> {
        let records = self.steps.iter().flat_map(|step| self.records_of(step.number));
        let put = records.filter_map(|record| match &record.act {
            Act::Stand { piece, to, space: own, .. } if own.name == space => {
                let name = self.scene.words.name(&piece.name);
                let kind = self.field.pieces.iter().position(|(_, known)| known == name)?;
                Some(StandingPiece { kind, owner: self.scene.owner_of(&to.key), strong: true })
            }
            _ => None,
        });
        put.collect()
    }

    /// Returns the figures of a floor plan that numbered steps put onto the map.
    pub fn arrivals(&self) -> Vec<Arrival<'a>> {
        let steps = self.steps.iter().filter(|_| self.field.floor.is_some());
        let told = steps
            .flat_map(|step| step.told_by(self.told).iter().map(|record| (step.number, record)));
        told.filter_map(|(step, record)| self.arrival(step, record)).collect()
    }

    /// Returns the figure that a record puts onto the map, if it is not there yet.
    fn arrival(&self, step: u32, record: &'a TraceRecord) -> Option<Arrival<'a>> {
        let Act::Stand { piece, to, space, size, .. } = &record.act else { return None };
        let hex = self.field.hex_of(&space.name)?;
        let own = self.table.find(piece.id);
        let is_there = own.is_some_and(|own| self.field.shows_piece(own.piece));
        (!is_there).then(|| Arrival { step, piece, zone: &to.key, hex, size: *size })
    }

    /// Returns the shown hexes: all that matter, and one more on each side, in a rectangle.
    pub fn hex_map(&self) -> HexMap {
        let hexes = self.shown_hexes();
        HexMap {
            marks: MARKS.map(|(key, mark)| match hexes.iter().any(|hex| hex.mark == mark) {
                true => self.scene.words.phrase(key, "").to_owned(),
                false => String::new(),
            }),
            floor: self.field.floor.as_ref().map(|floor| Box::new(floor_plan(floor, self, &hexes))),
            hexes,
            places: self.field.places.clone(),
            pieces: self.field.pieces.clone(),
            players: self.scene.players.clone(),
            squares: self.field.squares,
            small: self.discs.is_some(),
        }
    }

    fn shown_hexes(&self) -> Vec<MapHexagon> {
        let (rows, columns) = self.shown_ranges();
        let spaces = self.field.spaces.iter();
        let shown =
            spaces.filter(|(_, (hex, _))| rows.contains(&hex.row) && columns.contains(&hex.column));
        let mut hexes: Vec<MapHexagon> =
            shown.map(|(name, (hex, place))| self.hexagon(name, *hex, *place)).collect();
        hexes.sort_by_key(|hex| (hex.row, hex.column));
        hexes
    }

    /// Returns the shown rows and columns, chosen so that no figure is cut off.
    fn shown_ranges(&self) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
        let spaces = self.field.spaces.iter().map(|(name, (hex, _))| (name, *hex));
        let focus: Vec<Hex> =
            spaces.filter(|(name, hex)| self.matters(name, *hex)).map(|(_, hex)| hex).collect();
        let more = if self.field.squares { 1 } else { 2 };
        let mut rows = widened_range(focus.iter().map(|hex| hex.row), 1);
        let mut columns = widened_range(focus.iter().map(|hex| hex.column), more);
        let mut figures = self.covered_ranges();
        while let Some(cut) =
            figures.iter().position(|(down, across)| meet(down, &rows) && meet(across, &columns))
        {
            let (down, across) = figures.swap_remove(cut);
            rows = joined_range(&rows, &down);
            columns = joined_range(&columns, &across);
        }
        (rows, columns)
    }

    /// Returns the rows and columns that each figure of a floor plan covers.
    fn covered_ranges(&self) -> Vec<(RangeInclusive<i32>, RangeInclusive<i32>)> {
        let pieces = self.table.pieces().filter(|_| self.field.floor.is_some());
        let covered = pieces.filter_map(|piece| {
            let hex = self.field.hex_of(piece.space.as_deref()?)?;
            Some(covered_range(hex, piece.size.turned(piece.rotation)))
        });
        let coming = self.arrivals();
        covered.chain(coming.iter().map(|one| covered_range(one.hex, one.size))).collect()
    }

    /// Returns whether a step is about a space, or a piece is on it.
    fn matters(&self, space: &str, hex: Hex) -> bool {
        if self.discs.is_some() {
            return self.has_marked(space);
        }
        let MapChanges { possible, spaces, .. } = self.doing;
        possible.contains(space)
            || spaces.contains(space)
            || self.range.contains(&hex)
            || self.pieces_at(space).any(|own| self.doing.seen.contains(&own.piece.id))
            || self.has_rival(space)
            || self.has_marked(space)
            || possible.is_empty()
                && (self.field.floor.is_none() || self.step == 0)
                && !self.standing_pieces(space).is_empty()
    }

    /// Returns whether the space of a floor plan has a figure that steps move away, or that is a candidate of
    /// their choice.
    fn has_rival(&self, space: &str) -> bool {
        let is_rival = |piece| self.has_put(piece) || self.doing.compared.contains(&piece.id);
        self.field.floor.is_some() && self.pieces_at(space).any(|own| is_rival(own.piece))
    }

    /// Returns whether the space has a piece that a numbered step touches.
    fn has_marked(&self, space: &str) -> bool {
        self.pieces_at(space).any(|own| self.is_marked(own.piece))
    }

    /// Returns whether a step put or moved a piece.
    pub fn has_put(&self, piece: &PieceState) -> bool {
        self.doing.put.contains(&piece.id)
    }

    fn hexagon(&self, space: &str, hex: Hex, place: Option<usize>) -> MapHexagon {
        MapHexagon {
            row: hex.row,
            column: hex.column,
            place,
            pieces: if self.field.floor.is_some() {
                Vec::new()
            } else {
                let mut pieces = self.standing_pieces(space);
                pieces.extend(self.coming_pieces(space));
                pieces
            },
            mark: self.doing.mark(space, self.range.contains(&hex)),
            discs: self.discs_at(space),
        }
    }

    fn standing_pieces(&self, space: &str) -> Vec<StandingPiece> {
        let standing = self.pieces_at(space);
        standing.filter_map(|own| self.standing_piece(own)).collect()
    }

    fn standing_piece(&self, own: LyingPiece<'_>) -> Option<StandingPiece> {
        let LyingPiece { zone, piece, .. } = own;
        let name = self.scene.words.name(&piece.name);
        Some(StandingPiece {
            kind: self.field.pieces.iter().position(|(_, known)| known == name)?,
            owner: self.scene.side_of(zone, piece),
            strong: self.doing.put.contains(&piece.id),
        })
    }
}

/// Returns the rows and columns that a figure covers whose top left space is this hex.
fn covered_range(hex: Hex, size: PieceSize) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
    let (down, across) = (i32::from(size.down), i32::from(size.across));
    (hex.row..=hex.row + down - 1, hex.column..=hex.column + across - 1)
}

/// Returns the range from the least to the greatest number, with `more` on each side; around 0 if there are
/// no numbers.
fn widened_range(numbers: impl Iterator<Item = i32> + Clone, more: i32) -> RangeInclusive<i32> {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    least - more..=most + more
}

/// Returns whether two ranges have a number in common.
fn meet(one: &RangeInclusive<i32>, other: &RangeInclusive<i32>) -> bool {
    one.start() <= other.end() && other.start() <= one.end()
}

/// Returns the smallest range that contains both ranges.
fn joined_range(one: &RangeInclusive<i32>, other: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    *one.start().min(other.start())..=*one.end().max(other.end())
}
