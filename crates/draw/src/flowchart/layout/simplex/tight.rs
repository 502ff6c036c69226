//! Finds the first spanning tree of tight distances. In: values that keep all distances. Out: tight
//! arcs that connect all variables; values move until there are enough such arcs.

use super::{DistanceArc, DistanceProblem};

impl DistanceProblem {
    /// Returns the arcs of a spanning tree. All of them are tight: if none is tight, the members so
    /// far move until one is.
    pub fn connect_tight(&self, values: &mut [f64], touching: &[Vec<usize>]) -> Option<Vec<usize>> {
        let inside = vec![false; self.count];
        let mut tree = TightTree { problem: self, inside, members: vec![0], arcs: vec![] };
        *tree.inside.first_mut()? = true;
        let mut next = 0;
        loop {
            while let Some(&member) = tree.members.get(next) {
                tree.take_tight(&touching[member], values);
                next += 1;
            }
            if tree.members.len() == self.count {
                return Some(tree.arcs);
            }
            tree.pull_nearest(values)?;
        }
    }
}

/// Variables connected by tight arcs, and these arcs.
struct TightTree<'a> {
    problem: &'a DistanceProblem,
    /// True for members, by variable.
    inside: Vec<bool>,
    members: Vec<usize>,
    arcs: Vec<usize>,
}

impl TightTree<'_> {
    fn add_member(&mut self, variable: usize, arc: usize) {
        self.inside[variable] = true;
        self.members.push(variable);
        self.arcs.push(arc);
    }

    /// Returns the end of an arc that is not a member, if the other end is one.
    fn outer_end(&self, arc: DistanceArc) -> usize {
        if self.inside[arc.from] { arc.to } else { arc.from }
    }

    /// Adds the variables that the tight arcs of a member lead to.
    fn take_tight(&mut self, arcs: &[usize], values: &[f64]) {
        for &index in arcs {
            let arc = self.problem.arcs[index];
            let fresh = self.outer_end(arc);
            if !self.inside[fresh] && arc.is_tight(values) {
                self.add_member(fresh, index);
            }
        }
    }

    /// Moves all members to the nearest of the other variables, and adds it.
    fn pull_nearest(&mut self, values: &mut [f64]) -> Option<()> {
        let index = self.least_slack_arc(values)?;
        let arc = self.problem.arcs[index];
        let (fresh, slack) = (self.outer_end(arc), arc.slack(values));
        let shift = if fresh == arc.to { slack } else { -slack };
        self.members.iter().for_each(|&member| values[member] += shift);
        self.add_member(fresh, index);
        Some(())
    }

    /// Returns the arc with the least slack between members and others.
    fn least_slack_arc(&self, values: &[f64]) -> Option<usize> {
        let arcs = &self.problem.arcs;
        let leads_out =
            |index: &usize| self.inside[arcs[*index].from] != self.inside[arcs[*index].to];
        let crossing = (0..arcs.len()).filter(leads_out);
        crossing.min_by(|&a, &b| arcs[a].slack(values).total_cmp(&arcs[b].slack(values)))
    }
}
