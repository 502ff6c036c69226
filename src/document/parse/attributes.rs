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
    let word_end = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
    let mut chars = text.chars();
    match chars.next()? {
        '#' => {
            let end = word_end(text);
            into.id = Some(attribute_name(&text[1..end])?);
            Some(&text[end..])
        }
        '.' => {
            let end = word_end(text);
            into.classes.push(attribute_name(&text[1..end])?);
            Some(&text[end..])
        }
        '=' => {
            let end = word_end(text);
            into.value = Some(attribute_name(&text[1..end])?);
            Some(&text[end..])
        }
        _ => {
            let (key, rest) = text.split_once('=')?;
            let key = attribute_name(key)?;
            let (value, rest) = read_attribute_value(rest)?;
            into.pairs.push((key, value));
            Some(rest)
        }
    }
}

/// A quoted value, straight or typographic, or one word.
fn read_attribute_value(text: &str) -> Option<(String, &str)> {
    let opening = text.chars().next()?;
    if !"\"'“”‘’".contains(opening) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    }
    let inside = &text[opening.len_utf8()..];
    let (end, closing) = inside
        .char_indices()
        .find(|(_, c)| "\"“”".contains(*c) || (opening == '\'' && *c == '\''))?;
    Some((inside[..end].to_owned(), &inside[end + closing.len_utf8()..]))
}

fn attribute_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    (!text.is_empty() && text.chars().all(fits)).then(|| text.to_owned())
}

/// Takes `{...}` at the end of a line of text out of `inlines`: the attributes of the block they
/// belong to.
pub(super) fn take_block_attributes(inlines: &mut Vec<Inline>) -> Option<Attributes> {
    for at in 0..inlines.len() {
        let ends_line = inlines
            .get(at + 1)
            .is_none_or(|n| matches!(n.kind, InlineKind::Space | InlineKind::Break));
        let Inline { kind: InlineKind::Text(text), span } = &mut inlines[at] else { continue };
        let Some(open) = text.rfind('{').filter(|_| ends_line && text.trim_end().ends_with('}'))
        else {
            continue;
        };
        let glued = open > 0 && text[..open].ends_with(']');
        let Some(found) = read_attributes(text.trim_end()[open + 1..].trim_end_matches('}')) else {
            continue;
        };
        if found.value.is_some() || glued {
            continue;
        }
        let exact = span.range().len() == text.len();
        text.truncate(text[..open].trim_end().len());
        if exact {
            *span = Span::new(span.source, span.start as usize..span.start as usize + text.len());
        }
        if text.is_empty() {
            inlines.remove(at);
            if inlines.last().is_some_and(|last| matches!(last.kind, InlineKind::Space)) {
                inlines.pop();
            }
        }
        return Some(found);
    }
    None
}

/// Turns `[text]{...}`, `{=name}` and `*text*{...}` among `inlines` into values and spans.
pub(super) fn resolve_spans(inlines: Vec<Inline>) -> Vec<Inline> {
    if !inlines.iter().any(|i| matches!(&i.kind, InlineKind::Text(text) if text.contains('{'))) {
        return inlines;
    }
    let mut walk = SpanReader { out: Vec::new(), open: Vec::new() };
    for inline in inlines {
        match inline.kind {
            InlineKind::Text(text) => walk.text(&text, WrittenPlace::of(&text, inline.span)),
            _ => walk.out.push(inline),
        }
    }
    walk.out
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

    /// The place of `part`, behind which `rest` bytes of the text follow.
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
            rest = match tail.as_bytes()[0] {
                b'[' => {
                    self.open.push(self.out.len());
                    self.out.push(Inline::new(
                        InlineKind::Text("[".into()),
                        place.part(1, tail.len() - 1),
                    ));
                    &tail[1..]
                }
                b']' => self.close(tail, place),
                _ => self.brace(tail, place),
            };
        }
        self.push_text(rest, place.part(rest.len(), 0));
    }

    /// At `]`: closes a bracketed span when attributes follow.
    fn close<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> &'a str {
        let bracket = place.part(1, tail.len() - 1);
        let Some(open) = self.open.pop() else {
            self.push_text("]", bracket);
            return &tail[1..];
        };
        let Some((attributes, rest)) = leading_attributes(&tail[1..]) else {
            self.push_text("]", bracket);
            return &tail[1..];
        };
        let span = self.out[open].span.to(place.part(tail.len() - rest.len(), rest.len()));
        let content: Vec<Inline> = self.out.drain(open..).skip(1).collect();
        self.push_marked(content, attributes, span);
        rest
    }

    /// At `{`: a use of a value, attributes of the inline before it, or plain text.
    fn brace<'a>(&mut self, tail: &'a str, place: WrittenPlace) -> &'a str {
        let brace = place.part(1, tail.len() - 1);
        let Some((attributes, rest)) = leading_attributes(tail) else {
            self.push_text("{", brace);
            return &tail[1..];
        };
        let span = place.part(tail.len() - rest.len(), rest.len());
        if let Some(name) = attributes.value {
            self.out.push(Inline::new(
                InlineKind::Value(NamedValue { name, defines: false, content: Vec::new() }),
                span,
            ));
            return rest;
        }
        match self.out.pop() {
            Some(last)
                if !matches!(
                    last.kind,
                    InlineKind::Text(_) | InlineKind::Space | InlineKind::Break
                ) =>
            {
                let span = last.span.to(span);
                self.push_marked(vec![last], attributes, span);
                rest
            }
            last => {
                self.out.extend(last);
                self.push_text("{", brace);
                &tail[1..]
            }
        }
    }

    fn push_marked(&mut self, content: Vec<Inline>, mut attributes: Attributes, span: Span) {
        let kind = match attributes.value.take() {
            Some(name) => InlineKind::Value(NamedValue { name, defines: true, content }),
            None => InlineKind::Span(content, attributes),
        };
        self.out.push(Inline::new(kind, span));
    }

    fn push_text(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        let behind_bracket = self.open.last().is_some_and(|open| *open + 1 == self.out.len());
        if !behind_bracket
            && let Some(Inline { kind: InlineKind::Text(last), span: before }) = self.out.last_mut()
        {
            last.push_str(text);
            *before = before.to(span);
            return;
        }
        self.out.push(Inline::new(InlineKind::Text(text.to_owned()), span));
    }
}

/// Attributes at the very front of `text` and what follows them.
fn leading_attributes(text: &str) -> Option<(Attributes, &str)> {
    let inside = text.strip_prefix('{')?;
    let end = inside.bytes().take(LONGEST).position(|byte| byte == b'}')?;
    Some((read_attributes(&inside[..end])?, &inside[end + 1..]))
}
