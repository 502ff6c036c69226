//! Resolves the names of a chart to boxes and subgraphs. In: everything that was read. Out: the
//! chart with all names resolved.

mod empty;

use std::collections::HashMap;
use std::ops::Range;

use super::super::{Chart, ChartFinding, EdgeEnd};
use super::draft::{ChartDraft, NameSlot, NodeReferences, WrittenName};
use super::reader::{ParseError, ParseResult, name_error, syntax_error};
use base::diagnostic::code;

/// The boxes and subgraphs that the names of a chart refer to.
struct ResolvedNames {
    ends: Vec<EdgeEnd>,
    slot_of: HashMap<String, usize>,
}

/// Returns the finished chart; errors are added to `findings`.
pub fn resolve_chart(mut draft: ChartDraft, text: &str, findings: &mut Vec<ChartFinding>) -> Chart {
    for &subgraph in &draft.open {
        let subgraph = &draft.subgraphs[subgraph];
        let message = format!("subgraph `{}` is not closed", subgraph.id);
        let hint = "end it with a line `end`";
        findings.push(*syntax_error(subgraph.place.clone(), message, hint));
    }
    findings.extend(add_styled_boxes(&mut draft));
    findings.extend(draft.slots.iter().filter_map(|slot| subgraph_misuse(&draft, slot)));
    findings.extend(empty::box_empty_subgraphs(&mut draft).err().map(|finding| *finding));
    let slot_of = std::mem::take(&mut draft.slot_of);
    let names = ResolvedNames { ends: resolve_slots(&draft), slot_of };
    let references = std::mem::take(&mut draft.references);
    let mut chart = draft.into_chart();
    for edge in &mut chart.edges {
        (edge.from, edge.to) = (names.resolve_end(edge.from), names.resolve_end(edge.to));
    }
    let mut slots = names.ends.iter();
    chart.nodes.retain(|_| matches!(slots.next(), Some(EdgeEnd::Node(_))));
    chart.nodes.sort_by_key(|node| node.place.start);
    let results = names.resolve_references(&mut chart, references);
    findings.extend(results.into_iter().filter_map(Result::err).map(|finding| *finding));
    if chart.nodes.is_empty() && !findings.iter().any(ChartFinding::is_fatal) {
        let place = text.trim_end().len()..text.len();
        let hint = "write at least one box, such as `A[Start]`";
        findings.push(*syntax_error(place, "the chart has no boxes", hint));
    }
    chart
}

/// Adds boxes that only `style` lines name, with a note for each.
fn add_styled_boxes(draft: &mut ChartDraft) -> Vec<ChartFinding> {
    draft.open.clear();
    let mut findings = Vec::new();
    for WrittenName { name, place } in std::mem::take(&mut draft.references.styles) {
        if draft.slot_of.contains_key(&name) || draft.subgraph_of.contains_key(&name) {
            continue;
        }
        findings.push(match draft.mention(&name, place.clone()) {
            Ok(_) => {
                let message =
                    format!("only `style` names the box `{name}`; it is drawn, as Mermaid does");
                ChartFinding::new(
                    code::CHART_STYLE,
                    place,
                    message,
                    "remove the line, or tie the box to others",
                )
            }
            Err(error) => *error,
        });
    }
    findings
}

fn subgraph_misuse(draft: &ChartDraft, slot: &NameSlot) -> Option<ChartFinding> {
    let id = &slot.node.id;
    let subgraph = *draft.subgraph_of.get(id)?;
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
    slot.alone.clone().map(|place| *lone_name_error(id, place))
}

fn lone_name_error(id: &str, place: Range<usize>) -> ParseError {
    let message = format!("subgraph `{id}` is named like a box");
    let hint = "remove this line; to nest the subgraph, write it inside the other one";
    name_error(place, message, hint)
}

/// Returns the box or subgraph of each slot in the finished chart, in which boxes are in the order
/// of their places.
fn resolve_slots(draft: &ChartDraft) -> Vec<EdgeEnd> {
    let mut order: Vec<usize> = (0..draft.slots.len()).collect();
    order.sort_by_key(|slot| draft.slots[*slot].node.place.start);
    let mut ends = vec![EdgeEnd::Node(0); order.len()];
    let mut nodes = 0;
    for slot in order {
        ends[slot] = match draft.subgraph_of.get(&draft.slots[slot].node.id) {
            Some(&subgraph) => EdgeEnd::Subgraph(subgraph),
            None => {
                nodes += 1;
                EdgeEnd::Node(nodes - 1)
            }
        };
    }
    ends
}

impl ResolvedNames {
    fn resolve_end(&self, end: EdgeEnd) -> EdgeEnd {
        match end {
            EdgeEnd::Node(slot) => self.ends[slot],
            EdgeEnd::Subgraph(_) => end,
        }
    }

    fn resolve_references(
        &self,
        chart: &mut Chart,
        references: NodeReferences,
    ) -> Vec<ParseResult<()>> {
        let NodeReferences { clicks, waits, leads, .. } = references;
        let mut results = Vec::new();
        results.extend(clicks.into_iter().map(|(name, to)| self.resolve_click(chart, name, to)));
        results.extend(waits.into_iter().map(|name| self.resolve_wait(chart, name)));
        results.extend(leads.into_iter().map(|(name, to)| self.resolve_lead(chart, name, to)));
        results
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
            Some(EdgeEnd::Subgraph(_)) | None => Err(unknown_box_error(name)),
        }
    }
}

fn unknown_box_error(name: &WrittenName) -> ParseError {
    let message = format!("unknown box `{}`", name.name);
    name_error(name.place.clone(), message, "use the name of a box of this chart")
}
