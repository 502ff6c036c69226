//! A `#@` line. In: what stands behind `#@`. Out: what it says, each part with its place; or what
//! is wrong with it.

use crate::diagnostic::{Diagnostic, code};
use crate::document::short_quote;
use crate::source::Span;

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) struct DirectiveWord {
    /// The word, without `#` or quotation marks.
    pub text: String,
    /// Where, with them.
    pub span: Span,
}

/// What a `#@` line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum Directive {
    /// `#anchor 2.1 "words"`
    Place {
        /// The anchor.
        anchor: DirectiveWord,
        /// The step below it.
        step: Option<DirectiveWord>,
        /// Words that must stand there.
        words: Vec<DirectiveWord>,
    },
    /// `#list #item most`, `#list 2 least`
    Key {
        /// Anchor of the list or its section.
        list: DirectiveWord,
        /// The item.
        item: KeyedItem,
        /// The most is best, or the least.
        most: bool,
    },
    /// `box ID`
    Box(DirectiveWord),
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
        card: DirectiveWord,
        /// One word, or one behind `instead` or `after`.
        moment: String,
    },
    /// `instead die`
    Instead(String),
    /// `after die`
    After(String),
    /// `answer attack`, `answer "main phase"`
    Answer(DirectiveWord),
}

/// How a line of a list is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum KeyedItem {
    /// By its own anchor.
    Anchor(DirectiveWord),
    /// By its step.
    Step(DirectiveWord),
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
pub(in crate::rules) fn parse_directive(
    text: &str,
    span: Span,
) -> Result<Directive, Box<Diagnostic>> {
    let parts = split_directive(text, span)?;
    let wrong = |at: Span, message: &str, hint: &str| Err(bad_directive(at, message, hint));
    let Some(first) = parts.first() else { return wrong(span, "the `#@` line is empty", FORMS) };
    let rest = &parts[1..];
    match first {
        DirectivePart::Anchor(anchor) => parse_place(anchor, rest),
        DirectivePart::Quoted(said) => {
            wrong(said.span, "a `#@` line does not begin with words", PLACE)
        }
        DirectivePart::Word(word) => match (word.text.as_str(), rest) {
            ("make", []) => Ok(Directive::Make),
            ("ready", []) => Ok(Directive::Ready),
            ("setup", []) => Ok(Directive::Setup),
            ("make" | "ready" | "setup", [more, ..]) => {
                wrong(more.said().span, "nothing may follow here", FORMS)
            }
            ("card", [DirectivePart::Quoted(card), moment @ ..]) => match parse_moment(moment) {
                Some(moment) => Ok(Directive::Card { card: card.clone(), moment }),
                None => wrong(span, "a card's effect needs one moment", CARD),
            },
            ("card", _) => wrong(span, "`card` needs the name of a card in quotation marks", CARD),
            ("when", [DirectivePart::Word(what)]) if what.text == "opportunity" => {
                Ok(Directive::Opportunity)
            }
            ("when", _) => {
                wrong(span, "`when` needs the word `opportunity`", "write `#@ when opportunity`")
            }
            ("box", [DirectivePart::Word(id)]) => Ok(Directive::Box(id.clone())),
            ("box", _) => wrong(span, "`box` needs the id of a box", BOX),
            ("instead" | "after", [DirectivePart::Word(event)]) if word.text == "after" => {
                Ok(Directive::After(event.text.clone()))
            }
            ("instead" | "after", [DirectivePart::Word(event)]) => {
                Ok(Directive::Instead(event.text.clone()))
            }
            ("answer", [DirectivePart::Word(question) | DirectivePart::Quoted(question)]) => {
                Ok(Directive::Answer(question.clone()))
            }
            ("answer", _) => wrong(span, "`answer` needs the words of one question", ANSWER),
            ("instead" | "after", _) => {
                wrong(span, &format!("`{}` needs one event", word.text), EVENT)
            }
            (other, _) => wrong(
                word.span,
                &format!("`{}` is nothing that `#@` can say", short_quote(other)),
                FORMS,
            ),
        },
    }
}

/// Reads a `#@ chart #anchor` line, which says whose program a whole module is; none for another
/// line.
pub(in crate::rules) fn parse_chart_directive(
    text: &str,
    span: Span,
) -> Option<Result<DirectiveWord, Box<Diagnostic>>> {
    if text.split_whitespace().next() != Some("chart") {
        return None;
    }
    Some(split_directive(text, span).and_then(|parts| match &parts[..] {
        [_, DirectivePart::Anchor(chart)] => Ok(chart.clone()),
        _ => Err(bad_directive(span, "`chart` needs the anchor of a chart", CHART)),
    }))
}

