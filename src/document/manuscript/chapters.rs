//! Chapters as one document. In: the texts of the chapters, in the order of the book. Out: one tree,
//! every footnote under a label of its own.

use crate::diagnostic::Findings;
use crate::document::{Document, Inline, InlineKind, parse_text, walk};
use crate::source::{SourceId, Sources};

/// All chapters as one tree.
pub(super) fn join_chapters(
    chapters: &[SourceId],
    sources: &Sources,
    findings: &mut Findings,
) -> Document {
    let mut document = Document::default();
    for (nth, chapter) in chapters.iter().enumerate() {
        let chapter = parse_text(sources, *chapter, findings);
        append_chapter(&mut document, chapter, nth);
    }
    document
}

/// Adds a chapter file; its footnote labels are its own.
fn append_chapter(document: &mut Document, mut chapter: Document, nth: usize) {
    if nth > 0 {
        prefix_footnotes(&mut chapter, nth);
    }
    document.title = document.title.take().or(chapter.title);
    document.language = document.language.take().or(chapter.language);
    document.blocks.append(&mut chapter.blocks);
    document.footnotes.append(&mut chapter.footnotes);
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
