//! What rules can ask of zones and players, and do to them.

use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::{Heap, Value, ValueLike};

use super::context::{
    RunningPlay, change_game, change_game_untracked, component_name, not_playing_error, with_play,
    with_play_untracked,
};
use super::fault::rules_error;
use super::piece::{read_face, read_lifetime};
use super::values::{Counter, Flag, Piece, Player, Zone};
use crate::document::nearest_name;
use crate::engine::{self, Components, CounterHolder, PlayerId, ZoneId};

/// The cards of a zone as they lie now, left or top first.
pub(super) fn zone_cards<'v>(zone: ZoneId, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
    with_play(|play| {
        Ok(play.game.state.zone(zone).iter().map(|id| heap.alloc(Piece::new(*id))).collect())
    })
}

/// How many cards a zone holds.
pub(super) fn zone_length(zone: ZoneId) -> starlark::Result<i32> {
    with_play(|play| Ok(play.game.state.zone(zone).len() as i32))
}

/// Whether a card lies in a zone.
pub(super) fn zone_holds(zone: ZoneId, value: Value<'_>) -> starlark::Result<bool> {
    let Some(piece) = value.downcast_ref::<Piece>() else { return Ok(false) };
    with_play(|play| Ok(play.game.state.piece(piece.id()).zone == zone))
}

#[starlark_module]
pub(super) fn zone_methods(builder: &mut MethodsBuilder) {
    /// Printed name.
    #[starlark(attribute)]
    fn name(this: &Zone) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.zone(id).name.clone()))
    }

    /// Name in rules and positions.
    #[starlark(attribute)]
    fn key(this: &Zone) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.zone(id).key.clone()))
    }

    /// Whose zone it is.
    #[starlark(attribute)]
    fn owner(this: &Zone) -> starlark::Result<NoneOr<Player>> {
        with_play(|play| {
            Ok(NoneOr::from_option(play.game.parts.zone(this.id()).owner.map(Player::new)))
        })
    }

    /// Its cards as they lie now, left or top first.
    fn cards<'v>(this: &Zone) -> starlark::Result<Vec<Piece>> {
        with_play(|play| {
            Ok(play.game.state.zone(this.id()).iter().map(|id| Piece::new(*id)).collect())
        })
    }

    /// The left-most or top card that has none of the flags and lies with the face asked for.
    fn first<'v>(
        this: &Zone,
        #[starlark(default = UnpackListOrTuple::default())] skip: UnpackListOrTuple<&'v Flag>,
        #[starlark(default = NoneOr::None)] face: NoneOr<&'v str>,
    ) -> starlark::Result<NoneOr<Piece>> {
        let up = self::read_face(face)?;
        with_play(|play| {
            let state = &play.game.state;
            let fits = |id: &&crate::engine::PieceId| {
                let piece = state.piece(**id);
                up.is_none_or(|up| piece.up == up)
                    && skip.items.iter().all(|flag| !piece.has(flag.id()))
            };
            Ok(NoneOr::from_option(
                state.zone(this.id()).iter().find(fits).map(|id| Piece::new(*id)),
            ))
        })
    }

    /// The right-most or lowest cards, so many or all there are, left or top first.
    fn last(this: &Zone, #[starlark(require = pos)] n: i64) -> starlark::Result<Vec<Piece>> {
        with_play(|play| {
            let all = play.game.state.zone(this.id());
            let from = all.len().saturating_sub(usize::try_from(n).unwrap_or(0));
            Ok(all[from..].iter().map(|id| Piece::new(*id)).collect())
        })
    }

    /// How many cards of a name it holds.
    fn count(this: &Zone, #[starlark(require = pos)] name: &str) -> starlark::Result<i64> {
        with_play(|play| {
            let all = play.game.state.zone(this.id()).iter();
            Ok(all.filter(|id| play.game.piece_name(**id) == name).count() as i64)
        })
    }

    /// The first card of a name.
    fn find(this: &Zone, #[starlark(require = pos)] name: &str) -> starlark::Result<NoneOr<Piece>> {
        with_play(|play| {
            let game = &play.game;
            let found = game.state.zone(this.id()).iter().find(|id| game.piece_name(**id) == name);
            Ok(NoneOr::from_option(found.map(|id| Piece::new(*id))))
        })
    }

    /// Shuffles it.
    fn shuffle<'v>(
        this: &Zone,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] stream: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (zone, stream) = (this.id(), stream.into_option());
        with_play_untracked(|play| {
            if let Some(making) = &mut play.making {
                let named = stream.unwrap_or(&play.game.parts.zone(zone).key);
                making.shuffles(zone, named, play.game.state.zone(zone));
            }
        });
        change_game_untracked(eval, |game| game.shuffle(zone, stream, verb.into_option()))?;
        Ok(NoneType)
    }
}

/// The zone of a player whose key is `key`, or else the first whose key ends with it.
fn player_zone(parts: &Components, player: PlayerId, key: &str) -> Option<ZoneId> {
    let ends = |zone: &engine::Zone| {
        zone.key.strip_suffix(key).is_some_and(|before| before.ends_with('.'))
    };
    let owned =
        || (0..).map(ZoneId).zip(&parts.zones).filter(|(_, zone)| zone.owner == Some(player));
    let exact = owned().find(|(_, zone)| zone.key == key);
    exact.or_else(|| owned().find(|(_, zone)| ends(zone))).map(|(id, _)| id)
}

fn no_zone_error(play: &RunningPlay, player: PlayerId, key: &str) -> starlark::Error {
    let parts = &play.game.parts;
    let owned =
        parts.zones.iter().filter(|zone| zone.owner == Some(player)).map(|zone| zone.key.as_str());
    let known: Vec<&str> =
        owned.flat_map(|own| [own, own.rsplit('.').next().unwrap_or(own)]).collect();
    let hint = match nearest_name(key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "write `owner = ...` where its zone is declared".to_owned(),
        None => format!(
            "the zones of this player are {}",
            known.iter().step_by(2).map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    rules_error(format!("{} has no zone `{key}`", parts.player(player).name), Some(hint))
}

#[starlark_module]
pub(super) fn player_methods(builder: &mut MethodsBuilder) {
    /// Printed name.
    #[starlark(attribute)]
    fn name(this: &Player) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.player(id).name.clone()))
    }

    /// The zone that the player owns whose key is `key` or ends with it, as `you.hand` ends with
    /// `hand`.
    fn zone(this: &Player, #[starlark(require = pos)] key: &str) -> starlark::Result<Zone> {
        let found = with_play_untracked(|play| {
            player_zone(&play.game.parts, this.id(), key)
                .ok_or_else(|| no_zone_error(play, this.id(), key))
        });
        found.unwrap_or_else(|| Err(not_playing_error())).map(Zone::new)
    }

    /// The amount of a counter.
    fn count(this: &Player, #[starlark(require = pos)] counter: &Counter) -> starlark::Result<i64> {
        with_play(|play| Ok(play.game.count(CounterHolder::Player(this.id()), counter.id())))
    }

    /// Adds to a counter, or takes away.
    fn add<'v>(
        this: &Player,
        #[starlark(require = pos)] counter: &Counter,
        #[starlark(require = pos)] n: i64,
        #[starlark(default = NoneOr::None)] until: NoneOr<&'v str>,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(until)?;
        change_game(eval, |game| {
            game.change_counter(
                CounterHolder::Player(this.id()),
                counter.id(),
                (n, until),
                verb.into_option(),
            )
        })?;
        Ok(NoneType)
    }
}
