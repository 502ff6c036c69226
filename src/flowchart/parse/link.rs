//! Lines between boxes: strokes with a label in one of its two forms.

use std::ops::Range;

use super::super::{ChartFinding, Edge, EdgeEnd, EdgeHead, EdgeStyle, TextEdit, codes};
use super::label;
use super::reader::{ChartReader, ParseResult, is_name_letter, parse_error};
use super::stroke::{self, EdgeStroke, run_length};

const WHAT: &str = "the label of this line";

/// A line without its ends.
pub(super) struct LooseEdge {
    stroke: EdgeStroke,
    label: Option<String>,
    pub(super) place: Range<usize>,
}

impl LooseEdge {
    /// The line from `from` to `to`.
    pub(super) fn between(&self, from: EdgeEnd, to: EdgeEnd) -> Edge {
        let EdgeStroke { style: line, tail, head, length, .. } = self.stroke;
        Edge {
            from,
            to,
            label: self.label.clone(),
            style: line,
            tail,
            head,
            length,
            place: self.place.clone(),
        }
    }
}

/// Reads the line at the cursor; nothing if there is none.
pub(super) fn read_link(reader: &mut ChartReader) -> ParseResult<Option<LooseEdge>> {
    skip_to_link(reader);
    read_edge_id(reader);
    let start = reader.at;
    let Some(stroke) = stroke::read_stroke(reader.text, start) else { return Ok(None) };
    if stroke.glued {
        return Err(glued_error(reader, stroke));
    }
    reader.at = stroke.end;
    let (stroke, mut label) = match stroke.opens {
        true => read_inline_label(reader, stroke, start)?,
        false => (stroke, None),
    };
    if let Some(text) = read_barred_label(reader)? {
        if label.is_some() {
            return Err(parse_error(
                codes::SYNTAX,
                start..reader.at,
                "the line has two labels",
                "keep one of them",
            ));
        }
        label = Some(text);
    }
    Ok(Some(LooseEdge { stroke, label, place: start..reader.at }))
}

/// Goes to the next line if that begins with a line of the chart.
fn skip_to_link(reader: &mut ChartReader) {
    reader.blanks();
    let rest = reader.rest().trim_ascii_start();
    let at = reader.text.len() - rest.len();
    if reader.peek() == b'\n'
        && rest.starts_with(['-', '=', '<', '~'])
        && stroke::read_stroke(reader.text, at).is_some()
    {
        reader.at = at;
    }
}

/// `e1@` before the strokes.
fn read_edge_id(reader: &mut ChartReader) {
    let start = reader.at;
    let id = reader.take_name();
    if !id.is_empty() && reader.eat("@") && stroke::read_stroke(reader.text, reader.at).is_some() {
        reader.draft.edge_ids.insert(id.to_owned());
    } else {
        reader.at = start;
    }
}

/// Reads the label and the closing strokes behind `--`, `==` or `-.`.
fn read_inline_label(
    reader: &mut ChartReader,
    opening: EdgeStroke,
    start: usize,
) -> ParseResult<(EdgeStroke, Option<String>)> {
    let line_end = reader.line_end();
    let from = label::quoted_range(reader.text, reader.at).map_or(reader.at, |inner| inner.end + 1);
    let from = if from > line_end { reader.at } else { from };
    let (at, closing) =
        match stroke::find_closing_stroke(reader.text, from, line_end, opening.style) {
            Some((at, Some(closing))) => (at, closing),
            Some((at, None)) => return Err(misread_label_error(at)),
            None => return Err(open_ended_error(reader, start..opening.end)),
        };
    if closing.glued {
        return Err(glued_error(reader, closing));
    }
    let body = reader.at..at;
    let spaced = is_spaced(reader, &body, closing)?;
    let label = label::settle_label(reader, body.clone(), WHAT, label::IN_LINE)?;
    if !spaced {
        reader
            .findings
            .pop_if(|remark| remark.code == codes::QUOTES && body.contains(&remark.place.start));
        note_missing_blanks(reader, &body);
    }
    reader.at = closing.end;
    Ok((EdgeStroke { tail: opening.tail, ..closing }, Some(label)))
}

