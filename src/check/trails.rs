//! The headings that each finding stands under.

use std::collections::BTreeMap;

use crate::diagnostic::Findings;
use crate::document::{BlockKind, Document, quoted_inlines};
use crate::source::{SourceId, Span};

/// The start of a heading in its source.
type HeadingPlace = (SourceId, u32);

/// A title with the place of the one above it.
struct HeadingTrail {
    title: String,
    above: Option<HeadingPlace>,
}

/// Every heading by its place.
type Headings = BTreeMap<HeadingPlace, HeadingTrail>;

/// Gives each finding the headings it stands under.
pub(super) fn add_trails(document: &Document, findings: &mut Findings) {
    let headings = collect_headings(document);
    for finding in &mut findings.0 {
        if let Some(span) = finding.span.filter(|_| finding.trail.is_empty()) {
            finding.trail = trail_of(span, &headings);
        }
    }
}

fn collect_headings(document: &Document) -> Headings {
    let mut headings = Headings::new();
    let mut open: Vec<(u8, HeadingPlace)> = Vec::new();
    for block in &document.blocks {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        let place = (block.span.source, block.span.start);
        let closes =
            |(level, above): &(u8, HeadingPlace)| *level >= heading.level || above.0 != place.0;
        while open.last().is_some_and(closes) {
            open.pop();
        }
        let title = format!("{} {}", heading.address, quoted_inlines(&heading.content));
        let above = open.last().map(|(_, place)| *place);
        headings.insert(place, HeadingTrail { title: title.trim().to_owned(), above });
        open.push((heading.level, place));
    }
    headings
}

/// The titles above a place, from the highest on; a title does not stand under itself.
fn trail_of(span: Span, headings: &Headings) -> Vec<String> {
    let before = headings.range((span.source, 0)..=(span.source, span.start)).next_back();
    let mut at = match before {
        Some((place, heading)) if place.1 == span.start => heading.above,
        before => before.map(|(place, _)| *place),
    };
    let mut titles = Vec::new();
    while let Some(heading) = at.and_then(|place| headings.get(&place)) {
        titles.push(heading.title.clone());
        at = heading.above;
    }
    titles.reverse();
    titles
}
