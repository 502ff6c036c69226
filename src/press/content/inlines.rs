//! Running text as native elements: words, emphasis, links with their references, footnotes.

use typst::diag::SourceResult;
use typst::foundations::{Content, IntoValue, Label, NativeElement};
use typst::model::{self, EmphElem, FootnoteElem, LinkElem, StrongElem, Url};
use typst::syntax::Span;
use typst::text::{
    LinebreakElem, RawContent, RawElem, SpaceElem, StrikeElem, SubElem, SuperElem, TextElem,
};
use typst::utils::PicoStr;

use super::{ContentBuilder, TextRoom, picture_path};
use crate::document::{Block, BlockKind, Image, Inline, InlineKind, Link, LinkTarget};
use crate::font::Face;
use crate::press::tokens::tokens;
use crate::press::word_breaks;

/// Notes on notes on notes end here; what is noted deeper is printed at the end.
pub(super) const MAX_NOTES: usize = 3;

impl ContentBuilder<'_, '_> {
    /// Inlines set larger than the body: words are broken sooner.
    pub(super) fn sized(&mut self, inlines: &[Inline], factor: f64) -> SourceResult<Content> {
        let smaller = TextRoom { limit: self.room.limit / factor, ..self.room };
        let before = std::mem::replace(&mut self.room, smaller);
        let content = self.inlines(inlines);
        self.room = before;
        content
    }

    pub(super) fn inlines(&mut self, inlines: &[Inline]) -> SourceResult<Content> {
        match inlines {
            [one] => self.inline(one),
            _ => Ok(Content::sequence(
                inlines
                    .iter()
                    .map(|inline| self.inline(inline))
                    .collect::<SourceResult<Vec<_>>>()?,
            )),
        }
    }

    pub(super) fn inline(&mut self, inline: &Inline) -> SourceResult<Content> {
        let span = self.span(inline.span);
        let content = match &inline.kind {
            InlineKind::Text(text) => TextElem::packed(
                word_breaks::breakable_words(text, Face::Body, tokens().size.body, self.room.limit)
                    .as_ref(),
            ),
            InlineKind::Space => SpaceElem::shared().clone(),
            InlineKind::Break => LinebreakElem::shared().clone(),
            InlineKind::Emphasis(content) => EmphElem::new(self.inlines(content)?).pack(),
            InlineKind::Strong(content) => StrongElem::new(self.inlines(content)?).pack(),
            InlineKind::Strike(content) => StrikeElem::new(self.inlines(content)?).pack(),
            InlineKind::Subscript(content) => SubElem::new(self.inlines(content)?).pack(),
            InlineKind::Superscript(content) => SuperElem::new(self.inlines(content)?).pack(),
            InlineKind::Code(text) => {
                let text = word_breaks::breakable_words(
                    text,
                    Face::Mono,
                    tokens().size.body,
                    self.room.limit,
                );
                RawElem::new(RawContent::Text(text.as_ref().into())).pack()
            }
            InlineKind::Link(link) => return self.link(link, span),
            InlineKind::Image(image) => return self.image(image, span),
            InlineKind::FootnoteRef(label) => return self.footnote(label, span),
            InlineKind::Value(value) => {
                let body = self.inlines(&value.content)?;
                return self.hook("value", vec![body.into_value()], span);
            }
            InlineKind::Icon(name) => return self.icon(name, span),
            InlineKind::Span(content, attributes) if attributes.has_class("term") => {
                let anchor = self.anchor(attributes.id.as_deref(), span)?;
                let body = self.inlines(content)?;
                return Ok(Content::sequence([
                    anchor,
                    self.hook("term", vec![body.into_value()], span)?,
                ]));
            }
            InlineKind::Span(content, attributes) if attributes.has_class("rule") => {
                let body = self.inlines(content)?;
                return self.hook("rule-number", vec![body.into_value()], span);
            }
            InlineKind::Span(content, attributes) => {
                let anchor = self.anchor(attributes.id.as_deref(), span)?;
                Content::sequence([anchor, self.inlines(content)?])
            }
        };
        Ok(if self.job.spans { content.spanned(span) } else { content })
    }

    fn link(&mut self, link: &Link, span: Span) -> SourceResult<Content> {
        let body = self.inlines(&link.content)?;
        match &link.target {
            LinkTarget::Nowhere => Ok(body),
            LinkTarget::Place { anchor, address, shown } => {
                let Some(label) = Label::new(PicoStr::intern(&anchor.0)) else { return Ok(body) };
                let linked =
                    LinkElem::new(model::LinkTarget::Label(label), body).pack().spanned(span);
                if !shown {
                    return Ok(linked);
                }
                let args = vec![anchor.0.as_str().into_value(), address.0.as_str().into_value()];
                Ok(Content::sequence([linked, self.hook("see", args, span)?]))
            }
            LinkTarget::Other { book, address } => {
                let args = vec![book.as_str().into_value(), address.0.as_str().into_value()];
                Ok(Content::sequence([body, self.hook("other", args, span)?]))
            }
            LinkTarget::Web { note } => {
                let Ok(url) = Url::new(link.url.trim()) else { return Ok(body) };
                let linked = LinkElem::new(
                    model::LinkTarget::Dest(typst::model::Destination::Url(url)),
                    body,
                )
                .pack()
                .spanned(span);
                if *note == 0 {
                    return Ok(linked);
                }
                let mark = self.hook("note-mark", vec![(*note as i64).into_value()], span)?;
                Ok(Content::sequence([linked, mark]))
            }
        }
    }

    fn image(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        match &image.file {
            Some(file) => self.hook(
                "image",
                vec![picture_path(file).into_value(), image.alt.as_str().into_value()],
                span,
            ),
            None => self.lost(image, span),
        }
    }

    /// The first reference sets the note, later ones refer to it.
    fn footnote(&mut self, label: &str, span: Span) -> SourceResult<Content> {
        let Some(note) = self.notes.get(label).copied() else {
            return Ok(TextElem::packed(format!("[{label}]")));
        };
        let target = Label::new(PicoStr::intern(&format!("footnote {label}")));
        let Some(target) = target else { return Ok(Content::empty()) };
        if self.noted.contains(label) {
            return Ok(FootnoteElem::with_label(target).pack().spanned(span));
        }
        if self.inside_notes >= MAX_NOTES || self.loose.contains(label) {
            return Ok(TextElem::packed(format!("[{label}]")));
        }
        self.noted.insert(label.to_owned());
        self.inside_notes += 1;
        let body = match note.blocks.as_slice() {
            [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines),
            blocks => self.blocks(blocks),
        };
        self.inside_notes -= 1;
        Ok(FootnoteElem::with_content(body?).pack().spanned(span).labelled(target))
    }

    pub(super) fn lost(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        let alt = word_breaks::breakable_words(
            &image.alt,
            Face::Body,
            tokens().size.body,
            self.room.limit,
        );
        self.hook("lost", vec![alt.as_ref().into_value()], span)
    }
}
