//! A row of data as a card; what is wrong with a cell is said with its row and its column.

use super::{DeckCard, asked_columns, usual_columns};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::document::manuscript::icons;
use crate::document::{Inline, InlineKind};
use crate::source::manifest::DeckFields;
use crate::source::{SourceId, Sources, Span};

/// The most copies of one card.
const MOST_COPIES: usize = 999;

/// Which columns of a data file say what of a card.
pub(super) struct DeckColumns<'a> {
    id: SourceId,
    text: &'a str,
    header: Vec<String>,
    name: usize,
    cost: Option<usize>,
    count: Option<usize>,
    group: Option<usize>,
    kind: Vec<usize>,
    words: Vec<usize>,
    stats: Vec<usize>,
    filters: Vec<(usize, String)>,
}

/// A row with its number, counted from the header as row 1, and where it begins.
pub(super) struct DeckRow {
    pub(super) row: usize,
    start: usize,
    cells: csv::StringRecord,
}

impl<'a> DeckColumns<'a> {
    /// Finds the columns; one that is missing is an error at `place` in book.toml.
    pub(super) fn of(
        fields: &DeckFields,
        sources: &'a Sources,
        id: SourceId,
        place: Option<Span>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let text = &*sources.get(id).text;
        let mut reader = csv_reader(text);
        let header: Vec<String> =
            reader.headers().ok()?.iter().map(|name| name.trim().to_owned()).collect();
        if header.iter().all(String::is_empty) {
            return None;
        }
        let find = |name: &str| header.iter().position(|known| known == name.trim());
        let mut lost = Vec::new();
        let mut columns = |field: &str| -> Vec<usize> {
            match asked_columns(fields, field) {
                Some(names) => {
                    lost.extend(
                        names
                            .iter()
                            .filter(|name| find(name).is_none())
                            .map(|name| (field.to_owned(), name.clone())),
                    );
                    names.iter().filter_map(|name| find(name)).collect()
                }
                None => usual_columns(field).iter().filter_map(|name| find(name)).collect(),
            }
        };
        let (name, cost, count, group) =
            (columns("name"), columns("cost"), columns("count"), columns("group"));
        let (kind, words, stats) = (columns("type"), columns("text"), columns("stats"));
        let mut filters = Vec::new();
        for condition in fields
            .only
            .iter()
            .flat_map(|only| only.split(';'))
            .filter(|part| !part.trim().is_empty())
        {
            let (name, value) = condition.split_once('=').unwrap_or((condition, ""));
            match find(name) {
                Some(column) => filters.push((column, value.trim().to_owned())),
                None => lost.push(("where".to_owned(), name.trim().to_owned())),
            }
        }
        if name.is_empty() && lost.iter().all(|(field, _)| field != "name") {
            lost.push(("name".to_owned(), usual_columns("name").join("` or `")));
        }
        let known = short_quote(&header.join(", "));
        for (field, name) in &lost {
            let message = format!(
                "row 1: `{}` has no column `{}` for the {field} of the cards",
                sources.get(id).path,
                short_quote(name)
            );
            let mut finding = Diagnostic::at(code::BAD_DATA, header_line(text, id), message);
            if let Some(place) = place {
                finding = finding.related(place, "the deck asks for it here");
            }
            findings.push(finding.hint(format!("write one of {known}")));
        }
        let one = |list: &[usize]| list.first().copied();
        lost.is_empty().then(|| Self {
            id,
            text,
            name: name[0],
            cost: one(&cost),
            count: one(&count),
            group: one(&group),
            kind,
            words,
            stats,
            filters,
            header,
        })
    }

    /// The rows that the filters let through.
    pub(super) fn rows(&self) -> impl Iterator<Item = DeckRow> {
        let mut reader = csv_reader(self.text);
        let _ = reader.headers();
        let records = reader.into_records().flatten().enumerate().map(|(nth, cells)| DeckRow {
            row: nth + 2,
            start: cells.position().map_or(0, |at| at.byte() as usize),
            cells,
        });
        records.filter(|record| {
            self.filters.iter().all(|(column, value)| record.cells.get(*column) == Some(value))
        })
    }

    /// The name of the column that names the cards.
    pub(super) fn name(&self) -> &str {
        &self.header[self.name]
    }

    /// The line of the column names.
    pub(super) fn header(&self) -> Span {
        header_line(self.text, self.id)
    }

