//! Lines of front matter as fields: `key: value`, and the lines below that belong to it. In: lines. Out:
//! their fields, and the lines that are none.

use std::ops::Range;

use super::take::FrontKey;
use super::values::{self, FrontValue};
use super::{FrontField, LONGEST_NAMED};
use crate::parse::blocks::lines_from;

/// Lines of front matter.
pub struct FrontLines {
    pub fields: Vec<FrontField>,
    /// Lines that are no fields, each with its place.
    pub bad: Vec<(Range<usize>, String)>,
    /// True if the first line is a field.
    pub opens: bool,
}

/// A field, as written.
struct RawField<'t> {
    key: &'t str,
    value: &'t str,
    /// Lines below that belong to it.
    more: Vec<&'t str>,
    place: Range<usize>,
}

impl FrontLines {
    /// Reads lines that begin at the byte `start`; `sign` is between a key and its value.
    pub fn read(inside: &str, start: usize, sign: char) -> Self {
        let mut raw: Vec<RawField<'_>> = Vec::new();
        let mut bad = Vec::new();
        for (at, line) in lines_from(inside, start) {
            let line = line.trim_end();
            let place = at..at + line.len();
            match (key_value(line, sign), raw.last_mut()) {
                _ if is_blank(line) && at > start => {}
                (None, Some(field)) if field.takes(line) => {
                    field.more.push(line);
                    field.place.end = place.end;
                }
                (Some((key, value)), _) => {
                    raw.push(RawField { key, value, more: Vec::new(), place });
                }
                (None, _) => bad.push((place, line.to_owned())),
            }
        }
        let opens = raw.first().is_some_and(|field| field.place.start == start);
        Self { fields: raw.into_iter().flat_map(RawField::fields).collect(), bad, opens }
    }

    /// Reports whether the lines are front matter although some are no fields: one key is known, and the bad
    /// lines can be named in findings.
    pub fn can_be_read(&self) -> bool {
        let is_known = |field: &FrontField| FrontKey::named(&field.key).is_some();
        let is_named = |line: &String| line.chars().count() <= LONGEST_NAMED && !line.contains('`');
        self.fields.iter().any(is_known)
            && self.bad.len() <= self.fields.len()
            && self.bad.iter().all(|(_, line)| is_named(line))
    }
}

impl<'t> RawField<'t> {
    /// Reports whether a line without a key continues this field.
    fn takes(&self, line: &str) -> bool {
        line.starts_with([' ', '\t']) || line.starts_with("- ") || self.is_open()
    }

    /// Reports whether its list is still open.
    fn is_open(&self) -> bool {
        let mut lines = std::iter::once(&self.value).chain(&self.more);
        self.value.starts_with('[') && !lines.any(|line| line.trim_end().ends_with(']'))
    }

    /// Returns the field; values of authors other than names become fields of their own.
    fn fields(self) -> Vec<FrontField> {
        let is_author = FrontKey::named(self.key) == Some(FrontKey::Author);
        let FrontValue { words, is_list, others } =
            values::read_value(self.value, &self.more, is_author);
        let field =
            |key: String, words| FrontField { key, words, is_list, place: self.place.clone() };
        let others = others.into_iter().map(|(key, word)| (format!("{}.{key}", self.key), word));
        let others: Vec<FrontField> = others.map(|(key, word)| field(key, vec![word])).collect();
        std::iter::once(field(self.key.to_owned(), words)).chain(others).collect()
    }
}

/// Returns the lines at the top of a text up to the first that is blank or no field.
pub fn leading_lines(text: &str, sign: char) -> &str {
    let belongs = |line: &str| {
        let goes_on = line.starts_with([' ', '\t']) || line.starts_with("- ");
        !line.trim().is_empty() && (goes_on || key_value(line.trim_end(), sign).is_some())
    };
    let lines = text.split_inclusive('\n').take_while(|line| belongs(line));
    &text[..lines.map(str::len).sum()]
}

/// Reports whether a line is blank or a comment.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

/// Parses `key: value` or `key = value` at the start of a line.
pub fn key_value(line: &str, sign: char) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(sign)?;
    let key = if sign == '=' { key.trim_end() } else { key };
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_key = !key.is_empty() && key.chars().all(fits);
    let parted = sign == '=' || value.is_empty() || value.starts_with([' ', '\t']);
    (is_key && parted).then(|| (key, value.trim()))
}
