//! Prints findings as text with excerpt and caret, and as JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Renderer, Snippet};
use serde::{Deserialize, Serialize};

use super::kinds::kinds_text;
use super::{Diagnostic, Findings, Severity};
use crate::text::{Sources, Span, one_line};

/// Longest line in an excerpt, in bytes; longer ones are shortened around the place.
const LONGEST_EXCERPT: usize = 400;

/// Most findings of each kind that are shown unless a person asks for all.
const MOST_SHOWN: usize = 200;

/// Amount of detail that a person wants to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Errors only.
    Errors,
    /// Errors in full, and a line for each kind of the others.
    Kinds,
    /// Each finding in full, but only the first ones of each kind.
    Most,
    /// Each finding in full.
    All,
}

/// Returns the findings for a person, the first ones of each kind; `colour` turns terminal colours on.
pub fn findings_text(findings: &Findings, sources: &Sources, colour: bool) -> String {
    detailed_text(findings, sources, Detail::Most, colour)
}

/// Returns the findings for a person, in this detail.
pub fn detailed_text(
    findings: &Findings,
    sources: &Sources,
    detail: Detail,
    colour: bool,
) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let report = |finding: &Diagnostic| renderer.render(&finding_report(finding, sources));
    let errors = || findings.0.iter().filter(|f| f.code.severity == Severity::Error);
    match detail {
        Detail::Errors => whole_findings(errors(), MOST_SHOWN, report),
        Detail::Kinds => {
            whole_findings(errors(), MOST_SHOWN, report) + &kinds_text(findings, sources, colour)
        }
        Detail::Most => whole_findings(findings.0.iter(), MOST_SHOWN, report),
        Detail::All => whole_findings(findings.0.iter(), usize::MAX, report),
    }
}

/// Returns findings in full, at most `most` of each kind.
fn whole_findings<'f>(
    findings: impl Iterator<Item = &'f Diagnostic>,
    most: usize,
    report: impl Fn(&Diagnostic) -> String,
) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = String::new();
    for finding in findings {
        let count = counts.entry(finding.code.name).or_default();
        *count += 1;
        if *count <= most {
            out += &report(finding);
            out += "\n\n";
        }
    }
    let left_out = counts.into_iter().filter(|(_, count)| *count > most);
    out.extend(left_out.map(|(name, count)| {
        let count = count - most;
        format!("{count} more findings of the kind {name} are not shown; -v shows them all\n\n")
    }));
    out
}

fn finding_report<'a>(finding: &'a Diagnostic, sources: &'a Sources) -> [Group<'a>; 1] {
    let level = severity_level(finding.code.severity);
    let mut elements: Vec<Element<'_>> = Vec::new();
    if let Some(span) = finding.span {
        elements.push(place_snippet(sources, span, AnnotationKind::Primary, ""));
    } else if let Some(file) = &finding.file {
        elements.push(annotate_snippets::Origin::path(one_line(file)).into());
    }
    if let Some((span, what)) = &finding.related {
        elements.push(place_snippet(sources, *span, AnnotationKind::Context, what));
    }
    if !finding.trail.is_empty() {
        elements.push(
            Level::NOTE
                .with_name("in")
                .message(one_line(&finding.trail.join(" > ")).into_owned())
                .into(),
        );
    }
    for hint in &finding.hints {
        elements.push(Level::HELP.message(one_line(hint)).into());
    }
    [level.primary_title(one_line(&finding.message)).id(finding.code.name).elements(elements)]
}

pub fn severity_level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Returns the lines of a place: at most three, each cut to a readable length.
fn place_snippet<'a>(
    sources: &'a Sources,
    span: Span,
    kind: AnnotationKind,
    label: &'a str,
) -> Element<'a> {
    let source = sources.get(span.source);
    let text = &source.text;
    let start = text.floor_char_boundary(span.start as usize);
    let last = line_end(text, start, 3).min(text.floor_char_boundary(start + LONGEST_EXCERPT));
    let end = text.floor_char_boundary((span.end as usize).max(start)).min(last);
    let end = start + text[start..end].trim_end().len();
    let from =
        excerpt_start(text, start, LONGEST_EXCERPT / 2).max(source.visible_start().min(start));
    let to = excerpt_end(text, end, LONGEST_EXCERPT / 2);
    let (line, _) = source.position(start);
    let mut annotation: Annotation<'a> = kind.span(start - from..end - from);
    if !label.is_empty() {
        annotation = annotation.label(label);
    }
    Snippet::source(&text[from..to])
        .path(one_line(&source.name))
        .line_start(line)
        .annotation(annotation)
        .into()
}

/// Returns the start of the line of the byte `at`, but at most about `most` bytes before it.
fn excerpt_start(text: &str, at: usize, most: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    line.max(text.floor_char_boundary(at.saturating_sub(most)))
}

fn excerpt_end(text: &str, at: usize, most: usize) -> usize {
    line_end(text, at, 1).min(text.floor_char_boundary(at + most))
}

/// Returns the end of the line that is `lines - 1` below the line of the byte `from`.
fn line_end(text: &str, from: usize, lines: usize) -> usize {
    text[from..].match_indices('\n').nth(lines - 1).map_or(text.len(), |(at, _)| from + at)
}

/// A finding as data; `line` and `column` count from 1, `column` in characters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindingRecord {
    pub(crate) code: Cow<'static, str>,
    pub(crate) severity: Severity,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    pub(crate) message: String,
    pub(crate) hints: Vec<String>,
    /// Headings above the place, outermost first.
    trail: Vec<String>,
    /// Line of the place.
    excerpt: Option<String>,
}

impl FindingRecord {
    /// Returns its severity.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the name of its kind.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Returns the line of the place.
    pub fn excerpt(&self) -> Option<&str> {
        self.excerpt.as_deref()
    }
}

/// Returns all findings as data.
pub fn finding_records(findings: &Findings, sources: &Sources) -> Vec<FindingRecord> {
    findings.0.iter().map(|finding| finding_record(finding, sources)).collect()
}

fn finding_record(finding: &Diagnostic, sources: &Sources) -> FindingRecord {
    let place = finding.span.map(|span| (sources.get(span.source), span));
    let position = place.map(|(source, span)| source.position(span.start as usize));
    FindingRecord {
        code: Cow::Borrowed(finding.code.name),
        severity: finding.code.severity,
        file: place.map(|(source, _)| source.name.clone()).or(finding.file.clone()),
        line: position.map(|(line, _)| line),
        column: position.map(|(_, column)| column),
        message: finding.message.clone(),
        hints: finding.hints.clone(),
        trail: finding.trail.clone(),
        excerpt: place.map(|(source, span)| line_at(&source.text, span.start as usize).to_owned()),
    }
}

/// Returns the line of a byte, cut to a readable length around it.
fn line_at(text: &str, byte: usize) -> &str {
    let start = text.floor_char_boundary(byte);
    let from = excerpt_start(text, start, LONGEST_EXCERPT);
    text[from..excerpt_end(text, start, LONGEST_EXCERPT)].trim_end()
}
