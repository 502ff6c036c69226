//! Icons in running text. In: a joined document and the icons of the book. Out: an icon wherever the text
//! names one; an unknown name is reported and stays text.

mod legible;
mod outline;
mod own;

use std::ops::Range;

pub use own::BookIcons;

use crate::{Document, Inline, InlineKind, walk};
use base::diagnostic::{Findings, Guesses, code};
use base::source::Span;

/// Puts icons where the text of `document` names them.
pub fn fill_icons(document: &mut Document, icons: &BookIcons, findings: &mut Findings) {
    let mut pass = IconPass::new(icons, findings);
    for blocks in document.bodies_mut() {
        walk::each_block_mut(blocks, &mut |block| {
            walk::inline_runs_mut(&mut block.kind).into_iter().for_each(|run| pass.run(run));
        });
    }
}

/// Puts icons into a text without markup.
pub fn text_with_icons(
    text: String,
    span: Span,
    icons: &BookIcons,
    findings: &mut Findings,
) -> Vec<Inline> {
    let mut inlines = vec![Inline::text(text, span)];
    IconPass::new(icons, findings).run(&mut inlines);
    inlines
}

struct IconPass<'a> {
    icons: &'a BookIcons,
    guesses: Guesses,
    findings: &'a mut Findings,
}

impl<'a> IconPass<'a> {
    fn new(icons: &'a BookIcons, findings: &'a mut Findings) -> Self {
        Self { icons, guesses: Guesses::default(), findings }
    }

    fn run(&mut self, inlines: &mut Vec<Inline>) {
        if inlines.iter().any(names_icon) {
            let before = std::mem::take(inlines);
            before.into_iter().for_each(|inline| self.split(inline, inlines));
        }
        for content in inlines.iter_mut().filter_map(|i| walk::child_inlines_mut(&mut i.kind)) {
            self.run(content);
        }
    }

    /// Splits a text at the icons that it names.
    fn split(&mut self, inline: Inline, out: &mut Vec<Inline>) {
        let InlineKind::Text(text) = &inline.kind else { return out.push(inline) };
        let (mut done, mut from) = (0, 0);
        while let Some(range) = next_icon_name(text, from) {
            let name = &text[range.start + 1..range.end - 1];
            let place = inline.span.part(text, range.clone());
            from = range.end - 1;
            let Some(icon) = self.icons.take(name, place, self.findings) else {
                self.report_unknown(name, place);
                continue;
            };
            push_part(text, done..range.start, inline.span, out);
            out.push(Inline::new(InlineKind::Icon(icon), place));
            (done, from) = (range.end, range.end);
        }
        push_part(text, done..text.len(), inline.span, out);
    }

    /// Reports an unknown icon. Broken icons were already reported.
    fn report_unknown(&mut self, name: &str, span: Span) {
        if self.icons.is_broken(name) {
            return;
        }
        let message = format!("there is no icon `{name}`; it prints as written");
        let hint = match self.guesses.nearest(name, self.icons.names()) {
            Some(near) => format!("did you mean `:{near}:`?"),
            None => format!(
                "docs/reference/looks.md lists all icons; to add your own, save it as icons/{name}.svg"
            ),
        };
        self.findings.report(code::UNKNOWN_ICON, span, message, hint);
    }
}

fn names_icon(inline: &Inline) -> bool {
    matches!(&inline.kind, InlineKind::Text(text) if next_icon_name(text, 0).is_some())
}

/// Adds a part of a text, unless it is empty.
fn push_part(text: &str, part: Range<usize>, span: Span, out: &mut Vec<Inline>) {
    if !part.is_empty() {
        out.push(Inline::text(&text[part.clone()], span.part(text, part)));
    }
}

/// Range of the first `:name:` from the byte `from` on that is separate from the words around it.
fn next_icon_name(text: &str, from: usize) -> Option<Range<usize>> {
    text[from..].match_indices(':').find_map(|(at, _)| icon_name_at(text, from, from + at))
}

/// Range of the `:name:` that begins at the byte `start`; text before the byte `from` does not count.
fn icon_name_at(text: &str, from: usize, start: usize) -> Option<Range<usize>> {
    let word = &text[start + 1..];
    let end = start + 1 + word.find(|c| !fits_icon_name(c)).unwrap_or(word.len());
    let named = word.starts_with(|c: char| c.is_ascii_lowercase())
        && text[end..].starts_with(':')
        && stands_apart(text[from..start].chars().next_back())
        && stands_apart(text[end + 1..].chars().next());
    named.then_some(start..end + 1)
}

fn fits_icon_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// Reports whether this neighbour separates a mark from words.
fn stands_apart(neighbour: Option<char>) -> bool {
    neighbour.is_none_or(|c| !c.is_alphanumeric())
}
