//! Lines between boxes: strokes with a label in one of its two forms.

use std::ops::Range;

use super::super::{Edge, End, Fix, Head, Line, Remark, codes};
use super::label;
use super::reader::{Read, Reader, error, in_id};
use super::stroke::{self, Stroke, run};

const WHAT: &str = "the label of this line";

/// A line without its ends.
pub(super) struct Link {
    stroke: Stroke,
    label: Option<String>,
    pub(super) place: Range<usize>,
}

impl Link {
    /// The line from `from` to `to`.
    pub(super) fn between(&self, from: End, to: End) -> Edge {
        let Stroke { line, tail, head, length, .. } = self.stroke;
        Edge {
            from,
            to,
            label: self.label.clone(),
            line,
            tail,
            head,
            length,
            place: self.place.clone(),
        }
    }
}

/// Reads the line at the cursor; nothing if there is none.
pub(super) fn read(reader: &mut Reader) -> Read<Option<Link>> {
    next_line(reader);
    edge_id(reader);
    let start = reader.at;
    let Some(stroke) = stroke::read(reader.text, start) else { return Ok(None) };
    if stroke.glued {
        return Err(glued(reader, stroke));
    }
    reader.at = stroke.end;
    let (stroke, mut label) = match stroke.opens {
        true => labelled(reader, stroke, start)?,
        false => (stroke, None),
    };
    if let Some(text) = barred(reader)? {
        if label.is_some() {
            return Err(error(
                codes::SYNTAX,
                start..reader.at,
                "the line has two labels",
                "keep one of them",
            ));
        }
        label = Some(text);
    }
    Ok(Some(Link { stroke, label, place: start..reader.at }))
}

/// Goes to the next line if that begins with a line of the chart.
fn next_line(reader: &mut Reader) {
    reader.blanks();
    let rest = reader.rest().trim_ascii_start();
    let at = reader.text.len() - rest.len();
    if reader.peek() == b'\n'
        && rest.starts_with(['-', '=', '<', '~'])
        && stroke::read(reader.text, at).is_some()
    {
        reader.at = at;
    }
}

/// `e1@` before the strokes.
fn edge_id(reader: &mut Reader) {
    let start = reader.at;
    let id = reader.id();
    if !id.is_empty() && reader.eat("@") && stroke::read(reader.text, reader.at).is_some() {
        reader.draft.edge_ids.insert(id.to_owned());
    } else {
        reader.at = start;
    }
}

/// Reads the label and the closing strokes behind `--`, `==` or `-.`.
fn labelled(reader: &mut Reader, opening: Stroke, start: usize) -> Read<(Stroke, Option<String>)> {
    let line_end = reader.line_end();
    let from = label::quoted(reader.text, reader.at).map_or(reader.at, |inner| inner.end + 1);
    let from = if from > line_end { reader.at } else { from };
    let (at, closing) = match stroke::closing(reader.text, from, line_end, opening.line) {
        Some((at, Some(closing))) => (at, closing),
        Some((at, None)) => return Err(misread(at)),
        None => return Err(open_ended(reader, start..opening.end)),
    };
    if closing.glued {
        return Err(glued(reader, closing));
    }
    let body = reader.at..at;
    let spaced = spaced(reader, &body, closing)?;
    let label = label::settle(reader, body.clone(), WHAT, label::IN_LINE)?;
    if !spaced {
        reader
            .remarks
            .pop_if(|remark| remark.code == codes::QUOTES && body.contains(&remark.place.start));
        blanks(reader, &body);
    }
    reader.at = closing.end;
    Ok((Stroke { tail: opening.tail, ..closing }, Some(label)))
}

