//! Data files as maps. In: the rows that a pull asks for. Out: the reason why they draw no map, and a hint.

use std::collections::BTreeMap;

use csv::StringRecord;

use super::{DataHeader, WantedRows};
use crate::manuscript::Fault;
use base::diagnostic::short_quote;
use base::source::map_drawing::is_map_drawing;

/// Columns of the place of a space.
const COLUMNS: [&str; 2] = ["Row", "Column"];

/// Returns the fault of a file that draws no map, although the pull is correct.
pub fn draws_no_map(path: &str) -> Fault {
    let hint = match is_map_drawing(path) {
        true => "fix the drawing; other findings show what is wrong in it",
        false => "a map needs the columns `Row` and `Column` with a whole number in each row",
    };
    Fault::new(format!("`{path}` does not draw a map"), hint)
}

/// Refuses a pull that draws no map, and rows without a place or with one that is taken.
pub fn check_map(
    header: &DataHeader<'_>,
    wanted: &WantedRows,
    records: &[StringRecord],
) -> Result<(), Fault> {
    let [Ok(row), Ok(column)] = COLUMNS.map(|name| header.column(name)) else {
        return Err(draws_no_map(header.path));
    };
    check_pull(header, wanted, records)?;
    let mut taken: BTreeMap<[i32; 2], &StringRecord> = BTreeMap::new();
    for record in records {
        let cell = |column| whole_number(header, record, column);
        if let Some(other) = taken.insert([cell(row)?, cell(column)?], record) {
            return Err(same_place(header, other, record));
        }
    }
    Ok(())
}

/// Refuses a pull that leaves out what a map needs, or adds what a map cannot use.
fn check_pull(
    header: &DataHeader<'_>,
    wanted: &WantedRows,
    records: &[StringRecord],
) -> Result<(), Fault> {
    let is_left_out =
        |name: &&&str| header.column(name).is_ok_and(|own| !wanted.columns.contains(&own));
    if let Some(name) = COLUMNS.iter().find(is_left_out) {
        let message = format!("`columns` of a map leaves out `{name}`");
        return Err(Fault::new(
            message,
            "add `Row` and `Column` to `columns`, or leave `columns` out",
        ));
    }
    if records.is_empty() && !wanted.filters.is_empty() {
        let message = format!("`where` leaves out all rows of `{}`", header.path);
        return Err(Fault::new(message, "write a value that some row has in this column"));
    }
    if wanted.group.is_some() || !wanted.sums.is_empty() {
        let hint = "delete them, or pull the file a second time as a table";
        return Err(Fault::new("a map cannot have `group` or `sum`", hint));
    }
    Ok(())
}

fn whole_number(
    header: &DataHeader<'_>,
    record: &StringRecord,
    column: usize,
) -> Result<i32, Fault> {
    let cell = record.get(column).unwrap_or_default().trim();
    let unread = |_| {
        let (line, name) = (line_of(record), header.name(column));
        let cell = short_quote(cell);
        let message = format!(
            "line {line} of `{}` has no whole number under `{name}`: `{cell}`",
            header.path
        );
        Fault::new(message, "write the row and the column of the space as whole numbers")
    };
    cell.parse().map_err(unread)
}

fn same_place(header: &DataHeader<'_>, one: &StringRecord, other: &StringRecord) -> Fault {
    let [name, second] = [one, other].map(|record| short_quote(record.get(0).unwrap_or_default()));
    let [line, other] = [one, other].map(line_of);
    let path = header.path;
    let message = format!(
        "`{name}` and `{second}` are at the same place: lines {line} and {other} of `{path}`"
    );
    Fault::new(message, "give one of them another row or column")
}

/// Returns the line of the file on which a row begins, from 1.
pub fn line_of(record: &StringRecord) -> u64 {
    record.position().map_or(0, csv::Position::line)
}
