//! Lines between boxes: strokes with a label in one of its two forms.

use std::ops::Range;

use super::super::{ChartFinding, Edge, EdgeEnd, EdgeHead, EdgeStyle};
use super::label::{IN_BRACKETS, quoted_range, trim_range};
use super::label_text::{needs_quotes, quote_label, settle_label};
use super::reader::{ChartReader, ParseResult, ambiguity_error, is_name_letter, syntax_error};
use super::stroke::{EdgeStroke, find_closing_stroke, read_stroke, run_length};
use crate::diagnostic::code;

const WHAT: &str = "the label of this line";

/// What Mermaid refuses in a label within a line.
const IN_LINE: &[char] = &['"', ';'];

/// The most letters of a word that a message shows.
const SHOWN: usize = 20;

/// A line without its ends.
pub(super) struct LooseEdge {
    stroke: EdgeStroke,
    label: Option<String>,
    pub(super) place: Range<usize>,
}

impl LooseEdge {
    /// The line from `from` to `to`.
    pub(super) fn between(&self, from: EdgeEnd, to: EdgeEnd) -> Edge {
        let EdgeStroke { style, tail, head, length, .. } = self.stroke;
        let (label, place) = (self.label.clone(), self.place.clone());
        Edge { from, to, label, style, tail, head, length, place }
    }
}

/// Reads the line at the cursor; nothing if there is none.
pub(super) fn read_link(reader: &mut ChartReader) -> ParseResult<Option<LooseEdge>> {
    skip_to_link(reader);
    read_edge_id(reader);
    let start = reader.at;
    let Some(opening) = read_stroke(reader.text, start) else { return Ok(None) };
    reject_glued(reader, opening)?;
    reader.at = opening.end;
    let (stroke, inline) = match opening.opens {
        true => read_inline_label(reader, opening, start)?,
        false => (opening, None),
    };
    let barred = read_barred_label(reader)?;
    let place = start..reader.at;
    if inline.is_some() && barred.is_some() {
        return Err(syntax_error(place, "the line has two labels", "keep one of them"));
    }
    Ok(Some(LooseEdge { stroke, label: inline.or(barred), place }))
}

/// Goes to the next line if that begins with a line of the chart.
fn skip_to_link(reader: &mut ChartReader) {
    reader.blanks();
    let rest = reader.rest().trim_ascii_start();
    let is_link = rest.starts_with(['-', '=', '<', '~']) && read_stroke(rest, 0).is_some();
    if reader.peek() == b'\n' && is_link {
        reader.at = reader.text.len() - rest.len();
    }
}

