//! In: a part that is too large for a sheet. Out: pieces that are not, tied together by ringed
//! letters: cut between two levels where few lines run, and laid out anew one by one.

use super::lay::{Drawn, Skeleton, lay, skeleton};
use super::measure::Sizes;
use super::parts::{Part, Vertex};
use crate::flowchart::{Chart, Direction, End};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Room that a row of ringed letters takes.
const RINGS: f64 = 3.0;

/// A part longer than so many sheets is first cut near its middle.
const FAR: f64 = 3.0;

/// Up to so many pieces are tried together again.
const FEW: usize = 12;

/// The boxes of two pieces.
type Cut = (BTreeSet<usize>, BTreeSet<usize>);

/// Ranks and orders each set of boxes only once.
pub(super) struct Shop<'a> {
    /// The chart.
    pub chart: &'a Chart,
    known: BTreeMap<BTreeSet<usize>, Rc<Skeleton>>,
    /// In one set of directions, by label width and boxes; a drawing in em does not depend on the
    /// room.
    drawn: BTreeMap<(usize, BTreeSet<usize>), Rc<Drawn>>,
}

/// Sizes, direction and room for one try, in em.
pub(super) struct Try<'a> {
    /// Which of the label widths.
    pub width: usize,
    /// Boxes and labels.
    pub sizes: &'a Sizes,
    /// Where the chart runs.
    pub direction: Direction,
    /// Width and height of a sheet.
    pub room: (f64, f64),
}

impl Try<'_> {
    fn fits(&self, drawn: &Drawn) -> bool {
        drawn.sheet.width <= self.room.0 + 1e-6 && drawn.sheet.height <= self.room.1 + 1e-6
    }

    /// Room the way the chart runs.
    fn along(&self) -> f64 {
        if self.direction.is_level() { self.room.0 } else { self.room.1 }
    }
}

impl<'a> Shop<'a> {
    /// For one chart.
    pub(super) fn new(chart: &'a Chart) -> Self {
        Shop { chart, known: BTreeMap::new(), drawn: BTreeMap::new() }
    }

    /// Forgets the drawings, because others are to run in other directions; levels and orders are
    /// the same in all.
    pub(super) fn turn(&mut self) {
        self.drawn.clear();
    }

    /// An uncut part, drawn.
    pub(super) fn draw(&mut self, part: &Part, how: &Try) -> (Rc<Skeleton>, Rc<Drawn>) {
        let chart = self.chart;
        let known = self.known.entry(part.nodes());
        let whole = known.or_insert_with(|| Rc::new(skeleton(chart, part.clone()))).clone();
        self.piece(&part.nodes(), &whole, how)
    }

    /// A piece of a whole, drawn.
    fn piece(
        &mut self,
        nodes: &BTreeSet<usize>,
        whole: &Skeleton,
        how: &Try,
    ) -> (Rc<Skeleton>, Rc<Drawn>) {
        let chart = self.chart;
        let known = self.known.entry(nodes.clone());
        let skeleton = known.or_insert_with(|| Rc::new(whole.piece(chart, nodes))).clone();
        let draw = || Rc::new(lay(chart, &skeleton, how.sizes, how.direction));
        let drawn = self.drawn.entry((how.width, nodes.clone())).or_insert_with(draw).clone();
        (skeleton, drawn)
    }

    /// Cuts a part until every piece fits or is a single box; the same with those together again
    /// that fit as one.
    pub(super) fn cut(&mut self, part: &Part, how: &Try) -> [Vec<Rc<Drawn>>; 2] {
        let (whole, _) = self.draw(part, how);
        let apart = self.divide(&part.nodes(), &whole, how);
        let mut joined = apart.clone();
        self.join(&mut joined, &whole, how);
        [apart, joined]
            .map(|pieces| pieces.iter().map(|nodes| self.piece(nodes, &whole, how).1).collect())
    }

