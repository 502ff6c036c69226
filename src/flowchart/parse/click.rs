//! `click A "address"` in all its forms: addresses are kept, scripts and tooltips are read over.

use super::draft::WrittenName;
use super::reader::{ChartReader, ParseResult, syntax_error};

/// Reads a `click` statement.
pub(super) fn read_click(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    reader.at += "click".len();
    reader.blanks();
    let (name, place) = reader.name_of("a box")?;
    reader.blanks();
    let href = eat_word(reader, "href");
    if reader.peek() == b'"' {
        let address = read_quoted_address(reader)?.to_owned();
        reader.draft.clicks.push((WrittenName::new(name, place.start), address));
    } else if href {
        return Err(reader.unexpected("an address in double quotes"));
    } else {
        skip_script(reader)?;
        reader.ignore("a script behind `click`", start..reader.at);
    }
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
    let Some(length) = inner.find('"') else {
        return Err(syntax_error(start..start + 1, "the double quote is not closed", "add `\"`"));
    };
    reader.at += length + 2;
    Ok(&inner[..length])
}

/// `callback` or `call callback(...)`.
fn skip_script(reader: &mut ChartReader) -> ParseResult<()> {
    eat_word(reader, "call");
    if reader.take(|c| c.is_alphanumeric() || c == '_').is_empty() {
        return Err(reader.unexpected("an address in double quotes"));
    }
    if reader.peek() == b'(' {
        let end = reader.line_end();
        let length = reader.text[reader.at..end].find(')');
        reader.at += length.ok_or_else(|| reader.unexpected("`(...)`"))? + 1;
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
    skip_target_window(reader);
    reader.end_of_line()
}

fn skip_target_window(reader: &mut ChartReader) {
    let start = reader.at;
    let target = reader.take(|c| c.is_ascii_alphabetic() || c == '_');
    if !matches!(target, "_self" | "_blank" | "_parent" | "_top") {
        reader.at = start;
    }
}
