//! Data files in the formats of spreadsheets. In: the text of a CSV file. Out: its separator, and a reader of
//! its rows.

use std::io::{Chain, Read};
use std::ops::Range;

/// Form of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataForm {
    /// First byte of the names of the columns: behind a byte-order mark and a line `sep=;`.
    pub start: usize,
    /// Separator of cells: `,` `;` or a tab, or that of the line `sep=`.
    pub separator: u8,
}

/// Replaces the bytes before the names of the columns, so that the places of rows stay right: blank lines are
/// no rows.
const BLANK_LINES: [u8; 16] = [b'\n'; 16];
const MARK: char = '\u{feff}';

impl DataForm {
    /// Returns the form of a text.
    pub fn of(text: &str) -> Self {
        let start = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
        match told_separator(&text[start..]) {
            Some((separator, length)) => Self { start: start + length, separator },
            None => Self { start, separator: usual_separator(&text[start..]) },
        }
    }

    /// Returns the separator in words.
    pub fn separator_words(self) -> String {
        match self.separator {
            b',' => "commas".to_owned(),
            b';' => "semicolons".to_owned(),
            b'\t' => "tabs".to_owned(),
            other => format!("`{}`", char::from(other)),
        }
    }
}

/// Returns the separator of a first line `sep=;`, and the length of the line with its end.
fn told_separator(text: &str) -> Option<(u8, usize)> {
    let line = text.split_inclusive('\n').next()?;
    let told = line.trim_end_matches(['\r', '\n']).trim_matches('"');
    let (key, value) = told.split_at_checked(4)?;
    match (key.eq_ignore_ascii_case("sep="), value.as_bytes()) {
        (true, [separator @ 0x01..0x80]) if line.len() < BLANK_LINES.len() - 3 => {
            Some((*separator, line.len()))
        }
        _ => None,
    }
}

/// Returns the separator that is most frequent among the names of the columns, outside of quotation marks.
fn usual_separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|(known, _)| *known == byte).for_each(|(_, n)| *n += 1),
        }
    }
    // The last of equal counts wins, which makes the comma the default.
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(byte, _)| byte)
}

/// Returns the bytes of a cell, by the number of its column, in the row that begins at `start`; those of the
/// row if it ends before.
pub fn cell_range(text: &str, start: usize, column: usize) -> Range<usize> {
    let (mut from, mut nth, mut quoted) = (start, 0, false);
    let separator = DataForm::of(text).separator;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'"' => quoted = !quoted,
            _ if byte == separator && !quoted && nth == column => return from..at,
            _ if byte == separator && !quoted => (nth, from) = (nth + 1, at + 1),
            b'\r' | b'\n' if !quoted => return if nth == column { from..at } else { start..at },
            _ => {}
        }
    }
    let end = text.len();
    if nth == column { from..end } else { start.min(end)..end }
}

/// Bytes of a data file, with blank lines instead of the bytes before the names of the columns.
pub type DataBytes<'a> = Chain<&'a [u8], &'a [u8]>;

/// Makes a reader of the rows of a data file; their places are those in `text`.
pub fn csv_reader(text: &str) -> csv::Reader<DataBytes<'_>> {
    let DataForm { start, separator } = DataForm::of(text);
    let bytes = BLANK_LINES[..start].chain(&text.as_bytes()[start..]);
    csv::ReaderBuilder::new().flexible(true).delimiter(separator).from_reader(bytes)
}
