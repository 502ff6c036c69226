//! Numbers of headings. In: a heading, and what was counted above it. Out: its address and anchor.

use super::{AddressPass, SectionCounters};
use crate::manuscript::headings::author_number;
use crate::{Address, Anchor, Attributes, Heading, Inline, InlineKind, Link, plain_text};
use base::source::{SourceId, Span};

impl AddressPass<'_> {
    pub fn heading(&mut self, heading: &mut Heading, attributes: &Attributes, span: Span) {
        let level = (heading.level as usize).min(self.counters.len() - 1);
        let written = plain_text(&heading.content);
        let mut address = self.count_heading(level);
        if let Some((number, words)) = author_number(&written) {
            self.count_author_number(level, number);
            number.clone_into(&mut address);
            cut_text_front(&mut heading.content, words);
        }
        if attributes.has_class("unnumbered") {
            self.uncount_heading(level);
            address.clear();
        }
        heading.address = Address(address);
        self.open_section(level, heading, attributes);
        heading.anchor = self.heading_anchor(attributes.id.clone(), &written, span);
    }

    /// Counts a heading; gives its number.
    fn count_heading(&mut self, level: usize) -> String {
        self.counters[level] = self.counters[level].saturating_add(1);
        self.counters[level + 1..].fill(0);
        let numbers: Vec<String> = self.counters[1..=level].iter().map(u32::to_string).collect();
        numbers.join(".")
    }

    fn uncount_heading(&mut self, level: usize) {
        self.counters[level] = self.counters[level].saturating_sub(1);
    }

    /// Goes on counting from the number that the author gave.
    fn count_author_number(&mut self, level: usize, number: &str) {
        if let Some(last) = number.rsplit('.').next().and_then(|last| last.parse().ok()) {
            self.counters[level] = last;
        }
    }

    fn open_section(&mut self, level: usize, heading: &Heading, attributes: &Attributes) {
        self.section = SectionCounters {
            title: plain_text(&heading.content),
            address: heading.address.0.clone(),
            level,
            lettered: has_lettered_bullets(attributes),
            ..SectionCounters::default()
        };
        self.titles[level].clone_from(&self.section.title);
        self.titles[level + 1..].fill(String::new());
    }

    fn heading_anchor(&mut self, id: Option<String>, written: &str, span: Span) -> Anchor {
        let slug = super::slug(written);
        let name = id.unwrap_or_else(|| self.free_slug(&slug, span));
        let anchor = self.enter(name, span, self.section.address.clone());
        self.enter_alias(span.source, slug, &anchor);
        anchor
    }

    /// Lets links of a file find a heading by its slug, and by the file alone if it is the first.
    fn enter_alias(&mut self, source: SourceId, slug: String, anchor: &Anchor) {
        let alias = self.free_alias(source, slug);
        self.index.aliases.insert((source, alias), anchor.clone());
        self.index.firsts.entry(source).or_insert_with(|| anchor.clone());
    }
}

fn has_lettered_bullets(attributes: &Attributes) -> bool {
    attributes.has_class("rules") || attributes.has_class("lettered")
}

/// Takes the first `bytes` bytes of words off `inlines`, also those in emphasis and links; returns how many
/// are left to take. What has no words before, such as a place that links lead to, stays.
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
