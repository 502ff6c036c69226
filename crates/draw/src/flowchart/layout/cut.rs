//! Cuts a part that no sheet can hold. In: a part that is too large for a sheet. Out: pieces that
//! fit, tied together by ringed letters. The part is cut between two levels with few lines between
//! them, and each piece is laid out again; or its columns are put side by side on one sheet
//! (`fold`).

mod bridges;
mod fold;

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;

use super::super::{Chart, ChartDirection, EdgeEnd};
use super::EmRoom;
use super::measure::MeasuredChart;
use super::part_layout::{OrderedPart, PartLayout, lay_out_part, order_part};
use super::parts::ChartPart;

/// Height of a row of ringed letters, in em.
const CONNECTOR_ROOM: f64 = 3.0;
/// Length, in sheets, from which a part is first cut near its middle.
const FAR: f64 = 3.0;
/// Most pieces that are joined again.
const FEW: usize = 12;
/// Most steps of work for one chart.
const MOST_STEPS: u64 = 40_000_000;
/// Number of the best levels for a cut that are tried.
const LEVELS_TRIED: usize = 4;

/// The boxes of a piece, by node.
type NodeSet = BTreeSet<usize>;
/// The boxes of two pieces.
type NodeSplit = (NodeSet, NodeSet);

/// Ranks, orders and layouts of sets of boxes, each computed only once.
pub struct LayoutCache<'a> {
    /// The chart.
    pub chart: &'a Chart,
    ordered: BTreeMap<NodeSet, Rc<OrderedPart>>,
    /// Layouts in one set of directions, by label width and boxes; a layout in em does not depend
    /// on the room.
    laid_out: BTreeMap<(usize, NodeSet), Rc<PartLayout>>,
    /// Steps of work that are left.
    steps_left: u64,
}

/// Sizes, direction and room for one try, in em.
pub struct LayoutAttempt<'a> {
    /// Index of the label width.
    pub width: usize,
    /// Boxes and labels.
    pub sizes: &'a MeasuredChart,
    /// Direction of the chart.
    pub direction: ChartDirection,
    /// Width and height of a sheet.
    pub room: EmRoom,
}

impl LayoutAttempt<'_> {
    fn fits(&self, layout: &PartLayout) -> bool {
        layout.sheet.width <= self.room.width + 1e-6
            && layout.sheet.height <= self.room.height + 1e-6
    }

    /// Returns the room in the direction of the chart.
    fn room_along(&self) -> f64 {
        if self.direction.is_sideways() { self.room.width } else { self.room.height }
    }
}

/// A piece in order, and its layout.
type LaidPart = (Rc<OrderedPart>, Rc<PartLayout>);

impl<'a> LayoutCache<'a> {
    /// Returns an empty cache for one chart.
    pub fn new(chart: &'a Chart) -> Self {
        let (ordered, laid_out) = (BTreeMap::new(), BTreeMap::new());
        LayoutCache { chart, ordered, laid_out, steps_left: MOST_STEPS }
    }

    /// True if the work is used up, so that the last layout is missing.
    pub fn is_exhausted(&self) -> bool {
        self.steps_left == 0
    }

    /// Returns the number of items in the layers of a part, which it orders first.
    pub fn item_count(&mut self, part: &ChartPart) -> usize {
        let nodes = part.nodes();
        if !self.ordered.contains_key(&nodes) {
            let ordered = order_part(self.chart, part.clone());
            self.spend(ordered.steps);
            self.ordered.insert(nodes.clone(), Rc::new(ordered));
        }
        self.ordered[&nodes].graph.items.len()
    }

    fn spend(&mut self, steps: u64) {
        self.steps_left = self.steps_left.saturating_sub(steps);
    }

    /// Forgets the layouts, before others are made in other directions. Levels and orders are the
    /// same in all directions.
    pub fn forget_layouts(&mut self) {
        self.laid_out.clear();
    }

    /// Lays out an uncut part.
    pub fn lay_out_whole(&mut self, part: &ChartPart, attempt: &LayoutAttempt) -> LaidPart {
        let chart = self.chart;
        let order = || order_part(chart, part.clone());
        self.lay_out(part.nodes(), attempt, order)
    }

