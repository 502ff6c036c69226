//! The position of a scenario: which cards lie in which zone, and how. In: `[position.automa]` with
//! lists such as `hand = ["Weaponsmith | rested | damage 2 | face up | at North"]`. Out: zones by
//! key.

use super::fields::{Located, TomlField, TomlReader};
use crate::document::short_quote;
use crate::engine::trace::{PlacedCard, ZoneLayout};
use crate::source::Span;

/// The entry that says that a pile holds nothing beneath.
pub const NOTHING_ELSE: &str = "nothing else";
/// Tables of a position are nested at most this deep.
pub(super) const DEEPEST: usize = 4;

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
    let mut position = PositionReader { reader, zones: Vec::new() };
    position.table(field, "", DEEPEST);
    let mut zones = position.zones;
    zones.sort_by_key(|zone| zone.key.span);
    zones
}

struct PositionReader<'r, 'f> {
    reader: &'r mut TomlReader<'f>,
    zones: Vec<PositionZone>,
}

impl PositionReader<'_, '_> {
    /// A table whose fields are zones or tables again; `above` is the key so far.
    fn table(&mut self, field: TomlField<'_>, above: &str, deeper: usize) {
        let Some(table) = self.reader.table(field) else { return };
        for inner in self.reader.fields(table) {
            let key = joined_key(above, inner.key);
            match inner.value.as_table() {
                Some(_) if deeper > 0 => self.table(inner, &key, deeper - 1),
                Some(_) => self.report_depth(inner.key_span),
                None => self.zone(inner, key),
            }
        }
    }

    fn report_depth(&mut self, span: Span) {
        self.reader.say(span, "the tables of a position are nested too deep");
    }

    fn zone(&mut self, field: TomlField<'_>, key: String) {
        let cards = read_cards(self.reader, field);
        self.zones.push(PositionZone { key: Located { value: key, span: field.key_span }, cards });
    }
}

/// `automa` and `hand` make `automa.hand`.
fn joined_key(above: &str, key: &str) -> String {
    match above {
        "" => key.to_owned(),
        _ => format!("{above}.{key}"),
    }
}

fn read_cards(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<Located<PlacedCard>> {
    let items = reader.items(field, "a list of cards in `[ ]`");
    let entries: Vec<_> = items.into_iter().filter_map(|item| reader.text(item)).collect();
    report_early_end(reader, &entries);
    entries.iter().filter_map(|entry| Some(EntryReader::new(reader, entry)?.read())).collect()
}

/// Reports `nothing else` before the last entry.
fn report_early_end(reader: &mut TomlReader<'_>, entries: &[Located<String>]) {
    let (_, before_last) = entries.split_last().unzip();
    for entry in before_last.unwrap_or(&[]).iter().filter(|entry| entry.value == NOTHING_ELSE) {
        let hint = "write `nothing else` as the last entry";
        reader.say_with(entry.span, "cards follow after `nothing else`", hint);
    }
}

fn report_nameless(reader: &mut TomlReader<'_>, span: Span) {
    let hint = "write the name first: \"Weaponsmith | rested\"";
    reader.say_with(span, "this entry names no card", hint);
}

/// Reads one entry: `Weaponsmith | rested | damage 2 | face up`.
struct EntryReader<'r, 'f, 'e> {
    reader: &'r mut TomlReader<'f>,
    entry: &'e Located<String>,
    card: PlacedCard,
}

impl<'r, 'f, 'e> EntryReader<'r, 'f, 'e> {
    fn new(reader: &'r mut TomlReader<'f>, entry: &'e Located<String>) -> Option<Self> {
        let name = entry.value.split('|').next().unwrap_or_default().trim();
        if name.is_empty() {
            report_nameless(reader, entry.span);
            return None;
        }
        let card = PlacedCard { name: name.to_owned(), ..PlacedCard::default() };
        Some(Self { reader, entry, card })
    }

    fn read(mut self) -> Located<PlacedCard> {
        for part in self.entry.value.split('|').skip(1) {
            self.entry_part(part.trim());
        }
        Located { value: self.card, span: self.entry.span }
    }

    /// What stands between two `|`.
    fn entry_part(&mut self, part: &str) {
        match part {
            "" => self.report("nothing stands between two `|`"),
            "face up" | "face-up" => self.side(true),
            "face down" | "face-down" => self.side(false),
            _ => self.space_or_mark(part),
        }
    }

    fn space_or_mark(&mut self, part: &str) {
        match part.strip_prefix("at ") {
            Some(space) => self.space(space.trim()),
            None => self.mark(part),
        }
    }

    fn report(&mut self, message: impl Into<String>) {
        self.reader.say(self.entry.span, message);
    }

    fn side(&mut self, up: bool) {
        if self.card.face_up.is_some_and(|other| other != up) {
            self.report("a card cannot lie face up and face down");
        }
        self.card.face_up = Some(up);
    }

    /// `at Ice 9-14`, the space of a map.
    fn space(&mut self, space: &str) {
        if self.card.space.is_some() {
            self.report("a card cannot stand on two spaces");
        }
        self.card.space = Some(space.to_owned());
    }

    /// `rested`, or `damage 2`.
    fn mark(&mut self, part: &str) {
        match part.rsplit_once(' ').filter(|(_, last)| is_amount(last)) {
            Some((counter, amount)) => self.counter(counter, amount),
            None => self.flag(part),
        }
    }

    fn flag(&mut self, flag: &str) {
        if self.card.flags.iter().any(|own| own == flag) {
            self.report_twice("flag", flag);
        }
        self.card.flags.push(flag.to_owned());
    }

    fn counter(&mut self, name: &str, written: &str) {
        match written.parse() {
            Ok(amount) => self.add_counter(name, amount),
            Err(_) => self.report_amount(written),
        }
    }

    fn add_counter(&mut self, name: &str, amount: i64) {
        if self.card.counters.iter().any(|(own, _)| own == name) {
            self.report_twice("counter", name);
        }
        self.card.counters.push((name.to_owned(), amount));
    }

    fn report_twice(&mut self, kind: &str, name: &str) {
        self.report(format!("the {kind} `{}` stands twice", short_quote(name)));
    }

    fn report_amount(&mut self, written: &str) {
        let message = format!("`{}` is not an amount", short_quote(written));
        self.reader.say_with(self.entry.span, message, "write a whole number: \"damage 2\"");
    }
}

/// Whether a word is meant as an amount, well written or not.
fn is_amount(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}
