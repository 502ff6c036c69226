//! Attributes and functions of zones and players.

use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::StringValue;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;

use super::arguments::{piece_of, read_face, read_lifetime};
use super::columns::card_says_any;
use super::context::{
    act_on_game, change_game_untracked, component_name, not_playing_error, with_play,
    with_play_untracked,
};
use super::fault::{hinted_error, quoted_list};
use super::handles::{CounterHandle, FlagHandle, PieceHandle, PlayerHandle, ThingId, ZoneHandle};
use super::happen::has_effect;
use super::running_play::RunningPlay;
use crate::engine::{CounterHolder, PieceId, PlayerId, TimedAmount, ZoneId};
use base::diagnostic::did_you_mean;

/// Uses the present pieces of a zone, left or top first.
fn with_zone<R>(zone: ZoneId, use_it: impl FnOnce(&[PieceId]) -> R) -> starlark::Result<R> {
    with_play(|play| use_it(play.game.state.zone(zone)))
}

/// Returns the present cards of a zone, left or top first.
pub fn zone_cards(zone: ZoneId) -> starlark::Result<Vec<PieceHandle>> {
    with_zone(zone, |pieces| PieceHandle::list(pieces.iter().copied()))
}

/// Returns the number of cards in a zone.
pub fn zone_length(zone: ZoneId) -> starlark::Result<i32> {
    with_zone(zone, |pieces| pieces.len() as i32)
}

/// True if a card is in a zone.
pub fn zone_holds(zone: ZoneId, value: Value<'_>) -> starlark::Result<bool> {
    let Some(piece) = piece_of(value) else { return Ok(false) };
    with_play(|play| play.game.state.piece(piece).zone == zone)
}

