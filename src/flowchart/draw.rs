//! A placed chart as a drawing: frames, lines, their labels, boxes, then the small signs where
//! there is room for them.

mod nodes;
mod heads;
mod edges;
mod outline;
mod sign_room;
mod signs;

use std::collections::BTreeSet;

use super::{Chart, ChartSheet, NodeShape, PlacedNode, Rect, describe};
use crate::drawing::{
    Area, CurveMove, Drawing, DrawingItem, Point, Stroke, TextAlign, TextLines, TextWeight,
};
use crate::font::{self, Face};

/// From baseline to baseline, in type sizes; the layout measures boxes with the same number.
pub(super) const STEP: f64 = 1.18;

/// From the middle of a line of words to its baseline, in type sizes.
const BASELINE_DROP: f64 = 0.32;

/// What is drawn on a chart beyond the chart itself.
pub struct ChartMarks<'a> {
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
struct SheetCanvas<'a> {
    chart: &'a Chart,
    sheet: &'a ChartSheet,
    size: f64,
    marks: &'a ChartMarks<'a>,
    /// Lines on the marked path.
    marked: BTreeSet<usize>,
}

/// Draws one sheet in type of `size` points; the drawing is as large as the sheet, and more only
/// where signs stand out.
pub fn draw_sheet(chart: &Chart, sheet: &ChartSheet, size: f64, marks: &ChartMarks) -> Drawing {
    let marked = marks.path.iter().filter_map(|step| step.1).collect();
    let canvas = SheetCanvas { chart, sheet, size, marks, marked };
    let mut items = Vec::new();
    canvas.draw_subgraphs(&mut items);
    edges::draw_edges(&canvas, &mut items);
    canvas.draw_titles(&mut items);
    for placed in &sheet.nodes {
        nodes::draw_node(&canvas, placed, &mut items);
    }
    signs::draw_signs(&canvas, &mut items);
    let alt = describe::describe_marked_chart(chart, Some(sheet), marks);
    fit_to_items(Drawing { width: sheet.width, height: sheet.height, items, alt })
}

impl SheetCanvas<'_> {
    fn draw_subgraphs(&self, items: &mut Vec<DrawingItem>) {
        for (index, frame) in self.sheet.subgraphs.iter().enumerate() {
            let area = rect_area(frame.rect);
            let above = self.sheet.subgraphs[..index]
                .iter()
                .filter(|outer| encloses_middle(&outer.rect, &frame.rect))
                .count();
            let stroke = Some(Stroke::solid(0.6, "rule"));
            items.push(DrawingItem::Rect {
                area,
                radius: 3.0,
                fill: Some(ground_at_depth(above + 1).into()),
                stroke,
            });
        }
    }

    /// The titles of the frames, on clear ground too, because a line may have to pass them.
    fn draw_titles(&self, items: &mut Vec<DrawingItem>) {
        for frame in &self.sheet.subgraphs {
            let size = self.size;
            let at = (frame.rect.x + size * 0.8, frame.rect.y + size * 1.3);
            let mut text =
                centred_text(std::slice::from_ref(&frame.title), at, size, TextWeight::Bold);
            (text.at, text.align) = (at, TextAlign::Left);
            self.draw_cleared_text(text, items);
        }
    }

    /// Words on a patch of their ground that no line strikes through.
    fn draw_cleared_text(&self, text: TextLines, items: &mut Vec<DrawingItem>) {
        for words in ink_areas(&text) {
            let ground = self.ground_at(words.middle());
            items.push(DrawingItem::Rect {
                area: words.grown(1.3),
                radius: 0.0,
                fill: Some(ground.into()),
                stroke: None,
            });
        }
        items.push(DrawingItem::Text(text));
    }

    /// The colour of the page or of the innermost frame at a point.
    fn ground_at(&self, point: Point) -> &'static str {
        ground_at_depth(
            self.sheet.subgraphs.iter().filter(|frame| rect_area(frame.rect).holds(point)).count(),
        )
    }

    /// The numbers of the steps of the marked path that stand on a box.
    fn steps_on(&self, node: usize) -> Vec<usize> {
        let path = self.marks.path.iter().enumerate();
        let printed = |index: usize| self.marks.steps.get(index).copied().unwrap_or(index + 1);
        path.filter(|(_, step)| step.0 == node).map(|(index, _)| printed(index)).collect()
    }

    /// How wide the outline of a box is.
    fn border_width(&self, node: usize) -> f64 {
        if self.marks.path.iter().any(|step| step.0 == node) {
            1.8
        } else if self.chart.nodes[node].shape == NodeShape::Stadium {
            1.4
        } else {
            0.7
        }
    }

    fn placed_node(&self, node: usize) -> Option<&PlacedNode> {
        self.sheet.nodes.iter().find(|placed| placed.node == node)
    }
}

