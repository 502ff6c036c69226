//! Which column of a data file says what of a card. In: what book.toml asks for, and the header of
//! the file. Out: the columns, or a finding for each that is missing.

use super::row::DeckRow;
use super::style::{StyleColumns, StyleContext};
use crate::manuscript::icons::BookIcons;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::data::{DataForm, csv_reader};
use base::source::manifest::{DeckFields, OneOrMany};
use base::source::{SourceId, Sources, Span, is_same_column};

/// Which columns of a data file say what of a card.
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
    /// The column of words that are bold in the text of their card.
    pub keywords: Option<usize>,
    /// Whether words in parentheses are in italics.
    pub reminders: bool,
    /// How cards look.
    pub style: StyleColumns,
    /// The icons that its texts can name.
    pub icons: &'a BookIcons,
    filters: Vec<(usize, String)>,
}

impl<'a> DeckColumns<'a> {
    /// Finds the columns; one that is missing is an error at `place` in book.toml.
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

    /// The rows that the filters let through.
    pub fn rows(&self) -> impl Iterator<Item = DeckRow> {
        let records = csv_reader(self.text).into_records().flatten().enumerate();
        records.map(|(nth, cells)| DeckRow::of(nth + 2, cells)).filter(|row| self.lets_through(row))
    }

    fn lets_through(&self, row: &DeckRow) -> bool {
        self.filters.iter().all(|(column, value)| row.cells.get(*column) == Some(value))
    }

    /// The columns that the deck is made of, by their numbers.
    pub fn used(&self) -> Vec<usize> {
        let single = [Some(self.name), self.cost, self.group, self.keywords].into_iter().flatten();
        let several = [&self.kind, &self.words, &self.stats, &self.count].into_iter().flatten();
        let single = single.chain(several.copied());
        let several = self.style.used();
        single.chain(several).chain(self.filters.iter().map(|(column, _)| *column)).collect()
    }

    /// The name of the column that names the cards.
    pub fn name(&self) -> &str {
        &self.header[self.name]
    }

    /// The line of the column names.
    pub fn header(&self) -> Span {
        header_line(self.text, self.id)
    }
}

/// The columns of a deck as they are looked for: those that are not given, by their usual names.
pub struct ColumnSearch<'h> {
    header: &'h [String],
    /// The field of the deck and the name of each column that is not there.
    missing: Vec<(&'static str, String)>,
}

impl ColumnSearch<'_> {
    /// The column of this name.
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

    /// The column that a field asks for; one that is not there is missing.
    pub fn one(&mut self, field: &'static str, name: &str) -> Option<usize> {
        self.find_or_miss(field, name)
    }

    /// The first of these columns that is there and holds what it is called.
    pub fn usual(&self, names: &[&str], fits: impl Fn(usize) -> bool) -> Option<usize> {
        names.iter().filter_map(|name| self.find(name)).find(|column| fits(*column))
    }

    /// The columns that are added to the number of copies; an empty name asks for none.
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

    /// The conditions of `where`: a column and what it says.
    fn filters(&mut self, only: &str) -> Vec<(usize, String)> {
        let conditions = only.split(';').filter(|part| !part.trim().is_empty());
        conditions.filter_map(|condition| self.filter(condition)).collect()
    }

    fn filter(&mut self, condition: &str) -> Option<(usize, String)> {
        let (name, value) = condition.split_once('=').unwrap_or((condition, ""));
        Some((self.find_or_miss("where", name.trim())?, value.trim().to_owned()))
    }
}

/// What a finding about columns that are not there says besides their names.
struct MissingColumns<'a> {
    path: &'a str,
    header: &'a [String],
    /// Where book.toml asks for them.
    place: Option<Span>,
}

impl MissingColumns<'_> {
    /// The finding for a missing column, by the field that asks for it and its name.
    fn finding(&self, field: &str, name: &str, line: Span) -> Diagnostic {
        let (path, name) = (self.path, short_quote(name));
        let message =
            format!("unknown column `{name}` in `{field}`: row 1 of `{path}` does not name it");
        let hint = format!("write one of {}", short_quote(&self.header.join(", ")));
        let finding = Diagnostic::at(code::BAD_DATA, line, message).hint(hint);
        match self.place {
            Some(place) => finding.related(place, "the deck asks for it here"),
            None => finding,
        }
    }
}

/// The column that is asked for; an empty name asks for none.
pub fn one_column(asked: &Option<String>) -> Option<&[String]> {
    let asked = asked.as_ref()?;
    Some(if asked.is_empty() { &[] } else { std::slice::from_ref(asked) })
}

fn columns_of(asked: &Option<OneOrMany>) -> Option<&[String]> {
    asked.as_ref().map(OneOrMany::as_slice)
}

/// The names of the columns; `None` when there are none.
fn column_names(text: &str) -> Option<Vec<String>> {
    let mut reader = csv_reader(text);
    let names: Vec<String> =
        reader.headers().ok()?.iter().map(|name| name.trim().to_owned()).collect();
    names.iter().any(|name| !name.is_empty()).then_some(names)
}

/// The names under which the column of a field is looked for when book.toml gives none.
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
