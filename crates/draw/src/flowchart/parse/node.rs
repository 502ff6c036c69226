//! A box: its name, with label, shape and class if they are written.

use std::ops::Range;

use super::super::ChartFinding;
use super::reader::{ChartReader, ParseError, ParseResult, blank_finding, syntax_error};
use super::shape::BRACKETS;
use super::stroke;

/// Names that Mermaid keeps for itself.
const KEPT: &[&str] = &["end", "subgraph"];

impl ChartReader<'_> {
    /// Reads the box at the cursor, and returns its slot.
    pub fn read_node(&mut self) -> ParseResult<usize> {
        let (name, place) = self.node_name()?;
        if KEPT.contains(&name) {
            return Err(kept_name_error(name, place));
        }
        let end = place.end;
        let slot = self.draft.mention(name, place)?;
        self.note_arrow_like_name(name, end);
        self.read_node_label(name, slot)?;
        if self.sees("@{") {
            self.read_metadata(slot)?;
        }
        self.skip_class()?;
        Ok(slot)
    }

    /// A box `x` or `o` with a line at once behind it: Mermaid takes both for the strokes.
    fn note_arrow_like_name(&mut self, name: &str, at: usize) {
        if matches!(name, "x" | "o") && stroke::read_stroke(self.text, at).is_some() {
            self.findings.push(arrow_like_name(name, at));
        }
    }

    fn read_node_label(&mut self, name: &str, slot: usize) -> ParseResult<()> {
        let before = self.at;
        self.blanks();
        let blanks = before..self.at;
        if !blanks.is_empty() && !matches!(self.peek(), b'[' | b'(' | b'{') {
            self.at = before;
            return Ok(());
        }
        let what = format!("the label of `{name}`");
        let Some((text, shape)) = self.read_bracketed_label(&what, BRACKETS)? else {
            return Ok(());
        };
        let place = blanks.end..self.at;
        self.note_blanks_before_label(blanks);
        self.draft.set_label(slot, text, place.clone())?;
        self.draft.set_shape(slot, shape, place)
    }

    fn note_blanks_before_label(&mut self, blanks: Range<usize>) {
        if !blanks.is_empty() {
            self.findings.push(blanks_before_label(blanks));
        }
    }

    /// `:::name`
    fn skip_class(&mut self) -> ParseResult<()> {
        let start = self.at;
        let apart = self.blanks();
        if !self.eat(":::") {
            self.at = start;
            return Ok(());
        }
        if apart || self.take_name().is_empty() {
            let place = self.at - 3..self.at;
            return Err(syntax_error(place, "`:::` names no class", "write `A:::name`"));
        }
        self.ignore("`:::`", start..self.at);
        Ok(())
    }
}

fn arrow_like_name(name: &str, at: usize) -> ChartFinding {
    let message = format!("Mermaid reads `{name}` as part of the line");
    let finding = blank_finding(at - 1..at, message, "put a blank after the name");
    finding.with_fix(at..at, " ")
}

fn blanks_before_label(blanks: Range<usize>) -> ChartFinding {
    let message = "a blank separates the name from its label";
    let hint = "write the bracket directly after the name";
    blank_finding(blanks.clone(), message, hint).with_fix(blanks, "")
}

fn kept_name_error(name: &str, place: Range<usize>) -> ParseError {
    let hint = "give the box another name, such as `End` or `stop`";
    syntax_error(place, format!("`{name}` cannot be the name of a box"), hint)
}
