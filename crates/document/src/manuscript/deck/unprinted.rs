//! Data of decks that is printed nowhere: columns that no card and no table shows, and rows that make no
//! card. In: the decks of a manuscript and the tables of its text. Out: a note for each column, and one for
//! the rows of a file.

use std::collections::BTreeSet;

use super::columns::DeckColumns;
use super::find_data_file;
use crate::manuscript::{Manuscript, after_newlines};
use crate::{Block, BlockKind, plain_text, walk};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::data::csv_reader;
use base::source::{Source, SourceId, Sources, Span, path_below};
use base::theme::templates::Hook;

/// Most rows that a note names.
const NAMED_ROWS: usize = 8;

/// Reports data of decks that is printed nowhere, except files that rules read.
pub fn report_unprinted_data(manuscript: &Manuscript, sources: &Sources, findings: &mut Findings) {
    for id in &manuscript.data {
        let Source { path, text, .. } = sources.get(*id);
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut modules = sources.iter().filter(|(_, text)| text.path.ends_with(".star"));
        if !modules.any(|(_, text)| text.text.contains(name))
            && let Some(used) = UsedData::of(*id, manuscript, sources)
        {
            let shown = sources.shown_path(path);
            let templates = &manuscript.theme.templates;
            let draws = templates.hooks.get(&Hook::CardFace);
            let files = draws.into_iter().flat_map(|hook| &hook.files);
            let texts = files.filter_map(|file| templates.files.get(file));
            let texts: Vec<&str> = texts.map(|file| &*file.text).collect();
            let used = used.and_named(&texts);
            findings.0.extend(used.unprinted(&shown, *id, text));
        }
    }
}

/// Printed parts of a data file.
struct UsedData {
    /// Names of its columns, and the line of these names.
    header: Vec<String>,
    line: Span,
    /// Numbers of the columns that are printed, or that choose rows.
    columns: BTreeSet<usize>,
    /// First bytes of the rows that are printed.
    rows: BTreeSet<usize>,
}

impl UsedData {
    /// Returns what decks and tables print of this file; `None` if no deck uses the file, or if a finding
    /// explains why a deck has no cards.
    fn of(id: SourceId, manuscript: &Manuscript, sources: &Sources) -> Option<Self> {
        let manifest = &manuscript.manifest;
        let from = path_below(&manuscript.folder, "book.toml");
        let mut used: Option<Self> = None;
        for fields in manifest.deck.values() {
            let file = find_data_file(&manuscript.data, sources, &from, fields.data.get_ref());
            if file != Some(id) {
                continue;
            }
            let mut faults = Findings::default();
            // The icons of the book prevent a fault for looks that name one of them.
            let icons = &manuscript.icons;
            let columns = DeckColumns::of(fields, sources, id, None, icons, &mut faults)?;
            let rows = columns.rows().filter(|row| columns.card(row, &mut faults).is_some());
            let rows: Vec<usize> = rows.map(|row| row.start()).collect();
            if !faults.0.is_empty() {
                return None;
            }
            let used = used.get_or_insert_with(|| Self::without(columns.header(), &columns.header));
            used.columns.extend(columns.used());
            used.rows.extend(rows);
        }
        let mut used = used?;
        walk::each_block(&manuscript.document.blocks, &mut |block| used.add_table(block, id));
        Some(used)
    }

    fn without(line: Span, header: &[String]) -> Self {
        let (columns, rows) = (BTreeSet::new(), BTreeSet::new());
        Self { header: header.to_vec(), line, columns, rows }
    }

    /// Adds the columns and rows that a table of the text prints.
    fn add_table(&mut self, block: &Block, id: SourceId) {
        let BlockKind::Table(table) = &block.kind else { return };
        for cell in table.cells() {
            walk::each_inline(&cell.blocks, &mut |inline| {
                if inline.span.source == id {
                    let word = plain_text(std::slice::from_ref(inline));
                    self.rows.insert(inline.span.start as usize);
                    let says = |name: &String| name.replace('\'', "’") == word;
                    let named = self.header.iter().position(says);
                    self.columns.extend(named.filter(|_| inline.span.start == 0));
                }
            });
        }
    }

    /// Returns the name of a column, or its number if the first line does not name it.
    fn column_name(&self, nth: usize) -> String {
        let name = self.header[nth].trim();
        if name.is_empty() {
            format!("{}, which has no name", nth + 1)
        } else {
            format!("`{name}`")
        }
    }

    /// Adds the columns that templates name.
    fn and_named(mut self, templates: &[&str]) -> Self {
        let is_named = |name: &str| templates.iter().any(|text| text.contains(name));
        let named = (0..self.header.len()).filter(|nth| is_named(&self.header[*nth]));
        self.columns.extend(named);
        self
    }

    fn unprinted(&self, path: &str, id: SourceId, text: &str) -> Vec<Diagnostic> {
        let columns = (0..self.header.len())
            .filter(|nth| !self.columns.contains(nth) && has_words(text, *nth));
        let mut findings: Vec<Diagnostic> = columns
            .map(|nth| {
                let (name, path) = (short_quote(&self.column_name(nth)), short_quote(path));
                let message = format!("no card shows the column {name} of `{path}`");
                let hint = "to print the column, name it in `text` or `stats` of the deck";
                Diagnostic::at(code::UNPRINTED_DATA, self.line, message).hint(hint)
            })
            .collect();
        let records = csv_reader(text).into_records().flatten().enumerate();
        let starts = records
            .map(|(nth, record)| (nth + 2, record.position().map_or(0, |at| at.byte() as usize)));
        let (rows, starts): (Vec<usize>, Vec<usize>) =
            starts.filter(|(_, start)| !self.rows.contains(start)).unzip();
        if let Some(start) = starts.first() {
            let start = after_newlines(text, *start);
            let line = text.get(start..).unwrap_or_default();
            let end = start + line.find(['\r', '\n']).unwrap_or(line.len());
            findings.push(unprinted_rows(&rows, path, Span::new(id, start..end)));
        }
        findings
    }
}

/// Returns the columns with words that the cards of a deck do not show, with the line that names them.
pub fn unshown_columns(columns: &DeckColumns<'_>) -> Vec<(String, Span)> {
    let used: BTreeSet<usize> = columns.used().into_iter().collect();
    let names = columns.header.iter().enumerate();
    let unshown = names.filter(|(nth, name)| {
        !name.is_empty() && !used.contains(nth) && has_words(columns.text, *nth)
    });
    unshown.map(|(_, name)| (name.clone(), columns.header())).collect()
}

/// Reports whether any row has words in a column.
fn has_words(text: &str, column: usize) -> bool {
    let mut records = csv_reader(text).into_records().flatten();
    records.any(|record| record.get(column).is_some_and(|cell| !cell.trim().is_empty()))
}

fn unprinted_rows(rows: &[usize], path: &str, place: Span) -> Diagnostic {
    let mut told: Vec<String> = rows.iter().take(NAMED_ROWS).map(usize::to_string).collect();
    if rows.len() > NAMED_ROWS {
        told.push(format!("{} more", rows.len() - NAMED_ROWS));
    }
    let noun = if rows.len() == 1 { "row" } else { "rows" };
    let path = short_quote(path);
    let message = format!("no card is made from {noun} {} of `{path}`", told.join(", "));
    let hint = "check `where` of the deck and the number of copies: either can leave a row out";
    Diagnostic::at(code::UNPRINTED_DATA, place, message).hint(hint)
}
