//! Card data in rules: each column is an attribute of pieces and rows.

use std::collections::BTreeMap;

use starlark::collections::Hashed;
use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::typing::Ty;
use starlark::values::{Heap, StringValue, Value};

use super::context::{RulesContext, with_components, with_context, with_play_untracked};
use super::fault::rules_error;
use super::handles::{RowHandle, ThingId};
use super::lookup::Found;
use super::running_play::RunningPlay;
use crate::engine::{CardCell, CardColumn, CardId, CardTable, Components, PieceId};
use base::diagnostic::did_you_mean;

/// Type of the cells of a column, in all tables that have it.
#[derive(Clone, Copy, Debug)]
pub struct ColumnType {
    /// True if all of them are whole numbers.
    whole: bool,
    /// True if some are empty, or if some tables lack the column.
    gaps: bool,
}

impl ColumnType {
    fn of_cells(self) -> Ty {
        let cell = if self.whole { Ty::int() } else { Ty::string() };
        if self.gaps { Ty::union2(cell, Ty::none()) } else { cell }
    }
}

/// Returns the columns of all tables by their name in rules.
pub fn column_types(tables: &[CardTable]) -> BTreeMap<String, ColumnType> {
    let mut types: BTreeMap<String, ColumnType> = BTreeMap::new();
    for column in tables.iter().flat_map(|table| &table.columns) {
        let gaps = tables.iter().any(|table| !has_column(table, &column.key));
        let first = ColumnType { whole: column.whole, gaps };
        let all = types.entry(column.key.clone()).or_insert(first);
        all.whole &= column.whole;
        all.gaps |= column.gaps;
    }
    types
}

/// Returns the type of an attribute that is a column; known while modules are loaded and checked.
pub fn column_type(name: &str) -> Option<Ty> {
    with_context(|context| {
        let column = context.declarations()?.columns.get(name)?;
        Some(column.of_cells())
    })
}

/// Returns the names of all columns.
pub fn column_names() -> Vec<String> {
    with_context(|context| match context {
        RulesContext::Idle => Vec::new(),
        RulesContext::Loading(declarations) => declarations.columns.keys().cloned().collect(),
        RulesContext::Playing(play) => column_keys(&play.game.parts).map(str::to_owned).collect(),
    })
}

fn column_keys(components: &Components) -> impl Iterator<Item = &str> {
    components.tables.iter().flat_map(|table| &table.columns).map(|column| column.key.as_str())
}

fn has_column(table: &CardTable, name: &str) -> bool {
    table.columns.iter().any(|column| column.key == name)
}

fn any_has_column(components: &Components, name: &str) -> bool {
    components.tables.iter().any(|table| has_column(table, name))
}

/// Returns the cell of a piece's card.
pub fn piece_cell<'v>(piece: PieceId, name: Hashed<&str>, heap: Heap<'v>) -> Option<Value<'v>> {
    with_play_untracked(|play| cell_in_play(play, play.game.state.piece(piece).card, name, heap))?
}

/// Returns the cell of a row.
pub fn card_cell<'v>(card: CardId, name: Hashed<&str>, heap: Heap<'v>) -> Option<Value<'v>> {
    match with_play_untracked(|play| cell_in_play(play, card, name, heap)) {
        Some(cell) => cell,
        None => {
            with_components(|components| cell_value(components, card, name.key(), heap)).ok()?
        }
    }
}

/// Returns the cell of a card while the game is played.
fn cell_in_play<'v>(
    play: &RunningPlay,
    card: CardId,
    name: Hashed<&str>,
    heap: Heap<'v>,
) -> Option<Value<'v>> {
    match play.rules.lookup.cell(card, name) {
        Found::Known(cell) => Some(cell),
        Found::Missing => None,
        Found::LaterCard => cell_value(&play.game.parts, card, name.key(), heap),
    }
}

/// True if a word is one of the parts of a cell of a card; an error for a column that no table has.
pub fn card_says(
    play: &RunningPlay,
    card: CardId,
    column: StringValue<'_>,
    word: &str,
) -> starlark::Result<bool> {
    card_says_any(play, card, column, &[word])
}

/// True if one of the words is one of the parts of a cell of a card.
pub fn card_says_any(
    play: &RunningPlay,
    card: CardId,
    column: StringValue<'_>,
    words: &[&str],
) -> starlark::Result<bool> {
    match play.rules.lookup.words(card, column.get_hashed_str()) {
        Found::Known(parts) => Ok(parts.iter().any(|part| words.contains(&&**part))),
        Found::Missing | Found::LaterCard => {
            let mut parts = split_cell(known_cell(&play.game.parts, card, column.as_str())?);
            Ok(parts.any(|part| words.contains(&part)))
        }
    }
}

