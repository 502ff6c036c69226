//! An example as one page that steps forward and back, and its steps for the page of the book.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::paint::PagePaint;
use super::{page, places};
use draw::drawing::{self, Drawing};
use draw::picture::{self, Picture};
use example::examples::{Example, ExampleContext};
use example::narrate::{Sentence, SentencePart};
use example::story::{self, Step, StepSentence, StoryEntry};

/// Width of the pictures, in points; a telephone shows them a little larger.
const WIDTH: f64 = 236.0;

/// Context of an example's page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagePlace {
    /// Address of the book's text, `../index.html`; empty for a page alone.
    pub book: String,
    /// True for a frame of another page.
    pub frame: bool,
}

/// Returns an example as a page of its own.
pub fn play_page(example: &Example, book: &ExampleContext<'_>) -> Result<String> {
    example_page(&ExampleSteps::of(example, book), book, &PagePlace::default())
}

/// Returns an example for a frame of another page: its steps, without the heading of a site.
pub fn embed_page(example: &Example, book: &ExampleContext<'_>) -> Result<String> {
    frame_page(&ExampleSteps::of(example, book), book)
}

pub fn frame_page(steps: &ExampleSteps<'_>, book: &ExampleContext<'_>) -> Result<String> {
    example_page(steps, book, &PagePlace { frame: true, ..PagePlace::default() })
}

/// An example with the parts that all its pages share.
pub struct ExampleSteps<'e> {
    example: &'e Example,
    /// The rules of its steps.
    data: Value,
    /// The table at the start, and at each entry of the story.
    opening: Option<StepDrawing>,
    drawings: Vec<Option<StepDrawing>>,
}

/// A drawing, also as SVG in the colours of its own page.
struct StepDrawing {
    drawing: Drawing,
    svg: String,
}

impl<'e> ExampleSteps<'e> {
    pub fn of(example: &'e Example, book: &ExampleContext<'_>) -> Self {
        let story = &example.story;
        let palette = book.theme.palette();
        let drawn = |picture: &Picture| {
            let drawing = picture::draw_picture(picture, WIDTH);
            let svg = drawing::render_svg(&drawing, &|token| palette.css_colour(token));
            StepDrawing { drawing, svg }
        };
        let pictures = story.entries.iter().map(|entry| match entry {
            StoryEntry::Heading(_) => None,
            StoryEntry::Step(step) => step.picture.as_ref().map(drawn),
        });
        Self {
            example,
            data: book.with_story_source(example, |source| story::play_data(source, story)),
            opening: story.position.as_ref().map(drawn),
            drawings: pictures.collect(),
        }
    }
}

/// Returns an example as a page of a site.
pub fn example_page(
    steps: &ExampleSteps<'_>,
    book: &ExampleContext<'_>,
    place: &PagePlace,
) -> Result<String> {
    let example = steps.example;
    let palette = &book.theme.palette();
    let look = FrameLook {
        rules: Some(place.book.as_str()).filter(|book| !book.is_empty()),
        cards: &BTreeMap::new(),
        quotes: true,
        paint: None,
    };
    let frames = story_frames(steps, book, &look);
    let values = json!({
        "title": example.scenario.title.value,
        "book": example.played.book,
        "language": book.words.language,
        "home": place.book,
        "frame": place.frame,
        "frames": frames,
        "end": sentence_text(&example.story.end),
    });
    page::fill_page("play.html", &values, palette)
}

/// Returns the steps of an example for the page of its book, as a script that hands them over; `cards` has
/// the place of each card there.
pub fn steps_script(
    steps: &ExampleSteps<'_>,
    book: &ExampleContext<'_>,
    cards: &BTreeMap<String, String>,
) -> Result<String> {
    let paint = PagePaint::of(&book.theme.palette());
    let look = FrameLook { rules: Some(""), cards, quotes: false, paint: Some(&paint) };
    let mut frames = Vec::new();
    for frame in story_frames(steps, book, &look) {
        let mut context = tera::Context::new();
        context.insert("frame", &frame);
        let html = page::fill_template("step.html", &context).context("a step cannot be filled")?;
        frames.push(json!({
            "number": frame["number"],
            "title": frame["title"],
            "html": html,
        }));
    }
    let example = steps.example;
    let end = sentence_text(&example.story.end);
    let data = json!({ "name": example.scenario.name, "frames": frames, "end": end });
    Ok(format!("\"use strict\";\nrulebook.steps({});\n", places::script_json(&data)))
}

/// Options for the frames of an example's steps.
struct FrameLook<'a> {
    /// Address of the page with the text of the rules, empty for the same page; `None` if no page has it.
    rules: Option<&'a str>,
    /// The places of cards in that page, by name.
    cards: &'a BTreeMap<String, String>,
    /// True if the text of rules is quoted.
    quotes: bool,
    /// The colours of pictures in the page of the book.
    paint: Option<&'a PagePaint>,
}

