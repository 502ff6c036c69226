//! A `#@` line. In: what stands behind `#@`. Out: what it says, each part with its place; or what
//! is wrong with it.

use crate::diagnostic::Diagnostic;
use crate::document::short;
use crate::source::Span;

use super::codes;

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// The word, without `#` or quotation marks.
    pub text: String,
    /// Where, with them.
    pub span: Span,
}

/// What a `#@` line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// `#anchor 2.1 "words"`
    Place {
        /// The anchor.
        anchor: Said,
        /// The step below it.
        step: Option<Said>,
        /// Words that must stand there.
        words: Vec<Said>,
    },
    /// `#list #item most`, `#list 2 least`
    Key {
        /// Anchor of the list or its section.
        list: Said,
        /// The item.
        item: Item,
        /// The most is best, or the least.
        most: bool,
    },
    /// `box ID`
    Box(Said),
    /// `when opportunity`
    Opportunity,
    /// `make`
    Make,
    /// `ready`
    Ready,
    /// `setup`
    Setup,
    /// `card "Dream Fairy" enter`, `card "Life Essence Amulet" after die`
    Card {
        /// The card.
        card: Said,
        /// One word, or one behind `instead` or `after`.
        moment: String,
    },
    /// `instead die`
    Instead(String),
    /// `after die`
    After(String),
    /// `answer attack`, `answer "main phase"`
    Answer(Said),
}

/// How a line of a list is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// By its own anchor.
    Anchor(Said),
    /// By its step.
    Step(Said),
}

const PLACE: &str =
    "write `#@ #anchor`, `#@ #anchor 2.1` or `#@ #anchor 2.1 \"words that stand there\"`";
const KEY: &str = "write `#@ #list #item most`, or `least`";
const CARD: &str = "write `#@ card \"Name\" enter`, or another moment, such as `after die`";
const EVENT: &str = "write one word for the event, such as `#@ after die`";
const ANSWER: &str = "write one word, such as `#@ answer attack`, or several in quotation marks";
const CHART: &str = "write `#@ chart #card-activation`";
const BOX: &str = "write the id of one box, such as `#@ box 2a`";
const FORMS: &str = "write a place such as `#@ #draw-phase 2`, or `make`, `ready`, `setup`, `card`, `instead`, `after`, `answer`, `when`, `chart` or `box`";

/// Reads the text of a `#@` line, which stands at `span`.
pub(super) fn read(text: &str, span: Span) -> Result<Line, Box<Diagnostic>> {
    let parts = parts(text, span)?;
    let wrong = |at: Span, message: &str, hint: &str| Err(bad(at, message, hint));
    let Some(first) = parts.first() else { return wrong(span, "the `#@` line is empty", FORMS) };
    let rest = &parts[1..];
    match first {
        Part::Anchor(anchor) => place(anchor, rest),
        Part::Quoted(said) => wrong(said.span, "a `#@` line does not begin with words", PLACE),
        Part::Word(word) => match (word.text.as_str(), rest) {
            ("make", []) => Ok(Line::Make),
            ("ready", []) => Ok(Line::Ready),
            ("setup", []) => Ok(Line::Setup),
            ("make" | "ready" | "setup", [more, ..]) => {
                wrong(more.said().span, "nothing may follow here", FORMS)
            }
            ("card", [Part::Quoted(card), moment @ ..]) => match event(moment) {
                Some(moment) => Ok(Line::Card { card: card.clone(), moment }),
                None => wrong(span, "a card's effect needs one moment", CARD),
            },
            ("card", _) => wrong(span, "`card` needs the name of a card in quotation marks", CARD),
            ("when", [Part::Word(what)]) if what.text == "opportunity" => Ok(Line::Opportunity),
            ("when", _) => {
                wrong(span, "`when` needs the word `opportunity`", "write `#@ when opportunity`")
            }
            ("box", [Part::Word(id)]) => Ok(Line::Box(id.clone())),
            ("box", _) => wrong(span, "`box` needs the id of a box", BOX),
            ("instead" | "after", [Part::Word(event)]) if word.text == "after" => {
                Ok(Line::After(event.text.clone()))
            }
            ("instead" | "after", [Part::Word(event)]) => Ok(Line::Instead(event.text.clone())),
            ("answer", [Part::Word(question) | Part::Quoted(question)]) => {
                Ok(Line::Answer(question.clone()))
            }
            ("answer", _) => wrong(span, "`answer` needs the words of one question", ANSWER),
            ("instead" | "after", _) => {
                wrong(span, &format!("`{}` needs one event", word.text), EVENT)
            }
            (other, _) => {
                wrong(word.span, &format!("`{}` is nothing that `#@` can say", short(other)), FORMS)
            }
        },
    }
}

