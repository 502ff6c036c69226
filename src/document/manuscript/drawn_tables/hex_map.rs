//! A table that draws a map of hexes. In: a row for each space, with the columns `Row` and
//! `Column`; the last column says what lies there. Out: the map; it has an entry for every row of
//! the table.

use crate::document::{Row, Table, plain_text, walk};
use crate::picture::map::{HexMap, MapHexagon};
use crate::picture::{MapSpace, MapSpaces, assign_letters};

/// The map that a table draws; none when it has no such columns, or when a cell of them holds no
/// whole number.
pub fn map_of_table(table: &Table) -> Option<HexMap> {
    let [head, rows @ ..] = table.rows.as_slice() else { return None };
    let spaces = MapSpaces::of(&cell_words(head), rows.iter().map(cell_words))?;
    let letters = assign_letters(spaces.kinds.iter().map(|name| (name.as_str(), name.as_str())));
    let places = spaces.kinds.into_iter().map(|name| (letters[&name].clone(), name)).collect();
    let hex = |MapSpace { row, column, kind, .. }: MapSpace| MapHexagon {
        row,
        column,
        place: kind,
        ..MapHexagon::default()
    };
    let hexes: Vec<MapHexagon> = spaces.list.into_iter().map(hex).collect();
    (!hexes.is_empty() && hexes.len() == rows.len()).then(|| HexMap {
        hexes,
        places,
        ..HexMap::default()
    })
}

/// The map in words: what its spaces with something on them are called, in the order of the table.
pub fn map_in_words(table: &Table) -> String {
    let rows = table.rows.iter().skip(table.header_rows).map(cell_words);
    let named = rows.filter(|cells| cells.last().is_some_and(|kind| !kind.is_empty()));
    let names: Vec<String> = named.filter_map(|cells| cells.into_iter().next()).collect();
    if names.is_empty() { plain_text(&table.caption) } else { format!("{}.", names.join(", ")) }
}

/// The words of each cell.
fn cell_words(row: &Row) -> Vec<String> {
    let cell = |blocks: &Vec<crate::document::Block>| {
        let mut words = String::new();
        walk::each_block(blocks, &mut |block| {
            walk::inline_runs(&block.kind)
                .into_iter()
                .for_each(|text| words.push_str(&plain_text(text)));
        });
        words.trim().to_owned()
    };
    row.cells.iter().map(|own| cell(&own.blocks)).collect()
}
