//! Examples as the dictionary that the hook `example` of `crates/press/src/set/example.typ` draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};
use typst::syntax::Span;

use super::charts::drawings_array;
use super::page_runs::{Aside, Elsewhere};
use super::web_link::web_link;
use super::{ContentBuilder, TextRoom};
use crate::chart_layout::{self, UnusualChart};
use crate::set::design::{MM, design};
use crate::text_estimate::step_height;
use base::size::Size;
use document::{Block, ChartWalk, ExamplePart, Inline, PlayedExample};
use draw::drawing::Drawing;
use draw::picture::{self, Picture};

/// Part of a page's height that a drawing may take.
const HIGHEST: f64 = 0.72;
/// Part of a page's height that a drawing may take below a title.
const HIGHEST_UNDER_TITLE: f64 = HIGHEST - 0.08;
/// Part of a page's height that a picture with steps beside it may take.
const HIGHEST_BESIDE: f64 = 0.86;
/// Greatest height of steps beside a picture, in heights of the picture.
const LONGEST_BESIDE: f64 = 1.25;
/// Height that the steps beside a picture may leave empty, in points.
const BESIDE_SLACK: f64 = 6.0;
/// Widths of pictures beside steps that are tried, as parts of the widest.
const WIDTHS_BESIDE: [f64; 5] = [1.0, 0.93, 0.8, 0.68, 0.55];
/// Gap between two steps, in points.
const BETWEEN_STEPS: f64 = 4.0;
/// Part of a page's height that a walk through a chart may take.
const HIGHEST_WALK: f64 = 0.3;
/// Greatest part of a page's height that the words of an example may take in a column, where it stays whole.
const HIGHEST_IN_COLUMN: f64 = 0.4;
/// Part of a page's height above which a page break is allowed between a picture and its words.
const TORN: f64 = 0.45;

impl ContentBuilder<'_, '_> {
    /// Sets an example with pictures over all columns, if necessary on the next page; one without pictures
    /// also in its column, whichever leaves less empty. Inside other blocks it takes the room that there is.
    pub fn example(&mut self, played: &PlayedExample, span: Span) -> SourceResult<Content> {
        let whole = self.paper.text_width();
        let spans = self.room.depth == 0;
        let inner = if spans { whole } else { self.room.width } - design().example.frame();
        if spans {
            self.movable += 1;
        }
        let label = spans.then(|| format!("example {} at {}", played.name, self.movable));
        let example = self.example_dict(played, inner, label.as_deref())?;
        let drawn = self.hooks.example(example, span)?;
        if let Some(label) = label {
            let title = self.inlines(&played.title)?;
            let pointer = self.hooks.example_apart(&played.name, &label, title, span)?;
            let elsewhere = Elsewhere { pointer, head: Content::empty() };
            if let Some(column) = self.example_in_column(played, span)? {
                self.spread = Some((drawn, elsewhere));
                return Ok(column);
            }
            self.spans = true;
            self.elsewhere = Some(elsewhere);
            if let Some(margin) = self.paper.margin_width() {
                let inner = margin - design().example.frame();
                let example = self.example_dict(played, inner, None)?;
                let body = self.hooks.example(example, span)?;
                self.aside = Some(Aside { body, name: played.name.clone() });
            }
        }
        Ok(drawn)
    }

    /// Sets an example without pictures in one of several columns; `None` if there is only one column, or if
    /// it would be too high to stay whole.
    fn example_in_column(
        &mut self,
        played: &PlayedExample,
        span: Span,
    ) -> SourceResult<Option<Content>> {
        let inner = self.room.width - design().example.frame();
        let most = self.paper.text_height() * HIGHEST_IN_COLUMN;
        let is_column = self.room.width < self.paper.text_width() - 1.0;
        if !is_column || words_height(played, inner).is_none_or(|height| height > most) {
            return Ok(None);
        }
        let example = self.example_dict(played, inner, None)? + dict! { "column" => true };
        self.hooks.example(example, span).map(Some)
    }

    /// Builds an example that is `inner` points wide inside its frame; `label` is the target of a pointer in
    /// the text.
    fn example_dict(
        &mut self,
        played: &PlayedExample,
        inner: f64,
        label: Option<&str>,
    ) -> SourceResult<Dict> {
        let limit = inner * design().breaks.example;
        let room = TextRoom {
            limit,
            width: inner - design().example.number,
            depth: 1,
            title: false,
            row: false,
        };
        let texts = self.in_room(room, |builder| builder.example_texts(played, inner))?;
        let link = self.job.book.url.as_deref().map(|url| web_link(url, &played.name));
        Ok(texts + dict! { "inner" => inner, "label" => label, "link" => link })
    }

