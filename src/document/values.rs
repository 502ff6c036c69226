//! Named values: `[4]{=draw}` defines, `{=draw}` uses. In: a joined document. Out: every use has its content.

use std::collections::BTreeMap;

use super::{Document, Inline, InlineKind, plain, walk};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::Span;

/// The named values of a book, by name: where each is defined and what it says.
pub(super) type Values = BTreeMap<String, (Span, Vec<Inline>)>;

/// Collects the values and fills their uses.
pub(super) fn fill(document: &mut Document, findings: &mut Findings) -> Values {
    let mut values = Values::new();
    walk::inlines(&document.blocks, &mut |inline| define(inline, &mut values, findings));
    let mut used = |inline: &mut Inline| fill_one(inline, &values, findings);
    walk::inlines_mut(&mut document.blocks, &mut used);
    for note in &mut document.footnotes {
        walk::inlines_mut(&mut note.blocks, &mut used);
    }
    values
}

fn define(inline: &Inline, values: &mut Values, findings: &mut Findings) {
    let InlineKind::Value(value) = &inline.kind else { return };
    if !value.defines {
        return;
    }
    if let Some((first, content)) = values.get(&value.name) {
        if plain(content) != plain(&value.content) {
            let message = format!(
                "the value `{}` is defined twice, as `{}` and as `{}`",
                value.name,
                plain(content),
                plain(&value.content)
            );
            let finding = Diagnostic::at(code::DOUBLED_VALUE, inline.span, message).related(*first, "first here");
            findings.push(finding.hint(format!("write {{={}}} where the value is only used", value.name)));
        }
        return;
    }
    values.insert(value.name.clone(), (inline.span, value.content.clone()));
}

fn fill_one(inline: &mut Inline, values: &Values, findings: &mut Findings) {
    let InlineKind::Value(value) = &mut inline.kind else { return };
    if value.defines {
        return;
    }
    if let Some((_, content)) = values.get(&value.name) {
        value.content.clone_from(content);
        return;
    }
    let message = format!("the value `{}` is used but nowhere defined", value.name);
    let mut finding = Diagnostic::at(code::UNKNOWN_VALUE, inline.span, message);
    if let Some(near) = super::nearest(&value.name, values.keys().map(String::as_str)) {
        finding = finding.hint(format!("did you mean {{={near}}}?"));
    }
    findings.push(finding.hint(format!("define it where the rule stands: [4]{{={}}}", value.name)));
    value.content = vec![Inline::new(InlineKind::Text(format!("{{={}}}", value.name)), inline.span)];
}
