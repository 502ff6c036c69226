//! Annotations of GitHub: lines that its runners show beside the lines of a change. In: a place, a title and
//! words. Out: a workflow command, in the form that GitHub documents.

use std::fmt;

use super::{FindingRecord, Severity};

/// An annotation, printed as one line.
#[derive(Debug, Clone, Copy)]
pub struct Annotation<'a> {
    /// Severity.
    pub severity: Severity,
    /// File, relative to the folder of the repository; none for an annotation on the whole.
    pub file: Option<&'a str>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column, from 1.
    pub column: Option<usize>,
    /// Title above the words.
    pub title: &'a str,
    /// Words; several lines are shown as such.
    pub text: &'a str,
}

impl fmt::Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let numbers = [("line", self.line), ("col", self.column)];
        let numbers = numbers.map(|(name, number)| Some((name, number?.to_string())));
        let file = self.file.map(|file| ("file", file.to_owned()));
        let title = Some(("title", self.title.to_owned())).filter(|(_, title)| !title.is_empty());
        let named: Vec<String> = std::iter::once(file)
            .chain(numbers)
            .chain([title])
            .flatten()
            .map(|(name, value)| format!("{name}={}", escaped(&value, &[':', ','])))
            .collect();
        let blank = if named.is_empty() { "" } else { " " };
        write!(f, "::{command}{blank}{}::{}", named.join(","), escaped(self.text, &[]))
    }
}

/// Replaces characters that would end a part of the line by their codes.
fn escaped(text: &str, others: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '\r' | '\n') || others.contains(&c) {
            out += &format!("%{:02X}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns findings as annotations, a line each.
pub fn finding_annotations(records: &[FindingRecord]) -> String {
    records.iter().map(|record| record.annotation() + "\n").collect()
}

impl FindingRecord {
    /// Returns the finding as one line.
    fn annotation(&self) -> String {
        let (file, title) = (self.file.as_deref(), &*self.code);
        let mut lines = vec![self.message.clone()];
        lines.extend(self.hints.iter().map(|hint| format!("help: {hint}")));
        let text = &lines.join("\n");
        let Self { severity, line, column, .. } = *self;
        Annotation { severity, file, line, column, title, text }.to_string()
    }
}
