//! Data files as tables of components. In: the rows that a pull asks for. The columns `Data`, `Where` and
//! `Sum` name the rows of another data file that a count is checked against. Out: rows with their counts, or
//! the fault of a row.

use csv::StringRecord;

use super::map::line_of;
use super::{DataHeader, WantedRows, data_row};
use crate::BookIcons;
use crate::Inline;
use crate::manuscript::deck::DECK;
use crate::manuscript::drawn_tables::components::component_picture;
use crate::manuscript::drawn_tables::components::{COUNT, NAME, PICTURE};
use crate::manuscript::pulls::{is_picture_file, sums};
use crate::manuscript::{Fault, find_data_file};
use crate::parse::grid::{CellDraft, RowDraft};
use base::diagnostic::short_quote;
use base::source::data::csv_reader;
use base::source::map_drawing::data_rows;
use base::source::{SourceId, Sources, Span};
use draw::picture::COLOUR_COLUMNS;
use draw::picture::component::ComponentShape;
use draw::picture::map::PlaceColour;

/// Column of the data file that a count is checked against.
const DATA: &str = "Data";
/// Column of the condition that selects rows of that file.
const WHERE: &str = "Where";
/// Column that names the summed column of that file; without it, rows are counted.
const SUM: &str = "Sum";

/// Data files that a row can name.
pub struct CountedData<'a> {
    /// All texts.
    pub sources: &'a Sources,
    /// Icons that a row can name.
    pub icons: &'a BookIcons,
    /// Files, which a row names by their paths.
    pub files: &'a [SourceId],
}

/// Rows of a table of components.
pub struct ComponentRows<'a> {
    header: &'a DataHeader<'a>,
    data: &'a CountedData<'a>,
    /// Columns that are kept. `name` and `count` are among them; a computed count without a column comes
    /// last.
    columns: Vec<usize>,
    name: Option<usize>,
    count: Option<usize>,
    checks: [Option<usize>; 4],
}

impl<'a> ComponentRows<'a> {
    /// Makes the rows of a pull; refuses a pull with attributes that such a table cannot use.
    pub fn new(
        header: &'a DataHeader<'a>,
        wanted: &WantedRows,
        data: &'a CountedData<'a>,
    ) -> Result<Self, Fault> {
        if wanted.group.is_some() || !wanted.sums.is_empty() {
            let message = "a table of components cannot have `group` or `sum`";
            let hint = "leave them out; a column `Sum` names what is counted";
            return Err(Fault::new(message, hint));
        }
        let find = |name: &str| header.names.iter().position(|own| own.eq_ignore_ascii_case(name));
        let checks = [DATA, WHERE, SUM, DECK].map(find);
        let columns = wanted.columns.iter().copied();
        let columns = columns.filter(|column| !checks.contains(&Some(*column))).collect();
        Ok(Self { header, data, columns, name: find(NAME), count: find(COUNT), checks })
    }

    /// Returns the header and the rows.
    pub fn rows(&self, records: &[StringRecord]) -> Result<Vec<RowDraft>, Fault> {
        let whole = Span::new(self.header.id, 0..0);
        let names = data_row(&self.columns, |nth| self.header.name(nth), whole);
        let mut head = RowDraft { head: true, ..names };
        if self.adds_count() {
            head.cells.push(CellDraft::text(vec![Inline::text(COUNT, whole)], whole));
        }
        let rows = records.iter().map(|record| self.row(record));
        std::iter::once(Ok(head)).chain(rows).collect()
    }

    /// Reports whether the counts come only from the data.
    fn adds_count(&self) -> bool {
        self.count.is_none() && self.checks[0].is_some()
    }

    fn row(&self, record: &StringRecord) -> Result<RowDraft, Fault> {
        let place = super::record_start(record);
        let span = Span::new(self.header.id, place..place);
        let count = self.checked_count(record)?;
        let mut cells = Vec::new();
        for column in &self.columns {
            let text =
                if Some(*column) == self.count { &count } else { self.cell(record, *column) };
            let title = self.header.name(*column);
            self.check_look(title, text, record)?;
            cells.push(CellDraft::text(cell_inlines(title, text, self.name(record), span), span));
        }
        if self.adds_count() {
            cells.push(CellDraft::text(vec![Inline::text(count, span)], span));
        }
        Ok(sums::body_row(cells, span))
    }

