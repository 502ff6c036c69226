//! Short forms: a number in them is a named value or the field of a data file, or it drifts from
//! the rule.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Block, BlockKind, Inline, InlineKind, Manuscript, short, walk};
use crate::source::SourceId;

/// Checks the briefs of a manuscript, and what its sheet and its cards say in their own words.
pub(super) fn check(manuscript: &Manuscript, findings: &mut Findings) {
    let data: Vec<SourceId> = manuscript.data.iter().map(|(_, id)| *id).collect();
    walk::blocks(&manuscript.document.blocks, &mut |block| {
        if let BlockKind::Brief(blocks) = &block.kind {
            numbers(blocks, &data, findings);
        }
    });
    for part in manuscript.sheet.iter().chain(&manuscript.cards).flat_map(|panel| &panel.parts) {
        numbers(&part.blocks, &data, findings);
    }
}

fn numbers(blocks: &[Block], data: &[SourceId], findings: &mut Findings) {
    walk::blocks(blocks, &mut |block| {
        walk::texts(&block.kind).into_iter().for_each(|text| within(text, data, findings));
    });
}

fn within(inlines: &[Inline], data: &[SourceId], findings: &mut Findings) {
    for inline in inlines.iter().filter(|inline| !data.contains(&inline.span.source)) {
        match &inline.kind {
            InlineKind::Value(_) => {}
            InlineKind::Span(_, attributes) if attributes.has("rule") => {}
            InlineKind::Text(text) if text.contains(|c: char| c.is_ascii_digit()) => {
                let message = format!("`{}` holds a number that is no named value", short(text));
                let finding = Diagnostic::at(code::BARE_NUMBER, inline.span, message);
                findings
                    .push(finding.hint("write [4]{=draw} where the rule stands and {=draw} here"));
            }
            kind => {
                if let Some(content) = walk::inner(kind) {
                    within(content, data, findings);
                }
            }
        }
    }
}
