//! A book as pages: its text, and a page for each example, linked by the numbers of rules.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::json;

use super::{PagePlace, SiteFile, html, page, play};
use crate::book::Book;
use crate::example::examples::{self, Acceptance, Example};

/// The pages of a book: `index.html` and one for each example that has no error; without rules only
/// the text.
pub fn book_site(
    book: &Book,
    examples: &[Example],
    rules: Option<&examples::ExampleContext<'_>>,
) -> Result<Vec<SiteFile>> {
    let sound = || examples.iter().filter(|example| example.state != Acceptance::Wrong);
    let path = |example: &Example| format!("examples/{}.html", example.scenario.name);
    let pages: BTreeMap<String, String> =
        sound().map(|example| (example.scenario.name.clone(), path(example))).collect();
    let contents: Vec<_> = html::contents_entries(book)
        .into_iter()
        .map(|(level, anchor, address, title)| json!({ "sub": level > 1, "anchor": anchor, "address": address, "title": title }))
        .collect();
    let list: Vec<_> = sound()
        .map(|example| json!({ "title": example.scenario.title.value, "page": path(example) }))
        .collect();
    let values = json!({
        "title": book.title,
        "subtitle": book.subtitle,
        "edition": book.edition,
        "authors": book.authors,
        "notice": book.notice,
        "language": book.language,
        "contents": contents,
        "examples": list,
        "body": html::blocks_html(book, &pages),
    });
    let mut files = vec![SiteFile {
        path: "index.html".to_owned(),
        text: page::fill_page("book.html", &values)?,
    }];
    if let Some(rules) = rules {
        let place = PagePlace { book: "../index.html".to_owned() };
        for example in sound() {
            files.push(SiteFile {
                path: path(example),
                text: play::example_page(example, rules, &place)?,
            });
        }
    }
    Ok(files)
}
