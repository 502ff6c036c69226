//! Parses `#@` lines. In: the text after `#@`. Out: its parts, each with its span, or a finding.

use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::Span;

/// A word or quoted words with their span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DirectiveWord<'t> {
    /// The words, without `#` or quotation marks.
    pub text: &'t str,
    /// Span of the words, including `#` or quotation marks.
    pub span: Span,
}

/// Content of a `#@` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive<'t> {
    /// `#anchor 2.1 "words"`
    Place {
        /// Anchor of the place.
        anchor: DirectiveWord<'t>,
        /// Step below the anchor.
        step: Option<DirectiveWord<'t>>,
        /// Words that must be at the place.
        words: Vec<DirectiveWord<'t>>,
    },
    /// `#list #item most`, `#list 2 least`
    Key {
        /// Anchor of the list or its section.
        list: DirectiveWord<'t>,
        /// Item of the list.
        item: KeyedItem<'t>,
        /// True if the most is best, false if the least is.
        most: bool,
    },
    /// `box ID`
    Box(DirectiveWord<'t>),
    /// `when opportunity`
    Opportunity,
    /// `make`
    Make,
    /// `ready`
    Ready,
    /// `setup`
    Setup,
    /// `legal`
    Legal,
    /// `card "Dream Fairy" enter`, `card "Life Essence Amulet" after die`
    Card {
        /// Name of the card.
        card: DirectiveWord<'t>,
        /// One word, or two if the first is `instead` or `after`.
        moment: String,
    },
    /// `instead die`
    Instead(&'t str),
    /// `after die`
    After(&'t str),
    /// `answer attack`, `answer "main phase"`
    Answer(DirectiveWord<'t>),
}

/// Name of an item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyedItem<'t> {
    /// The item's own anchor.
    Anchor(DirectiveWord<'t>),
    /// The item's step.
    Step(DirectiveWord<'t>),
}

const PLACE: &str =
    "write `#@ #anchor`, `#@ #anchor 2.1` or `#@ #anchor 2.1 \"words of that place\"`";
const KEY: &str = "write `#@ #list #item most`, or `least`";
const TWO_PLACES: &str = "write `#@ #list #item most`, or `least`; bind two places in two lines";
const CARD: &str = "write `#@ card \"Name\" enter`, or another moment, such as `after die`";
const EVENT: &str = "write the event as one word, such as `#@ after die`";
const OPPORTUNITY: &str = "write `#@ when opportunity`";
const ANSWER: &str = "write one word, such as `#@ answer attack`, or several in quotation marks";
const CHART: &str = "write `#@ chart #card-activation`";
const BOX: &str = "write the id of one box, such as `#@ box 2a`";
const FORMS: &str = "write an anchor, such as `#@ #draw-phase 2`, or `make`, `ready`, `setup`, \
                     `legal`, `card`, `instead`, `after`, `answer`, `when`, `chart` or `box`";

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Parses the text of a `#@` line, which is at `span`.
pub fn parse_directive(text: &str, span: Span) -> Parsed<Directive<'_>> {
    let parts = split_directive(text, span)?;
    match parts.split_first() {
        None => bad_directive(span, "the `#@` line is empty", FORMS),
        Some((DirectivePart::Anchor(anchor), rest)) => parse_place(*anchor, rest),
        Some((DirectivePart::Quoted(words), _)) => {
            bad_directive(words.span, "a `#@` line begins with quoted words", PLACE)
        }
        Some((DirectivePart::Word(word), rest)) => parse_role(word, rest, span),
    }
}

/// Parses a `#@ chart #anchor` line, which names the chart of a whole module. Returns `None` for any other
/// line.
pub fn parse_chart_directive(text: &str, span: Span) -> Option<Parsed<DirectiveWord<'_>>> {
    let is_chart = text.split_whitespace().next() == Some("chart");
    is_chart.then(|| parse_named_chart(text, span))
}

fn parse_named_chart(text: &str, span: Span) -> Parsed<DirectiveWord<'_>> {
    match &split_directive(text, span)?[..] {
        [_, DirectivePart::Anchor(chart)] => Ok(*chart),
        _ => bad_directive(span, "`chart` needs the anchor of a chart", CHART),
    }
}

/// Parses a line that begins with a word.
fn parse_role<'t>(
    word: &DirectiveWord<'t>,
    rest: &[DirectivePart<'t>],
    span: Span,
) -> Parsed<Directive<'t>> {
    use DirectivePart::{Quoted, Word};
    Ok(match (word.text, rest) {
        ("make", []) => Directive::Make,
        ("ready", []) => Directive::Ready,
        ("setup", []) => Directive::Setup,
        ("legal", []) => Directive::Legal,
        ("make" | "ready" | "setup" | "legal", [more, ..]) => {
            let message = format!("nothing may follow `{}`", word.text);
            return bad_directive(more.word().span, &message, FORMS);
        }
        ("card", [Quoted(card), moment @ ..]) => match parse_moment(moment) {
            Some(moment) => Directive::Card { card: *card, moment },
            None => return bad_directive(span, "a card's effect needs one moment", CARD),
        },
        ("when", [Word(what)]) if what.text == "opportunity" => Directive::Opportunity,
        ("box", [Word(id)]) => Directive::Box(*id),
        ("instead", [Word(event)]) => Directive::Instead(event.text),
        ("after", [Word(event)]) => Directive::After(event.text),
        ("answer", [Word(question) | Quoted(question)]) => Directive::Answer(*question),
        _ => return wrong_role(word, span),
    })
}