    fn example_texts(&mut self, played: &PlayedExample, inner: f64) -> SourceResult<Dict> {
        let entries = self.example_parts(&played.entries, inner)?;
        Ok(dict! {
            "name" => played.name.as_str(),
            "title" => self.inlines(&played.title)?,
            "opening" => self.blocks(&played.opening)?,
            "entries" => entries,
            "end" => self.caption(&played.end)?,
            "left" => self.caption(&played.left)?,
        })
    }

    fn example_parts(&mut self, parts: &[ExamplePart], inner: f64) -> SourceResult<Array> {
        let mut out = Array::new();
        let mut rest = parts;
        while let [first, behind @ ..] = rest {
            if let ExamplePart::Walk(walk) = first
                && !self.is_low_walk(walk, inner)
            {
                rest = behind;
                continue;
            }
            let beside = match first {
                ExamplePart::Board { picture, caption } => {
                    self.beside_board(picture, caption, behind, inner)?
                }
                _ => None,
            };
            let (part, taken) = match beside {
                Some((part, taken)) => (part, taken),
                None => (self.example_part(first, inner)?, 0),
            };
            out.push(part);
            rest = &behind[taken..];
        }
        Ok(out)
    }

    /// Builds a picture with the steps that fit beside it, and the number of these; `None` if that is higher
    /// than the picture with the steps below it.
    fn beside_board(
        &mut self,
        picture: &Picture,
        caption: &[Inline],
        behind: &[ExamplePart],
        inner: f64,
    ) -> SourceResult<Option<(Value, usize)>> {
        let Some(StepsBeside { drawing, column, taken }) =
            self.lowest_beside(picture, behind, inner)
        else {
            return Ok(None);
        };
        let words = column - design().example.number;
        let room = TextRoom { width: words, limit: words, ..self.room };
        let steps = self.in_room(room, |builder| {
            let steps = behind[..taken].iter().map(|step| builder.example_part(step, column));
            steps.collect::<SourceResult<Array>>()
        })?;
        let caption = self.caption(caption)?;
        let drawings = drawings_array(&[drawing]);
        let part = dict! {
            "kind" => "beside",
            "drawings" => drawings,
            "caption" => caption,
            "entries" => steps,
            "column" => column,
        };
        Ok(Some((part.into_value(), taken)))
    }

    /// Returns the width of the picture at which it is lowest together with the steps behind it.
    fn lowest_beside(
        &self,
        picture: &Picture,
        behind: &[ExamplePart],
        inner: f64,
    ) -> Option<StepsBeside> {
        let whole = picture::draw_picture(picture, inner).height;
        let words = inner - design().example.number;
        let told: Vec<f64> = own_steps(behind).map(|step| step_height(step, words)).collect();
        let stacked = whole + told.iter().map(|high| high + BETWEEN_STEPS).sum::<f64>();
        let mut lowest: Option<(f64, StepsBeside)> = None;
        for part in WIDTHS_BESIDE {
            let width = inner * design().example.beside * part;
            let Some((beside, own)) = self.steps_beside(picture, behind, inner, width) else {
                continue;
            };
            let below = told[beside.taken..].iter().map(|high| high + BETWEEN_STEPS).sum::<f64>();
            let height = own + below;
            if height < stacked && lowest.as_ref().is_none_or(|(least, _)| height < *least) {
                lowest = Some((height, beside));
            }
        }
        lowest.map(|(_, beside)| beside)
    }

