//! `{#id .class key=value =name}`: from the text of inlines into attributes, named values and
//! spans.
//!
//! What does not read as attributes stays text: `{T}` in a game's prose is no mistake.

use crate::document::{Attributes, Inline, InlineKind, NamedValue};
use crate::source::Span;

/// Longer braces are text; so a text of nothing but opening braces is read in one go.
const LONGEST: usize = 500;

/// Reads the inside of one pair of braces; `None` when it is no attribute list.
pub(super) fn read_attributes(inside: &str) -> Option<Attributes> {
    let mut attributes = Attributes::default();
    let mut rest = inside.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        rest = read_attribute(rest, &mut attributes)?.trim_start();
    }
    Some(attributes)
}

/// Reads one attribute from the front of `text` and gives what follows it.
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

/// Reads `key=value` from the front of `text` and gives what follows it.
fn read_pair<'a>(text: &'a str, into: &mut Attributes) -> Option<&'a str> {
    let (key, rest) = text.split_once('=')?;
    let key = attribute_name(key)?;
    let (value, rest) = read_attribute_value(rest)?;
    into.pairs.push((key, value.to_owned()));
    Some(rest)
}

/// A quoted value, straight or typographic, or one word; and what follows it.
fn read_attribute_value(text: &str) -> Option<(&str, &str)> {
    let opening = text.chars().next()?;
    if !"\"'“”‘’".contains(opening) {
        let end = word_end(text);
        return (end > 0).then(|| text.split_at(end));
    }
    let inside = &text[opening.len_utf8()..];
    let closes = |c: char| "\"“”".contains(c) || (opening == '\'' && c == '\'');
    let (end, closing) = inside.char_indices().find(|(_, c)| closes(*c))?;
    Some((&inside[..end], &inside[end + closing.len_utf8()..]))
}

fn word_end(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

fn attribute_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    (!text.is_empty() && text.chars().all(fits)).then(|| text.to_owned())
}

/// Takes `{...}` at the end of a line of text out of `inlines`: the attributes of the block they
/// belong to.
pub(super) fn take_block_attributes(inlines: &mut Vec<Inline>) -> Option<Attributes> {
    for at in 0..inlines.len() {
        let ends_line = inlines.get(at + 1).is_none_or(Inline::is_space);
        if ends_line && let Some((attributes, open)) = closing_attributes(&inlines[at]) {
            cut_text(inlines, at, open);
            return Some(attributes);
        }
    }
    None
}

/// Attributes that a text ends with, and where their brace opens; those of a value or of a
/// bracketed span belong to these.
fn closing_attributes(inline: &Inline) -> Option<(Attributes, usize)> {
    let InlineKind::Text(text) = &inline.kind else { return None };
    let open = text.rfind('{').filter(|_| text.trim_end().ends_with('}'))?;
    let found = read_attributes(text.trim_end()[open + 1..].trim_end_matches('}'))?;
    let bracketed = text[..open].ends_with(']');
    (found.value.is_none() && !bracketed).then_some((found, open))
}

/// Cuts the text at number `at` of `inlines` off at the byte `end`.
fn cut_text(inlines: &mut Vec<Inline>, at: usize, end: usize) {
    let Inline { kind: InlineKind::Text(text), span } = &mut inlines[at] else { return };
    let kept = text[..end].trim_end().len();
    *span = span.part(text, 0..kept);
    text.truncate(kept);
    if text.is_empty() {
        inlines.remove(at);
        inlines.pop_if(|last| matches!(last.kind, InlineKind::Space));
    }
}

/// Turns `[text]{...}`, `{=name}` and `*text*{...}` among `inlines` into values and spans.
pub(super) fn resolve_spans(inlines: Vec<Inline>) -> Vec<Inline> {
    if !inlines.iter().any(has_brace) {
        return inlines;
    }
    let mut reader = SpanReader { out: Vec::new(), open: Vec::new() };
    for inline in inlines {
        match inline.kind {
            InlineKind::Text(text) => reader.text(&text, WrittenPlace::of(&text, inline.span)),
            _ => reader.out.push(inline),
        }
    }
    reader.out
}

