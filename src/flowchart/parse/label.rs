//! Labels: where they end, and what they say. A label in double quotes ends at the next double
//! quote. Any other ends at the closer that fits its brackets, and only if no other closer could be
//! meant.

use std::ops::Range;

use super::super::{Fix, Remark, Shape, codes};
use super::MAX_LABEL;
use super::close::{self, Close, closes};
use super::decode::{self, Decoded, entity_length};
use super::reader::{Read, Reader, error};
use super::shape::Bracket;

/// What Mermaid refuses in a label between brackets or bars unless it stands in double quotes.
pub(super) const IN_BRACKETS: &[char] = &['[', ']', '(', ')', '{', '}', '|', '"', ';'];
/// The same for labels that begin like another shape, such as `[/cost/ or more]`.
const LIKE_A_SHAPE: &[char] = &['[', ']', '(', ')', '{', '}', '|', '"', ';', '/', '\\'];
/// What it refuses in a label within a line.
pub(super) const IN_LINE: &[char] = &['"', ';'];

const QUOTE_IT: &str =
    "put the whole label into double quotes, with `#quot;` for double quotes inside it";
/// An unquoted label is searched for its end in so many bytes, so that long lines take linear time.
const WINDOW: usize = MAX_LABEL * 4 + 16;

/// Reads a label in one of `brackets`; nothing if there is none at the cursor. `what` is for
/// messages.
pub(super) fn bracketed(
    reader: &mut Reader,
    what: &str,
    brackets: &'static [Bracket],
) -> Read<Option<(String, Shape)>> {
    let start = reader.at;
    let fitting: Vec<&'static Bracket> =
        brackets.iter().filter(|bracket| reader.rest().starts_with(bracket.open)).collect();
    if fitting.is_empty() {
        return Ok(None);
    }
    for bracket in &fitting {
        if let Some((inner, end, shape)) = quoted_between(reader.text, start, bracket) {
            reader.at = end;
            let decoded = decode::quoted(&reader.text[inner.clone()]);
            return Ok(Some((finish(reader, inner, decoded)?, shape)));
        }
    }
    let (bracket, close) = unquoted(reader, what, &fitting)?;
    let body = start + bracket.open.len()..close.at;
    foreign_shape(reader, bracket, &body)?;
    let behind = close.at + close.closer.len();
    let end = reader.line_end().min(start + WINDOW).max(behind);
    let text = reader.text.as_bytes();
    if close::goes_on(&text[body.clone()], &text[behind..end]) {
        return Err(two_ends(close.at..behind, what));
    }
    let special = if bracket.open == fitting[0].open { IN_BRACKETS } else { LIKE_A_SHAPE };
    let label = settle(reader, body, what, special)?;
    reader.at = behind;
    Ok(Some((label, close.shape)))
}

/// A string in double quotes with its closing bracket: its inner bytes, the byte behind the
/// bracket, the shape.
fn quoted_between(
    text: &str,
    start: usize,
    bracket: &Bracket,
) -> Option<(Range<usize>, usize, Shape)> {
    let inner = quoted(text, start + bracket.open.len())?;
    let behind = &text[inner.end + 1..];
    let tail = behind.trim_ascii_start();
    let (closer, shape) = bracket.close.iter().find(|(closer, _)| tail.starts_with(closer))?;
    Some((inner.clone(), inner.end + 1 + behind.len() - tail.len() + closer.len(), *shape))
}

/// The bytes between double quotes behind blanks.
pub(super) fn quoted(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let body = rest.trim_ascii_start().strip_prefix('"')?;
    let start = text.len() - body.len();
    Some(start..start + body.find('"')?)
}

