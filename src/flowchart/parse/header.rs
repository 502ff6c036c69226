//! What comes before the boxes: front matter, settings, and the line that says which way the chart
//! runs.

use super::super::ChartDirection;
use super::directive;
use super::reader::{ChartReader, ParseResult, chart_error, syntax_error};
use crate::diagnostic::code;

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

/// Reads up to the end of the header's line.
pub(super) fn read_header(reader: &mut ChartReader) -> ParseResult<()> {
    skip_front_matter(reader)?;
    while reader.next_statement() && reader.sees("%%") {
        directive::read_directive(reader)?;
    }
    let start = reader.at;
    match reader.take(|c| c.is_ascii_alphanumeric() || c == '-') {
        "graph" | "flowchart" | "flowchart-elk" => read_chart_direction(reader),
        word => reject_other_kind(reader, word, start),
    }
}

fn reject_other_kind(reader: &mut ChartReader, word: &str, start: usize) -> ParseResult<()> {
    if OTHER_KINDS.contains(&word) {
        let message = format!("this is a `{word}`, not a flowchart");
        let hint = "only blocks that begin with `flowchart` or `graph` can be printed";
        return Err(chart_error(code::CHART_KIND, start..reader.at, message, hint));
    }
    reader.at = start;
    let message = "the chart does not begin with `flowchart` or `graph`";
    let hint = "write `flowchart TD` on the first line";
    Err(chart_error(code::CHART_KIND, reader.next_word(), message, hint))
}

/// `---`, lines of YAML, `---`.
fn skip_front_matter(reader: &mut ChartReader) -> ParseResult<()> {
    reader.white_space();
    let fence = reader.at..reader.at + 3;
    if next_line(reader) != Some("---") {
        reader.at = fence.start;
        return Ok(());
    }
    while let Some(line) = next_line(reader) {
        if line == "---" {
            reader.ignore("front matter", fence);
            return Ok(());
        }
    }
    Err(syntax_error(fence, "the front matter is not closed", "end it with a line `---`"))
}

/// Reads a line; none at the end of the text.
fn next_line<'a>(reader: &mut ChartReader<'a>) -> Option<&'a str> {
    let (start, end) = (reader.at, reader.line_end());
    reader.at = (end + 1).min(reader.text.len());
    (start < reader.text.len()).then(|| reader.text[start..end].trim_end())
}

fn read_chart_direction(reader: &mut ChartReader) -> ParseResult<()> {
    reader.blanks();
    let start = reader.at;
    let word = reader.take(|c| c.is_alphanumeric());
    if !word.is_empty() {
        let unknown = || {
            let message = format!("`{word}` is not a direction");
            syntax_error(start..reader.at, message, "write `TD`, `BT`, `LR` or `RL`")
        };
        reader.draft.direction = direction_named(word).ok_or_else(unknown)?;
    }
    reader.end_of_line()
}

/// The direction that `word` means.
pub(super) fn direction_named(word: &str) -> Option<ChartDirection> {
    match word {
        "TD" | "TB" => Some(ChartDirection::Down),
        "BT" => Some(ChartDirection::Up),
        "LR" => Some(ChartDirection::Right),
        "RL" => Some(ChartDirection::Left),
        _ => None,
    }
}
