//! A table that draws a map of hexes or squares. In: a row for each space, with the columns `Row` and
//! `Column`; the last column says what is in the space. Out: the map, with an entry for every row of the
//! table.

use std::collections::BTreeSet;

use crate::{Row, Table, plain_text, walk};
use draw::picture::map::{FloorData, FloorPlan, HexMap, MapHexagon, map_places};
use draw::picture::{MapSpace, MapSpaces};

/// Returns the map that a table draws; none if it lacks these columns, or if one of their cells is no whole
/// number.
pub fn map_of_table(table: &Table) -> Option<HexMap> {
    let [head, rows @ ..] = table.rows.as_slice() else { return None };
    let spaces = MapSpaces::of(&cell_words(head), rows.iter().map(cell_words))?;
    let squares = spaces.are_squares();
    let places = map_places(spaces.kinds.iter().map(|(name, colour)| (name.as_str(), *colour)));
    let hexes: Vec<MapHexagon> = spaces
        .list
        .into_iter()
        .map(|MapSpace { row, column, kind: place, .. }| MapHexagon {
            row,
            column,
            place,
            ..MapHexagon::default()
        })
        .collect();
    let floor = floor_of_rows(&cell_words(head), rows, &hexes);
    (!hexes.is_empty() && hexes.len() == rows.len()).then(|| HexMap {
        hexes,
        places,
        squares: squares || floor.is_some(),
        floor,
        ..HexMap::default()
    })
}

/// Returns walls, doors and terrain, if the table has them.
fn floor_of_rows(titles: &[String], rows: &[Row], hexes: &[MapHexagon]) -> Option<Box<FloorPlan>> {
    let mut floor = FloorData::default();
    floor.add_rows(titles, rows.iter().map(cell_words));
    let shown = hexes.iter().map(|hex| (hex.row, hex.column)).collect();
    let plan = || FloorPlan {
        terrain: floor.terrain(&shown, str::to_owned),
        edges: floor.edges(&shown, |_, _, word| word, str::to_owned),
        ..FloorPlan::default()
    };
    (!floor.is_empty()).then(|| Box::new(plan()))
}

/// Describes a map, or a part of it, in words: the names of its spaces with something on them, in the order
/// of the table; if there are none, the caption and the range of spaces.
pub fn map_in_words(table: &Table, part: &HexMap) -> String {
    let shown: BTreeSet<_> = part.hexes.iter().map(|hex| (hex.row, hex.column)).collect();
    let whole = map_of_table(table).unwrap_or_default();
    let rows = table.rows.iter().skip(table.header_rows).zip(&whole.hexes);
    let shown_rows = rows.filter(|(_, hex)| shown.contains(&(hex.row, hex.column)));
    let spaces: Vec<_> = shown_rows.map(|(row, _)| cell_words(row)).collect();
    let named = spaces.iter().filter(|cells| cells.last().is_some_and(|kind| !kind.is_empty()));
    let named: Vec<&str> = named.filter_map(|cells| first_words(cells)).collect();
    if !named.is_empty() {
        return format!("{}.", named.join(", "));
    }
    let caption = plain_text(&table.caption);
    let is_whole = spaces.len() + table.header_rows == table.rows.len();
    if is_whole && !caption.is_empty() {
        return caption;
    }
    let ends = [spaces.first(), spaces.last()].map(|space| first_words(space?));
    let [Some(first), Some(last)] = ends else { return caption };
    format!("{caption} {first} – {last}").trim().to_owned()
}

fn first_words(cells: &[String]) -> Option<&str> {
    cells.first().map(String::as_str)
}

/// Returns the words of each cell.
fn cell_words(row: &Row) -> Vec<String> {
    row.cells
        .iter()
        .map(|cell| {
            let mut words = String::new();
            walk::each_block(&cell.blocks, &mut |block| {
                for text in walk::inline_runs(&block.kind) {
                    words += &plain_text(text);
                }
            });
            words.trim().to_owned()
        })
        .collect()
}
