//! Findings that need the whole manuscript: open places, empty sections, tables without headers, notes without use.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Block, BlockKind, Document, InlineKind, Manuscript, plain, walk};

/// Checks a manuscript.
pub fn manuscript(manuscript: &Manuscript, findings: &mut Findings) {
    let document = &manuscript.document;
    empty_sections(&document.blocks, findings);
    walk::blocks(&document.blocks, &mut |block| check_block(block, findings));
    footnotes(document, findings);
    trails(document, findings);
}

fn check_block(block: &Block, findings: &mut Findings) {
    match &block.kind {
        BlockKind::Todo(inlines) => {
            let message = format!("this place is open: `{}`", plain(inlines));
            let hint = "it prints as a marked place; write the text, or let a scenario fill it";
            findings.push(Diagnostic::at(code::OPEN_TODO, block.span, message).hint(hint));
        }
        BlockKind::Table(table) if table.header_rows == 0 && !table.is_diagram() => {
            let message = "this table has no header row; a screen reader can not name its columns";
            let hint = "mark the cells of the first row with <th>";
            findings.push(Diagnostic::at(code::NO_HEADER, block.span, message).hint(hint));
        }
        BlockKind::Code(chart) if chart.language == "mermaid" => {
            let first = chart.text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("%%"));
            let word = first.and_then(|line| line.split_whitespace().next()).unwrap_or_default().trim_end_matches(';');
            if !matches!(word, "graph" | "flowchart" | "---") {
                let message = format!("this diagram is a `{word}`, not a flowchart");
                let hint = "flowcharts open with `graph TD` or `flowchart LR`; others print as their source";
                findings.push(Diagnostic::at(code::NOT_A_CHART, block.span, message).hint(hint));
            }
        }
        _ => {}
    }
}

/// A title followed by a title of the same or a higher level, or by nothing.
fn empty_sections(blocks: &[Block], findings: &mut Findings) {
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        let empty = match blocks.get(at + 1).map(|next| &next.kind) {
            None => true,
            Some(BlockKind::Heading(next)) => next.level <= heading.level,
            Some(_) => false,
        };
        if empty {
            let message = format!("the section `{}` is empty", plain(&heading.content));
            findings.push(Diagnostic::at(code::EMPTY_SECTION, block.span, message).hint("write its text or delete its title"));
        }
    }
}

/// Footnotes that nothing refers to, and references without a note.
fn footnotes(document: &Document, findings: &mut Findings) {
    let mut used = BTreeSet::new();
    let notes = document.footnotes.iter().map(|note| &note.blocks);
    for blocks in std::iter::once(&document.blocks).chain(notes) {
        walk::inlines(blocks, &mut |inline| {
            if let InlineKind::FootnoteRef(label) = &inline.kind {
                used.insert(label.as_str());
            }
        });
    }
    for note in document.footnotes.iter().filter(|note| !used.contains(note.label.as_str())) {
        let message = format!("nothing refers to the footnote `{}`; it is printed at the end", note.label);
        let hint = format!("write [^{}] where it belongs", note.label);
        findings.push(Diagnostic::at(code::UNKNOWN_FOOTNOTE, note.span, message).hint(hint));
    }
}

/// Gives each finding the headings it stands under.
pub fn trails(document: &Document, findings: &mut Findings) {
    let mut headings = Vec::new();
    for block in &document.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            headings.push((block.span, heading.level, format!("{} {}", heading.address, plain(&heading.content)).trim().to_owned()));
        }
    }
    headings.sort_by_key(|(place, ..)| (place.source, place.start));
    for finding in &mut findings.0 {
        let Some(span) = finding.span.filter(|_| finding.trail.is_empty()) else { continue };
        let before = &headings[..headings.partition_point(|(place, ..)| (place.source, place.start) < (span.source, span.start))];
        let mut below = u8::MAX;
        for (_, level, title) in before.iter().rev().take_while(|(place, ..)| place.source == span.source) {
            if *level < below {
                finding.trail.insert(0, title.clone());
                below = *level;
            }
            if below <= 1 {
                break;
            }
        }
    }
}
