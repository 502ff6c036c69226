//! In: the text of a Mermaid block. Out: the chart and remarks on its text. Everything that Mermaid
//! reads in one way is read in that way; what Mermaid refuses but can only mean one thing is read
//! with a remark and its fix; the rest is an error.

mod chain;
mod click;
mod label_end;
mod decode;
mod directive;
mod draft;
mod subgraph;
mod header;
mod label;
mod link;
mod metadata;
mod node;
mod reader;
mod resolve;
mod shape;
mod statement;
mod stroke;

use super::{Chart, ChartFinding, TextEdit, codes};
use reader::ChartReader;

/// More boxes than this are an error.
pub(super) const MAX_NODES: usize = 2_000;
/// More lines than this are an error.
pub(super) const MAX_EDGES: usize = 5_000;
/// Longer labels than this, in characters, are an error.
pub(super) const MAX_LABEL: usize = 2_000;
/// Deeper nesting of frames than this is an error.
pub(super) const MAX_DEPTH: usize = 30;

/// The chart that `text` says, and remarks on it in the order of their places; no chart when one of
/// them is an error.
pub fn parse_chart(text: &str) -> (Option<Chart>, Vec<ChartFinding>) {
    let mut reader = ChartReader::new(text);
    let chart = parse_statements(&mut reader);
    let mut remarks = reader.findings;
    remarks.sort_by_key(|remark| remark.place.start);
    (chart.filter(|_| remarks.iter().all(|remark| !remark.error)), remarks)
}

fn parse_statements(reader: &mut ChartReader) -> Option<Chart> {
    if let Err(remark) = header::read_header(reader) {
        reader.findings.push(*remark);
        return None;
    }
    while reader.next_statement() {
        let before = reader.findings.len();
        if let Err(remark) = statement::read_statement(reader) {
            let fatal = remark.code == codes::TOO_LARGE;
            reader.skip_line(remark.place.end);
            // A fix would settle how a part of this statement is read, while the whole of it is not
            // clear.
            reader.findings.truncate(before);
            reader.findings.push(*remark);
            if fatal {
                return None;
            }
        }
    }
    let draft = std::mem::take(&mut reader.draft);
    resolve::resolve_chart(draft, reader.text, &mut reader.findings)
}

/// The text with the fixes of all remarks applied: it says the same chart, and needs no further
/// fix.
pub fn apply_fixes(text: &str, remarks: &[ChartFinding]) -> String {
    let mut fixes: Vec<&TextEdit> =
        remarks.iter().filter_map(|remark| remark.fix.as_ref()).collect();
    fixes.sort_by_key(|fix| (fix.place.start, fix.place.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for fix in fixes {
        if fix.place.start >= done {
            out += &text[done..fix.place.start];
            out += &fix.text;
            done = fix.place.end;
        }
    }
    out + &text[done..]
}
