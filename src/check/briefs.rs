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
    for panel in manuscript.sheet.iter().chain(&manuscript.cards) {
        panel.parts.iter().for_each(|part| check_numbers(&part.blocks, &data, findings));
    }
}

fn check_numbers(blocks: &[Block], data: &[SourceId], findings: &mut Findings) {
    walk::each_block(blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            check_inlines(text, data, findings);
        }
    });
}

fn check_inlines(inlines: &[Inline], data: &[SourceId], findings: &mut Findings) {
    for inline in inlines.iter().filter(|inline| !data.contains(&inline.span.source)) {
        if is_named(&inline.kind) {
            continue;
        }
        if let InlineKind::Text(text) = &inline.kind
            && text.contains(|c: char| c.is_ascii_digit())
        {
            let message = format!("unnamed number in `{}`", short_quote(text));
            let finding = Diagnostic::at(code::BARE_NUMBER, inline.span, message);
            findings.push(finding.hint("write [4]{=draw} where the rule stands and {=draw} here"));
        }
        if let Some(content) = walk::child_inlines(&inline.kind) {
            check_inlines(content, data, findings);
        }
    }
}

/// Whether numbers in an inline follow what they are taken from.
fn is_named(kind: &InlineKind) -> bool {
    match kind {
        InlineKind::Value(_) => true,
        InlineKind::Span(_, attributes) => attributes.has_class("rule"),
        InlineKind::Text(_)
        | InlineKind::Space
        | InlineKind::Break
        | InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Code(_)
        | InlineKind::Link(_)
        | InlineKind::Image(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Icon(_) => false,
    }
}
