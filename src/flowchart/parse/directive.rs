//! Lines that begin with `%%`: settings, comments, and our own `%% wait: A B` and `%% link: A ->
//! #anchor`.

use std::ops::Range;

use super::draft::WrittenName;
use super::reader::{ChartReader, ParseResult, syntax_error};

/// Reads the directive or comment at the cursor.
pub(super) fn read_directive(reader: &mut ChartReader) -> ParseResult<()> {
    if reader.sees("%%{") {
        return skip_settings(reader);
    }
    let (start, end) = (reader.at, reader.line_end());
    reader.at = end;
    let inner = reader.text[start + 2..end].trim_start();
    let body = end - inner.len() + "wait:".len()..end;
    match inner.split_once(':') {
        Some(("wait", _)) => read_waits(reader, body),
        Some(("link", _)) => read_lead(reader, body),
        _ => Ok(()),
    }
}

/// `%%{init: ...}%%`, also over several lines.
fn skip_settings(reader: &mut ChartReader) -> ParseResult<()> {
    let open = reader.at..reader.at + 3;
    let Some(length) = reader.rest().find("}%%") else {
        reader.at = reader.text.len();
        return Err(syntax_error(open, "`%%{` is not closed", "end it with `}%%`"));
    };
    reader.at += length + 3;
    reader.ignore("`%%{...}%%`", open);
    Ok(())
}

fn read_waits(reader: &mut ChartReader, place: Range<usize>) -> ParseResult<()> {
    let before = reader.draft.waits.len();
    let mut at = place.start;
    for word in reader.text[place.clone()].split([' ', '\t', '\r', ',']) {
        if !word.is_empty() {
            reader.draft.waits.push(WrittenName::new(word, at));
        }
        at += word.len() + 1;
    }
    if reader.draft.waits.len() == before {
        return Err(syntax_error(place, "`wait` names no box", "write `%% wait: A B`"));
    }
    Ok(())
}

fn read_lead(reader: &mut ChartReader, place: Range<usize>) -> ParseResult<()> {
    let body = &reader.text[place.clone()];
    let start = place.end - body.trim_start().len();
    let parts = body.split_once("->").map(|(name, anchor)| (name.trim(), anchor.trim()));
    let Some((name, anchor)) = parts.filter(|(name, to)| !name.is_empty() && is_anchor(to)) else {
        return Err(syntax_error(place, "`link` cannot be read", "write `%% link: A -> #anchor`"));
    };
    reader.draft.leads.push((WrittenName::new(name, start), anchor[1..].to_owned()));
    Ok(())
}

fn is_anchor(word: &str) -> bool {
    word.len() > 1 && word.starts_with('#') && !word.contains(char::is_whitespace)
}
