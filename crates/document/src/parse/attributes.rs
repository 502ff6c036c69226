//! `{#id .class key=value =name}`: reads attributes, named values and spans from the text of inlines.
//!
//! Braces that are no attributes stay text: `{T}` in a game's prose is no mistake.

use crate::{Attributes, Inline, InlineKind, NamedValue};
use base::source::Span;

/// Most bytes between braces; longer ones are text. The limit keeps a text of only opening braces linear.
const LONGEST: usize = 500;

/// Reads the inside of one pair of braces; `None` if it is no attribute list.
pub fn read_attributes(inside: &str) -> Option<Attributes> {
    let mut attributes = Attributes::default();
    let mut rest = inside.trim();
    loop {
        rest = read_attribute(rest, &mut attributes)?.trim_start();
        if rest.is_empty() {
            return Some(attributes);
        }
    }
}

/// Reads one attribute from the front of `text`. Returns the rest.
fn read_attribute<'a>(text: &'a str, into: &mut Attributes) -> Option<&'a str> {
    let end = word_end(text);
    match text.chars().next()? {
        '#' => into.id = Some(attribute_name(&text[1..end])?),
        '.' => into.classes.push(attribute_name(&text[1..end])?),
        '=' => into.value = Some(attribute_name(&text[1..end])?),
        _ => return read_pair(text, into),
    }
    Some(&text[end..])
}

/// Reads `key=value` from the front of `text`. Returns the rest.
fn read_pair<'a>(text: &'a str, into: &mut Attributes) -> Option<&'a str> {
    let (key, rest) = text.split_once('=')?;
    let key = attribute_name(key)?;
    let (value, rest) = read_attribute_value(rest)?;
    into.pairs.push((key, value.to_owned()));
    Some(rest)
}

/// Reads a value in straight or typographic quotes, or of one word. Returns it and the rest.
fn read_attribute_value(text: &str) -> Option<(&str, &str)> {
    let opening = text.chars().next()?;
    if "\"'“”‘’".contains(opening) {
        let closes = |c: char| "\"“”".contains(c) || (opening == '\'' && c == '\'');
        return text[opening.len_utf8()..].split_once(closes);
    }
    let end = word_end(text);
    (end > 0).then(|| text.split_at(end))
}

fn word_end(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

fn attribute_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    (!text.is_empty() && text.chars().all(fits)).then(|| text.to_owned())
}

/// Removes `{...}` at the end of a line of text from `inlines`: the attributes of the block around it.
pub fn take_block_attributes(inlines: &mut Vec<Inline>) -> Option<Attributes> {
    for at in 0..inlines.len() {
        let found = text_at_line_end(inlines, at).and_then(closing_attributes);
        if let Some((attributes, open)) = found {
            shorten_text(&mut inlines[at], open);
            if open == 0 {
                inlines.remove(at);
                inlines.pop_if(|last| matches!(last.kind, InlineKind::Space));
            }
            return Some(attributes);
        }
    }
    None
}

/// Returns the text at index `at` of `inlines` if a line ends behind it.
fn text_at_line_end(inlines: &[Inline], at: usize) -> Option<&str> {
    let InlineKind::Text(text) = &inlines[at].kind else { return None };
    inlines.get(at + 1).is_none_or(Inline::is_space).then_some(text)
}

/// Returns the attributes at the end of a text, and the end of the words before them. Attributes of a value
/// or of a bracketed span do not count.
fn closing_attributes(text: &str) -> Option<(Attributes, usize)> {
    let (before, inside) = closing_brace(text)?;
    let found = read_attributes(inside)?;
    found.value.is_none().then_some((found, before.trim_end().len()))
}

/// Splits a text at the brace that ends it: what is before, and what is inside. A brace behind a bracket does
/// not count.
fn closing_brace(text: &str) -> Option<(&str, &str)> {
    let (before, brace) = text.trim_end().rsplit_once('{')?;
    let own = brace.ends_with('}') && !before.ends_with(']');
    own.then(|| (before, brace.trim_end_matches('}')))
}

fn shorten_text(inline: &mut Inline, end: usize) {
    let Inline { kind: InlineKind::Text(text), span } = inline else { return };
    *span = span.part(text, 0..end);
    text.truncate(end);
}

/// Turns `[text]{...}`, `{=name}` and `*text*{...}` among `inlines` into values and spans.
pub fn resolve_spans(inlines: Vec<Inline>) -> Vec<Inline> {
    let has_brace =
        |inline: &Inline| matches!(&inline.kind, InlineKind::Text(text) if text.contains('{'));
    if !inlines.iter().any(has_brace) {
        return inlines;
    }
    let mut reader = SpanReader::default();
    inlines.into_iter().for_each(|inline| reader.scan(inline));
    reader.out
}

/// Position of a text, from which the places of its parts follow; `exact` if the text is as it was written.
#[derive(Clone, Copy)]
struct WrittenPlace {
    whole: Span,
    length: usize,
    exact: bool,
}

impl WrittenPlace {
    fn of(text: &str, span: Span) -> Self {
        Self { whole: span, length: text.len(), exact: span.range().len() == text.len() }
    }

    /// Returns the place of the part of `tail` before `rest`; both end where the text ends.
    fn between(self, tail: &str, rest: &str) -> Span {
        self.part(tail.len() - rest.len(), rest.len())
    }

