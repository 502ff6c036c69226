//! The position of a scenario: which cards lie in which zone, and how. In: `[position.automa]` with
//! lists such as `hand = ["Weaponsmith | rested | damage 2 | face up | at North"]`. Out: zones by
//! key.

use super::fields::{Located, TomlField, TomlReader, shortened};
use crate::engine::trace::{PlacedCard, ZoneLayout};

/// The entry that says that a pile holds nothing beneath.
pub const NOTHING_ELSE: &str = "nothing else";
/// Tables of a position are nested at most this deep.
const DEEPEST: usize = 4;

/// What one zone holds.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionZone {
    /// `automa.hand`
    pub key: Located<String>,
    /// Left or top first.
    pub cards: Vec<Located<PlacedCard>>,
}

impl PositionZone {
    /// What the engine needs to know of it.
    pub fn put(&self) -> ZoneLayout {
        ZoneLayout {
            zone: self.key.value.clone(),
            cards: self.cards.iter().map(|card| card.value.clone()).collect(),
        }
    }
}

/// Reads the tables of a position, in the order they are written.
pub(super) fn read_position(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
) -> Vec<PositionZone> {
    let mut zones = Vec::new();
    position_tables(reader, field, "", &mut zones, DEEPEST);
    zones.sort_by_key(|zone| zone.key.span);
    zones
}

fn position_tables(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
    above: &str,
    zones: &mut Vec<PositionZone>,
    deeper: usize,
) {
    let Some(table) = reader.table(field) else { return };
    for inner in reader.fields(table) {
        let key =
            if above.is_empty() { inner.key.to_owned() } else { format!("{above}.{}", inner.key) };
        match inner.value.as_table() {
            Some(_) if deeper > 0 => position_tables(reader, inner, &key, zones, deeper - 1),
            Some(_) => {
                reader.say(inner.key_span, "the tables of a position are nested too deep");
            }
            None => {
                let cards = positioned_cards(reader, inner);
                zones.push(PositionZone {
                    key: Located { value: key, span: inner.key_span },
                    cards,
                });
            }
        }
    }
}

fn positioned_cards(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<Located<PlacedCard>> {
    let entries: Vec<Located<String>> = reader
        .items(field, "a list of cards in `[ ]`")
        .into_iter()
        .filter_map(|item| reader.text(item))
        .collect();
    let last = entries.len().saturating_sub(1);
    for (_, entry) in
        entries.iter().enumerate().filter(|(at, entry)| *at != last && entry.value == NOTHING_ELSE)
    {
        let finding = reader.say(entry.span, "cards follow after `nothing else`");
        finding.hints.push("write `nothing else` as the last entry".to_owned());
    }
    entries.into_iter().filter_map(|entry| positioned_card(reader, entry)).collect()
}

/// `Weaponsmith | rested | damage 2 | face up`
fn positioned_card(
    reader: &mut TomlReader<'_>,
    entry: Located<String>,
) -> Option<Located<PlacedCard>> {
    let mut parts = entry.value.split('|').map(str::trim);
    let mut card =
        PlacedCard { name: parts.next().unwrap_or_default().to_owned(), ..PlacedCard::default() };
    if card.name.is_empty() {
        let finding = reader.say(entry.span, "this entry names no card");
        finding.hints.push("write the name first: \"Weaponsmith | rested\"".to_owned());
        return None;
    }
    for part in parts {
        match part {
            "" => {
                reader.say(entry.span, "nothing stands between two `|`");
            }
            "face up" | "face-up" => piece_side(reader, &mut card, &entry, true),
            "face down" | "face-down" => piece_side(reader, &mut card, &entry, false),
            _ if part.starts_with("at ") => {
                piece_space(reader, &mut card, &entry, part[3..].trim())
            }
            _ => piece_mark(reader, &mut card, &entry, part),
        }
    }
    Some(Located { value: card, span: entry.span })
}

fn piece_side(
    reader: &mut TomlReader<'_>,
    card: &mut PlacedCard,
    entry: &Located<String>,
    up: bool,
) {
    if card.face_up.is_some_and(|other| other != up) {
        reader.say(entry.span, "a card can not lie face up and face down");
    }
    card.face_up = Some(up);
}

/// `at Ice 9-14`, the space of a map.
fn piece_space(
    reader: &mut TomlReader<'_>,
    card: &mut PlacedCard,
    entry: &Located<String>,
    space: &str,
) {
    if card.space.is_some() {
        reader.say(entry.span, "a card can not stand on two spaces");
    }
    card.space = Some(space.to_owned());
}

/// `rested`, or `damage 2`.
fn piece_mark(
    reader: &mut TomlReader<'_>,
    card: &mut PlacedCard,
    entry: &Located<String>,
    part: &str,
) {
    let number = part
        .rsplit_once(' ')
        .filter(|(_, last)| last.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
    let Some((counter, amount)) = number else {
        if card.flags.iter().any(|flag| flag == part) {
            reader.say(entry.span, format!("`{}` stands twice", shortened(part)));
        }
        card.flags.push(part.to_owned());
        return;
    };
    let Ok(amount) = amount.parse::<i64>() else {
        let finding = reader.say(entry.span, format!("`{}` is no amount", shortened(amount)));
        finding.hints.push("write a whole number: \"damage 2\"".to_owned());
        return;
    };
    if card.counters.iter().any(|(other, _)| other == counter) {
        reader.say(entry.span, format!("the counter `{}` stands twice", shortened(counter)));
    }
    card.counters.push((counter.to_owned(), amount));
}
