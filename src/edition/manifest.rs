//! What book.toml says of two editions. In: both texts. Out: the keys whose values differ; files that
//! it lists are compared by themselves.

use std::collections::BTreeMap;

use super::{Change, ChangePlace, How, PartChange, ShownPlace, Subject};
use base::source::Sources;
use document::Manuscript;

/// Keys that say which files a book is made of and for which version it is written.
const UNTOLD: [&str; 3] = ["sources", "data", "rulepress"];

/// What changed in book.toml, and the change of the reading, if another one is in force.
pub fn manifest_changes(
    (old, before): (&Manuscript, &Sources),
    (new, after): (&Manuscript, &Sources),
    reread: Vec<ShownPlace>,
) -> Vec<Change> {
    let (was, is) = (keys(old, before), keys(new, after));
    let mut parts = Vec::new();
    let names: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    for name in names {
        let top = name.split('.').next().unwrap_or_default();
        if was.get(name) != is.get(name) && !UNTOLD.contains(&top) && name != READING {
            parts.push(PartChange {
                name: name.clone(),
                old: was.get(name).cloned(),
                new: is.get(name).cloned(),
            });
        }
    }
    let place = |manuscript: &Manuscript, sources: &Sources, key: &str| {
        manuscript.manifest.text.map(|id| ChangePlace {
            file: "book.toml".to_owned(),
            line: line_of_key(&sources.get(id).text, key),
            ..ChangePlace::default()
        })
    };
    let change = |subject, name: &str, parts: Vec<PartChange>| {
        let key = parts.first().map(|part| part.name.as_str()).unwrap_or_default().to_owned();
        Change {
            subject,
            how: How::Changed,
            name: name.to_owned(),
            old: place(old, before, &key),
            new: place(new, after, &key),
            parts,
            ..Change::default()
        }
    };
    let mut changes = Vec::new();
    let (reading, other) = (&old.manifest.options.reading, &new.manifest.options.reading);
    if reading != other {
        let part = PartChange::new("reading", Some(reading), Some(other));
        let changed = change(Subject::Reading, "reading", vec![part]);
        changes.push(Change { shown: reread, ..changed });
    }
    if !parts.is_empty() {
        changes.push(change(Subject::Book, new.title(), parts));
    }
    changes
}

/// The key of the reading in force.
const READING: &str = "options.reading";

/// Every key of book.toml with its path and what it says.
fn keys(manuscript: &Manuscript, sources: &Sources) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let text = manuscript.manifest.text.map(|id| sources.get(id).text.to_string());
    if let Some(Ok(table)) = text.map(|text| text.parse::<toml::Table>()) {
        flatten("", &toml::Value::Table(table), &mut found);
    }
    found
}

/// The values of a table of TOML by their paths.
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

/// The line at which a key stands, by its last name; 1 if it is not found.
fn line_of_key(text: &str, path: &str) -> usize {
    let key = path.rsplit('.').next().unwrap_or(path);
    let is_key = |line: &str| {
        let rest = line.trim_start().trim_start_matches(['"', '\'']).strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with('='))
    };
    text.lines().position(is_key).map_or(1, |at| at + 1)
}
