//! Reads a TOML file into a type. An unknown key is a finding that lists the known keys; the rest of the file
//! is read all the same.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue, Deserializer, Error};

use super::schema::{file_schema, properties_of};
use super::{SourceId, Span};
use crate::diagnostic::{Code, Diagnostic, Findings, code, nearest_name, short_quote};

/// The most keys that a finding lists.
const MOST_LISTED: usize = 24;

/// Other names of keys, from other programs or earlier versions: file, table, other name, key. `check --fix`
/// writes the key if it can hold the value.
///
/// Every key that is renamed gets a line here.
const OTHER_NAMES: [(Code, &str, &str, &str); 8] = [
    (code::BOOK_FILE, "", "name", "title"),
    (code::BOOK_FILE, "", "author", "authors"),
    (code::BOOK_FILE, "", "lang", "language"),
    (code::BOOK_FILE, "", "chapters", "sources"),
    (code::BOOK_FILE, "", "files", "sources"),
    (code::BOOK_FILE, "", "version", "edition"),
    (code::LESSON_FILE, "", "whole_game", "whole-game"),
    (code::LESSON_FILE, "part", "goes_on", "goes-on"),
];

/// The tables of a TOML file, and the code of findings about them.
pub struct TomlFile<'t> {
    source: SourceId,
    code: Code,
    table: Spanned<DeTable<'t>>,
}

impl<'t> TomlFile<'t> {
    /// Parses `text`. Reports each mistake in the TOML under `code`, and returns nothing then.
    pub fn parse(
        source: SourceId,
        code: Code,
        text: &'t str,
        findings: &mut Findings,
    ) -> Option<Self> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let file = Self { source, code, table };
        for error in &errors {
            let hint = "write `key = value`; put text in double quotes and lists in `[ ]`";
            findings.push(file.misread(error).hint(hint));
        }
        errors.is_empty().then_some(file)
    }

    /// Returns a text at the left margin, with its place.
    pub fn text(&self, key: &str) -> Option<(&str, Span)> {
        let value = self.table.get_ref().get(key)?;
        Some((value.get_ref().as_str()?, Span::new(self.source, value.span())))
    }

    /// Removes every key that `T` does not have, and reports it. A book that was written for version `newer`
    /// may use keys of that version.
    pub fn take_unknown<T: JsonSchema>(&mut self, newer: Option<&str>, findings: &mut Findings) {
        let mut keys = KeyReader { source: self.source, code: self.code, newer, findings };
        keys.settle(self.table.get_mut(), &file_schema::<T>(), "");
    }

    /// Reads the value; on a mistake, reports it with `hint` and returns the default.
    pub fn read<T: DeserializeOwned + Default>(self, hint: &str, findings: &mut Findings) -> T {
        let (source, code) = (self.source, self.code);
        T::deserialize(Deserializer::from(self.table)).unwrap_or_else(|error| {
            let file = TomlFile { source, code, table: Spanned::new(0..1, DeTable::new()) };
            findings.push(file.misread(&error).hint(hint));
            T::default()
        })
    }

    fn misread(&self, error: &Error) -> Diagnostic {
        let place = error.span().unwrap_or(0..1);
        let line = error.message().lines().next().unwrap_or("it cannot be read");
        let words: String = plain_words(line).chars().take(300).collect();
        Diagnostic::at(self.code, Span::new(self.source, place), words)
    }
}

/// Returns an error of the TOML reader in words for people who write no programs.
fn plain_words(line: &str) -> String {
    const WORDS: [(&str, &str); 10] = [
        ("invalid type: ", "this is "),
        ("invalid value: ", "this is "),
        ("floating point `", "the number `"),
        ("integer `", "the number `"),
        ("boolean `", "`"),
        ("string \"", "the text \""),
        (", expected a string", "; write it in quotes: \"...\""),
        (", expected a sequence", "; write a list: [\"...\"]"),
        (", expected a boolean", "; write true or false"),
        (", expected a TOML datetime", "; write a day such as 2026-11-20, without quotes"),
    ];
    let replaced = WORDS.iter().fold(line.to_owned(), |words, (from, to)| words.replace(from, to));
    replaced.replace("sequence", "list").replace("map", "table")
}

/// Looks up keys in the schema of their file.
struct KeyReader<'a> {
    source: SourceId,
    code: Code,
    newer: Option<&'a str>,
    findings: &'a mut Findings,
}