/// `e1@` before the strokes.
fn read_edge_id(reader: &mut ChartReader) {
    let start = reader.at;
    let id = reader.take_name();
    if !id.is_empty() && reader.eat("@") && read_stroke(reader.text, reader.at).is_some() {
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
    let (at, closing) = find_closing(reader, opening, start)?;
    reject_glued(reader, closing)?;
    let body = reader.at..at;
    let spaced = is_spaced(reader, &body, closing)?;
    let label = settle_label(reader, body.clone(), WHAT, IN_LINE)?;
    if !spaced {
        note_missing_blanks(reader, &body);
    }
    reader.at = closing.end;
    Ok((EdgeStroke { tail: opening.tail, ..closing }, Some(label)))
}

/// The strokes that close a line behind its label, and where they begin.
fn find_closing(
    reader: &mut ChartReader,
    opening: EdgeStroke,
    start: usize,
) -> ParseResult<(usize, EdgeStroke)> {
    let line_end = reader.line_end();
    let quoted = quoted_range(reader.text, reader.at).map(|inner| inner.end + 1);
    let from = quoted.filter(|from| *from <= line_end).unwrap_or(reader.at);
    match find_closing_stroke(reader.text, from, line_end, opening.style) {
        Some((at, Some(closing))) => Ok((at, closing)),
        Some((at, None)) => Err(misread_label_error(at)),
        None => Err(open_ended_error(reader, start..opening.end)),
    }
}

/// Whether blanks, or double quotes, stand on both sides of the label. Fails when its last
/// characters may belong to the strokes behind it.
fn is_spaced(reader: &ChartReader, body: &Range<usize>, closing: EdgeStroke) -> ParseResult<bool> {
    let raw = &reader.text[body.clone()];
    let blank = |c: char| c.is_ascii_whitespace() || c == '"';
    let after = raw.ends_with(blank);
    let marked = raw.ends_with('<') || raw.ends_with(" x") || raw.ends_with(" o");
    if !after && (marked || is_long(reader, body.end, closing)) {
        let place = body.end.saturating_sub(1)..closing.end;
        let hint = "put a blank between the label and the arrow";
        return Err(ambiguity_error(place, "it is unclear where the arrow begins", hint));
    }
    Ok(after && raw.starts_with(blank))
}

/// Whether closing strokes at `at` are longer than they need to be.
fn is_long(reader: &ChartReader, at: usize, closing: EdgeStroke) -> bool {
    let shortest = if closing.head == EdgeHead::None { 3 } else { 2 };
    let strokes = |byte| run_length(reader.text.as_bytes(), at, byte);
    match closing.style {
        EdgeStyle::Dotted => closing.length > 1,
        EdgeStyle::Thick => strokes(b'=') > shortest,
        EdgeStyle::Solid | EdgeStyle::Invisible => strokes(b'-') > shortest,
    }
}

/// Notes that blanks are missing round a label. Its double quotes, if it needs them, are part of
/// the same fix.
fn note_missing_blanks(reader: &mut ChartReader, body: &Range<usize>) {
    reader.findings.pop_if(|finding| {
        finding.code == code::CHART_QUOTES && body.contains(&finding.place.start)
    });
    let place = trim_range(reader.text, body.clone());
    let raw = &reader.text[place.clone()];
    let quoted = raw.contains('"') || needs_quotes(raw, IN_LINE);
    let label = if quoted { quote_label(raw) } else { raw.to_owned() };
    let message = "the label of a line has no blanks around it";
    let hint = "put blanks around the label";
    let finding = ChartFinding::new(code::CHART_BLANK, place, message, hint);
    reader.findings.push(finding.with_fix(body.clone(), format!(" {label} ")));
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
    let Some(end) = barred_end(reader, start) else {
        return Err(syntax_error(start - 1..start, format!("{WHAT} is not closed"), "add `|`"));
    };
    let text = settle_label(reader, start..end, WHAT, IN_BRACKETS)?;
    reader.at = end + 1;
    Ok(Some(text))
}

/// The bar that closes a label: on its line, or directly behind its double quotes.
fn barred_end(reader: &mut ChartReader, start: usize) -> Option<usize> {
    let line_end = reader.line_end();
    let text = reader.text;
    let quoted = quoted_range(text, start).map(|inner| inner.end + 1);
    if let Some(from) = quoted.filter(|end| text[*end..].trim_ascii_start().starts_with('|')) {
        return text[from..].find('|').map(|length| from + length);
    }
    let end = text[start..].find('|').map(|length| start + length);
    end.filter(|end| *end <= line_end)
}

fn misread_label_error(at: usize) -> Box<ChartFinding> {
    let message = format!("{WHAT} contains the mark of a line, or is not closed");
    let hint =
        "put the whole label into double quotes, or close it with `-->`, `---`, `==>` or `===`";
    syntax_error(at..at + 2, message, hint)
}

fn open_ended_error(reader: &ChartReader, place: Range<usize>) -> Box<ChartFinding> {
    let message = format!("no arrow follows `{}`", &reader.text[place.clone()]);
    let hint = "write a line as `-->` or `-- text -->`, `-.->` or `-. text .->`, `==>` or \
                `== text ==>`";
    syntax_error(place, message, hint)
}

/// Fails where the `x` or `o` of strokes may belong to the word behind them.
fn reject_glued(reader: &ChartReader, stroke: EdgeStroke) -> ParseResult<()> {
    if !stroke.glued {
        return Ok(());
    }
    let place = stroke.end - 1..stroke.end;
    let mark = &reader.text[place.clone()];
    let behind = reader.text[stroke.end..].chars();
    let word: String = behind.take_while(|c| is_name_letter(*c)).take(SHOWN).collect();
    let message =
        format!("`{mark}` may be the head of the line, or the beginning of `{mark}{word}`");
    Err(ambiguity_error(place, message, &format!("put a blank before or after `{mark}`")))
}
