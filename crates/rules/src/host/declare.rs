//! Declarations of modules while they are loaded: players, zones, counters, flags, dice and card data.

use std::collections::BTreeMap;

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::starlark_value_as_type::StarlarkValueAsType;

use super::arguments::known_word;
use super::columns::ColumnType;
use super::context::with_declarations;
use super::fault::{rules_error, wrong_type};
use super::handles::{
    CounterHandle, DieHandle, FlagHandle, PieceHandle, PlayerHandle, RowHandle, SpaceHandle,
    ZoneHandle, given_id,
};
use crate::engine::{
    ASIDE, CardCell, CardId, Components, Counter, CounterId, Die, DieId, Flag, FlagId, MOST_ZONES,
    Player, PlayerId, TrackLimit, Zone, ZoneId, ZoneOrder, ZoneSight,
};
use base::diagnostic::did_you_mean;

/// The most players.
const MOST_PLAYERS: usize = 64;
/// The most kinds of flags.
const MOST_FLAGS: usize = 64;
/// The most kinds of counters.
const MOST_COUNTERS: usize = 1_000;
/// The most kinds of dice.
const MOST_DICE: usize = 255;
/// The most faces of a die.
const MOST_FACES: usize = 255;

/// Declarations so far.
#[derive(Debug, Default)]
pub struct Declarations {
    /// Components of the game.
    pub components: Components,
    /// Folder of the book whose module is loaded; empty for the rules' own.
    pub book: String,
    /// First card and number of cards of each table.
    pub table_cards: Vec<(u32, u32)>,
    /// Columns of card data by their name in rules.
    pub columns: BTreeMap<String, ColumnType>,
}

impl Declarations {
    fn add_player(&mut self, player: Player) -> starlark::Result<PlayerHandle> {
        let players = &mut self.components.players;
        check_new_name("player", &player.name, players.iter().map(|known| known.name.as_str()))?;
        let id = push_within("players", MOST_PLAYERS, players, player)?;
        Ok(PlayerHandle::new(PlayerId(id as u8)))
    }

    fn add_zone(&mut self, zone: Zone) -> starlark::Result<ZoneHandle> {
        let zones = &mut self.components.zones;
        let keys = zones.iter().map(|known| known.key.as_str()).chain([ASIDE]);
        check_new_name("zone", &zone.key, keys)?;
        let id = push_within("zones", MOST_ZONES, zones, zone)?;
        Ok(ZoneHandle::new(ZoneId(id as u16)))
    }

    fn add_counter(&mut self, counter: Counter) -> starlark::Result<CounterId> {
        let counters = &mut self.components.counters;
        check_new_name("counter", &counter.name, counters.iter().map(|known| known.name.as_str()))?;
        let id = push_within("counters", MOST_COUNTERS, counters, counter)?;
        Ok(CounterId(id as u16))
    }

    fn add_flag(&mut self, flag: Flag) -> starlark::Result<FlagHandle> {
        let flags = &mut self.components.flags;
        check_new_name("flag", &flag.name, flags.iter().map(|known| known.name.as_str()))?;
        let id = push_within("flags", MOST_FLAGS, flags, flag)?;
        Ok(FlagHandle::new(FlagId(id as u8)))
    }

    fn add_die(&mut self, die: Die) -> starlark::Result<DieHandle> {
        let dice = &mut self.components.dice;
        check_new_name("die", &die.name, dice.iter().map(|known| known.name.as_str()))?;
        let id = push_within("dice", MOST_DICE, dice, die)?;
        Ok(DieHandle::new(DieId(id as u8)))
    }

    /// Returns the rows of the card data `path` of the book whose module is loaded.
    fn rows_of(&self, path: &str) -> starlark::Result<Vec<RowHandle>> {
        let wanted = self.data_path(path);
        let paths = || self.components.tables.iter().map(|table| table.path.as_str());
        let Some(at) = paths().position(|known| known == wanted) else {
            let hint = did_you_mean(&wanted, paths());
            return Err(rules_error(format!("the book has no card data `{path}`"), hint));
        };
        let (first, count) = self.table_cards[at];
        Ok(RowHandle::list((first..first + count).map(CardId)))
    }