/// Returns a finding for a line that begins with a word and fits no form.
fn wrong_role<T>(word: &DirectiveWord<'_>, span: Span) -> Parsed<T> {
    match word.text {
        "card" => bad_directive(span, "`card` needs the name of a card in quotation marks", CARD),
        "when" => bad_directive(span, "`when` needs the word `opportunity`", OPPORTUNITY),
        "box" => bad_directive(span, "`box` needs the id of a box", BOX),
        "answer" => bad_directive(span, "`answer` needs the words of one question", ANSWER),
        "instead" => bad_directive(span, "`instead` needs one event", EVENT),
        "after" => bad_directive(span, "`after` needs one event", EVENT),
        other => {
            let message = format!("unknown `#@` directive `{}`", short_quote(other));
            bad_directive(word.span, &message, FORMS)
        }
    }
}

/// Parses a line that begins with an anchor.
fn parse_place<'t>(anchor: DirectiveWord<'t>, rest: &[DirectivePart<'t>]) -> Parsed<Directive<'t>> {
    if let [item, DirectivePart::Word(word)] = rest
        && let (Some(item), Some(most)) = (item.as_item(), is_most(word))
    {
        return Ok(Directive::Key { list: anchor, item, most });
    }
    match rest {
        [DirectivePart::Anchor(item), ..] => {
            bad_directive(item.span, "one line has two anchors", TWO_PLACES)
        }
        [DirectivePart::Word(word)] if is_most(word).is_some() => {
            bad_directive(word.span, "the line of the list is missing", KEY)
        }
        [DirectivePart::Word(step), quoted @ ..] => {
            Ok(Directive::Place { anchor, step: Some(*step), words: parse_words(quoted)? })
        }
        quoted => Ok(Directive::Place { anchor, step: None, words: parse_words(quoted)? }),
    }
}

/// Returns true for `most`, false for `least`, and `None` for any other word.
fn is_most(word: &DirectiveWord<'_>) -> Option<bool> {
    match word.text {
        "most" => Some(true),
        "least" => Some(false),
        _ => None,
    }
}

/// Parses the words that must be at a place.
fn parse_words<'t>(parts: &[DirectivePart<'t>]) -> Parsed<Vec<DirectiveWord<'t>>> {
    parts.iter().map(parse_quoted).collect()
}

