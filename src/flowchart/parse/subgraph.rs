//! `subgraph`, `direction`, `end`.

use std::ops::Range;

use super::super::codes;
use super::decode;
use super::header;
use super::label::{self, ends_entity, trim_range};
use super::reader::{ChartReader, ParseResult, parse_error};
use super::shape::RECTANGLE;

const WHAT: &str = "the title of this subgraph";

/// Reads `subgraph` with its name and title, in all their forms.
pub(super) fn read_subgraph(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "subgraph".len();
    let end = title_end(reader);
    let place = trim_range(reader.text, start..end);
    let group = reader.draft.open_subgraph(place)?;
    reader.blanks();
    let (id, title) = if reader.peek() == b'"' {
        read_quoted_title(reader)?
    } else {
        read_plain_title(reader, end)?
    };
    reader.draft.name_subgraph(group, &id.0, id.1)?;
    reader.draft.subgraphs[group].title = title;
    reader.draft.subgraphs[group].place.end = reader.at;
    reader.end_of_statement("the end of the line")
}

/// A name and where it stands.
type PlacedName = (String, Range<usize>);

/// Where the statement ends: at a semicolon or a comment, unless brackets or quotes show that they
/// are part of a label.
fn title_end(reader: &mut ChartReader) -> usize {
    let start = reader.at;
    let end = reader.line_end();
    let body = &reader.text[start..end];
    let found = body.char_indices().find(|&(at, letter)| match letter {
        ';' => !ends_entity(body, at),
        '%' => body[at..].starts_with("%%") && body[..at].ends_with([' ', '\t']),
        _ => false,
    });
    found.map_or(end, |(at, _)| start + at)
}

/// `subgraph "Title"`
fn read_quoted_title(reader: &mut ChartReader) -> ParseResult<(PlacedName, String)> {
    let Some(inner) = label::quoted_range(reader.text, reader.at) else {
        let place = reader.at..reader.at + 1;
        return Err(parse_error(
            codes::SYNTAX,
            place,
            format!("the double quote of {WHAT} is not closed"),
            "add `\"`",
        ));
    };
    let title = label::decode_value(reader, inner.clone())?;
    reader.at = inner.end + 1;
    Ok(((title.clone(), inner), title))
}

/// `subgraph Name [Title]`, `subgraph Title`, `subgraph`
fn read_plain_title(reader: &mut ChartReader, end: usize) -> ParseResult<(PlacedName, String)> {
    let head = trim_range(reader.text, reader.at..end.max(reader.at));
    let body = &reader.text[head.clone()];
    if body.is_empty() {
        return Ok(((String::new(), head), String::new()));
    }
    if let Some(bracket) = body.find('[') {
        return read_bracketed_title(reader, head.start, head.start + bracket);
    }
    reject_called_title(body, &head)?;
    let title = label::settle_label(reader, head.clone(), WHAT, label::IN_BRACKETS)?;
    reader.at = head.end;
    Ok(((title.clone(), head), title))
}

/// Fails for `subgraph Name(Title)`: it may be a name with a title, or a title.
fn reject_called_title(body: &str, head: &Range<usize>) -> ParseResult<()> {
    let Some(bracket) =
        body.find(['(', '{']).filter(|at| *at > 0 && !body[..*at].ends_with([' ', '\t']))
    else {
        return Ok(());
    };
    let place = head.start + bracket..head.start + bracket + 1;
    let hint = "write `subgraph Name [Title]`, or put the title into double quotes";
    Err(parse_error(
        codes::AMBIGUOUS,
        place,
        "it is not clear whether a name stands before this bracket",
        hint,
    ))
}

fn read_bracketed_title(
    reader: &mut ChartReader,
    start: usize,
    bracket: usize,
) -> ParseResult<(PlacedName, String)> {
    let place = trim_range(reader.text, start..bracket);
    let id = &reader.text[place.clone()];
    if id.is_empty() || id.contains(['(', ')', '{', '}', ']', '"', '|', '@']) || id.contains("--") {
        reader.at = start;
        return Err(reader.unexpected("the name of a subgraph"));
    }
    reader.at = bracket;
    let title = label::read_bracketed_label(reader, WHAT, TITLE)?
        .map(|(title, _)| title)
        .unwrap_or_default();
    Ok(((decode::decode_plain(id).text, place), title))
}

const TITLE: &[super::shape::LabelBracket] = &[RECTANGLE];

/// Reads `end`.
pub(super) fn close_subgraph(reader: &mut ChartReader) -> ParseResult<()> {
    let place = reader.at..reader.at + 3;
    reader.at = place.end;
    let before = reader.findings.len();
    if reader.end_of_statement("the end of the line").is_err() {
        reader.findings.truncate(before);
        let hint = "write it on a line of its own; boxes need another name, such as `End`";
        return Err(parse_error(
            codes::SYNTAX,
            place,
            "`end` closes a subgraph and stands alone",
            hint,
        ));
    }
    match reader.draft.open.pop() {
        Some(_) => Ok(()),
        None => Err(parse_error(
            codes::SYNTAX,
            place,
            "`end` closes no subgraph",
            "remove it, or add `subgraph`",
        )),
    }
}

/// Reads `direction LR`.
pub(super) fn read_subgraph_direction(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "direction".len();
    reader.blanks();
    let from = reader.at;
    let word = reader.take(|c| c.is_alphanumeric());
    let Some(direction) = header::direction_named(word) else {
        reader.at = from;
        return Err(reader.unexpected("`TB`, `BT`, `LR` or `RL`"));
    };
    let place = start..reader.at;
    let Some(&group) = reader.draft.open.last() else {
        let hint = "write it into the first line, such as `flowchart LR`";
        return Err(parse_error(
            codes::SYNTAX,
            place,
            "`direction` stands outside of a subgraph",
            hint,
        ));
    };
    let runs = &mut reader.draft.subgraphs[group].direction;
    if runs.is_some_and(|runs| runs != direction) {
        return Err(parse_error(
            codes::AMBIGUOUS,
            place,
            "the subgraph has two directions",
            "keep one of them",
        ));
    }
    *runs = Some(direction);
    reader.end_of_statement("the end of the line")
}
