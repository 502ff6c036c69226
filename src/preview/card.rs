//! A finding as a browser shows it: with its line, and the letters of that line that it is about.

use serde::{Deserialize, Serialize};

use base::diagnostic::{Diagnostic, FindingRecord, Findings, finding_records};
use base::source::{Sources, Span};

/// A finding with its excerpt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindingCard {
    /// The finding, with its place and remedy.
    pub finding: FindingRecord,
    /// The letters of the excerpt that it is about: the first, and one past the last.
    pub marked: Option<(usize, usize)>,
    /// Its place in a text, which can be looked up on the pages.
    pub place: Option<Span>,
}

/// Returns the cards of findings, in their order.
pub fn finding_cards(findings: &Findings, sources: &Sources) -> Vec<FindingCard> {
    let records = finding_records(findings, sources).into_iter();
    let cards = records.zip(&findings.0).map(|(finding, said)| FindingCard {
        marked: marked_letters(&finding, said, sources),
        place: said.span,
        finding,
    });
    cards.collect()
}

/// Returns the letters of the excerpt that a finding is about; `None` if they are not in the excerpt.
fn marked_letters(
    record: &FindingRecord,
    finding: &Diagnostic,
    sources: &Sources,
) -> Option<(usize, usize)> {
    let (excerpt, span) = (record.excerpt()?, finding.span?);
    let meant = sources.excerpt(span).lines().next().unwrap_or_default().trim_end();
    let (_, column) = sources.get(span.source).position(span.start as usize);
    let at = excerpt.char_indices().nth(column - 1).map_or(excerpt.len(), |(at, _)| at);
    let holds = excerpt[at..].starts_with(meant);
    let at = if holds { at } else { excerpt.find(meant)? };
    let first = excerpt[..at].chars().count();
    Some((first, first + meant.chars().count().max(1)))
}