#[starlark_module]
pub fn zone_methods(builder: &mut MethodsBuilder) {
    /// The printed name.
    ///
    /// ```python
    /// ask("choose from " + hand.name, hand.cards())
    /// ```
    #[starlark(attribute)]
    fn name(this: &ZoneHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }

    /// The name in rules and positions of scenarios.
    ///
    /// ```python
    /// if card.zone.key == "you.field":
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn key(this: &ZoneHandle) -> starlark::Result<String> {
        Ok(component_name(|components| &components.zone(this.id()).key))
    }

    /// The player who owns it; None if nobody does.
    ///
    /// ```python
    /// if card.zone.owner == you:
    ///     note("shows", card)
    /// ```
    #[starlark(attribute)]
    fn owner(this: &ZoneHandle) -> starlark::Result<NoneOr<PlayerHandle>> {
        with_play(|play| PlayerHandle::or_none(play.game.parts.zone(this.id()).owner))
    }

    /// Gives its present cards, left or top first.
    ///
    /// If a loop moves cards of a zone, loop over this list and not over the zone.
    ///
    /// ```python
    /// for one in field.cards():
    ///     one.move(discard)
    /// ```
    fn cards<'v>(this: &ZoneHandle) -> starlark::Result<Vec<PieceHandle>> {
        zone_cards(this.id())
    }

    /// Gives the left-most or top card without any of the flags of `skip`; None if there is none.
    ///
    /// With `face` it gives the first whose face is `"up"` or `"down"`.
    ///
    /// ```python
    /// ready = field.first(skip = [tapped])
    /// if ready != None:
    ///     ready.set(tapped)
    /// ```
    fn first<'v>(
        this: &ZoneHandle,
        #[starlark(default = UnpackListOrTuple::default())] skip: UnpackListOrTuple<&'v FlagHandle>,
        #[starlark(default = NoneOr::None)] face: NoneOr<&'v str>,
    ) -> starlark::Result<NoneOr<PieceHandle>> {
        let up = read_face(face)?;
        with_play(|play| {
            let state = &play.game.state;
            let mut pieces = state.zone(this.id()).iter().copied();
            let found = pieces.find(|id| {
                let piece = state.piece(*id);
                let skipped = skip.items.iter().any(|flag| piece.has(flag.id()));
                !skipped && up.is_none_or(|up| piece.up == up)
            });
            PieceHandle::or_none(found)
        })
    }

    /// Gives the `n` right-most or lowest cards, or all if there are fewer, left or top first.
    ///
    /// ```python
    /// for one in deck.last(2):
    ///     one.move(discard)
    /// ```
    fn last(
        this: &ZoneHandle,
        #[starlark(require = pos)] n: i64,
    ) -> starlark::Result<Vec<PieceHandle>> {
        with_zone(this.id(), |pieces| {
            let from = pieces.len().saturating_sub(usize::try_from(n).unwrap_or(0));
            PieceHandle::list(pieces[from..].iter().copied())
        })
    }

    /// Gives the number of cards of a name in it.
    ///
    /// ```python
    /// if field.count("Guard") > 1:
    ///     note("shows", card)
    /// ```
    fn count(this: &ZoneHandle, #[starlark(require = pos)] name: &str) -> starlark::Result<i64> {
        with_play(|play| {
            let pieces = play.game.state.zone(this.id()).iter();
            pieces.filter(|id| play.game.piece_name(**id) == name).count() as i64
        })
    }

    /// Gives the first card of a name; None if there is none.
    ///
    /// ```python
    /// guard = field.find("Guard")
    /// if guard != None:
    ///     guard.set(tapped)
    /// ```
    fn find(
        this: &ZoneHandle,
        #[starlark(require = pos)] name: &str,
    ) -> starlark::Result<NoneOr<PieceHandle>> {
        with_play(|play| {
            let mut pieces = play.game.state.zone(this.id()).iter().copied();
            PieceHandle::or_none(pieces.find(|id| play.game.piece_name(*id) == name))
        })
    }

    /// Gives its cards with one of the words in a column of the card data, left or top first.
    ///
    /// `column` is the column in lower case, with `_` for blanks; the words are the parts of a cell between
    /// commas or semicolons.
    ///
    /// ```python
    /// for guard in field.saying("type", "Guard"):
    ///     note("shows", guard)
    /// ```
    fn saying<'v>(
        this: &ZoneHandle,
        #[starlark(require = pos)] column: StringValue<'v>,
        #[starlark(args)] words: UnpackTuple<&'v str>,
    ) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| {
            let mut found = Vec::new();
            for id in play.game.state.zone(this.id()) {
                let card = play.game.state.piece(*id).card;
                if card_says_any(play, card, column, &words.items)? {
                    found.push(PieceHandle::new(*id));
                }
            }
            Ok(found)
        })?
    }

    /// Gives its cards that have an effect at a moment, below `#@ card "Name" MOMENT`, left or top
    /// first.
    ///
    /// ```python
    /// for one in field.having("enter"):
    ///     carry_out(one, "enter")
    /// ```
    fn having<'v>(
        this: &ZoneHandle,
        #[starlark(require = pos)] moment: StringValue<'v>,
    ) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| {
            let pieces = play.game.state.zone(this.id()).iter();
            let having = pieces.filter(|id| has_effect(play, **id, moment));
            PieceHandle::list(having.copied())
        })
    }

    /// Gives its cards that have one of the flags, left or top first.
    ///
    /// ```python
    /// for one in field.bearing(tapped):
    ///     one.clear(tapped)
    /// ```
    fn bearing<'v>(
        this: &ZoneHandle,
        #[starlark(args)] flags: UnpackTuple<&'v FlagHandle>,
    ) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| {
            let state = &play.game.state;
            let bears =
                |id: &&PieceId| flags.items.iter().any(|flag| state.piece(**id).has(flag.id()));
            PieceHandle::list(state.zone(this.id()).iter().filter(bears).copied())
        })
    }

    /// Gives its cards that came into it or changed since the last call of `settle`, left or top first: their
    /// faces, rotation, flags and counters.
    ///
    /// With this list, rules that check the table after each event need not check every card.
    ///
    /// ```python
    /// for one in field.changed():
    ///     if one.has(tapped):
    ///         one.move(discard)
    /// settle()
    /// ```
    fn changed<'v>(this: &ZoneHandle) -> starlark::Result<Vec<PieceHandle>> {
        with_play(|play| {
            let state = &play.game.state;
            let pieces = state.zone(this.id()).iter();
            PieceHandle::list(pieces.filter(|id| state.changed.contains(id.0)).copied())
        })
    }

    /// Shuffles it.
    ///
    /// `stream` names the sequence of random numbers. `verb` names the sentence for it in the words of the
    /// book.
    ///
    /// ```python
    /// deck.shuffle()
    /// ```
    fn shuffle<'v>(
        this: &ZoneHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] stream: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (zone, stream) = (this.id(), stream.into_option());
        with_play_untracked(|play| play.note_setup_shuffle(zone, stream));
        change_game_untracked(eval, |game| game.shuffle(zone, stream, verb.into_option()))?;
        Ok(NoneType)
    }
}

