//! One statement of a chart: which kind it is, and those that are read over.

use super::super::codes;
use super::reader::{ChartReader, ParseResult, parse_error};
use super::{chain, click, directive, stroke, subgraph};

/// Reads the statement at the cursor.
pub(super) fn read_statement(reader: &mut ChartReader) -> ParseResult<()> {
    if reader.rest().starts_with("%%") {
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
            Err(parse_error(
                codes::SYNTAX,
                place,
                "the chart begins twice",
                "put the second chart into a block of its own",
            ))
        }
        _ => chain::read_chain(reader),
    }
}

/// The word at the cursor if something else than a line or a label follows it. The cursor stays.
fn peek_keyword<'a>(reader: &ChartReader<'a>) -> &'a str {
    let rest = reader.rest();
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let behind = rest[length..].trim_start_matches([' ', '\t', '\r']);
    let apart = behind.len() < rest.len() - length
        || behind.is_empty()
        || behind.starts_with([';', '\n', ':', '{', '%']);
    let line = behind.starts_with('&')
        || stroke::read_stroke(reader.text, reader.text.len() - behind.len()).is_some();
    if apart && !line { &rest[..length] } else { "" }
}

/// Reads over a statement about looks. It has to have an object and a value, so that no box or line
/// gets lost.
fn skip_styling(reader: &mut ChartReader, word: &str, kind: &'static str) -> ParseResult<()> {
    let start = reader.at;
    let end = reader.line_end();
    let body = &reader.text[start + word.len()..end];
    let body = &body[..body.find([';']).unwrap_or(body.len())];
    let mut words = body.split_ascii_whitespace();
    let object = words.next();
    let value = words.next();
    let lines = value
        .is_some_and(|value| stroke::read_stroke(value, 0).is_some() || value.starts_with('&'));
    if object.is_none() || value.is_none() || lines {
        let hint = format!("write `{word}` with a name and a value, or rename the box `{word}`");
        return Err(parse_error(
            codes::SYNTAX,
            start..start + word.len(),
            format!("`{word}` cannot be read"),
            &hint,
        ));
    }
    reader.ignore(kind, start..start + word.len());
    reader.at = start + word.len() + body.len();
    Ok(())
}

/// `accTitle: ...`, `accDescr: ...` and `accDescr { ... }` over several lines.
fn skip_accessible_text(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    let word = reader.take(|c| c.is_ascii_alphabetic());
    reader.blanks();
    if reader.eat(":") {
        reader.ignore("the description for screen readers", start..start + word.len());
        reader.at = reader.line_end();
        return Ok(());
    }
    if reader.peek() != b'{' {
        return Err(reader.unexpected("`:` or `{ ... }`"));
    }
    let open = reader.at..reader.at + 1;
    let length = reader.rest().find('}');
    reader.at = length.map_or(reader.text.len(), |length| open.start + length + 1);
    if length.is_none() {
        return Err(parse_error(
            codes::SYNTAX,
            open,
            "the description is not closed",
            "end it with `}`",
        ));
    }
    reader.ignore("the description for screen readers", start..start + word.len());
    Ok(())
}
