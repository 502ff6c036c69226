//! A table that draws a map of hexes. In: a row for each space, with the columns `Row` and `Column`; the last column says what
//! lies there. Out: the map; it has an entry for every row of the table.

use super::{Row, Table, plain, walk};
use crate::picture::letters;
use crate::picture::map::{Hexagon, Map};

/// Columns of a map.
pub const COLUMNS: [&str; 2] = ["Row", "Column"];

/// The map that a table draws; none when it has no such columns, or when a cell of them holds no whole number.
pub fn map(table: &Table) -> Option<Map> {
    let [head, rows @ ..] = table.rows.as_slice() else { return None };
    let titles = words(head);
    let number = |title: &str| titles.iter().position(|own| own == title);
    let (row, column) = (number(COLUMNS[0])?, number(COLUMNS[1])?);
    let last = titles.len().checked_sub(1).filter(|last| ![0, row, column].contains(last));
    let mut kinds: Vec<String> = Vec::new();
    let mut hexes = Vec::new();
    for cells in rows.iter().map(words) {
        let whole = |at: usize| cells.get(at)?.parse::<i32>().ok();
        let kind = last.and_then(|last| cells.get(last)).filter(|kind| !kind.is_empty());
        let place = kind.map(|kind| {
            kinds.iter().position(|known| known == kind).unwrap_or_else(|| {
                kinds.push(kind.clone());
                kinds.len() - 1
            })
        });
        hexes.push(Hexagon { row: whole(row)?, column: whole(column)?, place, ..Hexagon::default() });
    }
    let letters = letters(kinds.iter().map(|name| (name.as_str(), name.as_str())));
    let places = kinds.into_iter().map(|name| (letters[&name].clone(), name)).collect();
    (!hexes.is_empty()).then(|| Map { hexes, places, ..Map::default() })
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
