//! Reads the header of a chart: settings, and the line with its direction.

use super::super::ChartDirection;
use super::reader::{ChartReader, ParseResult, chart_error, syntax_error};
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
        let start = self.at;
        let word = self.take(|c| c.is_ascii_alphanumeric() || c == '-');
        if matches!(word, "graph" | "flowchart" | "flowchart-elk") {
            return self.read_chart_direction();
        }
        if OTHER_KINDS.contains(&word) {
            let message = format!("this is a `{word}`, not a flowchart");
            let hint = "only blocks that begin with `flowchart` or `graph` can be printed";
            return Err(chart_error(code::CHART_KIND, start..self.at, message, hint));
        }
        self.at = start;
        let message = "the chart does not begin with `flowchart` or `graph`";
        let hint = "write `flowchart TD` on the first line";
        Err(chart_error(code::CHART_KIND, self.next_word(), message, hint))
    }

    fn read_chart_direction(&mut self) -> ParseResult<()> {
        self.blanks();
        let start = self.at;
        let word = self.take(|c| c.is_alphanumeric() || matches!(c, '<' | '>' | '^'));
        if !word.is_empty() {
            let direction = ChartDirection::from_sign(word).or(ChartDirection::from_word(word));
            let Some(direction) = direction else {
                let message = format!("`{word}` is not a direction");
                let hint = "write `TD`, `BT`, `LR` or `RL`";
                return Err(syntax_error(start..self.at, message, hint));
            };
            self.draft.direction = direction;
        }
        self.end_of_line()
    }
}

impl ChartDirection {
    /// Returns the direction of a sign in the first line.
    fn from_sign(sign: &str) -> Option<Self> {
        match sign {
            "v" => Some(Self::Down),
            "^" => Some(Self::Up),
            ">" => Some(Self::Right),
            "<" => Some(Self::Left),
            _ => None,
        }
    }

    /// Returns the direction that `word` names.
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
