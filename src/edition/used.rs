//! Books that a book uses. In: the programs of two editions. Out: a change for each used book whose rules,
//! values or data differ and can be played here.

use std::collections::{BTreeMap, BTreeSet};

use super::code::EditionRules;
use super::{Change, How, PartChange, Subject};
use rules::Constant;
use rules::lex::lex_module;

/// Returns the changes in the books that the rules use.
pub fn used_changes(old: EditionRules<'_>, new: EditionRules<'_>) -> Vec<Change> {
    let (was, is) = (used_parts(old), used_parts(new));
    let keys: BTreeSet<&(String, String)> = was.keys().chain(is.keys()).collect();
    let mut books: BTreeMap<&str, Vec<PartChange>> = BTreeMap::new();
    for key in keys {
        let (earlier, later) = (was.get(key), is.get(key));
        if earlier == later {
            continue;
        }
        // The text of a module means nothing to a reader; a value does.
        let says =
            |text: &String| if text.len() > LONGEST { "...".to_owned() } else { text.clone() };
        let part = match (earlier, later) {
            (Some(was), Some(is)) if was.len() > LONGEST || is.len() > LONGEST => {
                PartChange::new(&key.1, None, None)
            }
            (was, is) => PartChange { name: key.1.clone(), old: was.map(says), new: is.map(says) },
        };
        books.entry(&key.0).or_default().push(part);
    }
    let change = |(book, parts): (&str, Vec<PartChange>)| Change {
        subject: Subject::Used,
        how: How::Changed,
        name: book.to_owned(),
        parts,
        ..Change::default()
    };
    books.into_iter().map(change).collect()
}

/// Longest text that is printed, in bytes.
const LONGEST: usize = 60;

/// Returns the modules, values and data of used books, with their text, by book and name.
fn used_parts(edition: EditionRules<'_>) -> BTreeMap<(String, String), String> {
    let program = &edition.rules.program;
    let mut parts = BTreeMap::new();
    for module in program.modules.iter().filter(|module| !module.book.is_empty()) {
        let text = &edition.sources.get(module.source).text;
        let tokens = lex_module(text).tokens.into_iter().filter(|token| !token.kind.is_silent());
        let words: Vec<&str> = tokens.map(|token| &text[token.range()]).collect();
        parts.insert((module.book.clone(), module.path.clone()), words.join(" "));
    }
    let split = |name: &str| {
        let (book, own) = name.strip_prefix('@')?.split_once('/')?;
        Some((book.to_owned(), own.to_owned()))
    };
    for (name, value) in &program.values {
        if let Some(key) = split(name) {
            let says = match value {
                Constant::Int(number) => number.to_string(),
                Constant::Text(text) => text.clone(),
            };
            parts.insert(key, says);
        }
    }
    for data in &program.data {
        if let Some(key) = split(&data.path) {
            let rows = data.rows.iter().map(|row| row.join("\u{1f}"));
            parts.insert(
                key,
                format!("{}\n{}", data.columns.join("\u{1f}"), rows.collect::<Vec<_>>().join("\n")),
            );
        }
    }
    parts
}
