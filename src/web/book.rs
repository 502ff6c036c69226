//! A book as a folder of pages: its text with everything that a reader needs, a page for each example, and
//! the files that let a browser keep the folder as an app.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Value, json};

use super::app::{app_files, theme_colours};
use super::font_file::Characters;
use super::fonts::{self, PageFamilies};
use super::html::{self, WrittenText};
use super::play::{self, ExampleSteps};
use super::reading::{self, ReadingPage};
use super::{PagePlace, SiteFile};
use document::{BlockKind, Heading, plain_text};
use example::acceptance::Acceptance;
use example::examples::{Example, ExampleContext};
use press::book::Book;

/// Deepest level of headings in the contents.
const DEEPEST: u8 = 2;

/// Returns the pages of a book: `index.html` and three files for each example without errors: its page, its
/// steps for the text, and a frame; without rules only the text. With `player` the text links to the page
/// that plays, in `play/`, and to its lessons.
pub fn book_site(
    book: &Book,
    examples: &[Example],
    rules: Option<&ExampleContext<'_>>,
    player: bool,
) -> Result<Vec<SiteFile>> {
    let sound: Vec<&Example> =
        examples.iter().filter(|example| example.state != Acceptance::Wrong).collect();
    let played = if rules.is_some() { sound.as_slice() } else { &[] };
    let pages = played.iter().map(|example| (example.scenario.name.clone(), example_path(example)));
    let text = html::write_text(book, &pages.collect());
    let learn = player && rules.is_some_and(|rules| !rules.lessons.is_empty());
    let index = index_file(book, played, &text, &PlayLinks { player, learn })?;
    let mut files = Vec::new();
    if let Some(rules) = rules {
        for example in &sound {
            files.extend(example_files(example, rules, &text.card_places)?);
        }
    }
    files.push(font_file(book, &index, &files));
    files.insert(0, index);
    files.extend(app_files(book, &files));
    Ok(files)
}

/// Returns an example as a page, its steps for the page with the text, and the example for a frame of
/// somebody else's page.
fn example_files(
    example: &Example,
    rules: &ExampleContext<'_>,
    cards: &BTreeMap<String, String>,
) -> Result<[SiteFile; 3]> {
    let steps = ExampleSteps::of(example, rules);
    let name = &example.scenario.name;
    let place = PagePlace { book: "../index.html".to_owned(), frame: false };
    let file = |path, text| SiteFile { path, text };
    Ok([
        file(example_path(example), play::example_page(&steps, rules, &place)?),
        file(format!("examples/{name}.js"), play::steps_script(&steps, rules, cards)?),
        file(format!("embed/{name}.html"), play::frame_page(&steps, rules)?),
    ])
}

/// Returns the fonts, for the characters of the text and of the steps.
fn font_file(book: &Book, index: &SiteFile, others: &[SiteFile]) -> SiteFile {
    let mut characters = Characters::default();
    characters.add_text(&String::from_iter(' '..='~'));
    let steps = others.iter().filter(|file| file.path.ends_with(".js"));
    for file in std::iter::once(index).chain(steps) {
        characters.add_text(&file.text);
    }
    SiteFile { path: "fonts.css".to_owned(), text: fonts::font_sheet(&book.theme, &characters) }
}

/// Pages below `play/` that the text links to.
struct PlayLinks {
    player: bool,
    learn: bool,
}

/// Returns the text of a book, with links to the pages of its examples.
fn index_file(
    book: &Book,
    examples: &[&Example],
    text: &WrittenText,
    links: &PlayLinks,
) -> Result<SiteFile> {
    let example = |example: &&Example| json!({ "title": example.scenario.title.value, "page": example_path(example) });
    let values = json!({
        "title": book.title,
        "subtitle": book.subtitle,
        "edition": book.edition,
        "facts": book.facts,
        "authors": book.authors,
        "notice": book.notice,
        "language": book.language,
        "contents": contents(book),
        "examples": examples.iter().map(example).collect::<Vec<_>>(),
        "marked": book.marks.is_some(),
        "player": links.player,
        "learn": links.learn,
        "body": text.body,
        "cards": text.cards,
        "quick": text.quick,
        "colours": theme_colours(book),
    });
    let families = PageFamilies::of(&book.theme);
    let page = ReadingPage { theme: &book.theme, families, index: text.index.json() };
    Ok(SiteFile {
        path: "index.html".to_owned(),
        text: reading::fill_reading_page(&values, &page)?,
    })
}

fn example_path(example: &Example) -> String {
    format!("examples/{}.html", example.scenario.name)
}

/// Returns the contents: headings of high levels, each chapter with the sections below it.
fn contents(book: &Book) -> Vec<Value> {
    let headings = book.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Heading(heading) if heading.level <= DEEPEST => Some(heading),
        _ => None,
    });
    let entry = |heading: &Heading| {
        json!({
            "sub": heading.level > 1,
            "anchor": heading.anchor.0,
            "address": heading.address.0,
            "title": plain_text(&heading.content),
        })
    };
    headings.map(entry).collect()
}
