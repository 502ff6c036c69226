//! Findings that need the whole manuscript: open places, empty sections, tables without headers, unused
//! notes.

mod briefs;
mod charts;
mod leftovers;
mod trails;

use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Sources;
use document::{self, Block, BlockKind, Manuscript, quoted_inlines, walk};

/// The hint about an open place.
const TODO_HINT: &str =
    "write the text, or let a scenario fill this place; until then a mark is printed here";
/// The hint about a table without a header.
const HEADER_HINT: &str = "mark the cells of the first row with <th>";

/// Removes the findings that waited for the picture of a play area, which is drawn now.
pub fn settle_play_areas(manuscript: &mut Manuscript, findings: &mut Findings) {
    let dropped = document::play_area::drop_picture_todos(&mut manuscript.document.blocks);
    for span in dropped {
        let message = "the placeholder is left out: the play area below is drawn";
        findings.push(Diagnostic::at(code::DRAWN_AREA, span, message).hint("delete this line"));
    }
}

/// Checks a manuscript; `sources` contain its rules as well.
pub fn check_manuscript(manuscript: &Manuscript, sources: &Sources, findings: &mut Findings) {
    let document = &manuscript.document;
    document::deck::report_unprinted_data(manuscript, sources, findings);
    check_empty_sections(&document.blocks, findings);
    charts::check_charts(manuscript, findings);
    briefs::check_briefs(manuscript, findings);
    walk::each_block(&document.blocks, &mut |block| check_block(block, findings));
    for note in document.unused_footnotes() {
        let label = short_quote(&note.written);
        let message = format!("the footnote `{label}` is not used; it is printed at the end");
        let finding = Diagnostic::at(code::UNKNOWN_FOOTNOTE, note.span, message);
        findings.push(finding.hint(format!("write [^{label}] where it belongs")));
    }
    leftovers::check_leftovers(document, findings);
    trails::add_trails(document, findings);
}

/// Reports an open place, or a table that has no header and draws no picture.
fn check_block(block: &Block, findings: &mut Findings) {
    if let BlockKind::Todo(inlines) = &block.kind {
        let message = format!("unfinished: `{}`", quoted_inlines(inlines));
        findings.push(Diagnostic::at(code::OPEN_TODO, block.span, message).hint(TODO_HINT));
    } else if let BlockKind::Table(table) = &block.kind
        && table.header_rows == 0
        && !table.is_diagram()
        && !block.attributes.has_class("play-area")
    {
        let message = "this table has no header row; a screen reader cannot name its columns";
        findings.push(Diagnostic::at(code::NO_HEADER, block.span, message).hint(HEADER_HINT));
    }
}

/// Reports each title that is followed by one of the same or a higher level, or by nothing.
fn check_empty_sections(blocks: &[Block], findings: &mut Findings) {
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        let next = blocks.get(at + 1);
        if next.is_none_or(|next| next.heading_level().is_some_and(|next| next <= heading.level)) {
            let message = format!("the section `{}` is empty", quoted_inlines(&heading.content));
            let finding = Diagnostic::at(code::EMPTY_SECTION, block.span, message);
            findings.push(finding.hint("write text below the title, or delete the title"));
        }
    }
}
