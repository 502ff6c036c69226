//! Columns of a deck. In: the fields of book.toml, and the header of the data file. Out: the columns, or a
//! finding for each that is missing.

use super::row::DeckRow;
use super::style::{StyleColumns, StyleContext};
use crate::manuscript::icons::BookIcons;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::data::{DataForm, csv_reader};
use base::source::manifest::{DeckFields, OneOrMany};
use base::source::{SourceId, Sources, Span, is_same_column};

/// Columns of a data file, by their part of a card.
pub struct DeckColumns<'a> {
    pub id: SourceId,
    pub text: &'a str,
    pub header: Vec<String>,
    pub name: usize,
    pub cost: Option<usize>,
    pub count: Vec<usize>,
    pub group: Option<usize>,
    pub kind: Vec<usize>,
    pub words: Vec<usize>,
    pub stats: Vec<usize>,
    /// Words that are bold in the text of every card.
    pub bold: Vec<String>,
    /// Column of words that are bold in the text of their card.
    pub keywords: Option<usize>,
    /// True if words in parentheses are set in italics.
    pub reminders: bool,
    /// Columns of looks.
    pub style: StyleColumns,
    /// Icons that the texts can name.
    pub icons: &'a BookIcons,
    filters: Vec<(usize, String)>,
}

impl<'a> DeckColumns<'a> {
    /// Finds the columns; a missing one is an error at `place` in book.toml.
    pub fn of(
        fields: &DeckFields,
        sources: &'a Sources,
        id: SourceId,
        place: Option<Span>,
        icons: &'a BookIcons,
        findings: &mut Findings,
    ) -> Option<Self> {
        let text = &*sources.get(id).text;
        let header = column_names(text)?;
        let mut search = ColumnSearch { header: &header, missing: Vec::new() };
        let name = search.named_or_usual("name", one_column(&fields.name));
        let cost = search.named_or_usual("cost", one_column(&fields.cost));
        let count = search.counts(&fields.count);
        let group = search.named_or_usual("group", one_column(&fields.group));
        let kind = search.named_or_usual("type", columns_of(&fields.kind));
        let words = search.named_or_usual("text", columns_of(&fields.text));
        let stats = search.named_or_usual("stats", columns_of(&fields.stats));
        let keywords = one_column(&fields.keywords).and_then(|names| names.first());
        let keywords = keywords.and_then(|name| search.one("keywords", name));
        let records: Vec<csv::StringRecord> = csv_reader(text).into_records().flatten().collect();
        let mut context = StyleContext { place, icons, findings };
        let style = StyleColumns::of(fields, &mut search, &records, &mut context);
        let filters = search.filters(fields.only.as_deref().unwrap_or_default());
        if name.is_empty() && search.missing.iter().all(|(field, _)| *field != "name") {
            search.missing.push(("name", usual_columns("name").join("` or `")));
        }
        let missing = search.missing;
        if !missing.is_empty() {
            let line = header_line(text, id);
            let header = MissingColumns { path: &sources.get(id).name, header: &header, place };
            findings
                .0
                .extend(missing.iter().map(|(field, name)| header.finding(field, name, line)));
            return None;
        }
        Some(Self {
            id,
            text,
            name: name[0],
            cost: cost.first().copied(),
            count,
            group: group.first().copied(),
            kind,
            words,
            stats,
            bold: fields.bold.as_ref().map(OneOrMany::words).unwrap_or_default(),
            keywords,
            reminders: fields.reminders,
            style,
            icons,
            filters,
            header,
        })
    }

    /// Returns the rows that pass the filters.
    pub fn rows(&self) -> impl Iterator<Item = DeckRow> {
        let records = csv_reader(self.text).into_records().flatten().enumerate();
        records.map(|(nth, cells)| DeckRow::of(nth + 2, cells)).filter(|row| self.lets_through(row))
    }

    fn lets_through(&self, row: &DeckRow) -> bool {
        self.filters.iter().all(|(column, value)| row.cells.get(*column) == Some(value))
    }

    /// Returns the numbers of the columns that the deck is made of.
    pub fn used(&self) -> Vec<usize> {
        let single = [Some(self.name), self.cost, self.group, self.keywords].into_iter().flatten();
        let several = [&self.kind, &self.words, &self.stats, &self.count].into_iter().flatten();
        let single = single.chain(several.copied());
        let several = self.style.used();
        single.chain(several).chain(self.filters.iter().map(|(column, _)| *column)).collect()
    }

    /// Returns the name of the column that names the cards.
    pub fn name(&self) -> &str {
        &self.header[self.name]
    }

    /// Returns the line of the column names.
    pub fn header(&self) -> Span {
        header_line(self.text, self.id)
    }
}

