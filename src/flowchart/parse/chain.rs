//! Statements of boxes and lines: `A & B --> C -- text --> D`.

use super::super::{Fix, codes};
use super::reader::{Read, Reader, error, in_id};
use super::{link, node, stroke};

const WANTED: &str = "a line such as `-->`, or the end of the line,";

/// Reads boxes, and lines between them, up to the end of the statement.
pub(super) fn read(reader: &mut Reader) -> Read<()> {
    if let Some(stroke) =
        stroke::read(reader.text, reader.at).filter(|_| !in_id(reader.peek().into()))
    {
        let hint = "write the box where it begins";
        return Err(error(codes::SYNTAX, reader.at..stroke.end, "the line begins at no box", hint));
    }
    if edge_settings(reader)? {
        return Ok(());
    }
    let start = reader.at;
    let mut from = boxes(reader)?;
    let mut tied = false;
    while let Some(link) = link::read(reader)? {
        reader.blanks();
        if matches!(reader.peek(), 0 | b'\n' | b';') || reader.rest().starts_with("%%") {
            return Err(error(
                codes::SYNTAX,
                link.place,
                "the line leads to no box",
                "write the box where it ends",
            ));
        }
        let to = boxes(reader)?;
        reader.draft.tie(&from, &to, &link)?;
        from = to;
        tied = true;
    }
    if !tied {
        alone(reader, &from, start);
    }
    reader.end_of_statement(WANTED)
}

/// Remembers where boxes are named without a line: for a subgraph that would say nothing.
fn alone(reader: &mut Reader, slots: &[usize], start: usize) {
    if reader.text[start..reader.at].contains(":::") {
        return;
    }
    for &slot in slots {
        reader.draft.slots[slot].alone.get_or_insert(start..reader.at);
    }
}

/// `e1@{ animate: true }`.
fn edge_settings(reader: &mut Reader) -> Read<bool> {
    let start = reader.at;
    let id = reader.id();
    if !reader.rest().starts_with("@{") || !reader.draft.edge_ids.contains(id) {
        reader.at = start;
        return Ok(false);
    }
    super::metadata::pairs(reader)?;
    reader.ignore("animation of lines", start..reader.at);
    reader.end_of_statement("the end of the line")?;
    Ok(true)
}

/// Reads boxes with `&` between them.
fn boxes(reader: &mut Reader) -> Read<Vec<usize>> {
    let mut slots = vec![node::read(reader)?];
    loop {
        let before = reader.at;
        reader.blanks();
        let at = reader.at;
        if !reader.eat("&") {
            reader.at = before;
            return Ok(slots);
        }
        if before == at && reader.text[..at].ends_with(in_id) {
            let hint = "put blanks round `&`";
            return Err(error(
                codes::AMBIGUOUS,
                at..at + 1,
                "`&` may belong to the name before it",
                hint,
            ));
        }
        let spaced = before < at && reader.peek().is_ascii_whitespace();
        reader.blanks();
        if !spaced {
            let fix = Fix { place: before..reader.at, text: " & ".to_owned() };
            reader.tolerate(
                codes::BLANK,
                at..at + 1,
                "blanks are missing round `&`",
                "put blanks round `&`",
                fix,
            );
        }
        slots.push(node::read(reader)?);
    }
}
