//! Statements of boxes and lines: `A & B --> C -- text --> D`.

use super::super::{TextEdit, codes};
use super::reader::{ChartReader, ParseResult, is_name_letter, parse_error};
use super::{link, node, stroke};

const WANTED: &str = "a line such as `-->`, or the end of the line,";

/// Reads boxes, and lines between them, up to the end of the statement.
pub(super) fn read_chain(reader: &mut ChartReader) -> ParseResult<()> {
    if let Some(stroke) = stroke::read_stroke(reader.text, reader.at)
        .filter(|_| !is_name_letter(reader.peek().into()))
    {
        let hint = "write the box where it begins";
        return Err(parse_error(
            codes::SYNTAX,
            reader.at..stroke.end,
            "the line begins at no box",
            hint,
        ));
    }
    if skip_edge_settings(reader)? {
        return Ok(());
    }
    let start = reader.at;
    let mut from = read_nodes(reader)?;
    let mut tied = false;
    while let Some(link) = link::read_link(reader)? {
        reader.blanks();
        if matches!(reader.peek(), 0 | b'\n' | b';') || reader.rest().starts_with("%%") {
            return Err(parse_error(
                codes::SYNTAX,
                link.place,
                "the line leads to no box",
                "write the box where it ends",
            ));
        }
        let to = read_nodes(reader)?;
        reader.draft.add_edges(&from, &to, &link)?;
        from = to;
        tied = true;
    }
    if !tied {
        note_lone_nodes(reader, &from, start);
    }
    reader.end_of_statement(WANTED)
}

/// Remembers where boxes are named without a line: for a subgraph that would say nothing.
fn note_lone_nodes(reader: &mut ChartReader, slots: &[usize], start: usize) {
    if reader.text[start..reader.at].contains(":::") {
        return;
    }
    for &slot in slots {
        reader.draft.slots[slot].alone.get_or_insert(start..reader.at);
    }
}

/// `e1@{ animate: true }`.
fn skip_edge_settings(reader: &mut ChartReader) -> ParseResult<bool> {
    let start = reader.at;
    let id = reader.take_name();
    if !reader.rest().starts_with("@{") || !reader.draft.edge_ids.contains(id) {
        reader.at = start;
        return Ok(false);
    }
    super::metadata::read_metadata_pairs(reader)?;
    reader.ignore("animation of lines", start..reader.at);
    reader.end_of_statement("the end of the line")?;
    Ok(true)
}

/// Reads boxes with `&` between them.
fn read_nodes(reader: &mut ChartReader) -> ParseResult<Vec<usize>> {
    let mut slots = vec![node::read_node(reader)?];
    loop {
        let before = reader.at;
        reader.blanks();
        let at = reader.at;
        if !reader.eat("&") {
            reader.at = before;
            return Ok(slots);
        }
        if before == at && reader.text[..at].ends_with(is_name_letter) {
            let hint = "put blanks round `&`";
            return Err(parse_error(
                codes::AMBIGUOUS,
                at..at + 1,
                "`&` may belong to the name before it",
                hint,
            ));
        }
        let spaced = before < at && reader.peek().is_ascii_whitespace();
        reader.blanks();
        if !spaced {
            let fix = TextEdit { place: before..reader.at, text: " & ".to_owned() };
            reader.tolerate(
                codes::BLANK,
                at..at + 1,
                "blanks are missing round `&`",
                "put blanks round `&`",
                fix,
            );
        }
        slots.push(node::read_node(reader)?);
    }
}
