//! An example as one page that steps forward and back.

use anyhow::Result;
use serde_json::{Value, json};

use super::page;
use crate::drawing::{self, colours};
use crate::example::examples::{Example, ExampleContext};
use crate::example::narrate::{Sentence, SentencePart};
use crate::example::story::{self, Step, StoryEntry};
use crate::picture::{self, Picture};

/// Width of the pictures, in points; on a telephone they are shown a little larger.
const WIDTH: f64 = 236.0;

/// Where a page of an example stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagePlace {
    /// Where the text of the book is, `../index.html`; empty for a page alone.
    pub book: String,
}

/// An example as a page alone.
pub fn play_page(example: &Example, book: &ExampleContext<'_>) -> Result<String> {
    example_page(example, book, &PagePlace::default())
}

/// An example as a page of a site.
pub(super) fn example_page(
    example: &Example,
    book: &ExampleContext<'_>,
    place: &PagePlace,
) -> Result<String> {
    let story = &example.story;
    let data = book.with_story_source(example, |source| story::play_data(source, story));
    let mut frames = Vec::new();
    let mut heading = String::new();
    if let Some(position) = &story.position {
        let before = book.words.phrase("before", "Before");
        frames.push(json!({ "number": "", "id": "0", "title": before, "svg": picture_svg(position), "said": [], "rules": [], "heading": "" }));
    }
    let entries = story.entries.iter().zip(data["entries"].as_array().into_iter().flatten());
    for (entry, data) in entries {
        match entry {
            StoryEntry::Heading(content) => heading = sentence_text(content),
            StoryEntry::Step(step) => frames.push(step_frame(step, data, &heading, place)),
        }
    }
    let end = sentence_text(&story.end);
    let values = json!({
        "title": example.scenario.title.value,
        "book": example.played.book,
        "language": book.words.language,
        "home": place.book,
        "frames": frames,
        "end": end,
    });
    page::fill_page("play.html", &values)
}

fn step_frame(step: &Step, data: &Value, heading: &str, place: &PagePlace) -> Value {
    let pairs = step.sentences.iter().zip(data["said"].as_array().into_iter().flatten());
    let said: Vec<Value> = pairs
        .map(|(said, data)| {
            let rule = &data["rule"];
            let own = said.citation.as_ref().is_some_and(|citation| citation.book.is_none());
            let link = match (place.book.is_empty(), own) {
                (false, true) => format!("{}#{}", place.book, rule["anchor"].as_str().unwrap_or_default()),
                _ => String::new(),
            };
            json!({ "parts": sentence_parts(&said.sentence), "refuses": said.refuses, "rule": rule, "link": link })
        })
        .collect();
    let rules = step_rules(&said);
    json!({
        "number": step.number.to_string(),
        "id": step.number.to_string(),
        "title": step.lead,
        "heading": heading,
        "svg": step.picture.as_ref().map(picture_svg),
        "said": said,
        "rules": rules,
    })
}

/// The rules of a step, each once.
fn step_rules(said: &[Value]) -> Vec<Value> {
    let mut rules: Vec<Value> = Vec::new();
    for said in said {
        let rule = json!({ "rule": said["rule"], "link": said["link"] });
        if !said["rule"].is_null() && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

fn sentence_parts(sentence: &Sentence) -> Vec<Value> {
    let part = |part: &SentencePart| match part {
        SentencePart::Piece { thing, text } if thing.seen => json!({ "name": true, "text": text }),
        SentencePart::Number { number } => json!({ "name": false, "text": number.to_string() }),
        SentencePart::Words { text }
        | SentencePart::Piece { text, .. }
        | SentencePart::Zone { text, .. }
        | SentencePart::Player { text, .. } => {
            json!({ "name": false, "text": text })
        }
    };
    sentence.parts.iter().map(part).collect()
}

fn sentence_text(sentence: &Sentence) -> String {
    sentence_parts(sentence).iter().filter_map(|part| part["text"].as_str()).collect()
}

/// A picture as SVG.
fn picture_svg(picture: &Picture) -> String {
    drawing::render_svg(&picture::draw_picture(picture, WIDTH), &colours::css_colour)
}
