//! Front matter: what stands between two fences at the very top of a Markdown text, YAML between
//! `---` or TOML between `+++`. In: the text. Out: what it says of the document, and the byte
//! behind it; lines between rules that are no front matter are text.

use toml::value::Datetime;

use super::blocks::lines_from;
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::document::Document;
use crate::source::{SourceId, Span};

/// A field: its key and what it says, a word or a list of words.
type FrontField = (String, Vec<String>);

/// Front matter as it was found.
struct FrontMatter {
    fields: Vec<FrontField>,
    /// The bytes from its first fence to behind its second one.
    place: std::ops::Range<usize>,
}

/// Reads the front matter of a text that begins at the byte `start`; gives the byte behind it, or
/// `start` if there is none.
pub(super) fn read_front_matter(
    source: SourceId,
    text: &str,
    start: usize,
    document: &mut Document,
    findings: &mut Findings,
) -> usize {
    let Some(front) = find_front_matter(text, start) else { return start };
    let (known, unknown): (Vec<_>, Vec<_>) =
        front.fields.into_iter().partition(|(key, words)| take_field(key, words, document));
    let place = Span::new(source, front.place.clone());
    findings.push(front_matter_finding(&known, &unknown, place));
    front.place.end
}

/// Puts what a field says into the document; whether it is known there.
fn take_field(key: &str, words: &[String], document: &mut Document) -> bool {
    let Some(first) = words.first().map(|word| word.trim().to_owned()) else { return false };
    match key {
        "title" => document.title = Some(first),
        "subtitle" => document.subtitle = Some(first),
        "edition" => document.edition = Some(first),
        "lang" | "language" => document.language = Some(first),
        "author" | "authors" => document.authors.extend_from_slice(words),
        "date" => match first.get(..10).unwrap_or(&first).parse::<Datetime>() {
            Ok(date) => document.date = Some(date),
            Err(_) => return false,
        },
        _ => return false,
    }
    true
}

fn front_matter_finding(known: &[FrontField], unknown: &[FrontField], place: Span) -> Diagnostic {
    let read = format!("front matter was read: {}", told_fields(known));
    let message = match (known.is_empty(), unknown.is_empty()) {
        (_, true) => read,
        (true, _) => format!("front matter is not printed: {}", told_fields(unknown)),
        (false, _) => format!("{read}; not printed: {}", told_fields(unknown)),
    };
    Diagnostic::at(code::FRONT_MATTER, place, message)
}

/// "`title`, `tags`"
fn told_fields(fields: &[FrontField]) -> String {
    let keys = fields.iter().map(|(key, _)| format!("`{}`", short_quote(key)));
    keys.collect::<Vec<_>>().join(", ")
}

/// The front matter at the byte `start`, if there is some.
fn find_front_matter(text: &str, start: usize) -> Option<FrontMatter> {
    let mut lines = lines_from(text.get(start..)?, start);
    let (_, first) = lines.next()?;
    let fence = first.trim_end();
    if fence != "---" && fence != "+++" {
        return None;
    }
    let closes = |line: &str| line == fence || (fence == "---" && line == "...");
    let (close, last) = lines.find(|(_, line)| closes(line.trim_end()))?;
    let inside = &text[start + first.len()..close];
    let fields = if fence == "---" { yaml_fields(inside) } else { toml_fields(inside) }?;
    Some(FrontMatter { fields, place: start..close + last.len() })
}

/// The fields of TOML; `None` when it is none.
fn toml_fields(inside: &str) -> Option<Vec<FrontField>> {
    let table: toml::Table = inside.parse().ok()?;
    let fields = table.into_iter().map(|(key, value)| (key, toml_words(value)));
    Some(fields.collect::<Vec<_>>()).filter(|fields| !fields.is_empty())
}

fn toml_words(value: toml::Value) -> Vec<String> {
    match value {
        toml::Value::String(word) => vec![word],
        toml::Value::Array(values) => values.into_iter().flat_map(toml_words).collect(),
        other => vec![other.to_string()],
    }
}

/// The fields of YAML, as far as authors write it; `None` when a line is neither a key nor belongs
/// to one.
fn yaml_fields(inside: &str) -> Option<Vec<FrontField>> {
    let mut fields: Vec<FrontField> = Vec::new();
    for (nth, line) in inside.lines().enumerate() {
        let blank = line.trim().is_empty() || line.starts_with('#');
        match yaml_key(line) {
            _ if blank && nth > 0 => {}
            Some((key, value)) => fields.push((key.to_owned(), yaml_words(value))),
            None if goes_on(line) => fields.last_mut()?.1.extend(continued_words(line)),
            None => return None,
        }
    }
    Some(fields).filter(|fields| !fields.is_empty())
}

/// Whether a line belongs to the key above it.
fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t']) || line.starts_with("- ")
}

/// `key: value` at the start of a line.
fn yaml_key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_key = !key.is_empty() && key.chars().all(fits);
    (is_key && (value.is_empty() || value.starts_with([' ', '\t']))).then(|| (key, value.trim()))
}

/// What stands behind a key: a list in brackets, a word, or nothing.
fn yaml_words(value: &str) -> Vec<String> {
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let parts: Vec<&str> = inner.map_or_else(|| vec![value], |inner| inner.split(',').collect());
    let words = parts.into_iter().map(|part| unquoted(part.trim()));
    words.filter(|word| !matches!(*word, "" | "|" | ">" | "|-" | ">-")).map(str::to_owned).collect()
}

/// What a line says that belongs to the key above it: an item of a list, or more words.
fn continued_words(line: &str) -> Option<String> {
    let line = line.trim();
    let word = unquoted(line.strip_prefix("- ").unwrap_or(line).trim());
    let word = word.strip_prefix("name:").map_or(word, str::trim);
    (!word.is_empty()).then(|| unquoted(word).to_owned())
}

fn unquoted(text: &str) -> &str {
    let quoted = |mark: char| text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    quoted('"').or_else(|| quoted('\'')).unwrap_or(text)
}
