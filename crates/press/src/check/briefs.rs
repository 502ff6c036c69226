//! Reports each number in a short form that is neither a named value nor a field of a data file: it would
//! stay unchanged when the rule changes.

use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{SourceId, Span};
use document::{Block, BlockKind, Inline, InlineKind, Manuscript, walk};

/// Checks the briefs of a manuscript, and the words of its sheet and its cards.
pub fn check_briefs(manuscript: &Manuscript, findings: &mut Findings) {
    let mut check = NumberCheck { data: &manuscript.data, findings };
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        if let BlockKind::Brief(blocks) = &block.kind {
            check.blocks(blocks);
        }
    });
    let panels = manuscript.sheet.panels.iter().chain(&manuscript.cards.panels);
    panels.flat_map(|panel| &panel.parts).for_each(|part| check.blocks(&part.blocks));
}

/// Looks for numbers without a name.
struct NumberCheck<'a> {
    /// The data files, whose values are named by their fields.
    data: &'a [SourceId],
    findings: &'a mut Findings,
}

impl NumberCheck<'_> {
    fn blocks(&mut self, blocks: &[Block]) {
        walk::each_block(blocks, &mut |block| {
            walk::inline_runs(&block.kind).into_iter().for_each(|text| self.inlines(text));
        });
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            if self.data.contains(&inline.span.source) || is_named(&inline.kind) {
                continue;
            }
            if let InlineKind::Text(text) = &inline.kind {
                self.findings.0.extend(bare_number(text, inline.span));
            }
            if let Some(content) = walk::child_inlines(&inline.kind) {
                self.inlines(content);
            }
        }
    }
}

/// Returns the finding about a text with a number in it.
fn bare_number(text: &str, span: Span) -> Option<Diagnostic> {
    let rest = &text[text.find(|c: char| c.is_ascii_digit())?..];
    let number = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
    let message = format!("unnamed number {number} in `{}`", short_quote(text));
    let finding = Diagnostic::at(code::BARE_NUMBER, span, message);
    Some(finding.hint(format!(
        "name the number in the rule, such as [{number}]{{=most}}, and write {{=most}} here"
    )))
}

/// True if the numbers in an inline change with their source.
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
