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

/// What stands at the top of a text.
enum TextTop {
    /// Nothing that looks like front matter.
    Text,
    /// Front matter that cannot be read: where, why and what to write.
    Broken(std::ops::Range<usize>, String, &'static str),
    /// Front matter.
    Front(FrontMatter),
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
    let front = match find_front_matter(text, start) {
        TextTop::Text => return start,
        TextTop::Broken(place, why, cure) => {
            findings.push(broken_front_matter(Span::new(source, place), why, cure));
            return start;
        }
        TextTop::Front(front) => front,
    };
    let (known, unknown): (Vec<_>, Vec<_>) =
        front.fields.into_iter().partition(|(key, words)| take_field(key, words, document));
    let place = Span::new(source, front.place.clone());
    findings.push(front_matter_finding(&known, &unknown, place));
    front.place.end
}

fn broken_front_matter(place: Span, why: String, cure: &str) -> Diagnostic {
    let message = format!("{why}; the lines are printed as text");
    Diagnostic::at(code::BROKEN_FRONT_MATTER, place, message).hint(cure)
}

/// Puts what a field says into the document; whether it is known there.
fn take_field(key: &str, words: &[String], document: &mut Document) -> bool {
    let Some(first) = words.first().map(|word| word.trim().to_owned()) else { return false };
    let whole = words.iter().map(|word| word.trim()).collect::<Vec<_>>().join(" ");
    match key {
        "title" => document.title = Some(whole),
        "subtitle" => document.subtitle = Some(whole),
        "edition" => document.edition = Some(whole),
        "lang" | "language" => document.language = Some(whole),
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
fn find_front_matter(text: &str, start: usize) -> TextTop {
    let mut lines = lines_from(text.get(start..).unwrap_or_default(), start);
    let Some((_, first)) = lines.next() else { return TextTop::Text };
    let fence = first.trim_end();
    if fence != "---" && fence != "+++" {
        return TextTop::Text;
    }
    let closes = |line: &str| line == fence || (fence == "---" && line == "...");
    let inside = start + first.len();
    let Some((close, last)) = lines.find(|(_, line)| closes(line.trim_end())) else {
        return unclosed_front_matter(text, fence, start..inside);
    };
    let read = match fence {
        "---" => yaml_fields(&text[inside..close], inside),
        _ => toml_fields(&text[inside..close], inside),
    };
    match read {
        Ok(fields) if fields.is_empty() => TextTop::Text,
        Ok(fields) => TextTop::Front(FrontMatter { fields, place: start..close + last.len() }),
        Err(top) => top,
    }
}

/// Front matter whose end is missing, if the line behind its fence is a field.
fn unclosed_front_matter(text: &str, fence: &str, place: std::ops::Range<usize>) -> TextTop {
    let next = text[place.end..].lines().next().unwrap_or_default();
    let is_field = if fence == "---" { yaml_key(next).is_some() } else { next.contains(" = ") };
    let why = format!("no second `{fence}` ends the front matter");
    match is_field {
        true => TextTop::Broken(place, why, "write a line of the same signs behind its last line"),
        false => TextTop::Text,
    }
}

/// The fields of TOML that begins at the byte `start`.
fn toml_fields(inside: &str, start: usize) -> Result<Vec<FrontField>, TextTop> {
    let table: toml::Table = inside.parse().map_err(|error| broken_toml(&error, start))?;
    Ok(table.into_iter().map(|(key, value)| (key, toml_words(value))).collect())
}

fn broken_toml(error: &toml::de::Error, start: usize) -> TextTop {
    let at = error.span().unwrap_or_default();
    let why = format!("the front matter is no TOML: {}", error.message());
    TextTop::Broken(start + at.start..start + at.end, why, "write lines such as `title = \"..\"`")
}

fn toml_words(value: toml::Value) -> Vec<String> {
    match value {
        toml::Value::String(word) => vec![word],
        toml::Value::Array(values) => values.into_iter().flat_map(toml_words).collect(),
        other => vec![other.to_string()],
    }
}

/// The fields of YAML that begins at the byte `start`, as far as authors write it. A line that is
/// neither a key nor belongs to one makes text of all of them, and is told behind a key.
fn yaml_fields(inside: &str, start: usize) -> Result<Vec<FrontField>, TextTop> {
    let mut fields: Vec<FrontField> = Vec::new();
    for (at, line) in lines_from(inside, start) {
        let line = line.trim_end();
        let blank = line.trim().is_empty() || line.starts_with('#');
        match (yaml_key(line), fields.last_mut()) {
            _ if blank && at > start => {}
            (Some((key, value)), _) => fields.push((key.to_owned(), yaml_words(value))),
            (None, Some((_, words))) if goes_on(line) => words.extend(continued_words(line)),
            (None, Some(_)) => return Err(no_field(at, line)),
            (None, None) => return Err(TextTop::Text),
        }
    }
    Ok(fields)
}

fn no_field(at: usize, line: &str) -> TextTop {
    let why = "a line of the front matter is no `key: value`".to_owned();
    TextTop::Broken(at..at + line.len(), why, "write it so, or take the line out")
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