    /// Returns the place of `part` bytes before the last `rest` bytes of the text.
    fn part(self, part: usize, rest: usize) -> Span {
        if !self.exact {
            return self.whole;
        }
        let end = self.whole.start as usize + self.length - rest;
        Span::new(self.whole.source, end - part..end)
    }
}

/// Inlines so far, and the indices of open square brackets among them.
#[derive(Default)]
struct SpanReader {
    out: Vec<Inline>,
    open: Vec<usize>,
}

impl SpanReader {
    fn scan(&mut self, inline: Inline) {
        match inline.kind {
            InlineKind::Text(text) => self.text(&text, WrittenPlace::of(&text, inline.span)),
            _ => self.out.push(inline),
        }
    }

    fn text(&mut self, text: &str, place: WrittenPlace) {
        let mut rest = text;
        while let Some(at) = rest.find(['[', ']', '{']) {
            let (before, tail) = rest.split_at(at);
            self.push_text(before, place.part(before.len(), tail.len()));
            let mark = place.part(1, tail.len() - 1);
            let is_pull = before.ends_with('!') && pull_length(tail).is_some();
            rest = match tail.as_bytes()[0] {
                b'[' if is_pull => self.pull(tail, place),
                b'[' => self.bracket(tail, mark),
                b']' => self.close(tail, place).unwrap_or_else(|| self.mark(tail, mark)),
                _ => self.brace(tail, place).unwrap_or_else(|| self.mark(tail, mark)),
            };
        }
        self.push_text(rest, place.part(rest.len(), 0));
    }

    /// Reads `[`, which is an inline of its own until it is closed.
    fn bracket<'a>(&mut self, tail: &'a str, bracket: Span) -> &'a str {
        self.open.push(self.out.len());
        self.out.push(Inline::text("[", bracket));
        &tail[1..]
    }

    /// Reads the brackets of a pull within other text; it stays text, with its attributes.
    fn pull<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> &'a str {
        let (pull, rest) = tail.split_at(pull_length(tail).unwrap_or(1));
        self.push_text(pull, place.between(tail, rest));
        rest
    }

    /// Reads a bracket or brace that is only text.
    fn mark<'a>(&mut self, tail: &'a str, mark: Span) -> &'a str {
        self.push_text(&tail[..1], mark);
        &tail[1..]
    }

    /// Reads `]`, which closes a bracketed span if attributes follow.
    fn close<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> Option<&'a str> {
        let open = self.open.pop()?;
        let (attributes, rest) = leading_attributes(&tail[1..])?;
        let span = self.out[open].span.to(place.between(tail, rest));
        let content: Vec<Inline> = self.out.drain(open..).skip(1).collect();
        self.push_marked(content, attributes, span);
        Some(rest)
    }

    /// Reads `{`: a use of a value, or attributes of the inline before it; `None` if it is text.
    fn brace<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> Option<&'a str> {
        let (attributes, rest) = leading_attributes(tail)?;
        let span = place.between(tail, rest);
        match attributes.value {
            Some(name) => {
                let value = NamedValue { name, defines: false, content: Vec::new() };
                self.out.push(Inline::new(InlineKind::Value(value), span));
            }
            None => {
                let marked = self.out.pop_if(|last| !is_text(last))?;
                let span = marked.span.to(span);
                self.push_marked(vec![marked], attributes, span);
            }
        }
        Some(rest)
    }

    fn push_marked(&mut self, content: Vec<Inline>, mut attributes: Attributes, span: Span) {
        let kind = match attributes.value.take() {
            Some(name) => InlineKind::Value(NamedValue { name, defines: true, content }),
            None => InlineKind::Span(content, attributes),
        };
        self.out.push(Inline::new(kind, span));
    }

    /// Appends text, to the text before it if there is one and it is no open bracket.
    fn push_text(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        let behind_bracket = self.open.last().is_some_and(|open| *open + 1 == self.out.len());
        match self.out.last_mut() {
            Some(Inline { kind: InlineKind::Text(last), span: before }) if !behind_bracket => {
                last.push_str(text);
                *before = before.to(span);
            }
            _ => self.out.push(Inline::text(text, span)),
        }
    }
}

fn is_text(inline: &Inline) -> bool {
    inline.is_space() || matches!(inline.kind, InlineKind::Text(_))
}

/// Returns the bytes of `[[...]]` and its attributes at the front of `text`.
fn pull_length(text: &str) -> Option<usize> {
    let (_, rest) = text.strip_prefix("[[")?.split_once("]]")?;
    let rest = leading_attributes(rest).map_or(rest, |(_, rest)| rest);
    Some(text.len() - rest.len())
}

/// Reads attributes at the very front of `text`. Returns them and the rest.
pub fn leading_attributes(text: &str) -> Option<(Attributes, &str)> {
    let inside = text.strip_prefix('{')?;
    let end = inside.bytes().take(LONGEST).position(|byte| byte == b'}')?;
    Some((read_attributes(&inside[..end])?, &inside[end + 1..]))
}

/// Returns attributes in the form in which authors write them.
pub fn written_attributes(attributes: &Attributes) -> String {
    let Attributes { id, classes, pairs, value } = attributes;
    let id = id.iter().map(|id| format!("#{id}"));
    let classes = classes.iter().map(|class| format!(".{class}"));
    let pairs = pairs.iter().map(|(key, value)| format!("{key}=\"{value}\""));
    let value = value.iter().map(|name| format!("={name}"));
    let words: Vec<String> = id.chain(classes).chain(pairs).chain(value).collect();
    format!("{{{}}}", words.join(" "))
}
