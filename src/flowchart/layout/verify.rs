//! Checks a finished plan. In: a chart and its plan. Out: what is wrong with the plan's geometry,
//! in words; nothing if all is well.

use super::super::{Chart, ChartLayout, ChartSheet, PlacedEdge};
use crate::drawing::Area;

/// How far things may touch, in points.
const SLACK: f64 = 0.05;

/// Boxes or labels that overlap or are missing, lines through foreign boxes or labels or on top of
/// each other, subgraphs round foreign boxes, anything outside its sheet.
pub fn verify_layout(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    for (at, sheet) in plan.sheets.iter().enumerate() {
        let mut check = SheetCheck { chart, sheet, faults: vec![] };
        check.check_bounds();
        check.check_nodes();
        check.check_edges();
        check.check_labels();
        check.check_subgraphs();
        faults.extend(check.faults.into_iter().map(|fault| format!("sheet {}: {fault}", at + 1)));
    }
    faults.extend(incomplete_nodes(chart, plan));
    faults.extend(incomplete_edges(chart, plan));
    faults
}

/// A sheet, and what was found wrong with it so far.
struct SheetCheck<'a> {
    chart: &'a Chart,
    sheet: &'a ChartSheet,
    faults: Vec<String>,
}

impl SheetCheck<'_> {
    fn check_bounds(&mut self) {
        let sheet = self.sheet;
        for placed in &sheet.nodes {
            self.check_inside(format!("box {}", placed.node), placed.area);
        }
        for placed in &sheet.subgraphs {
            self.check_inside(format!("frame {}", placed.subgraph), placed.area);
        }
        for placed in &sheet.edges {
            for (a, b) in placed.segments() {
                self.check_inside(format!("line {}", placed.edge), Area::between(a, b));
            }
            if let Some(area) = placed.label_area() {
                self.check_inside(format!("label {}", placed.edge), area);
            }
        }
    }

    fn check_inside(&mut self, what: String, area: Area) {
        if !self.is_on_sheet(area) {
            self.faults.push(format!("{what} is outside"));
        }
    }

    fn is_on_sheet(&self, area: Area) -> bool {
        let right = area.right() <= self.sheet.width + SLACK;
        let above = area.bottom() <= self.sheet.height + SLACK;
        right && above && area.x >= -SLACK && area.y >= -SLACK
    }

    fn check_nodes(&mut self) {
        for (a, b) in item_pairs(&self.sheet.nodes) {
            if areas_overlap(a.area, b.area) {
                self.faults.push(format!("boxes {} and {} overlap", a.node, b.node));
            }
        }
    }

    fn check_edges(&mut self) {
        for (index, placed) in self.sheet.edges.iter().enumerate() {
            self.check_crossed_nodes(placed);
            if runs_aslant(placed) {
                self.faults.push(format!("line {} runs aslant", placed.edge));
            }
            for other in &self.sheet.edges[index + 1..] {
                self.check_two_edges(placed, other);
            }
        }
    }

    fn check_two_edges(&mut self, a: &PlacedEdge, b: &PlacedEdge) {
        if edges_lie_together(a, b) {
            let (a, b) = (a.edge, b.edge);
            self.faults.push(format!("lines {a} and {b} lie on top of each other"));
        }
    }

    fn check_crossed_nodes(&mut self, placed: &PlacedEdge) {
        let own = self.chart.edge_nodes(placed.edge);
        let foreign = |node: usize| own.is_none_or(|(from, to)| node != from && node != to);
        for node in self.sheet.nodes.iter().filter(|node| foreign(node.node)) {
            if runs_through(placed, node.area) {
                self.faults.push(format!("line {} runs through box {}", placed.edge, node.node));
            }
        }
    }

    fn check_labels(&mut self) {
        let sheet = self.sheet;
        for (index, placed) in sheet.edges.iter().enumerate() {
            let Some(label) = placed.label_area() else { continue };
            for node in sheet.nodes.iter().filter(|node| areas_overlap(node.area, label)) {
                self.faults.push(format!("label {} touches box {}", placed.edge, node.node));
            }
            for other in &sheet.edges[index + 1..] {
                self.check_two_labels(placed, other, label);
            }
            let others = sheet.edges.iter().enumerate().filter(|(at, _)| *at != index);
            for (_, other) in others.filter(|(_, other)| runs_through(other, label)) {
                let (line, label) = (other.edge, placed.edge);
                self.faults.push(format!("line {line} runs through label {label}"));
            }
        }
    }

    fn check_two_labels(&mut self, a: &PlacedEdge, b: &PlacedEdge, label: Area) {
        if b.label_area().is_some_and(|other| areas_overlap(label, other)) {
            self.faults.push(format!("labels {} and {} touch", a.edge, b.edge));
        }
    }

    fn check_subgraphs(&mut self) {
        for subgraph in &self.sheet.subgraphs {
            for placed in &self.sheet.nodes {
                let inside = areas_overlap(subgraph.area, placed.area);
                if inside && !self.chart.node_within(placed.node, subgraph.subgraph) {
                    let (node, subgraph) = (placed.node, subgraph.subgraph);
                    self.faults.push(format!("box {node} lies in foreign frame {subgraph}"));
                }
            }
        }
    }
}