fn parse_quoted<'t>(part: &DirectivePart<'t>) -> Parsed<DirectiveWord<'t>> {
    match part {
        DirectivePart::Quoted(words) if words.text.trim().is_empty() => {
            bad_directive(words.span, "the quotation marks are empty", PLACE)
        }
        DirectivePart::Quoted(words) => Ok(*words),
        DirectivePart::Anchor(other) | DirectivePart::Word(other) => {
            let message = format!("`{}` cannot be used here", short_quote(other.text));
            bad_directive(other.span, &message, PLACE)
        }
    }
}

/// Parses a moment, such as `enter` or `after die`.
fn parse_moment(parts: &[DirectivePart<'_>]) -> Option<String> {
    match parts {
        [DirectivePart::Word(moment)] if !is_timing(moment) => Some(moment.text.to_owned()),
        [DirectivePart::Word(timing), DirectivePart::Word(event)] if is_timing(timing) => {
            Some(format!("{} {}", timing.text, event.text))
        }
        _ => None,
    }
}

fn is_timing(word: &DirectiveWord<'_>) -> bool {
    matches!(word.text, "after" | "instead")
}

enum DirectivePart<'t> {
    Anchor(DirectiveWord<'t>),
    Word(DirectiveWord<'t>),
    Quoted(DirectiveWord<'t>),
}

impl<'t> DirectivePart<'t> {
    fn word(&self) -> &DirectiveWord<'t> {
        match self {
            Self::Anchor(word) | Self::Word(word) | Self::Quoted(word) => word,
        }
    }

    /// Returns the item of a list that this part names.
    fn as_item(&self) -> Option<KeyedItem<'t>> {
        match self {
            Self::Anchor(anchor) => Some(KeyedItem::Anchor(*anchor)),
            Self::Word(step) => Some(KeyedItem::Step(*step)),
            Self::Quoted(_) => None,
        }
    }
}

fn split_directive(text: &str, span: Span) -> Parsed<Vec<DirectivePart<'_>>> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let start = span.start as usize + text.len() - rest.len();
        let (length, part) =
            first_part(rest, |length| Span::new(span.source, start..start + length))?;
        parts.push(part);
        rest = rest[length..].trim_start();
    }
    Ok(parts)
}

/// Returns the first part of `text` and its length in bytes; `place` gives the span of that many bytes.
fn first_part(text: &str, place: impl Fn(usize) -> Span) -> Parsed<(usize, DirectivePart<'_>)> {
    if let Some((length, inside)) = quoted_words(text) {
        let words = DirectiveWord { text: inside, span: place(length) };
        return Ok((length, DirectivePart::Quoted(words)));
    }
    if text.starts_with(is_quotation_mark) {
        return bad_directive(place(text.len()), "a quotation mark is not closed", PLACE);
    }
    let ends = |c: char| c.is_whitespace() || is_quotation_mark(c);
    let length = text.find(ends).unwrap_or(text.len());
    Ok((length, anchor_or_word(&text[..length], place(length))?))
}

fn anchor_or_word(written: &str, span: Span) -> Parsed<DirectivePart<'_>> {
    match written.strip_prefix('#') {
        Some("") => bad_directive(span, "`#` is not an anchor", PLACE),
        Some(text) => Ok(DirectivePart::Anchor(DirectiveWord { text, span })),
        None => Ok(DirectivePart::Word(DirectiveWord { text: written, span })),
    }
}

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// Returns the words in quotation marks at the front of `text`, and their length in bytes with the marks.
fn quoted_words(text: &str) -> Option<(usize, &str)> {
    let open = text.chars().next().filter(|c| is_quotation_mark(*c))?;
    let inside = &text[open.len_utf8()..];
    let end = inside.find(|c| closes_quotation(open, c))?;
    let close = inside[end..].chars().next()?;
    Some((open.len_utf8() + end + close.len_utf8(), &inside[..end]))
}

/// True if `mark` closes `open`: a straight mark closes a straight one, any other mark closes any other.
fn closes_quotation(open: char, mark: char) -> bool {
    is_quotation_mark(mark) && (mark == '"') == (open == '"')
}

fn bad_directive<T>(span: Span, message: &str, hint: &str) -> Parsed<T> {
    Err(Box::new(Diagnostic::at(code::BAD_BINDING, span, message).hint(hint)))
}
