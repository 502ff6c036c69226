//! Named values: `[4]{=draw}` defines, `{=draw}` uses. In: a joined document. Out: the same document; every
//! use has its content.

use std::collections::BTreeMap;

use crate::{Document, Inline, InlineKind, NamedValue, plain_text, quoted_inlines, walk};
use base::diagnostic::{Diagnostic, Findings, Guesses, code};
use base::source::Span;

/// Named values of a book: the span and content of each definition, by name.
pub type ValueDefinitions = BTreeMap<String, (Span, Vec<Inline>)>;

/// Deepest nesting of values in values: readers need no more, and cycles end.
const DEEPEST: usize = 16;
/// Most inlines of a value. A value is a number or a few words; values that double each other would grow
/// beyond that.
const LARGEST: usize = 1_000;

/// Collects the values and fills their uses.
pub fn fill_values(document: &mut Document, findings: &mut Findings) -> ValueDefinitions {
    let mut written = ValueDefinitions::new();
    for blocks in document.bodies() {
        walk::each_inline(blocks, &mut |inline| define_value(inline, &mut written, findings));
    }
    let mut filler = ValueFiller {
        written: &written,
        values: ValueDefinitions::new(),
        open: Vec::new(),
        findings,
    };
    written.keys().for_each(|name| filler.fill_definition(name));
    let values = filler.values;
    fill_page_values(document, &values, findings);
    values
}

/// Fills the uses of `page` with the values of the book; a page defines none itself.
pub fn fill_page_values(page: &mut Document, values: &ValueDefinitions, findings: &mut Findings) {
    let mut guesses = Guesses::default();
    for blocks in page.bodies_mut() {
        walk::each_inline_mut(blocks, &mut |inline| {
            if let InlineKind::Value(value) = &mut inline.kind
                && !fill_value(value, values)
            {
                findings.push(unknown_value(&value.name, inline.span, values, &mut guesses));
                value.content = value_as_written(&value.name, inline.span);
            }
        });
    }
}

/// Returns the words of the values, without markup.
pub fn value_words(values: ValueDefinitions) -> BTreeMap<String, String> {
    values.into_iter().map(|(name, (_, content))| (name, plain_text(&content))).collect()
}

/// Enters the definition, if the inline is one.
fn define_value(inline: &Inline, values: &mut ValueDefinitions, findings: &mut Findings) {
    let InlineKind::Value(value) = &inline.kind else { return };
    if !value.defines {
        return;
    }
    match values.get(&value.name) {
        None => {
            values.insert(value.name.clone(), (inline.span, value.content.clone()));
        }
        Some((first, content)) if plain_text(content) != plain_text(&value.content) => {
            findings.push(doubled_value(value, inline.span, content, *first));
        }
        Some(_) => {}
    }
}

fn doubled_value(value: &NamedValue, span: Span, before: &[Inline], first: Span) -> Diagnostic {
    let NamedValue { name, content, .. } = value;
    let (one, other) = (quoted_inlines(before), quoted_inlines(content));
    let message = format!("the value `{name}` is defined twice, as `{one}` and as `{other}`");
    Diagnostic::at(code::DOUBLED_VALUE, span, message)
        .related(first, "first here")
        .hint(format!("write {{={name}}} where the value is only used"))
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
                format!("the value `{name}` refers to itself, or to values nested too deeply");
            let hint = "write the whole text where the value is defined";
            self.findings.report(code::UNKNOWN_VALUE, *span, message, hint);
            return;
        }
        let mut content = self.filled_content(name, content);
        let mut count = 0;
        walk::each_nested_inline(&content, &mut |_| count += 1);
        if count > LARGEST {
            let message = format!("the value `{name}` is larger than {LARGEST} words");
            let hint = "write a number or a few words";
            self.findings.report(code::TOO_LARGE, *span, message, hint);
            content.clear();
        }
        self.values.insert(name.clone(), (*span, content));
    }

    /// Returns the content of the definition `name`, with the values in it.
    fn filled_content(&mut self, name: &'a str, content: &[Inline]) -> Vec<Inline> {
        self.open.push(name);
        let mut content = content.to_vec();
        walk::each_nested_inline_mut(&mut content, &mut |inline| {
            if let InlineKind::Value(value) = &mut inline.kind
                && !value.defines
                && value.content.is_empty()
            {
                self.fill_definition(&value.name);
                if let Some((_, found)) = self.values.get(&value.name) {
                    value.content.clone_from(found);
                } else if self.written.contains_key(&value.name) {
                    value.content = value_as_written(&value.name, inline.span);
                }
            }
        });
        self.open.pop();
        content
    }
}

/// Gives a use its content, unless it is already filled. Returns whether it has content now.
fn fill_value(value: &mut NamedValue, values: &ValueDefinitions) -> bool {
    if value.defines || !value.content.is_empty() {
        return true;
    }
    let Some((_, content)) = values.get(&value.name) else { return false };
    value.content.clone_from(content);
    true
}

fn unknown_value(
    name: &str,
    span: Span,
    values: &ValueDefinitions,
    guesses: &mut Guesses,
) -> Diagnostic {
    let message = format!("the value `{name}` is used but not defined");
    let mut finding = Diagnostic::at(code::UNKNOWN_VALUE, span, message);
    if let Some(near) = guesses.nearest(name, values.keys().map(String::as_str)) {
        finding = finding.hint(format!("did you mean {{={near}}}?"));
    }
    finding.hint(format!("define the value where the rule is written: [4]{{={name}}}"))
}

fn value_as_written(name: &str, span: Span) -> Vec<Inline> {
    vec![Inline::text(format!("{{={name}}}"), span)]
}
