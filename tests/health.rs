//! `check --report`: each kind of hole planted in a book is reported, as exactly that, and is gone
//! when it is fixed. The page is the same each time, runs nothing and lets no markup in that an
//! author wrote.

#[path = "health/books.rs"]
mod books;
#[path = "health/planted.rs"]
mod planted;
#[path = "health/pages.rs"]
mod pages;

use serde_json::Value;

use crate::common::Folder;

/// The report of the book in `book/` as data.
fn report(folder: &Folder, more: &[&str]) -> Value {
    let arguments = [&["check", "book", "--report", "report.json"], more].concat();
    let ran = folder.run(&arguments);
    assert!(ran.code.is_some_and(|code| code != 2), "{:?}: {}", ran.code, ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("report.json"));
    let text = text.unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    serde_json::from_str(&text).expect("the report is data")
}

/// The page of the book in `book/`.
fn page(folder: &Folder, more: &[&str]) -> String {
    let arguments = [&["check", "book", "--report", "report.html"], more].concat();
    let ran = folder.run(&arguments);
    assert!(ran.code == Some(0) || ran.code == Some(1), "{:?}: {}", ran.code, ran.stderr);
    folder.text("report.html")
}

/// The addresses of the passages in this state.
fn passages(report: &Value, state: &str) -> Vec<String> {
    let chapters = report["chapters"].as_array().expect("chapters");
    let all = chapters.iter().flat_map(|chapter| chapter["passages"].as_array().expect("passages"));
    let all = all.filter(|passage| passage["state"] == state);
    all.map(|passage| words(&passage["address"])).collect()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// The strings of a list, or those at `key` of each of its objects.
fn names(list: &Value, key: &str) -> Vec<String> {
    let list = list.as_array().unwrap_or_else(|| panic!("{list} is no list"));
    list.iter().map(|one| words(if key.is_empty() { one } else { &one[key] })).collect()
}