/// Returns the zone of a player whose key is `key` or ends with it.
pub fn zone_of_player(play: &RunningPlay, player: PlayerId, key: &str) -> starlark::Result<ZoneId> {
    let zone = play.rules.lookup.zone(player, key);
    zone.ok_or_else(|| {
        let components = &play.game.parts;
        let owned = components.zones.iter().filter(|zone| zone.owner == Some(player));
        let owned: Vec<&str> = owned.map(|zone| zone.key.as_str()).collect();
        let known = owned.iter().flat_map(|own| [own, own.rsplit('.').next().unwrap_or(own)]);
        let hint = match did_you_mean(key, known) {
            Some(hint) => hint,
            None if owned.is_empty() => "write `owner = ...` where its zone is declared".to_owned(),
            None => format!("the zones of this player are {}", quoted_list(owned.iter())),
        };
        hinted_error(format!("{} has no zone `{key}`", components.player(player).name), hint)
    })
}

#[starlark_module]
pub fn player_methods(builder: &mut MethodsBuilder) {
    /// The printed name.
    ///
    /// ```python
    /// note("shows", card) if you.name == "You" else None
    /// ```
    #[starlark(attribute)]
    fn name(this: &PlayerHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }

    /// True if the player was taken out of the game by `eliminate`.
    ///
    /// ```python
    /// if not foe.out:
    ///     foe.add(gold, 1)
    /// ```
    #[starlark(attribute)]
    fn out(this: &PlayerHandle) -> starlark::Result<bool> {
        with_play(|play| play.game.is_out(this.id()))
    }

    /// Gives the zone of this player whose key is `key` or ends with it, as `you.hand` ends with
    /// `hand`.
    ///
    /// ```python
    /// top = you.zone("deck").first()
    /// ```
    fn zone(
        this: &PlayerHandle,
        #[starlark(require = pos)] key: &str,
    ) -> starlark::Result<ZoneHandle> {
        let found = with_play_untracked(|play| zone_of_player(play, this.id(), key));
        found.ok_or_else(not_playing_error)?.map(ZoneHandle::new)
    }

    /// Gives the amount of a counter that the player has.
    ///
    /// ```python
    /// if you.count(gold) >= 3:
    ///     you.add(gold, -3)
    /// ```
    fn count(
        this: &PlayerHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
    ) -> starlark::Result<i64> {
        with_play(|play| play.game.count(CounterHolder::Player(this.id()), counter.id()))
    }

    /// Adds to a counter of the player, or takes away if `n` is negative.
    ///
    /// The amount goes away by itself at the end of `until`: the `"phase"`, the `"turn"` or the `"round"`.
    /// `verb` names the sentence for it in the words of the book.
    ///
    /// ```python
    /// you.add(gold, 2)
    /// ```
    fn add<'v>(
        this: &PlayerHandle,
        #[starlark(require = pos)] counter: &CounterHandle,
        #[starlark(require = pos)] n: i64,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (holder, until) = (CounterHolder::Player(this.id()), read_lifetime(until)?);
        let more = TimedAmount { counter: counter.id(), until, amount: n };
        act_on_game(eval, |game| game.change_counter(holder, more, verb.into_option()))
    }
}
