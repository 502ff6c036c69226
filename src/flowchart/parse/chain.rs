//! Statements of boxes and lines: `A & B --> C -- text --> D`.

use super::super::ChartFinding;
use super::reader::{ChartReader, ParseResult, ambiguity_error, is_name_letter, syntax_error};
use super::{link, metadata, node, stroke};
use crate::diagnostic::code;

const WANTED: &str = "a line such as `-->` or the end of the line";

/// Reads boxes, and lines between them, up to the end of the statement.
pub(super) fn read_chain(reader: &mut ChartReader) -> ParseResult<()> {
    reject_leading_line(reader)?;
    if skip_edge_settings(reader)? {
        return Ok(());
    }
    let start = reader.at;
    let mut from = read_nodes(reader)?;
    let mut tied = false;
    while let Some(link) = link::read_link(reader)? {
        let to = read_targets(reader, &link)?;
        reader.draft.add_edges(&from, &to, &link)?;
        (from, tied) = (to, true);
    }
    if !tied {
        note_lone_nodes(reader, &from, start);
    }
    reader.end_of_statement(WANTED)
}

/// Fails where a line stands before the first box.
fn reject_leading_line(reader: &ChartReader) -> ParseResult<()> {
    let stroke = stroke::read_stroke(reader.text, reader.at);
    match stroke.filter(|_| !is_name_letter(reader.peek().into())) {
        Some(stroke) => {
            let hint = "write the box where it begins";
            Err(syntax_error(reader.at..stroke.end, "the line begins at no box", hint))
        }
        None => Ok(()),
    }
}

/// Reads the boxes at the end of a line.
fn read_targets(reader: &mut ChartReader, link: &link::LooseEdge) -> ParseResult<Vec<usize>> {
    reader.blanks();
    if reader.is_statement_end() {
        let hint = "write the box where it ends";
        return Err(syntax_error(link.place.clone(), "the line leads to no box", hint));
    }
    read_nodes(reader)
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
    let name = reader.take_name();
    if !reader.sees("@{") || !reader.draft.edge_ids.contains(name) {
        reader.at = start;
        return Ok(false);
    }
    metadata::read_metadata_pairs(reader)?;
    reader.ignore("animation of lines", start..reader.at);
    reader.end_of_line()?;
    Ok(true)
}

/// Reads boxes with `&` between them.
fn read_nodes(reader: &mut ChartReader) -> ParseResult<Vec<usize>> {
    let mut slots = vec![node::read_node(reader)?];
    while eat_ampersand(reader)? {
        slots.push(node::read_node(reader)?);
    }
    Ok(slots)
}

/// Reads `&` with the blanks round it.
fn eat_ampersand(reader: &mut ChartReader) -> ParseResult<bool> {
    let before = reader.at;
    let blank_before = reader.blanks();
    let at = reader.at;
    if !reader.eat("&") {
        reader.at = before;
        return Ok(false);
    }
    if !blank_before && reader.text[..at].ends_with(is_name_letter) {
        let message = "`&` may belong to the name before it";
        return Err(ambiguity_error(at..at + 1, message, "put blanks around `&`"));
    }
    let spaced = blank_before && reader.peek().is_ascii_whitespace();
    reader.blanks();
    if !spaced {
        let (message, hint) = ("`&` has no blanks around it", "put blanks around `&`");
        let finding = ChartFinding::new(code::CHART_BLANK, at..at + 1, message, hint);
        reader.findings.push(finding.with_fix(before..reader.at, " & "));
    }
    Ok(true)
}
