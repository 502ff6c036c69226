//! Cards that only one play has: rows that stand in its start instead of a file of card data.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::columns::read;
use crate::document::nearest;
use crate::engine::trace::Fault;
use crate::engine::{Card, CardId, Cell, Column, Components, Table, fault};

/// Cards of one play by name.
pub(super) type Extra = BTreeMap<String, CardId>;

/// A row by column.
type Row = BTreeMap<String, String>;

/// What the game is made of, with `rows` added to the file of card data that fits each best.
pub(super) fn with_cards(
    parts: &Arc<Components>,
    rows: &[Row],
) -> Result<(Arc<Components>, Extra), Fault> {
    if rows.is_empty() {
        return Ok((parts.clone(), Extra::new()));
    }
    let mut parts = (**parts).clone();
    let mut extra = Extra::new();
    for row in rows {
        let at =
            fitting(&parts.tables, row).ok_or_else(|| fault("the book has no card data", None))?;
        let card = card(&parts.tables[at], at as u16, row)?;
        if extra.insert(card.name.to_string(), CardId(parts.cards.len() as u32)).is_some() {
            return Err(fault(format!("the card `{}` is given twice", card.name), None));
        }
        parts.cards.push(Arc::new(card));
    }
    Ok((Arc::new(parts), extra))
}

/// The table that has most of the row's columns; of several the first.
fn fitting(tables: &[Table], row: &Row) -> Option<usize> {
    let fits = |table: &Table| row.keys().filter(|title| column(table, title).is_some()).count();
    (0..tables.len()).max_by_key(|at| (fits(&tables[*at]), std::cmp::Reverse(*at)))
}

/// The number of a column, by what stands above it or by its name in rules.
fn column(table: &Table, title: &str) -> Option<usize> {
    table.columns.iter().position(|column| column.title == title || column.key == title)
}

fn card(table: &Table, at: u16, row: &Row) -> Result<Card, Fault> {
    let mut cells = vec![Cell::None; table.columns.len()];
    for (title, text) in row {
        let known = || table.columns.iter().map(|column| column.title.as_str());
        let found = column(table, title).ok_or_else(|| {
            let hint = nearest(title, known()).map(|name| format!("did you mean `{name}`?"));
            fault(format!("`{}` has no column `{title}`", table.path), hint)
        })?;
        cells[found] = cell(&table.columns[found], text.trim())?;
    }
    let name = cells.first().map(Cell::text).unwrap_or_default();
    if name.is_empty() {
        let title = table.columns.first().map_or("", |column| column.title.as_str());
        return Err(fault(format!("a card needs a name, under `{title}`"), None));
    }
    Ok(Card::new(at, &name, cells))
}

/// A cell, which is a number where all other cells of its column are.
fn cell(column: &Column, text: &str) -> Result<Cell, Fault> {
    match read(column, text) {
        Cell::Text(_) if column.whole => {
            Err(fault(format!("`{}` is a whole number, not `{text}`", column.title), None))
        }
        cell => Ok(cell),
    }
}
