//! Reads a chart. In: the text of a Mermaid block. Out: the chart and findings in its text.
//! Everything that Mermaid reads in one way is read in that way; what Mermaid refuses but can only
//! mean one thing is read with a finding and its fix; the rest is an error.

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

/// More boxes than this are an error.
const MAX_NODES: usize = 2_000;
/// More lines than this are an error.
const MAX_EDGES: usize = 5_000;
/// Longer labels than this, in characters, are an error.
const MAX_LABEL: usize = 2_000;
/// Deeper nesting of subgraphs than this is an error.
const MAX_DEPTH: usize = 30;

/// The chart that `text` says, and findings in the order of their places; no chart when one of them
/// is fatal.
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

/// Goes on behind a statement that cannot be read; `None` when a limit was hit. The `before`
/// findings from earlier statements stay; those in this statement go, because a fix would settle
/// how a part of it is read while the whole is not clear.
fn skip_statement(reader: &mut ChartReader, finding: ChartFinding, before: usize) -> Option<()> {
    let too_large = finding.code == code::CHART_TOO_LARGE;
    reader.skip_line(finding.place.end);
    reader.findings.truncate(before);
    reader.findings.push(finding);
    (!too_large).then_some(())
}
