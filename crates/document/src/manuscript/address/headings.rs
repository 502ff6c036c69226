//! Numbers of headings. In: a heading, and what was counted above it. Out: its address and anchor.

use super::{AddressPass, SectionCounters};
use crate::manuscript::headings::author_number;
use crate::{Address, Attributes, Heading, Inline, InlineKind, Link, plain_text};
use base::source::Span;

impl AddressPass<'_> {
    pub fn heading(&mut self, heading: &mut Heading, attributes: &Attributes, span: Span) {
        let level = (heading.level as usize).min(self.counters.len() - 1);
        let written = plain_text(&heading.content);
        self.counters[level] = self.counters[level].saturating_add(1);
        self.counters[level + 1..].fill(0);
        let numbers: Vec<String> = self.counters[1..=level].iter().map(u32::to_string).collect();
        let mut address = numbers.join(".");
        if let Some((number, words)) = author_number(&written) {
            if let Some(last) = number.rsplit('.').next().and_then(|last| last.parse().ok()) {
                self.counters[level] = last;
            }
            number.clone_into(&mut address);
            cut_text_front(&mut heading.content, words);
        }
        if attributes.has_class("unnumbered") {
            self.counters[level] = self.counters[level].saturating_sub(1);
            address.clear();
        }
        heading.address = Address(address);
        self.open_section(level, heading, attributes);
        let slug = super::slug(&written);
        let name = attributes.id.clone().unwrap_or_else(|| self.free_slug(&slug, span));
        let anchor = self.enter(name, span, self.section.address.clone());
        let alias = self.free_alias(span.source, slug);
        self.index.aliases.insert((span.source, alias), anchor.clone());
        self.index.firsts.entry(span.source).or_insert_with(|| anchor.clone());
        heading.anchor = anchor;
    }

    fn open_section(&mut self, level: usize, heading: &Heading, attributes: &Attributes) {
        self.section = SectionCounters {
            title: plain_text(&heading.content),
            address: heading.address.0.clone(),
            level,
            lettered: attributes.has_class("rules") || attributes.has_class("lettered"),
            ..SectionCounters::default()
        };
        self.titles[level].clone_from(&self.section.title);
        self.titles[level + 1..].fill(String::new());
    }
}

/// Removes the first `bytes` bytes of words from `inlines`, also within emphasis and links. Returns the
/// number of bytes left to remove. Inlines without words before them, such as targets of links, stay.
fn cut_text_front(inlines: &mut Vec<Inline>, mut bytes: usize) -> usize {
    let mut at = 0;
    while bytes > 0 && at < inlines.len() {
        let is_place = matches!(inlines[at].kind, InlineKind::Span(..));
        let is_taken = match &mut inlines[at].kind {
            InlineKind::Text(text) | InlineKind::Code(text) => {
                let cut = text.len().min(bytes);
                text.drain(..cut);
                bytes -= cut;
                text.is_empty()
            }
            InlineKind::Space | InlineKind::Break => {
                bytes -= 1;
                true
            }
            InlineKind::FootnoteRef(_) => false,
            InlineKind::Value(_) | InlineKind::Image(_) | InlineKind::Icon(_) => return bytes,
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Subscript(inner)
            | InlineKind::Superscript(inner)
            | InlineKind::Link(Link { content: inner, .. })
            | InlineKind::Span(inner, _) => {
                let had_words = !inner.is_empty();
                bytes = cut_text_front(inner, bytes);
                if had_words && !inner.is_empty() {
                    return bytes;
                }
                had_words && !is_place
            }
        };
        if is_taken {
            inlines.remove(at);
        } else {
            at += 1;
        }
    }
    bytes
}
