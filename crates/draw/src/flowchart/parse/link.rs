//! Lines between boxes: strokes, and a label in one of its two forms.

use std::ops::Range;

use super::super::{Edge, EdgeEnd, EdgeHead, EdgeStyle};
use super::label::{IN_BRACKETS, quoted_range, trim_range};
use super::label_text::{IN_LINE, needs_quotes, quote_label};
use super::reader::{
    ChartReader, ParseResult, ambiguity_error, blank_finding, is_name_letter, syntax_error,
};
use super::stroke::{EdgeStroke, find_closing_stroke, read_stroke, run_length};
use base::diagnostic::code;

const WHAT: &str = "the label of this line";

/// Most letters of a word in a message.
const SHOWN: usize = 20;

/// A line without its ends.
pub struct LooseEdge {
    stroke: EdgeStroke,
    label: Option<String>,
    pub place: Range<usize>,
}

impl LooseEdge {
    /// Returns the line from `from` to `to`.
    pub fn between(&self, from: EdgeEnd, to: EdgeEnd) -> Edge {
        let EdgeStroke { style, tail, head, length, .. } = self.stroke;
        let (label, place) = (self.label.clone(), self.place.clone());
        Edge { from, to, label, style, tail, head, length, place }
    }
}

impl ChartReader<'_> {
    /// Reads the line at the cursor; `None` if there is none.
    pub fn read_link(&mut self) -> ParseResult<Option<LooseEdge>> {
        self.blanks();
        let rest = self.rest().trim_ascii_start();
        if self.peek() == b'\n'
            && rest.starts_with(['-', '=', '<', '~'])
            && read_stroke(rest, 0).is_some()
        {
            self.at = self.text.len() - rest.len();
        }
        self.read_edge_id();
        let start = self.at;
        let Some(opening) = self.peek_stroke() else { return Ok(None) };
        self.settle_glued(opening)?;
        self.at = opening.end;
        let (stroke, inline) = match opening.opens {
            true => self.read_inline_label(opening, start)?,
            false => (opening, None),
        };
        let barred = self.read_barred_label()?;
        let place = start..self.at;
        if inline.is_some() && barred.is_some() {
            return Err(syntax_error(place, "the line has two labels", "keep one of them"));
        }
        let label = inline.or(barred).filter(|label| !label.is_empty());
        Ok(Some(LooseEdge { stroke, label, place }))
    }

    /// Returns the strokes at the cursor, if there are any.
    pub fn peek_stroke(&self) -> Option<EdgeStroke> {
        read_stroke(self.text, self.at)
    }

    /// Reads `e1@` before the strokes.
    fn read_edge_id(&mut self) {
        let start = self.at;
        let id = self.take_name();
        if !id.is_empty() && self.eat("@") && self.peek_stroke().is_some() {
            self.draft.edge_ids.insert(id.to_owned());
        } else {
            self.at = start;
        }
    }

    /// Reads the label and the closing strokes after `--`, `==` or `-.`.
    fn read_inline_label(
        &mut self,
        opening: EdgeStroke,
        start: usize,
    ) -> ParseResult<(EdgeStroke, Option<String>)> {
        let (at, closing) = self.find_closing(opening, start)?;
        self.settle_glued(closing)?;
        let body = self.at..at;
        let spaced = self.is_spaced(&body, closing)?;
        let label = self.settle_label(body.clone(), WHAT, IN_LINE)?;
        if !spaced {
            self.note_missing_blanks(&body);
        }
        self.at = closing.end;
        Ok((EdgeStroke { tail: opening.tail, ..closing }, Some(label)))
    }

    /// Returns the strokes that close a line after its label, and their first byte.
    fn find_closing(
        &mut self,
        opening: EdgeStroke,
        start: usize,
    ) -> ParseResult<(usize, EdgeStroke)> {
        let mut line_end = self.line_end();
        let quoted = quoted_range(self.text, self.at);
        let whole = |inner: &Range<usize>| {
            inner.end < line_end || self.text[inner.start..].starts_with('`')
        };
        let from = quoted.filter(whole).map_or(self.at, |inner| inner.end + 1);
        if from > line_end {
            let behind = &self.text[from..];
            line_end = behind.find('\n').map_or(self.text.len(), |length| from + length);
        }
        match find_closing_stroke(self.text, from, line_end, opening.style) {
            Some((at, Some(closing))) => Ok((at, closing)),
            Some((at, None)) => {
                let message = format!("{WHAT} contains the mark of a line, or is not closed");
                let hint = "put the whole label in double quotes, or close it with `-->`, \
                            `---`, `==>` or `===`";
                Err(syntax_error(at..at + 2, message, hint))
            }
            None => {
                let place = start..opening.end;
                let message = format!("no arrow follows `{}`", self.slice(&place));
                let hint = "write the line as `-->` or `-- text -->`, `-.->` or `-. text .->`, \
                            `==>` or `== text ==>`";
                Err(syntax_error(place, message, hint))
            }
        }
    }

    /// True if blanks, or double quotes, are on both sides of the label. Fails if its last
    /// characters may belong to the strokes after it.
    fn is_spaced(&self, body: &Range<usize>, closing: EdgeStroke) -> ParseResult<bool> {
        let raw = self.slice(body);
        let blank = |c: char| c.is_ascii_whitespace() || c == '"';
        let after = raw.ends_with(blank);
        let marked = raw.ends_with('<') || raw.ends_with(" x") || raw.ends_with(" o");
        if !after && (marked || self.is_long(body.end, closing)) {
            let last = self.text.floor_char_boundary(body.end.saturating_sub(1));
            let hint = "put a space between the label and the arrow";
            return Err(ambiguity_error(
                last..closing.end,
                "it is unclear where the arrow begins",
                hint,
            ));
        }
        Ok(after && raw.starts_with(blank))
    }

    /// True if the closing strokes at `at` are longer than they need to be.
    fn is_long(&self, at: usize, closing: EdgeStroke) -> bool {
        let shortest = if closing.head == EdgeHead::None { 3 } else { 2 };
        let strokes = |byte| run_length(self.text.as_bytes(), at, byte);
        match closing.style {
            EdgeStyle::Dotted => closing.length > 1,
            EdgeStyle::Thick => strokes(b'=') > shortest,
            EdgeStyle::Solid | EdgeStyle::Invisible => strokes(b'-') > shortest,
        }
    }

    /// Reports missing blanks around a label. The double quotes that it may need are part of the
    /// same fix.
    fn note_missing_blanks(&mut self, body: &Range<usize>) {
        self.findings.pop_if(|finding| {
            finding.code == code::CHART_QUOTES && body.contains(&finding.place.start)
        });
        let place = trim_range(self.text, body.clone());
        let raw = self.slice(&place);
        let quoted = raw.contains('"') || needs_quotes(raw, IN_LINE);
        let label = if quoted { quote_label(raw) } else { raw.to_owned() };
        let message = "the label of a line has no spaces around it";
        let hint = "put spaces around the label";
        let finding = blank_finding(place, message, hint);
        self.findings.push(finding.with_fix(body.clone(), format!(" {label} ")));
    }

    /// Reads `|text|`.
    fn read_barred_label(&mut self) -> ParseResult<Option<String>> {
        let before = self.at;
        self.blanks();
        if self.peek() != b'|' {
            self.at = before;
            return Ok(None);
        }
        let start = self.at + 1;
        let Some(end) = self.barred_end(start) else {
            return Err(syntax_error(start - 1..start, format!("{WHAT} is not closed"), "add `|`"));
        };
        let text = self.settle_label(start..end, WHAT, IN_BRACKETS)?;
        self.at = end + 1;
        Ok(Some(text))
    }

    /// Returns the bar that closes a label: on its line, or directly after its double quotes.
    fn barred_end(&mut self, start: usize) -> Option<usize> {
        let line_end = self.line_end();
        let text = self.text;
        let quoted = quoted_range(text, start).map(|inner| inner.end + 1);
        if let Some(from) = quoted.filter(|end| text[*end..].trim_ascii_start().starts_with('|')) {
            return text[from..].find('|').map(|length| from + length);
        }
        let end = text[start..].find('|').map(|length| start + length);
        end.filter(|end| *end <= line_end)
    }
}

