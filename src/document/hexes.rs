//! A table that draws a map of hexes. In: a row for each space, with the columns `Row` and
//! `Column`; the last column says what lies there. Out: the map; it has an entry for every row of
//! the table.

use super::{Row, Table, plain, walk};
use crate::picture::map::{Hexagon, Map};
use crate::picture::{Space, Spaces, letters};

/// The map that a table draws; none when it has no such columns, or when a cell of them holds no
/// whole number.
pub fn map(table: &Table) -> Option<Map> {
    let [head, rows @ ..] = table.rows.as_slice() else { return None };
    let spaces = Spaces::of(&words(head), rows.iter().map(words))?;
    let letters = letters(spaces.kinds.iter().map(|name| (name.as_str(), name.as_str())));
    let places = spaces.kinds.into_iter().map(|name| (letters[&name].clone(), name)).collect();
    let hex = |Space { row, column, kind, .. }: Space| Hexagon {
        row,
        column,
        place: kind,
        ..Hexagon::default()
    };
    let hexes: Vec<Hexagon> = spaces.list.into_iter().map(hex).collect();
    (!hexes.is_empty() && hexes.len() == rows.len()).then(|| Map {
        hexes,
        places,
        ..Map::default()
    })
}

/// The map in words: what its spaces with something on them are called, in the order of the table.
pub fn alt(table: &Table) -> String {
    let rows = table.rows.iter().skip(table.header_rows).map(words);
    let named = rows.filter(|cells| cells.last().is_some_and(|kind| !kind.is_empty()));
    let names: Vec<String> = named.filter_map(|cells| cells.into_iter().next()).collect();
    if names.is_empty() { plain(&table.caption) } else { format!("{}.", names.join(", ")) }
}

/// The words of each cell.
fn words(row: &Row) -> Vec<String> {
    let cell = |blocks: &Vec<super::Block>| {
        let mut words = String::new();
        walk::blocks(blocks, &mut |block| {
            walk::texts(&block.kind).into_iter().for_each(|text| words.push_str(&plain(text)));
        });
        words.trim().to_owned()
    };
    row.cells.iter().map(|own| cell(&own.blocks)).collect()
}
