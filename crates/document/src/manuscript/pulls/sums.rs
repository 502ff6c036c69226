//! Lists from data: rows by group, each group with its sums, and the sums of all.

use crate::manuscript::Fault;
use crate::parse::grid::{CellDraft, RowDraft};
use crate::{Inline, InlineKind};
use base::diagnostic::short_quote;
use base::source::Span;

/// Word before the sums of all rows.
const TOTAL: &str = "Total";

/// Sum of each summed column, by the number of the column.
pub type ColumnSums = Vec<(usize, i64)>;

/// Groups rows by their cells in `column`, in the order of the first rows; makes one group without a name if
/// there is no such column.
pub fn group_rows(
    records: &[csv::StringRecord],
    column: Option<usize>,
) -> Vec<(Option<&str>, Vec<&csv::StringRecord>)> {
    let Some(column) = column else { return vec![(None, records.iter().collect())] };
    let mut groups: Vec<(Option<&str>, Vec<&csv::StringRecord>)> = Vec::new();
    for record in records {
        let name = Some(record.get(column).unwrap_or_default());
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, members)) => members.push(record),
            None => groups.push((name, vec![record])),
        }
    }
    groups
}

/// Sums columns; an error names a cell that is no whole number.
pub fn sum_columns<'h>(
    records: &[&csv::StringRecord],
    columns: &[usize],
    header: impl Fn(usize) -> &'h str,
) -> Result<ColumnSums, Fault> {
    let sum = |column: &usize| match column_sum(records, *column) {
        Ok(sum) => Ok((*column, sum)),
        Err(cell) => {
            let (cell, column) = (short_quote(cell), short_quote(header(*column)));
            let message = format!("`{cell}` in the column `{column}` cannot be summed");
            Err(Fault::new(message, "sum only columns of whole numbers"))
        }
    };
    columns.iter().map(sum).collect()
}

/// Returns the sum of a column, or its first cell that cannot be added.
fn column_sum<'r>(records: &[&'r csv::StringRecord], column: usize) -> Result<i64, &'r str> {
    let mut sum = 0i64;
    for cell in records.iter().map(|record| record.get(column).unwrap_or_default().trim()) {
        let number: i64 = if cell.is_empty() { 0 } else { cell.parse().map_err(|_| cell)? };
        sum = sum.checked_add(number).ok_or(cell)?;
    }
    Ok(sum)
}

/// Returns the row above a group: its name and its sums.
pub fn group_heading(name: &str, sums: &ColumnSums, columns: usize, span: Span) -> RowDraft {
    let sums: Vec<String> = sums.iter().map(|(_, sum)| sum.to_string()).collect();
    let text = match sums.as_slice() {
        [] => name.to_owned(),
        sums => format!("{name} ({})", sums.join(", ")),
    };
    let cell = CellDraft { colspan: columns, ..strong_cell(&text, span) };
    body_row(vec![cell], span)
}

pub fn body_row(cells: Vec<CellDraft>, span: Span) -> RowDraft {
    RowDraft { cells, head: false, group: 1, span }
}

/// Returns the row below all others: a word, and the sums in their columns.
pub fn total_row(columns: &[usize], sums: &ColumnSums, span: Span) -> RowDraft {
    let word = columns.iter().position(|column| sum_of_column(sums, *column).is_none());
    let cell = |(at, column): (usize, &usize)| match sum_of_column(sums, *column) {
        Some(sum) => strong_cell(&sum, span),
        None if Some(at) == word => strong_cell(TOTAL, span),
        None => CellDraft::text(Vec::new(), span),
    };
    body_row(columns.iter().enumerate().map(cell).collect(), span)
}

fn sum_of_column(sums: &ColumnSums, column: usize) -> Option<String> {
    sums.iter().find(|(known, _)| *known == column).map(|(_, sum)| sum.to_string())
}

fn strong_cell(text: &str, span: Span) -> CellDraft {
    let words = Inline::text(text, span);
    CellDraft::text(vec![Inline::new(InlineKind::Strong(vec![words]), span)], span)
}