/// Whether blanks, or double quotes, stand on both sides of the label. Fails when its last
/// characters may belong to the strokes behind it.
fn spaced(reader: &Reader, body: &Range<usize>, closing: Stroke) -> Read<bool> {
    let raw = &reader.text[body.clone()];
    let blank = |c: char| c.is_ascii_whitespace() || c == '"';
    let after = raw.ends_with(blank);
    let shortest = if closing.head == Head::None { 3 } else { 2 };
    let strokes = |byte| run(reader.text.as_bytes(), body.end, byte);
    let long = match closing.line {
        Line::Dotted => closing.length > 1,
        Line::Thick => strokes(b'=') > shortest,
        _ => strokes(b'-') > shortest,
    };
    let marked = raw.ends_with('<') || raw.ends_with(" x") || raw.ends_with(" o");
    if !after && (long || marked) {
        let place = body.end.saturating_sub(1)..closing.end;
        let hint = "put a blank between the label and the arrow";
        return Err(error(codes::AMBIGUOUS, place, "it is not clear where the arrow begins", hint));
    }
    Ok(after && raw.starts_with(blank))
}

/// Notes that blanks are missing round a label. Its double quotes, if it needs them, are part of
/// the same fix.
fn blanks(reader: &mut Reader, body: &Range<usize>) {
    let place = label::trim(reader.text, body.clone());
    let raw = &reader.text[place.clone()];
    let label = if raw.contains('"') || label::needs_quotes(raw, label::IN_LINE) {
        label::in_quotes(raw)
    } else {
        raw.to_owned()
    };
    let fix = Fix { place: body.clone(), text: format!(" {label} ") };
    let hint = "put blanks round the label of a line";
    reader.tolerate(codes::BLANK, place, "the label and the line stand together", hint, fix);
}

/// Reads `|text|`.
fn barred(reader: &mut Reader) -> Read<Option<String>> {
    let before = reader.at;
    reader.blanks();
    if reader.peek() != b'|' {
        reader.at = before;
        return Ok(None);
    }
    let start = reader.at + 1;
    let quoted = label::quoted(reader.text, start).map(|inner| inner.end + 1);
    let line_end = reader.line_end();
    let closed = quoted.filter(|end| reader.text[*end..].trim_ascii_start().starts_with('|'));
    let from = closed.unwrap_or(start);
    let end = reader.text[from..]
        .find('|')
        .map(|length| from + length)
        .filter(|end| closed.is_some() || *end <= line_end);
    let Some(end) = end else {
        return Err(error(
            codes::SYNTAX,
            start - 1..start,
            format!("{WHAT} is not closed"),
            "add `|`",
        ));
    };
    let text = label::settle(reader, start..end, WHAT, label::IN_BRACKETS)?;
    reader.at = end + 1;
    Ok(Some(text))
}

fn misread(at: usize) -> Box<Remark> {
    let hint =
        "put the whole label into double quotes, or close it with `-->`, `---`, `==>` or `===`";
    error(
        codes::SYNTAX,
        at..at + 2,
        format!("{WHAT} has the mark of a line in it, or is not closed"),
        hint,
    )
}

fn open_ended(reader: &Reader, place: Range<usize>) -> Box<Remark> {
    let mark = &reader.text[place.clone()];
    let hint =
        "lines are written `-->` or `-- text -->`, `-.->` or `-. text .->`, `==>` or `== text ==>`";
    error(codes::SYNTAX, place, format!("no arrow follows behind `{mark}`"), hint)
}

/// The error that the `x` or `o` of strokes may belong to the word behind them.
fn glued(reader: &Reader, stroke: Stroke) -> Box<Remark> {
    let behind = &reader.text[stroke.end..];
    let word = behind.find(|c| !in_id(c)).unwrap_or(behind.len()).min(20);
    let word: String = behind.chars().take(word).collect();
    let place = stroke.end - 1..stroke.end;
    let mark = &reader.text[place.clone()];
    let message =
        format!("`{mark}` may be the head of the line, or the beginning of `{mark}{word}`");
    error(codes::AMBIGUOUS, place, message, &format!("put a blank before or behind `{mark}`"))
}