/// Every two of some items.
fn item_pairs<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let firsts = items.iter().enumerate();
    firsts.flat_map(|(index, a)| items[index + 1..].iter().map(move |b| (a, b)))
}

fn areas_overlap(a: Area, b: Area) -> bool {
    a.x + SLACK < b.right()
        && b.x + SLACK < a.right()
        && a.y + SLACK < b.bottom()
        && b.y + SLACK < a.bottom()
}

/// The straight pieces of a line as areas of hardly any width.
fn edge_areas(placed: &PlacedEdge) -> impl Iterator<Item = Area> + '_ {
    placed.segments().map(|(a, b)| Area::between(a, b).grown(SLACK))
}

fn runs_through(placed: &PlacedEdge, area: Area) -> bool {
    edge_areas(placed).any(|piece| areas_overlap(piece, area))
}

fn runs_aslant(placed: &PlacedEdge) -> bool {
    placed.segments().any(|(a, b)| (a.0 - b.0).abs().min((a.1 - b.1).abs()) > SLACK)
}

/// Whether two lines run along each other somewhere, rather than across.
fn edges_lie_together(placed: &PlacedEdge, other: &PlacedEdge) -> bool {
    edge_areas(placed).any(|a| edge_areas(other).any(|b| areas_run_along(a, b)))
}

fn areas_run_along(a: Area, b: Area) -> bool {
    let width = a.right().min(b.right()) - a.x.max(b.x);
    let height = a.bottom().min(b.bottom()) - a.y.max(b.y);
    width > 0.0 && height > 0.0 && width.max(height) > 1.0
}

/// The letters of a text, however it is broken.
fn letters<'a>(lines: impl IntoIterator<Item = &'a String>) -> String {
    lines.into_iter().flat_map(|line| line.split_whitespace()).collect()
}

/// Boxes that do not stand exactly once, or say something else.
fn incomplete_nodes(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    for (index, node) in chart.nodes.iter().enumerate() {
        let texts = node_texts(plan, index);
        if texts != [letters([&node.label])] {
            let times = texts.len();
            faults.push(format!("box {index} stands {times} times or says something else"));
        }
    }
    faults
}

/// What a box says wherever it stands.
fn node_texts(plan: &ChartLayout, node: usize) -> Vec<String> {
    let placed = plan.sheets.iter().flat_map(|sheet| &sheet.nodes);
    placed.filter(|placed| placed.node == node).map(|placed| letters(&placed.lines)).collect()
}

/// Lines that are missing, or whose labels do not stand exactly once.
fn incomplete_edges(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    for edge in (0..chart.edges.len()).filter(|&edge| chart.is_drawn(edge)) {
        let pieces = edge_pieces(plan, edge);
        if pieces.is_empty() && chart.edge_nodes(edge).is_some() {
            faults.push(format!("line {edge} is missing"));
        }
        let texts = label_texts(&pieces);
        let wanted: Vec<String> =
            chart.edges[edge].label.iter().map(|label| letters([label])).collect();
        if texts != wanted {
            let what = format!("the label of line {edge}");
            faults.push(format!("{what} stands {} times or says something else", texts.len()));
        }
    }
    faults
}

/// What the labels of pieces of lines say.
fn label_texts(pieces: &[&PlacedEdge]) -> Vec<String> {
    let labels = pieces.iter().filter_map(|placed| placed.label.as_ref());
    labels.map(|label| letters(&label.lines)).collect()
}

/// What is drawn of a line on all sheets.
fn edge_pieces(plan: &ChartLayout, edge: usize) -> Vec<&PlacedEdge> {
    let placed = plan.sheets.iter().flat_map(|sheet| &sheet.edges);
    placed.filter(|placed| placed.edge == edge).collect()
}
