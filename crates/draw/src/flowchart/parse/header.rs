//! What comes before the boxes: settings, and the line that says which way the chart runs.

use std::ops::Range;

use super::super::ChartDirection;
use super::reader::{ChartReader, ParseError, ParseResult, chart_error, syntax_error};
use base::diagnostic::code;

/// First words of Mermaid's other diagrams.
const OTHER_KINDS: &[&str] = &[
    "sequenceDiagram",
    "classDiagram",
    "classDiagram-v2",
    "stateDiagram",
    "stateDiagram-v2",
    "erDiagram",
    "gantt",
    "pie",
    "journey",
    "gitGraph",
    "mindmap",
    "timeline",
    "quadrantChart",
    "requirementDiagram",
    "requirement",
    "C4Context",
    "C4Container",
    "C4Component",
    "C4Dynamic",
    "C4Deployment",
    "sankey",
    "sankey-beta",
    "xychart",
    "xychart-beta",
    "block",
    "block-beta",
    "packet",
    "packet-beta",
    "kanban",
    "architecture",
    "architecture-beta",
    "zenuml",
    "radar-beta",
    "treemap",
    "treemap-beta",
    "info",
];

impl ChartReader<'_> {
    /// Reads up to the end of the header's line.
    pub fn read_header(&mut self) -> ParseResult<()> {
        self.read_front_matter()?;
        while self.next_statement() && self.sees("%%") {
            self.read_directive()?;
        }
        self.read_chart_kind()
    }

    fn read_chart_kind(&mut self) -> ParseResult<()> {
        let start = self.at;
        match self.take(|c| c.is_ascii_alphanumeric() || c == '-') {
            "graph" | "flowchart" | "flowchart-elk" => self.read_chart_direction(),
            word => self.reject_other_kind(word, start),
        }
    }

    fn reject_other_kind(&mut self, word: &str, start: usize) -> ParseResult<()> {
        if OTHER_KINDS.contains(&word) {
            return Err(other_kind_error(word, start..self.at));
        }
        self.at = start;
        Err(no_header_error(self.next_word()))
    }

    fn read_chart_direction(&mut self) -> ParseResult<()> {
        self.blanks();
        let start = self.at;
        let word = self.take(|c| c.is_alphanumeric() || matches!(c, '<' | '>' | '^'));
        if !word.is_empty() {
            let unknown = || unknown_direction_error(word, start..self.at);
            let direction = ChartDirection::from_sign(word).or(ChartDirection::from_word(word));
            self.draft.direction = direction.ok_or_else(unknown)?;
        }
        self.end_of_line()
    }
}

impl ChartDirection {
    /// The direction that a sign in the first line points in.
    fn from_sign(sign: &str) -> Option<Self> {
        match sign {
            "v" => Some(Self::Down),
            "^" => Some(Self::Up),
            ">" => Some(Self::Right),
            "<" => Some(Self::Left),
            _ => None,
        }
    }

    /// The direction that `word` means.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "TD" | "TB" => Some(Self::Down),
            "BT" => Some(Self::Up),
            "LR" => Some(Self::Right),
            "RL" => Some(Self::Left),
            _ => None,
        }
    }
}

fn no_header_error(place: Range<usize>) -> ParseError {
    let message = "the chart does not begin with `flowchart` or `graph`";
    chart_error(code::CHART_KIND, place, message, "write `flowchart TD` on the first line")
}

fn unknown_direction_error(word: &str, place: Range<usize>) -> ParseError {
    let message = format!("`{word}` is not a direction");
    syntax_error(place, message, "write `TD`, `BT`, `LR` or `RL`")
}

fn other_kind_error(word: &str, place: Range<usize>) -> ParseError {
    let message = format!("this is a `{word}`, not a flowchart");
    let hint = "only blocks that begin with `flowchart` or `graph` can be printed";
    chart_error(code::CHART_KIND, place, message, hint)
}
