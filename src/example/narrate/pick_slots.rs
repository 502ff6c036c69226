//! A choice by a printed list: what was valid and what was not, and whom each line kept and
//! dropped.

use super::Narrator;
use super::slots::{SlotValue, SlotValues};
use crate::engine::trace::{Act, NamedElimination, NamedSubject, TraceRecord};

/// Adds what the slots of a choice hold: `chosen`, `candidates`, `excluded`, and the same by reason
/// as `invalid`; `each` for all lines, and of the one that decided `line`, `kept`, `dropped`.
pub(super) fn add_pick_slots<'a>(
    record: &'a TraceRecord,
    teller: &Narrator<'a>,
    values: &mut SlotValues<'a>,
) {
    let Act::Pick { excluded, lines, chosen, place } = &record.act else { return };
    values.extend(chosen.as_ref().map(|thing| ("chosen", SlotValue::Piece(thing))));
    values.extend(chosen.as_ref().map(|thing| ("piece", SlotValue::Piece(thing))));
    let reasons = excluded.iter().map(|(thing, reason)| (thing, reason.clone())).collect();
    values.insert("excluded", SlotValue::Things(reasons));
    values.insert("name", SlotValue::Words(teller.address(*place)));
    values.insert("invalid", SlotValue::Grouped(group_by_reason(excluded)));
    let valid = lines.first().into_iter().flat_map(|line| line.kept.iter().chain(&line.dropped));
    let mut valid: Vec<&NamedSubject> = valid.map(|(thing, _)| thing).collect();
    valid.sort_by_key(|thing| thing.id);
    values.insert(
        "candidates",
        SlotValue::Things(valid.into_iter().map(|thing| (thing, String::new())).collect()),
    );
    values.insert(
        "each",
        SlotValue::Sentences(lines.iter().map(|line| line_slots(line, teller)).collect()),
    );
    let decisive = lines.iter().rev().find(|line| !line.dropped.is_empty()).or(lines.last());
    let Some(line) = decisive else { return };
    let text = printed_line(line, teller);
    let positional = asks_for_yes(line)
        || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    values.insert("kept", counted_things(&line.kept, positional));
    values.insert("dropped", counted_things(&line.dropped, positional));
    values.insert("line", SlotValue::Words(text));
}

/// Candidates that were not valid, by the reason; reasons in the order in which they came up.
fn group_by_reason(excluded: &[(NamedSubject, String)]) -> Vec<(String, Vec<&NamedSubject>)> {
    let mut groups: Vec<(String, Vec<&NamedSubject>)> = Vec::new();
    for (thing, reason) in excluded {
        match groups.iter_mut().find(|(known, _)| known == reason) {
            Some((_, things)) => things.push(thing),
            None => groups.push((reason.clone(), vec![thing])),
        }
    }
    groups
}

/// What the sentence about one line holds.
fn line_slots<'a>(line: &'a NamedElimination, teller: &Narrator<'a>) -> SlotValues<'a> {
    let text = printed_line(line, teller);
    let silent = asks_for_yes(line)
        || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    let mut values = SlotValues::from([("line", SlotValue::Words(text))]);
    values.insert("kept", counted_things(&line.kept, silent));
    values.insert("dropped", counted_things(&line.dropped, silent));
    values
}

/// The printed line without what makes it part of a list.
fn printed_line(line: &NamedElimination, teller: &Narrator<'_>) -> String {
    let place = teller.program.places.get(line.place as usize);
    let printed = place.map_or("", |place| place.text.as_str());
    let text = printed
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .trim_end_matches([',', '.', ';', ':', ' ']);
    let strip = teller.words.strip.iter().find_map(|start| text.strip_prefix(start.as_str()));
    let text = strip.unwrap_or(text);
    if text.is_empty() { teller.address(line.place) } else { text.to_owned() }
}

/// Whether a line asks for a yes: those it keeps fit, and the others do not.
pub(super) fn asks_for_yes(line: &NamedElimination) -> bool {
    let all =
        |things: &[(NamedSubject, i64)], wanted| things.iter().all(|(_, number)| *number == wanted);
    line.most && !line.dropped.is_empty() && all(&line.kept, 1) && all(&line.dropped, 0)
}

/// Things with what was counted of each.
fn counted_things(things: &[(NamedSubject, i64)], positional: bool) -> SlotValue<'_> {
    let remark = |amount: &i64| if positional { String::new() } else { amount.to_string() };
    SlotValue::Things(things.iter().map(|(thing, amount)| (thing, remark(amount))).collect())
}
