//! A box: its name, with label, shape and class if they are written.

use std::ops::Range;

use super::super::ChartFinding;
use super::reader::{ChartReader, ParseResult, syntax_error};
use super::shape::BRACKETS;
use super::{label, metadata, stroke};
use crate::diagnostic::code;

/// Names that Mermaid keeps for itself.
const KEPT: &[&str] = &["end", "subgraph"];

/// Reads the box at the cursor, and returns its slot.
pub(super) fn read_node(reader: &mut ChartReader) -> ParseResult<usize> {
    let (name, place) = reader.name_of("a box")?;
    if KEPT.contains(&name) {
        let hint = "give the box another name, such as `End` or `stop`";
        return Err(syntax_error(place, format!("`{name}` cannot be the name of a box"), hint));
    }
    let end = place.end;
    let slot = reader.draft.mention(name, place)?;
    note_arrow_like_name(reader, name, end);
    read_node_label(reader, name, slot)?;
    if reader.sees("@{") {
        metadata::read_metadata(reader, slot)?;
    }
    skip_class(reader)?;
    Ok(slot)
}

/// A box `x` or `o` with a line at once behind it: Mermaid takes both for the strokes.
fn note_arrow_like_name(reader: &mut ChartReader, name: &str, at: usize) {
    if matches!(name, "x" | "o") && stroke::read_stroke(reader.text, at).is_some() {
        let message = format!("Mermaid reads `{name}` as part of the line");
        let hint = "put a blank after the name";
        let finding = ChartFinding::new(code::CHART_BLANK, at - 1..at, message, hint);
        reader.findings.push(finding.with_fix(at..at, " "));
    }
}

fn read_node_label(reader: &mut ChartReader, name: &str, slot: usize) -> ParseResult<()> {
    let before = reader.at;
    reader.blanks();
    let blanks = before..reader.at;
    if !blanks.is_empty() && !matches!(reader.peek(), b'[' | b'(' | b'{') {
        reader.at = before;
        return Ok(());
    }
    let what = format!("the label of `{name}`");
    let Some((text, shape)) = label::read_bracketed_label(reader, &what, BRACKETS)? else {
        return Ok(());
    };
    let place = blanks.end..reader.at;
    note_blanks_before_label(reader, blanks);
    reader.draft.set_label(slot, text, place.clone())?;
    reader.draft.set_shape(slot, shape, place)
}

fn note_blanks_before_label(reader: &mut ChartReader, blanks: Range<usize>) {
    if !blanks.is_empty() {
        let message = "a blank separates the name from its label";
        let hint = "write the bracket directly after the name";
        let finding = ChartFinding::new(code::CHART_BLANK, blanks.clone(), message, hint);
        reader.findings.push(finding.with_fix(blanks, ""));
    }
}

/// `:::name`
fn skip_class(reader: &mut ChartReader) -> ParseResult<()> {
    let start = reader.at;
    let apart = reader.blanks();
    if !reader.eat(":::") {
        reader.at = start;
        return Ok(());
    }
    if apart || reader.take_name().is_empty() {
        let place = reader.at - 3..reader.at;
        return Err(syntax_error(place, "`:::` names no class", "write `A:::name`"));
    }
    reader.ignore("`:::`", start..reader.at);
    Ok(())
}
