//! Two states of a flowchart compared. In: their texts. Out: boxes that are new, gone or say something
//! else, and exits that lead elsewhere. Boxes are matched by their names, or else by what they say.

use std::collections::{BTreeMap, BTreeSet};

use super::PartChange;
use crate::flowchart::{Chart, node_exits, parse_chart};

/// What changed between two states of a chart, part by part.
pub(super) fn chart_parts(before: &str, after: &str) -> Vec<PartChange> {
    if before == after {
        return Vec::new();
    }
    match (parse_chart(before).0, parse_chart(after).0) {
        (Some(old), Some(new)) => ChartPairs::of(&old, &new).parts(),
        // One that cannot be read is printed as it is written.
        _ => vec![PartChange::new("text", Some(before.trim_end()), Some(after.trim_end()))],
    }
}

/// Two states of a chart whose boxes are paired.
struct ChartPairs<'c> {
    old: &'c Chart,
    new: &'c Chart,
    /// The boxes of the earlier chart by those of the later one.
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
            let same = |was: &usize| says(&old.nodes[*was].label) == says(&node.label);
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
            let is = says(&node.label);
            match self.old_of.get(&at).map(|was| says(&self.old.nodes[*was].label)) {
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
                parts.push(PartChange::new("box", Some(&says(&node.label)), None));
            }
        }
        parts.extend(self.exits());
        parts.extend(self.frames());
        parts
    }

    /// The exits of boxes that both charts have.
    fn exits(&self) -> Vec<PartChange> {
        let (before, after) = (node_exits(self.old), node_exits(self.new));
        let mut parts = Vec::new();
        for (at, was) in &self.old_of {
            let name = |to: usize| says(&self.new.nodes[to].label);
            // Targets are compared as boxes, and named as they are called now.
            let now_of =
                |old: usize| self.old_of.iter().find(|(_, was)| **was == old).map(|(now, _)| *now);
            let old: Vec<(String, Option<usize>, String)> = before[*was]
                .iter()
                .map(|exit| {
                    let now = now_of(exit.to);
                    let called =
                        now.map(name).unwrap_or_else(|| says(&self.old.nodes[exit.to].label));
                    (self.exit_name(self.old, exit.edge), now, called)
                })
                .collect();
            let new: Vec<(String, Option<usize>, String)> = after[*at]
                .iter()
                .map(|exit| (self.exit_name(self.new, exit.edge), Some(exit.to), name(exit.to)))
                .collect();
            parts.extend(exit_parts(&name(*at), old, new));
        }
        parts
    }

    fn exit_name(&self, chart: &Chart, edge: usize) -> String {
        chart.edges[edge].label.as_deref().map(says).unwrap_or_default()
    }

    /// Frames that are new, gone or called otherwise.
    fn frames(&self) -> Vec<PartChange> {
        let title = |chart: &Chart, id: &str| {
            let frame = chart.subgraphs.iter().find(|frame| frame.id == id);
            frame.map(|frame| says(&frame.title))
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

/// The exits of one box that differ: an exit of the same words that leads elsewhere is one change, and
/// so is one to the same box with other words.
fn exit_parts(
    name: &str,
    mut old: Vec<(String, Option<usize>, String)>,
    mut new: Vec<(String, Option<usize>, String)>,
) -> Vec<PartChange> {
    old.retain(|(label, to, _)| {
        let same = new.iter().position(|(other, there, _)| other == label && there == to);
        same.map(|at| new.remove(at)).is_none()
    });
    let said = |(label, _, target): &(String, Option<usize>, String)| match label.is_empty() {
        true => format!("to {target}"),
        false => format!("{label}: to {target}"),
    };
    let mut parts = Vec::new();
    let exit = format!("exit of {name}");
    let alike: [fn(&(String, Option<usize>, String), &(String, Option<usize>, String)) -> bool; 3] = [
        |a, b| a.0 == b.0 && !a.0.is_empty(),
        |a, b| a.1.is_some() && a.1 == b.1,
        |a, b| a.0.is_empty() && b.0.is_empty(),
    ];
    for is_alike in alike {
        old.retain(|was| {
            let Some(at) = new.iter().position(|is| is_alike(was, is)) else { return true };
            let is = new.remove(at);
            parts.push(PartChange::new(&exit, Some(&said(was)), Some(&said(&is))));
            false
        });
    }
    parts.extend(old.iter().map(|was| PartChange::new(&exit, Some(&said(was)), None)));
    parts.extend(new.iter().map(|is| PartChange::new(&exit, None, Some(&said(is)))));
    parts
}

/// The words of a box or a line on one line.
fn says(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}
