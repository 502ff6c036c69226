//! Statements of boxes and lines: `A & B --> C -- text --> D`.

use std::ops::Range;

use super::super::ChartFinding;
use super::link;
use super::reader::{
    ChartReader, ParseError, ParseResult, ambiguity_error, blank_finding, is_name_letter,
    syntax_error,
};

const SPACE_IT: &str = "put blanks around `&`";
const WANTED: &str = "a line such as `-->` or the end of the line";

impl ChartReader<'_> {
    /// Reads boxes, and lines between them, up to the end of the statement.
    pub fn read_chain(&mut self) -> ParseResult<()> {
        self.reject_leading_line()?;
        if self.skip_edge_settings()? {
            return Ok(());
        }
        let start = self.at;
        let mut from = self.read_nodes()?;
        let mut tied = false;
        while let Some(link) = self.read_link()? {
            let to = self.read_targets(&link)?;
            self.draft.add_edges(&from, &to, &link)?;
            (from, tied) = (to, true);
        }
        if !tied {
            self.note_lone_nodes(&from, start);
        }
        self.end_of_statement(WANTED)
    }

    /// Fails where a line stands before the first box.
    fn reject_leading_line(&self) -> ParseResult<()> {
        match self.peek_stroke().filter(|_| !is_name_letter(self.peek().into())) {
            Some(stroke) => Err(no_source_error(self.at..stroke.end)),
            None => Ok(()),
        }
    }

    /// Reads the boxes at the end of a line.
    fn read_targets(&mut self, link: &link::LooseEdge) -> ParseResult<Vec<usize>> {
        self.blanks();
        if self.is_statement_end() {
            return Err(no_target_error(link.place.clone()));
        }
        self.read_nodes()
    }

    /// Remembers where boxes are named without a line: for a subgraph that would say nothing.
    fn note_lone_nodes(&mut self, slots: &[usize], start: usize) {
        if self.text[start..self.at].contains(":::") {
            return;
        }
        for &slot in slots {
            self.draft.slots[slot].alone.get_or_insert(start..self.at);
        }
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

    /// Reads `&` with the blanks round it.
    fn eat_ampersand(&mut self) -> ParseResult<bool> {
        let before = self.at;
        let blank_before = self.blanks();
        let at = self.at;
        if !self.eat("&") {
            self.at = before;
            return Ok(false);
        }
        if !blank_before && self.text[..at].ends_with(is_name_letter) {
            return Err(glued_ampersand_error(at));
        }
        let spaced = blank_before && self.peek().is_ascii_whitespace();
        self.blanks();
        if !spaced {
            self.findings.push(crowded_ampersand(at, before..self.at));
        }
        Ok(true)
    }
}

fn no_source_error(place: Range<usize>) -> ParseError {
    syntax_error(place, "the line begins at no box", "write the box where it begins")
}

fn no_target_error(place: Range<usize>) -> ParseError {
    syntax_error(place, "the line leads to no box", "write the box where it ends")
}

fn glued_ampersand_error(at: usize) -> ParseError {
    ambiguity_error(at..at + 1, "`&` may belong to the name before it", SPACE_IT)
}

fn crowded_ampersand(at: usize, around: Range<usize>) -> ChartFinding {
    let finding = blank_finding(at..at + 1, "`&` has no blanks around it", SPACE_IT);
    finding.with_fix(around, " & ")
}
