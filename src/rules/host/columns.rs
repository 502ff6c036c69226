//! Card data in rules: each column is an attribute of pieces and rows.

use std::cell::RefCell;
use std::collections::BTreeMap;

use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::typing::Ty;
use starlark::values::{Heap, Value};

use super::fault::refused;
use super::play::{draft, parts, quietly};
use super::values::Row;
use crate::document::nearest;
use crate::engine::{CardId, Cell, Column, Components, PieceId, Table};

thread_local! {
    /// Columns of the book that is loaded, by name in rules: whether its cells are numbers, and
    /// whether some are empty.
    static COLUMNS: RefCell<BTreeMap<String, (bool, bool)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Makes the columns of `tables` known to the checks that follow in this thread.
pub(super) fn teach(tables: &[Table]) {
    let mut known = BTreeMap::new();
    for column in tables.iter().flat_map(|table| &table.columns) {
        let gaps =
            tables.iter().any(|table| table.columns.iter().all(|other| other.key != column.key));
        let (whole, empty) = known.entry(column.key.clone()).or_insert((column.whole, gaps));
        *whole &= column.whole;
        *empty |= column.gaps;
    }
    COLUMNS.with_borrow_mut(|columns| *columns = known);
}

/// What an attribute holds, if it is a column.
pub(super) fn kind(name: &str) -> Option<Ty> {
    let (whole, gaps) = COLUMNS.with_borrow(|columns| columns.get(name).copied())?;
    let cell = if whole { Ty::int() } else { Ty::string() };
    Some(if gaps { Ty::union2(cell, Ty::none()) } else { cell })
}

/// Names of all columns.
pub(super) fn names() -> Vec<String> {
    let played = quietly(|play| {
        let all = play.game.parts.tables.iter().flat_map(|table| &table.columns);
        all.map(|column| column.key.clone()).collect()
    });
    played.unwrap_or_else(|| COLUMNS.with_borrow(|columns| columns.keys().cloned().collect()))
}

/// The cell of a piece's card.
pub(super) fn of_piece<'v>(piece: PieceId, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    quietly(|play| cell(&play.game.parts, play.game.state.piece(piece).card, name, heap))?
}

/// The cell of a row.
pub(super) fn of_card<'v>(card: CardId, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    let played = quietly(|play| cell(&play.game.parts, card, name, heap));
    match played {
        Some(found) => found,
        None => draft(|draft| Ok(cell(&draft.parts, card, name, heap))).ok()?,
    }
}

/// A cell as rules see it; a column that only other files have is empty.
fn cell<'v>(parts: &Components, card: CardId, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    match parts.cell(card, name) {
        Some(Cell::Int(number)) => Some(heap.alloc(*number)),
        Some(Cell::Text(text)) => Some(heap.alloc_str(text).to_value()),
        Some(Cell::None) => Some(Value::new_none()),
        None => parts.tables.iter().any(|table| has(table, name)).then(Value::new_none),
    }
}

fn has(table: &Table, name: &str) -> bool {
    table.columns.iter().any(|column| column.key == name)
}

/// The parts of a cell between `,` and `;`.
pub(super) fn words(
    parts: &Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Vec<String>> {
    let cell = written(parts, card, column)?;
    let number =
        cell.and_then(
            |cell| if let Cell::Int(number) = cell { Some(number.to_string()) } else { None },
        );
    Ok(number.into_iter().chain(cell.into_iter().flat_map(split).map(str::to_owned)).collect())
}

/// Whether one of the parts of a cell between `,` and `;` is this word.
pub(super) fn says(
    parts: &Components,
    card: CardId,
    column: &str,
    word: &str,
) -> starlark::Result<bool> {
    Ok(written(parts, card, column)?.into_iter().flat_map(split).any(|part| part == word))
}

/// Whether two cards have a part of this cell in common.
pub(super) fn shares(
    parts: &Components,
    (card, other): (CardId, CardId),
    column: &str,
) -> starlark::Result<bool> {
    let (own, other) = (written(parts, card, column)?, written(parts, other, column)?);
    let theirs = || other.into_iter().flat_map(split);
    Ok(own.into_iter().flat_map(split).any(|part| theirs().any(|their| their == part)))
}

fn split(cell: &Cell) -> impl Iterator<Item = &str> {
    let text = if let Cell::Text(text) = cell { text } else { "" };
    text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty())
}

/// The cell of a card; a column that no table has is refused.
fn written<'p>(
    parts: &'p Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Option<&'p Cell>> {
    if let Some(cell) = parts.cell(card, column) {
        return Ok(Some(cell));
    }
    if parts.tables.iter().any(|table| has(table, column)) {
        return Ok(None);
    }
    let known =
        parts.tables.iter().flat_map(|table| &table.columns).map(|column| column.key.as_str());
    let hint = nearest(column, known).map(|name| format!("did you mean `{name}`?"));
    Err(refused(format!("there is no column `{column}`"), hint))
}

/// A file of card data as the kernel holds it, and its rows.
pub(super) fn table(
    path: &str,
    titles: &[String],
    rows: &[Vec<String>],
) -> (Table, Vec<Vec<Cell>>) {
    let column = |(at, title): (usize, &String)| {
        let cells = || rows.iter().map(|row| row.get(at).map_or("", |cell| cell.trim()));
        Column {
            title: title.clone(),
            key: crate::rules::column_name(title),
            whole: cells().all(|cell| cell.is_empty() || cell.parse::<i64>().is_ok())
                && cells().any(|cell| !cell.is_empty()),
            gaps: cells().any(str::is_empty),
        }
    };
    let columns: Vec<Column> = titles.iter().enumerate().map(column).collect();
    let read = |row: &Vec<String>| {
        columns.iter().zip(row).map(|(column, cell)| read(column, cell.trim())).collect()
    };
    let rows = rows.iter().map(read).collect();
    (Table { path: path.to_owned(), columns }, rows)
}

/// One cell.
pub(super) fn read(column: &Column, cell: &str) -> Cell {
    match cell.parse() {
        _ if cell.is_empty() => Cell::None,
        Ok(number) if column.whole => Cell::Int(number),
        _ => Cell::Text(cell.into()),
    }
}

#[starlark_module]
pub(super) fn row_methods(builder: &mut MethodsBuilder) {
    /// Name of the card.
    #[starlark(attribute)]
    fn name(this: &Row) -> starlark::Result<String> {
        let id = this.id();
        Ok(parts(|parts| parts.card(id).name.to_string()))
    }

    /// The parts of a cell between `,` and `;`.
    fn words(this: &Row, #[starlark(require = pos)] column: &str) -> starlark::Result<Vec<String>> {
        match quietly(|play| words(&play.game.parts, this.id(), column)) {
            Some(found) => found,
            None => draft(|draft| words(&draft.parts, this.id(), column)),
        }
    }
}
