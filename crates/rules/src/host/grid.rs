//! Functions of rules for maps with edges, terrain and pieces of several spaces.
#![allow(clippy::too_many_arguments, reason = "a walk has many terms, each with its name")]

use std::sync::Arc;

use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::UnpackDictEntries;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::{Heap, Value};

use super::arguments::{candidate_of, list_values, piece_of};
use super::context::{act_on_game, change_game, with_play};
use super::fault::{hinted_error, quoted_list, rules_error, wrong_type};
use super::handles::{PieceHandle, SpaceHandle};
use super::space::{listed_places, place_of_value};
use super::values::StopValue;
use crate::engine::{
    Footprint, Game, KernelError, MOST_EXTRA, SightEnd, SpaceId, WalkOrder, WalkStop,
};
use base::diagnostic::did_you_mean;

/// The most points that count; no route is longer.
const MOST_POINTS: i64 = 1_000_000;

/// Returns the places of a list argument, which may be left out. The piece itself is skipped: it is never in
/// its own way.
fn others_of<'v>(
    argument: &str,
    list: NoneOr<Value<'v>>,
    piece: &PieceHandle,
    heap: Heap<'v>,
) -> starlark::Result<Vec<Footprint>> {
    let mut found = Vec::new();
    if let NoneOr::Other(list) = list {
        for value in list_values(argument, list, heap)? {
            if piece_of(value) != Some(piece.id()) {
                found.extend(place_of_value(value)?);
            }
        }
    }
    Ok(found)
}

/// True if two lines are needed instead of one.
pub fn needs_two(lines: i64) -> starlark::Result<bool> {
    match lines {
        1 => Ok(false),
        2 => Ok(true),
        other => Err(rules_error(format!("a line of sight has 1 or 2 lines, not {other}"), None)),
    }
}

/// Returns a piece or a space with its place on a map.
fn seen_thing(value: Value<'_>) -> starlark::Result<SightEnd> {
    let place = place_of_value(value)?;
    let candidate = candidate_of(value)
        .ok_or_else(|| wrong_type("a place on a map is a space or a piece", value))?;
    with_play(|play| SightEnd { thing: play.game.candidate_subject(candidate), place })
}

/// Reads extra points, which are not less than 0.
fn extra_points(points: i64) -> starlark::Result<u32> {
    let known = u32::try_from(points).ok().filter(|points| *points <= MOST_EXTRA);
    known.ok_or_else(|| {
        rules_error(format!("extra points are a number from 0 to {MOST_EXTRA}, not {points}"), None)
    })
}

/// Returns the number of a word of the map of a piece.
fn map_word(game: &Game, piece: &PieceHandle, word: &str) -> starlark::Result<u8> {
    word_of_map(game, game.state.piece(piece.id()).space, word)
}

/// Returns the number of a word of the map of a space.
pub fn word_of_map(game: &Game, space: Option<SpaceId>, word: &str) -> starlark::Result<u8> {
    let Some(space) = space else { return Ok(0) };
    let grid = game.parts.grid_of(space).ok_or_else(|| {
        let message = format!("the map has no `stops`, and so no edge and no terrain `{word}`");
        hinted_error(message, "leave the word out, or say in `square_map` what it stops")
    })?;
    grid.word_number(word).ok_or_else(|| {
        let known = || grid.words().skip(1);
        let hint = did_you_mean(word, known())
            .unwrap_or_else(|| format!("use one of {}", quoted_list(known())));
        hinted_error(format!("the map has no edge and no terrain `{word}`"), hint)
    })
}

/// Uses the stop of a walk.
fn with_stop<R>(this: &StopValue, use_it: impl FnOnce(&WalkStop) -> R) -> R {
    use_it(this.walks().stop(this.nth()))
}

