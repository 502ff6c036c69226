//! What modules declare while they are loaded: players, zones, counters, flags, dice and card data.

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::starlark_value_as_type::StarlarkValueAsType;

use super::context::with_declarations;
use super::fault::rules_error;
use super::values;
use crate::document::nearest_name;
use crate::engine::{
    ASIDE, CardCell, CardId, Components, CounterId, DieId, FlagId, MOST_ZONES, PlayerId,
    TrackLimit, ZoneId, ZoneOrder, ZoneSight,
};
use crate::engine::{Counter, Die, Flag, Player, Zone};

/// What was declared so far.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    /// The box.
    pub(super) parts: Components,
    /// Folder of the book whose module is loaded; empty for the rules' own.
    pub(super) book: String,
    /// First card and number of cards of each table.
    pub(super) rows: Vec<(u32, u32)>,
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
        return Err(rules_error(format!("there is a {what} `{name}` already"), None));
    }
    Ok(())
}

/// Number of the next thing, of which there are fewer than `most`.
fn next_number(what: &str, count: usize, most: usize) -> starlark::Result<usize> {
    if count < most {
        Ok(count)
    } else {
        Err(rules_error(format!("there are more than {most} {what}"), None))
    }
}

/// One of the words that are allowed.
fn known_word<T: Copy>(what: &str, given: &str, known: &[(&str, T)]) -> starlark::Result<T> {
    known.iter().find(|(name, _)| *name == given).map(|(_, value)| *value).ok_or_else(|| {
        let names =
            known.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let hint = nearest_name(given, known.iter().map(|(name, _)| *name));
        let hint = hint.map_or_else(
            || format!("use one of {names}"),
            |name| format!("did you mean `{name}`?"),
        );
        rules_error(format!("`{given}` is no {what}"), Some(hint))
    })
}

