//! Compares two states of a flowchart. In: their texts. Out: boxes that are new, gone or reworded, and exits
//! that lead elsewhere. Boxes are matched by their names, or else by their words.

use std::collections::{BTreeMap, BTreeSet};

use super::PartChange;
use base::text::single_spaced;
use draw::flowchart::{Chart, node_exits, parse_chart};

/// Returns the differences of two states of a chart, part by part.
pub fn chart_parts(before: &str, after: &str) -> Vec<PartChange> {
    if before == after {
        return Vec::new();
    }
    match (parse_chart(before).0, parse_chart(after).0) {
        (Some(old), Some(new)) => ChartPairs::of(&old, &new).parts(),
        // A chart that cannot be read is printed as it is written.
        _ => vec![PartChange::new("text", Some(before.trim_end()), Some(after.trim_end()))],
    }
}

/// Two states of a chart whose boxes are paired.
struct ChartPairs<'c> {
    old: &'c Chart,
    new: &'c Chart,
    /// The box of the earlier chart for each box of the later one.
    old_of: BTreeMap<usize, usize>,
}

impl<'c> ChartPairs<'c> {
    fn of(old: &'c Chart, new: &'c Chart) -> Self {
        let mut old_of = BTreeMap::new();
        let mut free: Vec<usize> = (0..old.nodes.len()).collect();
        for (at, node) in new.nodes.iter().enumerate() {
            if let Some(nth) = free.iter().position(|was| old.nodes[*was].id == node.id) {
                old_of.insert(at, free.remove(nth));
            }
        }
        for (at, node) in new.nodes.iter().enumerate() {
            if old_of.contains_key(&at) {
                continue;
            }
            let same =
                |was: &usize| single_spaced(&old.nodes[*was].label) == single_spaced(&node.label);
            if let Some(nth) = free.iter().position(same) {
                old_of.insert(at, free.remove(nth));
            }
        }
        Self { old, new, old_of }
    }

    fn parts(&self) -> Vec<PartChange> {
        let mut parts = Vec::new();
        if self.old.title != self.new.title {
            parts.push(PartChange::new("title", Some(&self.old.title), Some(&self.new.title)));
        }
        for (at, node) in self.new.nodes.iter().enumerate() {
            let is = single_spaced(&node.label);
            match self.old_of.get(&at).map(|was| single_spaced(&self.old.nodes[*was].label)) {
                None => parts.push(PartChange::new("box", None, Some(&is))),
                Some(was) if was != is => {
                    parts.push(PartChange::new("box", Some(&was), Some(&is)));
                }
                Some(_) => {}
            }
        }
        let kept: BTreeSet<usize> = self.old_of.values().copied().collect();
        for (at, node) in self.old.nodes.iter().enumerate() {
            if !kept.contains(&at) {
                parts.push(PartChange::new("box", Some(&single_spaced(&node.label)), None));
            }
        }
        parts.extend(self.exits());
        parts.extend(self.frames());
        parts
    }

    /// Returns the changed exits of boxes that both charts have.
    fn exits(&self) -> Vec<PartChange> {
        let (before, after) = (node_exits(self.old), node_exits(self.new));
        let mut parts = Vec::new();
        for (at, was) in &self.old_of {
            let name = |to: usize| single_spaced(&self.new.nodes[to].label);
            // Targets are compared as boxes, and printed with their present names.
            let now_of =
                |old: usize| self.old_of.iter().find(|(_, was)| **was == old).map(|(now, _)| *now);
            let old = before[*was].iter().map(|exit| {
                let to = now_of(exit.to);
                let gone = || single_spaced(&self.old.nodes[exit.to].label);
                let target = to.map(name).unwrap_or_else(gone);
                BoxExit { label: exit_label(self.old, exit.edge), to, target }
            });
            let new = after[*at].iter().map(|exit| BoxExit {
                label: exit_label(self.new, exit.edge),
                to: Some(exit.to),
                target: name(exit.to),
            });
            let (old, new) = (old.collect(), new.collect());
            parts.extend(exit_parts(&name(*at), old, new));
        }
        parts
    }

    /// Returns the frames that are new, gone or renamed.
    fn frames(&self) -> Vec<PartChange> {
        let title = |chart: &Chart, id: &str| {
            let frame = chart.subgraphs.iter().find(|frame| frame.id == id);
            frame.map(|frame| single_spaced(&frame.title))
        };
        let ids = self.old.subgraphs.iter().chain(&self.new.subgraphs);
        let ids: BTreeSet<&str> = ids.map(|frame| frame.id.as_str()).collect();
        let changes = ids.into_iter().filter_map(|id| {
            let (was, is) = (title(self.old, id), title(self.new, id));
            (was != is).then(|| PartChange { name: "frame".to_owned(), old: was, new: is })
        });
        changes.collect()
    }
}

/// An exit of a box that both charts have.
struct BoxExit {
    /// Its label.
    label: String,
    /// The box that it leads to, if the later chart has that box.
    to: Option<usize>,
    /// The words of that box.
    target: String,
}

impl BoxExit {
    fn words(&self) -> String {
        match self.label.is_empty() {
            true => format!("to {}", self.target),
            false => format!("{}: to {}", self.label, self.target),
        }
    }
}

fn exit_label(chart: &Chart, edge: usize) -> String {
    chart.edges[edge].label.as_deref().map(single_spaced).unwrap_or_default()
}

/// Tests, in this order, if one exit has become the other: the same words lead elsewhere, other words lead to
/// the same box, or neither has words.
const BECAME: [fn(&BoxExit, &BoxExit) -> bool; 3] = [
    |was, is| was.label == is.label && !was.label.is_empty(),
    |was, is| was.to.is_some() && was.to == is.to,
    |was, is| was.label.is_empty() && is.label.is_empty(),
];

/// Returns the differences between the exits of one box.
fn exit_parts(name: &str, mut old: Vec<BoxExit>, mut new: Vec<BoxExit>) -> Vec<PartChange> {
    old.retain(|was| {
        let same = new.iter().position(|is| is.label == was.label && is.to == was.to);
        same.map(|at| new.remove(at)).is_none()
    });
    let mut parts = Vec::new();
    let exit = format!("exit of {name}");
    for became in BECAME {
        old.retain(|was| {
            let Some(at) = new.iter().position(|is| became(was, is)) else { return true };
            let is = new.remove(at);
            parts.push(PartChange::new(&exit, Some(&was.words()), Some(&is.words())));
            false
        });
    }
    parts.extend(old.iter().map(|was| PartChange::new(&exit, Some(&was.words()), None)));
    parts.extend(new.iter().map(|is| PartChange::new(&exit, None, Some(&is.words()))));
    parts
}
