//! Places that have a new number and are otherwise the same. In: paired passages. Out: each run of neighbours
//! whose numbers changed, unless another reported change explains it.

use std::collections::BTreeSet;

use super::NumberChange;
use super::rules::PairedText;

/// Returns the changed numbers, without those of the passages in `told`, which other changes report.
pub fn number_changes(text: PairedText<'_, '_>, told: &BTreeSet<usize>) -> Vec<NumberChange> {
    let mut runs: Vec<(Option<usize>, NumberChange)> = Vec::new();
    let mut last = None;
    for (at, passage) in text.new.all.iter().enumerate() {
        let Some(was) = text.pairs.old_of[at] else { continue };
        let (old, new) = (&text.old.all[was].address, &passage.address);
        if old == new || old.is_empty() || new.is_empty() || told.contains(&at) {
            continue;
        }
        if is_explained(text, at, old, new) {
            continue;
        }
        let previous = last.replace((passage.parent, was, at));
        let goes_on = previous.is_some_and(|(parent, before, _)| {
            parent == passage.parent && is_next(text, before, was)
        });
        match runs.last_mut().filter(|_| goes_on) {
            Some((_, run)) => {
                run.old_last = Some(old.clone());
                run.new_last = Some(new.clone());
                run.count += 1;
            }
            None => runs.push((
                passage.parent,
                NumberChange {
                    old: old.clone(),
                    old_last: None,
                    new: new.clone(),
                    new_last: None,
                    title: passage.title.clone(),
                    count: 1,
                },
            )),
        }
    }
    runs.into_iter().map(|(_, run)| run).collect()
}

/// True if two passages of the earlier edition are neighbours among those with numbers.
fn is_next(text: PairedText<'_, '_>, first: usize, second: usize) -> bool {
    let parent = text.old.all[first].parent;
    let between = text.old.all.get(first + 1..second).unwrap_or_default();
    second > first
        && text.old.all[second].parent == parent
        && !between.iter().any(|other| other.parent == parent && !other.address.is_empty())
}

/// True if the number changed only because that of a surrounding passage did.
fn is_explained(text: PairedText<'_, '_>, at: usize, old: &str, new: &str) -> bool {
    let mut around = text.new.all[at].parent;
    while let Some(parent) = around {
        let now = &text.new.all[parent];
        if let (Some(was), false) = (text.pairs.old_of[parent], now.address.is_empty()) {
            let before = text.old.all[was].address.as_str();
            let (rest, now) = (old.strip_prefix(before), new.strip_prefix(now.address.as_str()));
            return !before.is_empty() && rest.is_some() && rest == now;
        }
        around = now.parent;
    }
    false
}
