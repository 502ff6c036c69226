//! Footnotes of sheet.md and cards.md. Panels have no foot, so a note is printed in round brackets at its
//! mark.

use super::PageKind;
use crate::{Attributes, BlockKind, Document, Footnote, Inline, InlineKind, plain_text, walk};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;

/// Replaces each mark by its note. Returns the places of unused notes, which are reported.
pub fn print_notes(page: &mut Document, kind: PageKind, findings: &mut Findings) -> Vec<Span> {
    let unused: Vec<Diagnostic> =
        page.unused_footnotes().map(|note| unused_note(note, kind)).collect();
    let places = unused.iter().filter_map(|finding| finding.span).collect();
    findings.0.extend(unused);
    let notes = std::mem::take(&mut page.footnotes);
    walk::each_inline_mut(&mut page.blocks, &mut |inline| {
        if let InlineKind::FootnoteRef(label) = &inline.kind
            && let Some(note) = notes.iter().find(|note| note.label == *label)
        {
            inline.kind = InlineKind::Span(note_words(note, inline.span), Attributes::default());
        }
    });
    places
}

/// Returns the words of a note in brackets: ` (the words of a note)`.
fn note_words(note: &Footnote, mark: Span) -> Vec<Inline> {
    let mut words = vec![Inline::text(" (", mark)];
    walk::each_block(&note.blocks, &mut |block| {
        let mut runs: Vec<Vec<Inline>> =
            walk::inline_runs(&block.kind).into_iter().cloned().collect();
        if let BlockKind::Code(code) = &block.kind {
            runs.push(vec![Inline::new(InlineKind::Code(code.text.trim().into()), block.span)]);
        }
        for run in runs {
            if words.len() > 1 {
                words.push(Inline::new(InlineKind::Space, mark));
            }
            words.extend(run);
        }
    });
    words.push(Inline::text(")", mark));
    words
}

fn unused_note(note: &Footnote, kind: PageKind) -> Diagnostic {
    let label = short_quote(&note.written);
    let page = kind.name();
    let mut words = String::new();
    walk::each_block(&note.blocks, &mut |block| {
        walk::inline_runs(&block.kind).iter().for_each(|run| words.push_str(&plain_text(run)));
    });
    let words = short_quote(&words);
    let message = format!("the footnote `{label}` is not used on the {page}: `{words}`");
    let finding = Diagnostic::at(code::UNKNOWN_FOOTNOTE, note.span, message);
    finding.hint(format!("write [^{label}] where it belongs, or delete it"))
}
