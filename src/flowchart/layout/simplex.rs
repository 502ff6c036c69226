//! In: variables, least distances between them, and how much each distance costs. Out: values of least total cost.
//! Network simplex after Gansner, Koutsofios, North, Vo, "A Technique for Drawing Directed Graphs" (1993): a spanning
//! tree of tight distances is improved one exchange at a time; every state in between is already valid.

use std::collections::VecDeque;

const EPSILON: f64 = 1e-7;

/// `to` stands at least `least` after `from`; each unit of the distance costs `weight`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    /// The lesser variable.
    pub from: usize,
    /// The greater variable.
    pub to: usize,
    /// Least distance; may be negative.
    pub least: f64,
    /// Cost per unit, not negative.
    pub weight: f64,
}

/// Variables and what holds between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Problem {
    /// How many variables there are.
    pub count: usize,
    /// The distances.
    pub arcs: Vec<Arc>,
}

impl Problem {
    /// A further variable.
    pub(super) fn variable(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }

    /// A further distance.
    pub(super) fn arc(&mut self, from: usize, to: usize, least: f64, weight: f64) {
        self.arcs.push(Arc { from, to, least, weight });
    }

    /// Draws two variables together: costs `weight` for each unit by which `to - from` leaves `low..high`.
    pub(super) fn draw(&mut self, (from, to): (usize, usize), (low, high): (f64, f64), weight: f64) {
        let under = self.variable();
        self.arc(under, to, 0.0, weight);
        self.arc(under, from, -low, if low == high { weight } else { 0.0 });
        if low < high {
            let over = self.variable();
            self.arc(to, over, 0.0, weight);
            self.arc(from, over, high, 0.0);
        }
    }
}

/// Values for all variables; `None` if the distances contradict each other.
pub(super) fn solve(problem: &Problem) -> Option<Vec<f64>> {
    let mut values = spread(problem)?;
    let mut tree = Tree::tight(problem, &mut values);
    for _ in 0..problem.count * 8 + 200 {
        let Some(leaving) = tree.leaving(problem) else { break };
        if !tree.exchange(problem, &mut values, leaving) {
            break;
        }
    }
    Some(values)
}

/// The least values that keep all distances.
fn spread(problem: &Problem) -> Option<Vec<f64>> {
    let mut waiting = vec![0; problem.count];
    let mut out = vec![vec![]; problem.count];
    for arc in &problem.arcs {
        waiting[arc.to] += 1;
        out[arc.from].push(arc);
    }
    let mut values = vec![0.0f64; problem.count];
    let mut ready: VecDeque<usize> = (0..problem.count).filter(|&v| waiting[v] == 0).collect();
    let mut done = 0;
    while let Some(v) = ready.pop_front() {
        done += 1;
        for arc in &out[v] {
            values[arc.to] = values[arc.to].max(values[v] + arc.least);
            waiting[arc.to] -= 1;
            if waiting[arc.to] == 0 {
                ready.push_back(arc.to);
            }
        }
    }
    (done == problem.count).then_some(values)
}

/// A spanning tree of arcs, rooted at variable 0.
struct Tree {
    /// The arcs at each variable, by index.
    near: Vec<Vec<usize>>,
    /// The arc to the parent and the parent.
    parent: Vec<Option<(usize, usize)>>,
    /// Variables, parents before children.
    order: Vec<usize>,
    /// Where a variable stands in `order`, and where its subtree ends.
    range: Vec<(usize, usize)>,
    /// What flows out of each variable: weights out less weights in.
    supply: Vec<f64>,
}

impl Tree {
    /// Pulls the variables together until tight arcs connect them all.
    fn tight(problem: &Problem, values: &mut [f64]) -> Tree {
        let mut supply = vec![0.0; problem.count];
        let mut touching = vec![vec![]; problem.count];
        for (index, arc) in problem.arcs.iter().enumerate() {
            supply[arc.from] += arc.weight;
            supply[arc.to] -= arc.weight;
            touching[arc.from].push(index);
            touching[arc.to].push(index);
        }
        let mut inside = vec![false; problem.count];
        let mut members = vec![0];
        let mut arcs = vec![];
        inside[0] = true;
        grow(problem, values, &touching, &mut inside, &mut members, &mut arcs, 0);
        while members.len() < problem.count {
            let Some((index, gap)) = nearest(problem, values, &inside) else { break };
            let arc = problem.arcs[index];
            let shift = if inside[arc.from] { gap } else { -gap };
            members.iter().for_each(|&member| values[member] += shift);
            let from = members.len();
            let fresh = if inside[arc.from] { arc.to } else { arc.from };
            inside[fresh] = true;
            members.push(fresh);
            arcs.push(index);
            grow(problem, values, &touching, &mut inside, &mut members, &mut arcs, from);
        }
        let mut near = vec![vec![]; problem.count];
        for index in arcs {
            near[problem.arcs[index].from].push(index);
            near[problem.arcs[index].to].push(index);
        }
        let count = problem.count;
        let mut tree = Tree { near, parent: vec![None; count], order: vec![], range: vec![(0, 0); count], supply };
        tree.root(problem);
        tree
    }

