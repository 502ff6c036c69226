//! A part of a chart, such as the boxes that an example passes.

use std::collections::BTreeSet;

use super::{Chart, Edge, EdgeEnd, Node, Subgraph};

/// Returns the boxes of `kept` as a chart of its own, and the index of each of its boxes in the
/// whole.
pub fn chart_excerpt(chart: &Chart, kept: &BTreeSet<usize>) -> (Chart, Vec<usize>) {
    let excerpt = Excerpt::around(chart, kept);
    let nodes = excerpt.nodes.iter().map(|node| excerpt.copied_node(*node)).collect();
    let edges = chart.edges.iter().filter_map(|edge| excerpt.copied_edge(edge)).collect();
    let subgraphs =
        excerpt.subgraphs.iter().map(|subgraph| excerpt.copied_subgraph(*subgraph)).collect();
    let waits = chart.waits.iter().filter_map(|node| excerpt.node(*node)).collect();
    let leads = excerpt.copied_leads();
    let (title, direction) = (chart.title.clone(), chart.direction);
    let part = Chart { title, direction, nodes, edges, subgraphs, waits, leads };
    (part, excerpt.nodes)
}

/// The boxes and subgraphs of a part, by their indices in the whole chart.
struct Excerpt<'a> {
    chart: &'a Chart,
    nodes: Vec<usize>,
    subgraphs: Vec<usize>,
}

impl<'a> Excerpt<'a> {
    fn around(chart: &'a Chart, kept: &BTreeSet<usize>) -> Self {
        let nodes: BTreeSet<usize> =
            kept.iter().copied().filter(|node| *node < chart.nodes.len()).collect();
        let enclosing = |node: &usize| chart.enclosing_subgraphs(chart.nodes[*node].subgraph);
        let subgraphs: BTreeSet<usize> = nodes.iter().flat_map(enclosing).collect();
        let nodes = nodes.into_iter().collect();
        Excerpt { chart, nodes, subgraphs: subgraphs.into_iter().collect() }
    }

    /// Returns the index of a box in the part.
    fn node(&self, node: usize) -> Option<usize> {
        self.nodes.binary_search(&node).ok()
    }

    /// Returns the index of a subgraph in the part.
    fn subgraph(&self, subgraph: usize) -> Option<usize> {
        self.subgraphs.binary_search(&subgraph).ok()
    }

    fn end(&self, end: EdgeEnd) -> Option<EdgeEnd> {
        match end {
            EdgeEnd::Node(node) => self.node(node).map(EdgeEnd::Node),
            EdgeEnd::Subgraph(subgraph) => self.subgraph(subgraph).map(EdgeEnd::Subgraph),
        }
    }

    fn copied_node(&self, node: usize) -> Node {
        let node = self.chart.nodes[node].clone();
        Node { subgraph: node.subgraph.and_then(|own| self.subgraph(own)), ..node }
    }

    fn copied_edge(&self, edge: &Edge) -> Option<Edge> {
        let (from, to) = (self.end(edge.from)?, self.end(edge.to)?);
        Some(Edge { from, to, ..edge.clone() })
    }

    fn copied_leads(&self) -> Vec<(usize, String)> {
        let leads = self.chart.leads.iter();
        leads.filter_map(|(node, to)| Some((self.node(*node)?, to.clone()))).collect()
    }

    fn copied_subgraph(&self, subgraph: usize) -> Subgraph {
        let subgraph = self.chart.subgraphs[subgraph].clone();
        Subgraph { parent: subgraph.parent.and_then(|own| self.subgraph(own)), ..subgraph }
    }
}
