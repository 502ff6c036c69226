//! `check --fix`: the edits that findings carry, made in the author's files.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::diagnostic::Findings;
use crate::source::{SourceId, Sources, Span};

/// Makes every edit; where two overlap, the first in the text wins and the other is left for the
/// next time. Gives how many were made.
pub(super) fn apply_fixes(findings: &Findings, sources: &Sources) -> Result<usize> {
    let mut edits: BTreeMap<SourceId, Vec<(Span, &str)>> = BTreeMap::new();
    for (span, text) in findings.0.iter().filter_map(|finding| finding.fix.as_ref()) {
        edits.entry(span.source).or_default().push((*span, text));
    }
    let mut made = 0;
    for (id, mut edits) in edits {
        let source = sources.get(id);
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        edits.dedup();
        let (text, count) = edited_text(&source.text, &edits);
        made += count;
        let path = sources.root().join(&source.path);
        std::fs::write(&path, text).with_context(|| format!("can not write `{}`", source.name))?;
        super::print_out(format_args!("{}\n", source.name));
    }
    Ok(made)
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
