//! A row of data as a card. Findings about a cell name its row and column.

use super::DeckCard;
use super::columns::DeckColumns;
use super::lettering::{embolden, slant_reminders};
use crate::Inline;
use crate::manuscript::after_newlines;
use crate::manuscript::icons;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;
use base::source::data::cell_range;

/// Most copies of one card.
const MOST_COPIES: usize = 999;

/// A row, with its number (the header is row 1) and its first byte.
pub struct DeckRow {
    pub row: usize,
    start: usize,
    pub cells: csv::StringRecord,
}

impl DeckRow {
    pub fn of(row: usize, cells: csv::StringRecord) -> Self {
        Self { row, start: cells.position().map_or(0, |at| at.byte() as usize), cells }
    }

    /// First byte of the row.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the trimmed text of a cell.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).unwrap_or_default().trim()
    }

    /// Returns those of the columns that are not empty in this row.
    fn filled(&self, columns: &[usize]) -> impl Iterator<Item = usize> {
        columns.iter().copied().filter(|column| !self.cell(*column).is_empty())
    }
}

impl DeckColumns<'_> {
    /// Makes the card of a row. Returns `None` after a finding, and for a row of no copies.
    pub fn card(&self, row: &DeckRow, findings: &mut Findings) -> Option<DeckCard> {
        let span = self.cell_place(row, self.name);
        if row.cell(self.name).is_empty() {
            let unnamed = self.bad_cell(row, self.name, "this card has no name");
            findings.push(unnamed.hint("write its name, or delete the row"));
            return None;
        }
        let count = self.count(row, findings)?;
        let card = DeckCard {
            kind: self.type_line(row, span, findings),
            name: self.words(row, self.name, findings),
            cost: self.cost.map(|column| typographic_quotes(row.cell(column))).unwrap_or_default(),
            text: row.filled(&self.words).map(|column| self.text(row, column, findings)).collect(),
            stats: self.stats(row),
            group: self.group.map(|column| row.cell(column).to_owned()).unwrap_or_default(),
            type_word: self.type_word(row),
            fields: self.fields(row),
            style: self.card_style(row, findings),
            count,
            span,
        };
        Some(card).filter(|card| card.count > 0)
    }

    fn words(&self, row: &DeckRow, column: usize, findings: &mut Findings) -> Vec<Inline> {
        let text = typographic_quotes(row.cell(column));
        icons::text_with_icons(text, self.cell_place(row, column), self.icons, findings)
    }

    /// Returns a paragraph of the text, with keywords and reminders emphasised.
    fn text(&self, row: &DeckRow, column: usize, findings: &mut Findings) -> Vec<Inline> {
        let keywords = self.keywords.map(|column| row.cell(column)).unwrap_or_default();
        let keywords = keywords.split([',', ';', '·']).map(str::trim);
        let bold: Vec<&str> = self.bold.iter().map(String::as_str).chain(keywords).collect();
        let words = embolden(self.words(row, column, findings), &bold);
        if self.reminders { slant_reminders(words) } else { words }
    }

    /// Returns the name of each column, and its cell in the row.
    fn fields(&self, row: &DeckRow) -> Vec<(String, String)> {
        let columns = self.header.iter().enumerate().filter(|(_, name)| !name.is_empty());
        columns.map(|(column, name)| (name.clone(), row.cell(column).to_owned())).collect()
    }

    /// Returns the first word of the type line that is not the group.
    fn type_word(&self, row: &DeckRow) -> String {
        let column = self.kind.iter().find(|column| Some(**column) != self.group);
        column.map(|column| row.cell(*column).to_owned()).unwrap_or_default()
    }

    fn type_line(&self, row: &DeckRow, span: Span, findings: &mut Findings) -> Vec<Inline> {
        let mut line = Vec::new();
        for column in row.filled(&self.kind) {
            if !line.is_empty() {
                line.push(Inline::text(" · ", span));
            }
            line.extend(self.words(row, column, findings));
        }
        line
    }

    fn stats(&self, row: &DeckRow) -> Vec<(String, String)> {
        let stat =
            |column: usize| (self.header[column].to_owned(), typographic_quotes(row.cell(column)));
        row.filled(&self.stats).map(stat).collect()
    }

    /// Returns the number of copies: 1 unless a column says otherwise.
    fn count(&self, row: &DeckRow, findings: &mut Findings) -> Option<usize> {
        let filled: Vec<usize> = row.filled(&self.count).collect();
        if filled.is_empty() {
            return Some(1);
        }
        let mut total = 0;
        for column in filled {
            let wrong = match copies(row.cell(column)) {
                Ok(count) => {
                    total += count;
                    continue;
                }
                Err(wrong) => wrong,
            };
            let hint = format!("write a whole number from 0 to {MOST_COPIES}");
            findings.push(self.bad_cell(row, column, &wrong).hint(hint));
            return None;
        }
        Some(total)
    }

    /// Returns a finding about a cell, at its place.
    pub fn bad_cell(&self, row: &DeckRow, column: usize, wrong: &str) -> Diagnostic {
        let message = format!("row {}, column `{}`: {wrong}", row.row, self.header[column]);
        Diagnostic::at(code::BAD_DATA, self.cell_place(row, column), message)
    }

    /// Returns the place of a cell in its file, or that of the row if the row ends before it.
    pub fn cell_place(&self, row: &DeckRow, column: usize) -> Span {
        let start = after_newlines(self.text, row.start);
        Span::new(self.id, cell_range(self.text, start, column))
    }
}

/// Parses a number of copies; an error says why that fails.
pub fn copies(written: &str) -> Result<usize, String> {
    match written.parse() {
        Ok(count) if count <= MOST_COPIES => Ok(count),
        Err(_) if !is_long_number(written) => {
            Err(format!("`{}` is not a number of copies", short_quote(written)))
        }
        Ok(_) | Err(_) => {
            Err(format!("`{}` copies are more than {MOST_COPIES}", short_quote(written)))
        }
    }
}

/// Reports whether digits are a number of copies that is too long to parse.
fn is_long_number(written: &str) -> bool {
    written.len() > 3 && written.chars().all(|c| c.is_ascii_digit())
}

/// Makes straight apostrophes and quotation marks typographic: data is plain text.
pub fn typographic_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        out.push(typographic_mark(c, out.chars().next_back()));
    }
    out
}

/// Returns a character as it is printed after `before`.
fn typographic_mark(c: char, before: Option<char>) -> char {
    let opens = before.is_none_or(|before| before.is_whitespace() || "([“".contains(before));
    match (c, opens) {
        ('\'', true) => '‘',
        ('\'', false) => '’',
        ('"', true) => '“',
        ('"', false) => '”',
        (c, _) => c,
    }
}
