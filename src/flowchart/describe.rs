//! A chart in words: every box in order with its number, what it says and where one goes from it.

use super::{Chart, Edge, End, Head, Line, Marks, Sheet};

/// The alternative text of a chart or of one of its sheets; boxes are numbered from 1.
pub fn describe(chart: &Chart, sheet: Option<&Sheet>) -> String {
    let marks = Marks {
        path: Vec::new(),
        steps: Vec::new(),
        numbers: &|node| (node + 1).to_string(),
        targets: &|_| String::new(),
    };
    told(chart, sheet, &marks)
}

/// The same with the printed numbers, and with the marked path.
pub(super) fn told(chart: &Chart, sheet: Option<&Sheet>, marks: &Marks) -> String {
    let teller = Teller { chart, marks };
    let nodes =
        (0..chart.nodes.len()).filter(|node| sheet.is_none_or(|sheet| has_box(sheet, *node)));
    let mut sentences = Vec::new();
    let mut group = None;
    for node in nodes {
        if chart.nodes[node].group != group {
            group = chart.nodes[node].group;
            sentences
                .push(group.map_or("Outside the frames:".to_owned(), |group| {
                    teller.heading(group, sheet)
                }));
        }
        teller.node(node, &mut sentences);
    }
    teller.groups(sheet, &mut sentences);
    sentences.extend(teller.path());
    sentences.join(" ")
}

fn has_box(sheet: &Sheet, node: usize) -> bool {
    sheet.boxes.iter().any(|placed| placed.node == node)
}

struct Teller<'a> {
    chart: &'a Chart,
    marks: &'a Marks<'a>,
}

impl Teller<'_> {
    /// The titles of a frame and of those around it.
    fn heading(&self, group: usize, sheet: Option<&Sheet>) -> String {
        let printed =
            sheet.and_then(|sheet| sheet.frames.iter().find(|frame| frame.group == group));
        let title =
            printed.map_or(self.chart.groups[group].title.as_str(), |frame| frame.title.as_str());
        let outer = self.chart.groups[group]
            .parent
            .map(|outer| self.heading(outer, sheet))
            .unwrap_or_default();
        format!("{outer} Frame {}:", flat(title)).trim_start().to_owned()
    }

    fn node(&self, node: usize, sentences: &mut Vec<String>) {
        sentences.push(sentence(&format!(
            "{} {}",
            self.number(node),
            flat(&self.chart.nodes[node].label)
        )));
        if self.chart.waits.contains(&node) {
            sentences.push("Players may respond here.".to_owned());
        }
        for (_, address) in self.chart.leads.iter().filter(|lead| lead.0 == node) {
            sentences.push(self.lead(address));
        }
        sentences.extend(self.chart.nodes[node].link.iter().map(|address| self.lead(address)));
        self.exits(End::Node(node), sentences);
    }

    fn lead(&self, address: &str) -> String {
        let target = (self.marks.targets)(address);
        if target.is_empty() {
            "Leads on.".to_owned()
        } else {
            sentence(&format!("Leads on to {}", flat(&target)))
        }
    }

    /// What leaves a box or a frame; a line that only comes back at it is told at its other end.
    fn exits(&self, end: End, sentences: &mut Vec<String>) {
        let drawn = self.chart.edges.iter().filter(|edge| edge.line != Line::Invisible);
        sentences.extend(drawn.filter(|edge| edge.from == end).map(|edge| self.exit(edge)));
    }

    fn exit(&self, edge: &Edge) -> String {
        let verb = match (edge.tail, edge.head) {
            (Head::None, Head::None) => "tied to",
            (Head::None, _) => "goes to",
            (_, Head::None) => "comes from",
            (..) => "goes to and comes from",
        };
        let way = format!("{verb} {}", self.end(edge.to));
        match &edge.label {
            Some(label) => sentence(&format!("{}: {way}", flat(label))),
            None => sentence(&capital(&way)),
        }
    }

    fn end(&self, end: End) -> String {
        match end {
            End::Node(node) => self.number(node),
            End::Group(group) => format!("frame {}", flat(&self.chart.groups[group].title)),
        }
    }

    fn number(&self, node: usize) -> String {
        let printed = (self.marks.numbers)(node);
        if printed.is_empty() { (node + 1).to_string() } else { printed }
    }

    /// Lines that leave whole frames, and frames that hold no box.
    fn groups(&self, sheet: Option<&Sheet>, sentences: &mut Vec<String>) {
        for group in 0..self.chart.groups.len() {
            if sheet.is_some_and(|sheet| sheet.frames.iter().all(|frame| frame.group != group)) {
                continue;
            }
            let mut exits = Vec::new();
            self.exits(End::Group(group), &mut exits);
            let told = self
                .chart
                .nodes
                .iter()
                .filter_map(|node| node.group)
                .any(|inner| self.within(inner, group));
            if !exits.is_empty() || !told {
                sentences.push(self.heading(group, None));
                sentences.extend(exits);
            }
        }
    }

    fn within(&self, inner: usize, outer: usize) -> bool {
        inner == outer
            || self.chart.groups[inner].parent.is_some_and(|parent| self.within(parent, outer))
    }

    fn path(&self) -> Option<String> {
        let steps: Vec<String> = self.marks.path.iter().map(|step| self.number(step.0)).collect();
        (!steps.is_empty()).then(|| format!("The marked path: {}.", steps.join(", ")))
    }
}

/// Without line ends.
fn flat(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// With a full stop, unless something else closes it.
fn sentence(words: &str) -> String {
    let closed = words.trim_end_matches(['"', '”', '’', ')']).ends_with(['.', '?', '!', ':', '…']);
    if closed { words.to_owned() } else { format!("{words}.") }
}
