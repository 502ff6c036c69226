//! The coarse layout, for charts for which the usual one has no room or takes too long. In: a chart
//! and its measured texts. Out: sheets with all boxes below each other along the lines, and the
//! lines beside them, each end in a row and each line on its own upright. A line that leads to
//! another sheet, or for which no upright is left, ends at ringed letters. Nothing can overlap, and
//! the work grows only with the number of boxes and lines.

mod columns;
mod rows;

use super::super::{Chart, ChartSheet, Connector, PlacedEdge, PlacedLabel, PlacedNode};
use super::EmRoom;
use super::measure::MeasuredChart;
use super::ports::CONNECTOR_RADIUS;
use super::sides::{BoxSide, outline_inset};
use super::transform::{clip_to_subgraphs, trim_sheet};
use crate::drawing::{Area, Point, Size, pt};
use columns::{TiedRows, find_columns};
use rows::{RowStack, StackedSheet};

/// Distance from a box to the labels of its lines.
const BESIDE: f64 = 1.2;
/// Distance from one upright to the next.
const COLUMN_GAP: f64 = 0.8;
/// Distance from a label to the ring or the upright behind it.
const AFTER_LABEL: f64 = 0.6;

/// An end of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EdgeTie {
    /// Index into the chart's edges.
    edge: usize,
    /// True if the edge leaves its box there.
    leaving: bool,
}

/// Returns the sheets in em; the error says what is too large for a sheet.
pub fn stack_chart(
    chart: &Chart,
    sizes: &MeasuredChart,
    room: EmRoom,
) -> Result<Vec<ChartSheet>, String> {
    let stack = RowStack::new(chart, sizes, room.height);
    let sheets = stack.fill_sheets()?;
    sheets.iter().map(|sheet| SheetLines { chart, sizes, room, sheet }.draw()).collect()
}

/// The drawing of the boxes and the lines of one sheet.
struct SheetLines<'a> {
    chart: &'a Chart,
    sizes: &'a MeasuredChart,
    room: EmRoom,
    sheet: &'a StackedSheet,
}

impl SheetLines<'_> {
    fn draw(&self) -> Result<ChartSheet, String> {
        let labels_at = self.sheet.width + BESIDE;
        let labels_end = labels_at + self.widest_label() + AFTER_LABEL;
        let columns_at = labels_end + 2.0 * CONNECTOR_RADIUS + AFTER_LABEL;
        if columns_at > self.room.width {
            return Err("a box with the label of its line is wider than a sheet".to_owned());
        }
        let most = ((self.room.width - columns_at) / COLUMN_GAP).max(0.0) as usize;
        let columns = find_columns(&self.ties(), most);
        let mut sheet = ChartSheet { height: self.sheet.height, ..ChartSheet::default() };
        sheet.subgraphs.clone_from(&self.sheet.subgraphs);
        sheet.nodes = self.sheet.boxes.iter().map(|stacked| stacked.placed.clone()).collect();
        for (tied, column) in self.ties().iter().zip(&columns) {
            match column {
                Some(column) => {
                    let x = columns_at + *column as f64 * COLUMN_GAP;
                    sheet.edges.push(self.whole_edge(tied, labels_at, x));
                }
                None => self.add_ringed_ends(tied.edge, labels_at, labels_end, &mut sheet),
            }
        }
        for edge in self.leaving_edges() {
            self.add_ringed_ends(edge, labels_at, labels_end, &mut sheet);
        }
        clip_to_subgraphs(self.chart, &mut sheet);
        trim_sheet(&mut sheet);
        Ok(sheet)
    }

    fn widest_label(&self) -> f64 {
        let ties = self.sheet.ties.keys().filter(|tie| tie.leaving);
        let widths = ties.filter_map(|tie| self.sizes.labels[tie.edge].as_ref());
        widths.map(|label| label.width).fold(0.0, f64::max)
    }

    /// Returns the lines with both ends on this sheet.
    fn ties(&self) -> Vec<TiedRows> {
        let here = self.sheet.ties.iter().filter(|(tie, _)| tie.leaving);
        let tied = here.filter_map(|(&EdgeTie { edge, .. }, &from)| {
            let to = *self.sheet.ties.get(&EdgeTie { edge, leaving: false })?;
            Some(TiedRows { edge, from, to })
        });
        tied.collect()
    }

    /// Returns the lines with only one end on this sheet.
    fn leaving_edges(&self) -> Vec<usize> {
        let ties = &self.sheet.ties;
        let other = |tie: &EdgeTie| EdgeTie { leaving: !tie.leaving, ..*tie };
        let alone = ties.keys().filter(|tie| !ties.contains_key(&other(tie)));
        alone.map(|tie| tie.edge).collect()
    }

    /// Returns the point at which a row meets the right side of the box of an end.
    fn box_point(&self, tie: EdgeTie, y: f64) -> Point {
        let ends = self.chart.edge_nodes(tie.edge).unwrap_or_default();
        let node = if tie.leaving { ends.0 } else { ends.1 };
        let placed = self.placed_node(node);
        let area = placed.area;
        let shape = self.chart.nodes[node].shape;
        let mut extent = self.sizes.nodes[node].clone();
        (extent.width, extent.height) = (area.width, area.height);
        let inset = outline_inset(shape, &extent, BoxSide::Right, y - area.middle().y);
        pt(area.right() - inset, y)
    }

    fn placed_node(&self, node: usize) -> &PlacedNode {
        let found = self.sheet.boxes.binary_search_by_key(&node, |stacked| stacked.node);
        &self.sheet.boxes[found.unwrap_or(0)].placed
    }

    fn whole_edge(&self, tied: &TiedRows, labels_at: f64, x: f64) -> PlacedEdge {
        let TiedRows { edge, from, to } = *tied;
        let start = self.box_point(EdgeTie { edge, leaving: true }, from);
        let end = self.box_point(EdgeTie { edge, leaving: false }, to);
        PlacedEdge {
            edge,
            points: vec![start, pt(x, from), pt(x, to), end],
            label: self.label_at(edge, labels_at, from),
            ends: (true, true),
        }
    }

    fn label_at(&self, edge: usize, x: f64, y: f64) -> Option<PlacedLabel> {
        let extent = self.sizes.labels[edge].as_ref()?;
        let Size { width, height } = extent.size();
        let area = Area { x, y: y - height / 2.0, width, height };
        Some(PlacedLabel { area, lines: extent.lines.clone() })
    }

    /// Adds the ends of a line that are on this sheet, each with a ring beside it.
    fn add_ringed_ends(&self, edge: usize, labels_at: f64, ring_at: f64, sheet: &mut ChartSheet) {
        for leaving in [true, false] {
            let tie = EdgeTie { edge, leaving };
            let Some(&y) = self.sheet.ties.get(&tie) else { continue };
            let at = pt(ring_at + CONNECTOR_RADIUS, y);
            let (own, ring) = (self.box_point(tie, y), pt(ring_at, y));
            let points = if leaving { vec![own, ring] } else { vec![ring, own] };
            let label = self.label_at(edge, labels_at, y).filter(|_| leaving);
            sheet.edges.push(PlacedEdge { edge, points, label, ends: (leaving, !leaving) });
            sheet.connectors.push(Connector { at, letter: String::new(), edge });
        }
    }
}
