//! Chapters as one document. In: the texts of the chapters, in the order of the book. Out: one tree,
//! every footnote under a label of its own.

use super::headings::has_heading;
use crate::diagnostic::Findings;
use crate::document::{Block, BlockKind, Document, Heading, Inline, InlineKind, parse_text, walk};
use crate::source::{SourceId, Sources, Span};

/// All chapters as one tree.
pub(super) fn join_chapters(
    chapters: &[SourceId],
    sources: &Sources,
    findings: &mut Findings,
) -> Document {
    let mut document = Document::default();
    for (nth, id) in chapters.iter().enumerate() {
        let chapter = parse_text(sources, *id, findings);
        append_chapter(&mut document, chapter, (nth, Span::new(*id, 0..0)));
    }
    document
}

/// Adds the nth chapter file, which begins at `top`; its footnote labels are its own.
fn append_chapter(document: &mut Document, mut chapter: Document, (nth, top): (usize, Span)) {
    if nth > 0 {
        prefix_footnotes(&mut chapter, nth);
        open_with_title(&mut chapter, top);
    }
    document.title = document.title.take().or(chapter.title);
    document.subtitle = document.subtitle.take().or(chapter.subtitle);
    document.edition = document.edition.take().or(chapter.edition);
    document.date = document.date.take().or(chapter.date);
    if document.language.is_none() {
        document.language = chapter.language;
        document.language_place = chapter.language_place;
    }
    if document.authors.is_empty() {
        document.authors = chapter.authors;
    }
    document.blocks.append(&mut chapter.blocks);
    document.footnotes.append(&mut chapter.footnotes);
}

/// Puts the title that front matter or the HTML head gives a chapter above its text, unless a
/// heading says it.
fn open_with_title(chapter: &mut Document, top: Span) {
    let Some(title) = chapter.title.take() else { return };
    let opens = chapter.blocks.first().is_some_and(|first| first.heading_level() == Some(1));
    if !opens && !has_heading(&chapter.blocks, &title) {
        let heading = Heading::new(1, vec![Inline::text(title, top)]);
        chapter.blocks.insert(0, Block::new(BlockKind::Heading(heading), top));
    }
}

/// Makes the footnote labels of a chapter differ from those of all others.
fn prefix_footnotes(chapter: &mut Document, nth: usize) {
    for blocks in chapter.bodies_mut() {
        walk::each_inline_mut(blocks, &mut |inline| prefix_reference(inline, nth));
    }
    for note in &mut chapter.footnotes {
        note.label = format!("{nth}/{}", note.label);
    }
}

fn prefix_reference(inline: &mut Inline, nth: usize) {
    if let InlineKind::FootnoteRef(label) = &mut inline.kind {
        *label = format!("{nth}/{label}");
    }
}
