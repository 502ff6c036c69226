//! What comes before the boxes: front matter, settings, and the line that says which way the chart
//! runs.

use super::super::{ChartDirection, codes};
use super::directive;
use super::reader::{ChartReader, ParseResult, parse_error};

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
    while reader.next_statement() && reader.rest().starts_with("%%") {
        directive::read_directive(reader)?;
    }
    let start = reader.at;
    let word = reader.take(|c| c.is_ascii_alphanumeric() || c == '-');
    match word {
        "graph" | "flowchart" | "flowchart-elk" => read_chart_direction(reader),
        _ if OTHER_KINDS.contains(&word) => {
            let message = format!("this is a `{word}`, not a flowchart");
            let hint = "only blocks that begin with `flowchart` or `graph` can be printed";
            Err(parse_error(codes::KIND, start..reader.at, message, hint))
        }
        _ => {
            reader.at = start;
            let place = reader.next_word();
            let hint = "write `flowchart TD` on the first line";
            Err(parse_error(
                codes::KIND,
                place,
                "the chart does not begin with `flowchart` or `graph`",
                hint,
            ))
        }
    }
}

/// `---`, lines of YAML, `---`.
fn skip_front_matter(reader: &mut ChartReader) -> ParseResult<()> {
    reader.take(|c| c.is_ascii_whitespace());
    let start = reader.at;
    while reader.at < reader.text.len() {
        let end = reader.line_end();
        let fence = reader.text[reader.at..end].trim_end() == "---";
        if reader.at == start && !fence {
            return Ok(());
        }
        let closed = fence && reader.at > start;
        reader.at = (end + 1).min(reader.text.len());
        if closed {
            reader.ignore("front matter", start..start + 3);
            return Ok(());
        }
    }
    match reader.at == start {
        true => Ok(()),
        false => Err(parse_error(
            codes::SYNTAX,
            start..start + 3,
            "the front matter is not closed",
            "end it with a line `---`",
        )),
    }
}

fn read_chart_direction(reader: &mut ChartReader) -> ParseResult<()> {
    reader.blanks();
    let start = reader.at;
    let word = reader.take(|c| c.is_alphanumeric());
    if !word.is_empty() {
        reader.draft.direction = match direction_named(word) {
            Some(direction) => direction,
            None => {
                let message = format!("`{word}` is not a direction");
                return Err(parse_error(
                    codes::SYNTAX,
                    start..reader.at,
                    message,
                    "write `TD`, `BT`, `LR` or `RL`",
                ));
            }
        };
    }
    reader.end_of_statement("the end of the line")
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
