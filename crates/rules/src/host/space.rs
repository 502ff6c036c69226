//! Functions of rules for maps and their spaces.

use std::collections::BTreeSet;

use starlark::collections::Hashed;
use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::UnpackDictEntries;
use starlark::values::list::ListRef;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::{Heap, Value, ValueLike};

use super::arguments::{known_word, list_values, piece_of};
use super::columns::card_cell;
use super::context::{with_components, with_declarations, with_play};
use super::fault::{hinted_error, rules_error, wrong_type};
use super::grid::{needs_two, word_of_map};
use super::handles::{PieceHandle, RowHandle, SpaceHandle, ThingId, ZoneHandle};
use super::values::StopValue;
use crate::engine::{
    CardCell, CardId, Components, Footprint, MapEdges, MapRow, MapShape, MapWord, SpaceId,
    SpaceWords, Stops,
};

/// Returns the cell of a column in the row of card data that describes a space.
pub fn space_cell<'v>(space: SpaceId, name: Hashed<&str>, heap: Heap<'v>) -> Option<Value<'v>> {
    let card = with_components(|components| components.space(space).card);
    card_cell(card.unwrap_or(CardId(0)), name, heap)
}

/// Returns the places of a list argument: spaces, and the footprints of pieces on maps.
pub fn listed_places<'v>(
    argument: &str,
    list: Value<'v>,
    heap: Heap<'v>,
) -> starlark::Result<Vec<Footprint>> {
    let mut found = Vec::new();
    for value in list_values(argument, list, heap)? {
        found.extend(place_of_value(value)?);
    }
    Ok(found)
}

/// Returns the spaces of a list argument: spaces, and all spaces that pieces cover.
fn listed_spaces<'v>(
    argument: &str,
    list: Value<'v>,
    heap: Heap<'v>,
) -> starlark::Result<Vec<SpaceId>> {
    let places = listed_places(argument, list, heap)?;
    with_play(|play| {
        let parts = &play.game.parts;
        places.into_iter().flat_map(|place| parts.covered_spaces(place)).collect()
    })
}

/// Returns a space, or the footprint of a piece.
pub fn place_of_value(value: Value<'_>) -> starlark::Result<Option<Footprint>> {
    if let Some(space) = value.downcast_ref::<SpaceHandle>() {
        return Ok(Some(Footprint::of_space(space.id())));
    }
    if let Some(stop) = value.downcast_ref::<StopValue>() {
        return Ok(Some(stop.walks().footprint(stop.nth())));
    }
    if let Some(list) = ListRef::from_value(value) {
        return rectangle_of_list(list.content());
    }
    let piece = piece_of(value).ok_or_else(|| {
        wrong_type("a place on a map is a space, a piece, a stop or a list of spaces", value)
    })?;
    with_play(|play| play.game.footprint(piece))
}

/// Returns the rectangle of a list of spaces; `None` for an empty list.
fn rectangle_of_list(list: &[Value<'_>]) -> starlark::Result<Option<Footprint>> {
    let space = |value: &Value<'_>| value.downcast_ref::<SpaceHandle>().map(|space| space.id());
    let spaces: Option<Vec<SpaceId>> = list.iter().map(space).collect();
    let Some(spaces) = spaces else {
        return Err(rules_error("a list that is a place on a map holds spaces only", None));
    };
    if spaces.is_empty() {
        return Ok(None);
    }
    let place = with_play(|play| play.game.parts.footprint_of(&spaces))?;
    place.map(Some).ok_or_else(|| {
        rules_error("the spaces of a place on a map are the rectangle that a piece covers", None)
    })
}

/// Returns a space, or the first that a piece covers.
fn space_of_value(value: Value<'_>) -> starlark::Result<Option<SpaceId>> {
    Ok(place_of_value(value)?.map(|place| place.space))
}

/// Returns a whole number of a row.
fn map_coordinate(components: &Components, card: CardId, column: &str) -> starlark::Result<i64> {
    if let Some(CardCell::Int(number)) = components.cell(card, column) {
        return Ok(*number);
    }
    let name = &components.card(card).name;
    let message = format!("`{name}` has no whole number under `{column}`");
    Err(hinted_error(message, "a map needs the columns `Row` and `Column`"))
}

/// Returns the row of a value.
fn row_of_value(value: Value<'_>) -> starlark::Result<CardId> {
    let row = value.downcast_ref::<RowHandle>();
    row.map(|row| row.id()).ok_or_else(|| wrong_type("a map is made of rows of card data", value))
}

/// Returns the rows of card data of a list.
fn listed_rows<'v>(rows: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<CardId>> {
    list_values("rows", rows, heap)?.into_iter().map(row_of_value).collect()
}

