//! Running text as native elements: words, emphasis, links with their references, footnotes.

use std::iter;

use typst::diag::SourceResult;
use typst::foundations::{Content, Label, NativeElement};
use typst::model::{self, Destination, EmphElem, FootnoteElem, LinkElem, StrongElem, Url};
use typst::syntax::Span;
use typst::text::{
    LinebreakElem, RawContent, RawElem, SpaceElem, StrikeElem, SubElem, SuperElem, TextElem,
};
use typst::utils::PicoStr;

use super::values::joined_content;
use super::{ContentBuilder, TextRoom};
use crate::set::design::design;
use crate::word_breaks::breakable_words;
use base::font::Face;
use document::{Attributes, Image, Inline, InlineKind, Link, LinkTarget, walk};

/// Deepest nesting of notes; deeper ones are printed at the end.
pub const MAX_NOTES: usize = 3;

impl ContentBuilder<'_, '_> {
    /// Sets a title: its type is larger than that of the body, so words break sooner.
    pub fn title_inlines(&mut self, inlines: &[Inline]) -> SourceResult<Content> {
        let room =
            TextRoom { limit: self.room.limit / design().text.title, title: true, ..self.room };
        self.in_room(room, |builder| builder.inlines(inlines))
    }

    pub fn inlines(&mut self, inlines: &[Inline]) -> SourceResult<Content> {
        match inlines {
            [one] => self.inline(one),
            all => joined_content(all.iter().map(|inline| self.inline(inline))),
        }
    }

    fn inline(&mut self, inline: &Inline) -> SourceResult<Content> {
        let span = self.span(inline.span);
        let content = match &inline.kind {
            InlineKind::Text(text) => self.text(text, Face::Body, |text| TextElem::packed(text)),
            InlineKind::Space => SpaceElem::shared().clone(),
            InlineKind::Break => LinebreakElem::shared().clone(),
            InlineKind::Emphasis(content) => EmphElem::new(self.inlines(content)?).pack(),
            InlineKind::Strong(content) => StrongElem::new(self.inlines(content)?).pack(),
            InlineKind::Strike(content) => StrikeElem::new(self.inlines(content)?).pack(),
            InlineKind::Subscript(content) => SubElem::new(self.inlines(content)?).pack(),
            InlineKind::Superscript(content) => SuperElem::new(self.inlines(content)?).pack(),
            InlineKind::Code(text) => self
                .text(text, Face::Mono, |text| RawElem::new(RawContent::Text(text.into())).pack()),
            InlineKind::Link(link) => return self.link(link, span),
            InlineKind::Image(image) => return self.image(image, span),
            InlineKind::FootnoteRef(label) => return self.footnote(label, span),
            InlineKind::Value(value) => {
                let body = match self.job.spans && !value.defines {
                    true => self.inlines(&placed(&value.content, inline.span))?,
                    false => self.inlines(&value.content)?,
                };
                return self.hooks.value(body, span);
            }
            InlineKind::Icon(icon) => return self.icon(icon, span),
            InlineKind::Span(content, attributes) => {
                return self.marked_text(content, attributes, span);
            }
        };
        Ok(if self.job.spans { content.spanned(span) } else { content })
    }

    /// Sets words in the size of the body, with break opportunities where they would not fit.
    fn text(&self, text: &str, face: Face, pack: impl FnOnce(&str) -> Content) -> Content {
        pack(&breakable_words(text, face, design().size.body, self.room.limit))
    }

    /// Sets `[text]{#id .class}`: a term, the number of a rule, or a target of links.
    fn marked_text(
        &mut self,
        content: &[Inline],
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        if attributes.has_class("rule") && !attributes.has_class("term") {
            let body = self.inlines(content)?;
            return self.hooks.rule_number(body, span);
        }
        let anchor = self.anchor(attributes.id.as_deref(), span)?;
        let body = self.inlines(content)?;
        if attributes.has_class("term") {
            return Ok(Content::sequence([anchor, self.hooks.term(body, span)?]));
        }
        let marked = Content::sequence([anchor, body]);
        Ok(if self.job.spans { marked.spanned(span) } else { marked })
    }

    fn link(&mut self, link: &Link, span: Span) -> SourceResult<Content> {
        let body = self.inlines(&link.content)?;
        match &link.target {
            LinkTarget::Nowhere => Ok(body),
            LinkTarget::Place { anchor, address, shown } => {
                if self.any_pages {
                    let see = shown.then(|| self.hooks.see(None, address, span)).transpose()?;
                    return Ok(Content::sequence(iter::once(body).chain(see)));
                }
                let Some(label) = Label::new(PicoStr::intern(&anchor.0)) else { return Ok(body) };
                let linked = linked(body, model::LinkTarget::Label(label), span);
                if !shown {
                    return Ok(linked);
                }
                Ok(Content::sequence([linked, self.hooks.see(Some(anchor), address, span)?]))
            }
            LinkTarget::Other { book, address } => {
                Ok(Content::sequence([body, self.hooks.other(book, address, span)?]))
            }
            LinkTarget::Web { note } => {
                let Ok(url) = Url::new(link.url.trim()) else { return Ok(body) };
                let target = model::LinkTarget::Dest(Destination::Url(url));
                let linked = linked(body, target, span);
                if *note == 0 {
                    return Ok(linked);
                }
                Ok(Content::sequence([linked, self.hooks.note_mark(*note, span)?]))
            }
        }
    }

    fn image(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        match &image.file {
            Some(file) => self.hooks.image(self.picture_dict(image, file), span),
            None => self.lost(image, span),
        }
    }

    /// Sets the mark in place of a picture that is missing.
    pub fn lost(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        let alt = breakable_words(&image.alt, Face::Body, design().size.body, self.room.limit);
        self.hooks.lost(&alt, span)
    }

    /// Sets a footnote at its first reference; later ones refer to it.
    fn footnote(&mut self, label: &str, span: Span) -> SourceResult<Content> {
        let as_text = || TextElem::packed(format!("[{label}]"));
        let Some(note) = self.notes.get(label).copied() else { return Ok(as_text()) };
        let Some(target) = Label::new(PicoStr::intern(&format!("footnote {label}"))) else {
            return Ok(Content::empty());
        };
        if self.noted.contains(label) {
            return Ok(FootnoteElem::with_label(target).pack().spanned(span));
        }
        if self.inside_notes >= MAX_NOTES || self.loose.contains(label) {
            return Ok(as_text());
        }
        self.noted.insert(note.label.clone());
        self.inside_notes += 1;
        let body = self.body(&note.blocks);
        self.inside_notes -= 1;
        Ok(FootnoteElem::with_content(body?).pack().spanned(span).labelled(target))
    }
}

/// Returns the words of a value, with the place where it is used instead of that where it is defined.
fn placed(content: &[Inline], place: base::source::Span) -> Vec<Inline> {
    let mut content = content.to_vec();
    walk::each_nested_inline_mut(&mut content, &mut |inline| inline.span = place);
    content
}

fn linked(body: Content, target: model::LinkTarget, span: Span) -> Content {
    LinkElem::new(target, body).pack().spanned(span)
}
