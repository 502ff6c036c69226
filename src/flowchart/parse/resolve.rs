//! In: everything that was read. Out: the chart with all names resolved: what is a box and what is
//! a subgraph.

use std::collections::HashMap;
use std::ops::Range;

use super::super::{Chart, End, Remark, codes};
use super::draft::{Draft, Slot};
use super::reader::error;

/// What the names of a chart stand for.
struct Names {
    ends: Vec<End>,
    slot_of: HashMap<String, usize>,
}

/// The finished chart; errors are added to `remarks`.
pub(super) fn chart(mut draft: Draft, text: &str, remarks: &mut Vec<Remark>) -> Option<Chart> {
    unclosed(&draft, remarks);
    subgraphs_as_boxes(&draft, remarks);
    let names = Names { ends: ends(&draft), slot_of: std::mem::take(&mut draft.slot_of) };
    let clicks = std::mem::take(&mut draft.clicks);
    let waits = std::mem::take(&mut draft.waits);
    let leads = std::mem::take(&mut draft.leads);
    let mut chart = draft.into_chart();
    tie(&mut chart, &names);
    for (id, place, address) in clicks {
        click(&mut chart, &names, &id, place, address)
            .unwrap_or_else(|remark| remarks.push(*remark));
    }
    for (id, place) in waits {
        match names.node(&id, place) {
            Ok(node) if chart.waits.contains(&node) => {}
            Ok(node) => chart.waits.push(node),
            Err(remark) => remarks.push(*remark),
        }
    }
    for (id, place, anchor) in leads {
        match names.node(&id, place) {
            Ok(node) => chart.leads.push((node, anchor)),
            Err(remark) => remarks.push(*remark),
        }
    }
    if chart.nodes.is_empty() && remarks.iter().all(|remark| !remark.error) {
        let place = text.trim_end().len()..text.len();
        remarks.push(*error(
            codes::SYNTAX,
            place,
            "the chart has no boxes",
            "write at least one, such as `A[Start]`",
        ));
    }
    Some(chart)
}

fn unclosed(draft: &Draft, remarks: &mut Vec<Remark>) {
    for &group in &draft.open {
        let group = &draft.groups[group];
        let message = format!("subgraph `{}` is not closed", group.id);
        remarks.push(*error(
            codes::SYNTAX,
            group.place.clone(),
            message,
            "end it with a line `end`",
        ));
    }
}

/// Errors for names of subgraphs that are used as if they were boxes.
fn subgraphs_as_boxes(draft: &Draft, remarks: &mut Vec<Remark>) {
    for slot in &draft.slots {
        if let Some(&group) = draft.group_of.get(&slot.node.id) {
            remarks.extend(misuse(draft, slot, group));
        }
    }
}

fn misuse(draft: &Draft, slot: &Slot, group: usize) -> Option<Remark> {
    let id = &slot.node.id;
    if slot.given != (false, false) {
        let message = format!("`{id}` is the name of a subgraph and of a box");
        return Some(*error(codes::NAME, slot.node.place.clone(), message, "rename one of them"));
    }
    if let Some((_, place)) = slot.inside.iter().find(|(inside, _)| draft.within(*inside, group)) {
        let message = format!("subgraph `{id}` is named inside itself");
        return Some(*error(
            codes::NAME,
            place.clone(),
            message,
            "rename the box, or move the line out of the subgraph",
        ));
    }
    let place = slot.alone.clone()?;
    let message = format!("subgraph `{id}` is named like a box");
    let hint = "remove this line; to nest the subgraph, write it inside the other one";
    Some(*error(codes::NAME, place, message, hint))
}

/// What each slot stands for in the finished chart.
fn ends(draft: &Draft) -> Vec<End> {
    let mut nodes = 0;
    let mut ends = Vec::with_capacity(draft.slots.len());
    for slot in &draft.slots {
        match draft.group_of.get(&slot.node.id) {
            Some(&group) => ends.push(End::Group(group)),
            None => {
                ends.push(End::Node(nodes));
                nodes += 1;
            }
        }
    }
    ends
}

/// Leads the lines to their ends, and takes the boxes out that are subgraphs.
fn tie(chart: &mut Chart, names: &Names) {
    for edge in &mut chart.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if let End::Node(slot) = *end {
                *end = names.ends[slot];
            }
        }
    }
    let mut slots = names.ends.iter();
    chart.nodes.retain(|_| matches!(slots.next(), Some(End::Node(_))));
}

fn click(
    chart: &mut Chart,
    names: &Names,
    id: &str,
    place: Range<usize>,
    address: String,
) -> Result<(), Box<Remark>> {
    let node = &mut chart.nodes[names.node(id, place.clone())?];
    if node.link.as_ref().is_some_and(|link| *link != address) {
        let message = format!("`{id}` already has another address");
        return Err(error(codes::NAME, place, message, "keep one `click` per box"));
    }
    node.link = Some(address);
    Ok(())
}

impl Names {
    fn node(&self, id: &str, place: Range<usize>) -> Result<usize, Box<Remark>> {
        match self.slot_of.get(id).map(|&slot| self.ends[slot]) {
            Some(End::Node(node)) => Ok(node),
            _ => {
                let message = format!("there is no box `{id}`");
                Err(error(codes::NAME, place, message, "use the name of a box of this chart"))
            }
        }
    }
}
