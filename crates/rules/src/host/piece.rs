//! What rules can ask of a card on the table, and do to it.

use either::Either;
use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::StringValue;
use starlark::values::none::{NoneOr, NoneType};

use super::arguments::{read_face, read_lifetime, read_zone_place};
use super::columns::{card_says, cell_words, cells_share};
use super::context::{act_on_game, change_game, with_play, with_play_untracked};
use super::handles::{CounterHandle, FlagHandle, PieceHandle, PlayerHandle, ZoneHandle};
use super::happen::let_happen;
use super::zone::zone_of_player;
use crate::engine::{Attachment, CardId, Components, CounterHolder, Piece, TimedAmount};

/// Uses the piece as it is now.
pub fn with_piece<R>(this: &PieceHandle, use_it: impl FnOnce(&Piece) -> R) -> starlark::Result<R> {
    with_play(|play| use_it(play.game.state.piece(this.id())))
}

/// Uses the row of card data of a piece.
fn with_card_of<R>(
    this: &PieceHandle,
    use_it: impl FnOnce(&Components, CardId) -> R,
) -> starlark::Result<R> {
    with_play(|play| use_it(&play.game.parts, play.game.state.piece(this.id()).card))
}

/// The event that follows for each piece whose host has left it.
const HOST_LEAVES: &str = "host-leaves";

