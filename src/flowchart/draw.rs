//! A placed chart as a drawing: frames, lines, their labels, boxes, then the small signs where
//! there is room for them.

mod boxes;
mod heads;
mod lines;
mod outline;
mod room;
mod signs;

use std::collections::BTreeSet;

use super::{Chart, PlacedBox, Rect, Shape, Sheet, describe};
use crate::drawing::{Align, Area, Drawing, Item, Move, Point, Stroke, Text, Weight};
use crate::font::{self, Face};

/// From baseline to baseline, in type sizes; the layout measures boxes with the same number.
pub(super) const STEP: f64 = 1.18;

/// From the middle of a line of words to its baseline, in type sizes.
const HALF: f64 = 0.32;

/// What is drawn on a chart beyond the chart itself.
pub struct Marks<'a> {
    /// A marked path: boxes by index and the line each is left by, in order; may be empty.
    pub path: Vec<(usize, Option<usize>)>,
    /// What is printed at each step of the path; its number from 1 where this is shorter.
    pub steps: Vec<usize>,
    /// The small number of a box, such as `5.3`.
    pub numbers: &'a dyn Fn(usize) -> String,
    /// What is printed beside the arrow of a box that leads on, such as `7.2`, from its address as
    /// written.
    pub targets: &'a dyn Fn(&str) -> String,
}

/// Everything the passes look at.
struct Canvas<'a> {
    chart: &'a Chart,
    sheet: &'a Sheet,
    size: f64,
    marks: &'a Marks<'a>,
    /// Lines on the marked path.
    marked: BTreeSet<usize>,
}

/// Draws one sheet in type of `size` points; the drawing is as large as the sheet, and more only
/// where signs stand out.
pub fn draw(chart: &Chart, sheet: &Sheet, size: f64, marks: &Marks) -> Drawing {
    let marked = marks.path.iter().filter_map(|step| step.1).collect();
    let canvas = Canvas { chart, sheet, size, marks, marked };
    let mut items = Vec::new();
    canvas.frames(&mut items);
    lines::draw(&canvas, &mut items);
    canvas.titles(&mut items);
    for placed in &sheet.boxes {
        boxes::draw(&canvas, placed, &mut items);
    }
    signs::draw(&canvas, &mut items);
    let alt = describe::told(chart, Some(sheet), marks);
    fitted(Drawing { width: sheet.width, height: sheet.height, items, alt })
}

impl Canvas<'_> {
    fn frames(&self, items: &mut Vec<Item>) {
        for (index, frame) in self.sheet.frames.iter().enumerate() {
            let area = area(frame.rect);
            let above = self.sheet.frames[..index]
                .iter()
                .filter(|outer| encloses(&outer.rect, &frame.rect))
                .count();
            let stroke = Some(Stroke::solid(0.6, "rule"));
            items.push(Item::Rect {
                area,
                radius: 3.0,
                fill: Some(shade(above + 1).into()),
                stroke,
            });
        }
    }

    /// The titles of the frames, on clear ground too, because a line may have to pass them.
    fn titles(&self, items: &mut Vec<Item>) {
        for frame in &self.sheet.frames {
            let size = self.size;
            let at = (frame.rect.x + size * 0.8, frame.rect.y + size * 1.3);
            let mut text = centred(std::slice::from_ref(&frame.title), at, size, Weight::Bold);
            (text.at, text.align) = (at, Align::Left);
            self.cleared(text, items);
        }
    }

    /// Words on a patch of their ground that no line strikes through.
    fn cleared(&self, text: Text, items: &mut Vec<Item>) {
        for words in inked(&text) {
            let ground = self.ground(words.middle());
            items.push(Item::Rect {
                area: words.grown(1.3),
                radius: 0.0,
                fill: Some(ground.into()),
                stroke: None,
            });
        }
        items.push(Item::Text(text));
    }

    /// The colour of the page or of the innermost frame at a point.
    fn ground(&self, point: Point) -> &'static str {
        shade(self.sheet.frames.iter().filter(|frame| area(frame.rect).holds(point)).count())
    }

    /// The numbers of the steps of the marked path that stand on a box.
    fn steps(&self, node: usize) -> Vec<usize> {
        let path = self.marks.path.iter().enumerate();
        let printed = |index: usize| self.marks.steps.get(index).copied().unwrap_or(index + 1);
        path.filter(|(_, step)| step.0 == node).map(|(index, _)| printed(index)).collect()
    }

    /// How wide the outline of a box is.
    fn border(&self, node: usize) -> f64 {
        if self.marks.path.iter().any(|step| step.0 == node) {
            1.8
        } else if self.chart.nodes[node].shape == Shape::Stadium {
            1.4
        } else {
            0.7
        }
    }

    fn placed(&self, node: usize) -> Option<&PlacedBox> {
        self.sheet.boxes.iter().find(|placed| placed.node == node)
    }
}