    fn cell<'r>(&self, record: &'r StringRecord, column: usize) -> &'r str {
        record.get(column).unwrap_or_default().trim()
    }

    /// Returns the name of a row's component.
    fn name<'r>(&self, record: &'r StringRecord) -> &'r str {
        let column = self.name.or_else(|| self.columns.first().copied());
        self.cell(record, column.unwrap_or(0))
    }

    /// Returns the count of a row, which must equal that of the data that the row names.
    fn checked_count(&self, record: &StringRecord) -> Result<String, Fault> {
        let cell = |column: Option<usize>| column.map_or("", |column| self.cell(record, column));
        let [data, filters, sum, _] = self.checks.map(cell);
        let written = cell(self.count);
        if data.is_empty() {
            return Ok(written.to_owned());
        }
        let found = self.counted(data, filters, sum);
        let found = found
            .map_err(|fault| Fault { message: self.at(record, &fault.message), ..fault })?
            .to_string();
        if !written.is_empty() && written != found {
            let name = short_quote(self.name(record));
            let (said, data) = (short_quote(written), short_quote(data));
            let message = format!("`{name}` are {said}, but `{data}` has {found}");
            return Err(Fault::new(
                self.at(record, &message),
                format!("write {found}, or fix `{data}`"),
            ));
        }
        Ok(found)
    }

    /// Returns a message with its place: "line 3 of `components.csv`: ..."
    fn at(&self, record: &StringRecord, message: &str) -> String {
        format!("line {} of `{}`: {message}", line_of(record), self.header.path)
    }

    /// Counts the rows of a data file, or sums one of their columns.
    fn counted(&self, name: &str, filters: &str, sum: &str) -> Result<i64, Fault> {
        let CountedData { sources, files, .. } = *self.data;
        let from = &sources.get(self.header.id).path;
        let id = find_data_file(files, sources, from, name).ok_or_else(|| {
            let message = format!("`{}` is not a data file of this book", short_quote(name));
            Fault::new(message, "list it under `data` in book.toml")
        })?;
        let path = &sources.get(id).name;
        let text = data_rows(path, &sources.get(id).text);
        let mut reader = csv_reader(&text);
        let names = reader.headers().map_err(|e| Fault::new(e.to_string(), "save it as UTF-8"))?;
        let header = DataHeader { names: names.clone(), path, id };
        let filters = header.filters(filters)?;
        let summed = header.columns(sum)?;
        let says = |record: &StringRecord| {
            filters.iter().all(|(column, value)| record.get(*column) == Some(value))
        };
        let records: Vec<StringRecord> = reader.records().flatten().filter(says).collect();
        let Some(column) = summed.first() else { return Ok(records.len() as i64) };
        let records: Vec<&StringRecord> = records.iter().collect();
        let sums = sums::sum_columns(&records, &[*column], |nth| header.name(nth))?;
        Ok(sums.first().map_or(0, |(_, sum)| *sum))
    }

    /// Refuses an unknown shape or colour.
    fn check_look(&self, title: &str, text: &str, record: &StringRecord) -> Result<(), Fault> {
        let quote = short_quote(text);
        if title.eq_ignore_ascii_case(PICTURE) && !is_known_look(text, self.data.icons) {
            let shapes: Vec<&str> = ComponentShape::NAMED.iter().map(|(name, _)| *name).collect();
            let message = self.at(record, &format!("`{quote}` is not a picture of a component"));
            let hint = format!(
                "write the path of a picture, an icon such as `:robot:`, or one of {}",
                shapes.join(", ")
            );
            return Err(Fault::new(message, hint));
        }
        let is_colour = COLOUR_COLUMNS.iter().any(|name| title.eq_ignore_ascii_case(name));
        if is_colour && !text.is_empty() && PlaceColour::named_in(text).is_none() {
            let message = self.at(record, &format!("`{quote}` is not a colour"));
            let hint =
                "write red, orange, yellow, green, blue, purple, pink, brown, grey, white or black";
            return Err(Fault::new(message, hint));
        }
        Ok(())
    }
}

/// Reports whether a cell is a picture of a component: empty, a file, a shape, an icon, or a shape with an
/// icon.
fn is_known_look(text: &str, icons: &BookIcons) -> bool {
    let is_known = |word: &str| {
        let icon = word.strip_prefix(':').and_then(|word| word.strip_suffix(':'));
        icon.map_or_else(|| ComponentShape::named(word).is_some(), |icon| icons.has(icon))
    };
    is_picture_file(text) || text.split_whitespace().all(is_known)
}

/// Returns the content of a cell: words, or the picture of a file that shows the component `name`.
fn cell_inlines(title: &str, text: &str, name: &str, span: Span) -> Vec<Inline> {
    if text.is_empty() {
        return Vec::new();
    }
    if !title.eq_ignore_ascii_case(PICTURE) || !is_picture_file(text) {
        return vec![Inline::text(super::typographic_apostrophes(text), span)];
    }
    vec![component_picture(text, super::typographic_apostrophes(name), span)]
}
