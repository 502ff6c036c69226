//! Cuts a part that no sheet can hold. In: a part that is too large for a sheet. Out: pieces that
//! are not, tied together by ringed letters: cut between two levels where few lines run, and laid
//! out anew one by one; or (`fold`) side by side on one sheet.

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

/// Room that a row of ringed letters takes.
const CONNECTOR_ROOM: f64 = 3.0;
/// A part longer than so many sheets is first cut near its middle.
const FAR: f64 = 3.0;
/// Up to so many pieces are tried together again.
const FEW: usize = 12;
/// How many steps of work one chart is worth.
const MOST_STEPS: u64 = 40_000_000;
/// How many of the best levels for a cut are tried.
const LEVELS_TRIED: usize = 4;

/// The boxes of a piece, by node.
type NodeSet = BTreeSet<usize>;
/// The boxes of two pieces.
type NodeSplit = (NodeSet, NodeSet);

/// Ranks and orders each set of boxes only once.
pub struct LayoutCache<'a> {
    /// The chart.
    pub chart: &'a Chart,
    ordered: BTreeMap<NodeSet, Rc<OrderedPart>>,
    /// In one set of directions, by label width and boxes; a drawing in em does not depend on the
    /// room.
    laid_out: BTreeMap<(usize, NodeSet), Rc<PartLayout>>,
    /// How many steps of work may still be done.
    steps_left: u64,
}

/// Sizes, direction and room for one try, in em.
pub struct LayoutAttempt<'a> {
    /// Which of the label widths.
    pub width: usize,
    /// Boxes and labels.
    pub sizes: &'a MeasuredChart,
    /// Where the chart runs.
    pub direction: ChartDirection,
    /// Width and height of a sheet.
    pub room: EmRoom,
}

impl LayoutAttempt<'_> {
    fn fits(&self, layout: &PartLayout) -> bool {
        layout.sheet.width <= self.room.width + 1e-6
            && layout.sheet.height <= self.room.height + 1e-6
    }

    /// Room the way the chart runs.
    fn room_along(&self) -> f64 {
        if self.direction.is_sideways() { self.room.width } else { self.room.height }
    }
}

/// A piece in order, and drawn.
type LaidPart = (Rc<OrderedPart>, Rc<PartLayout>);

impl<'a> LayoutCache<'a> {
    /// For one chart.
    pub fn new(chart: &'a Chart) -> Self {
        let (ordered, laid_out) = (BTreeMap::new(), BTreeMap::new());
        LayoutCache { chart, ordered, laid_out, steps_left: MOST_STEPS }
    }

    /// Whether so much work was done that what came last is not laid out.
    pub fn is_exhausted(&self) -> bool {
        self.steps_left == 0
    }

    /// How many items the layers of a part hold, once it is ordered.
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

    /// Forgets the drawings, because others are to run in other directions; levels and orders are
    /// the same in all.
    pub fn forget_layouts(&mut self) {
        self.laid_out.clear();
    }

    /// An uncut part, drawn.
    pub fn lay_out_whole(&mut self, part: &ChartPart, attempt: &LayoutAttempt) -> LaidPart {
        let chart = self.chart;
        let order = || order_part(chart, part.clone());
        self.lay_out(part.nodes(), attempt, order)
    }

    /// A set of boxes, drawn; `order` orders them unless that is known.
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

    /// Cuts a part until every piece fits or is a single box; the same with those together again
    /// that fit as one.
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

/// Cuts a whole part into pieces.
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

    /// Puts pieces together again that follow each other and fit as one: a cut near the head may
    /// leave a box alone.
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

    /// Whether a line runs between two pieces.
    fn are_tied(&self, one: &NodeSet, other: &NodeSet) -> bool {
        let between = |from: EdgeEnd, to: EdgeEnd| stands_in(from, one) && stands_in(to, other);
        let mut edges = self.cache.chart.edges.iter();
        edges.any(|edge| between(edge.from, edge.to) || between(edge.to, edge.from))
    }

    /// Cuts in two, and again, until every piece fits.
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

    /// The best cut of a piece; `feet` says how far each of its levels reaches.
    fn split_piece(&mut self, ordered: &OrderedPart, feet: &[f64]) -> NodeSplit {
        let total = feet.last().copied();
        let room = self.attempt.room_along();
        let wide = total.is_some_and(|total| total + CONNECTOR_ROOM <= room);
        let bridge = if wide { ordered.cut_at_bridge() } else { None };
        let cut = bridge.or_else(|| self.cut_below_level(ordered, feet));
        let long = total.is_some_and(|total| total > room);
        cut.unwrap_or_else(|| ordered.split_in_halves(long))
    }

    /// The levels at the head that fit on a sheet, and the rest; of a very long part the upper
    /// levels and the lower.
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

    /// The levels below which a piece can be cut, best first: few lines are cut, and the pieces are
    /// of one size.
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
    /// Where a part that is too wide falls apart by itself, or by cutting one line: the most even
    /// such cut, unless that leaves less than a quarter on one side.
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
    /// Two halves of a part: upper and lower if it is too long, left and right if it is too wide.
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

    /// The boxes at vertices that are wanted, and the others.
    fn split_nodes(&self, wanted: impl Fn(usize) -> bool) -> NodeSplit {
        let vertices = self.part.vertices.iter().enumerate();
        let nodes = vertices.filter_map(|(vertex, kind)| Some((vertex, kind.node()?)));
        let (one, two): (Vec<_>, Vec<_>) = nodes.partition(|(vertex, _)| wanted(*vertex));
        let set = |nodes: Vec<(usize, usize)>| nodes.into_iter().map(|(_, node)| node).collect();
        (set(one), set(two))
    }
}
