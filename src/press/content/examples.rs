//! Examples as the dictionary that the hook `example` of `templates/example.typ` draws.

use typst::diag::{At, SourceResult};
use typst::foundations::{Array, Content, Dict, IntoValue, Value as Typst, dict};
use typst::syntax::Span;

use super::charts::value;
use super::{Room, Setter};
use crate::document::{Block, BlockKind, Entry, Played};
use crate::picture::{self, Picture};
use crate::press::chart;

/// What the frame of an example takes from its width, in points.
const FRAME: f64 = 15.0;
/// What the number of a step takes.
const NUMBER: f64 = 21.0;
/// Part of a page's height that a drawing may take.
const HIGHEST: f64 = 0.72;
/// The same for the position, above which hardly anything stands.
const HIGHEST_POSITION: f64 = 0.87;
/// Part of a step's width that a picture beside its words has.
const BESIDE: f64 = 0.6;

impl Setter<'_, '_> {
    /// An example with its pictures. In a narrow column only its title stands, with the page behind the chapter where it has
    /// the whole width; inside other blocks it takes what room there is.
    pub(super) fn example(&mut self, played: &Played, span: Span) -> SourceResult<Content> {
        let whole = self.sheet.text_width();
        let apart = self.room.depth == 0 && self.room.width < whole * 0.8;
        let inner = if apart { whole } else { self.room.width } - FRAME;
        let before = std::mem::replace(&mut self.room, Room { limit: inner * 0.4, width: inner - NUMBER, depth: 1 });
        let spec = self.example_spec(played, inner);
        self.room = before;
        let mut spec = spec?;
        spec.insert("inner".into(), inner.into_value());
        let label = apart.then(|| format!("example {} at {}", played.name, self.apart_count));
        spec.insert("label".into(), label.as_deref().map_or(Typst::None, |label| label.into_value()));
        let drawn = self.hook("example", vec![spec.into_value()], span)?;
        let Some(label) = label else { return Ok(drawn) };
        self.apart_count += 1;
        self.apart.push(drawn);
        let title = self.inlines(&played.title)?;
        self.hook("example-apart", vec![label.into_value(), title.into_value()], span)
    }

    fn example_spec(&mut self, played: &Played, inner: f64) -> SourceResult<Dict> {
        let mut entries = Array::new();
        for entry in &played.entries {
            entries.push(self.entry(entry, inner)?);
        }
        let high = self.sheet.text_height() * HIGHEST_POSITION;
        let position = played.position.as_ref().map_or(Typst::None, |picture| drawn(picture, inner, high));
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
                    [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines)?,
                    blocks => self.blocks(blocks)?,
                };
                let room = inner - NUMBER;
                let (wide, narrow) = match picture {
                    Some(picture) => {
                        let high = self.sheet.text_height() * HIGHEST;
                        (drawn(picture, room, high), drawn(picture, room * BESIDE, high))
                    }
                    None => (Typst::None, Typst::None),
                };
                dict! {
                    "kind" => "step", "number" => i64::from(*number), "body" => body, "wide" => wide, "narrow" => narrow,
                }
                .into_value()
            }
            Entry::Walk(walk) => {
                let height = self.sheet.text_height() * (HIGHEST - 0.08);
                let drawings = chart::walked(walk, &self.job.book, inner, height).at(Span::detached())?;
                let drawings: Array = drawings.iter().map(value).collect();
                dict! { "kind" => "walk", "title" => walk.title.as_str(), "drawings" => drawings }.into_value()
            }
        })
    }
}

/// The drawings of a picture, one below the other: more than one where it would be too high for a page.
fn drawn(picture: &Picture, width: f64, height: f64) -> Typst {
    picture::sheets(picture, width, height).iter().map(value).collect::<Array>().into_value()
}
