//! Findings that need the whole manuscript: open places, empty sections, tables without headers,
//! notes without use.

mod briefs;
mod charts;

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    self, Block, BlockKind, Document, Inline, InlineKind, Manuscript, quoted_inlines, short_quote,
    walk,
};
use crate::source::{SourceId, Span};

/// Takes away what waited for the picture of a play area, which is drawn now.
pub fn settle_play_areas(manuscript: &mut Manuscript, findings: &mut Findings) {
    for span in document::play_area::drop_picture_todos(&mut manuscript.document.blocks) {
        let message =
            "the play area below is drawn; this place that waited for a picture is left out";
        findings.push(
            Diagnostic::at(code::DRAWN_AREA, span, message).hint("take this line out of the text"),
        );
    }
}

/// Checks a manuscript.
pub fn check_manuscript(manuscript: &Manuscript, findings: &mut Findings) {
    let document = &manuscript.document;
    check_empty_sections(&document.blocks, findings);
    charts::check_charts(manuscript, findings);
    briefs::check_briefs(manuscript, findings);
    walk::each_block(&document.blocks, &mut |block| check_block(block, findings));
    check_footnotes(document, findings);
    check_leftovers(document, findings);
    add_trails(document, findings);
}

fn check_block(block: &Block, findings: &mut Findings) {
    match &block.kind {
        BlockKind::Todo(inlines) => {
            let message = format!("this place is open: `{}`", quoted_inlines(inlines));
            let hint = "it prints as a marked place; write the text, or let a scenario fill it";
            findings.push(Diagnostic::at(code::OPEN_TODO, block.span, message).hint(hint));
        }
        BlockKind::Table(table)
            if table.header_rows == 0
                && !table.is_diagram()
                && !block.attributes.has_class("play-area") =>
        {
            let message = "this table has no header row; a screen reader can not name its columns";
            let hint = "mark the cells of the first row with <th>";
            findings.push(Diagnostic::at(code::NO_HEADER, block.span, message).hint(hint));
        }
        _ => {}
    }
}

/// A title followed by a title of the same or a higher level, or by nothing.
fn check_empty_sections(blocks: &[Block], findings: &mut Findings) {
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        let empty = match blocks.get(at + 1).map(|next| &next.kind) {
            None => true,
            Some(BlockKind::Heading(next)) => next.level <= heading.level,
            Some(_) => false,
        };
        if empty {
            let message = format!("the section `{}` is empty", quoted_inlines(&heading.content));
            findings.push(
                Diagnostic::at(code::EMPTY_SECTION, block.span, message)
                    .hint("write its text or delete its title"),
            );
        }
    }
}

/// Footnotes that nothing refers to, and references without a note.
fn check_footnotes(document: &Document, findings: &mut Findings) {
    for note in document.unused_footnotes() {
        let message = format!(
            "nothing refers to the footnote `{}`; it is printed at the end",
            short_quote(&note.label)
        );
        let hint = format!("write [^{}] where it belongs", short_quote(&note.label));
        findings.push(Diagnostic::at(code::UNKNOWN_FOOTNOTE, note.span, message).hint(hint));
    }
}

/// Marks that stayed text: braces that open like attributes, and references to footnotes that are
/// not there.
fn check_leftovers(document: &Document, findings: &mut Findings) {
    let notes = document.footnotes.iter().map(|note| &note.blocks);
    for blocks in std::iter::once(&document.blocks).chain(notes) {
        walk::each_block(blocks, &mut |block| check_unread_pairs(block, findings));
        walk::each_inline(blocks, &mut |inline| {
            let InlineKind::Text(text) = &inline.kind else { return };
            for (at, part) in marked_parts(text, "[^", ']') {
                let message = format!("there is no footnote `{}`", &part[2..part.len() - 1]);
                let finding = Diagnostic::at(
                    code::UNKNOWN_FOOTNOTE,
                    part_span(inline, text, at, part),
                    message,
                );
                findings.push(
                    finding.hint(format!("write {part}: and its text on a line of their own")),
                );
            }
            let braces =
                ["{#", "{.", "{="].into_iter().flat_map(|mark| marked_parts(text, mark, '}'));
            let value = |part: &str| part.starts_with("{=") && !part.contains(char::is_whitespace);
            for (at, part) in braces.filter(|(_, part)| !value(part)) {
                let message = format!("`{part}` can not be understood and is printed as it is");
                let finding = Diagnostic::at(
                    code::UNKNOWN_ATTRIBUTE,
                    part_span(inline, text, at, part),
                    message,
                );
                findings.push(finding.hint(
                    "write {#name}, {.class}, {key=value} or {=value}, names without blanks",
                ));
            }
        });
    }
}

/// Words in the braces of a title that are no attribute.
fn check_unread_pairs(block: &Block, findings: &mut Findings) {
    for (key, _) in block.attributes.pairs.iter().filter(|(_, value)| value.is_empty()) {
        let message = format!("`{}` in braces can not be understood", short_quote(key));
        let finding = Diagnostic::at(code::UNKNOWN_ATTRIBUTE, block.span, message);
        findings.push(finding.hint("write {#name}, {.class} or {key=value}, names without blanks"));
    }
}

/// The pieces of `text` from `open` to `close`, on one line and short, with where they begin.
fn marked_parts<'a>(
    text: &'a str,
    open: &'a str,
    close: char,
) -> impl Iterator<Item = (usize, &'a str)> {
    const LONGEST: usize = 80;
    text.match_indices(open).filter_map(move |(at, _)| {
        let rest = &text[at..];
        let end = rest.char_indices().take(LONGEST).find(|(_, c)| *c == close)?.0;
        (end > open.len()).then(|| (at, &rest[..=end]))
    })
}

/// The place of a piece of an inline of text, when the text is as it was written.
fn part_span(inline: &Inline, text: &str, at: usize, part: &str) -> Span {
    let start = inline.span.start as usize + at;
    if text.len() != inline.span.range().len() {
        return inline.span;
    }
    Span::new(inline.span.source, start..start + part.len())
}

/// Gives each finding the headings it stands under.
pub fn add_trails(document: &Document, findings: &mut Findings) {
    let mut headings: BTreeMap<(SourceId, u32), HeadingTrail> = BTreeMap::new();
    let mut open: Vec<(u8, (SourceId, u32))> = Vec::new();
    for block in &document.blocks {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        let place = (block.span.source, block.span.start);
        while open
            .last()
            .is_some_and(|(level, (source, _))| *level >= heading.level || *source != place.0)
        {
            open.pop();
        }
        let title =
            format!("{} {}", heading.address, quoted_inlines(&heading.content)).trim().to_owned();
        headings.insert(place, HeadingTrail { title, above: open.last().map(|(_, place)| *place) });
        open.push((heading.level, place));
    }
    for finding in &mut findings.0 {
        let Some(span) = finding.span.filter(|_| finding.trail.is_empty()) else { continue };
        let before = headings.range((span.source, 0)..=(span.source, span.start)).next_back();
        let mut at = match before {
            Some((place, heading)) if place.1 == span.start => heading.above,
            before => before.map(|(place, _)| *place),
        };
        while let Some(heading) = at.and_then(|place| headings.get(&place)) {
            finding.trail.insert(0, heading.title.clone());
            at = heading.above;
        }
    }
}

/// A title with the place of the one above it.
struct HeadingTrail {
    title: String,
    above: Option<(SourceId, u32)>,
}