impl FrameLook<'_> {
    /// Returns a drawing as SVG.
    fn svg(&self, drawn: &StepDrawing) -> String {
        self.paint.map_or_else(|| drawn.svg.clone(), |paint| paint.svg(&drawn.drawing))
    }

    /// Returns the element of a step's title: a heading in a page of its own.
    fn title_tag(&self) -> &'static str {
        if self.quotes { "h2" } else { "p" }
    }
}

/// Returns a frame for the table at the start, then one for each step.
fn story_frames(
    steps: &ExampleSteps<'_>,
    book: &ExampleContext<'_>,
    look: &FrameLook<'_>,
) -> Vec<Value> {
    let title = book.words.phrase("before", "Before");
    let opening = steps.opening.as_ref();
    let opening = opening.map(|drawing| opening_frame(&look.svg(drawing), title, look));
    opening.into_iter().chain(step_frames(steps, look)).collect()
}

/// Returns a frame for the table before the first step.
fn opening_frame(position: &str, title: &str, look: &FrameLook<'_>) -> Value {
    json!({
        "number": "",
        "id": "0",
        "title": title,
        "tag": look.title_tag(),
        "svg": position,
        "said": [],
        "rules": [],
        "heading": "",
    })
}

/// Returns a frame for each step, with the heading above it.
fn step_frames(steps: &ExampleSteps<'_>, look: &FrameLook<'_>) -> Vec<Value> {
    let mut heading = String::new();
    let mut frames = Vec::new();
    let entries = steps.example.story.entries.iter().zip(&steps.drawings);
    for ((entry, drawing), data) in entries.zip(values_of(&steps.data, "entries")) {
        match entry {
            StoryEntry::Heading(content) => heading = sentence_text(content),
            StoryEntry::Step(step) => {
                let mut frame = step_frame(step, data, &heading, look);
                frame["svg"] = json!(drawing.as_ref().map(|drawing| look.svg(drawing)));
                frames.push(frame);
            }
        }
    }
    frames
}

fn step_frame(step: &Step, data: &Value, heading: &str, look: &FrameLook<'_>) -> Value {
    let pairs = step.sentences.iter().zip(values_of(data, "said"));
    let said: Vec<Value> = pairs.map(|(said, data)| said_value(said, data, look)).collect();
    let rules = if look.quotes { step_rules(&said) } else { Vec::new() };
    json!({
        "number": step.number.to_string(),
        "id": step.number.to_string(),
        "title": step.lead,
        "tag": look.title_tag(),
        "heading": heading,
        "rules": rules,
        "said": said,
    })
}

/// Returns the values of a list in data.
fn values_of<'a>(data: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    data[key].as_array().into_iter().flatten()
}

/// Returns a sentence with its rule, and a link to the text of the rule.
fn said_value(said: &StepSentence, data: &Value, look: &FrameLook<'_>) -> Value {
    let rule = &data["rule"];
    let cites_own_book = said.citation.as_ref().is_some_and(|citation| citation.book.is_none());
    // Only a page that knows where its book is links to a rule.
    let link = look.rules.filter(|_| cites_own_book).map(|page| {
        let anchor = rule["anchor"].as_str().unwrap_or_default();
        format!("{page}#{anchor}")
    });
    json!({
        "parts": sentence_parts(&said.sentence, look.cards),
        "refuses": said.refuses,
        "rule": rule,
        "link": link.unwrap_or_default(),
    })
}

/// Returns the rules of a step, each once.
fn step_rules(said: &[Value]) -> Vec<Value> {
    let mut rules: Vec<Value> = Vec::new();
    for said in said.iter().filter(|said| !said["rule"].is_null()) {
        let rule = json!({ "rule": said["rule"], "link": said["link"] });
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

fn sentence_parts(sentence: &Sentence, cards: &BTreeMap<String, String>) -> Vec<Value> {
    sentence.parts.iter().map(|part| part_value(part, cards)).collect()
}

/// Returns a part of a sentence; the name of a card has the place of the card.
fn part_value(part: &SentencePart, cards: &BTreeMap<String, String>) -> Value {
    match part {
        SentencePart::Piece { thing, text } if thing.seen => {
            json!({ "name": true, "text": text, "card": cards.get(text) })
        }
        SentencePart::Number { number } => json!({ "name": false, "text": number.to_string() }),
        SentencePart::Words { text }
        | SentencePart::Piece { text, .. }
        | SentencePart::Zone { text, .. }
        | SentencePart::Player { text, .. } => json!({ "name": false, "text": text }),
    }
}

fn sentence_text(sentence: &Sentence) -> String {
    let parts = sentence_parts(sentence, &BTreeMap::new());
    parts.iter().filter_map(|part| part["text"].as_str()).collect()
}
