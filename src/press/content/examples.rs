//! Examples as the dictionary that the hook `example` of `templates/example.typ` draws.

use typst::diag::{At, SourceResult};
use typst::foundations::{Array, Content, Dict, IntoValue, Value as Typst, dict};
use typst::syntax::Span;

use super::charts::drawing_value;
use super::{ContentBuilder, TextRoom};
use crate::document::{Block, BlockKind, ExamplePart, PlayedExample, walk};
use crate::drawing::Drawing;
use crate::font::{self, Face};
use crate::picture::{self, Picture};
use crate::press::tokens::{MM, tokens};
use crate::press::{chart_layout, table_layout};

/// Part of a page's height that a drawing may take.
const HIGHEST: f64 = 0.72;
/// Part of a page's height above which a page break may stand between a picture and its words.
const TORN: f64 = 0.45;

impl ContentBuilder<'_, '_> {
    /// An example with its pictures. In a narrow column only its title stands, with the page behind
    /// the chapter where it has the whole width; inside other blocks it takes what room there is.
    pub(super) fn example(&mut self, played: &PlayedExample, span: Span) -> SourceResult<Content> {
        let whole = self.sheet.text_width();
        let apart = self.room.depth == 0 && self.room.width < whole * 0.8;
        let inner = if apart { whole } else { self.room.width } - tokens().example.frame();
        let before = std::mem::replace(
            &mut self.room,
            TextRoom {
                limit: inner * tokens().breaks.example,
                width: inner - tokens().example.number,
                depth: 1,
            },
        );
        let spec = self.example_spec(played, inner);
        self.room = before;
        let mut spec = spec?;
        spec.insert("inner".into(), inner.into_value());
        let label = apart.then(|| format!("example {} at {}", played.name, self.apart_count));
        spec.insert(
            "label".into(),
            label.as_deref().map_or(Typst::None, |label| label.into_value()),
        );
        let drawn = self.hook("example", vec![spec.into_value()], span)?;
        let Some(label) = label else { return Ok(drawn) };
        self.apart_count += 1;
        self.apart.push(drawn);
        let title = self.inlines(&played.title)?;
        self.hook("example-apart", vec![label.into_value(), title.into_value()], span)
    }

    fn example_spec(&mut self, played: &PlayedExample, inner: f64) -> SourceResult<Dict> {
        let mut entries = Array::new();
        for entry in &played.entries {
            entries.push(self.entry(entry, inner)?);
        }
        let position =
            played.position.as_ref().map_or(Typst::None, |picture| self.position(picture, inner));
        Ok(dict! {
            "title" => self.inlines(&played.title)?,
            "opening" => self.blocks(&played.opening)?,
            "position" => position,
            "entries" => entries,
            "end" => if played.end.is_empty() { Typst::None } else { self.inlines(&played.end)?.into_value() },
        })
    }

    fn entry(&mut self, entry: &ExamplePart, inner: f64) -> SourceResult<Typst> {
        Ok(match entry {
            ExamplePart::Heading(content) => {
                dict! { "kind" => "heading", "body" => self.inlines(content)? }.into_value()
            }
            ExamplePart::Step { number, blocks, picture } => {
                let body = match blocks.as_slice() {
                    [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines)?,
                    blocks => self.blocks(blocks)?,
                };
                let (drawings, beside) = match picture {
                    Some(picture) => {
                        self.beside_or_below(picture, blocks, inner - tokens().example.number)
                    }
                    None => (Vec::new(), false),
                };
                let page = self.sheet.height * MM;
                let high = drawings.len() > 1
                    || drawings.iter().any(|drawing| drawing.height > page * TORN);
                let drawings = match drawings.as_slice() {
                    [] => Typst::None,
                    drawings => drawings.iter().map(drawing_value).collect::<Array>().into_value(),
                };
                dict! {
                    "kind" => "step", "number" => i64::from(*number), "body" => body, "drawings" => drawings,
                    "beside" => beside, "high" => high,
                }
                .into_value()
            }
            ExamplePart::Walk(walk) => {
                let height = self.sheet.text_height() * (HIGHEST - 0.08);
                let drawings = chart_layout::draw_walk(walk, &self.job.book, inner, height)
                    .at(Span::detached())?;
                let drawings: Array = drawings.iter().map(drawing_value).collect();
                dict! { "kind" => "walk", "title" => walk.title.as_str(), "drawings" => drawings }
                    .into_value()
            }
        })
    }
}

impl ContentBuilder<'_, '_> {
    /// What lies where, one drawing below the other: a high one may break between any two shelves.
    fn position(&self, picture: &Picture, width: f64) -> Typst {
        let high = self.sheet.text_height() * TORN;
        let low = picture::draw_picture(picture, width).height <= high;
        let drawings = picture::draw_picture_sheets(picture, width, if low { high } else { 0.0 });
        drawings.iter().map(drawing_value).collect::<Array>().into_value()
    }

    /// A picture beside the words of its step or below them, whichever takes less height, in `room`
    /// points.
    fn beside_or_below(
        &self,
        picture: &Picture,
        blocks: &[Block],
        room: f64,
    ) -> (Vec<Drawing>, bool) {
        let form = &tokens().example;
        let high = self.sheet.text_height() * HIGHEST;
        let below = picture::draw_picture_sheets(picture, room, high);
        let narrow = picture::draw_picture_sheets(picture, room * form.beside, high);
        let [drawing] = narrow.as_slice() else { return (below, false) };
        let column = room - drawing.width - form.gutter();
        let above = below.iter().map(|drawing| drawing.height).sum::<f64>()
            + words_height(blocks, room)
            + form.gutter() / 2.0;
        let fits = column > form.least_column()
            && words_height(blocks, column).max(drawing.height) <= above;
        if fits { (narrow, true) } else { (below, false) }
    }
}

/// About how high words are that are `width` points wide.
fn words_height(blocks: &[Block], width: f64) -> f64 {
    let form = &tokens().example;
    let size = tokens().size.callout;
    let mut lines = 0.0;
    walk::each_block(blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            lines += (font::text_width(&table_layout::printed_words(text), Face::Body)
                * size
                * form.ragged
                / width)
                .ceil();
        }
    });
    lines * size * form.line
}
