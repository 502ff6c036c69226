//! One statement of a chart: which kind it is, and those that are read over.

use super::reader::{ChartReader, ParseResult, syntax_error};
use super::{chain, click, directive, stroke, subgraph};

/// Reads the statement at the cursor.
pub(super) fn read_statement(reader: &mut ChartReader) -> ParseResult<()> {
    if reader.sees("%%") {
        return directive::read_directive(reader);
    }
    match peek_keyword(reader) {
        "subgraph" => subgraph::read_subgraph(reader),
        "end" => subgraph::close_subgraph(reader),
        "direction" => subgraph::read_subgraph_direction(reader),
        "click" => click::read_click(reader),
        "classDef" => skip_styling(reader, "classDef", "`classDef`"),
        "class" => skip_styling(reader, "class", "`class`"),
        "style" => skip_styling(reader, "style", "`style`"),
        "linkStyle" => skip_styling(reader, "linkStyle", "`linkStyle`"),
        "accTitle" | "accDescr" => skip_accessible_text(reader),
        word @ ("graph" | "flowchart") => {
            let place = reader.at..reader.at + word.len();
            let hint = "put the second chart into a block of its own";
            Err(syntax_error(place, "the chart begins twice", hint))
        }
        _ => chain::read_chain(reader),
    }
}

/// The word at the cursor if something else than a line or a label follows it. The cursor stays.
fn peek_keyword<'a>(reader: &ChartReader<'a>) -> &'a str {
    let rest = reader.rest();
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(length);
    let text = behind.trim_start_matches([' ', '\t', '\r']);
    let apart = text.len() < behind.len()
        || text.is_empty()
        || text.starts_with([';', '\n', ':', '{', '%']);
    if apart && !begins_line(text) { word } else { "" }
}

/// Whether a text begins with a line or with a further box.
fn begins_line(text: &str) -> bool {
    text.starts_with('&') || stroke::read_stroke(text, 0).is_some()
}

/// Reads over a statement about looks. It has to have an object and a value, so that no box or line
/// gets lost.
fn skip_styling(reader: &mut ChartReader, word: &str, kind: &'static str) -> ParseResult<()> {
    let (start, end) = (reader.at, reader.line_end());
    let keyword = start..start + word.len();
    let line = &reader.text[keyword.end..end];
    let body = line.split(';').next().unwrap_or_default();
    let value = body.split_ascii_whitespace().nth(1);
    if value.is_none_or(begins_line) {
        let hint = format!("write `{word}` with a name and a value, or rename the box `{word}`");
        return Err(syntax_error(keyword, format!("`{word}` cannot be read"), &hint));
    }
    reader.at = keyword.end + body.len();
    reader.ignore(kind, keyword);
    Ok(())
}

/// `accTitle: ...`, `accDescr: ...` and `accDescr { ... }` over several lines.
fn skip_accessible_text(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    let word = reader.take(|c| c.is_ascii_alphabetic());
    reader.blanks();
    if reader.eat(":") {
        reader.at = reader.line_end();
    } else if reader.peek() == b'{' {
        skip_braces(reader)?;
    } else {
        return Err(reader.unexpected("`:` or `{ ... }`"));
    }
    reader.ignore("the description for screen readers", start..start + word.len());
    Ok(())
}

fn skip_braces(reader: &mut ChartReader) -> ParseResult<()> {
    let open = reader.at..reader.at + 1;
    let Some(length) = reader.rest().find('}') else {
        reader.at = reader.text.len();
        return Err(syntax_error(open, "the description is not closed", "end it with `}`"));
    };
    reader.at = open.start + length + 1;
    Ok(())
}
