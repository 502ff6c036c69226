//! Slots of a choice by a printed list: the valid candidates, and those that each line kept and dropped.

use std::borrow::Cow;

use super::Narrator;
use super::slots::{RemarkedThing, SlotValue, SlotValues, ThingGroup};
use crate::places;
use rules::engine::Elimination;
use rules::engine::trace::{Act, NamedElimination, NamedSubject, TraceRecord};

/// Adds the slots of a choice: `chosen`, `candidates`, `excluded`, and the excluded ones by reason as
/// `invalid`; `each` for all lines, and `line`, `kept` and `dropped` of the one that decided.
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
    // Reasons are in the order in which they came up.
    let mut groups: Vec<ThingGroup<'_>> = Vec::new();
    for (thing, reason) in excluded {
        let thing = RemarkedThing::plain(thing);
        match groups.iter_mut().find(|group| group.reason == reason) {
            Some(group) => group.things.push(thing),
            None => groups.push(ThingGroup { reason, things: vec![thing] }),
        }
    }
    values.insert("invalid", SlotValue::Grouped(groups));
    let remarked = excluded.iter();
    let remarked =
        remarked.map(|(thing, reason)| RemarkedThing { thing, remark: reason.to_owned() });
    values.insert("excluded", SlotValue::Things(remarked.collect()));
    let mut valid: Vec<_> = lines.iter().take(1).flat_map(Elimination::compared).collect();
    valid.sort_by_key(|thing| thing.id);
    values.insert("candidates", SlotValue::plain_things(valid));
    let each = (0..lines.len()).map(|nth| line_slots(*place, lines, nth, teller));
    values.insert("each", SlotValue::Sentences(each.collect()));
    let decided = lines.iter().rposition(|line| !line.dropped.is_empty());
    let decisive = decided.or(lines.len().checked_sub(1));
    values.extend(decisive.into_iter().flat_map(|nth| line_slots(*place, lines, nth, teller)));
}

/// Returns the slots of the sentence about one line of a list.
fn line_slots<'a>(
    list: u32,
    lines: &'a [NamedElimination],
    nth: usize,
    teller: &Narrator<'a>,
) -> SlotValues<'a> {
    let line = &lines[nth];
    let mut text = printed_line(line, teller);
    // A line that decided has the addresses of the rulings that it rests on.
    let grounds = places::grounds_of_line(teller.program, list, lines, nth);
    let addresses: Vec<String> = grounds.map(|place| teller.address(place)).collect();
    if !addresses.is_empty() {
        text = format!("{text} ({})", addresses.join(", ")).into();
    }
    let silent = asks_for_yes(line)
        || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    SlotValues::from([
        ("line", SlotValue::Words(text)),
        ("kept", counted_things(&line.kept, silent)),
        ("dropped", counted_things(&line.dropped, silent)),
    ])
}

/// Returns the printed line without the words and signs that make it part of a list.
fn printed_line<'a>(line: &NamedElimination, teller: &Narrator<'a>) -> Cow<'a, str> {
    let place = teller.program.places.get(line.place as usize);
    let first = place.and_then(|place| place.text.lines().next()).unwrap_or_default();
    let text = first.trim().trim_end_matches([',', '.', ';', ':', ' ']);
    let strip = teller.words.strip.iter().find_map(|start| text.strip_prefix(start.as_str()));
    match strip.unwrap_or(text) {
        "" => teller.address(line.place).into(),
        text => text.into(),
    }
}

/// Returns whether a line asks for a yes: candidates that it keeps fit, and the others do not.
pub fn asks_for_yes(line: &NamedElimination) -> bool {
    let is_decided = line.most && !line.dropped.is_empty();
    is_decided && all_count_as(&line.kept, 1) && all_count_as(&line.dropped, 0)
}

fn all_count_as(things: &[(NamedSubject, i64)], wanted: i64) -> bool {
    things.iter().all(|(_, number)| *number == wanted)
}

/// Returns things with the count of each.
fn counted_things(things: &[(NamedSubject, i64)], positional: bool) -> SlotValue<'_> {
    let remark = |amount: &i64| if positional { String::new() } else { amount.to_string() };
    let things = things.iter();
    let things = things.map(|(thing, amount)| RemarkedThing { thing, remark: remark(amount) });
    SlotValue::Things(things.collect())
}
