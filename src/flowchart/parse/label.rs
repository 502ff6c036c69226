//! Labels: where they end, and what they say. A label in double quotes ends at the next double
//! quote. Any other ends at the closer that fits its brackets, and only if no other closer could be
//! meant.

use std::ops::Range;

use super::super::{ChartFinding, NodeShape, TextEdit, codes};
use super::MAX_LABEL;
use super::decode::{self, DecodedLabel, entity_length};
use super::label_end::{self, LabelEnd, find_label_ends};
use super::reader::{ChartReader, ParseResult, parse_error};
use super::shape::LabelBracket;

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
pub(super) fn read_bracketed_label(
    reader: &mut ChartReader,
    what: &str,
    brackets: &'static [LabelBracket],
) -> ParseResult<Option<(String, NodeShape)>> {
    let start = reader.at;
    let fitting: Vec<&'static LabelBracket> =
        brackets.iter().filter(|bracket| reader.rest().starts_with(bracket.open)).collect();
    if fitting.is_empty() {
        return Ok(None);
    }
    for bracket in &fitting {
        if let Some((inner, end, shape)) = quoted_between(reader.text, start, bracket) {
            reader.at = end;
            let decoded = decode::decode_quoted(&reader.text[inner.clone()]);
            return Ok(Some((finish_label(reader, inner, decoded)?, shape)));
        }
    }
    let (bracket, close) = find_unquoted_end(reader, what, &fitting)?;
    let body = start + bracket.open.len()..close.at;
    reject_foreign_shape(reader, bracket, &body)?;
    let behind = close.at + close.closer.len();
    let end = reader.line_end().min(start + WINDOW).max(behind);
    let text = reader.text.as_bytes();
    if label_end::label_goes_on(&text[body.clone()], &text[behind..end]) {
        return Err(two_ends_error(close.at..behind, what));
    }
    let special = if bracket.open == fitting[0].open { IN_BRACKETS } else { LIKE_A_SHAPE };
    let label = settle_label(reader, body, what, special)?;
    reader.at = behind;
    Ok(Some((label, close.shape)))
}

/// A string in double quotes with its closing bracket: its inner bytes, the byte behind the
/// bracket, the shape.
fn quoted_between(
    text: &str,
    start: usize,
    bracket: &LabelBracket,
) -> Option<(Range<usize>, usize, NodeShape)> {
    let inner = quoted_range(text, start + bracket.open.len())?;
    let behind = &text[inner.end + 1..];
    let tail = behind.trim_ascii_start();
    let (closer, shape) = bracket.close.iter().find(|(closer, _)| tail.starts_with(closer))?;
    Some((inner.clone(), inner.end + 1 + behind.len() - tail.len() + closer.len(), *shape))
}

/// The bytes between double quotes behind blanks.
pub(super) fn quoted_range(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let body = rest.trim_ascii_start().strip_prefix('"')?;
    let start = text.len() - body.len();
    Some(start..start + body.find('"')?)
}

