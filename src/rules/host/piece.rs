//! What rules can ask of a card on the table, and do to it.

use either::Either;
use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::{NoneOr, NoneType};

use super::arguments::{read_face, read_lifetime, read_zone_place};
use super::columns::{cell_says, cell_words, cells_share};
use super::context::{act_on_game, with_play};
use super::handles::{
    CounterHandle, FlagHandle, PieceHandle, PlayerHandle, SpaceHandle, ZoneHandle,
};
use super::kinds::add_to_counter;
use crate::engine::{CardId, Components, CounterHolder, Piece};

/// Uses the piece as it is now.
fn with_piece<R>(this: &PieceHandle, use_it: impl FnOnce(&Piece) -> R) -> starlark::Result<R> {
    with_play(|play| use_it(play.game.state.piece(this.id())))
}

/// Uses the row of card data of a piece.
fn with_card_of<R>(
    this: &PieceHandle,
    use_it: impl FnOnce(&Components, CardId) -> R,
) -> starlark::Result<R> {
    with_play(|play| use_it(&play.game.parts, play.game.state.piece(this.id()).card))
}

#[starlark_module]
pub(super) fn piece_methods(builder: &mut MethodsBuilder) {
    /// Name of the card.
    #[starlark(attribute)]
    fn name(this: &PieceHandle) -> starlark::Result<String> {
        with_play(|play| play.game.piece_name(this.id()).to_owned())
    }

    /// The zone it lies in.
    #[starlark(attribute)]
    fn zone(this: &PieceHandle) -> starlark::Result<ZoneHandle> {
        with_piece(this, |piece| ZoneHandle::new(piece.zone))
    }

    /// Whose it is.
    #[starlark(attribute)]
    fn owner(this: &PieceHandle) -> starlark::Result<NoneOr<PlayerHandle>> {
        with_piece(this, |piece| PlayerHandle::or_none(piece.owner))
    }

    /// Whether its face is up.
    #[starlark(attribute)]
    fn face_up(this: &PieceHandle) -> starlark::Result<bool> {
        with_piece(this, |piece| piece.up)
    }

    /// Its place in its zone; 0 is left or top.
    #[starlark(attribute)]
    fn index(this: &PieceHandle) -> starlark::Result<i32> {
        with_play(|play| play.game.state.index_in_zone(this.id()) as i32)
    }

    /// Moves it to a place in a zone.
    fn r#move<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] zone: &ZoneHandle,
        #[starlark(default = Either::Left(0))] at: Either<i64, &'v str>,
        #[starlark(default = NoneOr::None)] face: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (to, face) = ((zone.id(), read_zone_place(at)?), read_face(face)?);
        act_on_game(eval, |game| game.move_piece(this.id(), to, face, verb.into_option()))
    }

    /// The space of a map on which it stands.
    #[starlark(attribute)]
    fn space(this: &PieceHandle) -> starlark::Result<NoneOr<SpaceHandle>> {
        with_piece(this, |piece| SpaceHandle::or_none(piece.space))
    }

    /// Puts it last in a zone and on a space of a map.
    fn stand<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] zone: &ZoneHandle,
        #[starlark(require = pos)] space: &SpaceHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let to = (zone.id(), space.id());
        act_on_game(eval, |game| game.place_on_space(this.id(), to, verb.into_option()))
    }

    /// Whether it could stand on a level of a track.
    fn has_room(
        this: &PieceHandle,
        #[starlark(require = pos)] track: &CounterHandle,
        #[starlark(require = pos)] level: i64,
    ) -> starlark::Result<bool> {
        with_play(|play| play.game.has_room(this.id(), track.id(), level))
    }

    /// Moves it along a track.
    fn advance<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] track: &CounterHandle,
        #[starlark(default = 1)] levels: i64,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let by = (track.id(), levels);
        act_on_game(eval, |game| game.advance(this.id(), by, verb.into_option()))
    }

    /// Turns it face up, or down.
    fn flip<'v>(
        this: &PieceHandle,
        #[starlark(default = true)] up: bool,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.flip(this.id(), up, verb.into_option()))
    }

    /// Whether it has a flag.
    fn has(
        this: &PieceHandle,
        #[starlark(require = pos)] flag: &FlagHandle,
    ) -> starlark::Result<bool> {
        with_piece(this, |piece| piece.has(flag.id()))
    }

    /// Puts a flag on it.
    fn set<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] flag: &FlagHandle,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(until)?;
        act_on_game(eval, |game| game.set_flag(this.id(), flag.id(), until, verb.into_option()))
    }

    /// Takes a flag from it.
    fn clear<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] flag: &FlagHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.clear_flag(this.id(), flag.id(), verb.into_option()))
    }

    /// The amount of a counter on it.
    fn count(
        this: &PieceHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
    ) -> starlark::Result<i64> {
        with_play(|play| play.game.count(CounterHolder::Piece(this.id()), counter.id()))
    }

    /// Adds to a counter on it, or takes away.
    fn add<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
        #[starlark(require = pos)] n: i64,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        add_to_counter(CounterHolder::Piece(this.id()), counter, (n, until, verb), eval)
    }

    /// Whether a word is one of the parts of a cell of its card between `,` and `;`.
    fn says(
        this: &PieceHandle,
        #[starlark(require = pos)] column: &str,
        #[starlark(require = pos)] word: &str,
    ) -> starlark::Result<bool> {
        with_card_of(this, |components, card| cell_says(components, card, column, word))?
    }

    /// Whether a cell of its card has a part in common with that of another one.
    fn shares(
        this: &PieceHandle,
        #[starlark(require = pos)] column: &str,
        #[starlark(require = pos)] other: &PieceHandle,
    ) -> starlark::Result<bool> {
        let other = with_piece(other, |piece| piece.card)?;
        with_card_of(this, |components, card| cells_share(components, (card, other), column))?
    }

    /// The parts of a cell of its card between `,` and `;`.
    fn words(
        this: &PieceHandle,
        #[starlark(require = pos)] column: &str,
    ) -> starlark::Result<Vec<String>> {
        with_card_of(this, |components, card| cell_words(components, card, column))?
    }
}
