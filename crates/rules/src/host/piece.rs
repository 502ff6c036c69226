//! Attributes and functions of a card on the table.

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

/// Uses the piece in its present state.
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

/// Event for each piece that has lost its host.
const HOST_LEAVES: &str = "host-leaves";

/// Lets rules decide about the pieces that have lost their hosts.
pub fn tell_of_parted(eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<NoneType> {
    for piece in with_play_untracked(|play| play.game.take_parted()).unwrap_or_default() {
        let piece = eval.heap().alloc(PieceHandle::new(piece));
        let_happen(HOST_LEAVES, piece, None, eval)?;
    }
    Ok(NoneType)
}

#[starlark_module]
pub fn piece_methods(builder: &mut MethodsBuilder) {
    /// The name of the card.
    ///
    /// ```python
    /// if card.name == "Guard":
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn name(this: &PieceHandle) -> starlark::Result<String> {
        with_play(|play| play.game.piece_name(this.id()).to_owned())
    }

    /// The zone of the card.
    ///
    /// ```python
    /// if card.zone == field:
    ///     card.move(discard)
    /// ```
    #[starlark(attribute)]
    fn zone(this: &PieceHandle) -> starlark::Result<ZoneHandle> {
        with_piece(this, |piece| ZoneHandle::new(piece.zone))
    }

    /// True if it is in the zone of its owner whose key is `key` or ends with it.
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

    /// The player who owns it; None if nobody does.
    ///
    /// ```python
    /// if card.owner == you:
    ///     you.add(gold, 1)
    /// ```
    #[starlark(attribute)]
    fn owner(this: &PieceHandle) -> starlark::Result<NoneOr<PlayerHandle>> {
        with_piece(this, |piece| PlayerHandle::or_none(piece.owner))
    }

    /// True if its face is up.
    ///
    /// ```python
    /// if not card.face_up:
    ///     card.flip()
    /// ```
    #[starlark(attribute)]
    fn face_up(this: &PieceHandle) -> starlark::Result<bool> {
        with_piece(this, |piece| piece.up)
    }

    /// The place in its zone, counted from 0 at the left or the top.
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
    /// `at` is the place in the zone: a number counted from 0, or `"left"`, `"right"`, `"top"`, `"bottom"`;
    /// left out, it is left or top. `face` is `"up"` or `"down"`; left out, the zone decides. `verb` names
    /// the sentence for it in the words of the book.
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

    /// Gives True if a level of a track has room for it.
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
    /// It is an error if that level has no room: ask `has_room` first. `verb` names the sentence for it in
    /// the words of the book.
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
    /// `verb` names the sentence for it in the words of the book.
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

    /// The rotation in degrees clockwise, 0 to 359.
    ///
    /// ```python
    /// if card.rotation == 180:
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn rotation(this: &PieceHandle) -> starlark::Result<i32> {
        with_piece(this, |piece| piece.rotation.into())
    }

    /// Turns it clockwise by a number of degrees: 90 is a quarter, -60 a sixth the other way.
    ///
    /// `verb` names the sentence for it in the words of the book. A piece that covers several spaces of a map
    /// may then reach over the border of the map; `step` with `turned` refuses that.
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

    /// Attaches it to another card, its host; it does not move.
    ///
    /// As soon as it moves to another zone, it is no longer attached. When the host moves, it stays, and
    /// rules below `#@ after host-leaves` decide what becomes of it. With `along` it moves with its host
    /// instead and stays attached, also from space to space. `verb` names the sentence for it in the words of
    /// the book.
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

    /// Takes it from its host, if it has one.
    ///
    /// `verb` names the sentence for it in the words of the book.
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

    /// The card that it is attached to, or None.
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

    /// The cards that are attached to it, the oldest attachment first.
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

    /// Gives True if it has a flag.
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
    /// The flag goes away by itself at the end of `until`: the `"phase"`, the `"turn"` or the `"round"`.
    /// `verb` names the sentence for it in the words of the book.
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
    /// `verb` names the sentence for it in the words of the book.
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

    /// Gives the amount of a counter on it.
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

    /// Adds to a counter on it, or takes away if `n` is negative.
    ///
    /// The amount goes away by itself at the end of `until`: the `"phase"`, the `"turn"` or the `"round"`.
    /// `verb` names the sentence for it in the words of the book.
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

    /// Gives True if a cell of its card has a word as one of the parts between commas or semicolons.
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

    /// Gives True if a cell of its card shares a part with the same cell of another card.
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

    /// Gives the parts of a cell of its card between commas or semicolons.
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