/// Declares a map of these rows of card data; `add` makes it.
fn declare_map(
    cards: Vec<CardId>,
    add: impl FnOnce(&mut Components, &[MapRow]) -> Result<Vec<SpaceId>, String>,
) -> starlark::Result<Vec<SpaceHandle>> {
    with_declarations(|declared| {
        let components = &mut declared.components;
        let places = cards.into_iter().map(|card| {
            let coordinate = |column| map_coordinate(components, card, column);
            Ok(MapRow { card, row: coordinate("row")?, column: coordinate("column")? })
        });
        let places = places.collect::<starlark::Result<Vec<MapRow>>>()?;
        refuse_known_names(components, &places)?;
        let spaces = add(components, &places).map_err(|why| rules_error(why, None))?;
        Ok(SpaceHandle::list(spaces))
    })?
}

/// Refuses a map with the name of a space of another map: the name could never mean the second one.
fn refuse_known_names(components: &Components, places: &[MapRow]) -> starlark::Result<()> {
    let spaces = components.spaces.iter();
    let known: BTreeSet<&str> = spaces.map(|space| &*components.card(space.card).name).collect();
    let mut names = places.iter().map(|place| &*components.card(place.card).name);
    let Some(name) = names.find(|name| known.contains(name)) else { return Ok(()) };
    let message = format!("`{name}` is already a space of another map");
    let hint = "give each space a different name; to begin a drawing at another space, write a line such as \
        `first = A21`";
    Err(hinted_error(message, hint))
}

/// Words that `stops` may use, with their meanings.
const STOPPED: [(&str, Stops); 3] =
    [("move", Stops::MOVE), ("count", Stops::COUNT), ("sight", Stops::SIGHT)];

/// Reads what a word of a map stops: `move count sight`.
fn read_stops(words: &str) -> starlark::Result<Stops> {
    let mut stops = Stops::NOTHING;
    for word in words.split_whitespace() {
        stops = stops.and(known_word("thing to stop", word, &STOPPED)?);
    }
    Ok(stops)
}

/// Returns the words of a row for the terrain of a space and its edges.
fn words_of_space(components: &Components, card: CardId) -> SpaceWords {
    let word = |column| components.cell(card, column).map(CardCell::text).unwrap_or_default();
    SpaceWords { terrain: word("terrain"), right: word("right"), below: word("below") }
}

