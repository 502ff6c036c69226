//! Checks a finished plan. In: a chart and its plan. Out: the faults of the plan's geometry, in
//! words; nothing if all is well.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Chart, ChartLayout, ChartSheet, PlacedEdge, PlacedNode, Segment};
use crate::drawing::{Area, Point};

/// Overlap that counts as touching, in points.
const SLACK: f64 = 0.05;

/// Returns the faults of a plan: boxes or labels that overlap or are missing, lines through foreign
/// boxes or labels or over each other, subgraphs around foreign boxes, anything outside its sheet.
pub fn verify_layout(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    for (at, sheet) in plan.sheets.iter().enumerate() {
        let mut check = SheetCheck { chart, sheet, faults: vec![] };
        check.check_bounds();
        check.check_meetings();
        check.check_slants();
        check.check_subgraphs();
        faults.extend(check.faults.into_iter().map(|fault| format!("sheet {}: {fault}", at + 1)));
    }
    faults.extend(incomplete_nodes(chart, plan));
    faults.extend(incomplete_edges(chart, plan));
    faults
}

/// A sheet, and its faults found so far.
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
            for piece in placed.segments() {
                self.check_inside(format!("line {}", placed.edge), piece.area());
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

    /// Checks everything that meets on the sheet, two by two.
    fn check_meetings(&mut self) {
        let things = sheet_things(self.sheet);
        let areas: Vec<Area> = things.iter().map(|thing| thing.area()).collect();
        let mut found = BTreeSet::new();
        for (a, b) in near_pairs(&areas) {
            let (first, second) = (things[a].min(things[b]), things[a].max(things[b]));
            found.extend(self.meeting_fault(first, second, areas[a], areas[b]));
        }
        self.faults.extend(found);
    }

    /// Returns the fault of two things that share an area, if it is one; the lesser kind comes
    /// first.
    fn meeting_fault(&self, a: Thing, b: Thing, one: Area, other: Area) -> Option<String> {
        use ThingKind::{Label, Line, Node};
        let ends = |edge: usize| self.chart.edge_nodes(edge);
        let ties =
            |edge: usize, node: usize| ends(edge).is_some_and(|(f, t)| f == node || t == node);
        let overlap = areas_overlap(one, other);
        let apart = a.piece != b.piece;
        match (a.kind, b.kind) {
            (Node(a), Node(b)) => overlap.then(|| format!("boxes {a} and {b} overlap")),
            (Node(node), Line(edge)) => (overlap && !ties(edge, node))
                .then(|| format!("line {edge} runs through box {node}")),
            (Node(node), Label(edge)) => {
                overlap.then(|| format!("label {edge} touches box {node}"))
            }
            (Line(a), Line(b)) => (apart && areas_run_along(one, other))
                .then(|| format!("lines {a} and {b} lie on top of each other")),
            (Line(line), Label(label)) => {
                (apart && overlap).then(|| format!("line {line} runs through label {label}"))
            }
            (Label(a), Label(b)) => overlap.then(|| format!("labels {a} and {b} touch")),
            (Line(_), Node(_)) | (Label(_), Node(_) | Line(_)) => None,
        }
    }

    fn check_slants(&mut self) {
        for placed in &self.sheet.edges {
            let mut pieces = placed.segments();
            if pieces.any(|Segment { from, to }| {
                (from.x - to.x).abs().min((from.y - to.y).abs()) > SLACK
            }) {
                self.faults.push(format!("line {} runs aslant", placed.edge));
            }
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

/// A thing that must keep its distance from others on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Thing {
    kind: ThingKind,
    /// Index of the piece of a line that it belongs to.
    piece: usize,
    corners: (Point, Point),
}

/// Kind of a thing: a box by node, or a straight piece of a line or a label by edge.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum ThingKind {
    Node(usize),
    Line(usize),
    Label(usize),
}

impl Thing {
    fn new(kind: ThingKind, piece: usize, area: Area) -> Self {
        Self { kind, piece, corners: (area.top_left(), area.bottom_right()) }
    }

    fn area(&self) -> Area {
        Area::between(self.corners.0, self.corners.1)
    }

    /// Returns the one that comes first.
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if other < self { self } else { other }
    }
}

