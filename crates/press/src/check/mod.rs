//! Findings that need the whole manuscript: open places, empty sections, tables without headers,
//! notes without use.

mod briefs;
mod charts;
mod leftovers;
mod trails;

use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{Sources, Span};
use document::{
    self, Block, BlockKind, Document, Footnote, Heading, Inline, Manuscript, quoted_inlines,
    short_quote, walk,
};

/// What to do about an open place.
const TODO_HINT: &str = "it prints as a marked place; write the text, or let a scenario fill it";
/// What to do about a table without a header.
const HEADER_HINT: &str = "mark the cells of the first row with <th>";

/// Takes away what waited for the picture of a play area, which is drawn now.
pub fn settle_play_areas(manuscript: &mut Manuscript, findings: &mut Findings) {
    let dropped = document::play_area::drop_picture_todos(&mut manuscript.document.blocks);
    findings.0.extend(dropped.into_iter().map(drawn_area));
}

fn drawn_area(span: Span) -> Diagnostic {
    let message = "placeholder left out: the play area below is drawn";
    Diagnostic::at(code::DRAWN_AREA, span, message).hint("delete this line")
}

/// Checks a manuscript; `sources` hold its rules as well.
pub fn check_manuscript(manuscript: &Manuscript, sources: &Sources, findings: &mut Findings) {
    let document = &manuscript.document;
    document::deck::report_unprinted_data(manuscript, sources, findings);
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
    } else if lacks_header(block) {
        findings.push(missing_header(block.span));
    }
}

fn open_todo(inlines: &[Inline], span: Span) -> Diagnostic {
    let message = format!("this place is open: `{}`", quoted_inlines(inlines));
    Diagnostic::at(code::OPEN_TODO, span, message).hint(TODO_HINT)
}

/// Whether a block is a table without a header that draws no picture either.
fn lacks_header(block: &Block) -> bool {
    let BlockKind::Table(table) = &block.kind else { return false };
    let drawn = table.is_diagram() || block.attributes.has_class("play-area");
    table.header_rows == 0 && !drawn
}

fn missing_header(span: Span) -> Diagnostic {
    let message = "this table has no header row; a screen reader cannot name its columns";
    Diagnostic::at(code::NO_HEADER, span, message).hint(HEADER_HINT)
}

/// A title followed by a title of the same or a higher level, or by nothing.
fn check_empty_sections(blocks: &[Block], findings: &mut Findings) {
    for (at, block) in blocks.iter().enumerate() {
        if let BlockKind::Heading(heading) = &block.kind
            && ends_section(blocks.get(at + 1), heading.level)
        {
            findings.push(empty_section(heading, block.span));
        }
    }
}

fn empty_section(heading: &Heading, span: Span) -> Diagnostic {
    let message = format!("the section `{}` is empty", quoted_inlines(&heading.content));
    let hint = "write its text or delete its title";
    Diagnostic::at(code::EMPTY_SECTION, span, message).hint(hint)
}

/// Whether a section of this level ends before the next block.
fn ends_section(next: Option<&Block>, level: u8) -> bool {
    next.is_none_or(
        |next| matches!(&next.kind, BlockKind::Heading(heading) if heading.level <= level),
    )
}

/// Footnotes that nothing refers to.
fn check_footnotes(document: &Document, findings: &mut Findings) {
    findings.0.extend(document.unused_footnotes().map(unused_footnote));
}

fn unused_footnote(note: &Footnote) -> Diagnostic {
    let label = short_quote(&note.written);
    let message = format!("nothing refers to the footnote `{label}`; it is printed at the end");
    let finding = Diagnostic::at(code::UNKNOWN_FOOTNOTE, note.span, message);
    finding.hint(format!("write [^{label}] where it belongs"))
}
