//! Describes a chart in words: every box in order, with its number, its text and the targets of its
//! exits.

use super::flow_order::box_numbers;
use super::{Chart, ChartMarks, ChartSheet, Edge, EdgeEnd, EdgeHead, Node, NodeShape};
use base::text::{capitalized, single_spaced};

/// Returns the alternative text of a chart or of one of its sheets; boxes are numbered along their
/// lines.
pub fn describe_chart(chart: &Chart, sheet: Option<&ChartSheet>) -> String {
    let numbers = box_numbers(chart);
    describe_marked_chart(chart, sheet, &ChartMarks::numbered(&|node| numbers[node].to_string()))
}

/// Returns the alternative text with the printed numbers and the marked path.
pub fn describe_marked_chart(
    chart: &Chart,
    sheet: Option<&ChartSheet>,
    marks: &ChartMarks,
) -> String {
    let mut description = ChartDescription { chart, sheet, marks, sentences: Vec::new() };
    if !chart.title.is_empty() {
        description.sentences.push(close_sentence(&single_spaced(&chart.title)));
    }
    description.add_nodes();
    description.add_subgraphs();
    let steps: Vec<String> =
        marks.path.iter().map(|step| description.node_number(step.0)).collect();
    if !steps.is_empty() {
        description.sentences.push(format!("The marked path: {}.", steps.join(", ")));
    }
    description.sentences.join(" ")
}

/// A chart to describe, and the sentences written so far.
struct ChartDescription<'a> {
    chart: &'a Chart,
    /// The sheet to describe; `None` for the whole chart.
    sheet: Option<&'a ChartSheet>,
    marks: &'a ChartMarks<'a>,
    sentences: Vec<String>,
}

impl ChartDescription<'_> {
    /// Describes every drawn box in the order of the numbers, with a heading where another subgraph
    /// begins.
    fn add_nodes(&mut self) {
        let mut order: Vec<usize> = (0..self.chart.nodes.len()).collect();
        order.sort_by_cached_key(|node| (self.marks.numbers)(*node).parse::<usize>().ok());
        let mut subgraph = None;
        for node in order {
            if self.sheet.is_some_and(|sheet| sheet.placed_node(node).is_none()) {
                continue;
            }
            let own = self.chart.nodes[node].subgraph;
            if own != subgraph {
                subgraph = own;
                self.sentences.push(self.heading(own));
            }
            self.add_node(node);
        }
    }

    /// Returns the titles of a subgraph, as printed on the sheet, and of those around it.
    fn heading(&self, subgraph: Option<usize>) -> String {
        let Some(subgraph) = subgraph else { return "Outside the frames:".to_owned() };
        let own = &self.chart.subgraphs[subgraph];
        let printed = self.sheet.and_then(|sheet| sheet.placed_subgraph(subgraph));
        let title = frame_heading(printed.map_or(&own.title, |placed| &placed.title));
        match own.parent {
            Some(outer) => format!("{} {title}", self.heading(Some(outer))),
            None => title,
        }
    }

    fn add_node(&mut self, node: usize) {
        let label = node_words(&self.chart.nodes[node]);
        self.sentences.push(close_sentence(&format!("{} {label}", self.node_number(node))));
        if self.chart.waits.contains(&node) {
            self.sentences.push("Players may respond here.".to_owned());
        }
        for address in self.chart.lead_addresses(node) {
            let target = (self.marks.targets)(address);
            self.sentences.push(if target.is_empty() {
                "Leads on.".to_owned()
            } else {
                close_sentence(&format!("Leads on to {}", single_spaced(&target)))
            });
        }
        self.sentences.extend(self.describe_exits(EdgeEnd::Node(node)));
    }

    /// Describes the lines that leave a box or a subgraph. A line that only comes back to it is
    /// described at its other end.
    fn describe_exits(&self, end: EdgeEnd) -> Vec<String> {
        let edges = self.chart.edges.iter().filter(|edge| edge.is_drawn() && edge.from == end);
        edges.map(|edge| self.describe_exit(edge)).collect()
    }

    /// Describes a line as seen from the end that it leaves.
    fn describe_exit(&self, edge: &Edge) -> String {
        let verb = match (edge.tail, edge.head) {
            (EdgeHead::None, EdgeHead::None) => "tied to",
            (EdgeHead::None, _) => "goes to",
            (_, EdgeHead::None) => "comes from",
            (..) => "goes to and comes from",
        };
        let end = match edge.to {
            EdgeEnd::Node(node) => self.node_number(node),
            EdgeEnd::Subgraph(subgraph) => {
                format!("frame {}", single_spaced(&self.chart.subgraphs[subgraph].title))
            }
        };
        let way = format!("{verb} {end}");
        match &edge.label {
            Some(label) => close_sentence(&format!("{}: {way}", single_spaced(label))),
            None => close_sentence(&capitalized(&way)),
        }
    }

    fn node_number(&self, node: usize) -> String {
        let printed = (self.marks.numbers)(node);
        if printed.is_empty() { (node + 1).to_string() } else { printed }
    }

    /// Describes the lines that leave whole subgraphs.
    fn add_subgraphs(&mut self) {
        for subgraph in 0..self.chart.subgraphs.len() {
            if self.sheet.is_some_and(|sheet| sheet.placed_subgraph(subgraph).is_none()) {
                continue;
            }
            let exits = self.describe_exits(EdgeEnd::Subgraph(subgraph));
            if !exits.is_empty() {
                let enclosing = self.chart.enclosing_subgraphs(Some(subgraph)).into_iter().rev();
                let heading = |own: usize| frame_heading(&self.chart.subgraphs[own].title);
                self.sentences.push(enclosing.map(heading).collect::<Vec<_>>().join(" "));
                self.sentences.extend(exits);
            }
        }
    }
}

/// Returns the words of a box, or its meaning if it has no words.
fn node_words(node: &Node) -> String {
    match node.shape {
        NodeShape::Figure(figure) if node.label.is_empty() => {
            figure.meaning().unwrap_or_default().to_owned()
        }
        _ => single_spaced(&node.label),
    }
}

fn frame_heading(title: &str) -> String {
    format!("Frame {}:", single_spaced(title))
}

/// Adds a full stop, unless the words already end with a mark.
fn close_sentence(words: &str) -> String {
    let closed = words.trim_end_matches(['"', '”', '’', ')']).ends_with(['.', '?', '!', ':', '…']);
    if closed { words.to_owned() } else { format!("{words}.") }
}
