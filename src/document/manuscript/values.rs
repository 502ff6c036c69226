//! Named values: `[4]{=draw}` defines, `{=draw}` uses. In: a joined document. Out: every use has
//! its content.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Findings, Guesses, code};
use crate::document::{Document, Inline, InlineKind, plain_text, quoted_inlines, walk};
use crate::source::Span;

/// The named values of a book, by name: where each is defined and what it says.
pub(super) type ValueDefinitions = BTreeMap<String, (Span, Vec<Inline>)>;

/// Values are made of values at most this often: nobody reads more, and a chain of them ends.
const DEEPEST: usize = 16;
/// A value is a number or a few words; more inlines than this come of values that double each
/// other.
const LARGEST: usize = 1_000;

/// Collects the values and fills their uses.
pub(super) fn fill_values(document: &mut Document, findings: &mut Findings) -> ValueDefinitions {
    let mut written = ValueDefinitions::new();
    let notes = document.footnotes.iter().map(|note| &note.blocks);
    for blocks in std::iter::once(&document.blocks).chain(notes) {
        walk::each_inline(blocks, &mut |inline| define_value(inline, &mut written, findings));
    }
    let mut made = ValueFiller {
        written: &written,
        values: ValueDefinitions::new(),
        open: Vec::new(),
        findings,
    };
    written.keys().for_each(|name| made.fill_definition(name));
    let values = made.values;
    let mut guesses = Guesses::default();
    let mut used = |inline: &mut Inline| fill_value(inline, &values, &mut guesses, findings);
    walk::each_inline_mut(&mut document.blocks, &mut used);
    for note in &mut document.footnotes {
        walk::each_inline_mut(&mut note.blocks, &mut used);
    }
    values
}

/// Gives the uses of `page` what the book says; a page defines nothing itself.
pub(super) fn fill_page_values(
    page: &mut Document,
    values: &ValueDefinitions,
    findings: &mut Findings,
) {
    let mut guesses = Guesses::default();
    walk::each_inline_mut(&mut page.blocks, &mut |inline| {
        fill_value(inline, values, &mut guesses, findings)
    });
}

/// What the values say, without any markup.
pub(super) fn value_words(values: ValueDefinitions) -> BTreeMap<String, String> {
    values.into_iter().map(|(name, (_, content))| (name, plain_text(&content))).collect()
}

fn define_value(inline: &Inline, values: &mut ValueDefinitions, findings: &mut Findings) {
    let InlineKind::Value(value) = &inline.kind else { return };
    if !value.defines {
        return;
    }
    if let Some((first, content)) = values.get(&value.name) {
        if plain_text(content) != plain_text(&value.content) {
            let (one, other) = (quoted_inlines(content), quoted_inlines(&value.content));
            let message =
                format!("the value `{}` is defined twice, as `{one}` and as `{other}`", value.name);
            let finding = Diagnostic::at(code::DOUBLED_VALUE, inline.span, message)
                .related(*first, "first here");
            findings.push(
                finding.hint(format!("write {{={}}} where the value is only used", value.name)),
            );
        }
        return;
    }
    values.insert(value.name.clone(), (inline.span, value.content.clone()));
}

/// Fills the values that definitions themselves use.
struct ValueFiller<'a> {
    written: &'a ValueDefinitions,
    values: ValueDefinitions,
    open: Vec<&'a str>,
    findings: &'a mut Findings,
}

impl<'a> ValueFiller<'a> {
    fn fill_definition(&mut self, name: &str) {
        let Some((name, (span, content))) = self.written.get_key_value(name) else { return };
        if self.values.contains_key(name) {
            return;
        }
        if self.open.contains(&name.as_str()) || self.open.len() > DEEPEST {
            let message =
                format!("the value `{name}` is made of itself, or of values nested too deep");
            self.findings.push(
                Diagnostic::at(code::UNKNOWN_VALUE, *span, message)
                    .hint("write it out where it is defined"),
            );
            return;
        }
        self.open.push(name);
        let mut content = content.clone();
        walk::each_nested_inline_mut(&mut content, &mut |inline| {
            if let InlineKind::Value(value) = &mut inline.kind
                && !value.defines
            {
                self.fill_definition(&value.name);
                match self.values.get(&value.name) {
                    Some((_, found)) => value.content.clone_from(found),
                    None if self.written.contains_key(&value.name) => {
                        value.content = value_as_written(&value.name, inline.span)
                    }
                    None => {}
                }
            }
        });
        self.open.pop();
        let mut size = 0;
        walk::each_nested_inline(&content, &mut |_| size += 1);
        if size > LARGEST {
            let message = format!("the value `{name}` is larger than {LARGEST} words");
            self.findings.push(
                Diagnostic::at(code::TOO_LARGE, *span, message)
                    .hint("write a number or a few words"),
            );
            content.clear();
        }
        self.values.insert(name.clone(), (*span, content));
    }
}

/// Gives a use its content; what comes with that is filled already.
fn fill_value(
    inline: &mut Inline,
    values: &ValueDefinitions,
    guesses: &mut Guesses,
    findings: &mut Findings,
) {
    let InlineKind::Value(value) = &mut inline.kind else { return };
    if value.defines || !value.content.is_empty() {
        return;
    }
    if let Some((_, content)) = values.get(&value.name) {
        value.content.clone_from(content);
        return;
    }
    let message = format!("the value `{}` is used but nowhere defined", value.name);
    let mut finding = Diagnostic::at(code::UNKNOWN_VALUE, inline.span, message);
    if let Some(near) = guesses.nearest(&value.name, values.keys().map(String::as_str)) {
        finding = finding.hint(format!("did you mean {{={near}}}?"));
    }
    findings.push(finding.hint(format!("define it where the rule stands: [4]{{={}}}", value.name)));
    value.content = value_as_written(&value.name, inline.span);
}

fn value_as_written(name: &str, span: Span) -> Vec<Inline> {
    vec![Inline::new(InlineKind::Text(format!("{{={name}}}")), span)]
}