/// Returns all boxes, straight pieces of lines, and labels.
fn sheet_things(sheet: &ChartSheet) -> Vec<Thing> {
    let node = |placed: &PlacedNode| Thing::new(ThingKind::Node(placed.node), 0, placed.area);
    let mut things: Vec<Thing> = sheet.nodes.iter().map(node).collect();
    for (piece, placed) in sheet.edges.iter().enumerate() {
        let line = |area: Area| Thing::new(ThingKind::Line(placed.edge), piece, area);
        things.extend(placed.segments().map(|piece| line(piece.area().grown(SLACK))));
        let label = |area: Area| Thing::new(ThingKind::Label(placed.edge), piece, area);
        things.extend(placed.label_area().map(label));
    }
    things
}

/// Side of a cell of the grid that finds near things.
const CELL: f64 = 24.0;
/// Largest cell; larger coordinates share it.
const MOST_CELLS: f64 = 4_000.0;

/// Returns the pairs of areas that share a cell of a grid, each once.
fn near_pairs(areas: &[Area]) -> Vec<(usize, usize)> {
    let cell = |at: f64| (at / CELL).clamp(-1.0, MOST_CELLS) as i64;
    let mut cells: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (index, area) in areas.iter().enumerate() {
        for x in cell(area.x)..=cell(area.right()) {
            for y in cell(area.y)..=cell(area.bottom()) {
                cells.entry((x, y)).or_default().push(index);
            }
        }
    }
    let mut pairs = vec![];
    for (&at, inside) in &cells {
        for (place, &a) in inside.iter().enumerate() {
            let owns = |b: &usize| {
                let corner = (areas[a].x.max(areas[*b].x), areas[a].y.max(areas[*b].y));
                (cell(corner.0), cell(corner.1)) == at
            };
            pairs.extend(inside[place + 1..].iter().copied().filter(owns).map(|b| (a, b)));
        }
    }
    pairs
}

fn areas_overlap(a: Area, b: Area) -> bool {
    a.x + SLACK < b.right()
        && b.x + SLACK < a.right()
        && a.y + SLACK < b.bottom()
        && b.y + SLACK < a.bottom()
}

/// True if two straight pieces run along each other rather than across.
fn areas_run_along(a: Area, b: Area) -> bool {
    let width = a.right().min(b.right()) - a.x.max(b.x);
    let height = a.bottom().min(b.bottom()) - a.y.max(b.y);
    width > 0.0 && height > 0.0 && width.max(height) > 1.0
}

/// Returns the letters of a text, however it is broken.
fn letters<'a>(lines: impl IntoIterator<Item = &'a String>) -> String {
    lines.into_iter().flat_map(|line| line.split_whitespace()).collect()
}

/// Reports boxes that are not printed exactly once, or have other words.
fn incomplete_nodes(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    let mut said: Vec<Vec<String>> = vec![vec![]; chart.nodes.len()];
    for placed in plan.sheets.iter().flat_map(|sheet| &sheet.nodes) {
        said[placed.node].push(letters(&placed.lines));
    }
    for (index, (node, texts)) in chart.nodes.iter().zip(said).enumerate() {
        if texts != [letters([&node.label])] {
            let times = texts.len();
            faults.push(format!("box {index} stands {times} times or says something else"));
        }
    }
    faults
}

/// Reports lines that are missing, or whose labels are not printed exactly once.
fn incomplete_edges(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    let mut drawn: Vec<Vec<&PlacedEdge>> = vec![vec![]; chart.edges.len()];
    for placed in plan.sheets.iter().flat_map(|sheet| &sheet.edges) {
        drawn[placed.edge].push(placed);
    }
    let edges = drawn.into_iter().enumerate();
    for (edge, pieces) in edges.filter(|(edge, _)| chart.is_drawn(*edge)) {
        if pieces.is_empty() && chart.edge_nodes(edge).is_some() {
            faults.push(format!("line {edge} is missing"));
        }
        let labels = pieces.iter().filter_map(|placed| placed.label.as_ref());
        let texts: Vec<String> = labels.map(|label| letters(&label.lines)).collect();
        let wanted: Vec<String> =
            chart.edges[edge].label.iter().map(|label| letters([label])).collect();
        if texts != wanted {
            let what = format!("the label of line {edge}");
            faults.push(format!("{what} stands {} times or says something else", texts.len()));
        }
    }
    faults
}
