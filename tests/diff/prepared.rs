//! Prepared changes of copies of our books. A case names a book, its changes, and the beginnings of
//! the lines to be reported, in order and without others; its golden is the report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rulepress::edition::print::{TextStyle, diff_text};
use rulepress::edition::{NamedEdition, compare_editions};
use rulepress::example::game::BookLocation;
use rulepress::pipeline::{self, PlayedBook};
use rulepress::rules::executor::InProcess;
use serde::Deserialize;

use crate::common::{Folder, cases, golden, root};

/// A prepared change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prepared {
    /// The folder of the book below content/.
    book: String,
    /// Beginning of each line about a change; the numbers that changed count as one.
    tells: Vec<String>,
    edit: Vec<Edit>,
}

/// A change of one file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// Path from the folder of the book; paths in `examples/` belong to the folder of its examples.
    file: String,
    from: Option<String>,
    to: Option<String>,
    /// The new name of the file.
    rename: Option<String>,
    /// A heading: its section is moved to the end of the file `into`.
    #[serde(rename = "move")]
    section: Option<String>,
    into: Option<String>,
}

#[test]
fn each_is_told_as_exactly_that() {
    let cases = cases("diff");
    assert!(cases.len() >= 30, "there are {} prepared changes", cases.len());
    let prepared: Vec<(PathBuf, Prepared)> = cases.into_iter().map(read_case).collect();
    let books: BTreeSet<&str> = prepared.iter().map(|(_, case)| case.book.as_str()).collect();
    let old: BTreeMap<&str, PlayedBook> =
        books.into_iter().map(|book| (book, play(&root().join("content").join(book)))).collect();
    let check = |(path, case): &(PathBuf, Prepared)| check(path, case, &old[case.book.as_str()]);
    let wrong: Vec<String> = prepared.par_iter().flat_map_iter(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn read_case(path: PathBuf) -> (PathBuf, Prepared) {
    let text = std::fs::read_to_string(&path).expect("a case can be read");
    let case = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path, case)
}

fn play(path: &Path) -> PlayedBook {
    let book = pipeline::load(&BookLocation::of(path));
    book.unwrap_or_else(|error| panic!("{}: {error:#}", path.display())).play(&InProcess)
}

/// Returns the faults in the report of a case.
fn check(path: &Path, case: &Prepared, old: &PlayedBook) -> Vec<String> {
    let name = path.file_stem().expect("a case has a name").to_string_lossy().into_owned();
    let folder = Folder::new(&format!("diff-{name}"));
    copy_books(&folder, &case.book);
    case.edit.iter().for_each(|edit| apply(&folder, &case.book, edit));
    let new = play(&folder.path().join("content").join(&case.book));
    let diff = compare_editions(
        NamedEdition { name: "before", book: old },
        NamedEdition { name: "after", book: &new },
        &InProcess,
    );
    let told = diff_text(&diff, TextStyle::default());
    let mut wrong: Vec<String> = golden(&path.with_extension("txt"), &told).into_iter().collect();
    let lines = told.lines().skip(1);
    let changes: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with(' ')).collect();
    let agrees = |(line, begins): (&&str, &String)| line.starts_with(begins.as_str());
    if changes.len() != case.tells.len() || !changes.iter().zip(&case.tells).all(agrees) {
        wrong.push(format!("{name}: it should tell {:?}, and tells\n{told}", case.tells));
    }
    wrong
}

/// Copies a book, those that it uses, and its examples.
fn copy_books(folder: &Folder, book: &str) {
    let uses = if book == "wind-lorraine" { vec![book, "grand-archive"] } else { vec![book] };
    for book in uses {
        copy(folder, &format!("content/{book}"));
        copy(folder, &format!("examples/{book}"));
    }
}

pub(crate) fn copy(folder: &Folder, path: &str) {
    for entry in walkdir::WalkDir::new(root().join(path)).into_iter().flatten() {
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(root()).expect("it is below").to_string_lossy();
            folder.write(&below, std::fs::read(entry.path()).expect("it can be read"));
        }
    }
}

fn apply(folder: &Folder, book: &str, edit: &Edit) {
    let own = |file: &str| match file.strip_prefix("examples/") {
        Some(scenario) => format!("examples/{book}/{scenario}"),
        None => format!("content/{book}/{file}"),
    };
    let path = folder.path().join(own(&edit.file));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    if let (Some(from), Some(to)) = (&edit.from, &edit.to) {
        assert_eq!(text.matches(from.as_str()).count(), 1, "{path:?}: `{from}` stands there once");
        folder.write(&own(&edit.file), text.replace(from.as_str(), to));
    }
    if let Some(name) = &edit.rename {
        folder.write(&own(name), &text);
        std::fs::remove_file(&path).expect("it can be removed");
    }
    if let (Some(heading), Some(into)) = (&edit.section, &edit.into) {
        let start = text.find(heading.as_str()).expect("the section is there");
        let end = text[start + 1..].find("\n## ").map_or(text.len(), |at| start + at + 2);
        let other = own(into);
        let there = folder.text(&other);
        folder.write(&other, format!("{}\n\n{}", there.trim_end(), &text[start..end]));
        folder.write(&own(&edit.file), format!("{}{}", &text[..start], &text[end..]));
    }
}