    /// Parents, order and ranges anew.
    fn root(&mut self, problem: &Problem) {
        self.parent[0] = None;
        self.order.clear();
        let mut stack = vec![(0, false)];
        while let Some((v, leaving)) = stack.pop() {
            if leaving {
                self.range[v].1 = self.order.len();
                continue;
            }
            self.range[v].0 = self.order.len();
            self.order.push(v);
            stack.push((v, true));
            for &index in &self.near[v] {
                let arc = problem.arcs[index];
                let other = if arc.from == v { arc.to } else { arc.from };
                if self.parent[v].is_none_or(|(up, _)| up != index) {
                    self.parent[other] = Some((index, v));
                    stack.push((other, false));
                }
            }
        }
    }

    /// The variable whose arc to its parent it pays most to give up.
    fn leaving(&self, problem: &Problem) -> Option<usize> {
        let mut sums = self.supply.clone();
        let mut worst = (-EPSILON, None);
        for &v in self.order.iter().rev() {
            let Some((index, up)) = self.parent[v] else { continue };
            let flow = if problem.arcs[index].from == v { sums[v] } else { -sums[v] };
            if flow < worst.0 {
                worst = (flow, Some(v));
            }
            sums[up] += sums[v];
        }
        worst.1
    }

    /// Gives up the arc above `v` for the tightest arc that runs the other way; false if there is none.
    fn exchange(&mut self, problem: &Problem, values: &mut [f64], v: usize) -> bool {
        let Some((leaving, _)) = self.parent[v] else { return false };
        let outwards = problem.arcs[leaving].from == v;
        let (start, end) = self.range[v];
        let below = |w: usize| (start..end).contains(&self.range[w].0);
        let mut best: Option<(f64, usize)> = None;
        for (index, arc) in problem.arcs.iter().enumerate() {
            let crosses = if outwards { !below(arc.from) && below(arc.to) } else { below(arc.from) && !below(arc.to) };
            let gap = values[arc.to] - values[arc.from] - arc.least;
            if crosses && best.is_none_or(|(least, _)| gap < least - EPSILON) {
                best = Some((gap, index));
            }
        }
        let Some((gap, entering)) = best else { return false };
        let shift = if outwards { -gap } else { gap };
        self.order[start..end].iter().for_each(|&w| values[w] += shift);
        for end in [problem.arcs[leaving].from, problem.arcs[leaving].to] {
            self.near[end].retain(|index| *index != leaving);
        }
        for end in [problem.arcs[entering].from, problem.arcs[entering].to] {
            self.near[end].push(entering);
        }
        self.root(problem);
        true
    }
}

/// Adds all that is tied by tight arcs to `members[from..]`.
fn grow(
    problem: &Problem,
    values: &[f64],
    touching: &[Vec<usize>],
    inside: &mut [bool],
    members: &mut Vec<usize>,
    arcs: &mut Vec<usize>,
    from: usize,
) {
    let mut next = from;
    while next < members.len() {
        for &index in &touching[members[next]] {
            let arc = problem.arcs[index];
            let fresh = if inside[arc.from] { arc.to } else { arc.from };
            if !inside[fresh] && values[arc.to] - values[arc.from] - arc.least < EPSILON {
                inside[fresh] = true;
                members.push(fresh);
                arcs.push(index);
            }
        }
        next += 1;
    }
}

/// The arc with the least slack between inside and outside.
fn nearest(problem: &Problem, values: &[f64], inside: &[bool]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (index, arc) in problem.arcs.iter().enumerate() {
        let gap = values[arc.to] - values[arc.from] - arc.least;
        if inside[arc.from] != inside[arc.to] && best.is_none_or(|(_, least)| gap < least) {
            best = Some((index, gap));
        }
    }
    best
}
