//! Data files as tables. In: the rows of a CSV file, and the attributes of a pull. Out: a table, or a fault
//! of the file.

mod components;
mod map;

use std::collections::BTreeSet;

use csv::StringRecord;

use self::components::ComponentRows;
pub use self::components::CountedData;
use super::sums::{self, ColumnSums};
use crate::manuscript::Fault;
use crate::manuscript::after_newlines;
use crate::parse::grid::{self, CellDraft, RowDraft};
use crate::{Attributes, Column, Inline, Table};
use base::diagnostic::{BookPart, Diagnostic, Findings, code, short_quote};
use base::source::data::{DataForm, csv_reader};
use base::source::map_drawing::{DrawingFault, MapDrawing, data_rows, is_map_drawing};
use base::source::{Source, SourceId, Sources, Span};
use base::text::counted;

/// Makes a table of the rows that `where` selects, with the columns that `columns` names.
pub fn data_table(
    data: &CountedData<'_>,
    id: SourceId,
    attributes: &Attributes,
) -> Result<Table, Fault> {
    let sources = data.sources;
    let path = &sources.get(id).name;
    let text = data_rows(path, &sources.get(id).text);
    let mut reader = csv_reader(&text);
    let header = reader.headers().map_err(|e| Fault::new(e.to_string(), "save it as UTF-8"))?;
    let header = DataHeader { names: header.clone(), path, id };
    if header.names.iter().all(str::is_empty) {
        let hint = "write the names of the columns in its first line";
        return Err(Fault::new(format!("`{path}` has no column names"), hint));
    }
    let wanted = WantedRows::read(&header, attributes)?;
    let records: Vec<StringRecord> =
        reader.records().flatten().filter(|record| wanted.lets_through(record)).collect();
    if attributes.has_class("map") {
        map::check_map(&header, &wanted, &records)?;
    }
    let rows = match attributes.has_class("components") {
        true => ComponentRows::new(&header, &wanted, data)?.rows(&records)?,
        false => wanted.table_rows(&header, &records)?,
    };
    let columns = rows.first().map_or(0, |head| head.cells.len());
    let columns = vec![Column::default(); columns];
    let table = grid::make_grid(rows, columns, Vec::new(), &mut Findings::default());
    if attributes.has_class("map") && table.hex_map(attributes).is_none() {
        return Err(map::draws_no_map(path));
    }
    Ok(table)
}

/// First line of a data file.
struct DataHeader<'a> {
    names: StringRecord,
    path: &'a str,
    id: SourceId,
}

impl DataHeader<'_> {
    fn name(&self, column: usize) -> &str {
        self.names.get(column).unwrap_or_default()
    }

    /// Returns the number of the column `name`.
    fn column(&self, name: &str) -> Result<usize, Fault> {
        let column = self.names.iter().position(|known| known == name);
        column.ok_or_else(|| {
            let message = format!("`{}` has no column `{}`", self.path, short_quote(name));
            let known = self.names.iter().collect::<Vec<_>>().join(", ");
            Fault::new(message, format!("write one of {}", short_quote(&known)))
        })
    }

    /// Returns the columns that an attribute names, separated by commas.
    fn columns(&self, names: &str) -> Result<Vec<usize>, Fault> {
        let names = names.split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).map(|name| self.column(name)).collect()
    }

    /// Parses the conditions of `where`: each a column, and its value in the selected rows.
    fn filters(&self, conditions: &str) -> Result<Vec<(usize, String)>, Fault> {
        let conditions = conditions.split(';').filter(|part| !part.trim().is_empty());
        conditions.map(|condition| self.filter(condition)).collect()
    }

    fn filter(&self, condition: &str) -> Result<(usize, String), Fault> {
        let parts = condition.split_once('=');
        let (name, value) = parts.ok_or_else(|| {
            let message = format!("`{}` is not a condition", short_quote(condition));
            Fault::new(message, "write a condition such as where=\"Column=Value\"")
        })?;
        Ok((self.column(name.trim())?, value.trim().to_owned()))
    }
}