impl ChartReader<'_> {
    /// Takes the `x` or `o` directly before a word as the head of the strokes, as Mermaid does.
    /// Fails if a box is named by that letter and the word elsewhere.
    fn settle_glued(&mut self, stroke: EdgeStroke) -> ParseResult<()> {
        if !stroke.glued {
            return Ok(());
        }
        let place = stroke.end - 1..stroke.end;
        let name: String =
            self.text[place.start..].chars().take_while(|c| is_name_letter(*c)).collect();
        let behind = &self.text[place.start + name.len()..];
        if self.is_named_elsewhere(&name, place.start) || behind.starts_with(['-', '=', '.']) {
            let mark = name.chars().next().unwrap_or('x');
            let word: String = name.chars().take(SHOWN).collect();
            let message =
                format!("`{mark}` may be the head of the line, or the beginning of `{word}`");
            let hint = format!("put a space before or after `{mark}`");
            return Err(ambiguity_error(place, message, &hint));
        }
        let message = format!("Mermaid reads `{}` as the head of the line", self.slice(&place));
        let finding = blank_finding(place.clone(), message, "put a space after it");
        self.findings.push(finding.with_fix(place.end..place.end, " "));
        Ok(())
    }

    /// True if a name is a word of its own anywhere but at a byte.
    fn is_named_elsewhere(&self, name: &str, at: usize) -> bool {
        let mut places = self.text.match_indices(name);
        places.any(|(found, _)| {
            let (before, behind) = (&self.text[..found], &self.text[found + name.len()..]);
            let apart = !before.ends_with(is_name_letter) && !behind.starts_with(is_name_letter);
            found != at && apart && !before.ends_with(['-', '=', '.'])
        })
    }
}
