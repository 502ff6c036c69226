//! An example as one page that steps forward and back.

use anyhow::Result;
use serde_json::{Value, json};

use super::page;
use crate::drawing;
use crate::example::examples::{Example, ExampleContext};
use crate::example::narrate::{Sentence, SentencePart};
use crate::example::story::{self, Step, StepSentence, Story, StoryEntry};
use crate::picture::{self, Picture};
use crate::theme::Palette;

/// Width of the pictures, in points; on a telephone they are shown a little larger.
const WIDTH: f64 = 236.0;

/// Where a page of an example stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagePlace {
    /// Where the text of the book is, `../index.html`; empty for a page alone.
    pub book: String,
    /// Whether it stands in a frame of another page.
    pub frame: bool,
}

/// An example as a page alone.
pub fn play_page(example: &Example, book: &ExampleContext<'_>) -> Result<String> {
    example_page(example, book, &PagePlace::default())
}

/// An example as a page for a frame of another page: its steps and no heading of a site.
pub fn embed_page(example: &Example, book: &ExampleContext<'_>) -> Result<String> {
    example_page(example, book, &PagePlace { frame: true, ..PagePlace::default() })
}

/// An example as a page of a site.
pub(super) fn example_page(
    example: &Example,
    book: &ExampleContext<'_>,
    place: &PagePlace,
) -> Result<String> {
    let story = &example.story;
    let data = book.with_story_source(example, |source| story::play_data(source, story));
    let title = book.words.phrase("before", "Before");
    let palette = &book.theme.palette();
    let opening = story.position.as_ref();
    let opening = opening.map(|position| opening_frame(&picture_svg(position, palette), title));
    let steps = step_frames(story, &data, place, palette);
    let frames: Vec<Value> = opening.into_iter().chain(steps).collect();
    let values = json!({
        "title": example.scenario.title.value,
        "book": example.played.book,
        "language": book.words.language,
        "home": place.book,
        "frame": place.frame,
        "frames": frames,
        "end": sentence_text(&story.end),
    });
    page::fill_page("play.html", &values, palette)
}

/// What lies where before the first step.
fn opening_frame(position: &str, title: &str) -> Value {
    json!({
        "number": "",
        "id": "0",
        "title": title,
        "svg": position,
        "said": [],
        "rules": [],
        "heading": "",
    })
}

/// A frame for each step, with the heading that it stands under.
fn step_frames(story: &Story, data: &Value, place: &PagePlace, palette: &Palette) -> Vec<Value> {
    let mut heading = String::new();
    let mut frames = Vec::new();
    for (entry, data) in story.entries.iter().zip(values_of(data, "entries")) {
        match entry {
            StoryEntry::Heading(content) => heading = sentence_text(content),
            StoryEntry::Step(step) => {
                let mut frame = step_frame(step, data, &heading, place);
                frame["svg"] = json!(step.picture.as_ref().map(|own| picture_svg(own, palette)));
                frames.push(frame);
            }
        }
    }
    frames
}

fn step_frame(step: &Step, data: &Value, heading: &str, place: &PagePlace) -> Value {
    let said = said_values(step, data, place);
    json!({
        "number": step.number.to_string(),
        "id": step.number.to_string(),
        "title": step.lead,
        "heading": heading,
        "rules": step_rules(&said),
        "said": said,
    })
}

fn said_values(step: &Step, data: &Value, place: &PagePlace) -> Vec<Value> {
    let pairs = step.sentences.iter().zip(values_of(data, "said"));
    pairs.map(|(said, data)| said_value(said, data, place)).collect()
}

/// The values of a list in data.
fn values_of<'a>(data: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    data[key].as_array().into_iter().flatten()
}

/// A sentence with its rule, and where the text of the rule stands.
fn said_value(said: &StepSentence, data: &Value, place: &PagePlace) -> Value {
    let rule = &data["rule"];
    json!({
        "parts": sentence_parts(&said.sentence),
        "refuses": said.refuses,
        "rule": rule,
        "link": rule_link(said, rule, place),
    })
}

/// The place of a rule of this book, for a page that knows where its book is; empty for others.
fn rule_link(said: &StepSentence, rule: &Value, place: &PagePlace) -> String {
    if !cites_own_book(said) || place.book.is_empty() {
        return String::new();
    }
    format!("{}#{}", place.book, rule["anchor"].as_str().unwrap_or_default())
}

fn cites_own_book(said: &StepSentence) -> bool {
    said.citation.as_ref().is_some_and(|citation| citation.book.is_none())
}

/// The rules of a step, each once.
fn step_rules(said: &[Value]) -> Vec<Value> {
    let mut rules: Vec<Value> = Vec::new();
    for rule in said.iter().filter(|said| !said["rule"].is_null()).map(linked_rule) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

fn linked_rule(said: &Value) -> Value {
    json!({ "rule": said["rule"], "link": said["link"] })
}

fn sentence_parts(sentence: &Sentence) -> Vec<Value> {
    sentence.parts.iter().map(part_value).collect()
}

fn part_value(part: &SentencePart) -> Value {
    match part {
        SentencePart::Piece { thing, text } if thing.seen => json!({ "name": true, "text": text }),
        SentencePart::Number { number } => json!({ "name": false, "text": number.to_string() }),
        SentencePart::Words { text }
        | SentencePart::Piece { text, .. }
        | SentencePart::Zone { text, .. }
        | SentencePart::Player { text, .. } => json!({ "name": false, "text": text }),
    }
}

fn sentence_text(sentence: &Sentence) -> String {
    sentence_parts(sentence).iter().filter_map(|part| part["text"].as_str()).collect()
}

/// A picture as SVG.
fn picture_svg(picture: &Picture, palette: &Palette) -> String {
    let colour = |token: &str| palette.css_colour(token);
    drawing::render_svg(&picture::draw_picture(picture, WIDTH), &colour)
}
