//! Short forms: a number in them is a named value or the field of a data file, or it drifts from
//! the rule.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Block, BlockKind, Inline, InlineKind, Manuscript, short_quote, walk};
use crate::source::SourceId;

/// Checks the briefs of a manuscript, and what its sheet and its cards say in their own words.
pub(super) fn check_briefs(manuscript: &Manuscript, findings: &mut Findings) {
    let data: Vec<SourceId> = manuscript.data.iter().map(|(_, id)| *id).collect();
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        if let BlockKind::Brief(blocks) = &block.kind {
            check_numbers(blocks, &data, findings);
        }
    });
    for part in manuscript.sheet.iter().chain(&manuscript.cards).flat_map(|panel| &panel.parts) {
        check_numbers(&part.blocks, &data, findings);
    }
}

fn check_numbers(blocks: &[Block], data: &[SourceId], findings: &mut Findings) {
    walk::each_block(blocks, &mut |block| {
        walk::inline_runs(&block.kind)
            .into_iter()
            .for_each(|text| check_inlines(text, data, findings));
    });
}

fn check_inlines(inlines: &[Inline], data: &[SourceId], findings: &mut Findings) {
    for inline in inlines.iter().filter(|inline| !data.contains(&inline.span.source)) {
        match &inline.kind {
            InlineKind::Value(_) => {}
            InlineKind::Span(_, attributes) if attributes.has_class("rule") => {}
            InlineKind::Text(text) if text.contains(|c: char| c.is_ascii_digit()) => {
                let message =
                    format!("`{}` holds a number that is no named value", short_quote(text));
                let finding = Diagnostic::at(code::BARE_NUMBER, inline.span, message);
                findings
                    .push(finding.hint("write [4]{=draw} where the rule stands and {=draw} here"));
            }
            kind => {
                if let Some(content) = walk::child_inlines(kind) {
                    check_inlines(content, data, findings);
                }
            }
        }
    }
}
