//! Attributes and functions of a piece on a map.

use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::{NoneOr, NoneType};

use super::context::{change_game, with_play};
use super::fault::rules_error;
use super::handles::{PieceHandle, SpaceHandle, ZoneHandle};
use super::piece::{tell_of_parted, with_piece};
use super::values::StopValue;
use crate::engine::{LARGEST_SIDE, MapPlacement, PieceSize};

/// Returns the error for a size that no piece can have.
fn impossible_size(across: i64, down: i64) -> starlark::Error {
    let message =
        format!("a piece covers 1 to {LARGEST_SIDE} spaces each way, not {across} x {down}");
    rules_error(message, None)
}

#[starlark_module]
pub fn standing_methods(builder: &mut MethodsBuilder) {
    /// The space of a map that it is on, or None.
    ///
    /// ```python
    /// card.stand(field, space)
    /// if card.space == space:
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn space(this: &PieceHandle) -> starlark::Result<NoneOr<SpaceHandle>> {
        with_piece(this, |piece| SpaceHandle::or_none(piece.space))
    }

    /// The spaces of a map that it covers, in reading order; empty if it is on no map.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// corners = [there for there in card.spaces if len(there.around) == 3]
    /// ```
    #[starlark(attribute)]
    fn spaces(this: &PieceHandle) -> starlark::Result<Vec<SpaceHandle>> {
        with_play(|play| {
            let place = play.game.footprint(this.id());
            SpaceHandle::list(place.into_iter().flat_map(|at| play.game.parts.covered_spaces(at)))
        })
    }

    /// The spaces that it would cover on another space, with its present rotation, in reading order. The list
    /// is empty if it has no room there: the map ends, or an edge or a terrain stops `move`.
    ///
    /// ```python
    /// fits = len(card.spaces_at(ROOMS[1])) > 0
    /// ```
    fn spaces_at(
        this: &PieceHandle,
        #[starlark(require = pos)] space: &SpaceHandle,
    ) -> starlark::Result<Vec<SpaceHandle>> {
        with_play(|play| {
            let place = play.game.room_at(this.id(), space.id());
            SpaceHandle::list(place.into_iter().flat_map(|at| play.game.parts.covered_spaces(at)))
        })
    }

    /// Puts it last in a zone, and on a space of a map.
    ///
    /// `verb` names the sentence for it in the words of the book. On a map with `stops` it covers `across`
    /// columns and `down` rows, from that space to the right and down. Left out, they are as before; at first
    /// they come from the columns `Across` and `Down` of its card, or are 1. After a quarter turn they are
    /// swapped.
    ///
    /// ```python
    /// card.stand(field, SPACES[0])
    /// other.stand(field, ROOMS[0], across = 2, down = 1)
    /// ```
    fn stand<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] zone: &ZoneHandle,
        #[starlark(require = pos)] space: &SpaceHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] across: NoneOr<i64>,
        #[starlark(default = NoneOr::None)] down: NoneOr<i64>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let before = with_piece(this, |piece| piece.size)?;
        let across = across.into_option().unwrap_or(before.across.into());
        let down = down.into_option().unwrap_or(before.down.into());
        let size = PieceSize::of(across, down).ok_or_else(|| impossible_size(across, down))?;
        let to = MapPlacement { zone: zone.id(), space: space.id(), size };
        change_game(eval, |game| game.stand_piece(this.id(), to, verb.into_option()))?;
        tell_of_parted(eval)
    }

    /// Moves it to another space of a map; it keeps its zone and its place there.
    ///
    /// `turned` is its rotation afterwards, in degrees clockwise; left out, as before. `verb` names the
    /// sentence for it in the words of the book.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// card.step(ROOMS[1])
    /// card.step(ROOMS[0], turned = 90)
    /// ```
    fn step<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] space: &SpaceHandle,
        #[starlark(default = NoneOr::None)] turned: NoneOr<i64>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let turned = turned.into_option().map(|degrees| degrees.rem_euclid(360) as u16);
        let (space, verb) = (space.id(), verb.into_option());
        change_game(eval, |game| game.step_piece(this.id(), space, turned, verb))?;
        tell_of_parted(eval)
    }

    /// Moves it along the route to a place that `walks` gave.
    ///
    /// `verb` names the sentence for it in the words of the book.
    ///
    /// ```python
    /// card.stand(field, ROOMS[0])
    /// card.walk(walks(card, 3)[-1])
    /// ```
    fn walk<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] stop: &StopValue,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (walks, nth, verb) = (stop.walks(), stop.nth(), verb.into_option());
        change_game(eval, |game| game.walk_piece(this.id(), walks, nth, verb))?;
        tell_of_parted(eval)
    }
}
