//! A choice by a printed list: what was valid and what was not, and whom each line kept and
//! dropped.

use super::Teller;
use super::values::{Value, Values};
use crate::engine::trace::{Act, Line, Record, Thing};

/// Adds what the slots of a choice hold: `chosen`, `candidates`, `excluded`, and the same by reason
/// as `invalid`; `each` for all lines, and of the one that decided `line`, `kept`, `dropped`.
pub(super) fn values<'a>(record: &'a Record, teller: &Teller<'a>, values: &mut Values<'a>) {
    let Act::Pick { excluded, lines, chosen, place } = &record.act else { return };
    values.extend(chosen.as_ref().map(|thing| ("chosen", Value::Piece(thing))));
    values.extend(chosen.as_ref().map(|thing| ("piece", Value::Piece(thing))));
    let reasons = excluded.iter().map(|(thing, reason)| (thing, reason.clone())).collect();
    values.insert("excluded", Value::Things(reasons));
    values.insert("name", Value::Words(teller.address(*place)));
    values.insert("invalid", Value::Grouped(grouped(excluded)));
    let valid = lines.first().into_iter().flat_map(|line| line.kept.iter().chain(&line.dropped));
    let mut valid: Vec<&Thing> = valid.map(|(thing, _)| thing).collect();
    valid.sort_by_key(|thing| thing.id);
    values.insert(
        "candidates",
        Value::Things(valid.into_iter().map(|thing| (thing, String::new())).collect()),
    );
    values.insert("each", Value::Sentences(lines.iter().map(|line| each(line, teller)).collect()));
    let decisive = lines.iter().rev().find(|line| !line.dropped.is_empty()).or(lines.last());
    let Some(line) = decisive else { return };
    let text = text(line, teller);
    let positional =
        is_yes(line) || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    values.insert("kept", counted(&line.kept, positional));
    values.insert("dropped", counted(&line.dropped, positional));
    values.insert("line", Value::Words(text));
}

/// Candidates that were not valid, by the reason; reasons in the order in which they came up.
fn grouped(excluded: &[(Thing, String)]) -> Vec<(String, Vec<&Thing>)> {
    let mut groups: Vec<(String, Vec<&Thing>)> = Vec::new();
    for (thing, reason) in excluded {
        match groups.iter_mut().find(|(known, _)| known == reason) {
            Some((_, things)) => things.push(thing),
            None => groups.push((reason.clone(), vec![thing])),
        }
    }
    groups
}

/// What the sentence about one line holds.
fn each<'a>(line: &'a Line, teller: &Teller<'a>) -> Values<'a> {
    let text = text(line, teller);
    let silent =
        is_yes(line) || teller.words.positional.iter().any(|word| text.contains(word.as_str()));
    let mut values = Values::from([("line", Value::Words(text))]);
    values.insert("kept", counted(&line.kept, silent));
    values.insert("dropped", counted(&line.dropped, silent));
    values
}

/// The printed line without what makes it part of a list.
fn text(line: &Line, teller: &Teller<'_>) -> String {
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
pub(super) fn is_yes(line: &Line) -> bool {
    let all = |things: &[(Thing, i64)], wanted| things.iter().all(|(_, number)| *number == wanted);
    line.most && !line.dropped.is_empty() && all(&line.kept, 1) && all(&line.dropped, 0)
}

/// Things with what was counted of each.
fn counted(things: &[(Thing, i64)], positional: bool) -> Value<'_> {
    let remark = |amount: &i64| if positional { String::new() } else { amount.to_string() };
    Value::Things(things.iter().map(|(thing, amount)| (thing, remark(amount))).collect())
}
