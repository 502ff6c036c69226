//! A choice by a printed list: which candidates were valid, and which ones each line kept and
//! dropped.

use std::borrow::Cow;

use super::Narrator;
use super::slots::{SlotValue, SlotValues};
use crate::places;
use rules::Program;
use rules::engine::trace::{Act, NamedElimination, NamedSubject, TraceRecord};

/// Adds what the slots of a choice hold: `chosen`, `candidates`, `excluded`, and the same by reason
/// as `invalid`; `each` for all lines, and of the one that decided `line`, `kept`, `dropped`.
pub fn add_pick_slots<'a>(
    record: &'a TraceRecord,
    teller: &Narrator<'a>,
    values: &mut SlotValues<'a>,
) {
    let Act::Pick { excluded, lines, chosen, place } = &record.act else { return };
    for slot in ["chosen", "piece"] {
        values.extend(chosen.as_ref().map(|thing| (slot, SlotValue::Piece(thing))));
    }
    values.insert("name", SlotValue::Words(teller.address(*place).into()));
    let remarked = excluded.iter().map(|(thing, reason)| (thing, reason.to_owned()));
    values.insert("excluded", SlotValue::Things(remarked.collect()));
    values.insert("invalid", SlotValue::Grouped(group_by_reason(excluded)));
    let mut valid: Vec<_> = lines.iter().take(1).flat_map(compared_things).collect();
    valid.sort_by_key(|thing| thing.id);
    values.insert("candidates", SlotValue::plain_things(valid));
    let each = (0..lines.len()).map(|nth| line_slots(*place, lines, nth, teller));
    values.insert("each", SlotValue::Sentences(each.collect()));
    let decided = lines.iter().rposition(|line| !line.dropped.is_empty());
    let decisive = decided.or(lines.len().checked_sub(1));
    values.extend(decisive.into_iter().flat_map(|nth| line_slots(*place, lines, nth, teller)));
}

/// Returns what a line of a printed list compared: what it kept, then what it dropped.
pub fn compared_things(line: &NamedElimination) -> impl Iterator<Item = &NamedSubject> {
    line.kept.iter().chain(&line.dropped).map(|(thing, _)| thing)
}

/// Candidates that were not valid, by the reason; reasons in the order in which they came up.
fn group_by_reason(excluded: &[(NamedSubject, String)]) -> Vec<(&str, Vec<&NamedSubject>)> {
    let mut groups: Vec<(&str, Vec<&NamedSubject>)> = Vec::new();
    for (thing, reason) in excluded {
        match groups.iter_mut().find(|(known, _)| known == reason) {
            Some((_, things)) => things.push(thing),
            None => groups.push((reason, vec![thing])),
        }
    }
    groups
}

/// Returns what the sentence about one line of a list holds.
fn line_slots<'a>(
    list: u32,
    lines: &'a [NamedElimination],
    nth: usize,
    teller: &Narrator<'a>,
) -> SlotValues<'a> {
    let line = &lines[nth];
    let text = with_grounds(printed_line(line, teller), list, lines, nth, teller);
    let silent = asks_for_yes(line)
        || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    SlotValues::from([
        ("line", SlotValue::Words(text)),
        ("kept", counted_things(&line.kept, silent)),
        ("dropped", counted_things(&line.dropped, silent)),
    ])
}

/// A line that decided, with the addresses of the rulings that it rests on.
fn with_grounds<'a>(
    text: Cow<'a, str>,
    list: u32,
    lines: &[NamedElimination],
    nth: usize,
    teller: &Narrator<'a>,
) -> Cow<'a, str> {
    let grounds = places::grounds_of_line(teller.program, list, lines, nth);
    let addresses: Vec<String> = grounds.map(|place| teller.address(place)).collect();
    if addresses.is_empty() { text } else { format!("{text} ({})", addresses.join(", ")).into() }
}

/// The printed line without what makes it part of a list.
fn printed_line<'a>(line: &NamedElimination, teller: &Narrator<'a>) -> Cow<'a, str> {
    let first = first_text_line(teller.program, line.place).unwrap_or_default();
    let text = first.trim().trim_end_matches([',', '.', ';', ':', ' ']);
    let strip = teller.words.strip.iter().find_map(|start| text.strip_prefix(start.as_str()));
    match strip.unwrap_or(text) {
        "" => teller.address(line.place).into(),
        text => text.into(),
    }
}

/// The first line of the text of a place.
fn first_text_line(program: &Program, place: u32) -> Option<&str> {
    program.places.get(place as usize)?.text.lines().next()
}

/// Returns whether a line asks for a yes: those it keeps fit, and the others do not.
pub fn asks_for_yes(line: &NamedElimination) -> bool {
    let is_decided = line.most && !line.dropped.is_empty();
    is_decided && all_count_as(&line.kept, 1) && all_count_as(&line.dropped, 0)
}

fn all_count_as(things: &[(NamedSubject, i64)], wanted: i64) -> bool {
    things.iter().all(|(_, number)| *number == wanted)
}

/// Things with what was counted of each.
fn counted_things(things: &[(NamedSubject, i64)], positional: bool) -> SlotValue<'_> {
    let remark = |amount: &i64| if positional { String::new() } else { amount.to_string() };
    SlotValue::Things(things.iter().map(|(thing, amount)| (thing, remark(amount))).collect())
}
