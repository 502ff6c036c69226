//! Compares book.toml of two editions. In: both texts. Out: the keys whose values differ; files that it lists
//! are compared by themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, ChangePlace, How, PartChange, ShownPlace, Subject};
use crate::pipeline::PlayedBook;
use base::source::{SourceId, Sources};

/// Keys that are not compared: the files of a book, and the version that it is written for.
const UNTOLD: [&str; 3] = ["sources", "data", "rulepress"];

/// Returns the changes in book.toml; the change of the reading is one of its own.
pub fn manifest_changes(
    old: &PlayedBook,
    new: &PlayedBook,
    reread: Vec<ShownPlace>,
) -> Vec<Change> {
    let keys = |book: &PlayedBook| toml_keys(book.manuscript.manifest.text, &book.sources);
    let mut parts = differing_keys(&keys(old), &keys(new));
    parts.retain(|part| {
        let top = part.name.split('.').next().unwrap_or_default();
        !UNTOLD.contains(&top) && part.name != READING
    });
    let place = |book: &PlayedBook, key: &str| {
        book.manuscript.manifest.text.map(|id| ChangePlace {
            file: "book.toml".to_owned(),
            line: line_of_key(&book.sources.get(id).text, key),
            ..ChangePlace::default()
        })
    };
    let change = |subject, name: &str, parts: Vec<PartChange>| {
        let key = parts.first().map(|part| part.name.as_str()).unwrap_or_default().to_owned();
        Change {
            subject,
            how: How::Changed,
            name: name.to_owned(),
            old: place(old, &key),
            new: place(new, &key),
            parts,
            ..Change::default()
        }
    };
    let mut changes = Vec::new();
    let reading = &old.manuscript.manifest.options.reading;
    let other = &new.manuscript.manifest.options.reading;
    if reading != other {
        let part = PartChange::new("reading", Some(reading), Some(other));
        let changed = change(Subject::Reading, "reading", vec![part]);
        changes.push(Change { shown: reread, ..changed });
    }
    if !parts.is_empty() {
        changes.push(change(Subject::Book, new.manuscript.title(), parts));
    }
    changes
}

/// Key of the reading in force.
const READING: &str = "options.reading";

/// Returns the value of every key of a TOML file, by path; empty if there is no such file or it cannot be
/// read.
pub fn toml_keys(file: Option<SourceId>, sources: &Sources) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Some(Ok(table)) = file.map(|id| sources.get(id).text.parse::<toml::Table>()) {
        flatten("", &toml::Value::Table(table), &mut found);
    }
    found
}

/// Returns the keys whose values differ, by name.
pub fn differing_keys(
    was: &BTreeMap<String, String>,
    is: &BTreeMap<String, String>,
) -> Vec<PartChange> {
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let differing = names.into_iter().filter(|name| was.get(*name) != is.get(*name));
    let part = |name: &String| PartChange {
        name: name.clone(),
        old: was.get(name).cloned(),
        new: is.get(name).cloned(),
    };
    differing.map(part).collect()
}

/// Collects the values of a TOML table by their paths.
pub fn flatten(path: &str, value: &toml::Value, found: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(&below, value, found);
            }
        }
        toml::Value::String(text) => {
            found.insert(path.to_owned(), text.trim().to_owned());
        }
        other => {
            found.insert(path.to_owned(), other.to_string());
        }
    }
}

/// Returns the line of a key, found by the last part of its path; 1 if it is not found.
fn line_of_key(text: &str, path: &str) -> usize {
    let key = path.rsplit('.').next().unwrap_or(path);
    let is_key = |line: &str| {
        let rest = line.trim_start().trim_start_matches(['"', '\'']).strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with('='))
    };
    text.lines().position(is_key).map_or(1, |at| at + 1)
}