/// Returns the value of a cell in rules; a column that only other files have is empty.
fn cell_value<'v>(
    components: &Components,
    card: CardId,
    name: &str,
    heap: Heap<'v>,
) -> Option<Value<'v>> {
    match components.cell(card, name) {
        Some(cell) => Some(known_cell_value(cell, heap)),
        None => any_has_column(components, name).then(Value::new_none),
    }
}

fn known_cell_value<'v>(cell: &CardCell, heap: Heap<'v>) -> Value<'v> {
    match cell {
        CardCell::Int(number) => heap.alloc(*number),
        CardCell::Text(text) => heap.alloc_str(text).to_value(),
        CardCell::None => Value::new_none(),
    }
}

/// Returns the cell of a card; an error for a column that no table has.
fn known_cell<'p>(
    components: &'p Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Option<&'p CardCell>> {
    let cell = components.cell(card, column);
    if cell.is_some() || any_has_column(components, column) {
        return Ok(cell);
    }
    Err(unknown_column_error(components, column))
}

fn unknown_column_error(components: &Components, column: &str) -> starlark::Error {
    let hint = did_you_mean(column, column_keys(components));
    rules_error(format!("unknown column `{column}`"), hint)
}

/// Returns the parts of a cell between `,` and `;`.
pub fn cell_words(
    components: &Components,
    card: CardId,
    column: &str,
) -> starlark::Result<Vec<String>> {
    match known_cell(components, card, column)? {
        Some(CardCell::Int(number)) => Ok(vec![number.to_string()]),
        cell => Ok(split_cell(cell).map(str::to_owned).collect()),
    }
}

/// True if two cards share a part of this cell.
pub fn cells_share(
    components: &Components,
    card: CardId,
    other: CardId,
    column: &str,
) -> starlark::Result<bool> {
    let own = known_cell(components, card, column)?;
    let other = known_cell(components, other, column)?;
    Ok(split_cell(own).any(|part| split_cell(other).any(|theirs| theirs == part)))
}

/// Splits the text of a cell at `,` and `;`.
pub fn split_cell(cell: Option<&CardCell>) -> impl Iterator<Item = &str> {
    let text = if let Some(CardCell::Text(text)) = cell { text } else { "" };
    text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty())
}

/// Converts a file of card data and its rows for the kernel.
pub fn read_card_table(
    path: &str,
    titles: &[String],
    rows: &[Vec<String>],
) -> (CardTable, Vec<Vec<CardCell>>) {
    let columns: Vec<CardColumn> =
        titles.iter().enumerate().map(|(at, title)| read_column(title, at, rows)).collect();
    let rows = rows.iter().map(|row| read_row(&columns, row)).collect();
    (CardTable { path: path.to_owned(), columns }, rows)
}

fn read_row(columns: &[CardColumn], row: &[String]) -> Vec<CardCell> {
    columns.iter().zip(row).map(|(column, cell)| read_cell(column, cell.trim())).collect()
}

/// Returns the column with a title, the `at`-th from the left.
fn read_column(title: &str, at: usize, rows: &[Vec<String>]) -> CardColumn {
    let cells = || rows.iter().map(|row| row.get(at).map_or("", |cell| cell.trim()));
    let whole = |cell: &str| cell.is_empty() || cell.parse::<i64>().is_ok();
    CardColumn {
        title: title.to_owned(),
        key: crate::column_name(title),
        whole: cells().all(whole) && cells().any(|cell| !cell.is_empty()),
        gaps: cells().any(str::is_empty),
    }
}

/// Converts one cell.
pub fn read_cell(column: &CardColumn, cell: &str) -> CardCell {
    match cell.parse() {
        _ if cell.is_empty() => CardCell::None,
        Ok(number) if column.whole => CardCell::Int(number),
        _ => CardCell::Text(cell.into()),
    }
}

#[starlark_module]
pub fn row_methods(builder: &mut MethodsBuilder) {
    /// The name of the card, which is its first cell.
    ///
    /// ```python
    /// names = [one.name for one in CARDS]
    /// ```
    #[starlark(attribute)]
    fn name(this: &RowHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }

    /// Gives the parts of a cell between commas or semicolons.
    ///
    /// `column` is the column in lower case, with `_` for blanks.
    ///
    /// ```python
    /// guards = [one for one in CARDS if "Guard" in one.words("type")]
    /// ```
    fn words(
        this: &RowHandle,
        #[starlark(require = pos)] column: &str,
    ) -> starlark::Result<Vec<String>> {
        with_components(|components| cell_words(components, this.id(), column))?
    }
}
