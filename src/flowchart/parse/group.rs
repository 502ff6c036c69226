//! `subgraph`, `direction`, `end`.

use std::ops::Range;

use super::super::codes;
use super::decode;
use super::header;
use super::label::{self, ends_entity, trim};
use super::reader::{Read, Reader, error};
use super::shape::RECTANGLE;

const WHAT: &str = "the title of this subgraph";

/// Reads `subgraph` with its name and title, in all their forms.
pub(super) fn open(reader: &mut Reader) -> Read<()> {
    let start = reader.at;
    reader.at += "subgraph".len();
    let end = head_end(reader);
    let place = trim(reader.text, start..end);
    let group = reader.draft.open(place)?;
    reader.blanks();
    let (id, title) = if reader.peek() == b'"' { quoted(reader)? } else { plain(reader, end)? };
    reader.draft.name(group, &id.0, id.1)?;
    reader.draft.groups[group].title = title;
    reader.draft.groups[group].place.end = reader.at;
    reader.end_of_statement("the end of the line")
}

/// A name and where it stands.
type Name = (String, Range<usize>);

/// Where the statement ends: at a semicolon or a comment, unless brackets or quotes show that they
/// are part of a label.
fn head_end(reader: &mut Reader) -> usize {
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
fn quoted(reader: &mut Reader) -> Read<(Name, String)> {
    let Some(inner) = label::quoted(reader.text, reader.at) else {
        let place = reader.at..reader.at + 1;
        return Err(error(
            codes::SYNTAX,
            place,
            format!("the double quote of {WHAT} is not closed"),
            "add `\"`",
        ));
    };
    let title = label::value(reader, inner.clone())?;
    reader.at = inner.end + 1;
    Ok(((title.clone(), inner), title))
}

/// `subgraph Name [Title]`, `subgraph Title`, `subgraph`
fn plain(reader: &mut Reader, end: usize) -> Read<(Name, String)> {
    let head = trim(reader.text, reader.at..end.max(reader.at));
    let body = &reader.text[head.clone()];
    if body.is_empty() {
        return Ok(((String::new(), head), String::new()));
    }
    if let Some(bracket) = body.find('[') {
        return named(reader, head.start, head.start + bracket);
    }
    called(body, &head)?;
    let title = label::settle(reader, head.clone(), WHAT, label::IN_BRACKETS)?;
    reader.at = head.end;
    Ok(((title.clone(), head), title))
}

/// Fails for `subgraph Name(Title)`: it may be a name with a title, or a title.
fn called(body: &str, head: &Range<usize>) -> Read<()> {
    let Some(bracket) =
        body.find(['(', '{']).filter(|at| *at > 0 && !body[..*at].ends_with([' ', '\t']))
    else {
        return Ok(());
    };
    let place = head.start + bracket..head.start + bracket + 1;
    let hint = "write `subgraph Name [Title]`, or put the title into double quotes";
    Err(error(
        codes::AMBIGUOUS,
        place,
        "it is not clear whether a name stands before this bracket",
        hint,
    ))
}

fn named(reader: &mut Reader, start: usize, bracket: usize) -> Read<(Name, String)> {
    let place = trim(reader.text, start..bracket);
    let id = &reader.text[place.clone()];
    if id.is_empty() || id.contains(['(', ')', '{', '}', ']', '"', '|', '@']) || id.contains("--") {
        reader.at = start;
        return Err(reader.unexpected("the name of a subgraph"));
    }
    reader.at = bracket;
    let title = label::bracketed(reader, WHAT, TITLE)?.map(|(title, _)| title).unwrap_or_default();
    Ok(((decode::plain(id).text, place), title))
}

const TITLE: &[super::shape::Bracket] = &[RECTANGLE];

/// Reads `end`.
pub(super) fn close(reader: &mut Reader) -> Read<()> {
    let place = reader.at..reader.at + 3;
    reader.at = place.end;
    let before = reader.remarks.len();
    if reader.end_of_statement("the end of the line").is_err() {
        reader.remarks.truncate(before);
        let hint = "write it on a line of its own; boxes need another name, such as `End`";
        return Err(error(codes::SYNTAX, place, "`end` closes a subgraph and stands alone", hint));
    }
    match reader.draft.open.pop() {
        Some(_) => Ok(()),
        None => Err(error(
            codes::SYNTAX,
            place,
            "`end` closes no subgraph",
            "remove it, or add `subgraph`",
        )),
    }
}

/// Reads `direction LR`.
pub(super) fn direction(reader: &mut Reader) -> Read<()> {
    let start = reader.at;
    reader.at += "direction".len();
    reader.blanks();
    let from = reader.at;
    let word = reader.take(|c| c.is_alphanumeric());
    let Some(direction) = header::direction(word) else {
        reader.at = from;
        return Err(reader.unexpected("`TB`, `BT`, `LR` or `RL`"));
    };
    let place = start..reader.at;
    let Some(&group) = reader.draft.open.last() else {
        let hint = "write it into the first line, such as `flowchart LR`";
        return Err(error(codes::SYNTAX, place, "`direction` stands outside of a subgraph", hint));
    };
    let runs = &mut reader.draft.groups[group].direction;
    if runs.is_some_and(|runs| runs != direction) {
        return Err(error(
            codes::AMBIGUOUS,
            place,
            "the subgraph has two directions",
            "keep one of them",
        ));
    }
    *runs = Some(direction);
    reader.end_of_statement("the end of the line")
}
