//! Solves the linear program of the positions. In: variables, least distances between them, and the
//! cost of each distance. Out: values of least total cost. Network simplex after Gansner,
//! Koutsofios, North, Vo, "A Technique for Drawing Directed Graphs" (1993): a spanning tree of
//! tight distances is improved one exchange at a time; every state in between is already valid.

mod tight;

use std::ops::Range;

const EPSILON: f64 = 1e-7;
/// Most visits of variables; after that the values are taken as they are.
const MOST_STEPS: u64 = 4_000_000;
/// Number of variables above which the next one to move is sought in one block at a time.
const MANY_VARIABLES: usize = 1_500;
/// Number of variables in a block.
const BLOCK: usize = 150;

/// A distance: `to` is at least `least` after `from`; each unit of the distance costs `weight`.
#[derive(Debug, Clone, Copy)]
pub struct DistanceArc {
    /// The lesser variable.
    pub from: usize,
    /// The greater variable.
    pub to: usize,
    /// Least distance; may be negative.
    pub least: f64,
    /// Cost per unit, a whole number, so that sums of costs are exact; not negative.
    pub weight: f64,
}

impl DistanceArc {
    /// Returns the distance between its variables beyond the least distance.
    fn slack(&self, values: &[f64]) -> f64 {
        values[self.to] - values[self.from] - self.least
    }

    fn is_tight(&self, values: &[f64]) -> bool {
        self.slack(values) < EPSILON
    }
}

/// Variables and the least distances between them.
#[derive(Debug, Clone, Default)]
pub struct DistanceProblem {
    /// Number of variables.
    pub count: usize,
    /// Distances.
    pub arcs: Vec<DistanceArc>,
}

impl DistanceProblem {
    /// Returns a problem with `count` variables and no distances.
    pub fn with_variables(count: usize) -> Self {
        Self { count, arcs: vec![] }
    }

    /// Adds a variable and returns its index.
    pub fn add_variable(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }

    /// Adds a distance.
    pub fn add_arc(&mut self, from: usize, to: usize, least: f64, weight: f64) {
        self.arcs.push(DistanceArc { from, to, least, weight });
    }

    /// Pulls two variables together: costs `weight` for each unit by which `to - from` is outside
    /// `free`.
    pub fn attract(&mut self, from: usize, to: usize, free: Range<f64>, weight: f64) {
        let Range { start: low, end: high } = free;
        let under = self.add_variable();
        self.add_arc(under, to, 0.0, weight);
        self.add_arc(under, from, -low, if low == high { weight } else { 0.0 });
        if low < high {
            let over = self.add_variable();
            self.add_arc(to, over, 0.0, weight);
            self.add_arc(from, over, high, 0.0);
        }
    }

    /// Returns values for all variables; `None` if the distances contradict each other or leave a
    /// variable unconnected.
    pub fn solve(&self) -> Option<Vec<f64>> {
        self.solve_counted().map(|(values, _)| values)
    }

    /// Returns the values and the number of steps it took. If the steps are used up, the values are
    /// valid but may not have the least cost.
    pub fn solve_counted(&self) -> Option<(Vec<f64>, u64)> {
        let mut values = self.feasible_values()?;
        let mut tree = SpanningTree::tight_tree(self, &mut values)?;
        for _ in 0..self.count * 8 + 200 {
            let Some(leaving) = tree.leaving_variable() else { break };
            if tree.steps > MOST_STEPS || !tree.exchange_arcs(&mut values, leaving) {
                break;
            }
        }
        Some((values, tree.steps))
    }
}

impl DistanceProblem {
    /// Returns values that keep all distances: each the least possible, or the greatest for a
    /// variable that comes after no other.
    fn feasible_values(&self) -> Option<Vec<f64>> {
        let out = self.outgoing_arcs();
        let (order, first) = self.topological_order(&out)?;
        let mut values = vec![0.0f64; self.count];
        for arc in order.iter().flat_map(|&v| &out[v]) {
            values[arc.to] = values[arc.to].max(values[arc.from] + arc.least);
        }
        for &v in order[..first].iter().filter(|&&v| !out[v].is_empty()) {
            values[v] =
                out[v].iter().map(|arc| values[arc.to] - arc.least).fold(f64::MAX, f64::min);
        }
        Some(values)
    }

