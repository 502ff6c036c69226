//! `check --fix`: the edits that findings carry, made in the author's files.

use std::collections::BTreeMap;
use std::path::Path;

use super::console::print_out;
use super::write::{Before, WriteFailure, write_source};
use crate::diagnostic::Findings;
use crate::source::{SourceId, Sources, Span};

/// Edits of one text, each with its place.
type TextEdits<'a> = Vec<(Span, &'a str)>;

/// Makes every edit; where two overlap, the first in the text wins and the other is left for the
/// next time. Gives how many were made, and which files could not be written.
pub(super) fn apply_fixes(findings: &Findings, sources: &Sources) -> (usize, Findings) {
    let (mut mended, mut unwritten) = (0, Findings::default());
    for (id, edits) in edits_by_text(findings) {
        match edit_file(sources, id, &edits) {
            Ok(count) => mended += count,
            Err(failure) => unwritten.push(failure.finding()),
        }
    }
    (mended, unwritten)
}

/// Makes the edits of one file, and gives how many were made.
fn edit_file(
    sources: &Sources,
    id: SourceId,
    edits: &[(Span, &str)],
) -> Result<usize, WriteFailure> {
    let source = sources.get(id);
    let Ok(path) = sources.real_path(&source.path) else {
        return Err(WriteFailure::no_file(Path::new(&source.name)));
    };
    if !source.is_whole {
        return Err(WriteFailure::unreadable(&path));
    }
    let (text, count) = edited_text(&source.text, edits);
    write_source(&path, text, Before::Bytes(source.bytes()))?;
    print_out(format_args!("{}\n", source.name));
    Ok(count)
}

/// The edits of each text, in its order.
fn edits_by_text(findings: &Findings) -> BTreeMap<SourceId, TextEdits<'_>> {
    let mut edits: BTreeMap<SourceId, TextEdits<'_>> = BTreeMap::new();
    for (span, text) in findings.0.iter().filter_map(|finding| finding.fix.as_ref()) {
        edits.entry(span.source).or_default().push((*span, text));
    }
    for edits in edits.values_mut() {
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        edits.dedup();
    }
    edits
}

/// `text` with the edits that do not overlap an earlier one, and how many those are.
fn edited_text(text: &str, edits: &[(Span, &str)]) -> (String, usize) {
    let (mut out, mut at, mut count) = (String::with_capacity(text.len()), 0, 0);
    for (span, new) in edits {
        let range = span.range();
        let Some(before) = text.get(at..range.start) else { continue };
        out.push_str(before);
        out.push_str(new);
        at = range.end;
        count += 1;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, count)
}
