//! A table that draws a map of hexes or squares. In: a row for each space, with the columns `Row` and
//! `Column`; the last column says what lies there. Out: the map; it has an entry for every row of
//! the table.

use crate::document::{Block, Row, Table, plain_text, walk};
use crate::picture::map::{FloorData, FloorPlan, HexMap, MapHexagon};
use crate::picture::{MapSpace, MapSpaces, assign_letters};

/// The map that a table draws; none when it has no such columns, or when a cell of them holds no
/// whole number.
pub fn map_of_table(table: &Table) -> Option<HexMap> {
    let [head, rows @ ..] = table.rows.as_slice() else { return None };
    let spaces = MapSpaces::of(&cell_words(head), rows.iter().map(cell_words))?;
    let squares = spaces.are_squares();
    let letters = assign_letters(spaces.kinds.iter().map(|name| (name.as_str(), name.as_str())));
    let places = spaces.kinds.into_iter().map(|name| (letters[&name].clone(), name)).collect();
    let hexes: Vec<MapHexagon> = spaces.list.into_iter().map(map_hexagon).collect();
    let floor = floor_of_rows(&cell_words(head), rows, &hexes);
    (!hexes.is_empty() && hexes.len() == rows.len()).then(|| HexMap {
        hexes,
        places,
        squares: squares || floor.is_some(),
        floor,
        ..HexMap::default()
    })
}

/// Walls, doors and terrain, if the table has them.
fn floor_of_rows(titles: &[String], rows: &[Row], hexes: &[MapHexagon]) -> Option<Box<FloorPlan>> {
    let mut floor = FloorData::default();
    floor.add_rows(titles, rows.iter().map(cell_words));
    let shown = hexes.iter().map(|hex| (hex.row, hex.column)).collect();
    let plan = || FloorPlan {
        terrain: floor.terrain(&shown, str::to_owned),
        edges: floor.edges(&shown, |_, word| word, str::to_owned),
        ..FloorPlan::default()
    };
    (!floor.is_empty()).then(|| Box::new(plan()))
}

fn map_hexagon(space: MapSpace) -> MapHexagon {
    let MapSpace { row, column, kind, .. } = space;
    MapHexagon { row, column, place: kind, ..MapHexagon::default() }
}

/// The map in words: what its spaces with something on them are called, in the order of the table.
pub fn map_in_words(table: &Table) -> String {
    let names = named_spaces(table);
    if names.is_empty() { plain_text(&table.caption) } else { format!("{}.", names.join(", ")) }
}

/// The first words of each row with something on its space.
fn named_spaces(table: &Table) -> Vec<String> {
    let rows = table.rows.iter().skip(table.header_rows).map(cell_words);
    let named = rows.filter(|cells| cells.last().is_some_and(|kind| !kind.is_empty()));
    named.filter_map(|cells| cells.into_iter().next()).collect()
}

/// The words of each cell.
fn cell_words(row: &Row) -> Vec<String> {
    row.cells.iter().map(|cell| words_of_blocks(&cell.blocks)).collect()
}

fn words_of_blocks(blocks: &[Block]) -> String {
    let mut words = String::new();
    walk::each_block(blocks, &mut |block| words += &own_block_words(block));
    words.trim().to_owned()
}

fn own_block_words(block: &Block) -> String {
    walk::inline_runs(&block.kind).into_iter().map(|text| plain_text(text)).collect()
}