    fn outgoing_arcs(&self) -> Vec<Vec<&DistanceArc>> {
        let mut out = vec![vec![]; self.count];
        self.arcs.iter().for_each(|arc| out[arc.from].push(arc));
        out
    }

    /// Returns the variables, each after all those before it, and the number of variables with none
    /// before them; `None` if the arcs form a cycle.
    fn topological_order(&self, out: &[Vec<&DistanceArc>]) -> Option<(Vec<usize>, usize)> {
        let mut waiting = vec![0; self.count];
        self.arcs.iter().for_each(|arc| waiting[arc.to] += 1);
        let mut order: Vec<usize> = (0..self.count).filter(|&v| waiting[v] == 0).collect();
        let first = order.len();
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for arc in &out[v] {
                waiting[arc.to] -= 1;
                if waiting[arc.to] == 0 {
                    order.push(arc.to);
                }
            }
        }
        (order.len() == self.count).then_some((order, first))
    }
}

/// A spanning tree of arcs, rooted at variable 0.
struct SpanningTree<'a> {
    problem: &'a DistanceProblem,
    /// All arcs at each variable, by index.
    touching: Vec<Vec<usize>>,
    /// The tree's arcs at each variable, by index.
    near: Vec<Vec<usize>>,
    /// The arc to the parent, and the parent.
    parent: Vec<Option<(usize, usize)>>,
    /// Variables, parents before children.
    order: Vec<usize>,
    /// Place of a variable in `order`, and the end of its subtree there.
    range: Vec<(usize, usize)>,
    /// Flow out of each variable's subtree: weights out less weights in.
    flow: Vec<f64>,
    /// Number of visits of variables.
    steps: u64,
    /// Start of the next block in the order.
    block: usize,
}

impl<'a> SpanningTree<'a> {
    /// Pulls the variables together until tight arcs connect them all; `None` if some are
    /// unconnected.
    fn tight_tree(problem: &'a DistanceProblem, values: &mut [f64]) -> Option<Self> {
        let count = problem.count;
        let touching = problem.arcs_by_variable(0..problem.arcs.len());
        let arcs = problem.connect_tight(values, &touching)?;
        let mut tree = SpanningTree {
            problem,
            touching,
            near: problem.arcs_by_variable(arcs),
            parent: vec![None; count],
            order: vec![0; count],
            range: vec![(0, 0); count],
            flow: vec![0.0; count],
            steps: 0,
            block: 0,
        };
        tree.renumber(0);
        tree.sum_flow();
        Some(tree)
    }

    fn add_weights(&mut self) {
        for arc in &self.problem.arcs {
            self.flow[arc.from] += arc.weight;
            self.flow[arc.to] -= arc.weight;
        }
    }

    fn sum_flow(&mut self) {
        self.add_weights();
        for &v in self.order.iter().rev() {
            if let Some((_, up)) = self.parent[v] {
                self.flow[up] += self.flow[v];
            }
        }
    }

    /// Finds parents, order and ranges again from `top` downwards.
    fn renumber(&mut self, top: usize) {
        let mut next = self.range[top].0;
        let mut stack = vec![(top, false)];
        while let Some((v, leaving)) = stack.pop() {
            if leaving {
                self.range[v].1 = next;
                continue;
            }
            self.range[v].0 = next;
            self.order[next] = v;
            next += 1;
            stack.push((v, true));
            for &index in &self.near[v] {
                let arc = self.problem.arcs[index];
                let other = if arc.from == v { arc.to } else { arc.from };
                if self.parent[v].is_none_or(|(up, _)| up != index) {
                    self.parent[other] = Some((index, v));
                    stack.push((other, false));
                }
            }
        }
    }

