//! In: everything that was read. Out: the chart with all names resolved: what is a box and what is
//! a subgraph.

use std::collections::HashMap;
use std::ops::Range;

use super::super::{Chart, ChartFinding, EdgeEnd, codes};
use super::draft::{ChartDraft, NameSlot};
use super::reader::parse_error;

/// What the names of a chart stand for.
struct ResolvedNames {
    ends: Vec<EdgeEnd>,
    slot_of: HashMap<String, usize>,
}

/// The finished chart; errors are added to `remarks`.
pub(super) fn resolve_chart(
    mut draft: ChartDraft,
    text: &str,
    remarks: &mut Vec<ChartFinding>,
) -> Option<Chart> {
    report_unclosed_subgraphs(&draft, remarks);
    report_misused_subgraphs(&draft, remarks);
    let names =
        ResolvedNames { ends: resolve_slots(&draft), slot_of: std::mem::take(&mut draft.slot_of) };
    let clicks = std::mem::take(&mut draft.clicks);
    let waits = std::mem::take(&mut draft.waits);
    let leads = std::mem::take(&mut draft.leads);
    let mut chart = draft.into_chart();
    resolve_edges(&mut chart, &names);
    for (id, place, address) in clicks {
        resolve_click(&mut chart, &names, &id, place, address)
            .unwrap_or_else(|remark| remarks.push(*remark));
    }
    for (id, place) in waits {
        match names.node_named(&id, place) {
            Ok(node) if chart.waits.contains(&node) => {}
            Ok(node) => chart.waits.push(node),
            Err(remark) => remarks.push(*remark),
        }
    }
    for (id, place, anchor) in leads {
        match names.node_named(&id, place) {
            Ok(node) => chart.leads.push((node, anchor)),
            Err(remark) => remarks.push(*remark),
        }
    }
    if chart.nodes.is_empty() && remarks.iter().all(|remark| !remark.error) {
        let place = text.trim_end().len()..text.len();
        remarks.push(*parse_error(
            codes::SYNTAX,
            place,
            "the chart has no boxes",
            "write at least one, such as `A[Start]`",
        ));
    }
    Some(chart)
}

fn report_unclosed_subgraphs(draft: &ChartDraft, remarks: &mut Vec<ChartFinding>) {
    for &group in &draft.open {
        let group = &draft.subgraphs[group];
        let message = format!("subgraph `{}` is not closed", group.id);
        remarks.push(*parse_error(
            codes::SYNTAX,
            group.place.clone(),
            message,
            "end it with a line `end`",
        ));
    }
}

/// Errors for names of subgraphs that are used as if they were boxes.
fn report_misused_subgraphs(draft: &ChartDraft, remarks: &mut Vec<ChartFinding>) {
    for slot in &draft.slots {
        if let Some(&group) = draft.subgraph_of.get(&slot.node.id) {
            remarks.extend(subgraph_misuse(draft, slot, group));
        }
    }
}

fn subgraph_misuse(draft: &ChartDraft, slot: &NameSlot, group: usize) -> Option<ChartFinding> {
    let id = &slot.node.id;
    if slot.given != (false, false) {
        let message = format!("`{id}` is the name of a subgraph and of a box");
        return Some(*parse_error(
            codes::NAME,
            slot.node.place.clone(),
            message,
            "rename one of them",
        ));
    }
    if let Some((_, place)) = slot.inside.iter().find(|(inside, _)| draft.is_within(*inside, group))
    {
        let message = format!("subgraph `{id}` is named inside itself");
        return Some(*parse_error(
            codes::NAME,
            place.clone(),
            message,
            "rename the box, or move the line out of the subgraph",
        ));
    }
    let place = slot.alone.clone()?;
    let message = format!("subgraph `{id}` is named like a box");
    let hint = "remove this line; to nest the subgraph, write it inside the other one";
    Some(*parse_error(codes::NAME, place, message, hint))
}

/// What each slot stands for in the finished chart.
fn resolve_slots(draft: &ChartDraft) -> Vec<EdgeEnd> {
    let mut nodes = 0;
    let mut ends = Vec::with_capacity(draft.slots.len());
    for slot in &draft.slots {
        match draft.subgraph_of.get(&slot.node.id) {
            Some(&group) => ends.push(EdgeEnd::Subgraph(group)),
            None => {
                ends.push(EdgeEnd::Node(nodes));
                nodes += 1;
            }
        }
    }
    ends
}

/// Leads the lines to their ends, and takes the boxes out that are subgraphs.
fn resolve_edges(chart: &mut Chart, names: &ResolvedNames) {
    for edge in &mut chart.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if let EdgeEnd::Node(slot) = *end {
                *end = names.ends[slot];
            }
        }
    }
    let mut slots = names.ends.iter();
    chart.nodes.retain(|_| matches!(slots.next(), Some(EdgeEnd::Node(_))));
}

fn resolve_click(
    chart: &mut Chart,
    names: &ResolvedNames,
    id: &str,
    place: Range<usize>,
    address: String,
) -> Result<(), Box<ChartFinding>> {
    let node = &mut chart.nodes[names.node_named(id, place.clone())?];
    if node.link.as_ref().is_some_and(|link| *link != address) {
        let message = format!("`{id}` already has another address");
        return Err(parse_error(codes::NAME, place, message, "keep one `click` per box"));
    }
    node.link = Some(address);
    Ok(())
}

impl ResolvedNames {
    fn node_named(&self, id: &str, place: Range<usize>) -> Result<usize, Box<ChartFinding>> {
        match self.slot_of.get(id).map(|&slot| self.ends[slot]) {
            Some(EdgeEnd::Node(node)) => Ok(node),
            _ => {
                let message = format!("there is no box `{id}`");
                Err(parse_error(codes::NAME, place, message, "use the name of a box of this chart"))
            }
        }
    }
}