    /// Lays out a set of boxes; `order` orders them unless that was done before.
    fn lay_out(
        &mut self,
        nodes: NodeSet,
        attempt: &LayoutAttempt,
        order: impl FnOnce() -> OrderedPart,
    ) -> LaidPart {
        let ordered = match self.ordered.get(&nodes) {
            Some(known) => Rc::clone(known),
            None => Rc::new(order()),
        };
        if let Entry::Vacant(vacant) = self.ordered.entry(nodes.clone()) {
            vacant.insert(Rc::clone(&ordered));
            self.spend(ordered.steps);
        }
        let (sizes, direction) = (attempt.sizes, attempt.direction);
        if let Some(layout) = self.laid_out.get(&(attempt.width, nodes.clone())) {
            return (ordered, Rc::clone(layout));
        }
        if self.is_exhausted() {
            return (ordered, Rc::default());
        }
        let layout = Rc::new(lay_out_part(self.chart, &ordered, sizes, direction));
        self.spend(layout.steps);
        self.laid_out.insert((attempt.width, nodes), Rc::clone(&layout));
        (ordered, layout)
    }

    /// Cuts a part until every piece fits or is a single box. Returns these pieces, and also the
    /// pieces after those that fit together are joined again.
    pub fn cut_part(
        &mut self,
        part: &ChartPart,
        attempt: &LayoutAttempt,
    ) -> [Vec<Rc<PartLayout>>; 2] {
        let (whole, _) = self.lay_out_whole(part, attempt);
        let mut cutting = PartCutting { cache: self, whole: &whole, attempt };
        let apart = cutting.divide_nodes(part.nodes());
        let joined = cutting.join_pieces(apart.clone());
        let mut draw = |pieces: Vec<NodeSet>| {
            pieces.into_iter().map(|nodes| cutting.lay_out_piece(nodes).1).collect()
        };
        [draw(apart), draw(joined)]
    }
}

/// The cutting of a whole part into pieces.
struct PartCutting<'c, 'a> {
    cache: &'c mut LayoutCache<'a>,
    whole: &'c OrderedPart,
    attempt: &'c LayoutAttempt<'c>,
}

impl PartCutting<'_, '_> {
    fn lay_out_piece(&mut self, nodes: NodeSet) -> LaidPart {
        let (chart, piece) = (self.cache.chart, nodes.clone());
        let order = || self.whole.extract_piece(chart, &piece);
        self.cache.lay_out(nodes, self.attempt, order)
    }

    fn fits(&mut self, nodes: &NodeSet) -> bool {
        let (_, layout) = self.lay_out_piece(nodes.clone());
        self.attempt.fits(&layout)
    }

    /// Joins consecutive pieces that fit as one: a cut near the head may leave a box alone.
    fn join_pieces(&mut self, mut pieces: Vec<NodeSet>) -> Vec<NodeSet> {
        let mut at = 0;
        while at + 1 < pieces.len() && pieces.len() <= FEW {
            let both = &pieces[at] | &pieces[at + 1];
            if self.are_tied(&pieces[at], &pieces[at + 1]) && self.fits(&both) {
                pieces[at] = both;
                pieces.remove(at + 1);
                at = at.saturating_sub(1);
            } else {
                at += 1;
            }
        }
        pieces
    }

    /// True if a line runs between two pieces.
    fn are_tied(&self, one: &NodeSet, other: &NodeSet) -> bool {
        let between = |from: EdgeEnd, to: EdgeEnd| stands_in(from, one) && stands_in(to, other);
        let mut edges = self.cache.chart.edges.iter();
        edges.any(|edge| between(edge.from, edge.to) || between(edge.to, edge.from))
    }

    /// Cuts a piece in two, and those again, until every piece fits.
    fn divide_nodes(&mut self, nodes: NodeSet) -> Vec<NodeSet> {
        let (ordered, layout) = self.lay_out_piece(nodes.clone());
        if self.attempt.fits(&layout) || nodes.len() < 2 || self.cache.is_exhausted() {
            return vec![nodes];
        }
        let (first, rest) = self.split_piece(&ordered, &layout.feet);
        let mut pieces = self.divide_nodes(first);
        pieces.extend(self.divide_nodes(rest));
        pieces
    }

