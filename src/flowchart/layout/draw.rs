//! In: items placed across. Out: heights of layers, gaps and frames, and the corners of all lines,
//! in a layout that runs down.

use super::grid::{Grid, Kind, Route};
use super::parts::{Part, Vertex};
use super::place::{Columns, Scene};
use super::ports::{Body, SIDE};
use super::shape::{Side, inset, on_paper};
use super::tracks::{Piece, TRACK, assign};
use crate::flowchart::{Direction, Frame, Head, PlacedBox, Rect, Sheet, Track};
use std::collections::BTreeMap;

/// From a box or a label to the first track below it.
const STUB: f64 = 0.6;
/// From the last track to the box below it, with room for an arrow head.
const ARROW: f64 = 1.0;

/// A drawn layout that runs down, in em.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawing {
    /// What is drawn.
    pub sheet: Sheet,
    /// Foot of each level's boxes.
    pub feet: Vec<f64>,
}

/// Heights along the layout.
struct Rows {
    /// Head and foot of each layer.
    layers: Vec<(f64, f64)>,
    /// First track of the gap above each layer, and below the last.
    tracks: Vec<f64>,
    /// Head and foot of each frame.
    frames: BTreeMap<usize, (f64, f64)>,
    height: f64,
}

/// Pieces that run across, by gap; a route's piece is found by (route, from which item).
#[derive(Default)]
struct Pieces {
    gaps: Vec<Vec<Piece>>,
    index: BTreeMap<(usize, usize), (usize, usize)>,
    counts: Vec<usize>,
}

/// Room inside a frame above its first and below its last layer.
pub(super) struct Pads {
    /// Above.
    pub above: f64,
    /// Below.
    pub below: f64,
    /// Least heights of frames, by group.
    pub least: Vec<f64>,
}

/// Draws a placed part.
pub(super) fn draw(
    scene: &Scene,
    columns: &Columns,
    ports: &[(f64, f64)],
    pads: &Pads,
    direction: Direction,
) -> Drawing {
    let pen = Pen { scene, columns, ports, direction };
    let pieces = pen.pieces();
    let rows = pen.rows(&pieces, pads);
    let mut sheet = Sheet { height: rows.height, ..Sheet::default() };
    for (&group, &(left, right)) in &columns.frames {
        let (head, foot) = rows.frames[&group];
        let rect = Rect { x: left, y: head, width: right - left, height: foot - head };
        sheet.frames.push(Frame { group, rect, title: scene.chart.groups[group].title.clone() });
    }
    for vertex in 0..scene.part.vertices.len() {
        pen.vertex(&rows, vertex, &mut sheet);
    }
    for route in 0..scene.grid.routes.len() {
        sheet.tracks.push(pen.track(&rows, &pieces, route));
    }
    let feet = rows
        .layers
        .iter()
        .zip(&scene.grid.halves)
        .filter(|(_, half)| *half % 2 == 0)
        .map(|(row, _)| row.1);
    Drawing { feet: feet.collect(), sheet }
}

struct Pen<'a> {
    scene: &'a Scene<'a>,
    columns: &'a Columns,
    ports: &'a [(f64, f64)],
    direction: Direction,
}

