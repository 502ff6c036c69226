//! `check --fix`: makes the edits of findings in the author's files.

use std::collections::BTreeMap;
use std::path::Path;

use super::console::{print_error, print_out};
use super::write::{Before, WriteFailure, write_source};
use base::diagnostic::Findings;
use base::source::{Source, SourceId, Sources, Span};
use base::text::one_line;

/// An edit of one text.
struct TextEdit<'a> {
    place: Span,
    /// The replacement.
    text: &'a str,
    /// Message of the finding that it fixes.
    message: &'a str,
}

/// Makes every edit and prints each; of two that overlap, the first in the text wins and the other is left
/// for the next run. Returns the number of edits, and findings about files that could not be written.
pub fn apply_fixes(findings: &Findings, sources: &Sources) -> (usize, Findings) {
    let (mut mended, mut unwritten) = (0, Findings::default());
    for (id, edits) in edits_by_text(findings) {
        match edit_file(sources, id, &edits) {
            Ok(count) => mended += count,
            Err(failure) => unwritten.push(failure.finding()),
        }
    }
    (mended, unwritten)
}

/// Makes the edits of one file, and returns their number.
fn edit_file(
    sources: &Sources,
    id: SourceId,
    edits: &[TextEdit<'_>],
) -> Result<usize, WriteFailure> {
    let source = sources.get(id);
    let Ok(path) = sources.real_path(&source.path) else {
        return Err(WriteFailure::no_file(Path::new(&source.name)));
    };
    if !source.is_whole {
        return Err(WriteFailure::unreadable(&path));
    }
    let (text, made) = edited_text(&source.text, edits);
    write_source(&path, text, Before::Bytes(source.bytes()))?;
    print_out(format_args!("{}\n", one_line(&source.name)));
    for edit in &made {
        let (line, _) = source.position(edit.place.start as usize);
        tell_mended(source, line, &one_line(edit.message));
    }
    if source.bytes() != source.text.as_bytes() {
        tell_mended(source, 1, "the file is saved as UTF-8 with Unix line ends");
    }
    Ok(made.len())
}

fn tell_mended(source: &Source, line: usize, what: &str) {
    print_error(format_args!("fixed {}:{line}: {what}\n", one_line(&source.name)));
}

/// Returns the edits of each text, in text order.
fn edits_by_text(findings: &Findings) -> BTreeMap<SourceId, Vec<TextEdit<'_>>> {
    let mut edits: BTreeMap<SourceId, Vec<TextEdit<'_>>> = BTreeMap::new();
    for finding in &findings.0 {
        if let Some((place, text)) = &finding.fix {
            let edit = TextEdit { place: *place, text, message: &finding.message };
            edits.entry(place.source).or_default().push(edit);
        }
    }
    for edits in edits.values_mut() {
        edits.sort_by_key(|edit| edit.place);
        edits.dedup_by(|a, b| (a.place, a.text) == (b.place, b.text));
    }
    edits
}

/// Returns `text` with the edits that do not overlap an earlier one, and those edits.
fn edited_text<'e, 'a>(text: &str, edits: &'e [TextEdit<'a>]) -> (String, Vec<&'e TextEdit<'a>>) {
    let (mut out, mut at, mut made) = (String::with_capacity(text.len()), 0, Vec::new());
    for edit in edits {
        let range = edit.place.range();
        let Some(before) = text.get(at..range.start) else { continue };
        out.push_str(before);
        out.push_str(edit.text);
        at = range.end;
        made.push(edit);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, made)
}
