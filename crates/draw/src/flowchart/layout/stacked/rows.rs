//! Stacks the boxes of a chart on sheets. In: a chart and its measured texts. Out: for each sheet
//! its boxes below each other, framed, with a row for every end of a line.

use std::collections::BTreeMap;

use super::super::super::{Chart, PlacedNode, PlacedSubgraph, box_numbers};
use super::super::measure::{MeasuredChart, TITLE_HEIGHT, TextBox, further_lines};
use super::EdgeTie;
use crate::drawing::Area;

/// Room between two boxes, below a frame, and at its sides.
const BOX_GAP: f64 = 1.3;
const FRAME_FOOT: f64 = 0.8;
const FRAME_SIDE: f64 = 0.8;
/// Room above the first box of a frame.
const FRAME_HEAD: f64 = TITLE_HEIGHT + 1.0;
/// Least height of the row of an end, with room for a ring.
const ROW: f64 = 1.6;
/// Distance from the corner of a box to its first row.
const CORNER: f64 = 0.4;
/// A box on a sheet.
pub struct StackedBox {
    pub node: usize,
    pub placed: PlacedNode,
}

/// A sheet with its boxes, by node.
#[derive(Default)]
pub struct StackedSheet {
    pub boxes: Vec<StackedBox>,
    pub subgraphs: Vec<PlacedSubgraph>,
    /// Heights of the rows of the ends of lines.
    pub ties: BTreeMap<EdgeTie, f64>,
    /// Size of all boxes and frames.
    pub width: f64,
    pub height: f64,
}

/// The stacking of boxes until all sheets are full.
pub struct RowStack<'a> {
    chart: &'a Chart,
    sizes: &'a MeasuredChart,
    room: f64,
    /// Ends of lines at it, those that enter first, by box.
    ends: Vec<Vec<EdgeTie>>,
    /// The subgraph and those around it, innermost first, by subgraph.
    enclosing: Vec<Vec<usize>>,
    /// Number along the lines, by box.
    numbers: Vec<usize>,
}

impl<'a> RowStack<'a> {
    pub fn new(chart: &'a Chart, sizes: &'a MeasuredChart, room: f64) -> Self {
        let mut ends = vec![vec![]; chart.nodes.len()];
        let drawn = (0..chart.edges.len()).filter(|&edge| chart.is_drawn(edge));
        let tied: Vec<_> = drawn.filter_map(|edge| Some((edge, chart.edge_nodes(edge)?))).collect();
        for leaving in [false, true] {
            for &(edge, (from, to)) in &tied {
                ends[if leaving { from } else { to }].push(EdgeTie { edge, leaving });
            }
        }
        let enclosing = 0..chart.subgraphs.len();
        let enclosing = enclosing.map(|own| chart.enclosing_subgraphs(Some(own))).collect();
        Self { chart, sizes, room, ends, enclosing, numbers: box_numbers(chart) }
    }

    /// Returns boxes in the order of their numbers, those of a subgraph together.
    fn node_order(&self) -> Vec<usize> {
        let mut first = vec![usize::MAX; self.chart.subgraphs.len()];
        for (node, data) in self.chart.nodes.iter().enumerate() {
            for &subgraph in self.around(data.subgraph) {
                first[subgraph] = first[subgraph].min(self.numbers[node]);
            }
        }
        let key = |node: &usize| {
            let around = self.around(self.chart.nodes[*node].subgraph).iter().rev();
            let mut path: Vec<usize> = around.map(|&subgraph| first[subgraph]).collect();
            path.push(self.numbers[*node]);
            path
        };
        let mut order: Vec<usize> = (0..self.chart.nodes.len()).collect();
        order.sort_by_cached_key(key);
        order
    }

    fn around(&self, subgraph: Option<usize>) -> &[usize] {
        subgraph.map_or(&[], |own| &self.enclosing[own])
    }

    /// Returns all sheets; an error if a box is higher than a sheet.
    pub fn fill_sheets(&self) -> Result<Vec<StackedSheet>, String> {
        let mut sheets = vec![];
        let mut open = OpenSheet::default();
        for node in self.node_order() {
            let rows: f64 = self.ends[node].iter().map(|end| self.row_height(*end)).sum();
            let height = self.sizes.nodes[node].height.max(rows + 2.0 * CORNER);
            if !open.sheet.boxes.is_empty() && open.foot_with(self, node, height) > self.room {
                sheets.push(std::mem::take(&mut open).close(self));
            }
            if open.foot_with(self, node, height) > self.room {
                let (id, count) = (&self.chart.nodes[node].id, self.ends[node].len());
                return Err(format!(
                    "the box `{id}` with its {count} lines is higher than a sheet"
                ));
            }
            open.add_box(self, node, height);
        }
        sheets.push(open.close(self));
        Ok(sheets)
    }