    /// Returns the variable whose arc to its parent is best given up: of all variables, or of the
    /// next block that has one.
    fn leaving_variable(&mut self) -> Option<usize> {
        let count = self.order.len();
        if count <= MANY_VARIABLES {
            self.steps += count as u64;
            return self.worst_variable(0..count);
        }
        for _ in 0..count.div_ceil(BLOCK) {
            let start = if self.block >= count { 0 } else { self.block };
            let end = (start + BLOCK).min(count);
            self.block = end;
            self.steps += BLOCK as u64;
            if let Some(found) = self.worst_variable(start..end) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the variable whose arc to its parent is best given up, within a part of the order.
    fn worst_variable(&self, places: Range<usize>) -> Option<usize> {
        let mut worst = (-EPSILON, None);
        for &v in self.order[places].iter().rev() {
            let Some((index, _)) = self.parent[v] else { continue };
            let flow =
                if self.problem.arcs[index].from == v { self.flow[v] } else { -self.flow[v] };
            if flow < worst.0 {
                worst = (flow, Some(v));
            }
        }
        worst.1
    }

    /// Replaces the arc above `v` by the tightest arc that runs the other way; false if there is
    /// none.
    fn exchange_arcs(&mut self, values: &mut [f64], v: usize) -> bool {
        let Some((leaving, old)) = self.parent[v] else { return false };
        let outwards = self.problem.arcs[leaving].from == v;
        let Some((gap, entering)) = self.entering_arc(values, v, outwards) else { return false };
        let shift = if outwards { -gap } else { gap };
        let (start, end) = self.range[v];
        self.order[start..end].iter().for_each(|&w| values[w] += shift);
        let arc = self.problem.arcs[entering];
        let (inner, outer) = if outwards { (arc.to, arc.from) } else { (arc.from, arc.to) };
        let top = self.divert_flow(v, old, inner, outer);
        let (old, new) = (self.problem.arcs[leaving], self.problem.arcs[entering]);
        for end in [old.from, old.to] {
            self.near[end].retain(|index| *index != leaving);
        }
        self.near[new.from].push(entering);
        self.near[new.to].push(entering);
        self.renumber(top);
        let renumbered = self.range[top].1 - self.range[top].0;
        self.steps += renumbered as u64;
        true
    }

    /// Returns the tightest arc into the subtree of `v`, or out of it, and its slack.
    fn entering_arc(&self, values: &[f64], v: usize, into: bool) -> Option<(f64, usize)> {
        let (start, end) = self.range[v];
        let below = |w: usize| (start..end).contains(&self.range[w].0);
        let (less, more) = if (end - start) * 2 <= self.order.len() {
            (start..end, 0..0)
        } else {
            (0..start, end..self.order.len())
        };
        let mut best: Option<(f64, usize)> = None;
        for &w in self.order[less].iter().chain(&self.order[more]) {
            for &index in &self.touching[w] {
                let arc = self.problem.arcs[index];
                if below(arc.from) == into || below(arc.to) != into {
                    continue;
                }
                let gap = arc.slack(values);
                let better = |(least, first): (f64, usize)| {
                    gap < least - EPSILON || gap < least + EPSILON && index < first
                };
                if best.is_none_or(better) {
                    best = Some((gap, index));
                }
            }
        }
        best
    }

    /// Leads the flow out of the subtree of `v` through `inner` and `outer` instead of through the
    /// parent of `v`, and returns the variable below which all of that happens.
    fn divert_flow(&mut self, v: usize, old: usize, inner: usize, outer: usize) -> usize {
        let whole = self.flow[v];
        let mut top = outer;
        while !(self.range[top].0..self.range[top].1).contains(&self.range[old].0) {
            self.flow[top] += whole;
            top = self.parent[top].map_or(0, |(_, up)| up);
        }
        let mut lost = old;
        while lost != top {
            self.flow[lost] -= whole;
            lost = self.parent[lost].map_or(top, |(_, up)| up);
        }
        let (mut turned, mut below) = (inner, 0.0);
        loop {
            below = std::mem::replace(&mut self.flow[turned], whole - below);
            match self.parent[turned] {
                Some((_, up)) if turned != v => turned = up,
                _ => return top,
            }
        }
    }
}

impl DistanceProblem {
    /// Returns, by variable, those of the arcs that touch it.
    fn arcs_by_variable(&self, arcs: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
        let mut touching = vec![vec![]; self.count];
        for index in arcs {
            touching[self.arcs[index].from].push(index);
            touching[self.arcs[index].to].push(index);
        }
        touching
    }
}
