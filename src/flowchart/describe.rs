//! A chart in words: every box in order with its number, what it says and where one goes from it.

use super::{Chart, ChartMarks, ChartSheet, Edge, EdgeEnd, EdgeHead, EdgeStyle};

/// The alternative text of a chart or of one of its sheets; boxes are numbered from 1.
pub fn describe_chart(chart: &Chart, sheet: Option<&ChartSheet>) -> String {
    let marks = ChartMarks {
        path: Vec::new(),
        steps: Vec::new(),
        numbers: &|node| (node + 1).to_string(),
        targets: &|_| String::new(),
    };
    describe_marked_chart(chart, sheet, &marks)
}

/// The same with the printed numbers, and with the marked path.
pub(super) fn describe_marked_chart(
    chart: &Chart,
    sheet: Option<&ChartSheet>,
    marks: &ChartMarks,
) -> String {
    let teller = ChartDescription { chart, marks };
    let nodes = (0..chart.nodes.len())
        .filter(|node| sheet.is_none_or(|sheet| sheet_has_node(sheet, *node)));
    let mut sentences = Vec::new();
    let mut group = None;
    for node in nodes {
        if chart.nodes[node].subgraph != group {
            group = chart.nodes[node].subgraph;
            sentences.push(group.map_or("Outside the frames:".to_owned(), |group| {
                teller.subgraph_heading(group, sheet)
            }));
        }
        teller.describe_node(node, &mut sentences);
    }
    teller.describe_subgraphs(sheet, &mut sentences);
    sentences.extend(teller.describe_path());
    sentences.join(" ")
}

fn sheet_has_node(sheet: &ChartSheet, node: usize) -> bool {
    sheet.nodes.iter().any(|placed| placed.node == node)
}

struct ChartDescription<'a> {
    chart: &'a Chart,
    marks: &'a ChartMarks<'a>,
}

impl ChartDescription<'_> {
    /// The titles of a frame and of those around it.
    fn subgraph_heading(&self, group: usize, sheet: Option<&ChartSheet>) -> String {
        let printed =
            sheet.and_then(|sheet| sheet.subgraphs.iter().find(|frame| frame.subgraph == group));
        let title = printed
            .map_or(self.chart.subgraphs[group].title.as_str(), |frame| frame.title.as_str());
        let outer = self.chart.subgraphs[group]
            .parent
            .map(|outer| self.subgraph_heading(outer, sheet))
            .unwrap_or_default();
        format!("{outer} Frame {}:", join_label_lines(title)).trim_start().to_owned()
    }

    fn describe_node(&self, node: usize, sentences: &mut Vec<String>) {
        sentences.push(close_sentence(&format!(
            "{} {}",
            self.node_number(node),
            join_label_lines(&self.chart.nodes[node].label)
        )));
        if self.chart.waits.contains(&node) {
            sentences.push("Players may respond here.".to_owned());
        }
        for (_, address) in self.chart.leads.iter().filter(|lead| lead.0 == node) {
            sentences.push(self.describe_lead(address));
        }
        sentences
            .extend(self.chart.nodes[node].link.iter().map(|address| self.describe_lead(address)));
        self.describe_exits(EdgeEnd::Node(node), sentences);
    }

    fn describe_lead(&self, address: &str) -> String {
        let target = (self.marks.targets)(address);
        if target.is_empty() {
            "Leads on.".to_owned()
        } else {
            close_sentence(&format!("Leads on to {}", join_label_lines(&target)))
        }
    }

    /// What leaves a box or a frame; a line that only comes back at it is told at its other end.
    fn describe_exits(&self, end: EdgeEnd, sentences: &mut Vec<String>) {
        let drawn = self.chart.edges.iter().filter(|edge| edge.style != EdgeStyle::Invisible);
        sentences
            .extend(drawn.filter(|edge| edge.from == end).map(|edge| self.describe_exit(edge)));
    }

    fn describe_exit(&self, edge: &Edge) -> String {
        let verb = match (edge.tail, edge.head) {
            (EdgeHead::None, EdgeHead::None) => "tied to",
            (EdgeHead::None, _) => "goes to",
            (_, EdgeHead::None) => "comes from",
            (..) => "goes to and comes from",
        };
        let way = format!("{verb} {}", self.end_name(edge.to));
        match &edge.label {
            Some(label) => close_sentence(&format!("{}: {way}", join_label_lines(label))),
            None => close_sentence(&capitalize_first(&way)),
        }
    }

    fn end_name(&self, end: EdgeEnd) -> String {
        match end {
            EdgeEnd::Node(node) => self.node_number(node),
            EdgeEnd::Subgraph(group) => {
                format!("frame {}", join_label_lines(&self.chart.subgraphs[group].title))
            }
        }
    }

    fn node_number(&self, node: usize) -> String {
        let printed = (self.marks.numbers)(node);
        if printed.is_empty() { (node + 1).to_string() } else { printed }
    }

    /// Lines that leave whole frames, and frames that hold no box.
    fn describe_subgraphs(&self, sheet: Option<&ChartSheet>, sentences: &mut Vec<String>) {
        for group in 0..self.chart.subgraphs.len() {
            if sheet
                .is_some_and(|sheet| sheet.subgraphs.iter().all(|frame| frame.subgraph != group))
            {
                continue;
            }
            let mut exits = Vec::new();
            self.describe_exits(EdgeEnd::Subgraph(group), &mut exits);
            let told = self
                .chart
                .nodes
                .iter()
                .filter_map(|node| node.subgraph)
                .any(|inner| self.is_within(inner, group));
            if !exits.is_empty() || !told {
                sentences.push(self.subgraph_heading(group, None));
                sentences.extend(exits);
            }
        }
    }

    fn is_within(&self, inner: usize, outer: usize) -> bool {
        inner == outer
            || self.chart.subgraphs[inner]
                .parent
                .is_some_and(|parent| self.is_within(parent, outer))
    }

    fn describe_path(&self) -> Option<String> {
        let steps: Vec<String> =
            self.marks.path.iter().map(|step| self.node_number(step.0)).collect();
        (!steps.is_empty()).then(|| format!("The marked path: {}.", steps.join(", ")))
    }
}

/// Without line ends.
fn join_label_lines(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn capitalize_first(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// With a full stop, unless something else closes it.
fn close_sentence(words: &str) -> String {
    let closed = words.trim_end_matches(['"', '”', '’', ')']).ends_with(['.', '?', '!', ':', '…']);
    if closed { words.to_owned() } else { format!("{words}.") }
}
