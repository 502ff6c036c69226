//! Examples as the dictionary that the hook `example` of `templates/example.typ` draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value as Typst, dict};
use typst::syntax::Span;

use super::charts::value;
use super::{Room, Setter};
use crate::document::{Entry, Played};
use crate::picture::{self, Picture};

/// What the frame of an example takes from its width, in points.
const FRAME: f64 = 15.0;
/// What the number of a step takes.
const NUMBER: f64 = 21.0;
/// Part of a step's width that a picture beside its words has.
const BESIDE: f64 = 0.5;

impl Setter<'_, '_> {
    /// An example over the whole width of the page; inside other blocks, in their room.
    pub(super) fn example(&mut self, played: &Played, span: Span) -> SourceResult<Content> {
        let nested = self.room.depth > 0;
        let width = if nested { self.room.width } else { self.sheet.text_width() };
        let inner = width - FRAME;
        let before = std::mem::replace(&mut self.room, Room { limit: inner * 0.4, width: inner - NUMBER, depth: 1 });
        let outer = std::mem::replace(&mut self.afloat, !nested);
        let spec = self.example_spec(played, inner);
        (self.room, self.afloat) = (before, outer);
        let mut spec = spec?;
        spec.insert("width".into(), width.into_value());
        spec.insert("height".into(), (self.sheet.text_height() - 4.0).into_value());
        spec.insert("nested".into(), nested.into_value());
        self.hook("example", vec![spec.into_value()], span)
    }

    fn example_spec(&mut self, played: &Played, inner: f64) -> SourceResult<Dict> {
        let mut entries = Array::new();
        for entry in &played.entries {
            entries.push(self.entry(entry, inner)?);
        }
        let position = played.position.as_ref().map_or(Typst::None, |picture| drawn(picture, inner));
        Ok(dict! {
            "title" => self.inlines(&played.title)?,
            "opening" => self.blocks(&played.opening)?,
            "position" => position,
            "entries" => entries,
            "end" => if played.end.is_empty() { Typst::None } else { self.inlines(&played.end)?.into_value() },
        })
    }

    fn entry(&mut self, entry: &Entry, inner: f64) -> SourceResult<Typst> {
        Ok(match entry {
            Entry::Heading(content) => dict! { "kind" => "heading", "body" => self.inlines(content)? }.into_value(),
            Entry::Step { number, blocks, picture } => {
                let body = match blocks.as_slice() {
                    [crate::document::Block { kind: crate::document::BlockKind::Paragraph(inlines), .. }] => {
                        self.inlines(inlines)?
                    }
                    blocks => self.blocks(blocks)?,
                };
                let room = inner - NUMBER;
                let (wide, narrow) = match picture {
                    Some(picture) => (drawn(picture, room), drawn(picture, room * BESIDE)),
                    None => (Typst::None, Typst::None),
                };
                dict! {
                    "kind" => "step", "number" => i64::from(*number), "body" => body, "wide" => wide, "narrow" => narrow,
                }
                .into_value()
            }
            Entry::Walk(_) => dict! { "kind" => "none" }.into_value(),
        })
    }
}

fn drawn(picture: &Picture, width: f64) -> Typst {
    value(&picture::draw(picture, width))
}
