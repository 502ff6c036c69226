//! The front matter of a chart: YAML between two lines `---`. Its title is the chart's title; other
//! fields only affect looks.

use std::ops::Range;

use super::MAX_LABEL;
use super::reader::{
    ChartReader, ParseError, ParseResult, syntax_error, too_large_error, unused_style,
};
use base::diagnostic::short_quote;

/// A field at the left margin: its key, the value after it, and the place of both.
struct FrontField<'a> {
    key: &'a str,
    value: String,
    place: Range<usize>,
}

impl<'a> ChartReader<'a> {
    /// Reads `---`, lines of YAML, `---`, if the chart begins with them.
    pub fn read_front_matter(&mut self) -> ParseResult<()> {
        self.white_space();
        let fence = self.at..self.at + 3;
        if self.next_line() != Some("---") {
            self.at = fence.start;
            return Ok(());
        }
        let mut fields = Vec::new();
        loop {
            let start = self.at;
            match self.next_line() {
                None => return Err(unclosed_error(fence)),
                Some("---") => break,
                Some(line) => add_front_line(line, start, &mut fields),
            }
        }
        self.take_front_fields(fields, fence)
    }

    /// Reads a line; `None` at the end of the text.
    fn next_line(&mut self) -> Option<&'a str> {
        let (start, end) = (self.at, self.line_end());
        self.at = (end + 1).min(self.text.len());
        (start < self.text.len()).then(|| self.text[start..end].trim_end())
    }

    /// Keeps the title, and reports all unused fields in one finding.
    fn take_front_fields(
        &mut self,
        fields: Vec<FrontField>,
        fence: Range<usize>,
    ) -> ParseResult<()> {
        let mut unused = Vec::new();
        for FrontField { key, value, place } in fields {
            if key != "title" {
                unused.push(format!("`{}`", short_quote(key)));
            } else if value.chars().count() > MAX_LABEL {
                let message = format!("the title is longer than {MAX_LABEL} characters");
                return Err(too_large_error(place, message, "write less"));
            } else {
                self.draft.title = unquoted(&value);
            }
        }
        match (unused.is_empty(), self.draft.title.is_empty()) {
            (false, _) => {
                let kind = format!("front matter other than the title ({})", unused.join(", "));
                self.findings.push(unused_style(&kind, fence));
            }
            (true, true) => self.findings.push(unused_style("front matter", fence)),
            (true, false) => {}
        }
        Ok(())
    }
}

/// Adds the field that a line begins, or continues; a line at the margin that is not a field is
/// ignored.
fn add_front_line<'a>(line: &'a str, start: usize, fields: &mut Vec<FrontField<'a>>) {
    let words = line.trim_start();
    if words.is_empty() || words.starts_with('#') {
        return;
    }
    let place = start..start + line.len();
    if words.len() == line.len() {
        if let Some((key, value)) = line.split_once(':') {
            let value = front_value(value);
            fields.push(FrontField { key: key.trim(), value, place });
        }
    } else if let Some(field) = fields.last_mut() {
        if !field.value.is_empty() {
            field.value.push(' ');
        }
        field.value.push_str(words);
        field.place.end = place.end;
    }
}

/// Returns the value after a key in its line, without a comment, and without a mark that the value
/// follows below.
fn front_value(value: &str) -> String {
    let value = value.trim();
    let quoted = value.starts_with(['"', '\'']);
    let value = if quoted { value } else { value.split(" #").next().unwrap_or_default().trim() };
    if matches!(value, "|" | ">" | "|-" | ">-" | "|+" | ">+") { "" } else { value }.to_owned()
}

/// Removes the quotes around a value.
fn unquoted(value: &str) -> String {
    let between = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    match (between('"'), between('\'')) {
        (Some(inner), _) => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
        (None, Some(inner)) => inner.replace("''", "'"),
        (None, None) => value.to_owned(),
    }
}

fn unclosed_error(fence: Range<usize>) -> ParseError {
    syntax_error(fence, "the front matter is not closed", "end it with a line `---`")
}
