//! Summary of findings: a line for each kind, with its first finding and the number of others.

use annotate_snippets::{Group, Renderer};

use super::print::severity_level;
use super::{Diagnostic, Findings, Severity};
use crate::text::{Sources, one_line};

/// Returns a line for each kind of warning and note, warnings first.
pub fn kinds_text(findings: &Findings, sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let kinds = finding_kinds(findings);
    let mut out = String::new();
    for kind in &kinds {
        out += &renderer.render(&[kind_line(kind, sources)]);
        out.push('\n');
    }
    out
}

/// A kind of finding.
struct FindingKind<'a> {
    /// First finding of the kind.
    first: &'a Diagnostic,
    /// Number of further findings.
    more: usize,
}

/// Returns the kinds of warnings and notes in the order of their first findings, warnings before notes.
fn finding_kinds(findings: &Findings) -> Vec<FindingKind<'_>> {
    let mut kinds: Vec<FindingKind<'_>> = Vec::new();
    for finding in findings.0.iter().filter(|f| f.code.severity != Severity::Error) {
        match kinds.iter_mut().find(|kind| kind.first.code == finding.code) {
            Some(kind) => kind.more += 1,
            None => kinds.push(FindingKind { first: finding, more: 0 }),
        }
    }
    kinds.sort_by_key(|kind| kind.first.code.severity);
    kinds
}

/// Returns the line of a kind: `warning[broken-link]: no place is called `#x` (rules.md:12); 3 more`.
fn kind_line<'a>(kind: &FindingKind<'_>, sources: &Sources) -> Group<'a> {
    let FindingKind { first, more } = kind;
    let mut words = first.message.clone();
    if let Some(place) = place_words(first, sources) {
        words += &format!(" ({place})");
    }
    if *more > 0 {
        words += &format!("; {more} more");
    }
    let title = severity_level(first.code.severity).primary_title(one_line(&words).into_owned());
    Group::with_title(title.id(first.code.name))
}

/// Returns the place of a finding, such as `rules.md:12`, or the file that it is about.
fn place_words(finding: &Diagnostic, sources: &Sources) -> Option<String> {
    let Some(span) = finding.span else { return finding.file.clone() };
    let source = sources.get(span.source);
    let (line, _) = source.position(span.start as usize);
    Some(format!("{}:{line}", source.name))
}
