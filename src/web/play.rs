//! An example as one page that steps forward and back.

use anyhow::Result;
use serde_json::{Value, json};

use super::page;
use crate::drawing::{self, colours};
use crate::example::examples::{Book, Example};
use crate::example::narrate::{Part, Sentence};
use crate::example::story::{self, Entry, Step};
use crate::picture::{self, Picture};

/// Width of the pictures, in points; on a telephone they are shown a little larger.
const WIDTH: f64 = 236.0;

/// Where a page of an example stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Player {
    /// Where the text of the book is, `../index.html`; empty for a page alone.
    pub book: String,
}

/// An example as a page alone.
pub fn play(example: &Example, book: &Book<'_>) -> Result<String> {
    played(example, book, &Player::default())
}

/// An example as a page of a site.
pub(super) fn played(example: &Example, book: &Book<'_>, place: &Player) -> Result<String> {
    let story = &example.story;
    let data = book.of(example, |source| story::data(source, story));
    let mut frames = Vec::new();
    let mut heading = String::new();
    if let Some(position) = &story.position {
        let before = book.words.phrase("before", "Before");
        frames.push(json!({ "number": "", "id": "0", "title": before, "svg": svg(position), "said": [], "rules": [], "heading": "" }));
    }
    let entries = story.entries.iter().zip(data["entries"].as_array().into_iter().flatten());
    for (entry, data) in entries {
        match entry {
            Entry::Heading(content) => heading = plain(content),
            Entry::Step(step) => frames.push(frame(step, data, &heading, place)),
        }
    }
    let end = plain(&story.end);
    let values = json!({
        "title": example.scenario.title.value,
        "book": example.played.book,
        "language": book.words.language,
        "home": place.book,
        "frames": frames,
        "end": end,
    });
    page::fill("play.html", &values)
}

fn frame(step: &Step, data: &Value, heading: &str, place: &Player) -> Value {
    let pairs = step.said.iter().zip(data["said"].as_array().into_iter().flatten());
    let said: Vec<Value> = pairs
        .map(|(said, data)| {
            let rule = &data["rule"];
            let own = said.citation.as_ref().is_some_and(|citation| citation.book.is_none());
            let link = match (place.book.is_empty(), own) {
                (false, true) => format!("{}#{}", place.book, rule["anchor"].as_str().unwrap_or_default()),
                _ => String::new(),
            };
            json!({ "parts": parts(&said.sentence), "refuses": said.refuses, "rule": rule, "link": link })
        })
        .collect();
    let rules = rules(&said);
    json!({
        "number": step.number.to_string(),
        "id": step.number.to_string(),
        "title": step.lead,
        "heading": heading,
        "svg": step.picture.as_ref().map(svg),
        "said": said,
        "rules": rules,
    })
}

/// The rules of a step, each once.
fn rules(said: &[Value]) -> Vec<Value> {
    let mut rules: Vec<Value> = Vec::new();
    for said in said {
        let rule = json!({ "rule": said["rule"], "link": said["link"] });
        if !said["rule"].is_null() && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

fn parts(sentence: &Sentence) -> Vec<Value> {
    let part = |part: &Part| match part {
        Part::Piece { thing, text } if thing.seen => json!({ "name": true, "text": text }),
        Part::Number { number } => json!({ "name": false, "text": number.to_string() }),
        Part::Words { text }
        | Part::Piece { text, .. }
        | Part::Zone { text, .. }
        | Part::Player { text, .. } => {
            json!({ "name": false, "text": text })
        }
    };
    sentence.parts.iter().map(part).collect()
}

fn plain(sentence: &Sentence) -> String {
    parts(sentence).iter().filter_map(|part| part["text"].as_str()).collect()
}

/// A picture as SVG.
fn svg(picture: &Picture) -> String {
    drawing::svg(&picture::draw(picture, WIDTH), &colours::css)
}