    /// Puts pieces together again that follow each other and fit as one: a cut near the head may
    /// leave a box alone.
    fn join(&mut self, pieces: &mut Vec<BTreeSet<usize>>, whole: &Skeleton, how: &Try) {
        let mut at = 0;
        while at + 1 < pieces.len() && pieces.len() <= FEW {
            let both: BTreeSet<usize> = pieces[at].union(&pieces[at + 1]).copied().collect();
            if self.tied(&pieces[at], &pieces[at + 1]) && how.fits(&self.piece(&both, whole, how).1)
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
    fn tied(&self, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        let stands = |end: End, piece: &BTreeSet<usize>| matches!(end, End::Node(node) if piece.contains(&node));
        let between = |from: End, to: End| stands(from, one) && stands(to, other);
        self.chart
            .edges
            .iter()
            .any(|edge| between(edge.from, edge.to) || between(edge.to, edge.from))
    }

    fn divide(
        &mut self,
        nodes: &BTreeSet<usize>,
        whole: &Skeleton,
        how: &Try,
    ) -> Vec<BTreeSet<usize>> {
        let (skeleton, drawn) = self.piece(nodes, whole, how);
        if how.fits(&drawn) || nodes.len() < 2 {
            return vec![nodes.clone()];
        }
        let wide = drawn.feet.last().is_some_and(|foot| *foot + RINGS <= how.along());
        let bridge = if wide { bridge(&skeleton) } else { None };
        let cut = bridge.or_else(|| self.head((&skeleton, &drawn), whole, how));
        let (first, rest) = cut.unwrap_or_else(|| halves(&skeleton, how, &drawn));
        let mut pieces = self.divide(&first, whole, how);
        pieces.extend(self.divide(&rest, whole, how));
        pieces
    }

    /// The levels at the head that fit on a sheet, and the rest; of a very long part the upper
    /// levels and the lower.
    fn head(
        &mut self,
        (skeleton, drawn): (&Skeleton, &Drawn),
        whole: &Skeleton,
        how: &Try,
    ) -> Option<Cut> {
        let total = drawn.feet.last().copied()?;
        let room = how.along();
        let long = total > room * FAR;
        let aim = if long {
            total / 2.0
        } else {
            total / (total / (room - RINGS).max(1.0)).ceil().max(2.0)
        };
        let score = |level: usize| {
            6.0 * skeleton.crossing(level) as f64 + (drawn.feet[level] - aim).abs() * 0.5
        };
        let fits = |level: &usize| long || drawn.feet[*level] + RINGS <= room;
        let mut levels: Vec<usize> = (0..drawn.feet.len() - 1).filter(fits).collect();
        levels.sort_by(|a, b| score(*a).total_cmp(&score(*b)).then(a.cmp(b)));
        for level in levels.into_iter().take(4) {
            let (first, rest) = split(skeleton, |vertex| skeleton.ranks.level[vertex] <= level);
            if first.is_empty() || rest.is_empty() {
                continue;
            }
            if long || how.fits(&self.piece(&first, whole, how).1) {
                return Some((first, rest));
            }
        }
        None
    }
}

/// Where a part that is too wide falls apart by itself, or by cutting one line: the most even such
/// cut, unless that leaves less than a quarter on one side.
fn bridge(skeleton: &Skeleton) -> Option<Cut> {
    let part = &skeleton.part;
    let whole = reached(part, usize::MAX);
    let count = part.vertices.len();
    let mut best: Option<(usize, Vec<bool>)> = None;
    let tries = if whole.iter().all(|inside| *inside) { 0..part.wires.len() } else { 0..1 };
    for wire in tries {
        let without =
            if whole.iter().all(|inside| *inside) { reached(part, wire) } else { whole.clone() };
        let size = without.iter().filter(|inside| **inside).count();
        let even = size.min(count - size);
        if even * 4 >= count && best.as_ref().is_none_or(|(most, _)| even > *most) {
            best = Some((even, without));
        }
    }
    let (one, two) =
        split(skeleton, |vertex| best.as_ref().is_some_and(|(_, inside)| inside[vertex]));
    (!one.is_empty() && !two.is_empty()).then_some((one, two))
}

/// Which vertices hang together with the first, if one wire is cut.
fn reached(part: &Part, cut: usize) -> Vec<bool> {
    let mut inside = vec![false; part.vertices.len()];
    let mut stack = vec![0];
    while let Some(vertex) = stack.pop() {
        if std::mem::replace(&mut inside[vertex], true) {
            continue;
        }
        for (_, wire) in part.wires.iter().enumerate().filter(|(index, _)| *index != cut) {
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
fn halves(skeleton: &Skeleton, how: &Try, drawn: &Drawn) -> Cut {
    let long = drawn.feet.last().is_some_and(|foot| *foot > how.along());
    let rank = |vertex: usize| {
        let level = skeleton.ranks.level[vertex];
        let layer = skeleton.grid.layers[skeleton.grid.items[vertex].layer].len() as f64;
        let across = (skeleton.place(vertex) as f64 + 0.5) / layer;
        if long { (level as f64, across) } else { (across, level as f64) }
    };
    let boxes = |vertex: &usize| matches!(skeleton.part.vertices[*vertex], Vertex::Box(_));
    let mut order: Vec<usize> = (0..skeleton.part.vertices.len()).filter(boxes).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (rank(a), rank(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let first: BTreeSet<usize> = order[..order.len() / 2].iter().copied().collect();
    split(skeleton, |vertex| first.contains(&vertex))
}

fn split(skeleton: &Skeleton, first: impl Fn(usize) -> bool) -> Cut {
    let (mut one, mut two) = (BTreeSet::new(), BTreeSet::new());
    for (index, vertex) in skeleton.part.vertices.iter().enumerate() {
        if let Vertex::Box(node) = vertex {
            if first(index) {
                one.insert(*node)
            } else {
                two.insert(*node)
            };
        }
    }
    (one, two)
}