#[starlark_module]
pub(super) fn declaration_functions(builder: &mut GlobalsBuilder) {
    /// The type of cards and tokens, for annotations.
    const piece: StarlarkValueAsType<values::Piece> = StarlarkValueAsType::new();
    /// The type of spaces of a map, for annotations.
    const space: StarlarkValueAsType<values::Space> = StarlarkValueAsType::new();
    /// The type of rows of card data, for annotations.
    const row: StarlarkValueAsType<values::Row> = StarlarkValueAsType::new();

    /// Declares a player.
    #[starlark(as_type = values::Player)]
    fn player(#[starlark(require = pos)] name: &str) -> starlark::Result<values::Player> {
        with_declarations(|draft| {
            let players = &mut draft.parts.players;
            check_new_name("player", name, players.iter().map(|player| player.name.as_str()))?;
            let id = next_number("players", players.len(), 64)?;
            players.push(Player { name: name.to_owned() });
            Ok(values::Player::new(PlayerId(id as u8)))
        })
    }

    /// Declares a zone.
    #[starlark(as_type = values::Zone)]
    fn zone(
        #[starlark(require = pos)] key: &str,
        #[starlark(require = pos)] name: &str,
        #[starlark(default = NoneOr::None)] owner: NoneOr<&values::Player>,
        #[starlark(default = "row")] order: &str,
        #[starlark(default = "up")] face: &str,
        #[starlark(default = NoneOr::None)] seen: NoneOr<&str>,
        #[starlark(default = false)] active: bool,
    ) -> starlark::Result<values::Zone> {
        let order =
            known_word("order", order, &[("row", ZoneOrder::Row), ("pile", ZoneOrder::Pile)])?;
        let up = known_word("face", face, &[("up", true), ("down", false)])?;
        let seen = seen.into_option().unwrap_or("nobody");
        let sight =
            [("all", ZoneSight::All), ("owner", ZoneSight::Owner), ("nobody", ZoneSight::Nobody)];
        let sight = known_word("way to be seen", seen, &sight)?;
        let owner = owner.into_option().map(|player| player.id());
        with_declarations(|draft| {
            let zones = &mut draft.parts.zones;
            check_new_name("zone", key, zones.iter().map(|zone| zone.key.as_str()).chain([ASIDE]))?;
            let id = next_number("zones", zones.len(), MOST_ZONES)?;
            let (key, name) = (key.to_owned(), name.to_owned());
            zones.push(Zone { key, name, owner, order, up, sight, active });
            Ok(values::Zone::new(ZoneId(id as u16)))
        })
    }

    /// Declares a kind of counter.
    #[starlark(as_type = values::Counter)]
    fn counter(
        #[starlark(require = pos)] name: &str,
        #[starlark(default = 0)] least: i64,
        #[starlark(default = NoneOr::None)] most: NoneOr<i64>,
    ) -> starlark::Result<values::Counter> {
        let most = most.into_option();
        if most.is_some_and(|most| most < least) {
            return Err(rules_error(format!("the most of `{name}` is less than the least"), None));
        }
        with_declarations(|draft| {
            let counters = &mut draft.parts.counters;
            check_new_name("counter", name, counters.iter().map(|counter| counter.name.as_str()))?;
            let id = next_number("counters", counters.len(), 1_000)?;
            counters.push(Counter { name: name.to_owned(), least, most });
            Ok(values::Counter::new(CounterId(id as u16)))
        })
    }

    /// Declares a track: a counter of levels from 0 to the top. On the levels of `single` there is
    /// room for one marker of each card.
    #[starlark(as_type = values::Counter)]
    fn track(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] top: i64,
        #[starlark(default = UnpackListOrTuple::default())] single: UnpackListOrTuple<i64>,
    ) -> starlark::Result<values::Counter> {
        if top < 1 || single.items.iter().any(|level| !(0..=top).contains(level)) {
            return Err(rules_error(format!("the levels of `{name}` go from 0 to {top}"), None));
        }
        with_declarations(|draft| {
            let counters = &mut draft.parts.counters;
            check_new_name("counter", name, counters.iter().map(|counter| counter.name.as_str()))?;
            let counter = CounterId(next_number("counters", counters.len(), 1_000)? as u16);
            counters.push(Counter { name: name.to_owned(), least: 0, most: Some(top) });
            draft.parts.limits.extend(single.items.iter().map(|level| TrackLimit {
                counter,
                level: *level,
                most: 1,
            }));
            Ok(values::Counter::new(counter))
        })
    }

    /// Declares a kind of flag.
    #[starlark(as_type = values::Flag)]
    fn flag(#[starlark(require = pos)] name: &str) -> starlark::Result<values::Flag> {
        with_declarations(|draft| {
            let flags = &mut draft.parts.flags;
            check_new_name("flag", name, flags.iter().map(|flag| flag.name.as_str()))?;
            let id = next_number("flags", flags.len(), 64)?;
            flags.push(Flag { name: name.to_owned() });
            Ok(values::Flag::new(FlagId(id as u8)))
        })
    }

    /// Declares a kind of die, with a word or a number for each face.
    #[starlark(as_type = values::Die)]
    fn die<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] faces: UnpackListOrTuple<Value<'v>>,
    ) -> starlark::Result<values::Die> {
        let faces = faces
            .items
            .iter()
            .map(|face| face_cell(*face))
            .collect::<starlark::Result<Vec<_>>>()?;
        if !(1..=255).contains(&faces.len()) {
            return Err(rules_error(
                format!("`{name}` has {} faces, but a die has 1 to 255", faces.len()),
                None,
            ));
        }
        with_declarations(|draft| {
            let dice = &mut draft.parts.dice;
            check_new_name("die", name, dice.iter().map(|die| die.name.as_str()))?;
            let id = next_number("dice", dice.len(), 255)?;
            dice.push(Die { name: name.to_owned(), faces });
            Ok(values::Die::new(DieId(id as u8)))
        })
    }

    /// The rows of a file of card data.
    fn cards(#[starlark(require = pos)] path: &str) -> starlark::Result<Vec<values::Row>> {
        with_declarations(|draft| {
            let wanted = match draft.book.as_str() {
                "" => path.to_owned(),
                book => format!("@{book}/{path}"),
            };
            let at = draft.parts.tables.iter().position(|table| table.path == wanted).ok_or_else(
                || {
                    let known = draft.parts.tables.iter().map(|table| table.path.as_str());
                    let hint =
                        nearest_name(&wanted, known).map(|name| format!("did you mean `{name}`?"));
                    rules_error(format!("the book has no card data `{path}`"), hint)
                },
            )?;
            let (first, count) = draft.rows[at];
            Ok((first..first + count).map(|id| values::Row::new(CardId(id))).collect())
        })
    }
}

/// A word or a number.
fn face_cell(value: Value<'_>) -> starlark::Result<CardCell> {
    if let Some(number) = value.unpack_i32() {
        return Ok(CardCell::Int(number.into()));
    }
    match value.unpack_str() {
        Some(text) => Ok(CardCell::Text(text.into())),
        None => Err(rules_error(
            format!("a face is a word or a number, not `{}`", value.get_type()),
            None,
        )),
    }
}