/// Rows and columns that a pull asks for.
struct WantedRows {
    columns: Vec<usize>,
    filters: Vec<(usize, String)>,
    sums: Vec<usize>,
    group: Option<usize>,
}

impl WantedRows {
    fn read(header: &DataHeader<'_>, attributes: &Attributes) -> Result<Self, Fault> {
        let asked = |key: &str| attributes.get(key).unwrap_or_default();
        let filters = header.filters(asked("where"))?;
        let sums = header.columns(asked("sum"))?;
        let group = header.columns(asked("group"))?.first().copied();
        let columns = match attributes.get("columns") {
            Some(names) => {
                names.split(',').map(|name| header.column(name.trim())).collect::<Result<_, _>>()?
            }
            None => (0..header.names.len()).collect(),
        };
        let wanted = Self { columns, filters, sums, group };
        match wanted.sums.iter().find(|column| !wanted.columns.contains(column)) {
            Some(unseen) => {
                let name = short_quote(header.name(*unseen));
                let message = format!("`{name}` is summed but not printed");
                Err(Fault::new(message, format!("add `{name}` to `columns`")))
            }
            None => Ok(wanted),
        }
    }

    fn lets_through(&self, record: &StringRecord) -> bool {
        let says =
            |(column, value): &(usize, String)| record.get(*column).unwrap_or_default() == value;
        self.filters.iter().all(says)
    }

    /// Returns the header, the rows by group, and the sums of all.
    fn table_rows(
        &self,
        header: &DataHeader<'_>,
        records: &[StringRecord],
    ) -> Result<Vec<RowDraft>, Fault> {
        let whole = Span::new(header.id, 0..0);
        let names = data_row(&self.columns, |nth| header.name(nth), whole);
        let mut rows = vec![RowDraft { head: true, ..names }];
        for (name, members) in sums::group_rows(records, self.group) {
            let sum = self.sum(header, &members)?;
            let width = self.columns.len();
            rows.extend(name.map(|name| sums::group_heading(name, &sum, width, whole)));
            rows.extend(members.into_iter().map(|record| {
                let place = record_start(record);
                let cell = |nth: usize| record.get(nth).unwrap_or_default();
                data_row(&self.columns, cell, Span::new(header.id, place..place))
            }));
        }
        if !self.sums.is_empty() {
            let sum = self.sum(header, &records.iter().collect::<Vec<_>>())?;
            rows.push(sums::total_row(&self.columns, &sum, whole));
        }
        Ok(rows)
    }

    fn sum(&self, header: &DataHeader<'_>, records: &[&StringRecord]) -> Result<ColumnSums, Fault> {
        sums::sum_columns(records, &self.sums, |nth| header.name(nth))
    }
}

/// Returns the first byte of a row.
fn record_start(record: &StringRecord) -> usize {
    record.position().map_or(0, |at| at.byte() as usize)
}

fn data_row<'a>(columns: &[usize], cell: impl Fn(usize) -> &'a str, span: Span) -> RowDraft {
    let text = |nth: &usize| match cell(*nth) {
        "" => Vec::new(),
        text => vec![Inline::text(typographic_apostrophes(text), span)],
    };
    sums::body_row(columns.iter().map(|nth| CellDraft::text(text(nth), span)).collect(), span)
}

/// Makes straight apostrophes typographic: data is plain text.
fn typographic_apostrophes(text: &str) -> String {
    text.replace('\'', "’")
}

