//! In: a part that is too large for a sheet. Out: pieces that are not, tied together by ringed
//! letters: cut between two levels where few lines run, and laid out anew one by one.

use super::measure::MeasuredChart;
use super::part_layout::{OrderedPart, PartLayout, lay_out_part, order_part};
use super::parts::{ChartPart, Vertex};
use crate::flowchart::{Chart, ChartDirection, EdgeEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Room that a row of ringed letters takes.
const RINGS: f64 = 3.0;

/// A part longer than so many sheets is first cut near its middle.
const FAR: f64 = 3.0;

/// Up to so many pieces are tried together again.
const FEW: usize = 12;

/// The boxes of two pieces.
type NodeSplit = (BTreeSet<usize>, BTreeSet<usize>);

/// Ranks and orders each set of boxes only once.
pub(super) struct LayoutCache<'a> {
    /// The chart.
    pub chart: &'a Chart,
    ordered: BTreeMap<BTreeSet<usize>, Rc<OrderedPart>>,
    /// In one set of directions, by label width and boxes; a drawing in em does not depend on the
    /// room.
    laid_out: BTreeMap<(usize, BTreeSet<usize>), Rc<PartLayout>>,
}

/// Sizes, direction and room for one try, in em.
pub(super) struct LayoutAttempt<'a> {
    /// Which of the label widths.
    pub width: usize,
    /// Boxes and labels.
    pub sizes: &'a MeasuredChart,
    /// Where the chart runs.
    pub direction: ChartDirection,
    /// Width and height of a sheet.
    pub room: (f64, f64),
}

impl LayoutAttempt<'_> {
    fn fits(&self, drawn: &PartLayout) -> bool {
        drawn.sheet.width <= self.room.0 + 1e-6 && drawn.sheet.height <= self.room.1 + 1e-6
    }

    /// Room the way the chart runs.
    fn room_along(&self) -> f64 {
        if self.direction.is_sideways() { self.room.0 } else { self.room.1 }
    }
}

impl<'a> LayoutCache<'a> {
    /// For one chart.
    pub(super) fn new(chart: &'a Chart) -> Self {
        LayoutCache { chart, ordered: BTreeMap::new(), laid_out: BTreeMap::new() }
    }

    /// Forgets the drawings, because others are to run in other directions; levels and orders are
    /// the same in all.
    pub(super) fn forget_layouts(&mut self) {
        self.laid_out.clear();
    }

    /// An uncut part, drawn.
    pub(super) fn lay_out_whole(
        &mut self,
        part: &ChartPart,
        how: &LayoutAttempt,
    ) -> (Rc<OrderedPart>, Rc<PartLayout>) {
        let chart = self.chart;
        let known = self.ordered.entry(part.nodes());
        let whole = known.or_insert_with(|| Rc::new(order_part(chart, part.clone()))).clone();
        self.lay_out_piece(&part.nodes(), &whole, how)
    }

    /// A piece of a whole, drawn.
    fn lay_out_piece(
        &mut self,
        nodes: &BTreeSet<usize>,
        whole: &OrderedPart,
        how: &LayoutAttempt,
    ) -> (Rc<OrderedPart>, Rc<PartLayout>) {
        let chart = self.chart;
        let known = self.ordered.entry(nodes.clone());
        let skeleton = known.or_insert_with(|| Rc::new(whole.extract_piece(chart, nodes))).clone();
        let draw = || Rc::new(lay_out_part(chart, &skeleton, how.sizes, how.direction));
        let drawn = self.laid_out.entry((how.width, nodes.clone())).or_insert_with(draw).clone();
        (skeleton, drawn)
    }

    /// Cuts a part until every piece fits or is a single box; the same with those together again
    /// that fit as one.
    pub(super) fn cut_part(
        &mut self,
        part: &ChartPart,
        how: &LayoutAttempt,
    ) -> [Vec<Rc<PartLayout>>; 2] {
        let (whole, _) = self.lay_out_whole(part, how);
        let apart = self.divide_nodes(&part.nodes(), &whole, how);
        let mut joined = apart.clone();
        self.join_pieces(&mut joined, &whole, how);
        [apart, joined].map(|pieces| {
            pieces.iter().map(|nodes| self.lay_out_piece(nodes, &whole, how).1).collect()
        })
    }

    /// Puts pieces together again that follow each other and fit as one: a cut near the head may
    /// leave a box alone.
    fn join_pieces(
        &mut self,
        pieces: &mut Vec<BTreeSet<usize>>,
        whole: &OrderedPart,
        how: &LayoutAttempt,
    ) {
        let mut at = 0;
        while at + 1 < pieces.len() && pieces.len() <= FEW {
            let both: BTreeSet<usize> = pieces[at].union(&pieces[at + 1]).copied().collect();
            if self.are_tied(&pieces[at], &pieces[at + 1])
                && how.fits(&self.lay_out_piece(&both, whole, how).1)
            {
                pieces[at] = both;
                pieces.remove(at + 1);
                at = at.saturating_sub(1);
            } else {
                at += 1;
            }
        }
    }

    /// Whether a line runs between two pieces.
    fn are_tied(&self, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        let stands = |end: EdgeEnd, piece: &BTreeSet<usize>| matches!(end, EdgeEnd::Node(node) if piece.contains(&node));
        let between = |from: EdgeEnd, to: EdgeEnd| stands(from, one) && stands(to, other);
        self.chart
            .edges
            .iter()
            .any(|edge| between(edge.from, edge.to) || between(edge.to, edge.from))
    }

