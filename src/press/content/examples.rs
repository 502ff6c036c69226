//! Examples as the dictionary that the hook `example` of `templates/example.typ` draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};
use typst::syntax::Span;

use super::charts::drawings_array;
use super::{ContentBuilder, TextRoom};
use crate::document::{Block, ChartWalk, ExamplePart, PlayedExample};
use crate::drawing::Drawing;
use crate::picture::{self, Picture};
use crate::press::chart_layout::{self, UnusualChart};
use crate::press::text_estimate::step_height;
use crate::press::tokens::{MM, tokens};

/// Part of the text's width below which an example stands behind its chapter.
const NARROW: f64 = 0.8;
/// Part of a page's height that a drawing may take.
const HIGHEST: f64 = 0.72;
/// The same where a title stands above it.
const HIGHEST_UNDER_TITLE: f64 = HIGHEST - 0.08;
/// Part of a page's height above which a page break may stand between a picture and its words.
const TORN: f64 = 0.45;

impl ContentBuilder<'_, '_> {
    /// An example with its pictures. In a narrow column only its title stands, with the page behind
    /// the chapter where it has the whole width; inside other blocks it takes what room there is.
    pub(super) fn example(&mut self, played: &PlayedExample, span: Span) -> SourceResult<Content> {
        let whole = self.paper.text_width();
        let apart = self.room.depth == 0 && self.room.width < whole * NARROW;
        let inner = if apart { whole } else { self.room.width } - tokens().example.frame();
        let label = apart.then(|| format!("example {} at {}", played.name, self.apart_count));
        let example = self.example_dict(played, inner, label.as_deref())?;
        let drawn = self.hooks.example(example, span)?;
        let Some(label) = label else { return Ok(drawn) };
        self.apart_count += 1;
        self.apart.push(drawn);
        self.example_waits = true;
        let title = self.inlines(&played.title)?;
        self.hooks.example_apart(&label, title, span)
    }

    /// An example that is `inner` points wide inside its frame; `label` is where a pointer in the
    /// text leads.
    fn example_dict(
        &mut self,
        played: &PlayedExample,
        inner: f64,
        label: Option<&str>,
    ) -> SourceResult<Dict> {
        let limit = inner * tokens().breaks.example;
        let room = TextRoom {
            limit,
            width: inner - tokens().example.number,
            depth: 1,
            title: false,
            row: false,
        };
        let texts = self.in_room(room, |builder| builder.example_texts(played, inner))?;
        Ok(texts + dict! { "inner" => inner, "label" => label })
    }

    fn example_texts(&mut self, played: &PlayedExample, inner: f64) -> SourceResult<Dict> {
        let entries = self.example_parts(&played.entries, inner)?;
        let position = played.position.as_ref().map(|picture| self.position(picture, inner));
        Ok(dict! {
            "title" => self.inlines(&played.title)?,
            "opening" => self.blocks(&played.opening)?,
            "position" => position,
            "entries" => entries,
            "end" => self.caption(&played.end)?,
        })
    }

    fn example_parts(&mut self, parts: &[ExamplePart], inner: f64) -> SourceResult<Array> {
        parts.iter().map(|part| self.example_part(part, inner)).collect()
    }

    fn example_part(&mut self, part: &ExamplePart, inner: f64) -> SourceResult<Value> {
        let part = match part {
            ExamplePart::Heading(content) => {
                dict! { "kind" => "heading", "body" => self.inlines(content)? }
            }
            ExamplePart::Step { number, last, blocks, .. } if last > number => {
                let numbers = format!("{number}–{last}");
                dict! { "kind" => "brief", "numbers" => numbers, "body" => self.body(blocks)? }
            }
            ExamplePart::Step { number, blocks, picture, .. } => {
                self.step_dict(*number, blocks, picture.as_ref(), inner)?
            }
            ExamplePart::Walk(walk) => self.walk_dict(walk, inner)?,
        };
        Ok(part.into_value())
    }

    fn step_dict(
        &mut self,
        number: u32,
        blocks: &[Block],
        picture: Option<&Picture>,
        inner: f64,
    ) -> SourceResult<Dict> {
        let body = self.body(blocks)?;
        let room = inner - tokens().example.number;
        let (drawings, beside) = picture
            .map_or_else(Default::default, |picture| self.beside_or_below(picture, blocks, room));
        let high = self.is_high(&drawings);
        Ok(dict! {
            "kind" => "step",
            "number" => i64::from(number),
            "body" => body,
            "drawings" => Some(drawings_array(&drawings)).filter(|drawings| !drawings.is_empty()),
            "beside" => beside,
            "high" => high,
        })
    }

    /// Whether a page break may stand between drawings and their words.
    fn is_high(&self, drawings: &[Drawing]) -> bool {
        let torn = self.paper.height * MM * TORN;
        drawings.len() > 1 || drawings.iter().any(|drawing| drawing.height > torn)
    }

    /// A walk through a chart.
    fn walk_dict(&mut self, walk: &ChartWalk, inner: f64) -> SourceResult<Dict> {
        let height = self.paper.text_height() * HIGHEST_UNDER_TITLE;
        let drawings = chart_layout::draw_walk(walk, &self.job.book, inner, height);
        let drawings = match drawings {
            Ok(drawings) => drawings_array(&drawings),
            Err(fault) => {
                self.warn_of_chart(&UnusualChart::Source(fault), Span::detached());
                Array::new()
            }
        };
        Ok(dict! { "kind" => "walk", "title" => walk.title.as_str(), "drawings" => drawings })
    }

    /// What lies where, one drawing below the other: a high one may break between any two rows of
    /// zones.
    fn position(&self, picture: &Picture, width: f64) -> Array {
        let torn = self.paper.text_height() * TORN;
        let low = picture::draw_picture(picture, width).height <= torn;
        let height = if low { torn } else { 0.0 };
        drawings_array(&picture::draw_picture_sheets(picture, width, height))
    }

    /// A picture beside the words of its step or below them, whichever takes less height, in `room`
    /// points; and whether it stands beside them.
    fn beside_or_below(
        &self,
        picture: &Picture,
        blocks: &[Block],
        room: f64,
    ) -> (Vec<Drawing>, bool) {
        let form = &tokens().example;
        let highest = self.paper.text_height() * HIGHEST;
        let below = picture::draw_picture_sheets(picture, room, highest);
        let narrow = picture::draw_picture_sheets(picture, room * form.beside, highest);
        let [drawing] = narrow.as_slice() else { return (below, false) };
        let column = room - drawing.width - form.gutter();
        let stacked = stacked_height(&below, blocks, room);
        let fits = column > form.least_column()
            && step_height(blocks, column).max(drawing.height) <= stacked;
        if fits { (narrow, true) } else { (below, false) }
    }
}

/// How high the words of a step are with drawings below them.
fn stacked_height(drawings: &[Drawing], blocks: &[Block], room: f64) -> f64 {
    let drawn = drawings.iter().map(|drawing| drawing.height).sum::<f64>();
    drawn + step_height(blocks, room) + tokens().example.gutter() / 2.0
}
