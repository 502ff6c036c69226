//! Decodes labels: line ends, entity codes and Markdown strings, as Mermaid reads them.

use super::entity::replace_entities;

/// A decoded label.
#[derive(Default)]
pub struct DecodedLabel {
    pub text: String,
    /// True if emphasis of a Markdown string was left out.
    pub emphasis: bool,
    /// First unknown entity code.
    pub unknown: Option<String>,
}

/// Decodes the text between double quotes, where backticks mark a Markdown string.
pub fn decode_quoted(raw: &str) -> DecodedLabel {
    let inner = raw.trim().strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    let Some(inner) = inner else { return decode_plain(raw) };
    let marks = ["**", "__", "*", "_"];
    let text = marks.iter().fold(inner.to_owned(), |text, mark| remove_mark(&text, mark));
    DecodedLabel { emphasis: text.len() < inner.len(), ..decode_plain(&text) }
}

/// Decodes a label without regard to quotes.
pub fn decode_plain(raw: &str) -> DecodedLabel {
    let mut unknown = None;
    let mut lines = Vec::new();
    for line in split_label_lines(raw) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (line, code) = replace_entities(&words.join(" "));
        unknown = unknown.or(code);
        lines.push(line);
    }
    let text = lines.join("\n").trim_matches('\n').to_owned();
    DecodedLabel { text, unknown, ..DecodedLabel::default() }
}

/// Splits at line feeds, `
/// ` and all forms of `<br>`.
fn split_label_lines(raw: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < raw.len() {
        let length = match &raw.as_bytes()[at..] {
            [b'\n', ..] => 1,
            [b'\\', b'n', ..] => 2,
            [b'<', rest @ ..] => break_tag_length(rest),
            _ => 0,
        };
        if length > 0 {
            lines.push(&raw[start..at]);
            start = at + length;
        }
        at += length.max(1);
    }
    lines.push(&raw[start..]);
    lines
}

/// Returns the length of `br>`, `br/>`, `BR />` or `/br>` with the `<` before it, or 0.
fn break_tag_length(rest: &[u8]) -> usize {
    let slash = usize::from(rest.first() == Some(&b'/'));
    if !rest[slash..].get(..2).is_some_and(|name| name.eq_ignore_ascii_case(b"br")) {
        return 0;
    }
    let tail = &rest[slash + 2..];
    let blanks = tail.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let closing = usize::from(tail.get(blanks) == Some(&b'/'));
    match tail.get(blanks + closing) {
        Some(b'>') => 1 + slash + 2 + blanks + closing + 1,
        _ => 0,
    }
}

/// Removes a mark of emphasis that opens and closes around words; single marks stay.
fn remove_mark(text: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(mark) {
        out += before;
        match emphasized(&out, inner, mark) {
            Some((words, behind)) => {
                out += words;
                rest = behind;
            }
            None => {
                out += mark;
                rest = inner;
            }
        }
    }
    out + rest
}

/// Returns the words that a mark before `inner` opens and another one closes, and the text after
/// them.
fn emphasized<'a>(before: &str, inner: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (words, behind) = inner.split_once(mark)?;
    let opens = !before.ends_with(char::is_alphanumeric);
    let closes = !behind.starts_with(char::is_alphanumeric);
    let hugs = !words.is_empty() && words.trim().len() == words.len();
    (opens && hugs && closes).then_some((words, behind))
}
