//! Findings that need the whole manuscript: open places, empty sections, tables without headers,
//! notes without use.

mod briefs;
mod charts;
mod leftovers;
mod trails;

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    self, Block, BlockKind, Document, Inline, Manuscript, Table, quoted_inlines, short_quote, walk,
};
use crate::source::Span;

/// Takes away what waited for the picture of a play area, which is drawn now.
pub fn settle_play_areas(manuscript: &mut Manuscript, findings: &mut Findings) {
    for span in document::play_area::drop_picture_todos(&mut manuscript.document.blocks) {
        let message = "placeholder left out: the play area below is drawn";
        let finding = Diagnostic::at(code::DRAWN_AREA, span, message);
        findings.push(finding.hint("delete this line"));
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
    leftovers::check_leftovers(document, findings);
    trails::add_trails(document, findings);
}

fn check_block(block: &Block, findings: &mut Findings) {
    if let BlockKind::Todo(inlines) = &block.kind {
        findings.push(open_todo(inlines, block.span));
    } else if let BlockKind::Table(table) = &block.kind
        && lacks_header(table, block)
    {
        let message = "this table has no header row; a screen reader cannot name its columns";
        let finding = Diagnostic::at(code::NO_HEADER, block.span, message);
        findings.push(finding.hint("mark the cells of the first row with <th>"));
    }
}

fn open_todo(inlines: &[Inline], span: Span) -> Diagnostic {
    let message = format!("this place is open: `{}`", quoted_inlines(inlines));
    let hint = "it prints as a marked place; write the text, or let a scenario fill it";
    Diagnostic::at(code::OPEN_TODO, span, message).hint(hint)
}

/// Whether a table has no header, and draws no picture either.
fn lacks_header(table: &Table, block: &Block) -> bool {
    table.header_rows == 0 && !table.is_diagram() && !block.attributes.has_class("play-area")
}

/// A title followed by a title of the same or a higher level, or by nothing.
fn check_empty_sections(blocks: &[Block], findings: &mut Findings) {
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        if ends_section(blocks.get(at + 1), heading.level) {
            let message = format!("the section `{}` is empty", quoted_inlines(&heading.content));
            let finding = Diagnostic::at(code::EMPTY_SECTION, block.span, message);
            findings.push(finding.hint("write its text or delete its title"));
        }
    }
}

/// Whether a section of this level ends before the next block.
fn ends_section(next: Option<&Block>, level: u8) -> bool {
    next.is_none_or(
        |next| matches!(&next.kind, BlockKind::Heading(heading) if heading.level <= level),
    )
}

/// Footnotes that nothing refers to.
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
