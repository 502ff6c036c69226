//! A box: its name, with label, shape and class if they are written.

use std::ops::Range;

use super::super::{TextEdit, codes};
use super::reader::{ChartReader, ParseResult, parse_error};
use super::shape::BRACKETS;
use super::{label, metadata, stroke};

/// Names that Mermaid keeps for itself.
const KEPT: &[&str] = &["end", "subgraph"];

/// Reads the box at the cursor, and returns its slot.
pub(super) fn read_node(reader: &mut ChartReader) -> ParseResult<usize> {
    let start = reader.at;
    let id = reader.take_name();
    if id.is_empty() {
        return Err(reader.unexpected("the name of a box"));
    }
    let place = start..reader.at;
    if KEPT.contains(&id) {
        let hint = "give the box another name, such as `End` or `stop`";
        return Err(parse_error(
            codes::SYNTAX,
            place,
            format!("`{id}` cannot be the name of a box"),
            hint,
        ));
    }
    let slot = reader.draft.mention(id, place.clone())?;
    note_arrow_like_name(reader, id, place.end);
    read_node_label(reader, id, slot)?;
    if reader.rest().starts_with("@{") {
        metadata::read_metadata(reader, slot)?;
    }
    skip_class(reader)?;
    Ok(slot)
}

/// A box `x` or `o` with a line at once behind it: Mermaid takes both for the strokes.
fn note_arrow_like_name(reader: &mut ChartReader, id: &str, at: usize) {
    if matches!(id, "x" | "o") && stroke::read_stroke(reader.text, at).is_some() {
        let fix = TextEdit { place: at..at, text: " ".to_owned() };
        let message = format!("Mermaid takes `{id}` for a part of the line");
        reader.tolerate(codes::BLANK, at - 1..at, &message, "put a blank behind the name", fix);
    }
}

fn read_node_label(reader: &mut ChartReader, id: &str, slot: usize) -> ParseResult<()> {
    let before = reader.at;
    reader.blanks();
    let blanks = before..reader.at;
    if !blanks.is_empty() && !matches!(reader.peek(), b'[' | b'(' | b'{') {
        reader.at = before;
        return Ok(());
    }
    let Some((text, shape)) =
        label::read_bracketed_label(reader, &format!("the label of `{id}`"), BRACKETS)?
    else {
        return Ok(());
    };
    let place = blanks.end..reader.at;
    if !blanks.is_empty() {
        note_blank_before_label(reader, blanks);
    }
    reader.draft.set_label(slot, text, place.clone())?;
    reader.draft.set_shape(slot, shape, place)
}

fn note_blank_before_label(reader: &mut ChartReader, blanks: Range<usize>) {
    let fix = TextEdit { place: blanks.clone(), text: String::new() };
    let message = "a blank stands between the name and its label";
    reader.tolerate(
        codes::BLANK,
        blanks,
        message,
        "write the bracket at once behind the name",
        fix,
    );
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
        return Err(parse_error(
            codes::SYNTAX,
            reader.at - 3..reader.at,
            "`:::` names no class",
            "write `A:::name`",
        ));
    }
    reader.ignore("`:::`", start..reader.at);
    Ok(())
}