#[starlark_module]
pub fn map_functions(builder: &mut GlobalsBuilder) {
    /// Declares a map of hexes with a space for each row of card data; gives its spaces in reading order.
    ///
    /// The data needs the columns `Row` and `Column`, with whole numbers. Columns are counted double:
    /// neighbours in one row are 2 apart. Two maps may not have spaces of the same name.
    ///
    /// ```python
    /// SPACES = hex_map(cards("map.csv"))
    /// ```
    fn hex_map<'v>(
        #[starlark(require = pos)] rows: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<SpaceHandle>> {
        let rows = listed_rows(rows, eval.heap())?;
        declare_map(rows, |components, places| components.add_map(places, MapShape::Hexes))
    }

    /// Declares a map of squares with a space for each row of card data; gives its spaces in reading order.
    ///
    /// The data needs the columns `Row` and `Column`, with whole numbers. Squares that share only a corner
    /// are neighbours, one step apart, unless `diagonal` is False. Two maps may not have spaces of the same
    /// name.
    ///
    /// `stops` says what the words in the columns `Terrain`, `Right` and `Below` stop: the terrain of a
    /// space, the edge at its right and the edge below it. `move` stops movement into the terrain or across
    /// the edge, `count` the counting of spaces, `sight` lines of sight; an empty word stops nothing. On such
    /// a map nothing goes beyond the border, and pieces may cover several spaces. A scenario cannot put two
    /// pieces of the zones `apart` on one space. A drawing `rooms.map` has these columns.
    ///
    /// ```python
    /// SQUARES = square_map(cards("map.csv"))
    /// CELLS = square_map(cards("rooms.map"), stops = {
    ///     "wall": "move count sight",
    ///     "door": "move count sight",
    ///     "impassable": "move",
    ///     "difficult": "",
    /// })
    /// ```
    fn square_map<'v>(
        #[starlark(require = pos)] rows: Value<'v>,
        #[starlark(default = true)] diagonal: bool,
        #[starlark(default = UnpackDictEntries::default())] stops: UnpackDictEntries<
            &'v str,
            &'v str,
        >,
        #[starlark(default = UnpackListOrTuple::default())] apart: UnpackListOrTuple<
            &'v ZoneHandle,
        >,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<SpaceHandle>> {
        let rows = listed_rows(rows, eval.heap())?;
        if stops.entries.is_empty() {
            let shape = MapShape::Squares { diagonal };
            return declare_map(rows, |components, places| components.add_map(places, shape));
        }
        let mut known = Vec::new();
        for (word, what) in stops.entries {
            known.push(MapWord { word: word.to_owned(), stops: read_stops(what)? });
        }
        let edges = MapEdges { stops: &known, words: &words_of_space };
        declare_map(rows, |components, places| {
            components.apart.extend(apart.items.iter().map(|zone| zone.id()));
            components.add_square_map(places, diagonal, &edges)
        })
    }

    /// Gives the number of steps from a space or piece to the nearest of others; None if there is none.
    ///
    /// ```python
    /// steps = nearest(space, field.cards())
    /// ```
    fn nearest<'v>(
        #[starlark(require = pos)] from: Value<'v>,
        #[starlark(require = pos)] others: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<i64>> {
        let (from, others) = (place_of_value(from)?, listed_places("others", others, eval.heap())?);
        let Some(from) = from else { return Ok(NoneOr::None) };
        let steps = with_play(|play| play.game.nearest_distance(from, &others))?;
        Ok(NoneOr::from_option(steps.map(i64::from)))
    }

    /// Gives the number of steps between two spaces or pieces; None if one of them is on no map, or on
    /// another, or if no way leads there.
    ///
    /// On a map with `stops`, steps cannot cross what stops `count`, except the words of `ignoring`. A place
    /// is also a stop of `walks`, or a list of its spaces.
    ///
    /// ```python
    /// if distance(SPACES[0], space) == 1:
    ///     note("meet", card)
    /// far = distance(ROOMS[0], ROOMS[2], ignoring = ["door"])
    /// ```
    fn distance<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
        #[starlark(default = UnpackListOrTuple::default())] ignoring: UnpackListOrTuple<&'v str>,
    ) -> starlark::Result<NoneOr<i64>> {
        let (Some(one), Some(other)) = (place_of_value(one)?, place_of_value(other)?) else {
            return Ok(NoneOr::None);
        };
        let steps = with_play(|play| {
            let ignored = ignoring.items.iter();
            let ignored = ignored.map(|word| word_of_map(&play.game, Some(one.space), word));
            let ignored = ignored.collect::<starlark::Result<Vec<u8>>>()?;
            Ok::<_, starlark::Error>(match ignored.is_empty() {
                true => play.game.distance(one, other),
                false => play.game.distance_ignoring(one, other, &ignored),
            })
        })??;
        Ok(NoneOr::from_option(steps.map(i64::from)))
    }

    /// Gives the spaces at most `range` steps away from any of these spaces or pieces, in reading
    /// order.
    ///
    /// ```python
    /// for there in within([space], 2):
    ///     note("reach", there)
    /// ```
    fn within<'v>(
        #[starlark(require = pos)] from: Value<'v>,
        #[starlark(require = pos)] range: i64,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<SpaceHandle>> {
        let from = listed_places("from", from, eval.heap())?;
        if range < 0 {
            return Ok(Vec::new());
        }
        let range = u32::try_from(range).unwrap_or(u32::MAX);
        with_play(|play| SpaceHandle::list(play.game.spaces_within(&from, range)))
    }

    /// Gives the spaces between two spaces or pieces that a straight line from middle to middle crosses, in
    /// order; both spaces if it runs along their common edge.
    ///
    /// The list is empty for neighbours, and if one of the two is on no map, or on another.
    ///
    /// ```python
    /// for there in line(SPACES[0], card):
    ///     note("reach", there)
    /// ```
    fn line<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
    ) -> starlark::Result<Vec<SpaceHandle>> {
        let (Some(one), Some(other)) = (space_of_value(one)?, space_of_value(other)?) else {
            return Ok(Vec::new());
        };
        let steps = with_play(|play| play.game.parts.spaces_between(one, other))?;
        Ok(SpaceHandle::list(steps.into_iter().flatten().flatten()))
    }

    /// Gives True if one of two spaces or pieces is in line of sight of the other: a straight line between
    /// them crosses none of the `blocked` spaces, or spaces of pieces.
    ///
    /// On hexes it is the line from middle to middle, on squares any line from a corner of one to a corner of
    /// the other. A line along the edge of two spaces is blocked if both are. The two ends themselves block
    /// nothing, nor do gaps of the map.
    ///
    /// On a map with `stops`, edges and terrain that stop `sight` block lines too, and so do gaps of the map.
    /// A line may run along a wall, and through a corner. It may not pass, begin or end between two things
    /// that block and meet there: walls, or two blocked spaces that touch only at this corner. With `lines =
    /// 2`, two different lines must be free, from one corner of `one` to the two corners of a side of a space
    /// of `other`, and neighbours always see each other.
    ///
    /// ```python
    /// if in_sight(SPACES[0], card, blocked = field.cards()):
    ///     note("meet", card)
    /// ```
    fn in_sight<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
        blocked: Value<'v>,
        #[starlark(default = 1)] lines: i64,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let (blocked, two) = (listed_places("blocked", blocked, eval.heap())?, needs_two(lines)?);
        let (Some(one), Some(other)) = (place_of_value(one)?, place_of_value(other)?) else {
            return Ok(false);
        };
        with_play(|play| play.game.is_in_sight(one, other, &blocked, two))
    }

    /// Splits spaces, or the spaces of pieces, into connected groups.
    ///
    /// ```python
    /// largest = max([len(region) for region in regions(SPACES)])
    /// ```
    fn regions<'v>(
        #[starlark(require = pos)] of: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Vec<SpaceHandle>>> {
        let of = listed_spaces("of", of, eval.heap())?;
        let regions = with_play(|play| play.game.parts.regions(&of))?;
        Ok(regions.into_iter().map(SpaceHandle::list).collect())
    }
}