impl Pen<'_> {
    fn grid(&self) -> &Grid {
        self.scene.grid
    }

    fn part(&self) -> &Part {
        self.scene.part
    }

    fn body(&self, vertex: usize) -> &Body {
        &self.scene.bodies[vertex]
    }

    /// On which side the end of a route that runs back is tied.
    fn side(&self, route: usize, leaving: bool) -> Side {
        let wire = self.part().wires[self.grid().routes[route].wire];
        let body = self.body(if leaving { wire.from } else { wire.to });
        match leaving {
            _ if body.left.contains(&(route, leaving)) => Side::Left,
            _ if body.right.contains(&(route, leaving)) => Side::Right,
            true => Side::Bottom,
            false => Side::Top,
        }
    }

    fn pieces(&self) -> Pieces {
        let mut pieces =
            Pieces { gaps: vec![vec![]; self.grid().layers.len() + 1], ..Pieces::default() };
        for (index, route) in self.grid().routes.iter().enumerate() {
            self.between(index, route, &mut pieces);
            if route.back {
                self.around(index, route, &mut pieces);
            }
        }
        pieces.counts = pieces.gaps.iter_mut().map(|gap| assign(gap)).collect();
        pieces
    }

    /// Pieces between the items of a route.
    fn between(&self, index: usize, route: &Route, pieces: &mut Pieces) {
        for at in 1..route.items.len() {
            let (above, below) = (self.at(index, at - 1), self.at(index, at));
            if (above - below).abs() > 1e-3 {
                let gap = self.grid().items[route.items[at]].layer;
                pieces.add((index, at), gap, [(above, true), (below, false)]);
            }
        }
    }

    /// Pieces below the box that a line leaves and above the box that it enters.
    fn around(&self, index: usize, route: &Route, pieces: &mut Pieces) {
        let last = route.items.len() - 1;
        if self.side(index, true) == Side::Bottom {
            let gap = self.grid().items[route.items[last]].layer + 1;
            pieces.add(
                (index, last + 1),
                gap,
                [(self.ports[index].0, true), (self.at(index, last), true)],
            );
        }
        if self.side(index, false) == Side::Top {
            let gap = self.grid().items[route.items[0]].layer;
            pieces.add((index, 0), gap, [(self.at(index, 0), false), (self.ports[index].1, false)]);
        }
    }

    /// Where a route stands at one of its items.
    fn at(&self, index: usize, at: usize) -> f64 {
        let route = &self.grid().routes[index];
        match at {
            0 if !route.back => self.ports[index].0,
            at if !route.back && at + 1 == route.items.len() => self.ports[index].1,
            at => self.columns.x[route.items[at]],
        }
    }

    fn rows(&self, pieces: &Pieces, pads: &Pads) -> Rows {
        let mut extra = vec![0.0; self.grid().layers.len()];
        let rows = self.stack(pieces, pads, &extra);
        for (group, (head, foot)) in &rows.frames {
            let last = self.grid().spans[group].1;
            extra[last] = f64::max(extra[last], pads.least[*group] - (foot - head));
        }
        if extra.iter().any(|lack| *lack > 0.0) { self.stack(pieces, pads, &extra) } else { rows }
    }

    fn stack(&self, pieces: &Pieces, pads: &Pads, extra: &[f64]) -> Rows {
        let grid = self.grid();
        let (opening, closing) = self.borders(pads);
        let mut rows =
            Rows { layers: vec![], tracks: vec![], frames: BTreeMap::new(), height: 0.0 };
        let most =
            |layer: usize, depths: &BTreeMap<usize, f64>, end: fn(&(usize, usize)) -> usize| {
                let here = depths.iter().filter(|(group, _)| end(&grid.spans[*group]) == layer);
                here.map(|(_, depth)| *depth).fold(0.0, f64::max)
            };
        let mut y = 0.0;
        for (layer, lack) in extra.iter().enumerate() {
            let (before, after) = self.stubs(layer, pieces.counts[layer]);
            rows.tracks.push(y + before);
            y += before + (pieces.counts[layer].max(1) - 1) as f64 * TRACK + after;
            y += most(layer, &opening, |span| span.0);
            let height =
                grid.layers[layer].iter().map(|&item| self.height(item)).fold(0.0, f64::max);
            rows.layers.push((y, y + height));
            y += height + lack.max(0.0) + most(layer, &closing, |span| span.1);
        }
        let below = pieces.counts[grid.layers.len()];
        rows.tracks.push(y + STUB);
        rows.height = y + if below > 0 { STUB + (below - 1) as f64 * TRACK } else { 0.0 };
        for (group, span) in &grid.spans {
            let foot = rows.layers[span.1].1 + extra[span.1].max(0.0) + closing[group];
            rows.frames.insert(*group, (rows.layers[span.0].0 - opening[group], foot));
        }
        rows
    }

    /// How far each frame reaches above its first and below its last layer.
    fn borders(&self, pads: &Pads) -> (BTreeMap<usize, f64>, BTreeMap<usize, f64>) {
        let spans = &self.grid().spans;
        let (mut opening, mut closing) = (BTreeMap::new(), BTreeMap::new());
        for (&group, span) in spans.iter().rev() {
            let inner = spans
                .iter()
                .filter(|(other, _)| self.grid().around[**other].get(1) == Some(&group));
            let (mut above, mut below) = (0.0f64, 0.0f64);
            for (other, within) in inner {
                above = if within.0 == span.0 { above.max(opening[other]) } else { above };
                below = if within.1 == span.1 { below.max(closing[other]) } else { below };
            }
            opening.insert(group, above + pads.above);
            closing.insert(group, below + pads.below);
        }
        (opening, closing)
    }

    /// Room before the first and after the last track of the gap above a layer.
    fn stubs(&self, layer: usize, tracks: usize) -> (f64, f64) {
        let labels = |layer: usize| self.grid().halves[layer] % 2 == 1;
        match (layer, tracks) {
            (0, 0) => (0.0, 0.0),
            (0, _) => (0.0, ARROW),
            (_, 0) if labels(layer) => (self.tail(0.25, layer), 0.3),
            (_, 0) => (STUB, if labels(layer - 1) { 0.5 } else { 0.9 }),
            _ if labels(layer) => (self.tail(STUB, layer), 0.4),
            _ if labels(layer - 1) => (0.4, ARROW),
            _ => (self.tail(STUB, layer), ARROW),
        }
    }

    /// More room where a line has a head at its beginning above this gap.
    fn tail(&self, stub: f64, layer: usize) -> f64 {
        let headed = |route: &Route| {
            let edge = &self.scene.chart.edges[self.part().wires[route.wire].edge];
            !route.back
                && edge.tail != Head::None
                && self.grid().items[route.items[0]].layer + 1 == layer
        };
        if self.grid().routes.iter().any(headed) { stub.max(ARROW) } else { stub }
    }

    fn height(&self, item: usize) -> f64 {
        match self.grid().items[item].kind {
            Kind::Vertex(vertex) => self.body(vertex).height,
            Kind::Label(wire) => self.scene.labels[wire].map_or(0.0, |label| label.1),
            Kind::Bend(_) | Kind::Pin => 0.0,
        }
    }

    fn middle(&self, rows: &Rows, item: usize) -> f64 {
        let (head, foot) = rows.layers[self.grid().items[item].layer];
        (head + foot) / 2.0
    }

    fn vertex(&self, rows: &Rows, vertex: usize, sheet: &mut Sheet) {
        let body = self.body(vertex);
        let (x, y) = (self.columns.x[vertex], self.middle(rows, vertex));
        let rect = centred(x, y, body.width, body.height);
        match self.part().vertices[vertex] {
            Vertex::Box(node) => {
                let (cut, lines) = (body.extent.cut, body.extent.lines.clone());
                sheet.boxes.push(PlacedBox { node, rect, cut, lines });
            }
            Vertex::Ring(edge) => {
                sheet.connectors.push(crate::flowchart::Connector {
                    at: (x, y),
                    letter: String::new(),
                    edge,
                });
            }
        }
    }

    fn track(&self, rows: &Rows, pieces: &Pieces, index: usize) -> Track {
        let route = &self.grid().routes[index];
        let wire = self.part().wires[route.wire];
        let points =
            if route.back { self.up(rows, pieces, index) } else { self.down(rows, pieces, index) };
        let real = |vertex: usize| matches!(self.part().vertices[vertex], Vertex::Box(_));
        Track {
            edge: wire.edge,
            points: straighten(points),
            label: self.label(rows, route),
            ends: (real(wire.from), real(wire.to)),
        }
    }

    fn label(&self, rows: &Rows, route: &Route) -> Option<(Rect, Vec<String>)> {
        let (width, height) = self.scene.labels[route.wire]?;
        let named = |item: &&usize| matches!(self.grid().items[**item].kind, Kind::Label(_));
        let item = *route.items.iter().find(named)?;
        Some((centred(self.columns.x[item], self.middle(rows, item), width, height), vec![]))
    }

    fn down(&self, rows: &Rows, pieces: &Pieces, index: usize) -> Vec<(f64, f64)> {
        let route = &self.grid().routes[index];
        let mut points = vec![self.end(rows, index, Side::Bottom, true)];
        for at in 1..route.items.len() {
            points.extend(pieces.corners(rows, (index, at)));
        }
        points.push(self.end(rows, index, Side::Top, false));
        points
    }

    fn up(&self, rows: &Rows, pieces: &Pieces, index: usize) -> Vec<(f64, f64)> {
        let last = self.grid().routes[index].items.len() - 1;
        let turn = |at: usize, end: (f64, f64), side: Side| match side {
            Side::Left | Side::Right => vec![(self.at(index, at), end.1)],
            _ => vec![],
        };
        let (out, into) = (self.side(index, true), self.side(index, false));
        let (start, end) = (self.end(rows, index, out, true), self.end(rows, index, into, false));
        let mut points = vec![start];
        points.extend(pieces.corners(rows, (index, last + 1)));
        points.extend(turn(last, start, out));
        for at in (1..=last).rev() {
            points.extend(pieces.corners(rows, (index, at)).into_iter().rev());
        }
        points.extend(turn(0, end, into));
        points.extend(pieces.corners(rows, (index, 0)));
        points.push(end);
        points
    }

    /// Where a route meets the outline of the box that it leaves or enters.
    fn end(&self, rows: &Rows, index: usize, side: Side, leaving: bool) -> (f64, f64) {
        let wire = self.part().wires[self.grid().routes[index].wire];
        let vertex = if leaving { wire.from } else { wire.to };
        let body = self.body(vertex);
        let (x, y) = (self.columns.x[vertex], self.middle(rows, vertex));
        let port = if leaving { self.ports[index].0 } else { self.ports[index].1 };
        let ends = if side == Side::Left { &body.left } else { &body.right };
        let place = ends.iter().position(|end| *end == (index, leaving)).unwrap_or(0) as f64;
        let off = match side {
            Side::Top | Side::Bottom => port - x,
            Side::Left | Side::Right => (place - (ends.len().max(1) - 1) as f64 / 2.0) * SIDE,
        };
        let inset = inset(body.shape, &body.extent, on_paper(side, self.direction), off);
        let (width, height) = (body.width / 2.0 - inset, body.height / 2.0 - inset);
        match side {
            Side::Top => (port, y - height),
            Side::Bottom => (port, y + height),
            Side::Left => (x - width, y + off),
            Side::Right => (x + width, y + off),
        }
    }
}