    /// Returns the room above the first box of a frame.
    fn head_height(&self, subgraph: usize) -> f64 {
        FRAME_HEAD + further_lines(&self.chart.subgraphs[subgraph].title)
    }

    /// Returns the height of a row.
    fn row_height(&self, tie: EdgeTie) -> f64 {
        let label = self.sizes.labels[tie.edge].as_ref().filter(|_| tie.leaving);
        label.map_or(ROW, |label| ROW.max(label.size().height + 0.3))
    }
}

/// A sheet that is being filled.
#[derive(Default)]
struct OpenSheet {
    sheet: StackedSheet,
    /// Open frames, outermost first, each with its head.
    frames: Vec<(usize, f64)>,
    foot: f64,
    /// Deepest nesting of frames.
    depth: usize,
}

impl OpenSheet {
    /// Returns the number of open frames that hold a box as well.
    fn kept_frames(&self, around: &[usize]) -> usize {
        let pairs = self.frames.iter().zip(around.iter().rev());
        pairs.take_while(|((open, _), own)| open == *own).count()
    }

    /// Returns the lower edge that the sheet would have with one more box.
    fn foot_with(&self, stack: &RowStack, node: usize, height: f64) -> f64 {
        let around = stack.around(stack.chart.nodes[node].subgraph);
        let kept = self.kept_frames(around);
        let closed = (self.frames.len() - kept) as f64 * FRAME_FOOT;
        let fresh = around.iter().rev().skip(kept);
        let opened: f64 = fresh.map(|&subgraph| stack.head_height(subgraph)).sum();
        let gap = if self.sheet.boxes.is_empty() { 0.0 } else { BOX_GAP };
        self.foot + closed + gap + opened + height + around.len() as f64 * FRAME_FOOT
    }

    fn add_box(&mut self, stack: &RowStack, node: usize, height: f64) {
        let around = stack.around(stack.chart.nodes[node].subgraph);
        self.close_frames(stack, self.kept_frames(around));
        if !self.sheet.boxes.is_empty() {
            self.foot += BOX_GAP;
        }
        for &subgraph in around.iter().rev().skip(self.frames.len()) {
            self.frames.push((subgraph, self.foot));
            self.foot += stack.head_height(subgraph);
        }
        self.depth = self.depth.max(around.len());
        let TextBox { width, cut, lines, .. } = stack.sizes.nodes[node].clone();
        let x = around.len() as f64 * FRAME_SIDE;
        let area = Area { x, y: self.foot, width, height };
        self.add_rows(stack, node, area);
        let placed = PlacedNode { node, area, cut, lines };
        self.sheet.boxes.push(StackedBox { node, placed });
        self.foot += height;
    }

    fn add_rows(&mut self, stack: &RowStack, node: usize, area: Area) {
        let ends = &stack.ends[node];
        let rows: f64 = ends.iter().map(|end| stack.row_height(*end)).sum();
        let mut y = area.y + (area.height - rows) / 2.0;
        for &end in ends {
            let height = stack.row_height(end);
            self.sheet.ties.insert(end, y + height / 2.0);
            y += height;
        }
    }

    /// Closes the inner frames and keeps the first `kept` open.
    fn close_frames(&mut self, stack: &RowStack, kept: usize) {
        for (subgraph, head) in self.frames.split_off(kept).into_iter().rev() {
            self.foot += FRAME_FOOT;
            let area = Area { y: head, height: self.foot - head, ..Area::default() };
            let title = stack.chart.subgraphs[subgraph].title.clone();
            self.sheet.subgraphs.push(PlacedSubgraph { subgraph, area, title });
        }
    }

    /// Returns the sheet, with its frames as wide as their contents need.
    fn close(mut self, stack: &RowStack) -> StackedSheet {
        self.close_frames(stack, 0);
        let boxes = self.sheet.boxes.iter().map(|stacked| stacked.placed.area.right());
        let mut inner = boxes.fold(0.0, f64::max);
        for placed in &self.sheet.subgraphs {
            let depth = stack.enclosing[placed.subgraph].len() - 1;
            let title = depth as f64 * FRAME_SIDE + stack.sizes.titles[placed.subgraph];
            inner = inner.max(title + FRAME_SIDE);
        }
        for placed in &mut self.sheet.subgraphs {
            let depth = stack.enclosing[placed.subgraph].len() - 1;
            placed.area.x = depth as f64 * FRAME_SIDE;
            let right = inner + (self.depth - depth) as f64 * FRAME_SIDE;
            placed.area.width = right - placed.area.x;
        }
        self.sheet.width = inner + self.depth as f64 * FRAME_SIDE;
        self.sheet.height = self.foot;
        self.sheet.boxes.sort_by_key(|stacked| stacked.node);
        self.sheet.subgraphs.sort_by_key(|placed| placed.subgraph);
        self.sheet
    }
}
