//! `click A "address"` in all its forms: addresses are kept, scripts and tooltips are read over.

use super::super::codes;
use super::reader::{ChartReader, ParseResult, parse_error};

/// Reads a `click` statement.
pub(super) fn read_click(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "click".len();
    reader.blanks();
    let from = reader.at;
    let id = reader.take_name();
    if id.is_empty() {
        return Err(reader.unexpected("the name of a box"));
    }
    let place = from..reader.at;
    reader.blanks();
    let href = eat_word(reader, "href");
    if reader.peek() == b'"' {
        let address = read_quoted_address(reader)?;
        reader.draft.clicks.push((id.to_owned(), place, address.to_owned()));
        return skip_click_tail(reader);
    }
    if href {
        return Err(reader.unexpected("an address in double quotes"));
    }
    skip_script(reader)?;
    reader.ignore("a script behind `click`", start..reader.at);
    skip_click_tail(reader)
}

fn eat_word(reader: &mut ChartReader, word: &str) -> bool {
    let found = reader.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']));
    if found {
        reader.at += word.len();
        reader.blanks();
    }
    found
}

fn read_quoted_address<'a>(reader: &mut ChartReader<'a>) -> ParseResult<&'a str> {
    let start = reader.at;
    let end = reader.line_end();
    let inner = &reader.text[start + 1..end];
    match inner.find('"') {
        Some(length) => {
            reader.at += length + 2;
            Ok(&inner[..length])
        }
        None => Err(parse_error(
            codes::SYNTAX,
            start..start + 1,
            "the double quote is not closed",
            "add `\"`",
        )),
    }
}

/// `callback` or `call callback(...)`.
fn skip_script(reader: &mut ChartReader) -> ParseResult<()> {
    eat_word(reader, "call");
    if reader.take(|c| c.is_alphanumeric() || c == '_').is_empty() {
        return Err(reader.unexpected("an address in double quotes"));
    }
    if reader.peek() == b'(' {
        let end = reader.line_end();
        match reader.text[reader.at..end].find(')') {
            Some(length) => reader.at += length + 1,
            None => return Err(reader.unexpected("`(...)`")),
        }
    }
    Ok(())
}

/// A tooltip and a target window.
fn skip_click_tail(reader: &mut ChartReader) -> ParseResult<()> {
    reader.blanks();
    if reader.peek() == b'"' {
        let start = reader.at;
        read_quoted_address(reader)?;
        reader.ignore("a tooltip", start..reader.at);
        reader.blanks();
    }
    if reader.peek() == b'_' {
        let start = reader.at;
        let target = reader.take(|c| c.is_ascii_alphabetic() || c == '_');
        if !matches!(target, "_self" | "_blank" | "_parent" | "_top") {
            reader.at = start;
        }
    }
    reader.end_of_statement("the end of the line")
}