/// The ground inside so many frames: frames within frames alternate.
fn shade(depth: usize) -> &'static str {
    if depth % 2 == 1 { "faint" } else { "paper" }
}

fn area(rect: Rect) -> Area {
    Area { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
}

fn encloses(outer: &Rect, inner: &Rect) -> bool {
    area(*outer).holds(area(*inner).middle())
}

/// Lines of words round a middle.
fn centred(lines: &[String], middle: Point, size: f64, weight: Weight) -> Text {
    let face = if weight == Weight::Bold { Face::Bold } else { Face::Body };
    let width = lines.iter().map(|line| font::width(line, face) * size).fold(0.0, f64::max);
    let step = size * STEP;
    let down = size * HALF - step * lines.len().saturating_sub(1) as f64 / 2.0;
    let at = (middle.0, middle.1 + down);
    Text {
        at,
        width,
        lines: lines.to_vec(),
        step,
        size,
        weight,
        colour: "ink".into(),
        align: Align::Center,
    }
}

/// Where the letters of each line stand, without the empty room above and below them.
fn inked(text: &Text) -> impl Iterator<Item = Area> {
    let face = if text.weight == Weight::Bold { Face::Bold } else { Face::Body };
    let (at, size, step, align) = (text.at, text.size, text.step, text.align);
    text.lines.iter().enumerate().map(move |(index, line)| {
        let width = font::width(line, face) * size;
        let back = match align {
            Align::Left => 0.0,
            Align::Center => width / 2.0,
            Align::Right => width,
        };
        Area {
            x: at.0 - back,
            y: at.1 + index as f64 * step - size * 0.68,
            width,
            height: size * 0.88,
        }
    })
}

/// Makes the drawing as much larger as its signs and outlines stand out over the sheet.
fn fitted(mut drawing: Drawing) -> Drawing {
    let (mut low, mut high) = ((0.0f64, 0.0f64), (drawing.width, drawing.height));
    for area in drawing.items.iter().filter_map(extent) {
        low = (low.0.min(area.x), low.1.min(area.y));
        high = (high.0.max(area.right()), high.1.max(area.bottom()));
    }
    drawing.items.iter_mut().for_each(|item| shift(item, (-low.0, -low.1)));
    (drawing.width, drawing.height) = (high.0 - low.0, high.1 - low.1);
    drawing
}

/// The extent of an item with its outline.
fn extent(item: &Item) -> Option<Area> {
    let edge = |stroke: &Option<Stroke>| stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
    match item {
        Item::Rect { area, stroke, .. } | Item::Ellipse { area, stroke, .. } => {
            Some(area.grown(edge(stroke)))
        }
        Item::Polygon { points, stroke, .. } => around(points).map(|area| area.grown(edge(stroke))),
        Item::Path { points, stroke, .. } => {
            around(points).map(|area| area.grown(stroke.width / 2.0))
        }
        Item::Text(text) => inked(text).map(|words| words.grown(0.4)).reduce(|a, b| {
            Area::between(
                (a.x.min(b.x), a.y.min(b.y)),
                (a.right().max(b.right()), a.bottom().max(b.bottom())),
            )
        }),
        Item::Curve { .. } | Item::Link { .. } => None,
    }
}

fn around(points: &[Point]) -> Option<Area> {
    let corners = points.iter().map(|point| (*point, *point));
    let (low, high) = corners
        .reduce(|(a, b), (c, d)| ((a.0.min(c.0), a.1.min(c.1)), (b.0.max(d.0), b.1.max(d.1))))?;
    Some(Area::between(low, high))
}

fn shift(item: &mut Item, by: Point) {
    let add = |point: &mut Point| *point = (point.0 + by.0, point.1 + by.1);
    match item {
        Item::Rect { area, .. } | Item::Ellipse { area, .. } | Item::Link { area, .. } => {
            *area = area.moved(by)
        }
        Item::Polygon { points, .. } | Item::Path { points, .. } => points.iter_mut().for_each(add),
        Item::Curve { moves, .. } => moves.iter_mut().for_each(|step| match step {
            Move::To(end) | Move::Line(end) => add(end),
            Move::Cubic(a, b, end) => [a, b, end].into_iter().for_each(add),
            Move::Close => {}
        }),
        Item::Text(text) => add(&mut text.at),
    }
}
