//! One statement of a chart: which kind it is, and those that are read over.

use super::super::codes;
use super::reader::{Read, Reader, error};
use super::{chain, click, directive, group, stroke};

/// Reads the statement at the cursor.
pub(super) fn read(reader: &mut Reader) -> Read<()> {
    if reader.rest().starts_with("%%") {
        return directive::read(reader);
    }
    match keyword(reader) {
        "subgraph" => group::open(reader),
        "end" => group::close(reader),
        "direction" => group::direction(reader),
        "click" => click::read(reader),
        "classDef" => styling(reader, "classDef", "`classDef`"),
        "class" => styling(reader, "class", "`class`"),
        "style" => styling(reader, "style", "`style`"),
        "linkStyle" => styling(reader, "linkStyle", "`linkStyle`"),
        "accTitle" | "accDescr" => accessible(reader),
        word @ ("graph" | "flowchart") => {
            let place = reader.at..reader.at + word.len();
            Err(error(
                codes::SYNTAX,
                place,
                "the chart begins twice",
                "put the second chart into a block of its own",
            ))
        }
        _ => chain::read(reader),
    }
}

/// The word at the cursor if something else than a line or a label follows it. The cursor stays.
fn keyword<'a>(reader: &Reader<'a>) -> &'a str {
    let rest = reader.rest();
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let behind = rest[length..].trim_start_matches([' ', '\t', '\r']);
    let apart = behind.len() < rest.len() - length
        || behind.is_empty()
        || behind.starts_with([';', '\n', ':', '{', '%']);
    let line = behind.starts_with('&')
        || stroke::read(reader.text, reader.text.len() - behind.len()).is_some();
    if apart && !line { &rest[..length] } else { "" }
}

/// Reads over a statement about looks. It has to have an object and a value, so that no box or line
/// gets lost.
fn styling(reader: &mut Reader, word: &str, kind: &'static str) -> Read<()> {
    let start = reader.at;
    let end = reader.line_end();
    let body = &reader.text[start + word.len()..end];
    let body = &body[..body.find([';']).unwrap_or(body.len())];
    let mut words = body.split_ascii_whitespace();
    let object = words.next();
    let value = words.next();
    let lines =
        value.is_some_and(|value| stroke::read(value, 0).is_some() || value.starts_with('&'));
    if object.is_none() || value.is_none() || lines {
        let hint = format!("write `{word}` with a name and a value, or rename the box `{word}`");
        return Err(error(
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
fn accessible(reader: &mut Reader) -> Read<()> {
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
        return Err(error(codes::SYNTAX, open, "the description is not closed", "end it with `}`"));
    }
    reader.ignore("the description for screen readers", start..start + word.len());
    Ok(())
}
