//! Card data. In: the text of a data file. Out: its rows, and findings for names that rules could not
//! distinguish.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::program::CardData;
use crate::engine::{LARGEST_SIDE, PieceSize};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::data::{DataBytes, DataForm, cell_range, csv_reader};
use base::source::{SourceId, Span};

/// Columns with the numbers of columns and rows of squares that a piece covers.
const SIDES: [&str; 2] = ["Across", "Down"];
/// Word for an edge at which a map may end.
const WALL: &str = "wall";
/// Most edges of a file that are reported for leading to no space.
const MOST_BLIND: usize = 24;

/// Parses the rows of a data file; faults in it were found when the document was read.
pub fn parse_card_data(path: String, text: &str) -> Option<CardData> {
    let mut reader = csv_reader(text);
    let columns: Vec<String> = reader.headers().ok()?.iter().map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in reader.records().flatten() {
        let mut row: Vec<String> = record.iter().map(str::to_owned).collect();
        row.resize(columns.len(), String::new());
        rows.push(row);
    }
    Some(CardData { path, columns, rows })
}

/// Reports columns and cards of a file that share a name: rules could not distinguish them.
pub fn check_card_names(source: SourceId, text: &str, findings: &mut Findings) {
    let mut reader = csv_reader(text);
    let titles: Vec<&str> = match reader.headers() {
        Ok(titles) => titles.iter().collect(),
        Err(_) => Vec::new(),
    };
    findings.0.extend(doubled_column(&titles, line_span(source, text, DataForm::of(text).start)));
    findings.0.extend(blind_edges(&titles, source, text));
    if titles.first().is_some_and(|title| ["Card", "Name"].contains(title)) {
        check_rows(reader, source, text, findings);
    }
}

/// Returns findings for edges of a list of spaces that lead to no space and are not walls.
fn blind_edges(titles: &[&str], source: SourceId, text: &str) -> Vec<Diagnostic> {
    let column = |name: &str| titles.iter().position(|title| title.eq_ignore_ascii_case(name));
    let (Some(row), Some(across)) = (column("Row"), column("Column")) else { return Vec::new() };
    let sides = [("Right", (0, 1), "on the right of"), ("Below", (1, 0), "below")];
    let sides = sides.map(|(title, by, words)| (column(title), by, words));
    if sides.iter().all(|(column, ..)| column.is_none()) {
        return Vec::new();
    }
    let number = |record: &csv::StringRecord, at: usize| record.get(at)?.trim().parse::<i64>().ok();
    let place = |record: &csv::StringRecord| Some((number(record, row)?, number(record, across)?));
    let records: Vec<_> = csv_reader(text).into_records().flatten().collect();
    let known: BTreeSet<(i64, i64)> = records.iter().filter_map(place).collect();
    let mut found = Vec::new();
    for record in &records {
        let Some((row, column)) = place(record) else { continue };
        for (at, (down, right), words) in sides {
            let word = at.and_then(|at| record.get(at)).unwrap_or_default().trim();
            let beyond = (row.saturating_add(down), column.saturating_add(right));
            if !matches!(word, "" | WALL) && !known.contains(&beyond) && found.len() < MOST_BLIND {
                let start = record.position().map_or(0, |at| at.byte() as usize);
                let (name, word) =
                    (short_quote(record.get(0).unwrap_or_default()), short_quote(word));
                let message = format!("the {word} {words} `{name}` leads to no space");
                let finding =
                    Diagnostic::at(code::BAD_MAP, line_span(source, text, start), message);
                found.push(
                    finding.hint("write `wall`, leave the cell empty, or add the space beyond"),
                );
            }
        }
    }
    found
}

fn doubled_column(titles: &[&str], header: Span) -> Option<Diagnostic> {
    let is_doubled = |at: &usize| !titles[*at].is_empty() && titles[..*at].contains(&titles[*at]);
    let at = (0..titles.len()).find(is_doubled)?;
    let message = format!("two columns are called `{}`", short_quote(titles[at]));
    let finding = Diagnostic::at(code::BAD_DATA, header, message);
    Some(finding.hint("give one of them another name"))
}

fn check_rows(
    mut reader: csv::Reader<DataBytes<'_>>,
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) {
    let mut known: BTreeMap<String, Span> = BTreeMap::new();
    for row in reader.records().flatten() {
        let span = line_span(source, text, row.position().map_or(0, |at| at.byte() as usize));
        let name = row.get(0).unwrap_or_default();
        if name.is_empty() {
            let finding = Diagnostic::at(code::BAD_DATA, span, "a card has no name");
            findings.push(finding.hint("write it into the first cell of the row"));
            continue;
        }
        match known.entry(name.to_owned()) {
            Entry::Occupied(first) => {
                let message = format!("two cards are called `{}`", short_quote(name));
                let finding = Diagnostic::at(code::BAD_DATA, span, message);
                let hint =
                    "give one of them another name, or say in a column how many copies there are";
                findings.push(finding.related(*first.get(), "first here").hint(hint));
            }
            Entry::Vacant(entry) => {
                entry.insert(span);
            }
        }
    }
}

/// Reports cells of the columns `Across` and `Down` that are no numbers of squares; an empty cell counts as
/// 1.
pub fn check_piece_sizes(source: SourceId, text: &str, findings: &mut Findings) {
    let mut reader = csv_reader(text);
    let Ok(titles) = reader.headers().cloned() else { return };
    let is_side =
        |title: &str| SIDES.into_iter().any(|side| title.trim().eq_ignore_ascii_case(side));
    let columns: Vec<usize> =
        titles.iter().enumerate().filter(|(_, title)| is_side(title)).map(|(at, _)| at).collect();
    if columns.is_empty() {
        return;
    }
    for record in reader.records().flatten() {
        let start = record.position().map_or(0, |at| at.byte() as usize);
        // Line ends may come before the row.
        let rest = text.get(start..).unwrap_or_default();
        let start = start + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        for column in &columns {
            let written = record.get(*column).unwrap_or_default().trim();
            if !written.is_empty() && PieceSize::side(written).is_none() {
                let span = Span::new(source, cell_range(text, start, *column));
                let (cell, title) = (short_quote(written), titles[*column].trim());
                let message = format!("`{cell}` under `{title}` is not a number of spaces");
                let hint = format!("write a whole number from 1 to {LARGEST_SIDE}");
                findings.push(Diagnostic::at(code::BAD_DATA, span, message).hint(hint));
            }
        }
    }
}

/// Returns the span of the first line at or after `start` that is not blank.
fn line_span(source: SourceId, text: &str, start: usize) -> Span {
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.trim_start();
    let start = start + rest.len() - line.len();
    Span::new(source, start..start + line.find('\n').unwrap_or(line.len()))
}
