//! A box: its name, with label, shape and class if they are written.

use std::ops::Range;

use super::super::{Fix, codes};
use super::reader::{Read, Reader, error};
use super::shape::BRACKETS;
use super::{label, metadata, stroke};

/// Names that Mermaid keeps for itself.
const KEPT: &[&str] = &["end", "subgraph"];

/// Reads the box at the cursor, and returns its slot.
pub(super) fn read(reader: &mut Reader) -> Read<usize> {
    let start = reader.at;
    let id = reader.id();
    if id.is_empty() {
        return Err(reader.unexpected("the name of a box"));
    }
    let place = start..reader.at;
    if KEPT.contains(&id) {
        let hint = "give the box another name, such as `End` or `stop`";
        return Err(error(
            codes::SYNTAX,
            place,
            format!("`{id}` cannot be the name of a box"),
            hint,
        ));
    }
    let slot = reader.draft.mention(id, place.clone())?;
    arrow_like(reader, id, place.end);
    read_label(reader, id, slot)?;
    if reader.rest().starts_with("@{") {
        metadata::read(reader, slot)?;
    }
    class(reader)?;
    Ok(slot)
}

/// A box `x` or `o` with a line at once behind it: Mermaid takes both for the strokes.
fn arrow_like(reader: &mut Reader, id: &str, at: usize) {
    if matches!(id, "x" | "o") && stroke::read(reader.text, at).is_some() {
        let fix = Fix { place: at..at, text: " ".to_owned() };
        let message = format!("Mermaid takes `{id}` for a part of the line");
        reader.tolerate(codes::BLANK, at - 1..at, &message, "put a blank behind the name", fix);
    }
}

fn read_label(reader: &mut Reader, id: &str, slot: usize) -> Read<()> {
    let before = reader.at;
    reader.blanks();
    let blanks = before..reader.at;
    if !blanks.is_empty() && !matches!(reader.peek(), b'[' | b'(' | b'{') {
        reader.at = before;
        return Ok(());
    }
    let Some((text, shape)) = label::bracketed(reader, &format!("the label of `{id}`"), BRACKETS)?
    else {
        return Ok(());
    };
    let place = blanks.end..reader.at;
    if !blanks.is_empty() {
        apart(reader, blanks);
    }
    reader.draft.label(slot, text, place.clone())?;
    reader.draft.shape(slot, shape, place)
}

fn apart(reader: &mut Reader, blanks: Range<usize>) {
    let fix = Fix { place: blanks.clone(), text: String::new() };
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
fn class(reader: &mut Reader) -> Read<()> {
    let start = reader.at;
    let apart = reader.blanks();
    if !reader.eat(":::") {
        reader.at = start;
        return Ok(());
    }
    if apart || reader.id().is_empty() {
        return Err(error(
            codes::SYNTAX,
            reader.at - 3..reader.at,
            "`:::` names no class",
            "write `A:::name`",
        ));
    }
    reader.ignore("`:::`", start..reader.at);
    Ok(())
}
