//! The position of a scenario: the cards in each zone, with their marks. In: `[position.automa]` with lists
//! such as `hand = ["Weaponsmith | rested | damage 2 | face up | at North"]`, and `[position.players]` with
//! lists such as `Ada = ["gold 3", "energy 2 until turn"]`. Out: zones by key, edges of maps from
//! `edges = ["C2-D2 open"]`, and the counters of players.

mod marks;

use self::marks::PlacedMark;
use super::fields::{Located, TomlField, TomlReader};
use base::diagnostic::short_quote;
use rules::engine::trace::{PlacedCard, PlacedFlag, PlacedPlayer, ZoneLayout};
use rules::engine::{LARGEST_SIDE, PieceSize};

/// The entry after the last card of a pile.
pub const NOTHING_ELSE: &str = "nothing else";
/// The most levels of nested tables in a position.
pub(crate) const DEEPEST: usize = 4;
/// The table of a position with the counters of players.
const PLAYERS: &str = "players";
/// The list of a position with changed edges of maps.
const EDGES: &str = "edges";
/// The entry of a player who is out of the game.
const OUT: &str = "out";

/// A zone, and the cards in it.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionZone {
    /// Key of the zone, such as `automa.hand`.
    pub key: Located<String>,
    /// The cards, from the left or from the top.
    pub cards: Vec<Located<PlacedCard>>,
}

impl PositionZone {
    /// Returns the zone as the engine reads it.
    pub fn put(&self) -> ZoneLayout {
        ZoneLayout {
            zone: self.key.value.clone(),
            cards: self.cards.iter().map(|card| card.value.clone()).collect(),
        }
    }
}

/// The pieces at the start of a scenario.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Position {
    /// The zones that the scenario names, in the order of the file.
    pub zones: Vec<PositionZone>,
    /// Edges of maps that differ from their data, such as `C2-D2 open`, in the order of the file.
    pub edges: Vec<Located<String>>,
    /// The counters of players, in the order of the file.
    pub players: Vec<Located<PlacedPlayer>>,
}

impl Position {
    /// Reports whether the position is empty, so that the rules set the game up.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty() && self.players.is_empty() && self.edges.is_empty()
    }
}

