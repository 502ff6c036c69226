//! Reads a chart. In: the text of a Mermaid block. Out: the chart and findings in its text. Text
//! with one meaning in Mermaid is read with that meaning. Text that Mermaid refuses but that can
//! only mean one thing is read with a finding and its fix. Everything else is an error.

mod front;
mod header;
mod statement;
mod directive;
mod click;
mod subgraph;
mod chain;
mod node;
mod link;
mod stroke;
mod shape;
mod metadata;
mod label;
mod label_text;
mod label_end;
mod decode;
mod entity;
mod reader;
mod draft;
mod resolve;

use super::{Chart, ChartFinding};
use base::diagnostic::code;
use reader::ChartReader;

/// Most boxes of a chart.
const MAX_NODES: usize = 2_000;
/// Most lines of a chart.
const MAX_EDGES: usize = 5_000;
/// Longest label, in characters.
const MAX_LABEL: usize = 2_000;
/// Deepest nesting of subgraphs.
const MAX_DEPTH: usize = 30;

/// Returns the chart in `text`, and findings in the order of their places; no chart if a finding is
/// fatal.
pub fn parse_chart(text: &str) -> (Option<Chart>, Vec<ChartFinding>) {
    let mut reader = ChartReader::new(text);
    let chart = parse_statements(&mut reader);
    let mut findings = reader.findings;
    findings.sort_by_key(|finding| finding.place.start);
    let fatal = findings.iter().any(ChartFinding::is_fatal);
    (chart.filter(|_| !fatal), findings)
}

fn parse_statements(reader: &mut ChartReader) -> Option<Chart> {
    if let Err(finding) = reader.read_header() {
        reader.findings.push(*finding);
        return None;
    }
    while reader.next_statement() {
        let before = reader.findings.len();
        if let Err(finding) = reader.read_statement() {
            skip_statement(reader, *finding, before)?;
        }
    }
    let draft = std::mem::take(&mut reader.draft);
    Some(resolve::resolve_chart(draft, reader.text, &mut reader.findings))
}

/// Continues after a statement that cannot be read; `None` after a limit was exceeded. The `before`
/// findings from earlier statements stay. Those in this statement are removed, because a fix would
/// settle a part of it while the whole is unclear.
fn skip_statement(reader: &mut ChartReader, finding: ChartFinding, before: usize) -> Option<()> {
    let too_large = finding.code == code::CHART_TOO_LARGE;
    reader.skip_line(finding.place.end);
    reader.findings.truncate(before);
    reader.findings.push(finding);
    (!too_large).then_some(())
}