/// Reads a `#@ chart #anchor` line, which says whose program a whole module is; none for another
/// line.
pub(super) fn chart(text: &str, span: Span) -> Option<Result<Said, Box<Diagnostic>>> {
    if text.split_whitespace().next() != Some("chart") {
        return None;
    }
    Some(parts(text, span).and_then(|parts| match &parts[..] {
        [_, Part::Anchor(chart)] => Ok(chart.clone()),
        _ => Err(bad(span, "`chart` needs the anchor of a chart", CHART)),
    }))
}

/// A line that begins with an anchor.
fn place(anchor: &Said, rest: &[Part]) -> Result<Line, Box<Diagnostic>> {
    let most = |word: &Said| match word.text.as_str() {
        "most" => Some(true),
        "least" => Some(false),
        _ => None,
    };
    match rest {
        [Part::Anchor(item), Part::Word(word)] if most(word).is_some() => {
            let most = word.text == "most";
            return Ok(Line::Key { list: anchor.clone(), item: Item::Anchor(item.clone()), most });
        }
        [Part::Word(step), Part::Word(word)] if most(word).is_some() => {
            let most = word.text == "most";
            return Ok(Line::Key { list: anchor.clone(), item: Item::Step(step.clone()), most });
        }
        [Part::Anchor(item), ..] => {
            return Err(bad(
                item.span,
                "two anchors stand in one line",
                &format!("{KEY}; bind two places in two lines"),
            ));
        }
        [Part::Word(word)] if most(word).is_some() => {
            return Err(bad(word.span, "the line of the list is missing", KEY));
        }
        _ => {}
    }
    let (step, quoted) = match rest {
        [Part::Word(step), quoted @ ..] => (Some(step.clone()), quoted),
        quoted => (None, quoted),
    };
    let mut words = Vec::new();
    for part in quoted {
        match part {
            Part::Quoted(said) if said.text.trim().is_empty() => {
                return Err(bad(said.span, "no words stand between the quotation marks", PLACE));
            }
            Part::Quoted(said) => words.push(said.clone()),
            other => return Err(bad(other.said().span, "this can not be understood here", PLACE)),
        }
    }
    Ok(Line::Place { anchor: anchor.clone(), step, words })
}

/// `enter`, `after die`
fn event(parts: &[Part]) -> Option<String> {
    match parts {
        [Part::Word(moment)] if moment.text != "after" && moment.text != "instead" => {
            Some(moment.text.clone())
        }
        [Part::Word(how), Part::Word(event)] if how.text == "after" || how.text == "instead" => {
            Some(format!("{} {}", how.text, event.text))
        }
        _ => None,
    }
}

enum Part {
    Anchor(Said),
    Word(Said),
    Quoted(Said),
}

impl Part {
    fn said(&self) -> &Said {
        match self {
            Self::Anchor(said) | Self::Word(said) | Self::Quoted(said) => said,
        }
    }
}

fn parts(text: &str, span: Span) -> Result<Vec<Part>, Box<Diagnostic>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let place = |length: usize| {
            let start = span.start as usize + at;
            Span::new(span.source, start..start + length)
        };
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if let Some((length, inside)) = quoted(rest) {
            parts.push(Part::Quoted(Said { text: inside.to_owned(), span: place(length) }));
            at += length;
        } else if is_quote(c) {
            return Err(bad(place(rest.len()), "a quotation mark is not closed", PLACE));
        } else {
            let length =
                rest.find(|c: char| c.is_whitespace() || is_quote(c)).unwrap_or(rest.len());
            let said = |text: &str| Said { text: text.to_owned(), span: place(length) };
            parts.push(match rest[..length].strip_prefix('#') {
                Some("") => return Err(bad(place(length), "`#` names no place", PLACE)),
                Some(anchor) => Part::Anchor(said(anchor)),
                None => Part::Word(said(&rest[..length])),
            });
            at += length;
        }
    }
    Ok(parts)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// Words in quotation marks at the front of `text`: how many bytes, and the words.
fn quoted(text: &str) -> Option<(usize, &str)> {
    let open = text.chars().next().filter(|c| is_quote(*c))?;
    let inside = &text[open.len_utf8()..];
    let closes = |c: char| if open == '"' { c == '"' } else { is_quote(c) && c != '"' };
    let end = inside.find(closes)?;
    let close = inside[end..].chars().next()?;
    Some((open.len_utf8() + end + close.len_utf8(), &inside[..end]))
}

fn bad(span: Span, message: &str, hint: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::at(codes::BAD_BINDING, span, message).hint(hint))
}