/// Reads the tables of a position, in the order of the file.
pub(crate) fn read_position(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Position {
    let mut position = PositionReader { reader, read: Position::default() };
    position.table(field, "", DEEPEST);
    let mut read = position.read;
    read.zones.sort_by_key(|zone| zone.key.span);
    read.players.sort_by_key(|player| player.span);
    read
}

struct PositionReader<'r, 'f> {
    reader: &'r mut TomlReader<'f>,
    read: Position,
}

impl PositionReader<'_, '_> {
    /// Reads a table whose fields are zones or more tables; `above` is the key so far, `deeper` the number of
    /// levels that may follow.
    fn table(&mut self, field: TomlField<'_>, above: &str, deeper: usize) {
        let Some(table) = self.reader.table(field) else { return };
        for inner in self.reader.fields(table) {
            let key = match above {
                "" => inner.key.to_owned(),
                _ => format!("{above}.{}", inner.key),
            };
            match inner.value.as_table() {
                Some(_) if key == PLAYERS => self.players(inner),
                Some(_) if deeper > 0 => self.table(inner, &key, deeper - 1),
                Some(_) => {
                    let message = "the tables of a position are nested too deeply";
                    self.reader.say(inner.key_span, message);
                }
                None if key == EDGES => self.edges(inner),
                None => self.zone(inner, key),
            }
        }
    }

    fn zone(&mut self, field: TomlField<'_>, key: String) {
        let cards = read_cards(self.reader, field);
        let key = Located { value: key, span: field.key_span };
        self.read.zones.push(PositionZone { key, cards });
    }

    /// Reads the list of edges.
    fn edges(&mut self, field: TomlField<'_>) {
        let items = self.reader.items(field, "a list of edges in `[ ]`");
        let entries = items.into_iter().filter_map(|item| self.reader.text(item));
        self.read.edges.extend(entries);
    }

    /// Reads the table whose fields are players.
    fn players(&mut self, field: TomlField<'_>) {
        let Some(table) = self.reader.table(field) else { return };
        for inner in self.reader.fields(table) {
            let value = self.player(inner);
            self.read.players.push(Located { value, span: inner.key_span });
        }
    }

    /// Reads a player: `Ada = ["gold 3", "energy 2 until turn"]`, or `["out"]`.
    fn player(&mut self, field: TomlField<'_>) -> PlacedPlayer {
        let mut player = PlacedPlayer { name: field.key.to_owned(), ..PlacedPlayer::default() };
        for entry in self.reader.items(field, "a list of counters in `[ ]`") {
            if let Some(entry) = self.reader.text(entry) {
                self.player_entry(&entry, &mut player);
            }
        }
        player
    }

    fn player_entry(&mut self, entry: &Located<String>, player: &mut PlacedPlayer) {
        if entry.value == OUT {
            player.out = true;
            return;
        }
        match marks::read_mark(self.reader, entry.span, &entry.value) {
            Some(PlacedMark::Counter(counter)) => {
                marks::add_counter(self.reader, entry.span, &mut player.counters, counter);
            }
            Some(PlacedMark::Flag(_)) => {
                let message = format!("`{}` has no amount", short_quote(&entry.value));
                self.reader.say_with(
                    entry.span,
                    message,
                    "write a counter and an amount, such as \"gold 3\", or write \"out\"",
                );
            }
            None => {}
        }
    }
}

fn read_cards(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<Located<PlacedCard>> {
    let items = reader.items(field, "a list of cards in `[ ]`");
    let entries: Vec<_> = items.into_iter().filter_map(|item| reader.text(item)).collect();
    let (_, before_last) = entries.split_last().unzip();
    for entry in before_last.unwrap_or(&[]).iter().filter(|entry| entry.value == NOTHING_ELSE) {
        let hint = "write `nothing else` as the last entry";
        reader.say_with(entry.span, "cards follow `nothing else`", hint);
    }
    entries.iter().filter_map(|entry| Some(EntryReader::new(reader, entry)?.read())).collect()
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
            let hint = "write the name first: \"Weaponsmith | rested\"";
            reader.say_with(entry.span, "this entry names no card", hint);
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

    /// Reads the text between two `|`.
    fn entry_part(&mut self, part: &str) {
        match part {
            "" => self.report("there is nothing between two `|`"),
            "face up" | "face-up" => self.side(true),
            "face down" | "face-down" => self.side(false),
            _ => self.place_or_mark(part),
        }
    }

    fn place_or_mark(&mut self, part: &str) {
        if let Some(space) = part.strip_prefix("at ") {
            self.space(space.trim());
        } else if let Some(host) = part.strip_prefix("attached to ") {
            self.host(host.trim());
        } else if let Some(degrees) = part.strip_prefix("rotated ") {
            self.rotation(degrees.trim());
        } else if let Some(size) = part.strip_prefix("covers ") {
            self.size(size.trim());
        } else {
            self.mark(part);
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

    /// Reads `at Ice 9-14`, the space of a map.
    fn space(&mut self, space: &str) {
        if self.card.space.is_some() {
            self.report("a card cannot stand on two spaces");
        }
        self.card.space = Some(space.to_owned());
    }

    /// Reads `attached to Knight`, another card of the position.
    fn host(&mut self, host: &str) {
        if self.card.host.is_some() {
            self.report("a card cannot be attached to two others");
        }
        self.card.host = Some(host.to_owned());
    }

    /// Reads `rotated 90`, in degrees.
    fn rotation(&mut self, written: &str) {
        match written.parse() {
            Ok(degrees @ 0..=359) => self.card.rotation = degrees,
            _ => {
                let message = format!("`{}` is not a rotation", short_quote(written));
                let hint = "write degrees clockwise, from 0 to 359: \"rotated 90\"";
                self.reader.say_with(self.entry.span, message, hint);
            }
        }
    }

    /// Reads `covers 2x3`: columns and rows of a map.
    fn size(&mut self, written: &str) {
        let sides = written.split_once('x').and_then(|(across, down)| {
            PieceSize::of(across.trim().parse().ok()?, down.trim().parse().ok()?)
        });
        if sides.is_none() {
            let message = format!("`{}` is not a size", short_quote(written));
            let hint = format!("write columns and rows, from 1 to {LARGEST_SIDE}: \"covers 2x3\"");
            self.reader.say_with(self.entry.span, message, &hint);
        }
        self.card.size = sides;
    }

    /// Reads `rested` or `damage 2`, each with `until turn` or without.
    fn mark(&mut self, part: &str) {
        let span = self.entry.span;
        match marks::read_mark(self.reader, span, part) {
            Some(PlacedMark::Counter(counter)) => {
                marks::add_counter(self.reader, span, &mut self.card.counters, counter);
            }
            Some(PlacedMark::Flag(flag)) => self.flag(flag),
            None => {}
        }
    }

    fn flag(&mut self, flag: PlacedFlag) {
        if self.card.flags.iter().any(|own| own.name == flag.name) {
            marks::report_twice(self.reader, self.entry.span, "flag", &flag.name);
        }
        self.card.flags.push(flag);
    }
}
