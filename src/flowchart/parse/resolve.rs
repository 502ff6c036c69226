//! In: everything that was read. Out: the chart with all names resolved: what is a box and what is
//! a subgraph.

use std::collections::HashMap;

use super::super::{Chart, ChartFinding, EdgeEnd};
use super::draft::{ChartDraft, NameSlot, WrittenName};
use super::reader::{ParseResult, name_error, syntax_error};

/// What the names of a chart stand for.
struct ResolvedNames {
    ends: Vec<EdgeEnd>,
    slot_of: HashMap<String, usize>,
}

/// The finished chart; errors are added to `findings`.
pub(super) fn resolve_chart(
    mut draft: ChartDraft,
    text: &str,
    findings: &mut Vec<ChartFinding>,
) -> Chart {
    report_unclosed_subgraphs(&draft, findings);
    report_misused_subgraphs(&draft, findings);
    let slot_of = std::mem::take(&mut draft.slot_of);
    let names = ResolvedNames { ends: resolve_slots(&draft), slot_of };
    let clicks = std::mem::take(&mut draft.clicks);
    let waits = std::mem::take(&mut draft.waits);
    let leads = std::mem::take(&mut draft.leads);
    let mut chart = draft.into_chart();
    names.resolve_edges(&mut chart);
    let clicks = clicks.into_iter().map(|(name, link)| names.resolve_click(&mut chart, name, link));
    report_errors(clicks, findings);
    let waits = waits.into_iter().map(|name| names.resolve_wait(&mut chart, name));
    report_errors(waits, findings);
    let leads = leads.into_iter().map(|(name, to)| names.resolve_lead(&mut chart, name, to));
    report_errors(leads, findings);
    report_empty_chart(&chart, text, findings);
    chart
}

fn report_errors(results: impl Iterator<Item = ParseResult<()>>, findings: &mut Vec<ChartFinding>) {
    findings.extend(results.filter_map(Result::err).map(|finding| *finding));
}

fn report_empty_chart(chart: &Chart, text: &str, findings: &mut Vec<ChartFinding>) {
    if chart.nodes.is_empty() && !findings.iter().any(ChartFinding::is_fatal) {
        let place = text.trim_end().len()..text.len();
        let hint = "write at least one, such as `A[Start]`";
        findings.push(*syntax_error(place, "the chart has no boxes", hint));
    }
}

fn report_unclosed_subgraphs(draft: &ChartDraft, findings: &mut Vec<ChartFinding>) {
    for &subgraph in &draft.open {
        let subgraph = &draft.subgraphs[subgraph];
        let message = format!("subgraph `{}` is not closed", subgraph.id);
        let hint = "end it with a line `end`";
        findings.push(*syntax_error(subgraph.place.clone(), message, hint));
    }
}

/// Errors for names of subgraphs that are used as if they were boxes.
fn report_misused_subgraphs(draft: &ChartDraft, findings: &mut Vec<ChartFinding>) {
    for slot in &draft.slots {
        if let Some(&subgraph) = draft.subgraph_of.get(&slot.node.id) {
            findings.extend(subgraph_misuse(draft, slot, subgraph));
        }
    }
}

fn subgraph_misuse(draft: &ChartDraft, slot: &NameSlot, subgraph: usize) -> Option<ChartFinding> {
    let id = &slot.node.id;
    if slot.labelled || slot.shaped {
        let message = format!("`{id}` is the name of a subgraph and of a box");
        return Some(*name_error(slot.node.place.clone(), message, "rename one of them"));
    }
    let mut inside = slot.inside.iter();
    if let Some((_, place)) = inside.find(|(inside, _)| draft.is_within(*inside, subgraph)) {
        let message = format!("subgraph `{id}` is named inside itself");
        let hint = "rename the box, or move the line out of the subgraph";
        return Some(*name_error(place.clone(), message, hint));
    }
    let place = slot.alone.clone()?;
    let message = format!("subgraph `{id}` is named like a box");
    let hint = "remove this line; to nest the subgraph, write it inside the other one";
    Some(*name_error(place, message, hint))
}

/// What each slot stands for in the finished chart.
fn resolve_slots(draft: &ChartDraft) -> Vec<EdgeEnd> {
    let mut nodes = 0;
    let end = |slot: &NameSlot| match draft.subgraph_of.get(&slot.node.id) {
        Some(&subgraph) => EdgeEnd::Subgraph(subgraph),
        None => {
            nodes += 1;
            EdgeEnd::Node(nodes - 1)
        }
    };
    draft.slots.iter().map(end).collect()
}

impl ResolvedNames {
    /// Leads the lines to their ends, and takes the boxes out that are subgraphs.
    fn resolve_edges(&self, chart: &mut Chart) {
        for edge in &mut chart.edges {
            (edge.from, edge.to) = (self.resolve_end(edge.from), self.resolve_end(edge.to));
        }
        let mut slots = self.ends.iter();
        chart.nodes.retain(|_| matches!(slots.next(), Some(EdgeEnd::Node(_))));
    }

    fn resolve_end(&self, end: EdgeEnd) -> EdgeEnd {
        match end {
            EdgeEnd::Node(slot) => self.ends[slot],
            EdgeEnd::Subgraph(_) => end,
        }
    }

    fn resolve_click(&self, chart: &mut Chart, name: WrittenName, to: String) -> ParseResult<()> {
        let node = &mut chart.nodes[self.node_named(&name)?];
        if node.link.as_ref().is_some_and(|link| *link != to) {
            let message = format!("`{}` already has another address", name.name);
            return Err(name_error(name.place, message, "keep one `click` per box"));
        }
        node.link = Some(to);
        Ok(())
    }

    fn resolve_wait(&self, chart: &mut Chart, name: WrittenName) -> ParseResult<()> {
        let node = self.node_named(&name)?;
        if !chart.waits.contains(&node) {
            chart.waits.push(node);
        }
        Ok(())
    }

    fn resolve_lead(&self, chart: &mut Chart, name: WrittenName, to: String) -> ParseResult<()> {
        chart.leads.push((self.node_named(&name)?, to));
        Ok(())
    }

    fn node_named(&self, name: &WrittenName) -> ParseResult<usize> {
        match self.slot_of.get(&name.name).map(|&slot| self.ends[slot]) {
            Some(EdgeEnd::Node(node)) => Ok(node),
            Some(EdgeEnd::Subgraph(_)) | None => {
                let message = format!("unknown box `{}`", name.name);
                let hint = "use the name of a box of this chart";
                Err(name_error(name.place.clone(), message, hint))
            }
        }
    }
}
