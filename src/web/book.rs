//! A book as pages: its text, and a page for each example, linked by the numbers of rules.

use anyhow::Result;
use serde_json::{Value, json};

use super::{PagePlace, SiteFile, html, page, play};
use crate::book::Book;
use crate::document::{Block, BlockKind, Heading, plain_text};
use crate::example::acceptance::Acceptance;
use crate::example::examples::{Example, ExampleContext};

/// Headings of a deeper level are not in the contents.
const DEEPEST: u8 = 2;

/// The pages of a book: `index.html` and two for each example that has no error, one for a frame; without rules only
/// the text.
pub fn book_site(
    book: &Book,
    examples: &[Example],
    rules: Option<&ExampleContext<'_>>,
) -> Result<Vec<SiteFile>> {
    let sound = sound_examples(examples);
    let mut files = vec![index_file(book, &sound)?];
    if let Some(rules) = rules {
        for example in sound {
            files.push(example_file(example, rules)?);
            files.push(frame_file(example, rules)?);
        }
    }
    Ok(files)
}

fn sound_examples(examples: &[Example]) -> Vec<&Example> {
    examples.iter().filter(|example| example.state != Acceptance::Wrong).collect()
}

fn example_file(example: &Example, rules: &ExampleContext<'_>) -> Result<SiteFile> {
    let place = PagePlace { book: "../index.html".to_owned(), frame: false };
    let text = play::example_page(example, rules, &place)?;
    Ok(SiteFile { path: example_path(example), text })
}

/// The same example for a frame of somebody else's page.
fn frame_file(example: &Example, rules: &ExampleContext<'_>) -> Result<SiteFile> {
    let path = format!("embed/{}.html", example.scenario.name);
    Ok(SiteFile { path, text: play::embed_page(example, rules)? })
}

/// The text of a book, with links to the pages of its examples.
fn index_file(book: &Book, examples: &[&Example]) -> Result<SiteFile> {
    let page = |example: &&Example| (example.scenario.name.clone(), example_path(example));
    let pages = examples.iter().map(page).collect();
    let values = json!({
        "title": book.title,
        "subtitle": book.subtitle,
        "edition": book.edition,
        "facts": book.facts,
        "authors": book.authors,
        "notice": book.notice,
        "language": book.language,
        "contents": book.blocks.iter().filter_map(contents_entry).collect::<Vec<_>>(),
        "examples": examples.iter().map(|example| example_entry(example)).collect::<Vec<_>>(),
        "body": html::blocks_html(book, &pages),
    });
    let palette = book.theme.palette();
    let text = page::fill_page("book.html", &values, &palette)?;
    Ok(SiteFile { path: "index.html".to_owned(), text })
}

fn example_path(example: &Example) -> String {
    format!("examples/{}.html", example.scenario.name)
}

fn example_entry(example: &Example) -> Value {
    json!({ "title": example.scenario.title.value, "page": example_path(example) })
}

/// What the contents say of a block, if it is a heading of a high level.
fn contents_entry(block: &Block) -> Option<Value> {
    let BlockKind::Heading(heading) = &block.kind else { return None };
    (heading.level <= DEEPEST).then(|| heading_entry(heading))
}

fn heading_entry(heading: &Heading) -> Value {
    json!({
        "sub": heading.level > 1,
        "anchor": heading.anchor.0,
        "address": heading.address.0,
        "title": plain_text(&heading.content),
    })
}
