//! What rules can ask of a card on the table, and do to it.

use either::Either;
use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::{NoneOr, NoneType};

use super::columns;
use super::context::{change_game, with_play};
use super::fault::rules_error;
use super::values::{Counter, Flag, Piece, Player, Space, Zone};
use crate::engine::{CounterHolder, InsertAt, Lifetime};

/// A word for how long something stays.
pub(super) fn read_lifetime(until: NoneOr<&str>) -> starlark::Result<Lifetime> {
    match until.into_option() {
        None => Ok(Lifetime::Game),
        Some("phase") => Ok(Lifetime::Phase),
        Some("turn") => Ok(Lifetime::Turn),
        Some("round") => Ok(Lifetime::Round),
        Some(other) => {
            let hint = "use one of `phase`, `turn`, `round`, or leave it out".to_owned();
            Err(rules_error(format!("nothing lasts until `{other}`"), Some(hint)))
        }
    }
}

/// A word or a number for a place in a zone.
fn read_zone_place(at: Either<i64, &str>) -> starlark::Result<InsertAt> {
    match at {
        Either::Left(index) => Ok(InsertAt::Index(index)),
        Either::Right("left" | "top") => Ok(InsertAt::First),
        Either::Right("right" | "bottom") => Ok(InsertAt::Last),
        Either::Right(other) => {
            let hint = "use one of `left`, `right`, `top`, `bottom`, or a number".to_owned();
            Err(rules_error(format!("`{other}` is no place in a zone"), Some(hint)))
        }
    }
}

/// A word for the side that is up.
pub(super) fn read_face(face: NoneOr<&str>) -> starlark::Result<Option<bool>> {
    match face.into_option() {
        None => Ok(None),
        Some("up") => Ok(Some(true)),
        Some("down") => Ok(Some(false)),
        Some(other) => Err(rules_error(
            format!("a card can not lie face `{other}`"),
            Some("use `up` or `down`".to_owned()),
        )),
    }
}

