//! Trails of findings: the headings above each of them.

use std::collections::BTreeMap;

use base::diagnostic::Findings;
use base::source::{SourceId, Span};
use document::{BlockKind, Document, Heading, quoted_inlines};

/// The start of a heading in its source.
type HeadingPlace = (SourceId, u32);

/// A title with the index of the heading above it. That index is always smaller, so every trail ends.
struct HeadingTrail {
    title: String,
    place: HeadingPlace,
    above: Option<usize>,
}

/// The headings of a document, in reading order, with the last one at each place.
///
/// A title that is made from the name of a file has the place of the first heading of that file.
struct Headings {
    trails: Vec<HeadingTrail>,
    last_at: BTreeMap<HeadingPlace, usize>,
}

/// Adds the titles of the headings above it to each finding.
pub fn add_trails(document: &Document, findings: &mut Findings) {
    let headings = collect_headings(document);
    for finding in &mut findings.0 {
        if let Some(span) = finding.span.filter(|_| finding.trail.is_empty()) {
            finding.trail = headings.trail_of(span);
        }
    }
}

fn collect_headings(document: &Document) -> Headings {
    let mut headings = Headings { trails: Vec::new(), last_at: BTreeMap::new() };
    let mut open: Vec<(u8, usize)> = Vec::new();
    for block in &document.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            let place = (block.span.source, block.span.start);
            while open
                .pop_if(|(level, at)| {
                    *level >= heading.level || headings.trails[*at].place.0 != place.0
                })
                .is_some()
            {}
            let index = headings.trails.len();
            let above = open.last().map(|(_, at)| *at);
            headings.trails.push(HeadingTrail { title: numbered_title(heading), place, above });
            headings.last_at.insert(place, index);
            open.push((heading.level, index));
        }
    }
    headings
}

/// `3.2 The title`
fn numbered_title(heading: &Heading) -> String {
    let title = format!("{} {}", heading.address, quoted_inlines(&heading.content));
    title.trim().to_owned()
}

impl Headings {
    /// Returns the titles above a place, from the highest level on.
    fn trail_of(&self, span: Span) -> Vec<String> {
        let above = |heading: &HeadingTrail| Some(&self.trails[heading.above?]);
        let mut before = self.last_at.range((span.source, 0)..=(span.source, span.start));
        let last = before.next_back().map(|(_, at)| &self.trails[*at]);
        // A title is not in its own text.
        let last = last.and_then(|last| match last.place.1 == span.start {
            true => above(last),
            false => Some(last),
        });
        let trail = std::iter::successors(last, |heading| above(heading));
        let mut titles: Vec<String> = trail.map(|heading| heading.title.clone()).collect();
        titles.reverse();
        titles
    }
}
