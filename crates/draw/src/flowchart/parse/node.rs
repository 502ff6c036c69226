//! A box: its name, and its label, shape and class if they are written.

use super::reader::{ChartReader, ParseResult, blank_finding, syntax_error};
use super::shape::BRACKETS;
use super::stroke;

/// Reserved names in Mermaid.
const KEPT: &[&str] = &["end", "subgraph"];

impl ChartReader<'_> {
    /// Reads the box at the cursor, and returns its slot.
    pub fn read_node(&mut self) -> ParseResult<usize> {
        let (name, place) = self.node_name()?;
        if KEPT.contains(&name) {
            let hint = "give the box another name, such as `End` or `stop`";
            return Err(syntax_error(place, format!("`{name}` cannot be the name of a box"), hint));
        }
        let end = place.end;
        let slot = self.draft.mention(name, place)?;
        if matches!(name, "x" | "o") && stroke::read_stroke(self.text, end).is_some() {
            let message = format!("Mermaid reads `{name}` as part of the line");
            let finding = blank_finding(end - 1..end, message, "put a space after the name");
            self.findings.push(finding.with_fix(end..end, " "));
        }
        self.read_node_label(name, slot)?;
        if self.sees("@{") {
            self.read_metadata(slot)?;
        }
        self.skip_class()?;
        Ok(slot)
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
        if !blanks.is_empty() {
            let message = "a space separates the name from its label";
            let hint = "write the bracket directly after the name";
            self.findings.push(blank_finding(blanks.clone(), message, hint).with_fix(blanks, ""));
        }
        self.draft.set_label(slot, text, place.clone())?;
        self.draft.set_shape(slot, shape, place)
    }

    /// Skips `:::name`.
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