#[starlark_module]
pub fn space_methods(builder: &mut MethodsBuilder) {
    /// The name, which is the first cell of its row.
    ///
    /// ```python
    /// ask("where to", [space.name, "nowhere"])
    /// ```
    #[starlark(attribute)]
    fn name(this: &SpaceHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }

    /// The number in reading order, from the top left corner, counted from 0.
    ///
    /// ```python
    /// first = min([one.reading_order for one in SPACES])
    /// ```
    #[starlark(attribute)]
    fn reading_order(this: &SpaceHandle) -> starlark::Result<i64> {
        Ok(i64::from(this.id().0))
    }

    /// The spaces around it, in reading order.
    ///
    /// ```python
    /// free = [one for one in space.around if one.standing == []]
    /// ```
    #[starlark(attribute)]
    fn around(this: &SpaceHandle) -> starlark::Result<Vec<SpaceHandle>> {
        with_play(|play| SpaceHandle::list(play.game.parts.space(this.id()).around.iter().copied()))
    }

    /// The pieces on it, including those that cover it from another space.
    ///
    /// ```python
    /// for one in space.standing:
    ///     one.add(damage, 1)
    /// ```
    #[starlark(attribute)]
    fn standing(this: &SpaceHandle) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| PieceHandle::list(play.game.state.pieces_on(&play.game.parts, this.id())))
    }
}