fn has_brace(inline: &Inline) -> bool {
    matches!(&inline.kind, InlineKind::Text(text) if text.contains('{'))
}

/// Where the parts of a text stand: exactly, when the text is as it was written.
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

    /// The place of `part` bytes, behind which `rest` bytes of the text follow.
    fn part(self, part: usize, rest: usize) -> Span {
        if !self.exact {
            return self.whole;
        }
        let end = self.whole.start as usize + self.length - rest;
        Span::new(self.whole.source, end - part..end)
    }
}

/// The result so far and where in it square brackets were opened.
struct SpanReader {
    out: Vec<Inline>,
    open: Vec<usize>,
}

impl SpanReader {
    fn text(&mut self, text: &str, place: WrittenPlace) {
        let mut rest = text;
        while let Some(at) = rest.find(['[', ']', '{']) {
            let (before, tail) = rest.split_at(at);
            self.push_text(before, place.part(before.len(), tail.len()));
            let mark = place.part(1, tail.len() - 1);
            rest = match tail.as_bytes()[0] {
                b'[' => self.bracket(tail, mark),
                b']' => self.close(tail, place).unwrap_or_else(|| self.mark(tail, mark)),
                _ => self.brace(tail, place).unwrap_or_else(|| self.mark(tail, mark)),
            };
        }
        self.push_text(rest, place.part(rest.len(), 0));
    }

    /// At `[`: it stands alone until it is closed.
    fn bracket<'a>(&mut self, tail: &'a str, bracket: Span) -> &'a str {
        self.open.push(self.out.len());
        self.out.push(Inline::text("[", bracket));
        &tail[1..]
    }

    /// A bracket or brace that is nothing but text.
    fn mark<'a>(&mut self, tail: &'a str, mark: Span) -> &'a str {
        self.push_text(&tail[..1], mark);
        &tail[1..]
    }

    /// At `]`: closes a bracketed span when attributes follow.
    fn close<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> Option<&'a str> {
        let open = self.open.pop()?;
        let (attributes, rest) = leading_attributes(&tail[1..])?;
        let span = self.out[open].span.to(place.part(tail.len() - rest.len(), rest.len()));
        let content: Vec<Inline> = self.out.drain(open..).skip(1).collect();
        self.push_marked(content, attributes, span);
        Some(rest)
    }

    /// At `{`: a use of a value, or attributes of the inline before it.
    fn brace<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> Option<&'a str> {
        let (attributes, rest) = leading_attributes(tail)?;
        let span = place.part(tail.len() - rest.len(), rest.len());
        if let Some(name) = attributes.value {
            let value = NamedValue { name, defines: false, content: Vec::new() };
            self.out.push(Inline::new(InlineKind::Value(value), span));
            return Some(rest);
        }
        let marked = self.out.pop_if(|last| !is_text(last))?;
        let span = marked.span.to(span);
        self.push_marked(vec![marked], attributes, span);
        Some(rest)
    }

    fn push_marked(&mut self, content: Vec<Inline>, mut attributes: Attributes, span: Span) {
        let kind = match attributes.value.take() {
            Some(name) => InlineKind::Value(NamedValue { name, defines: true, content }),
            None => InlineKind::Span(content, attributes),
        };
        self.out.push(Inline::new(kind, span));
    }

    /// Text joins the text before it, but for a bracket that is open.
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

/// Attributes at the very front of `text` and what follows them.
fn leading_attributes(text: &str) -> Option<(Attributes, &str)> {
    let inside = text.strip_prefix('{')?;
    let end = inside.bytes().take(LONGEST).position(|byte| byte == b'}')?;
    Some((read_attributes(&inside[..end])?, &inside[end + 1..]))
}
