//! Lines that begin with `%%`: settings, comments, and our own `%% wait: A B` and `%% link: A ->
//! #anchor`.

use std::ops::Range;

use super::super::codes;
use super::reader::{ChartReader, ParseResult, parse_error};

/// Reads the directive or comment at the cursor.
pub(super) fn read_directive(reader: &mut ChartReader) -> ParseResult<()> {
    if reader.rest().starts_with("%%{") {
        return skip_settings(reader);
    }
    let start = reader.at;
    let end = reader.line_end();
    reader.at = end;
    let body = &reader.text[start + 2..end];
    let inner = body.trim_start();
    let place = end - inner.len()..end;
    match inner.split_once(':') {
        Some(("wait", _)) => read_waits(reader, place.start + 5..end),
        Some(("link", _)) => read_lead(reader, place.start + 5..end),
        _ => Ok(()),
    }
}

/// `%%{init: ...}%%`, also over several lines.
fn skip_settings(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    match reader.rest().find("}%%") {
        Some(length) => {
            reader.at += length + 3;
            reader.ignore("`%%{...}%%`", start..start + 3);
            Ok(())
        }
        None => {
            reader.at = reader.text.len();
            Err(parse_error(
                codes::SYNTAX,
                start..start + 3,
                "`%%{` is not closed",
                "end it with `}%%`",
            ))
        }
    }
}

fn read_waits(reader: &mut ChartReader, place: Range<usize>) -> ParseResult<()> {
    let before = reader.draft.waits.len();
    let mut at = place.start;
    for word in reader.text[place.clone()].split([' ', '\t', '\r', ',']) {
        if !word.is_empty() {
            reader.draft.waits.push((word.to_owned(), at..at + word.len()));
        }
        at += word.len() + 1;
    }
    match reader.draft.waits.len() > before {
        true => Ok(()),
        false => {
            Err(parse_error(codes::SYNTAX, place, "`wait` names no box", "write `%% wait: A B`"))
        }
    }
}

fn read_lead(reader: &mut ChartReader, place: Range<usize>) -> ParseResult<()> {
    let body = &reader.text[place.clone()];
    let parts = body.split_once("->").map(|(id, anchor)| (id.trim(), anchor.trim()));
    match parts {
        Some((id, anchor)) if is_anchor(anchor) && !id.is_empty() => {
            let from = place.start + body.len() - body.trim_start().len();
            let found = (id.to_owned(), from..from + id.len(), anchor[1..].to_owned());
            reader.draft.leads.push(found);
            Ok(())
        }
        _ => Err(parse_error(
            codes::SYNTAX,
            place,
            "`link` cannot be read",
            "write `%% link: A -> #anchor`",
        )),
    }
}

fn is_anchor(word: &str) -> bool {
    word.len() > 1 && word.starts_with('#') && !word.contains(char::is_whitespace)
}