#[starlark_module]
pub(super) fn piece_methods(builder: &mut MethodsBuilder) {
    /// Name of the card.
    #[starlark(attribute)]
    fn name(this: &Piece) -> starlark::Result<String> {
        with_play(|play| Ok(play.game.piece_name(this.id()).to_owned()))
    }

    /// The zone it lies in.
    #[starlark(attribute)]
    fn zone(this: &Piece) -> starlark::Result<Zone> {
        with_play(|play| Ok(Zone::new(play.game.state.piece(this.id()).zone)))
    }

    /// Whose it is.
    #[starlark(attribute)]
    fn owner(this: &Piece) -> starlark::Result<NoneOr<Player>> {
        with_play(|play| {
            Ok(NoneOr::from_option(play.game.state.piece(this.id()).owner.map(Player::new)))
        })
    }

    /// Whether its face is up.
    #[starlark(attribute)]
    fn face_up(this: &Piece) -> starlark::Result<bool> {
        with_play(|play| Ok(play.game.state.piece(this.id()).up))
    }

    /// Its place in its zone; 0 is left or top.
    #[starlark(attribute)]
    fn index(this: &Piece) -> starlark::Result<i32> {
        with_play(|play| Ok(play.game.state.index_in_zone(this.id()) as i32))
    }

    /// Moves it to a place in a zone.
    fn r#move<'v>(
        this: &Piece,
        #[starlark(require = pos)] zone: &Zone,
        #[starlark(default = Either::Left(0))] at: Either<i64, &'v str>,
        #[starlark(default = NoneOr::None)] face: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (at, face) = (read_zone_place(at)?, self::read_face(face)?);
        change_game(eval, |game| {
            game.move_piece(this.id(), (zone.id(), at), face, verb.into_option())
        })?;
        Ok(NoneType)
    }

    /// The space of a map on which it stands.
    #[starlark(attribute)]
    fn space(this: &Piece) -> starlark::Result<NoneOr<Space>> {
        with_play(|play| {
            Ok(NoneOr::from_option(play.game.state.piece(this.id()).space.map(Space::new)))
        })
    }

    /// Puts it last in a zone and on a space of a map.
    fn stand<'v>(
        this: &Piece,
        #[starlark(require = pos)] zone: &Zone,
        #[starlark(require = pos)] space: &Space,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| {
            game.place_on_space(this.id(), (zone.id(), space.id()), verb.into_option())
        })?;
        Ok(NoneType)
    }

    /// Whether it could stand on a level of a track.
    fn has_room(
        this: &Piece,
        #[starlark(require = pos)] track: &Counter,
        #[starlark(require = pos)] level: i64,
    ) -> starlark::Result<bool> {
        with_play(|play| Ok(play.game.has_room(this.id(), track.id(), level)))
    }

    /// Moves it along a track.
    fn advance<'v>(
        this: &Piece,
        #[starlark(require = pos)] track: &Counter,
        #[starlark(default = 1)] levels: i64,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| {
            game.advance(this.id(), (track.id(), levels), verb.into_option())
        })?;
        Ok(NoneType)
    }

    /// Turns it face up, or down.
    fn flip<'v>(
        this: &Piece,
        #[starlark(default = true)] up: bool,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| game.flip(this.id(), up, verb.into_option()))?;
        Ok(NoneType)
    }

    /// Whether it has a flag.
    fn has(this: &Piece, #[starlark(require = pos)] flag: &Flag) -> starlark::Result<bool> {
        with_play(|play| Ok(play.game.state.piece(this.id()).has(flag.id())))
    }

    /// Puts a flag on it.
    fn set<'v>(
        this: &Piece,
        #[starlark(require = pos)] flag: &Flag,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(until)?;
        change_game(eval, |game| game.set_flag(this.id(), flag.id(), until, verb.into_option()))?;
        Ok(NoneType)
    }

    /// Takes a flag from it.
    fn clear<'v>(
        this: &Piece,
        #[starlark(require = pos)] flag: &Flag,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| game.clear_flag(this.id(), flag.id(), verb.into_option()))?;
        Ok(NoneType)
    }

    /// The amount of a counter on it.
    fn count(this: &Piece, #[starlark(require = pos)] counter: &Counter) -> starlark::Result<i64> {
        with_play(|play| Ok(play.game.count(CounterHolder::Piece(this.id()), counter.id())))
    }

    /// Adds to a counter on it, or takes away.
    fn add<'v>(
        this: &Piece,
        #[starlark(require = pos)] counter: &Counter,
        #[starlark(require = pos)] n: i64,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(until)?;
        change_game(eval, |game| {
            game.change_counter(
                CounterHolder::Piece(this.id()),
                counter.id(),
                (n, until),
                verb.into_option(),
            )
        })?;
        Ok(NoneType)
    }

    /// Whether a word is one of the parts of a cell of its card between `,` and `;`.
    fn says(
        this: &Piece,
        #[starlark(require = pos)] column: &str,
        #[starlark(require = pos)] word: &str,
    ) -> starlark::Result<bool> {
        with_play(|play| {
            columns::cell_says(
                &play.game.parts,
                play.game.state.piece(this.id()).card,
                column,
                word,
            )
        })
    }

    /// Whether a cell of its card has a part in common with that of another one.
    fn shares(
        this: &Piece,
        #[starlark(require = pos)] column: &str,
        #[starlark(require = pos)] other: &Piece,
    ) -> starlark::Result<bool> {
        with_play(|play| {
            let card = |piece: Piece| play.game.state.piece(piece.id()).card;
            columns::cells_share(&play.game.parts, (card(*this), card(*other)), column)
        })
    }

    /// The parts of a cell of its card between `,` and `;`.
    fn words(
        this: &Piece,
        #[starlark(require = pos)] column: &str,
    ) -> starlark::Result<Vec<String>> {
        with_play(|play| {
            columns::words(&play.game.parts, play.game.state.piece(this.id()).card, column)
        })
    }
}