    /// Lays out a picture in at most `width` points with the steps that fit beside it; returns also its
    /// height.
    fn steps_beside(
        &self,
        picture: &Picture,
        behind: &[ExamplePart],
        inner: f64,
        width: f64,
    ) -> Option<(StepsBeside, f64)> {
        let form = &design().example;
        let drawing = picture::draw_picture(picture, width);
        let column = inner - drawing.width - form.gutter();
        let words = column - form.number;
        let most = self.paper.text_height() * HIGHEST_BESIDE;
        if drawing.width > width + 1.0 || words < form.least_column() || drawing.height > most {
            return None;
        }
        let (mut height, mut taken) = (0.0, 0);
        for step in own_steps(behind) {
            let after = height + step_height(step, words) + BETWEEN_STEPS;
            let longest = (drawing.height * LONGEST_BESIDE).min(most);
            if height >= drawing.height - BESIDE_SLACK || after >= longest {
                break;
            }
            (height, taken) = (after, taken + 1);
        }
        let own = height.max(drawing.height);
        (taken > 0).then_some((StepsBeside { drawing, column, taken }, own))
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
            ExamplePart::Board { picture, caption } => {
                // A high one may break between any two rows of zones, unless it must be seen whole.
                let page = self.paper.text_height();
                let is_low = || picture::draw_picture(picture, inner).height <= page * TORN;
                let most = match picture.packed {
                    true => page * HIGHEST_UNDER_TITLE,
                    false if is_low() => page * TORN,
                    false => 0.0,
                };
                let drawings = drawings_array(&picture::draw_picture_sheets(picture, inner, most));
                dict! { "kind" => "board", "drawings" => drawings, "caption" => self.caption(caption)? }
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
        let room = inner - design().example.number;
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

    /// True if a page break may be between drawings and their words.
    fn is_high(&self, drawings: &[Drawing]) -> bool {
        let torn = self.paper.height * MM * TORN;
        drawings.len() > 1 || drawings.iter().any(|drawing| drawing.height > torn)
    }

    /// True if the boxes of a walk are low enough to be drawn; a high chart is printed at its rule, and the
    /// steps cite its boxes.
    fn is_low_walk(&self, walk: &ChartWalk, inner: f64) -> bool {
        let most = self.paper.text_height() * HIGHEST_WALK;
        let drawings = self.walk_drawings(walk, inner);
        drawings.map_or(true, |drawings| {
            !drawings.is_empty() && drawings.iter().map(|own| own.height).sum::<f64>() <= most
        })
    }

    fn walk_drawings(&self, walk: &ChartWalk, inner: f64) -> Result<Vec<Drawing>, String> {
        let height = self.paper.text_height() * HIGHEST_UNDER_TITLE;
        chart_layout::draw_walk(walk, &self.job.book, Size::new(inner, height))
    }

    /// Builds a walk through a chart.
    fn walk_dict(&mut self, walk: &ChartWalk, inner: f64) -> SourceResult<Dict> {
        let drawings = match self.walk_drawings(walk, inner) {
            Ok(drawings) => drawings_array(&drawings),
            Err(fault) => {
                self.warn_of_chart(&UnusualChart::Source(fault), Span::detached());
                Array::new()
            }
        };
        Ok(dict! { "kind" => "walk", "title" => walk.title.as_str(), "drawings" => drawings })
    }

    /// Draws a picture beside the words of its step or below them, whichever is lower, in `room` points;
    /// returns true if it is beside them.
    fn beside_or_below(
        &self,
        picture: &Picture,
        blocks: &[Block],
        room: f64,
    ) -> (Vec<Drawing>, bool) {
        let form = &design().example;
        let highest = self.paper.text_height() * HIGHEST;
        let below = picture::draw_picture_sheets(picture, room, highest);
        let narrow = picture::draw_picture_sheets(picture, room * form.beside, highest);
        let [drawing] = narrow.as_slice() else { return (below, false) };
        let column = room - drawing.width - form.gutter();
        let drawn: f64 = below.iter().map(|drawing| drawing.height).sum();
        let stacked = drawn + step_height(blocks, room) + form.gutter() / 2.0;
        let fits = column > form.least_column()
            && step_height(blocks, column).max(drawing.height) <= stacked;
        if fits { (narrow, true) } else { (below, false) }
    }
}

/// Height of the words of an example; `None` if it has pictures.
fn words_height(played: &PlayedExample, inner: f64) -> Option<f64> {
    let words = inner - design().example.number;
    let mut height = step_height(&played.opening, inner);
    for part in &played.entries {
        height += BETWEEN_STEPS;
        height += match part {
            ExamplePart::Step { blocks, picture: None, .. } => step_height(blocks, words),
            ExamplePart::Heading(_) => design().text.line,
            ExamplePart::Step { .. } | ExamplePart::Board { .. } | ExamplePart::Walk(_) => {
                return None;
            }
        };
    }
    Some(height)
}

/// A picture with steps beside it.
struct StepsBeside {
    drawing: Drawing,
    /// Width of the steps, in points.
    column: f64,
    /// Number of these steps.
    taken: usize,
}

/// Returns the words of the current steps, up to the next picture or heading.
fn own_steps(parts: &[ExamplePart]) -> impl Iterator<Item = &[Block]> {
    parts.iter().map_while(|part| match part {
        ExamplePart::Step { blocks, picture: None, .. } => Some(blocks.as_slice()),
        ExamplePart::Step { .. }
        | ExamplePart::Heading(_)
        | ExamplePart::Board { .. }
        | ExamplePart::Walk(_) => None,
    })
}