/// The first of the brackets that closes on this line, and where. Fails when another one closes as
/// well.
fn unquoted(
    reader: &mut Reader,
    what: &str,
    fitting: &[&'static Bracket],
) -> Read<(&'static Bracket, Close)> {
    let start = reader.at;
    let line_end = reader.line_end();
    let open = start..start + fitting.last().map_or(1, |bracket| bracket.open.len());
    let mut found = closes(reader.text.as_bytes(), start, line_end.min(start + WINDOW), fitting);
    match found.len() {
        0 if start + WINDOW < line_end => Err(too_long(open, what)),
        2.. => Err(two_ends(found[0].1.at..found[0].1.at + found[0].1.closer.len(), what)),
        _ => found.pop().ok_or_else(|| unclosed(reader, open, what)),
    }
}

/// Mermaid's ellipse and its boxes with settings.
fn foreign_shape(reader: &Reader, bracket: &Bracket, body: &Range<usize>) -> Read<()> {
    let raw = reader.text[body.clone()].trim();
    let ellipse =
        bracket.open == "(" && raw.len() > 1 && raw.starts_with('-') && raw.ends_with('-');
    let settings = bracket.open == "[" && raw.starts_with('|');
    match ellipse || settings {
        true => Err(error(
            codes::SYNTAX,
            reader.at..body.start + 1,
            "this shape is not drawn",
            "write `([...])` or `[...]`",
        )),
        false => Ok(()),
    }
}

/// What the label in `body` says; a remark if it needs double quotes.
pub(super) fn settle(
    reader: &mut Reader,
    body: Range<usize>,
    what: &str,
    special: &[char],
) -> Read<String> {
    let place = trim(reader.text, body);
    let raw = &reader.text[place.clone()];
    if raw.is_empty() {
        let place = place.start..place.end.max(place.start);
        return Err(error(
            codes::SYNTAX,
            place,
            format!("{what} is empty"),
            "write what it says, or `\" \"`",
        ));
    }
    if let Some(inner) = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
        && !inner.contains('"')
    {
        return finish(reader, place.start + 1..place.end - 1, decode::quoted(inner));
    }
    outer_quotes(raw, &place, what)?;
    arrow_inside(raw, &place, what)?;
    if needs_quotes(raw, special) {
        let fix = Fix { place: place.clone(), text: in_quotes(raw) };
        let message = format!("{what} has characters that Mermaid takes only in double quotes");
        reader.tolerate(codes::QUOTES, place.clone(), &message, QUOTE_IT, fix);
    }
    finish(reader, place, decode::plain(raw))
}

/// Fails for double quotes at the edges that may or may not belong to the label.
fn outer_quotes(raw: &str, place: &Range<usize>, what: &str) -> Read<()> {
    let count = raw.matches('"').count();
    if raw.starts_with('"') && count % 2 == 1 {
        let place = place.start..place.start + 1;
        return Err(error(
            codes::SYNTAX,
            place,
            format!("the double quote of {what} is not closed"),
            QUOTE_IT,
        ));
    }
    if raw.starts_with('"') && raw.ends_with('"') {
        let message = format!("the outer double quotes of {what} may or may not belong to it");
        let hint = "write `#quot;` for double quotes inside the label";
        return Err(error(codes::AMBIGUOUS, place.clone(), message, hint));
    }
    Ok(())
}

/// Fails for an arrow inside: more likely a closing bracket is missing.
fn arrow_inside(raw: &str, place: &Range<usize>, what: &str) -> Read<()> {
    let Some(at) = ["-->", "==>", ".->"].iter().filter_map(|arrow| raw.find(arrow)).min() else {
        return Ok(());
    };
    let place = place.start + at..place.start + at + 3;
    Err(error(
        codes::AMBIGUOUS,
        place,
        format!("{what} has an arrow in it, or is not closed before it"),
        QUOTE_IT,
    ))
}

pub(super) fn needs_quotes(raw: &str, special: &[char]) -> bool {
    raw.char_indices()
        .any(|(at, letter)| special.contains(&letter) && (letter != ';' || !ends_entity(raw, at)))
}

/// Whether the semicolon at `at` closes an entity code.
pub(super) fn ends_entity(text: &str, at: usize) -> bool {
    let name = text.as_bytes()[..at]
        .iter()
        .rev()
        .take(12)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let mark = text.as_bytes()[..at - name]
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'#' | b'&'))
        .count();
    (1..=mark.min(2)).any(|mark| entity_length(&text[at - name - mark..]) == mark + name + 1)
}

/// The label as Mermaid takes it. Backticks round the whole would make it a Markdown string.
pub(super) fn in_quotes(raw: &str) -> String {
    let text = raw.replace('"', "#quot;");
    match text.starts_with('`') && text.ends_with('`') {
        true => format!("\"{}\"", text.replace('`', "#96;")),
        false => format!("\"{text}\""),
    }
}

/// Reports what was not decoded, and measures the label.
fn finish(reader: &mut Reader, place: Range<usize>, decoded: Decoded) -> Read<String> {
    if decoded.text.chars().count() > MAX_LABEL {
        return Err(too_long(place.start..place.start + 1, "this label"));
    }
    if let Some(code) = decoded.unknown {
        let message = format!("the entity code `{code}` is not known and is printed as it stands");
        reader.note(
            codes::ENTITY,
            place.clone(),
            message,
            "write the character itself, or its number such as `#35;`",
        );
    }
    if decoded.emphasis {
        reader.ignore("emphasis in Markdown strings", place);
    }
    Ok(decoded.text)
}

/// Decodes a value that stands between quotes of any kind.
pub(super) fn value(reader: &mut Reader, place: Range<usize>) -> Read<String> {
    let decoded = decode::quoted(&reader.text[place.clone()]);
    finish(reader, place, decoded)
}

/// The range without blanks at its ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let body = &text[range.clone()];
    let start = range.end - body.trim_ascii_start().len();
    start..start + body.trim_ascii().len()
}

fn too_long(place: Range<usize>, what: &str) -> Box<Remark> {
    let message = format!("{what} is longer than {MAX_LABEL} characters, or not closed");
    error(codes::TOO_LARGE, place, message, "move the text out of the chart")
}

fn two_ends(place: Range<usize>, what: &str) -> Box<Remark> {
    error(codes::AMBIGUOUS, place, format!("{what} could end here or further on"), QUOTE_IT)
}

/// The error that no closer fits: with several candidates it is not clear which is meant.
fn unclosed(reader: &mut Reader, open: Range<usize>, what: &str) -> Box<Remark> {
    let end = reader.line_end();
    let closer = match &reader.text[open.clone()] {
        "(" => ')',
        "{" => '}',
        _ => ']',
    };
    match reader.text[open.end..end].matches(closer).count() {
        0 | 1 => error(
            codes::SYNTAX,
            open,
            format!("{what} is not closed on this line"),
            &format!("add `{closer}`"),
        ),
        _ => error(codes::AMBIGUOUS, open, format!("it is not clear where {what} ends"), QUOTE_IT),
    }
}
