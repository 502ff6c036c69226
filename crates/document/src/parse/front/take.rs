//! Puts the fields of front matter into a document: known fields are used, the others are reported.

use super::FrontField;
use super::date::{self, WrittenDate};
use crate::Document;
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::{SourceId, Span};

/// A known key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontKey {
    Title,
    Subtitle,
    Edition,
    Language,
    Author,
    Date,
}

impl FrontKey {
    /// Returns the key of this name, in any case.
    pub fn named(key: &str) -> Option<Self> {
        Some(match key.to_ascii_lowercase().as_str() {
            "title" => Self::Title,
            "subtitle" => Self::Subtitle,
            "edition" => Self::Edition,
            "lang" | "language" => Self::Language,
            "author" | "authors" => Self::Author,
            "date" => Self::Date,
            _ => return None,
        })
    }
}

/// Puts fields into a document.
pub struct FrontReading<'d> {
    source: SourceId,
    document: &'d mut Document,
    /// Keys that were read, as written, and those that were not.
    read: Vec<String>,
    unread: Vec<String>,
    seen: Vec<FrontKey>,
    faults: Vec<Diagnostic>,
}

impl<'d> FrontReading<'d> {
    pub fn new(source: SourceId, document: &'d mut Document) -> Self {
        let (read, unread) = (Vec::new(), Vec::new());
        Self { source, document, read, unread, seen: Vec::new(), faults: Vec::new() }
    }

    /// Puts a field into the document if its key is known.
    pub fn take(&mut self, field: FrontField) {
        let has_words = field.words.iter().any(|word| !word.trim().is_empty());
        let Some(key) = FrontKey::named(&field.key).filter(|_| has_words) else {
            self.unread.push(field.key);
            return;
        };
        if key != FrontKey::Author && self.seen.contains(&key) {
            let fault = doubled_key(&field, self.place(&field));
            self.faults.push(fault);
            return;
        }
        self.seen.push(key);
        if self.put(key, &field) {
            self.read.push(field.key);
        }
    }

    fn place(&self, field: &FrontField) -> Span {
        Span::new(self.source, field.place.clone())
    }

    /// Puts a field into the document. Returns whether its value fits its key.
    fn put(&mut self, key: FrontKey, field: &FrontField) -> bool {
        let whole = whole_value(field);
        match key {
            FrontKey::Title => self.document.title = Some(whole),
            FrontKey::Subtitle => self.document.subtitle = Some(whole),
            FrontKey::Edition => self.document.edition = Some(whole),
            FrontKey::Language => {
                self.document.language = Some(whole);
                self.document.language_place = Some(self.place(field));
            }
            FrontKey::Author => self.document.authors.extend_from_slice(&field.words),
            FrontKey::Date => return self.put_date(&whole, field),
        }
        true
    }

    fn put_date(&mut self, written: &str, field: &FrontField) -> bool {
        let why = match date::read_date(written) {
            WrittenDate::Day(date) => {
                self.document.date = Some(date);
                return true;
            }
            WrittenDate::NoSuchDay => "there is no such day",
            WrittenDate::Unclear => "its day and month are ambiguous",
        };
        let message = format!("unknown date `{}`: {why}", short_quote(written));
        let fault = Diagnostic::at(code::BROKEN_FRONT_MATTER, self.place(field), message);
        self.faults.push(fault.hint("write year, month and day, such as 2026-02-28"));
        false
    }

    /// Returns the findings about the keys.
    pub fn findings(self, place: Span) -> Vec<Diagnostic> {
        let mut findings = self.faults;
        if self.read.is_empty() && self.unread.is_empty() {
            return findings;
        }
        let mut read = front_matter_finding(&self.read, &self.unread, place);
        if self.document.date.is_some() && self.seen.contains(&FrontKey::Date) {
            read = read.hint("the date is only in the properties of the PDF, not on a page");
        }
        findings.insert(0, read);
        findings
    }
}

/// Returns the value of a field as one text: items are joined by commas, lines by blanks.
fn whole_value(field: &FrontField) -> String {
    let words: Vec<&str> = field.words.iter().map(|word| word.trim()).collect();
    words.join(if field.is_list { ", " } else { " " })
}

fn doubled_key(field: &FrontField, place: Span) -> Diagnostic {
    let (key, value) = (short_quote(&field.key), short_quote(&whole_value(field)));
    let message = format!("the key `{key}` is listed twice; `{value}` is not printed");
    Diagnostic::at(code::BROKEN_FRONT_MATTER, place, message).hint("keep one of them")
}

fn front_matter_finding(read: &[String], unread: &[String], place: Span) -> Diagnostic {
    let known = format!("front matter was read: {}", told_keys(read));
    let message = match (read.is_empty(), unread.is_empty()) {
        (_, true) => known,
        (true, _) => format!("front matter is not printed: {}", told_keys(unread)),
        (false, _) => format!("{known}; not printed: {}", told_keys(unread)),
    };
    Diagnostic::at(code::FRONT_MATTER, place, message)
}

/// Returns keys for a finding: "`title`, `tags`".
fn told_keys(keys: &[String]) -> String {
    let keys = keys.iter().map(|key| format!("`{}`", short_quote(key)));
    keys.collect::<Vec<_>>().join(", ")
}
