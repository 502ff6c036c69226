//! Changes of named values. In: the values of two editions. Out: a change for each value that differs, with
//! every place that shows it.

use std::collections::{BTreeMap, BTreeSet};

use super::passages::Passages;
use super::rules::{PlacedChange, shown_place};
use super::{Change, ChangePlace, How, PartChange, ShownPlace, Subject};
use document::panels::Panel;
use document::{InlineKind, Manuscript, plain_text, walk};

/// Returns the names of the values that both editions have and that differ.
pub fn changed_values(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let is_changed =
        |(name, says): &(&String, &String)| new.get(*name).is_some_and(|other| other != *says);
    old.iter().filter(is_changed).map(|(name, _)| name.clone()).collect()
}

/// The text of an edition, which shows values.
#[derive(Clone, Copy)]
pub struct ShownText<'a> {
    pub manuscript: &'a Manuscript,
    pub passages: &'a Passages<'a>,
}

/// Returns a change for each of the values in `changed`. A value made from another changed value belongs to
/// the change of that one.
pub fn value_changes(
    changed: &BTreeSet<String>,
    was: ShownText<'_>,
    is: ShownText<'_>,
) -> Vec<PlacedChange> {
    let ShownText { manuscript: old, passages: before } = was;
    let ShownText { manuscript: new, passages: after } = is;
    let made = made_of(new);
    let is_cause = |name: &&String| made.get(*name).is_none_or(|of| of.is_disjoint(changed));
    let causes = changed.iter().filter(is_cause);
    let change = |name: &String| {
        let (at, place) = defined_at(after, name);
        let mut names: BTreeSet<&String> = BTreeSet::from([name]);
        names.extend(made.iter().filter(|(_, of)| of.contains(name)).map(|(made, _)| made));
        let change = Change {
            subject: Subject::Value,
            how: How::Changed,
            name: name.clone(),
            anchor: at.and_then(|at| after.all[at].anchor.clone()),
            old: Some(defined_at(before, name).1),
            new: Some(place),
            parts: vec![PartChange {
                name: name.clone(),
                old: old.values.get(name).cloned(),
                new: new.values.get(name).cloned(),
            }],
            shown: shown_at(&names, after, new),
            shown_before: shown_at(&names, before, old),
            ..Change::default()
        };
        (at.unwrap_or(0), change)
    };
    causes.map(change).collect()
}

/// A value that was different when everything was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierValue {
    pub name: String,
    pub old: String,
    pub new: String,
}

/// Returns a change for each earlier value, if only the later edition is known.
pub fn earlier_value_changes(
    changed: &[EarlierValue],
    manuscript: &Manuscript,
    passages: &Passages<'_>,
) -> Vec<Change> {
    let made = made_of(manuscript);
    let is_changed = |name: &String| changed.iter().any(|value| value.name == *name);
    let is_cause =
        |value: &&EarlierValue| made.get(&value.name).is_none_or(|of| !of.iter().any(is_changed));
    let change = |value: &EarlierValue| {
        let (at, place) = defined_at(passages, &value.name);
        let mut names: BTreeSet<&String> = BTreeSet::from([&value.name]);
        names.extend(made.iter().filter(|(_, of)| of.contains(&value.name)).map(|(made, _)| made));
        Change {
            subject: Subject::Value,
            how: How::Changed,
            name: value.name.clone(),
            anchor: at.and_then(|at| passages.all[at].anchor.clone()),
            new: Some(place),
            parts: vec![PartChange::new(&value.name, Some(&value.old), Some(&value.new))],
            shown: shown_at(&names, passages, manuscript),
            ..Change::default()
        }
    };
    changed.iter().filter(is_cause).map(change).collect()
}

/// Returns the passage that defines a value, and its place.
fn defined_at(passages: &Passages<'_>, name: &str) -> (Option<usize>, ChangePlace) {
    let Some((at, span)) = passages.definitions.get(name).copied() else {
        return (None, ChangePlace::default());
    };
    let (file, line) = passages.places.file_and_line(span);
    (Some(at), ChangePlace { file, line, ..passages.place(at) })
}

/// Returns the values that are made from others, with those.
fn made_of(manuscript: &Manuscript) -> BTreeMap<String, BTreeSet<String>> {
    let mut made: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for blocks in manuscript.document.bodies() {
        walk::each_inline(blocks, &mut |inline| {
            let InlineKind::Value(value) = &inline.kind else { return };
            walk::each_nested_inline(&value.content, &mut |inner| {
                if let InlineKind::Value(inner) = &inner.kind {
                    made.entry(value.name.clone()).or_default().insert(inner.name.clone());
                }
            });
        });
    }
    made
}

/// Returns every place that shows one of these values: rules, briefs, terms, panels of the sheet and cards.
fn shown_at(
    names: &BTreeSet<&String>,
    passages: &Passages<'_>,
    manuscript: &Manuscript,
) -> Vec<ShownPlace> {
    let shows = |at: &usize| names.iter().any(|name| passages.all[*at].values.contains(*name));
    let all = (0..passages.all.len()).filter(shows);
    let mut shown: Vec<ShownPlace> = all.map(|at| shown_place(passages, at)).collect();
    let pages = [("sheet", &manuscript.sheet.panels), ("card", &manuscript.cards.panels)];
    for (page, panels) in pages {
        shown.extend(panels.iter().filter_map(|panel| shown_on(page, panel, names, passages)));
    }
    shown.dedup_by(|a, b| a.place == b.place);
    shown
}

/// Returns the place of a panel, if it shows one of these values.
fn shown_on(
    page: &str,
    panel: &Panel,
    names: &BTreeSet<&String>,
    passages: &Passages<'_>,
) -> Option<ShownPlace> {
    let part = panel.parts.iter().find(|part| {
        let mut shows = false;
        walk::each_inline(&part.blocks, &mut |inline| {
            if let InlineKind::Value(value) = &inline.kind {
                shows |= names.contains(&value.name);
            }
        });
        shows
    })?;
    let (file, line) = passages.places.file_and_line(part.span);
    Some(ShownPlace { place: format!("{page} {}", plain_text(&panel.title)), file, line })
}