    /// Returns the best cut of a piece; `feet` is the lower edge of each of its levels.
    fn split_piece(&mut self, ordered: &OrderedPart, feet: &[f64]) -> NodeSplit {
        let total = feet.last().copied();
        let room = self.attempt.room_along();
        let wide = total.is_some_and(|total| total + CONNECTOR_ROOM <= room);
        let bridge = if wide { ordered.cut_at_bridge() } else { None };
        let cut = bridge.or_else(|| self.cut_below_level(ordered, feet));
        let long = total.is_some_and(|total| total > room);
        cut.unwrap_or_else(|| ordered.split_in_halves(long))
    }

    /// Returns the levels at the head that fit on a sheet, and the rest; for a very long part, the
    /// upper and the lower levels.
    fn cut_below_level(&mut self, ordered: &OrderedPart, feet: &[f64]) -> Option<NodeSplit> {
        let long = *feet.last()? > self.attempt.room_along() * FAR;
        let levels = self.levels_to_cut(ordered, feet, long);
        for level in levels.into_iter().take(LEVELS_TRIED) {
            let (first, rest) = ordered.split_nodes(|vertex| ordered.ranks.level[vertex] <= level);
            let cuts = !first.is_empty() && !rest.is_empty();
            if cuts && (long || self.fits(&first)) {
                return Some((first, rest));
            }
        }
        None
    }

    /// Returns the levels below which a piece can be cut, best first: a good cut crosses few lines
    /// and makes pieces of one size.
    fn levels_to_cut(&self, ordered: &OrderedPart, feet: &[f64], long: bool) -> Vec<usize> {
        let (total, room) = (feet[feet.len() - 1], self.attempt.room_along());
        let sheets = (total / (room - CONNECTOR_ROOM).max(1.0)).ceil().max(2.0);
        let aim = if long { total / 2.0 } else { total / sheets };
        let cost = |level: usize| {
            6.0 * ordered.edges_across(level) as f64 + (feet[level] - aim).abs() * 0.5
        };
        let fits = |level: &usize| long || feet[*level] + CONNECTOR_ROOM <= room;
        let mut levels: Vec<usize> = (0..feet.len() - 1).filter(fits).collect();
        levels.sort_by(|a, b| cost(*a).total_cmp(&cost(*b)).then(a.cmp(b)));
        levels
    }
}

impl OrderedPart {
    /// Splits a part that is too wide into its separate pieces, or by cutting one line: the most
    /// even such cut, unless less than a quarter would be on one side.
    fn cut_at_bridge(&self) -> Option<NodeSplit> {
        let inside = bridges::most_even_cut(&self.part)?;
        let (one, two) = self.split_nodes(|vertex| inside[vertex]);
        (!one.is_empty() && !two.is_empty()).then_some((one, two))
    }
}

fn stands_in(end: EdgeEnd, piece: &NodeSet) -> bool {
    match end {
        EdgeEnd::Node(node) => piece.contains(&node),
        EdgeEnd::Subgraph(_) => false,
    }
}

impl OrderedPart {
    /// Returns two halves of a part: upper and lower if it is too long, left and right if it is too
    /// wide.
    fn split_in_halves(&self, long: bool) -> NodeSplit {
        let rank = |vertex: usize| {
            let (level, across) = (self.ranks.level[vertex] as f64, self.place_across(vertex));
            if long { (level, across) } else { (across, level) }
        };
        let vertices = &self.part.vertices;
        let is_node = |vertex: &usize| vertices[*vertex].node().is_some();
        let mut order: Vec<usize> = (0..vertices.len()).filter(is_node).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let first: BTreeSet<usize> = order[..order.len() / 2].iter().copied().collect();
        self.split_nodes(|vertex| first.contains(&vertex))
    }

    /// Returns the boxes at the wanted vertices, and the other boxes.
    fn split_nodes(&self, wanted: impl Fn(usize) -> bool) -> NodeSplit {
        let vertices = self.part.vertices.iter().enumerate();
        let nodes = vertices.filter_map(|(vertex, kind)| Some((vertex, kind.node()?)));
        let (one, two): (Vec<_>, Vec<_>) = nodes.partition(|(vertex, _)| wanted(*vertex));
        let set = |nodes: Vec<(usize, usize)>| nodes.into_iter().map(|(_, node)| node).collect();
        (set(one), set(two))
    }
}
