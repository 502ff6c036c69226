//! Cards that only one play has: rows in its start instead of a file of card data.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::columns::read_cell;
use crate::engine::trace::Fault;
use crate::engine::{
    CardCell, CardColumn, CardId, CardTable, Components, GameCard, position_fault,
};
use base::diagnostic::did_you_mean;

/// Cards of one play by name.
pub type ScenarioCards = BTreeMap<String, CardId>;

/// A row by column.
type ScenarioCardRow = BTreeMap<String, String>;

/// Returns the components of the game with `rows`, each added to the file of card data that fits it best.
pub fn add_scenario_cards(
    components: &Arc<Components>,
    rows: &[ScenarioCardRow],
) -> Result<(Arc<Components>, ScenarioCards), Fault> {
    if rows.is_empty() {
        return Ok((Arc::clone(components), ScenarioCards::new()));
    }
    let mut components = (**components).clone();
    let mut added = ScenarioCards::new();
    for row in rows {
        let card = read_scenario_card(&components.tables, row)?;
        if added.insert(card.name.to_string(), CardId(components.cards.len() as u32)).is_some() {
            return Err(position_fault(format!("the card `{}` is given twice", card.name), None));
        }
        components.cards.push(Arc::new(card));
    }
    Ok((Arc::new(components), added))
}

/// Returns the table that has most of the row's columns; of several the first.
fn fitting_table(tables: &[CardTable], row: &ScenarioCardRow) -> Option<usize> {
    let fits =
        |table: &CardTable| row.keys().filter(|title| find_column(table, title).is_some()).count();
    (0..tables.len()).max_by_key(|at| (fits(&tables[*at]), Reverse(*at)))
}

/// Returns the number of a column, by its title or by its name in rules.
fn find_column(table: &CardTable, title: &str) -> Option<usize> {
    table.columns.iter().position(|column| column.title == title || column.key == title)
}

fn read_scenario_card(tables: &[CardTable], row: &ScenarioCardRow) -> Result<GameCard, Fault> {
    let at = fitting_table(tables, row)
        .ok_or_else(|| position_fault("the book has no card data", None))?;
    let table = &tables[at];
    let cells = read_scenario_cells(table, row)?;
    let name = cells.first().map(CardCell::text).unwrap_or_default();
    if name.is_empty() {
        let title = table.columns.first().map_or("", |column| column.title.as_str());
        return Err(position_fault(format!("a card needs a name, under `{title}`"), None));
    }
    Ok(GameCard::new(at as u16, &name, cells))
}

fn read_scenario_cells(table: &CardTable, row: &ScenarioCardRow) -> Result<Vec<CardCell>, Fault> {
    let mut cells = vec![CardCell::None; table.columns.len()];
    for (title, text) in row {
        let column = find_column(table, title).ok_or_else(|| unknown_column(table, title))?;
        cells[column] = read_scenario_cell(&table.columns[column], text.trim())?;
    }
    Ok(cells)
}

fn unknown_column(table: &CardTable, title: &str) -> Fault {
    let known = table.columns.iter().map(|column| column.title.as_str());
    let message = format!("`{}` has no column `{title}`", table.path);
    position_fault(message, did_you_mean(title, known))
}

/// Converts a cell; it must be a number if all other cells of its column are.
fn read_scenario_cell(column: &CardColumn, text: &str) -> Result<CardCell, Fault> {
    match read_cell(column, text) {
        CardCell::Text(_) if column.whole => {
            Err(position_fault(format!("`{}` is a whole number, not `{text}`", column.title), None))
        }
        cell => Ok(cell),
    }
}
