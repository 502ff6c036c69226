//! A chart in words: every box in order with its number, its text and where its exits lead.

use super::flow_order::box_numbers;
use super::{Chart, ChartMarks, ChartSheet, Edge, EdgeEnd, EdgeHead, Node, NodeShape};
use base::text::capitalized;

/// The alternative text of a chart or of one of its sheets; boxes are numbered along their lines.
pub fn describe_chart(chart: &Chart, sheet: Option<&ChartSheet>) -> String {
    let numbers = box_numbers(chart);
    describe_marked_chart(chart, sheet, &ChartMarks::numbered(&|node| numbers[node].to_string()))
}

/// The same with the printed numbers, and with the marked path.
pub fn describe_marked_chart(
    chart: &Chart,
    sheet: Option<&ChartSheet>,
    marks: &ChartMarks,
) -> String {
    let mut description = ChartDescription { chart, sheet, marks, sentences: Vec::new() };
    description.add_title();
    description.add_nodes();
    description.add_subgraphs();
    description.add_path();
    description.sentences.join(" ")
}

/// What is described, and what has been said of it.
struct ChartDescription<'a> {
    chart: &'a Chart,
    /// The whole chart if there is none.
    sheet: Option<&'a ChartSheet>,
    marks: &'a ChartMarks<'a>,
    sentences: Vec<String>,
}

impl ChartDescription<'_> {
    fn add_title(&mut self) {
        if !self.chart.title.is_empty() {
            self.sentences.push(close_sentence(&join_label_lines(&self.chart.title)));
        }
    }

    /// Every box that is drawn, with a heading where another subgraph begins.
    fn add_nodes(&mut self) {
        let mut subgraph = None;
        for node in self.numbered_order() {
            if !self.is_described(node) {
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

    /// All boxes in the order of their numbers.
    fn numbered_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.chart.nodes.len()).collect();
        order.sort_by_cached_key(|node| (self.marks.numbers)(*node).parse::<usize>().ok());
        order
    }

    fn is_described(&self, node: usize) -> bool {
        self.sheet.is_none_or(|sheet| sheet.placed_node(node).is_some())
    }

    /// The titles of a subgraph and of those around it.
    fn heading(&self, subgraph: Option<usize>) -> String {
        match subgraph {
            Some(subgraph) => self.heading_within(subgraph, self.printed_title(subgraph)),
            None => "Outside the frames:".to_owned(),
        }
    }

    /// The title of a subgraph as it stands on the sheet.
    fn printed_title(&self, subgraph: usize) -> &str {
        let printed = self.sheet.and_then(|sheet| sheet.placed_subgraph(subgraph));
        printed.map_or(&self.chart.subgraphs[subgraph].title, |placed| &placed.title)
    }

    /// A title with those of the subgraphs around it.
    fn heading_within(&self, subgraph: usize, title: &str) -> String {
        let own = frame_heading(title);
        match self.chart.subgraphs[subgraph].parent {
            Some(outer) => format!("{} {own}", self.heading(Some(outer))),
            None => own,
        }
    }

    fn add_node(&mut self, node: usize) {
        let label = node_words(&self.chart.nodes[node]);
        self.sentences.push(close_sentence(&format!("{} {label}", self.node_number(node))));
        if self.chart.waits.contains(&node) {
            self.sentences.push("Players may respond here.".to_owned());
        }
        self.sentences.extend(self.describe_leads(node));
        self.sentences.extend(self.describe_exits(EdgeEnd::Node(node)));
    }

    fn describe_leads(&self, node: usize) -> Vec<String> {
        self.chart.lead_addresses(node).map(|address| self.describe_lead(address)).collect()
    }

    fn describe_lead(&self, address: &str) -> String {
        let target = (self.marks.targets)(address);
        if target.is_empty() {
            return "Leads on.".to_owned();
        }
        close_sentence(&format!("Leads on to {}", join_label_lines(&target)))
    }

    /// What leaves a box or a subgraph; a line that only comes back at it is described at its
    /// other end.
    fn describe_exits(&self, end: EdgeEnd) -> Vec<String> {
        let edges = self.chart.edges.iter().filter(|edge| edge.is_drawn() && edge.from == end);
        edges.map(|edge| self.describe_exit(edge)).collect()
    }

    fn describe_exit(&self, edge: &Edge) -> String {
        let way = format!("{} {}", edge_verb(edge), self.end_name(edge.to));
        match &edge.label {
            Some(label) => close_sentence(&format!("{}: {way}", join_label_lines(label))),
            None => close_sentence(&capitalized(&way)),
        }
    }

    fn end_name(&self, end: EdgeEnd) -> String {
        match end {
            EdgeEnd::Node(node) => self.node_number(node),
            EdgeEnd::Subgraph(subgraph) => {
                format!("frame {}", join_label_lines(&self.chart.subgraphs[subgraph].title))
            }
        }
    }

    fn node_number(&self, node: usize) -> String {
        let printed = (self.marks.numbers)(node);
        if printed.is_empty() { (node + 1).to_string() } else { printed }
    }

    /// Lines that leave whole subgraphs.
    fn add_subgraphs(&mut self) {
        for subgraph in 0..self.chart.subgraphs.len() {
            if self.sheet.is_some_and(|sheet| sheet.placed_subgraph(subgraph).is_none()) {
                continue;
            }
            let exits = self.describe_exits(EdgeEnd::Subgraph(subgraph));
            if !exits.is_empty() {
                self.sentences.push(self.whole_heading(subgraph));
                self.sentences.extend(exits);
            }
        }
    }

    /// The titles of a subgraph and of those around it as the author wrote them.
    fn whole_heading(&self, subgraph: usize) -> String {
        let enclosing = self.chart.enclosing_subgraphs(Some(subgraph)).into_iter().rev();
        let heading = |own: usize| frame_heading(&self.chart.subgraphs[own].title);
        enclosing.map(heading).collect::<Vec<_>>().join(" ")
    }

    fn add_path(&mut self) {
        let steps: Vec<String> =
            self.marks.path.iter().map(|step| self.node_number(step.0)).collect();
        if !steps.is_empty() {
            self.sentences.push(format!("The marked path: {}.", steps.join(", ")));
        }
    }
}

/// What a box says, or what it means where it says nothing.
fn node_words(node: &Node) -> String {
    match node.shape {
        NodeShape::Figure(figure) if node.label.is_empty() => {
            figure.meaning().unwrap_or_default().to_owned()
        }
        _ => join_label_lines(&node.label),
    }
}

fn frame_heading(title: &str) -> String {
    format!("Frame {}:", join_label_lines(title))
}

/// What a line does, seen from the end that it leaves.
fn edge_verb(edge: &Edge) -> &'static str {
    match (edge.tail, edge.head) {
        (EdgeHead::None, EdgeHead::None) => "tied to",
        (EdgeHead::None, _) => "goes to",
        (_, EdgeHead::None) => "comes from",
        (..) => "goes to and comes from",
    }
}

/// Without line ends.
fn join_label_lines(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// With a full stop, unless something else closes it.
fn close_sentence(words: &str) -> String {
    let closed = words.trim_end_matches(['"', '”', '’', ')']).ends_with(['.', '?', '!', ':', '…']);
    if closed { words.to_owned() } else { format!("{words}.") }
}