/// The first of the brackets that closes on this line, and where. Fails when another one closes as
/// well.
fn find_unquoted_end(
    reader: &mut ChartReader,
    what: &str,
    fitting: &[&'static LabelBracket],
) -> ParseResult<(&'static LabelBracket, LabelEnd)> {
    let start = reader.at;
    let line_end = reader.line_end();
    let open = start..start + fitting.last().map_or(1, |bracket| bracket.open.len());
    let mut found =
        find_label_ends(reader.text.as_bytes(), start, line_end.min(start + WINDOW), fitting);
    match found.len() {
        0 if start + WINDOW < line_end => Err(too_long_error(open, what)),
        2.. => Err(two_ends_error(found[0].1.at..found[0].1.at + found[0].1.closer.len(), what)),
        _ => found.pop().ok_or_else(|| unclosed_error(reader, open, what)),
    }
}

/// Mermaid's ellipse and its boxes with settings.
fn reject_foreign_shape(
    reader: &ChartReader,
    bracket: &LabelBracket,
    body: &Range<usize>,
) -> ParseResult<()> {
    let raw = reader.text[body.clone()].trim();
    let ellipse =
        bracket.open == "(" && raw.len() > 1 && raw.starts_with('-') && raw.ends_with('-');
    let settings = bracket.open == "[" && raw.starts_with('|');
    match ellipse || settings {
        true => Err(parse_error(
            codes::SYNTAX,
            reader.at..body.start + 1,
            "this shape is not drawn",
            "write `([...])` or `[...]`",
        )),
        false => Ok(()),
    }
}

/// What the label in `body` says; a remark if it needs double quotes.
pub(super) fn settle_label(
    reader: &mut ChartReader,
    body: Range<usize>,
    what: &str,
    special: &[char],
) -> ParseResult<String> {
    let place = trim_range(reader.text, body);
    let raw = &reader.text[place.clone()];
    if raw.is_empty() {
        let place = place.start..place.end.max(place.start);
        return Err(parse_error(
            codes::SYNTAX,
            place,
            format!("{what} is empty"),
            "write what it says, or `\" \"`",
        ));
    }
    if let Some(inner) = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
        && !inner.contains('"')
    {
        return finish_label(reader, place.start + 1..place.end - 1, decode::decode_quoted(inner));
    }
    reject_outer_quotes(raw, &place, what)?;
    reject_arrow_inside(raw, &place, what)?;
    if needs_quotes(raw, special) {
        let fix = TextEdit { place: place.clone(), text: quote_label(raw) };
        let message = format!("{what} has characters that Mermaid takes only in double quotes");
        reader.tolerate(codes::QUOTES, place.clone(), &message, QUOTE_IT, fix);
    }
    finish_label(reader, place, decode::decode_plain(raw))
}

/// Fails for double quotes at the edges that may or may not belong to the label.
fn reject_outer_quotes(raw: &str, place: &Range<usize>, what: &str) -> ParseResult<()> {
    let count = raw.matches('"').count();
    if raw.starts_with('"') && count % 2 == 1 {
        let place = place.start..place.start + 1;
        return Err(parse_error(
            codes::SYNTAX,
            place,
            format!("the double quote of {what} is not closed"),
            QUOTE_IT,
        ));
    }
    if raw.starts_with('"') && raw.ends_with('"') {
        let message = format!("the outer double quotes of {what} may or may not belong to it");
        let hint = "write `#quot;` for double quotes inside the label";
        return Err(parse_error(codes::AMBIGUOUS, place.clone(), message, hint));
    }
    Ok(())
}

/// Fails for an arrow inside: more likely a closing bracket is missing.
fn reject_arrow_inside(raw: &str, place: &Range<usize>, what: &str) -> ParseResult<()> {
    let Some(at) = ["-->", "==>", ".->"].iter().filter_map(|arrow| raw.find(arrow)).min() else {
        return Ok(());
    };
    let place = place.start + at..place.start + at + 3;
    Err(parse_error(
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
pub(super) fn quote_label(raw: &str) -> String {
    let text = raw.replace('"', "#quot;");
    match text.starts_with('`') && text.ends_with('`') {
        true => format!("\"{}\"", text.replace('`', "#96;")),
        false => format!("\"{text}\""),
    }
}

/// Reports what was not decoded, and measures the label.
fn finish_label(
    reader: &mut ChartReader,
    place: Range<usize>,
    decoded: DecodedLabel,
) -> ParseResult<String> {
    if decoded.text.chars().count() > MAX_LABEL {
        return Err(too_long_error(place.start..place.start + 1, "this label"));
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
pub(super) fn decode_value(reader: &mut ChartReader, place: Range<usize>) -> ParseResult<String> {
    let decoded = decode::decode_quoted(&reader.text[place.clone()]);
    finish_label(reader, place, decoded)
}

/// The range without blanks at its ends.
pub(super) fn trim_range(text: &str, range: Range<usize>) -> Range<usize> {
    let body = &text[range.clone()];
    let start = range.end - body.trim_ascii_start().len();
    start..start + body.trim_ascii().len()
}

fn too_long_error(place: Range<usize>, what: &str) -> Box<ChartFinding> {
    let message = format!("{what} is longer than {MAX_LABEL} characters, or not closed");
    parse_error(codes::TOO_LARGE, place, message, "move the text out of the chart")
}

fn two_ends_error(place: Range<usize>, what: &str) -> Box<ChartFinding> {
    parse_error(codes::AMBIGUOUS, place, format!("{what} could end here or further on"), QUOTE_IT)
}

/// The error that no closer fits: with several candidates it is not clear which is meant.
fn unclosed_error(reader: &mut ChartReader, open: Range<usize>, what: &str) -> Box<ChartFinding> {
    let end = reader.line_end();
    let closer = match &reader.text[open.clone()] {
        "(" => ')',
        "{" => '}',
        _ => ']',
    };
    match reader.text[open.end..end].matches(closer).count() {
        0 | 1 => parse_error(
            codes::SYNTAX,
            open,
            format!("{what} is not closed on this line"),
            &format!("add `{closer}`"),
        ),
        _ => parse_error(
            codes::AMBIGUOUS,
            open,
            format!("it is not clear where {what} ends"),
            QUOTE_IT,
        ),
    }
}