impl KeyReader<'_> {
    /// Removes unknown keys from a table and from the tables in it; `path` is the name of the table.
    fn settle(&mut self, table: &mut DeTable<'_>, schema: &Value, path: &str) {
        let known = properties_of(schema);
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
        let mut unknown = Vec::new();
        for (key, mut value) in std::mem::take(table) {
            let name: &str = key.get_ref();
            let Some(inner) = known.and_then(|known| known.get(name)).or(others) else {
                unknown.push((key, value.into_inner()));
                continue;
            };
            if let DeValue::Table(table) = value.get_mut() {
                self.settle(table, table_form(inner), &joined(path, name));
            }
            if self.is_possible(name, &mut value, inner) {
                table.insert(key, value);
            }
        }
        unknown.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in &unknown {
            let mut finding = self.unknown_key(key, schema, path);
            let meant = key_of_other_name(self.code, path, key.get_ref()).filter(|meant| {
                let schema = known.and_then(|known| known.get(*meant));
                !table.contains_key(*meant) && schema.is_some_and(|schema| can_hold(schema, value))
            });
            let place = Span::new(self.source, key.span());
            finding.fix = meant.map(|meant| (place, meant.to_owned()));
            self.findings.push(finding);
        }
    }

    fn unknown_key(&self, key: &Spanned<DeString<'_>>, schema: &Value, path: &str) -> Diagnostic {
        let (name, place): (&str, _) = (key.get_ref(), Span::new(self.source, key.span()));
        let keys = properties_of(schema).into_iter().flat_map(Map::keys);
        let keys: Vec<&str> = keys.map(String::as_str).collect();
        let meant = key_of_other_name(self.code, path, name);
        let unknown = UnknownKey { name, path, meant, keys: &keys };
        self.perhaps_newer(unknown_key(self.code, place, unknown))
    }

    /// Reports whether a key can have a value, if the schema lists all values by name. Values of a list that
    /// are not possible are removed. Each such value is a finding.
    fn is_possible(&mut self, key: &str, value: &mut Spanned<DeValue<'_>>, schema: &Value) -> bool {
        if let DeValue::Array(items) = value.get_mut() {
            let Some(inner) = schema.get("items") else { return true };
            for mut item in std::mem::replace(items, DeArray::new()) {
                if self.is_possible(key, &mut item, inner) {
                    items.push(item);
                }
            }
            return true;
        }
        let (Some(known), Some(text)) = (words_of(schema), value.get_ref().as_str()) else {
            return true;
        };
        if known.contains(&text) {
            return true;
        }
        let place = Span::new(self.source, value.span());
        let finding = unknown_word(self.code, place, UnknownWord { key, text, known });
        let finding = self.perhaps_newer(finding);
        self.findings.push(finding);
        false
    }

    fn perhaps_newer(&self, mut finding: Diagnostic) -> Diagnostic {
        if let Some(newer) = self.newer {
            let hint =
                format!("install rulepress {newer} or later: this one is older than the book");
            finding.hints.insert(0, hint);
        }
        finding
    }
}

/// Returns the key that has the other name `name` in the table `path` of a file.
pub fn key_of_other_name(file: Code, path: &str, name: &str) -> Option<&'static str> {
    let here = |(code, table, other, _): &&(Code, &str, &str, &str)| {
        (code.name, *table, *other) == (file.name, path, name)
    };
    OTHER_NAMES.iter().find(here).map(|(_, _, _, key)| *key)
}

/// Returns the words that a key with this schema can have, if it takes only words.
fn words_of(schema: &Value) -> Option<Vec<&str>> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().map(Value::as_str).collect();
    }
    if let Some(word) = schema.get("const") {
        return word.as_str().map(|word| vec![word]);
    }
    let choices = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let words: Option<Vec<_>> = choices.iter().map(words_of).collect();
    words.map(|words| words.concat())
}

/// A word that a key cannot have.
struct UnknownWord<'a> {
    key: &'a str,
    text: &'a str,
    known: Vec<&'a str>,
}

/// Returns the finding about a word that a key cannot have, with the likeliest word first.
fn unknown_word(code: Code, place: Span, unknown: UnknownWord<'_>) -> Diagnostic {
    let UnknownWord { key, text, mut known } = unknown;
    let near = nearest_name(text, known.iter().copied());
    known.sort_by_key(|word| Some(*word) != near);
    let listed: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    let message = format!("`{}` is not one of {}", short_quote(text), listed.join(", "));
    let finding = Diagnostic::at(code, place, message);
    finding.hint(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of these for `{key}`"),
    })
}

/// Returns the schema of the table form of a key that holds a table or another value.
fn table_form(schema: &Value) -> &Value {
    let forms = schema.get("anyOf").and_then(Value::as_array);
    let table = forms.and_then(|forms| forms.iter().find(|form| form.get("properties").is_some()));
    table.unwrap_or(schema)
}

/// Joins the name of a table to a key: `deck` and `options` are `deck.options`.
fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Reports whether a key with this schema can hold a value. Tables never count, because a table may be
/// written in several places of a file, so its name cannot be changed.
fn can_hold(schema: &Value, value: &DeValue<'_>) -> bool {
    let kind = match value {
        DeValue::String(_) | DeValue::Datetime(_) => "string",
        DeValue::Integer(_) => "integer",
        DeValue::Float(_) => "number",
        DeValue::Boolean(_) => "boolean",
        DeValue::Array(_) => "array",
        DeValue::Table(_) => return false,
    };
    schema.get("type").is_some_and(|wanted| wanted == kind)
}

/// A key that a table does not have.
#[derive(Clone, Copy)]
pub struct UnknownKey<'a> {
    /// Its name, as written.
    pub name: &'a str,
    /// Name of the table, such as `deck.main`; empty for the left margin.
    pub path: &'a str,
    /// The key that was certainly meant, if there is one.
    pub meant: Option<&'a str>,
    /// The keys of the table.
    pub keys: &'a [&'a str],
}

/// Returns the finding about a key that a table does not have: the key that was meant, and the keys of the
/// table.
pub fn unknown_key(code: Code, place: Span, unknown: UnknownKey<'_>) -> Diagnostic {
    let UnknownKey { name, path, meant, keys } = unknown;
    let table =
        if path.is_empty() { String::new() } else { format!(" in `[{}]`", short_quote(path)) };
    let message = format!("unknown key `{}`{table}", short_quote(name));
    let mut finding = Diagnostic::at(code, place, message);
    if let Some(near) = meant.or_else(|| nearest_name(name, keys.iter().copied())) {
        finding = finding.hint(format!("did you mean `{near}`?"));
    }
    let listed = keys.iter().take(MOST_LISTED).map(|key| format!("`{key}`")).collect::<Vec<_>>();
    if listed.is_empty() {
        return finding;
    }
    let more = match keys.len() - listed.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    finding.hint(format!("the keys here are {}{more}", listed.join(", ")))
}