/// A search for the columns of a deck. Columns that book.toml does not name are found by their usual names.
pub struct ColumnSearch<'h> {
    header: &'h [String],
    /// Field of the deck and name of each column that is missing.
    missing: Vec<(&'static str, String)>,
}

impl ColumnSearch<'_> {
    /// Returns the column with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let exact = self.header.iter().position(|known| known == name.trim());
        exact.or_else(|| self.header.iter().position(|known| is_same_column(known, name)))
    }

    fn named_or_usual(&mut self, field: &'static str, asked: Option<&[String]>) -> Vec<usize> {
        match asked {
            Some(names) => names.iter().filter_map(|name| self.find_or_miss(field, name)).collect(),
            None => usual_columns(field).iter().filter_map(|name| self.find(name)).collect(),
        }
    }

    /// Returns the column that a field asks for, and notes it if it is missing.
    pub fn one(&mut self, field: &'static str, name: &str) -> Option<usize> {
        self.find_or_miss(field, name)
    }

    /// Returns the first of these columns that exists and whose content fits.
    pub fn usual(&self, names: &[&str], fits: impl Fn(usize) -> bool) -> Option<usize> {
        names.iter().filter_map(|name| self.find(name)).find(|column| fits(*column))
    }

    /// Returns the columns that add up to the number of copies; an empty name asks for none.
    fn counts(&mut self, asked: &Option<OneOrMany>) -> Vec<usize> {
        let named = columns_of(asked).filter(|names| names.iter().all(|name| !name.is_empty()));
        let none = asked.is_some().then_some(&[][..]);
        match named.or(none) {
            Some(names) => self.named_or_usual("count", Some(names)),
            None => self.named_or_usual("count", None).into_iter().take(1).collect(),
        }
    }

    fn find_or_miss(&mut self, field: &'static str, name: &str) -> Option<usize> {
        let found = self.find(name);
        if found.is_none() {
            self.missing.push((field, name.to_owned()));
        }
        found
    }

    /// Returns the conditions of `where`: each a column and its value.
    fn filters(&mut self, only: &str) -> Vec<(usize, String)> {
        let conditions = only.split(';').filter(|part| !part.trim().is_empty());
        conditions.filter_map(|condition| self.filter(condition)).collect()
    }

    fn filter(&mut self, condition: &str) -> Option<(usize, String)> {
        let (name, value) = condition.split_once('=').unwrap_or((condition, ""));
        Some((self.find_or_miss("where", name.trim())?, value.trim().to_owned()))
    }
}

/// Context of the findings about missing columns.
struct MissingColumns<'a> {
    path: &'a str,
    header: &'a [String],
    /// Place in book.toml that asks for the columns.
    place: Option<Span>,
}

impl MissingColumns<'_> {
    /// Returns the finding about a missing column, by its name and the field that asks for it.
    fn finding(&self, field: &str, name: &str, line: Span) -> Diagnostic {
        let (path, name) = (self.path, short_quote(name));
        let message =
            format!("unknown column `{name}` in `{field}`: row 1 of `{path}` does not name it");
        let hint = format!("write one of {}", short_quote(&self.header.join(", ")));
        let finding = Diagnostic::at(code::BAD_DATA, line, message).hint(hint);
        match self.place {
            Some(place) => finding.related(place, "the deck uses it here"),
            None => finding,
        }
    }
}

/// Returns the column that is asked for; an empty name asks for none.
pub fn one_column(asked: &Option<String>) -> Option<&[String]> {
    let asked = asked.as_ref()?;
    Some(if asked.is_empty() { &[] } else { std::slice::from_ref(asked) })
}

fn columns_of(asked: &Option<OneOrMany>) -> Option<&[String]> {
    asked.as_ref().map(OneOrMany::as_slice)
}

/// Returns the names of the columns; `None` if there are none.
fn column_names(text: &str) -> Option<Vec<String>> {
    let mut reader = csv_reader(text);
    let names: Vec<String> =
        reader.headers().ok()?.iter().map(|name| name.trim().to_owned()).collect();
    names.iter().any(|name| !name.is_empty()).then_some(names)
}

/// Returns the usual column names of a field, used if book.toml names none.
fn usual_columns(field: &str) -> &'static [&'static str] {
    match field {
        "name" => &["Card", "Name", "Title"],
        "cost" => &["Cost"],
        "type" => &["Type", "Subtype"],
        "text" => &["Keywords", "Text", "Effect", "Rules"],
        "count" => &["Copies", "Count", "Quantity", "Number"],
        _ => &[],
    }
}

fn header_line(text: &str, id: SourceId) -> Span {
    let start = DataForm::of(text).start;
    let line = &text[start..];
    Span::new(id, start..start + line.find(['\r', '\n']).unwrap_or(line.len()))
}
