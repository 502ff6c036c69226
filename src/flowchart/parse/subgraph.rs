//! `subgraph`, `direction`, `end`.

use std::ops::Range;

use super::decode;
use super::draft::WrittenName;
use super::entity::ends_entity;
use super::header;
use super::label::{self, trim_range};
use super::label_text::{decode_value, settle_label};
use super::reader::{ChartReader, ParseResult, ambiguity_error, syntax_error};
use super::shape::{LabelBracket, RECTANGLE};

const WHAT: &str = "the title of this subgraph";

/// A name and a title.
type SubgraphHead = (WrittenName, String);

/// Reads `subgraph` with its name and title, in all their forms.
pub(super) fn read_subgraph(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "subgraph".len();
    let end = title_end(reader);
    let place = trim_range(reader.text, start..end);
    let subgraph = reader.draft.open_subgraph(place)?;
    reader.blanks();
    let quoted = reader.peek() == b'"';
    let (name, title) =
        if quoted { read_quoted_title(reader)? } else { read_plain_title(reader, end)? };
    reader.draft.name_subgraph(subgraph, name)?;
    reader.draft.subgraphs[subgraph].title = title;
    reader.draft.subgraphs[subgraph].place.end = reader.at;
    reader.end_of_line()
}

/// Where the statement ends: at a semicolon or a comment, unless brackets or quotes show that they
/// are part of a label.
fn title_end(reader: &mut ChartReader) -> usize {
    let (start, end) = (reader.at, reader.line_end());
    let body = &reader.text[start..end];
    let found = body.char_indices().find(|&(at, letter)| match letter {
        ';' => !ends_entity(body, at),
        '%' => body[at..].starts_with("%%") && body[..at].ends_with([' ', '\t']),
        _ => false,
    });
    found.map_or(end, |(at, _)| start + at)
}

/// `subgraph "Title"`
fn read_quoted_title(reader: &mut ChartReader) -> ParseResult<SubgraphHead> {
    let Some(inner) = label::quoted_range(reader.text, reader.at) else {
        let message = format!("the double quote of {WHAT} is not closed");
        return Err(syntax_error(reader.at..reader.at + 1, message, "add `\"`"));
    };
    reader.at = inner.end + 1;
    let name = decode_value(reader, inner.clone())?;
    let title = name.clone();
    Ok((WrittenName { name, place: inner }, title))
}

/// `subgraph Name [Title]`, `subgraph Title`, `subgraph`
fn read_plain_title(reader: &mut ChartReader, end: usize) -> ParseResult<SubgraphHead> {
    let place = trim_range(reader.text, reader.at..end.max(reader.at));
    let body = &reader.text[place.clone()];
    if let Some(bracket) = body.find('[') {
        return read_bracketed_title(reader, place.start, place.start + bracket);
    }
    reject_called_title(body, &place)?;
    reader.at = place.end;
    let title = match body {
        "" => String::new(),
        _ => settle_label(reader, place.clone(), WHAT, label::IN_BRACKETS)?,
    };
    let name = title.clone();
    Ok((WrittenName { name, place }, title))
}

/// Fails for `subgraph Name(Title)`: it may be a name with a title, or a title.
fn reject_called_title(body: &str, place: &Range<usize>) -> ParseResult<()> {
    let bracket = body.find(['(', '{']).filter(|at| *at > 0);
    let Some(at) = bracket.filter(|at| !body[..*at].ends_with([' ', '\t'])) else {
        return Ok(());
    };
    let bracket = place.start + at..place.start + at + 1;
    let message = "it is unclear whether a name stands before this bracket";
    let hint = "write `subgraph Name [Title]`, or put the title into double quotes";
    Err(ambiguity_error(bracket, message, hint))
}

fn read_bracketed_title(
    reader: &mut ChartReader,
    start: usize,
    bracket: usize,
) -> ParseResult<SubgraphHead> {
    let place = trim_range(reader.text, start..bracket);
    let name = &reader.text[place.clone()];
    if !is_subgraph_name(name) {
        reader.at = start;
        return Err(reader.unexpected("the name of a subgraph"));
    }
    reader.at = bracket;
    let title = label::read_bracketed_label(reader, WHAT, TITLE)?;
    let name = decode::decode_plain(name).text;
    Ok((WrittenName { name, place }, title.map(|(title, _)| title).unwrap_or_default()))
}

fn is_subgraph_name(name: &str) -> bool {
    let special = name.contains(['(', ')', '{', '}', ']', '"', '|', '@']);
    !name.is_empty() && !special && !name.contains("--")
}

const TITLE: &[LabelBracket] = &[RECTANGLE];

/// Reads `end`.
pub(super) fn close_subgraph(reader: &mut ChartReader) -> ParseResult<()> {
    let place = reader.at..reader.at + 3;
    reader.at = place.end;
    let before = reader.findings.len();
    if reader.end_of_line().is_err() {
        reader.findings.truncate(before);
        let hint = "write it on a line of its own; boxes need another name, such as `End`";
        return Err(syntax_error(place, "`end` does not stand alone", hint));
    }
    if reader.draft.open.pop().is_none() {
        let hint = "remove it, or add `subgraph`";
        return Err(syntax_error(place, "`end` closes no subgraph", hint));
    }
    Ok(())
}

/// Reads `direction LR`.
pub(super) fn read_subgraph_direction(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "direction".len();
    reader.blanks();
    let from = reader.at;
    let Some(direction) = header::direction_named(reader.take(|c| c.is_alphanumeric())) else {
        reader.at = from;
        return Err(reader.unexpected("`TB`, `BT`, `LR` or `RL`"));
    };
    let place = start..reader.at;
    let Some(&subgraph) = reader.draft.open.last() else {
        let hint = "write it on the first line, such as `flowchart LR`";
        return Err(syntax_error(place, "`direction` stands outside a subgraph", hint));
    };
    let own = &mut reader.draft.subgraphs[subgraph].direction;
    if *own.get_or_insert(direction) != direction {
        return Err(ambiguity_error(place, "the subgraph has two directions", "keep one of them"));
    }
    reader.end_of_line()
}
