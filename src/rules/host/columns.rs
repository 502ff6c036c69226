//! Card data in rules: each column is an attribute of pieces and rows.

use std::cell::RefCell;
use std::collections::BTreeMap;

use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::typing::Ty;
use starlark::values::{Heap, Value};

use super::context::{component_name, with_declarations, with_play_untracked};
use super::fault::rules_error;
use super::values::Row;
use crate::document::nearest_name;
use crate::engine::{CardCell, CardColumn, CardId, CardTable, Components, PieceId};

thread_local! {
    /// Columns of the book that is loaded, by name in rules: whether its cells are numbers, and
    /// whether some are empty.
    static COLUMNS: RefCell<BTreeMap<String, (bool, bool)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Makes the columns of `tables` known to the checks that follow in this thread.
pub(super) fn remember_columns(tables: &[CardTable]) {
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
pub(super) fn column_type(name: &str) -> Option<Ty> {
    let (whole, gaps) = COLUMNS.with_borrow(|columns| columns.get(name).copied())?;
    let cell = if whole { Ty::int() } else { Ty::string() };
    Some(if gaps { Ty::union2(cell, Ty::none()) } else { cell })
}

/// Names of all columns.
pub(super) fn column_names() -> Vec<String> {
    let played = with_play_untracked(|play| {
        let all = play.game.parts.tables.iter().flat_map(|table| &table.columns);
        all.map(|column| column.key.clone()).collect()
    });
    played.unwrap_or_else(|| COLUMNS.with_borrow(|columns| columns.keys().cloned().collect()))
}

/// The cell of a piece's card.
pub(super) fn piece_cell<'v>(piece: PieceId, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    with_play_untracked(|play| {
        cell_value(&play.game.parts, play.game.state.piece(piece).card, name, heap)
    })?
}

/// The cell of a row.
pub(super) fn card_cell<'v>(card: CardId, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    let played = with_play_untracked(|play| cell_value(&play.game.parts, card, name, heap));
    match played {
        Some(found) => found,
        None => with_declarations(|draft| Ok(cell_value(&draft.parts, card, name, heap))).ok()?,
    }
}

/// A cell as rules see it; a column that only other files have is empty.
fn cell_value<'v>(
    parts: &Components,
    card: CardId,
    name: &str,
    heap: Heap<'v>,
) -> Option<Value<'v>> {
    match parts.cell(card, name) {
        Some(CardCell::Int(number)) => Some(heap.alloc(*number)),
        Some(CardCell::Text(text)) => Some(heap.alloc_str(text).to_value()),
        Some(CardCell::None) => Some(Value::new_none()),
        None => parts.tables.iter().any(|table| has_column(table, name)).then(Value::new_none),
    }
}

fn has_column(table: &CardTable, name: &str) -> bool {
    table.columns.iter().any(|column| column.key == name)
}

/// The parts of a cell between `,` and `;`.
pub(super) fn words(
    parts: &Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Vec<String>> {
    let cell = known_cell(parts, card, column)?;
    let number = cell.and_then(|cell| {
        if let CardCell::Int(number) = cell { Some(number.to_string()) } else { None }
    });
    Ok(number.into_iter().chain(cell.into_iter().flat_map(split_cell).map(str::to_owned)).collect())
}

/// Whether one of the parts of a cell between `,` and `;` is this word.
pub(super) fn cell_says(
    parts: &Components,
    card: CardId,
    column: &str,
    word: &str,
) -> starlark::Result<bool> {
    Ok(known_cell(parts, card, column)?.into_iter().flat_map(split_cell).any(|part| part == word))
}

/// Whether two cards have a part of this cell in common.
pub(super) fn cells_share(
    parts: &Components,
    (card, other): (CardId, CardId),
    column: &str,
) -> starlark::Result<bool> {
    let (own, other) = (known_cell(parts, card, column)?, known_cell(parts, other, column)?);
    let theirs = || other.into_iter().flat_map(split_cell);
    Ok(own.into_iter().flat_map(split_cell).any(|part| theirs().any(|their| their == part)))
}

fn split_cell(cell: &CardCell) -> impl Iterator<Item = &str> {
    let text = if let CardCell::Text(text) = cell { text } else { "" };
    text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty())
}

/// The cell of a card; a column that no table has is refused.
fn known_cell<'p>(
    parts: &'p Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Option<&'p CardCell>> {
    if let Some(cell) = parts.cell(card, column) {
        return Ok(Some(cell));
    }
    if parts.tables.iter().any(|table| has_column(table, column)) {
        return Ok(None);
    }
    let known =
        parts.tables.iter().flat_map(|table| &table.columns).map(|column| column.key.as_str());
    let hint = nearest_name(column, known).map(|name| format!("did you mean `{name}`?"));
    Err(rules_error(format!("there is no column `{column}`"), hint))
}

/// A file of card data as the kernel holds it, and its rows.
pub(super) fn read_card_table(
    path: &str,
    titles: &[String],
    rows: &[Vec<String>],
) -> (CardTable, Vec<Vec<CardCell>>) {
    let column = |(at, title): (usize, &String)| {
        let cells = || rows.iter().map(|row| row.get(at).map_or("", |cell| cell.trim()));
        CardColumn {
            title: title.clone(),
            key: crate::rules::column_name(title),
            whole: cells().all(|cell| cell.is_empty() || cell.parse::<i64>().is_ok())
                && cells().any(|cell| !cell.is_empty()),
            gaps: cells().any(str::is_empty),
        }
    };
    let columns: Vec<CardColumn> = titles.iter().enumerate().map(column).collect();
    let read = |row: &Vec<String>| {
        columns.iter().zip(row).map(|(column, cell)| read_cell(column, cell.trim())).collect()
    };
    let rows = rows.iter().map(read).collect();
    (CardTable { path: path.to_owned(), columns }, rows)
}

/// One cell.
pub(super) fn read_cell(column: &CardColumn, cell: &str) -> CardCell {
    match cell.parse() {
        _ if cell.is_empty() => CardCell::None,
        Ok(number) if column.whole => CardCell::Int(number),
        _ => CardCell::Text(cell.into()),
    }
}

#[starlark_module]
pub(super) fn row_methods(builder: &mut MethodsBuilder) {
    /// Name of the card.
    #[starlark(attribute)]
    fn name(this: &Row) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.card(id).name.to_string()))
    }

    /// The parts of a cell between `,` and `;`.
    fn words(this: &Row, #[starlark(require = pos)] column: &str) -> starlark::Result<Vec<String>> {
        match with_play_untracked(|play| words(&play.game.parts, this.id(), column)) {
            Some(found) => found,
            None => with_declarations(|draft| words(&draft.parts, this.id(), column)),
        }
    }
}
