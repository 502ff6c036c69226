//! Draws a placed chart: subgraphs, lines, their labels, boxes, then the small signs where there is
//! room for them.

mod subgraphs;
mod edges;
mod heads;
mod nodes;
mod outline;
mod signs;
mod sign_room;

use std::collections::BTreeSet;

use super::describe::describe_marked_chart;
use super::layout::LINE_HEIGHT;
use super::{Chart, ChartSheet, NodeShape};
use crate::drawing::{Area, Canvas, Drawing, Point, TextAlign, TextLines, TextWeight, pt};
use base::theme::file::ChartStyle;

/// Distance from the middle of a line of words to its baseline, in type sizes.
const BASELINE_DROP: f64 = 0.32;

/// Marks on a chart: the marked path, numbers and targets, and the style of its boxes.
pub struct ChartMarks<'a> {
    /// Marked path: each box by index and the line that leaves it, in order; may be empty.
    pub path: Vec<(usize, Option<usize>)>,
    /// Numbers printed at the steps of the path. Steps beyond the end of this list are numbered
    /// from 1 by their place in the path.
    pub steps: Vec<usize>,
    /// Returns the small number of a box, such as `5.3`.
    pub numbers: &'a dyn Fn(usize) -> String,
    /// Returns the words beside the arrow of a box that leads on, such as `7.2`, from its address
    /// as written.
    pub targets: &'a dyn Fn(&str) -> String,
    /// Style of the boxes.
    pub style: ChartStyle,
}

impl<'a> ChartMarks<'a> {
    /// Returns marks that only number the boxes.
    pub fn numbered(numbers: &'a dyn Fn(usize) -> String) -> Self {
        let targets = &|_: &str| String::new();
        let style = ChartStyle::Plain;
        ChartMarks { path: Vec::new(), steps: Vec::new(), numbers, targets, style }
    }
}

/// A sheet to draw, and its marks.
struct SheetContext<'a> {
    chart: &'a Chart,
    sheet: &'a ChartSheet,
    size: f64,
    marks: &'a ChartMarks<'a>,
    /// Lines on the marked path.
    marked: BTreeSet<usize>,
}

/// A drawn sheet, and the areas of its boxes.
pub struct DrawnSheet {
    /// Drawing; larger than the sheet only if signs stick out.
    pub drawing: Drawing,
    /// Extent of each box, by index.
    pub boxes: Vec<(usize, Area)>,
}

/// Draws one sheet in type of `size` points.
pub fn draw_sheet(chart: &Chart, sheet: &ChartSheet, size: f64, marks: &ChartMarks) -> Drawing {
    draw_sheet_with_boxes(chart, sheet, size, marks).drawing
}

/// Draws one sheet, and returns the areas of its boxes too.
pub fn draw_sheet_with_boxes(
    chart: &Chart,
    sheet: &ChartSheet,
    size: f64,
    marks: &ChartMarks,
) -> DrawnSheet {
    let marked = marks.path.iter().filter_map(|step| step.1).collect();
    let context = SheetContext { chart, sheet, size, marks, marked };
    let mut canvas = Canvas::default();
    let lines = context.sheet.title.clone();
    if !lines.is_empty() {
        let high = lines.len() as f64 * LINE_HEIGHT * context.size;
        let middle = pt(context.sheet.width / 2.0, high / 2.0);
        canvas.text(centred_text(lines, middle, context.size, TextWeight::Bold));
    }
    context.draw_subgraphs(&mut canvas);
    context.draw_edges(&mut canvas);
    context.draw_titles(&mut canvas);
    for placed in &sheet.nodes {
        context.draw_node(placed, &mut canvas);
    }
    signs::draw_signs(&context, &mut canvas);
    let alt = describe_marked_chart(chart, Some(sheet), marks);
    let bare = canvas.into_drawing(sheet.width, sheet.height, alt);
    let by = bare.overhang();
    let boxes = sheet.nodes.iter().map(|placed| (placed.node, placed.area.moved(by))).collect();
    DrawnSheet { drawing: bare.fitted_to_items(), boxes }
}

impl SheetContext<'_> {
    /// Returns the shape that a box is drawn in.
    fn shape(&self, node: usize) -> NodeShape {
        let shape = self.chart.nodes[node].shape;
        let is_rounded = self.marks.style == ChartStyle::Round && shape == NodeShape::Rectangle;
        if is_rounded { NodeShape::Rounded } else { shape }
    }

    /// Returns the numbers of the steps of the marked path at a box.
    fn steps_on(&self, node: usize) -> Vec<usize> {
        let steps = self.marks.path.iter().enumerate().filter(|(_, step)| step.0 == node);
        steps.map(|(index, _)| self.marks.steps.get(index).copied().unwrap_or(index + 1)).collect()
    }

    /// True if the marked path passes a box.
    fn is_marked(&self, node: usize) -> bool {
        self.marks.path.iter().any(|step| step.0 == node)
    }

    /// Returns the width of the outline of a box, in points.
    fn border_width(&self, node: usize) -> f64 {
        match self.shape(node) {
            _ if self.is_marked(node) => 1.8,
            NodeShape::Rounded | NodeShape::Diamond if self.marks.style == ChartStyle::Round => 1.0,
            NodeShape::Stadium => 1.4,
            NodeShape::Rectangle
            | NodeShape::Rounded
            | NodeShape::Subroutine
            | NodeShape::Cylinder
            | NodeShape::Circle
            | NodeShape::DoubleCircle
            | NodeShape::Diamond
            | NodeShape::Hexagon
            | NodeShape::LeanRight
            | NodeShape::LeanLeft
            | NodeShape::Trapezoid
            | NodeShape::InvertedTrapezoid
            | NodeShape::Flag
            | NodeShape::Figure(_) => 0.7,
        }
    }

    /// Draws words on a patch of their background, so that no line strikes through them.
    fn draw_cleared_text(&self, text: TextLines, canvas: &mut Canvas) {
        for ink in text.ink_areas() {
            canvas.filled_rect(ink.grown(1.3), 0.0, self.ground_at(ink.middle()));
        }
        canvas.text(text);
    }

    /// Returns the colour of the page or of the innermost subgraph at a point.
    fn ground_at(&self, point: Point) -> &'static str {
        let around = self.sheet.subgraphs.iter().filter(|placed| placed.area.holds(point));
        ground_at_depth(around.count())
    }
}

/// Returns the background inside `depth` subgraphs: nested subgraphs alternate.
fn ground_at_depth(depth: usize) -> &'static str {
    if depth % 2 == 1 { "faint" } else { "paper" }
}

/// Returns lines of words around a middle.
fn centred_text(lines: Vec<String>, middle: Point, size: f64, weight: TextWeight) -> TextLines {
    let (width, step) = (weight.longest(&lines, size), size * LINE_HEIGHT);
    let rest = lines.len().saturating_sub(1) as f64;
    let down = size * BASELINE_DROP - step * rest / 2.0;
    let at = pt(middle.x, middle.y + down);
    let (colour, align) = ("ink".into(), TextAlign::Center);
    TextLines { at, width, lines, step, size, weight, colour, align }
}