/// Lets rules say what becomes of the pieces whose host has left them.
pub fn tell_of_parted(eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<NoneType> {
    for piece in with_play_untracked(|play| play.game.take_parted()).unwrap_or_default() {
        let piece = eval.heap().alloc(PieceHandle::new(piece));
        let_happen(HOST_LEAVES, piece, None, eval)?;
    }
    Ok(NoneType)
}

#[starlark_module]
pub fn piece_methods(builder: &mut MethodsBuilder) {
    /// The name of its card.
    ///
    /// ```python
    /// if card.name == "Guard":
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn name(this: &PieceHandle) -> starlark::Result<String> {
        with_play(|play| play.game.piece_name(this.id()).to_owned())
    }

    /// The zone in which it lies.
    ///
    /// ```python
    /// if card.zone == field:
    ///     card.move(discard)
    /// ```
    #[starlark(attribute)]
    fn zone(this: &PieceHandle) -> starlark::Result<ZoneHandle> {
        with_piece(this, |piece| ZoneHandle::new(piece.zone))
    }

    /// Whether it lies in the zone of its owner whose key is `key` or ends with it.
    ///
    /// ```python
    /// if card.lies_in("field"):
    ///     card.move(discard)
    /// ```
    fn lies_in(this: &PieceHandle, #[starlark(require = pos)] key: &str) -> starlark::Result<bool> {
        with_play(|play| {
            let piece = play.game.state.piece(this.id());
            let Some(owner) = piece.owner else { return Ok(false) };
            zone_of_player(play, owner, key).map(|zone| zone == piece.zone)
        })?
    }

    /// The player to whom it belongs; None if it belongs to nobody.
    ///
    /// ```python
    /// if card.owner == you:
    ///     you.add(gold, 1)
    /// ```
    #[starlark(attribute)]
    fn owner(this: &PieceHandle) -> starlark::Result<NoneOr<PlayerHandle>> {
        with_piece(this, |piece| PlayerHandle::or_none(piece.owner))
    }

    /// Whether its face is up.
    ///
    /// ```python
    /// if not card.face_up:
    ///     card.flip()
    /// ```
    #[starlark(attribute)]
    fn face_up(this: &PieceHandle) -> starlark::Result<bool> {
        with_piece(this, |piece| piece.up)
    }

    /// Its place in its zone; 0 is left or top.
    ///
    /// ```python
    /// is_first = card.index == 0
    /// ```
    #[starlark(attribute)]
    fn index(this: &PieceHandle) -> starlark::Result<i32> {
        with_play(|play| play.game.state.index_in_zone(this.id()) as i32)
    }

    /// Moves it to a zone.
    ///
    /// `at` is where: left or top if it is left out, else a number counted from 0, or `"left"`, `"right"`, `"top"`, `"bottom"`. `face`
    /// is `"up"` or `"down"`; left out, it is that of the zone. `verb` is the word under which the
    /// words of the book tell it.
    ///
    /// ```python
    /// card.move(deck, at = "bottom", face = "down")
    /// ```
    fn r#move<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] zone: &ZoneHandle,
        #[starlark(default = NoneOr::None)] at: NoneOr<Either<i64, &'v str>>,
        #[starlark(default = NoneOr::None)] face: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let at = at.into_option().unwrap_or(Either::Left(0));
        let (to, at, face) = (zone.id(), read_zone_place(at)?, read_face(face)?);
        change_game(eval, |game| game.move_piece(this.id(), to, at, face, verb.into_option()))?;
        tell_of_parted(eval)
    }

    /// Gives whether it could stand on a level of a track.
    ///
    /// ```python
    /// if card.has_room(level, 5):
    ///     card.advance(level, levels = 5)
    /// ```
    fn has_room(
        this: &PieceHandle,
        #[starlark(require = pos)] track: &CounterHandle,
        #[starlark(require = pos)] level: i64,
    ) -> starlark::Result<bool> {
        with_play(|play| play.game.has_room(this.id(), track.id(), level))
    }

    /// Moves it along a track, up or down.
    ///
    /// It is an error if there is no room on that level: ask `has_room` first. `verb` is the word
    /// under which the words of the book tell it.
    ///
    /// ```python
    /// card.advance(level)
    /// card.advance(level, levels = -1)
    /// ```
    fn advance<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] track: &CounterHandle,
        #[starlark(default = 1)] levels: i64,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (counter, verb) = (track.id(), verb.into_option());
        act_on_game(eval, |game| game.advance(this.id(), counter, levels, verb))
    }

    /// Turns it face-up, or face-down with `up = False`.
    ///
    /// `verb` is the word under which the words of the book tell it.
    ///
    /// ```python
    /// card.flip(up = False)
    /// ```
    fn flip<'v>(
        this: &PieceHandle,
        #[starlark(default = true)] up: bool,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.flip(this.id(), up, verb.into_option()))
    }

    /// By how many degrees it is turned clockwise, 0 to 359.
    ///
    /// ```python
    /// if card.rotation == 180:
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn rotation(this: &PieceHandle) -> starlark::Result<i32> {
        with_piece(this, |piece| piece.rotation.into())
    }

    /// Turns it clockwise by so many degrees: 90 is a quarter, -60 a sixth the other way.
    ///
    /// `verb` is the word under which the words of the book tell it. A piece that covers several
    /// spaces of a map may then reach over its border; `step` with `turned` refuses that.
    ///
    /// ```python
    /// card.rotate(90)
    /// card.rotate(-card.rotation)
    /// ```
    fn rotate<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] degrees: i64,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.rotate(this.id(), degrees, verb.into_option()))
    }

    /// Attaches it to another card, its host; it lies where it lay.
    ///
    /// As soon as it goes to another zone it is attached no longer. When the host does, it stays,
    /// and rules below `#@ after host-leaves` say what becomes of it; `along` makes it go with its
    /// host instead, still attached, also from space to space. `verb` is the word under which the
    /// words of the book tell it.
    ///
    /// ```python
    /// #@ #weapons
    /// def equip():
    ///     field.first().attach(field.last(1)[0])
    ///     field.last(1)[0].move(hand)
    ///
    /// #@ #falling
    /// #@ after host-leaves
    /// def fall(weapon):
    ///     weapon.move(discard)
    /// ```
    fn attach<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] host: &PieceHandle,
        #[starlark(default = false)] along: bool,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let tie = Attachment { piece: this.id(), host: host.id(), along };
        act_on_game(eval, |game| game.attach(tie, verb.into_option()))
    }

    /// Takes it from the card that it is attached to, if there is one.
    ///
    /// `verb` is the word under which the words of the book tell it.
    ///
    /// ```python
    /// card.attach(other)
    /// card.detach()
    /// ```
    fn detach<'v>(
        this: &PieceHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.detach(this.id(), verb.into_option()))
    }

    /// The card that it is attached to; None if there is none.
    ///
    /// ```python
    /// card.attach(other)
    /// if card.host == other:
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn host(this: &PieceHandle) -> starlark::Result<NoneOr<PieceHandle>> {
        with_play(|play| PieceHandle::or_none(play.game.state.host_of(this.id())))
    }

    /// The cards that are attached to it, in the order in which they were.
    ///
    /// ```python
    /// card.attach(other)
    /// for one in other.attachments:
    ///     one.move(discard)
    /// ```
    #[starlark(attribute)]
    fn attachments(this: &PieceHandle) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| PieceHandle::list(play.game.state.attachments_of(this.id())))
    }

    /// Gives whether it has a flag.
    ///
    /// ```python
    /// if not card.has(tapped):
    ///     card.set(tapped)
    /// ```
    fn has(
        this: &PieceHandle,
        #[starlark(require = pos)] flag: &FlagHandle,
    ) -> starlark::Result<bool> {
        with_piece(this, |piece| piece.has(flag.id()))
    }

    /// Puts a flag on it.
    ///
    /// `until` is when the flag goes away by itself: at the end of the `"phase"`, the `"turn"` or
    /// the `"round"`. `verb` is the word under which the words of the book tell it.
    ///
    /// ```python
    /// begin_turn(you)
    /// card.set(tapped, until = "turn")
    /// ```
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
    ///
    /// `verb` is the word under which the words of the book tell it.
    ///
    /// ```python
    /// card.set(tapped)
    /// card.clear(tapped)
    /// ```
    fn clear<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] flag: &FlagHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.clear_flag(this.id(), flag.id(), verb.into_option()))
    }

    /// Gives how much of a counter is on it.
    ///
    /// ```python
    /// if card.count(damage) >= card.power:
    ///     card.move(discard)
    /// ```
    fn count(
        this: &PieceHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
    ) -> starlark::Result<i64> {
        with_play(|play| play.game.count(CounterHolder::Piece(this.id()), counter.id()))
    }

    /// Puts so much of a counter on it, or takes it away if `n` is negative.
    ///
    /// `until` is when the amount goes away by itself: at the end of the `"phase"`, the `"turn"` or
    /// the `"round"`. `verb` is the word under which the words of the book tell it.
    ///
    /// ```python
    /// card.add(damage, 2)
    /// card.add(damage, -1)
    /// ```
    fn add<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
        #[starlark(require = pos)] n: i64,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (holder, until) = (CounterHolder::Piece(this.id()), read_lifetime(until)?);
        let more = TimedAmount { counter: counter.id(), until, amount: n };
        act_on_game(eval, |game| game.change_counter(holder, more, verb.into_option()))
    }

    /// Gives whether a word stands in a cell of its card, as one of the parts between commas or
    /// semicolons.
    ///
    /// `column` is the column in lower case, with `_` for blanks.
    ///
    /// ```python
    /// if card.says("type", "Guard"):
    ///     note("shows", card)
    /// ```
    fn says<'v>(
        this: &PieceHandle,
        #[starlark(require = pos)] column: StringValue<'v>,
        #[starlark(require = pos)] word: &str,
    ) -> starlark::Result<bool> {
        with_play(|play| card_says(play, play.game.state.piece(this.id()).card, column, word))?
    }

    /// Gives whether a cell of its card has a part in common with the same cell of another card.
    ///
    /// ```python
    /// if card.shares("type", other):
    ///     note("shows", card, other)
    /// ```
    fn shares(
        this: &PieceHandle,
        #[starlark(require = pos)] column: &str,
        #[starlark(require = pos)] other: &PieceHandle,
    ) -> starlark::Result<bool> {
        let other = with_piece(other, |piece| piece.card)?;
        with_card_of(this, |components, card| cells_share(components, card, other, column))?
    }

    /// Gives the parts of a cell of its card that stand between commas or semicolons.
    ///
    /// ```python
    /// for word in card.words("type"):
    ///     check(word, word == "Guard")
    /// ```
    fn words(
        this: &PieceHandle,
        #[starlark(require = pos)] column: &str,
    ) -> starlark::Result<Vec<String>> {
        with_card_of(this, |components, card| cell_words(components, card, column))?
    }
}
