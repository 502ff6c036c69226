//! Finds titles of subgraphs that have to be printed over a line. In: routes placed across. Out:
//! the subgraphs whose titles have no room beside the lines that pass them.

use std::collections::BTreeSet;

use super::super::super::{ChartDirection, EdgeEnd};
use super::super::geometry::SUBGRAPH_PADDING;
use super::super::sides::BoxSide;
use super::RouteEnds;

/// Distance from a title to a line beside it, in em.
const BESIDE: f64 = 0.55;

impl RouteEnds<'_> {
    /// Returns the subgraphs whose titles are printed over a line.
    pub fn crossed_titles(&self) -> BTreeSet<usize> {
        let leaving = match self.geometry.direction {
            ChartDirection::Down => false,
            ChartDirection::Up => true,
            ChartDirection::Left | ChartDirection::Right => return BTreeSet::new(),
        };
        let spans = self.geometry.graph.spans.keys().copied();
        spans.filter(|subgraph| !self.has_free_title(*subgraph, leaving)).collect()
    }

    /// True if a title fits beside the lines that enter at the head of its subgraph, or leave at
    /// its foot.
    fn has_free_title(&self, subgraph: usize, leaving: bool) -> bool {
        let (left, right) = self.positions.subgraphs[&subgraph];
        let mut passing = self.lines_at_title(subgraph, leaving);
        passing.sort_by(f64::total_cmp);
        let starts = std::iter::once(left + SUBGRAPH_PADDING);
        let starts = starts.chain(passing.iter().map(|x| x + BESIDE));
        let ends = passing.iter().map(|x| x - BESIDE);
        let ends = ends.chain(std::iter::once(right - SUBGRAPH_PADDING));
        let wide = self.geometry.title_widths[subgraph] - 1e-6;
        starts.zip(ends).any(|(start, end)| end - start >= wide)
    }

    /// Returns the places where lines pass the head of a subgraph, or its foot.
    fn lines_at_title(&self, subgraph: usize, leaving: bool) -> Vec<f64> {
        let graph = self.geometry.graph;
        let (first, last) = graph.spans[&subgraph];
        let layer = if leaving { last } else { first };
        let stands = |item: usize| {
            graph.items[item].layer == layer && graph.enclosing_of(item).contains(&subgraph)
        };
        let mut passing = vec![];
        for (index, route) in graph.routes.iter().enumerate() {
            if self.ends_outside(index, subgraph, leaving) {
                continue;
            }
            let outer = if leaving { route.items.len() - 1 } else { 0 };
            let inner = (0..route.items.len()).filter(|at| *at != outer);
            let inner = inner.filter(|at| stands(route.items[*at]));
            passing.extend(inner.map(|at| self.route_position(index, at)));
            let side = if leaving { BoxSide::Bottom } else { BoxSide::Top };
            if route.back && stands(route.items[outer]) && self.end_side(index, leaving) == side {
                passing.push(self.port(index, leaving));
            }
        }
        passing
    }

    /// True if a line is tied to a subgraph, or to one around it, and ends at its border.
    fn ends_outside(&self, index: usize, subgraph: usize, leaving: bool) -> bool {
        let edge = &self.geometry.chart.edges[self.edge(index).edge];
        match if leaving { edge.from } else { edge.to } {
            EdgeEnd::Node(_) => false,
            EdgeEnd::Subgraph(tied) => self.geometry.graph.enclosing[subgraph].contains(&tied),
        }
    }
}