#[starlark_module]
pub fn grid_functions(builder: &mut GlobalsBuilder) {
    /// Gives True if two spaces or pieces touch: one step leads from one to the other.
    ///
    /// On a map with `stops` they do not touch through an edge or terrain that stops `count`.
    ///
    /// ```python
    /// if touches(card, SPACES[0]):
    ///     note("meet", card)
    /// ```
    fn touches<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
    ) -> starlark::Result<bool> {
        let (Some(one), Some(other)) = (place_of_value(one)?, place_of_value(other)?) else {
            return Ok(false);
        };
        with_play(|play| play.game.touches(one, other))
    }

    /// Gives the word of the edge between two neighbouring spaces; `""` if it is open.
    ///
    /// ```python
    /// if edge(ROOMS[0], ROOMS[1]) == "door":
    ///     note("shut", ROOMS[1])
    /// ```
    fn edge(
        #[starlark(require = pos)] one: &SpaceHandle,
        #[starlark(require = pos)] other: &SpaceHandle,
    ) -> starlark::Result<String> {
        let word = with_play(|play| play.game.edge_word(one.id(), other.id()).map(str::to_owned))?;
        word.map_err(kernel_error)
    }

    /// Changes the edge between two neighbouring spaces: a door opens, a wall falls.
    ///
    /// `word` is one of the `stops` of the map, or `""` for an open edge. `verb` names the sentence for it in
    /// the words of the book.
    ///
    /// ```python
    /// set_edge(ROOMS[0], ROOMS[1], "", verb = "open")
    /// ```
    fn set_edge<'v>(
        #[starlark(require = pos)] one: &SpaceHandle,
        #[starlark(require = pos)] other: &SpaceHandle,
        #[starlark(require = pos)] word: &'v str,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.set_edge(one.id(), other.id(), word, verb.into_option()))
    }

    /// Gives True if `other` is in line of sight of `one`, as `in_sight` does, and records the look: pictures
    /// draw the lines, or the best try and its obstacle.
    ///
    /// `verb` names the sentence for it in the words of the book.
    ///
    /// ```python
    /// if draw_sight(ROOMS[0], ROOMS[2], blocked = field.cards()):
    ///     note("meet", ROOMS[2])
    /// ```
    fn draw_sight<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
        blocked: Value<'v>,
        #[starlark(default = 2)] lines: i64,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let (blocked, two) = (listed_places("blocked", blocked, eval.heap())?, needs_two(lines)?);
        let ends = [seen_thing(one)?, seen_thing(other)?];
        change_game(eval, |game| game.log_sight(ends, &blocked, two, verb.into_option()))
    }

    /// Gives all places that a piece on a map with `stops` can reach with at most this many points: the
    /// cheapest first, then in reading order, then by rotation. The first is the place where it begins.
    ///
    /// A step to a touching space costs 1 point. `extra` lists the extra points for entering a space of a
    /// terrain, `through` those for a space that one of some pieces covers: `[(pieces, 1)]`. It cannot enter
    /// spaces that `barred` pieces cover, and cannot end on those of `ends`; the piece itself is never in its
    /// own way. It ignores the words of `free_of`: they stop nothing and cost nothing extra.
    ///
    /// A piece that covers several spaces moves along rows and columns only, and pays each step once. It may
    /// turn by a quarter for `turn` points if there is room and it still covers at least half of its spaces;
    /// with `turn = None` it cannot turn.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// stops = walks(card, 4, extra = {"difficult": 1}, ends = field.cards())
    /// card.walk(stops[-1])
    /// ```
    fn walks<'v>(
        #[starlark(require = pos)] piece: &PieceHandle,
        #[starlark(require = pos)] points: i64,
        #[starlark(default = UnpackDictEntries::default())] extra: UnpackDictEntries<&'v str, i64>,
        #[starlark(default = UnpackListOrTuple::default())] through: UnpackListOrTuple<(
            Value<'v>,
            i64,
        )>,
        #[starlark(default = NoneOr::None)] barred: NoneOr<Value<'v>>,
        #[starlark(default = NoneOr::None)] ends: NoneOr<Value<'v>>,
        #[starlark(default = UnpackListOrTuple::default())] free_of: UnpackListOrTuple<&'v str>,
        #[starlark(default = NoneOr::Other(1))] turn: NoneOr<i64>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<StopValue>> {
        let mut order = WalkOrder {
            points: points.clamp(0, MOST_POINTS) as u32,
            barred: others_of("barred", barred, piece, eval.heap())?,
            ends: others_of("ends", ends, piece, eval.heap())?,
            turn: turn.into_option().map(turn_points).transpose()?,
            ..WalkOrder::default()
        };
        for (nth, (pieces, points)) in through.items.into_iter().enumerate() {
            let points = extra_points(points)?;
            let argument = format!("through[{nth}][0]");
            let places = others_of(&argument, NoneOr::Other(pieces), piece, eval.heap())?;
            order.through.extend(places.into_iter().map(|place| (place, points)));
        }
        with_play(|play| {
            let game = &mut play.game;
            for (word, points) in &extra.entries {
                order.extra.push((map_word(game, piece, word)?, extra_points(*points)?));
            }
            for word in &free_of.items {
                order.free_of.push(map_word(game, piece, word)?);
            }
            let walks = Arc::new(game.walks(piece.id(), &order).map_err(kernel_error)?);
            Ok((0..walks.len()).map(|nth| StopValue::new(&walks, nth)).collect())
        })?
    }
}

