//! Front matter in TOML as fields.

use std::ops::Range;

use super::FrontField;
use super::take::FrontKey;
use crate::parse::blocks::lines_from;

/// Returns the fields of a table whose text begins at the byte `start`.
pub fn table_fields(table: toml::Table, inside: &str, start: usize) -> Vec<FrontField> {
    let mut fields = Vec::new();
    for (key, value) in table {
        let place = key_place(&key, inside, start);
        let is_list = value.is_array();
        let mut others = Vec::new();
        let words = match FrontKey::named(&key) {
            Some(FrontKey::Author) => author_names(value, &mut others),
            _ => value_words(value),
        };
        let field = |key: String, words| FrontField { key, words, is_list, place: place.clone() };
        let others = others.into_iter().map(|(part, words)| field(format!("{key}.{part}"), words));
        let others: Vec<FrontField> = others.collect();
        fields.push(field(key, words));
        fields.extend(others);
    }
    fields
}

/// Returns the range of a key's line, or of the first line.
fn key_place(key: &str, inside: &str, start: usize) -> Range<usize> {
    let names = |line: &str| {
        let rest = line.trim_start_matches(['[', ' ', '"', '\'']).strip_prefix(key);
        rest.is_some_and(|rest| rest.starts_with([' ', '=', ']', '.', '"', '\'']))
    };
    let mut lines = lines_from(inside, start);
    let found = lines.find(|(_, line)| names(line)).or_else(|| lines_from(inside, start).next());
    found.map_or(start..start, |(at, line)| at..at + line.trim_end().len())
}

/// Returns the names of authors; other values of their tables are added to `others`.
fn author_names(value: toml::Value, others: &mut Vec<(String, Vec<String>)>) -> Vec<String> {
    match value {
        toml::Value::Array(values) => {
            values.into_iter().flat_map(|value| author_names(value, others)).collect()
        }
        toml::Value::Table(mut table) => {
            let name = table.remove("name").map(value_words).unwrap_or_default();
            others.extend(table.into_iter().map(|(key, value)| (key, value_words(value))));
            name
        }
        value => value_words(value),
    }
}

/// Returns the words of a value, and those of tables without their keys.
fn value_words(value: toml::Value) -> Vec<String> {
    match value {
        toml::Value::String(word) => vec![word],
        toml::Value::Array(values) => values.into_iter().flat_map(value_words).collect(),
        toml::Value::Table(table) => table.into_iter().flat_map(|(_, v)| value_words(v)).collect(),
        other => vec![other.to_string()],
    }
}
