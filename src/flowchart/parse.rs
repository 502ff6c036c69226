//! In: the text of a Mermaid block. Out: the chart and remarks on its text. Everything that Mermaid
//! reads in one way is read in that way; what Mermaid refuses but can only mean one thing is read
//! with a remark and its fix; the rest is an error.

mod chain;
mod click;
mod close;
mod decode;
mod directive;
mod draft;
mod group;
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

use super::{Chart, Fix, Remark, codes};
use reader::Reader;

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
pub fn parse(text: &str) -> (Option<Chart>, Vec<Remark>) {
    let mut reader = Reader::new(text);
    let chart = read(&mut reader);
    let mut remarks = reader.remarks;
    remarks.sort_by_key(|remark| remark.place.start);
    (chart.filter(|_| remarks.iter().all(|remark| !remark.error)), remarks)
}

fn read(reader: &mut Reader) -> Option<Chart> {
    if let Err(remark) = header::read(reader) {
        reader.remarks.push(*remark);
        return None;
    }
    while reader.next_statement() {
        let before = reader.remarks.len();
        if let Err(remark) = statement::read(reader) {
            let fatal = remark.code == codes::TOO_LARGE;
            reader.skip_line(remark.place.end);
            // A fix would settle how a part of this statement is read, while the whole of it is not
            // clear.
            reader.remarks.truncate(before);
            reader.remarks.push(*remark);
            if fatal {
                return None;
            }
        }
    }
    let draft = std::mem::take(&mut reader.draft);
    resolve::chart(draft, reader.text, &mut reader.remarks)
}

/// The text with the fixes of all remarks applied: it says the same chart, and needs no further
/// fix.
pub fn fix(text: &str, remarks: &[Remark]) -> String {
    let mut fixes: Vec<&Fix> = remarks.iter().filter_map(|remark| remark.fix.as_ref()).collect();
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