    /// Returns the program's name for the card data `path` of the current book.
    fn data_path(&self, path: &str) -> String {
        match self.book.as_str() {
            "" => path.to_owned(),
            book => format!("@{book}/{path}"),
        }
    }
}

/// Refuses a second thing of one name.
fn check_new_name<'a>(
    what: &str,
    name: &str,
    mut known: impl Iterator<Item = &'a str>,
) -> starlark::Result<()> {
    if name.trim().is_empty() {
        return Err(rules_error(format!("a {what} needs a name"), None));
    }
    if known.any(|known| known == name) {
        return Err(rules_error(format!("the {what} `{name}` is declared twice"), None));
    }
    Ok(())
}

/// Adds a component unless there are `most` of its kind already, and returns its number.
fn push_within<T>(
    what: &str,
    most: usize,
    things: &mut Vec<T>,
    thing: T,
) -> starlark::Result<usize> {
    if things.len() >= most {
        return Err(rules_error(format!("there are more than {most} {what}"), None));
    }
    things.push(thing);
    Ok(things.len() - 1)
}

#[starlark_module]
pub fn declaration_functions(builder: &mut GlobalsBuilder) {
    /// The type of cards and tokens, for the types of arguments.
    const piece: StarlarkValueAsType<PieceHandle> = StarlarkValueAsType::new();
    /// The type of spaces of a map, for the types of arguments.
    const space: StarlarkValueAsType<SpaceHandle> = StarlarkValueAsType::new();
    /// The type of rows of card data, for the types of arguments.
    const row: StarlarkValueAsType<RowHandle> = StarlarkValueAsType::new();

    /// Declares a player; players take turns in the order in which they are declared.
    ///
    /// `name` is the printed name. Scenarios use it to say for whom a rule is played. An `optional` player
    /// plays only if a scenario or `simulate --players` asks for so many players; otherwise the player has no
    /// zones and no counters. The players of one `team` win together.
    ///
    /// ```python
    /// you = player("You")
    /// foe = player("Foe")
    /// third = player("Third", optional = True)
    /// ```
    #[starlark(as_type = PlayerHandle)]
    fn player(
        #[starlark(require = pos)] name: &str,
        #[starlark(default = false)] optional: bool,
        #[starlark(default = NoneOr::None)] team: NoneOr<&str>,
    ) -> starlark::Result<PlayerHandle> {
        let team = team.into_option().map(str::to_owned);
        let player = Player { name: name.to_owned(), optional, team };
        with_declarations(|declared| declared.add_player(player))?
    }

    /// Declares a zone, a place for cards.
    ///
    /// `key` names it in scenarios, `name` in print. `order` is `"row"` or `"pile"`. `face` is the side on
    /// which cards come to lie there, `"up"` or `"down"`. `seen` says who may look at its face-down cards:
    /// `"all"`, `"owner"` or `"nobody"`; left out, it is `"nobody"`. The effects of cards work in an `active`
    /// zone.
    ///
    /// ```python
    /// you = player("You")
    /// hand = zone("you.hand", "Hand", owner = you, face = "down", seen = "owner")
    /// deck = zone("you.deck", "Deck", owner = you, order = "pile", face = "down")
    /// ```
    #[starlark(as_type = ZoneHandle)]
    fn zone(
        #[starlark(require = pos)] key: &str,
        #[starlark(require = pos)] name: &str,
        #[starlark(default = NoneOr::None)] owner: NoneOr<&PlayerHandle>,
        #[starlark(default = "row")] order: &str,
        #[starlark(default = "up")] face: &str,
        #[starlark(default = NoneOr::None)] seen: NoneOr<&str>,
        #[starlark(default = false)] active: bool,
    ) -> starlark::Result<ZoneHandle> {
        let orders = [("row", ZoneOrder::Row), ("pile", ZoneOrder::Pile)];
        let sights =
            [("all", ZoneSight::All), ("owner", ZoneSight::Owner), ("nobody", ZoneSight::Nobody)];
        let zone = Zone {
            key: key.to_owned(),
            name: name.to_owned(),
            owner: given_id(owner),
            order: known_word("order", order, &orders)?,
            up: known_word("face", face, &[("up", true), ("down", false)])?,
            sight: known_word("way to be seen", seen.into_option().unwrap_or("nobody"), &sights)?,
            active,
        };
        with_declarations(|declared| declared.add_zone(zone))?
    }

    /// Declares a kind of amount that cards and players can have.
    ///
    /// It never goes below `least` or, if `most` is given, above `most`.
    ///
    /// ```python
    /// damage = counter("damage")
    /// gold = counter("gold", most = 10)
    /// ```
    #[starlark(as_type = CounterHandle)]
    fn counter(
        #[starlark(require = pos)] name: &str,
        #[starlark(default = 0)] least: i64,
        #[starlark(default = NoneOr::None)] most: NoneOr<i64>,
    ) -> starlark::Result<CounterHandle> {
        let most = most.into_option();
        if most.is_some_and(|most| most < least) {
            let message =
                format!("the counter `{name}` has a `most` that is less than its `least`");
            return Err(rules_error(message, None));
        }
        let counter = Counter { name: name.to_owned(), least, most };
        with_declarations(|declared| declared.add_counter(counter))?.map(CounterHandle::new)
    }

    /// Declares a track: levels from 0 to `top`, along which cards and tokens advance.
    ///
    /// Each level of `single` has room for only one piece of each card.
    ///
    /// ```python
    /// level = track("level", 5, single = [5])
    /// ```
    #[starlark(as_type = CounterHandle)]
    fn track(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] top: i64,
        #[starlark(default = UnpackListOrTuple::default())] single: UnpackListOrTuple<i64>,
    ) -> starlark::Result<CounterHandle> {
        if top < 1 || single.items.iter().any(|level| !(0..=top).contains(level)) {
            return Err(rules_error(format!("the levels of `{name}` go from 0 to {top}"), None));
        }
        let track = Counter { name: name.to_owned(), least: 0, most: Some(top) };
        with_declarations(|declared| {
            let counter = declared.add_counter(track)?;
            let limit = |level| TrackLimit { counter, level, most: 1 };
            declared.components.limits.extend(single.items.into_iter().map(limit));
            Ok(CounterHandle::new(counter))
        })?
    }

    /// Declares a mark that cards may have, such as tapped.
    ///
    /// ```python
    /// tapped = flag("tapped")
    /// ```
    #[starlark(as_type = FlagHandle)]
    fn flag(#[starlark(require = pos)] name: &str) -> starlark::Result<FlagHandle> {
        with_declarations(|declared| declared.add_flag(Flag { name: name.to_owned() }))?
    }

    /// Declares a kind of die, with a word or a number for each face.
    ///
    /// ```python
    /// d6 = die("d6", [1, 2, 3, 4, 5, 6])
    /// coin = die("coin", ["heads", "tails"])
    /// ```
    #[starlark(as_type = DieHandle)]
    fn die<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] faces: UnpackListOrTuple<Value<'v>>,
    ) -> starlark::Result<DieHandle> {
        let faces: Vec<CardCell> =
            faces.items.into_iter().map(face_cell).collect::<starlark::Result<_>>()?;
        if !(1..=MOST_FACES).contains(&faces.len()) {
            let count = faces.len();
            let message = format!("`{name}` has {count} faces, but a die has 1 to {MOST_FACES}");
            return Err(rules_error(message, None));
        }
        with_declarations(|declared| declared.add_die(Die { name: name.to_owned(), faces }))?
    }

    /// Gives the rows of a file of card data.
    ///
    /// `path` is the file, as `data` in book.toml names it. Each column is an attribute of a row, in lower
    /// case and with `_` for blanks.
    ///
    /// ```python
    /// CARDS = cards("cards.csv")
    /// GUARDS = [one for one in CARDS if one.type == "Guard"]
    /// ```
    fn cards(#[starlark(require = pos)] path: &str) -> starlark::Result<Vec<RowHandle>> {
        with_declarations(|declared| declared.rows_of(path))?
    }
}

/// Converts a word or a number to a face.
fn face_cell(value: Value<'_>) -> starlark::Result<CardCell> {
    if let Some(number) = value.unpack_i32() {
        return Ok(CardCell::Int(number.into()));
    }
    let text = value.unpack_str().map(|text| CardCell::Text(text.into()));
    text.ok_or_else(|| wrong_type("a face is a word or a number", value))
}