/// Whether blanks, or double quotes, stand on both sides of the label. Fails when its last
/// characters may belong to the strokes behind it.
fn is_spaced(reader: &ChartReader, body: &Range<usize>, closing: EdgeStroke) -> ParseResult<bool> {
    let raw = &reader.text[body.clone()];
    let blank = |c: char| c.is_ascii_whitespace() || c == '"';
    let after = raw.ends_with(blank);
    let shortest = if closing.head == EdgeHead::None { 3 } else { 2 };
    let strokes = |byte| run_length(reader.text.as_bytes(), body.end, byte);
    let long = match closing.style {
        EdgeStyle::Dotted => closing.length > 1,
        EdgeStyle::Thick => strokes(b'=') > shortest,
        _ => strokes(b'-') > shortest,
    };
    let marked = raw.ends_with('<') || raw.ends_with(" x") || raw.ends_with(" o");
    if !after && (long || marked) {
        let place = body.end.saturating_sub(1)..closing.end;
        let hint = "put a blank between the label and the arrow";
        return Err(parse_error(
            codes::AMBIGUOUS,
            place,
            "it is not clear where the arrow begins",
            hint,
        ));
    }
    Ok(after && raw.starts_with(blank))
}

/// Notes that blanks are missing round a label. Its double quotes, if it needs them, are part of
/// the same fix.
fn note_missing_blanks(reader: &mut ChartReader, body: &Range<usize>) {
    let place = label::trim_range(reader.text, body.clone());
    let raw = &reader.text[place.clone()];
    let label = if raw.contains('"') || label::needs_quotes(raw, label::IN_LINE) {
        label::quote_label(raw)
    } else {
        raw.to_owned()
    };
    let fix = TextEdit { place: body.clone(), text: format!(" {label} ") };
    let hint = "put blanks round the label of a line";
    reader.tolerate(codes::BLANK, place, "the label and the line stand together", hint, fix);
}

/// Reads `|text|`.
fn read_barred_label(reader: &mut ChartReader) -> ParseResult<Option<String>> {
    let before = reader.at;
    reader.blanks();
    if reader.peek() != b'|' {
        reader.at = before;
        return Ok(None);
    }
    let start = reader.at + 1;
    let quoted = label::quoted_range(reader.text, start).map(|inner| inner.end + 1);
    let line_end = reader.line_end();
    let closed = quoted.filter(|end| reader.text[*end..].trim_ascii_start().starts_with('|'));
    let from = closed.unwrap_or(start);
    let end = reader.text[from..]
        .find('|')
        .map(|length| from + length)
        .filter(|end| closed.is_some() || *end <= line_end);
    let Some(end) = end else {
        return Err(parse_error(
            codes::SYNTAX,
            start - 1..start,
            format!("{WHAT} is not closed"),
            "add `|`",
        ));
    };
    let text = label::settle_label(reader, start..end, WHAT, label::IN_BRACKETS)?;
    reader.at = end + 1;
    Ok(Some(text))
}

fn misread_label_error(at: usize) -> Box<ChartFinding> {
    let hint =
        "put the whole label into double quotes, or close it with `-->`, `---`, `==>` or `===`";
    parse_error(
        codes::SYNTAX,
        at..at + 2,
        format!("{WHAT} has the mark of a line in it, or is not closed"),
        hint,
    )
}

fn open_ended_error(reader: &ChartReader, place: Range<usize>) -> Box<ChartFinding> {
    let mark = &reader.text[place.clone()];
    let hint =
        "lines are written `-->` or `-- text -->`, `-.->` or `-. text .->`, `==>` or `== text ==>`";
    parse_error(codes::SYNTAX, place, format!("no arrow follows behind `{mark}`"), hint)
}

/// The error that the `x` or `o` of strokes may belong to the word behind them.
fn glued_error(reader: &ChartReader, stroke: EdgeStroke) -> Box<ChartFinding> {
    let behind = &reader.text[stroke.end..];
    let word = behind.find(|c| !is_name_letter(c)).unwrap_or(behind.len()).min(20);
    let word: String = behind.chars().take(word).collect();
    let place = stroke.end - 1..stroke.end;
    let mark = &reader.text[place.clone()];
    let message =
        format!("`{mark}` may be the head of the line, or the beginning of `{mark}{word}`");
    parse_error(codes::AMBIGUOUS, place, message, &format!("put a blank before or behind `{mark}`"))
}
