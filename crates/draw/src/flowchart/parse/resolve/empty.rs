//! Turns empty subgraphs into boxes. In: everything that was read. Out: the draft with a box in
//! place of each empty subgraph, with its title, as Mermaid draws it; a subgraph without words is
//! left out.

use super::super::super::Subgraph;
use super::super::draft::ChartDraft;
use super::super::reader::ParseResult;

/// Turns subgraphs that hold neither a box nor another subgraph into boxes.
pub fn box_empty_subgraphs(draft: &mut ChartDraft) -> ParseResult<()> {
    let empty = empty_subgraphs(draft);
    if !empty.contains(&true) {
        return Ok(());
    }
    let places = kept_places(&empty);
    let kept = |subgraph: usize| places[subgraph];
    for slot in &mut draft.slots {
        slot.node.subgraph = slot.node.subgraph.and_then(kept);
    }
    draft.subgraph_of.retain(|_, subgraph| !empty[*subgraph]);
    draft.subgraph_of.values_mut().for_each(|subgraph| *subgraph = kept(*subgraph).unwrap_or(0));
    let subgraphs = std::mem::take(&mut draft.subgraphs);
    for (index, mut subgraph) in subgraphs.into_iter().enumerate() {
        subgraph.parent = subgraph.parent.and_then(kept);
        if empty[index] {
            add_titled_box(draft, subgraph)?;
        } else {
            draft.subgraphs.push(subgraph);
        }
    }
    Ok(())
}

/// Marks the subgraphs that hold nothing; an inner one comes after the one around it.
fn empty_subgraphs(draft: &ChartDraft) -> Vec<bool> {
    let mut empty = vec![true; draft.subgraphs.len()];
    let boxes = draft.slots.iter().filter(|slot| !draft.subgraph_of.contains_key(&slot.node.id));
    boxes.filter_map(|slot| slot.node.subgraph).for_each(|subgraph| empty[subgraph] = false);
    for (index, subgraph) in draft.subgraphs.iter().enumerate().rev() {
        if let Some(parent) = subgraph.parent.filter(|_| !empty[index] || is_worded(subgraph)) {
            empty[parent] = false;
        }
    }
    empty
}

fn is_worded(subgraph: &Subgraph) -> bool {
    !subgraph.title.is_empty() || !subgraph.id.is_empty()
}

/// Returns, by subgraph, its index among those that are kept.
fn kept_places(empty: &[bool]) -> Vec<Option<usize>> {
    let mut kept = 0..empty.len();
    empty.iter().map(|empty| if *empty { None } else { kept.next() }).collect()
}

/// Adds a box in place of a subgraph, which lines may have named.
fn add_titled_box(draft: &mut ChartDraft, subgraph: Subgraph) -> ParseResult<()> {
    if !is_worded(&subgraph) {
        return Ok(());
    }
    let Subgraph { id, title, parent, place, .. } = subgraph;
    let slot = draft.mention(&id, place.clone())?;
    draft.slots[slot].node.subgraph = parent;
    let label = if title.is_empty() { id } else { title };
    draft.set_label(slot, label, place)
}
