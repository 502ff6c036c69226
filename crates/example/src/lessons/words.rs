//! Words of a lesson. In: Markdown of one or several paragraphs. Out: paragraphs of styled words, some of
//! which link to rules.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Value, json};

use crate::fields::{TomlField, TomlReader};
use crate::{places, story};
use base::diagnostic::short_quote;
use base::source::Span;
use rules::{Constant, Program};

/// The most words between two actions: a learner acts rather than reads.
const MOST_WORDS: usize = 90;

/// Paragraphs of words, with their styles and links.
#[derive(Debug, Clone, PartialEq)]
pub struct LessonWords {
    /// Place of the words.
    pub span: Span,
    paragraphs: Vec<Vec<WordPart>>,
}

/// Words in one style.
#[derive(Debug, Clone, Default, PartialEq)]
struct WordPart {
    text: String,
    emphasis: bool,
    strong: bool,
    /// The place to which the words link, `#anchor`.
    place: Option<String>,
}

impl LessonWords {
    /// Reads a field. Reports values that are no text, and Markdown other than paragraphs.
    pub fn read(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Option<Self> {
        let Some(text) = field.value.as_str().filter(|text| !text.trim().is_empty()) else {
            reader.wrong(field, "a text in double quotes that says something");
            return None;
        };
        let count = text.split_whitespace().count();
        if count > MOST_WORDS {
            let message = format!("`{}` has {count} words at once", short_quote(field.key));
            let hint =
                format!("write at most {MOST_WORDS} words here, and the rest in another part");
            reader.say_with(field.span, message, hint);
        }
        match parsed(text) {
            Ok(paragraphs) => Some(Self { span: field.span, paragraphs }),
            Err(what) => {
                let hint = "write paragraphs with `*words*`, `**words**` and `[words](#anchor)`";
                let message = format!("`{}` holds {what}", short_quote(field.key));
                reader.say_with(field.span, message, hint);
                None
            }
        }
    }

    /// Returns the places to which the words link, `#anchor`.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.paragraphs.iter().flatten().filter_map(|part| part.place.as_deref())
    }

    /// Returns the names of values that the book does not have.
    pub fn unknown_values(&self, program: &Program) -> Vec<String> {
        let parts = self.paragraphs.iter().flatten();
        parts.flat_map(|part| with_values(&part.text, program).1).collect()
    }

    /// Returns the words as data: paragraphs of parts, each with its text, its style and the rule to which it
    /// links.
    pub fn data(&self, program: &Program) -> Value {
        let part = |part: &WordPart| {
            let mut data = json!({ "text": with_values(&part.text, program).0 });
            if part.emphasis {
                data["emphasis"] = true.into();
            }
            if part.strong {
                data["strong"] = true.into();
            }
            let place = part.place.as_ref().and_then(|name| places::find_place(program, name));
            if let Some(place) = place {
                data["rule"] = story::rule_with_items(program, place);
            }
            data
        };
        let paragraphs = self.paragraphs.iter();
        paragraphs.map(|parts| parts.iter().map(part).collect::<Value>()).collect()
    }
}

/// Parses paragraphs of Markdown. The error names anything else in them.
fn parsed(text: &str) -> Result<Vec<Vec<WordPart>>, &'static str> {
    let mut paragraphs: Vec<Vec<WordPart>> = Vec::new();
    let mut now = WordPart::default();
    for event in Parser::new_ext(text, Options::empty()) {
        match event {
            Event::Start(Tag::Paragraph) => paragraphs.push(Vec::new()),
            Event::End(TagEnd::Paragraph) => {}
            Event::Start(Tag::Emphasis) => now.emphasis = true,
            Event::End(TagEnd::Emphasis) => now.emphasis = false,
            Event::Start(Tag::Strong) => now.strong = true,
            Event::End(TagEnd::Strong) => now.strong = false,
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with('#') => {
                now.place = Some(dest_url.to_string());
            }
            Event::Start(Tag::Link { .. }) => {
                return Err("a link that leads to no place of the book");
            }
            Event::End(TagEnd::Link) => now.place = None,
            Event::Text(words) | Event::Code(words) => add(&mut paragraphs, &now, &words),
            Event::SoftBreak | Event::HardBreak => add(&mut paragraphs, &now, " "),
            _ => return Err("more than paragraphs"),
        }
    }
    Ok(paragraphs)
}

/// Adds words in the style of `now`; words in the style of the last part are joined to it.
fn add(paragraphs: &mut [Vec<WordPart>], now: &WordPart, words: &str) {
    let Some(parts) = paragraphs.last_mut() else { return };
    let same = parts.last_mut().filter(|last| {
        (last.emphasis, last.strong, &last.place) == (now.emphasis, now.strong, &now.place)
    });
    match same {
        Some(last) => last.text.push_str(words),
        None => parts.push(WordPart { text: words.to_owned(), ..now.clone() }),
    }
}

/// Returns the text with the values of the book for each `{=name}`, and the names that the book does not
/// have.
fn with_values(text: &str, program: &Program) -> (String, Vec<String>) {
    let (mut filled, mut unknown, mut rest) = (String::new(), Vec::new(), text);
    while let Some((before, behind)) = rest.split_once("{=") {
        let Some((name, after)) = behind.split_once('}') else { break };
        filled.push_str(before);
        match program.values.iter().find(|(own, _)| own == name).map(|(_, value)| value) {
            Some(Constant::Int(number)) => filled.push_str(&number.to_string()),
            Some(Constant::Text(words)) => filled.push_str(words),
            None => unknown.push(name.to_owned()),
        }
        rest = after;
    }
    filled.push_str(rest);
    (filled, unknown)
}
