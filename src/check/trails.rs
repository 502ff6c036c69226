//! The headings that each finding stands under.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Findings};
use crate::document::{BlockKind, Document, Heading, quoted_inlines};
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
    findings.0.iter_mut().for_each(|finding| add_trail(finding, &headings));
}

fn add_trail(finding: &mut Diagnostic, headings: &Headings) {
    if let Some(span) = finding.span.filter(|_| finding.trail.is_empty()) {
        finding.trail = trail_of(span, headings);
    }
}

fn collect_headings(document: &Document) -> Headings {
    let mut headings = Headings::new();
    let mut open: Vec<(u8, HeadingPlace)> = Vec::new();
    for block in &document.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            let place = (block.span.source, block.span.start);
            let above = heading_above(&mut open, heading.level, place);
            headings.insert(place, HeadingTrail { title: numbered_title(heading), above });
            open.push((heading.level, place));
        }
    }
    headings
}

/// Closes the headings that one of this level does not stand under; the last that stays open.
fn heading_above(
    open: &mut Vec<(u8, HeadingPlace)>,
    level: u8,
    place: HeadingPlace,
) -> Option<HeadingPlace> {
    while open.pop_if(|(own, above)| *own >= level || above.0 != place.0).is_some() {}
    open.last().map(|(_, place)| *place)
}

/// `3.2 The title`
fn numbered_title(heading: &Heading) -> String {
    let title = format!("{} {}", heading.address, quoted_inlines(&heading.content));
    title.trim().to_owned()
}

/// The titles above a place, from the highest on.
fn trail_of(span: Span, headings: &Headings) -> Vec<String> {
    let next = |heading: &&HeadingTrail| headings.get(&heading.above?);
    let last = last_heading(span, headings);
    let mut titles: Vec<String> =
        std::iter::successors(last, next).map(|heading| heading.title.clone()).collect();
    titles.reverse();
    titles
}

/// The heading that a place stands under; a title does not stand under itself.
fn last_heading(span: Span, headings: &Headings) -> Option<&HeadingTrail> {
    let mut before = headings.range((span.source, 0)..=(span.source, span.start));
    let (place, heading) = before.next_back()?;
    if place.1 == span.start { headings.get(&heading.above?) } else { Some(heading) }
}