/// A line that begins with an anchor.
fn parse_place(
    anchor: &DirectiveWord,
    rest: &[DirectivePart],
) -> Result<Directive, Box<Diagnostic>> {
    let most = |word: &DirectiveWord| match word.text.as_str() {
        "most" => Some(true),
        "least" => Some(false),
        _ => None,
    };
    match rest {
        [DirectivePart::Anchor(item), DirectivePart::Word(word)] if most(word).is_some() => {
            let most = word.text == "most";
            return Ok(Directive::Key {
                list: anchor.clone(),
                item: KeyedItem::Anchor(item.clone()),
                most,
            });
        }
        [DirectivePart::Word(step), DirectivePart::Word(word)] if most(word).is_some() => {
            let most = word.text == "most";
            return Ok(Directive::Key {
                list: anchor.clone(),
                item: KeyedItem::Step(step.clone()),
                most,
            });
        }
        [DirectivePart::Anchor(item), ..] => {
            return Err(bad_directive(
                item.span,
                "two anchors stand in one line",
                &format!("{KEY}; bind two places in two lines"),
            ));
        }
        [DirectivePart::Word(word)] if most(word).is_some() => {
            return Err(bad_directive(word.span, "the line of the list is missing", KEY));
        }
        _ => {}
    }
    let (step, quoted) = match rest {
        [DirectivePart::Word(step), quoted @ ..] => (Some(step.clone()), quoted),
        quoted => (None, quoted),
    };
    let mut words = Vec::new();
    for part in quoted {
        match part {
            DirectivePart::Quoted(said) if said.text.trim().is_empty() => {
                return Err(bad_directive(
                    said.span,
                    "no words stand between the quotation marks",
                    PLACE,
                ));
            }
            DirectivePart::Quoted(said) => words.push(said.clone()),
            other => {
                return Err(bad_directive(
                    other.said().span,
                    "this can not be understood here",
                    PLACE,
                ));
            }
        }
    }
    Ok(Directive::Place { anchor: anchor.clone(), step, words })
}

/// `enter`, `after die`
fn parse_moment(parts: &[DirectivePart]) -> Option<String> {
    match parts {
        [DirectivePart::Word(moment)] if moment.text != "after" && moment.text != "instead" => {
            Some(moment.text.clone())
        }
        [DirectivePart::Word(how), DirectivePart::Word(event)]
            if how.text == "after" || how.text == "instead" =>
        {
            Some(format!("{} {}", how.text, event.text))
        }
        _ => None,
    }
}

enum DirectivePart {
    Anchor(DirectiveWord),
    Word(DirectiveWord),
    Quoted(DirectiveWord),
}

impl DirectivePart {
    fn said(&self) -> &DirectiveWord {
        match self {
            Self::Anchor(said) | Self::Word(said) | Self::Quoted(said) => said,
        }
    }
}

fn split_directive(text: &str, span: Span) -> Result<Vec<DirectivePart>, Box<Diagnostic>> {
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
        } else if let Some((length, inside)) = quoted_words(rest) {
            parts.push(DirectivePart::Quoted(DirectiveWord {
                text: inside.to_owned(),
                span: place(length),
            }));
            at += length;
        } else if is_quotation_mark(c) {
            return Err(bad_directive(place(rest.len()), "a quotation mark is not closed", PLACE));
        } else {
            let length = rest
                .find(|c: char| c.is_whitespace() || is_quotation_mark(c))
                .unwrap_or(rest.len());
            let said = |text: &str| DirectiveWord { text: text.to_owned(), span: place(length) };
            parts.push(match rest[..length].strip_prefix('#') {
                Some("") => return Err(bad_directive(place(length), "`#` names no place", PLACE)),
                Some(anchor) => DirectivePart::Anchor(said(anchor)),
                None => DirectivePart::Word(said(&rest[..length])),
            });
            at += length;
        }
    }
    Ok(parts)
}

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// Words in quotation marks at the front of `text`: how many bytes, and the words.
fn quoted_words(text: &str) -> Option<(usize, &str)> {
    let open = text.chars().next().filter(|c| is_quotation_mark(*c))?;
    let inside = &text[open.len_utf8()..];
    let closes = |c: char| if open == '"' { c == '"' } else { is_quotation_mark(c) && c != '"' };
    let end = inside.find(closes)?;
    let close = inside[end..].chars().next()?;
    Some((open.len_utf8() + end + close.len_utf8(), &inside[..end]))
}

fn bad_directive(span: Span, message: &str, hint: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::at(code::BAD_BINDING, span, message).hint(hint))
}