impl Pieces {
    fn add(&mut self, key: (usize, usize), gap: usize, ends: [(f64, bool); 2]) {
        self.index.insert(key, (gap, self.gaps[gap].len()));
        self.gaps[gap].push(Piece { ends, track: 0 });
    }

    fn corners(&self, rows: &Rows, key: (usize, usize)) -> Vec<(f64, f64)> {
        let Some(&(gap, place)) = self.index.get(&key) else { return vec![] };
        let piece = self.gaps[gap][place];
        let y = rows.tracks[gap] + piece.track as f64 * TRACK;
        piece.ends.iter().map(|end| (end.0, y)).collect()
    }
}

fn centred(x: f64, y: f64, width: f64, height: f64) -> Rect {
    Rect { x: x - width / 2.0, y: y - height / 2.0, width, height }
}

/// Drops corners at which nothing turns.
pub(super) fn straighten(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let same = |a: f64, b: f64| (a - b).abs() < 1e-3;
    let mut kept: Vec<(f64, f64)> = vec![];
    for point in points {
        if kept.last().is_some_and(|last| same(last.0, point.0) && same(last.1, point.1)) {
            continue;
        }
        if let [.., a, b] = kept[..]
            && (same(a.0, b.0) && same(b.0, point.0) || same(a.1, b.1) && same(b.1, point.1))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