    /// The card of a row; `None` after a finding, or for a row of no copies.
    pub(super) fn card(&self, record: &DeckRow, findings: &mut Findings) -> Option<DeckCard> {
        let cell = |column: usize| record.cells.get(column).unwrap_or_default().trim();
        let span = self.cell(record, self.name);
        if cell(self.name).is_empty() {
            let message =
                format!("row {}, column `{}`: this card has no name", record.row, self.name());
            findings.push(
                Diagnostic::at(code::BAD_DATA, span, message)
                    .hint("write its name, or delete the row"),
            );
            return None;
        }
        let count = self.count(record, findings)?;
        let words = |column: &usize, findings: &mut Findings| {
            icons::text_with_icons(
                typographic_quotes(cell(*column)),
                self.cell(record, *column),
                findings,
            )
        };
        let filled = |list: &[usize]| {
            list.iter().copied().filter(|column| !cell(*column).is_empty()).collect::<Vec<_>>()
        };
        let mut kind: Vec<Inline> = Vec::new();
        for column in filled(&self.kind) {
            if !kind.is_empty() {
                kind.push(Inline::new(InlineKind::Text(" · ".to_owned()), span));
            }
            kind.extend(words(&column, findings));
        }
        let stats = filled(&self.stats)
            .into_iter()
            .map(|column| (self.header[column].clone(), typographic_quotes(cell(column))));
        Some(DeckCard {
            name: words(&self.name, findings),
            cost: self.cost.map(|column| typographic_quotes(cell(column))).unwrap_or_default(),
            kind,
            text: filled(&self.words).iter().map(|column| words(column, findings)).collect(),
            stats: stats.collect(),
            group: self.group.map(|column| cell(column).to_owned()).unwrap_or_default(),
            count,
            span,
        })
        .filter(|card| card.count > 0)
    }

    /// How many of a card are printed: 1 unless a column says otherwise.
    fn count(&self, record: &DeckRow, findings: &mut Findings) -> Option<usize> {
        let Some(column) = self.count else { return Some(1) };
        let written = record.cells.get(column).unwrap_or_default().trim();
        let wrong = match written.parse::<usize>() {
            _ if written.is_empty() => return Some(1),
            Ok(count) if count <= MOST_COPIES => return Some(count),
            Ok(_) => format!("`{}` copies are more than {MOST_COPIES}", short_quote(written)),
            Err(_) if written.len() > 3 && written.chars().all(|c| c.is_ascii_digit()) => {
                format!("`{}` copies are more than {MOST_COPIES}", short_quote(written))
            }
            Err(_) => format!("`{}` is no number of copies", short_quote(written)),
        };
        let message = format!("row {}, column `{}`: {wrong}", record.row, self.header[column]);
        let finding = Diagnostic::at(code::BAD_DATA, self.cell(record, column), message);
        findings.push(finding.hint(format!("write a whole number from 0 to {MOST_COPIES}")));
        None
    }

    /// The place of a cell in its file.
    fn cell(&self, record: &DeckRow, column: usize) -> Span {
        let rest = self.text.get(record.start..).unwrap_or_default();
        let start = record.start + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let (mut from, mut nth, mut quoted) = (start, 0, false);
        for (at, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                b'"' => quoted = !quoted,
                b',' if !quoted && nth == column => return Span::new(self.id, from..at),
                b',' if !quoted => (nth, from) = (nth + 1, at + 1),
                b'\r' | b'\n' if !quoted => {
                    return Span::new(self.id, if nth == column { from..at } else { start..at });
                }
                _ => {}
            }
        }
        let end = self.text.len();
        Span::new(self.id, if nth == column { from..end } else { start.min(end)..end })
    }
}

fn csv_reader(text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes())
}

fn header_line(text: &str, id: SourceId) -> Span {
    Span::new(id, 0..text.find(['\r', '\n']).unwrap_or(text.len()))
}

/// Data holds plain text: its straight apostrophes and quotation marks become typographic ones.
fn typographic_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let opens = out
            .chars()
            .next_back()
            .is_none_or(|before| before.is_whitespace() || "([“".contains(before));
        out.push(match c {
            '\'' if opens => '‘',
            '\'' => '’',
            '"' if opens => '“',
            '"' => '”',
            c => c,
        });
    }
    out
}