    fn divide_nodes(
        &mut self,
        nodes: &BTreeSet<usize>,
        whole: &OrderedPart,
        how: &LayoutAttempt,
    ) -> Vec<BTreeSet<usize>> {
        let (skeleton, drawn) = self.lay_out_piece(nodes, whole, how);
        if how.fits(&drawn) || nodes.len() < 2 {
            return vec![nodes.clone()];
        }
        let wide = drawn.feet.last().is_some_and(|foot| *foot + RINGS <= how.room_along());
        let bridge = if wide { cut_at_bridge(&skeleton) } else { None };
        let cut = bridge.or_else(|| self.cut_below_level((&skeleton, &drawn), whole, how));
        let (first, rest) = cut.unwrap_or_else(|| split_in_halves(&skeleton, how, &drawn));
        let mut pieces = self.divide_nodes(&first, whole, how);
        pieces.extend(self.divide_nodes(&rest, whole, how));
        pieces
    }

    /// The levels at the head that fit on a sheet, and the rest; of a very long part the upper
    /// levels and the lower.
    fn cut_below_level(
        &mut self,
        (skeleton, drawn): (&OrderedPart, &PartLayout),
        whole: &OrderedPart,
        how: &LayoutAttempt,
    ) -> Option<NodeSplit> {
        let total = drawn.feet.last().copied()?;
        let room = how.room_along();
        let long = total > room * FAR;
        let aim = if long {
            total / 2.0
        } else {
            total / (total / (room - RINGS).max(1.0)).ceil().max(2.0)
        };
        let score = |level: usize| {
            6.0 * skeleton.edges_across(level) as f64 + (drawn.feet[level] - aim).abs() * 0.5
        };
        let fits = |level: &usize| long || drawn.feet[*level] + RINGS <= room;
        let mut levels: Vec<usize> = (0..drawn.feet.len() - 1).filter(fits).collect();
        levels.sort_by(|a, b| score(*a).total_cmp(&score(*b)).then(a.cmp(b)));
        for level in levels.into_iter().take(4) {
            let (first, rest) =
                split_nodes(skeleton, |vertex| skeleton.ranks.level[vertex] <= level);
            if first.is_empty() || rest.is_empty() {
                continue;
            }
            if long || how.fits(&self.lay_out_piece(&first, whole, how).1) {
                return Some((first, rest));
            }
        }
        None
    }
}

/// Where a part that is too wide falls apart by itself, or by cutting one line: the most even such
/// cut, unless that leaves less than a quarter on one side.
fn cut_at_bridge(skeleton: &OrderedPart) -> Option<NodeSplit> {
    let part = &skeleton.part;
    let whole = reachable_without(part, usize::MAX);
    let count = part.vertices.len();
    let mut best: Option<(usize, Vec<bool>)> = None;
    let tries = if whole.iter().all(|inside| *inside) { 0..part.edges.len() } else { 0..1 };
    for wire in tries {
        let without = if whole.iter().all(|inside| *inside) {
            reachable_without(part, wire)
        } else {
            whole.clone()
        };
        let size = without.iter().filter(|inside| **inside).count();
        let even = size.min(count - size);
        if even * 4 >= count && best.as_ref().is_none_or(|(most, _)| even > *most) {
            best = Some((even, without));
        }
    }
    let (one, two) =
        split_nodes(skeleton, |vertex| best.as_ref().is_some_and(|(_, inside)| inside[vertex]));
    (!one.is_empty() && !two.is_empty()).then_some((one, two))
}

/// Which vertices hang together with the first, if one wire is cut.
fn reachable_without(part: &ChartPart, cut: usize) -> Vec<bool> {
    let mut inside = vec![false; part.vertices.len()];
    let mut stack = vec![0];
    while let Some(vertex) = stack.pop() {
        if std::mem::replace(&mut inside[vertex], true) {
            continue;
        }
        for (_, wire) in part.edges.iter().enumerate().filter(|(index, _)| *index != cut) {
            if wire.from == vertex {
                stack.push(wire.to);
            } else if wire.to == vertex {
                stack.push(wire.from);
            }
        }
    }
    inside
}

/// Two halves of a part: upper and lower if it is too long, left and right if it is too wide.
fn split_in_halves(skeleton: &OrderedPart, how: &LayoutAttempt, drawn: &PartLayout) -> NodeSplit {
    let long = drawn.feet.last().is_some_and(|foot| *foot > how.room_along());
    let rank = |vertex: usize| {
        let level = skeleton.ranks.level[vertex];
        let layer = skeleton.graph.layers[skeleton.graph.items[vertex].layer].len() as f64;
        let across = (skeleton.place_in_layer(vertex) as f64 + 0.5) / layer;
        if long { (level as f64, across) } else { (across, level as f64) }
    };
    let boxes = |vertex: &usize| matches!(skeleton.part.vertices[*vertex], Vertex::Node(_));
    let mut order: Vec<usize> = (0..skeleton.part.vertices.len()).filter(boxes).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (rank(a), rank(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let first: BTreeSet<usize> = order[..order.len() / 2].iter().copied().collect();
    split_nodes(skeleton, |vertex| first.contains(&vertex))
}

fn split_nodes(skeleton: &OrderedPart, first: impl Fn(usize) -> bool) -> NodeSplit {
    let (mut one, mut two) = (BTreeSet::new(), BTreeSet::new());
    for (index, vertex) in skeleton.part.vertices.iter().enumerate() {
        if let Vertex::Node(node) = vertex {
            if first(index) {
                one.insert(*node)
            } else {
                two.insert(*node)
            };
        }
    }
    (one, two)
}