/// The ground inside so many frames: frames within frames alternate.
fn ground_at_depth(depth: usize) -> &'static str {
    if depth % 2 == 1 { "faint" } else { "paper" }
}

fn rect_area(rect: Rect) -> Area {
    Area { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
}

fn encloses_middle(outer: &Rect, inner: &Rect) -> bool {
    rect_area(*outer).holds(rect_area(*inner).middle())
}

/// Lines of words round a middle.
fn centred_text(lines: &[String], middle: Point, size: f64, weight: TextWeight) -> TextLines {
    let face = if weight == TextWeight::Bold { Face::Bold } else { Face::Body };
    let width = lines.iter().map(|line| font::text_width(line, face) * size).fold(0.0, f64::max);
    let step = size * STEP;
    let down = size * BASELINE_DROP - step * lines.len().saturating_sub(1) as f64 / 2.0;
    let at = (middle.0, middle.1 + down);
    TextLines {
        at,
        width,
        lines: lines.to_vec(),
        step,
        size,
        weight,
        colour: "ink".into(),
        align: TextAlign::Center,
    }
}

/// Where the letters of each line stand, without the empty room above and below them.
fn ink_areas(text: &TextLines) -> impl Iterator<Item = Area> {
    let face = if text.weight == TextWeight::Bold { Face::Bold } else { Face::Body };
    let (at, size, step, align) = (text.at, text.size, text.step, text.align);
    text.lines.iter().enumerate().map(move |(index, line)| {
        let width = font::text_width(line, face) * size;
        let back = match align {
            TextAlign::Left => 0.0,
            TextAlign::Center => width / 2.0,
            TextAlign::Right => width,
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
fn fit_to_items(mut drawing: Drawing) -> Drawing {
    let (mut low, mut high) = ((0.0f64, 0.0f64), (drawing.width, drawing.height));
    for area in drawing.items.iter().filter_map(item_extent) {
        low = (low.0.min(area.x), low.1.min(area.y));
        high = (high.0.max(area.right()), high.1.max(area.bottom()));
    }
    drawing.items.iter_mut().for_each(|item| shift_item(item, (-low.0, -low.1)));
    (drawing.width, drawing.height) = (high.0 - low.0, high.1 - low.1);
    drawing
}

/// The extent of an item with its outline.
fn item_extent(item: &DrawingItem) -> Option<Area> {
    let edge = |stroke: &Option<Stroke>| stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
    match item {
        DrawingItem::Rect { area, stroke, .. } | DrawingItem::Ellipse { area, stroke, .. } => {
            Some(area.grown(edge(stroke)))
        }
        DrawingItem::Polygon { points, stroke, .. } => {
            points_extent(points).map(|area| area.grown(edge(stroke)))
        }
        DrawingItem::Path { points, stroke, .. } => {
            points_extent(points).map(|area| area.grown(stroke.width / 2.0))
        }
        DrawingItem::Text(text) => ink_areas(text).map(|words| words.grown(0.4)).reduce(|a, b| {
            Area::between(
                (a.x.min(b.x), a.y.min(b.y)),
                (a.right().max(b.right()), a.bottom().max(b.bottom())),
            )
        }),
        DrawingItem::Curve { .. } | DrawingItem::Link { .. } => None,
    }
}

fn points_extent(points: &[Point]) -> Option<Area> {
    let corners = points.iter().map(|point| (*point, *point));
    let (low, high) = corners
        .reduce(|(a, b), (c, d)| ((a.0.min(c.0), a.1.min(c.1)), (b.0.max(d.0), b.1.max(d.1))))?;
    Some(Area::between(low, high))
}

fn shift_item(item: &mut DrawingItem, by: Point) {
    let add = |point: &mut Point| *point = (point.0 + by.0, point.1 + by.1);
    match item {
        DrawingItem::Rect { area, .. }
        | DrawingItem::Ellipse { area, .. }
        | DrawingItem::Link { area, .. } => *area = area.moved(by),
        DrawingItem::Polygon { points, .. } | DrawingItem::Path { points, .. } => {
            points.iter_mut().for_each(add)
        }
        DrawingItem::Curve { moves, .. } => moves.iter_mut().for_each(|step| match step {
            CurveMove::To(end) | CurveMove::Line(end) => add(end),
            CurveMove::Cubic(a, b, end) => [a, b, end].into_iter().for_each(add),
            CurveMove::Close => {}
        }),
        DrawingItem::Text(text) => add(&mut text.at),
    }
}