/// Reads the points for a turn.
fn turn_points(points: i64) -> starlark::Result<u32> {
    let known = u32::try_from(points).ok().filter(|points| (1..=MOST_EXTRA).contains(points));
    known.ok_or_else(|| {
        let message = format!("a turn takes 1 to {MOST_EXTRA} points, not {points}");
        hinted_error(message, "write `turn = None` for no turns")
    })
}

/// Returns the error for a refusal of the kernel in a call that changes nothing.
fn kernel_error(error: KernelError) -> starlark::Error {
    rules_error(error.message(), None)
}

#[starlark_module]
pub fn stop_methods(builder: &mut MethodsBuilder) {
    /// The space of the piece at this place; of several, the top left one.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// there = [stop.space for stop in walks(card, 3)]
    /// ```
    #[starlark(attribute)]
    fn space(this: &StopValue) -> starlark::Result<SpaceHandle> {
        Ok(SpaceHandle::new(with_stop(this, |stop| stop.space)))
    }

    /// The spaces that the piece covers at this place, in reading order.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// for stop in walks(card, 3):
    ///     note("reach", stop.spaces)
    /// ```
    #[starlark(attribute)]
    fn spaces(this: &StopValue) -> starlark::Result<Vec<SpaceHandle>> {
        let place = this.walks().footprint(this.nth());
        with_play(|play| SpaceHandle::list(play.game.parts.covered_spaces(place)))
    }

    /// The rotation of the piece at this place, in degrees clockwise, 0 to 359.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// straight = [stop for stop in walks(card, 3) if stop.rotation == 0]
    /// ```
    #[starlark(attribute)]
    fn rotation(this: &StopValue) -> starlark::Result<i32> {
        Ok(with_stop(this, |stop| stop.rotation.into()))
    }

    /// The points that the walk costs.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// near = [stop for stop in walks(card, 3) if stop.cost <= 1]
    /// ```
    #[starlark(attribute)]
    fn cost(this: &StopValue) -> starlark::Result<i64> {
        Ok(with_stop(this, |stop| stop.cost.into()))
    }

    /// The number of cheapest routes to this place.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// only = [stop for stop in walks(card, 3) if stop.ways == 1]
    /// ```
    #[starlark(attribute)]
    fn ways(this: &StopValue) -> starlark::Result<i64> {
        Ok(with_stop(this, |stop| i64::try_from(stop.ways).unwrap_or(i64::MAX)))
    }

    /// The number of steps over a corner: the fewest of all cheapest routes.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// straight = [stop for stop in walks(card, 3) if stop.corners == 0]
    /// ```
    #[starlark(attribute)]
    fn corners(this: &StopValue) -> starlark::Result<i64> {
        Ok(with_stop(this, |stop| stop.corners.into()))
    }

    /// The spaces of the piece on the way, including start and end: of all cheapest routes one with the
    /// fewest steps over corners, and of those the first in reading order.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// for there in walks(card, 3)[-1].route:
    ///     note("passes", there)
    /// ```
    #[starlark(attribute)]
    fn route(this: &StopValue) -> starlark::Result<Vec<SpaceHandle>> {
        let route: Vec<SpaceId> = this.walks().route(this.nth());
        Ok(SpaceHandle::list(route))
    }
}