/// Reports data files that have rows of different lengths or no header. A file that no text pulls can affect
/// only decks.
pub fn check_data_files(
    sources: &Sources,
    data: &[SourceId],
    pulled: &BTreeSet<SourceId>,
    findings: &mut Findings,
) {
    for id in data {
        let Source { path, text, .. } = sources.get(*id);
        if is_map_drawing(path) {
            report_drawing(*id, text, findings);
            continue;
        }
        let file = DataFile { id: *id, text };
        if pulled.contains(id) {
            file.check(findings);
        } else {
            findings.within(BookPart::Decks, |findings| file.check(findings));
        }
    }
}

/// Reports faults in the drawing of a map.
fn report_drawing(id: SourceId, text: &str, findings: &mut Findings) {
    for DrawingFault { range, message, hint } in MapDrawing::read(text).faults() {
        let place = Span::new(id, range.clone());
        findings.push(Diagnostic::at(code::BAD_MAP, place, message.as_str()).hint(hint.as_str()));
    }
}

/// A data file as its author wrote it.
struct DataFile<'a> {
    id: SourceId,
    text: &'a str,
}

impl DataFile<'_> {
    fn check(&self, findings: &mut Findings) {
        self.report_form(findings);
        if self.check_header(findings) {
            self.check_rows(findings);
        }
    }

    /// Reports differences from the usual form of data files.
    fn report_form(&self, findings: &mut Findings) {
        let form = DataForm::of(self.text);
        if self.text.starts_with('\u{feff}') {
            let message = "the data begins with a byte-order mark, which was skipped";
            findings.push(Diagnostic::at(code::BYTE_ORDER_MARK, self.line(0), message));
        }
        if form.separator != b',' {
            let message = format!(
                "the columns are separated by {}; they were read that way",
                form.separator_words()
            );
            let hint = "save it as CSV with commas, if other programs cannot read it";
            findings.report(code::DATA_FORM, self.line(form.start), message, hint);
        }
    }

    /// Reports whether the first line holds the names of columns, and a finding if it does not.
    fn check_header(&self, findings: &mut Findings) -> bool {
        let mut reader = csv_reader(self.text);
        if reader.headers().is_ok_and(|header| header.iter().all(|name| name.trim().is_empty())) {
            let message = match self.text.trim().is_empty() {
                true => "the file is empty",
                false => "the first line holds no column names",
            };
            let hint = "write the names of the columns in the first line";
            findings.push(bad_file(Span::new(self.id, 0..0), message, hint));
            return false;
        }
        true
    }

    /// Reports rows that are longer or shorter than the first line, and an unclosed quotation mark, whose row
    /// reaches to the end.
    fn check_rows(&self, findings: &mut Findings) {
        let columns = csv_reader(self.text).headers().map_or(0, StringRecord::len);
        let records = csv_reader(self.text).into_records().flatten();
        let mut rows: Vec<_> =
            records.map(|record| (record_start(&record), record.len())).collect();
        let unclosed = self.text.matches('"').count() % 2 == 1;
        let last = if unclosed { rows.pop() } else { None };
        for (start, count) in rows.into_iter().filter(|(_, count)| *count != columns) {
            let message = format!(
                "this row has {}, but the first line has {columns}",
                counted(count, "cell")
            );
            let hint = "give every row as many cells as the first line";
            findings.push(bad_file(self.line(start), message, hint));
        }
        findings.0.extend(last.map(|(start, _)| {
            let message =
                "a quotation mark in this file is not closed; the cell reaches to the end";
            let hint = "add the closing quotation mark; write a quotation mark twice if it is part of the text";
            bad_file(self.line(start), message, hint)
        }));
    }

    /// Returns the first line from the byte `start` on that is not blank.
    fn line(&self, start: usize) -> Span {
        let start = after_newlines(self.text, start);
        let line = self.text.get(start..).unwrap_or_default();
        let length = line.find(['\r', '\n']).unwrap_or(line.len());
        Span::new(self.id, start..start + length)
    }
}

fn bad_file(place: Span, message: impl Into<String>, hint: &str) -> Diagnostic {
    Diagnostic::at(code::BAD_DATA, place, message).hint(hint)
}
