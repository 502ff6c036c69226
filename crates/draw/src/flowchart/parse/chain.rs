//! Statements of boxes and lines: `A & B --> C -- text --> D`.

use super::reader::{
    ChartReader, ParseResult, ambiguity_error, blank_finding, is_name_letter, syntax_error,
};

const SPACE_IT: &str = "put spaces around `&`";
const WANTED: &str = "a line such as `-->` or the end of the line";

impl ChartReader<'_> {
    /// Reads boxes, and lines between them, up to the end of the statement.
    pub fn read_chain(&mut self) -> ParseResult<()> {
        if let Some(stroke) = self.peek_stroke().filter(|_| !is_name_letter(self.peek().into())) {
            let (place, hint) = (self.at..stroke.end, "write the box where it begins");
            return Err(syntax_error(place, "the line begins at no box", hint));
        }
        if self.skip_edge_settings()? {
            return Ok(());
        }
        let start = self.at;
        let mut from = self.read_nodes()?;
        let mut tied = false;
        while let Some(link) = self.read_link()? {
            self.blanks();
            if self.is_statement_end() {
                let hint = "write the box where it ends";
                return Err(syntax_error(link.place, "the line leads to no box", hint));
            }
            let to = self.read_nodes()?;
            self.draft.add_edges(&from, &to, &link)?;
            (from, tied) = (to, true);
        }
        if !tied && !self.text[start..self.at].contains(":::") {
            // A subgraph that is only named would have no meaning here; so the place is kept for a
            // finding.
            for slot in from {
                self.draft.slots[slot].alone.get_or_insert(start..self.at);
            }
        }
        self.end_of_statement(WANTED)
    }

    /// `e1@{ animate: true }`.
    fn skip_edge_settings(&mut self) -> ParseResult<bool> {
        let start = self.at;
        let name = self.take_name();
        if !self.sees("@{") || !self.draft.edge_ids.contains(name) {
            self.at = start;
            return Ok(false);
        }
        self.read_metadata_pairs()?;
        self.ignore("animation of lines", start..self.at);
        self.end_of_line()?;
        Ok(true)
    }

    /// Reads boxes with `&` between them.
    fn read_nodes(&mut self) -> ParseResult<Vec<usize>> {
        let mut slots = vec![self.read_node()?];
        while self.eat_ampersand()? {
            slots.push(self.read_node()?);
        }
        Ok(slots)
    }

    /// Reads `&` with the blanks around it.
    fn eat_ampersand(&mut self) -> ParseResult<bool> {
        let before = self.at;
        let blank_before = self.blanks();
        let at = self.at;
        if !self.eat("&") {
            self.at = before;
            return Ok(false);
        }
        if !blank_before && self.text[..at].ends_with(is_name_letter) {
            return Err(ambiguity_error(
                at..at + 1,
                "`&` may belong to the name before it",
                SPACE_IT,
            ));
        }
        let spaced = blank_before && self.peek().is_ascii_whitespace();
        self.blanks();
        if !spaced {
            let finding = blank_finding(at..at + 1, "`&` has no spaces around it", SPACE_IT);
            self.findings.push(finding.with_fix(before..self.at, " & "));
        }
        Ok(true)
    }
}
