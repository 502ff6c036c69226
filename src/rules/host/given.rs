//! What a scenario calls a rule with. In: numbers and words by parameter. Out: what the words stand
//! for in the game that is laid out, or a fault that says what is there.

use starlark::docs::{DocItem, DocMember};
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::context::with_play_untracked;
use super::fault::{did_you_mean, quoted_list};
use super::handles::{PieceHandle, PlayerHandle, SpaceHandle, ZoneHandle};
use crate::engine::trace::{Fault, Start, StartArgument};
use crate::engine::{Game, PieceId, PlayerId, SpaceId, ZoneId, position_fault};

/// The parameter that the player whose turn it is takes.
const PLAYER: &str = "player";

/// The parameters of a function, in order.
#[derive(Debug, Default)]
pub(super) struct RuleParameters {
    names: Vec<String>,
    /// Those without a value of their own.
    required: Vec<String>,
}

impl RuleParameters {
    /// The parameters of a function that is documented so.
    pub(super) fn of(documentation: DocItem) -> Self {
        let DocItem::Member(DocMember::Function(function)) = documentation else {
            return Self::default();
        };
        let named = function.params.pos_or_named.iter().chain(&function.params.named_only);
        let required = named.clone().filter(|parameter| parameter.default_value.is_none());
        Self {
            required: required.map(|parameter| parameter.name.clone()).collect(),
            names: named.map(|parameter| parameter.name.clone()).collect(),
        }
    }

    /// Whether a start calls the function with the player whose turn it is.
    pub(super) fn asks_player(&self, start: &Start) -> bool {
        self.required.first().is_some_and(|first| first == PLAYER)
            && !start.arguments.contains_key(PLAYER)
    }

    /// Refuses what the function has no parameter for, and asks for what it needs.
    pub(super) fn check(&self, start: &Start) -> Result<(), Fault> {
        if let Some(unknown) = start.arguments.keys().find(|name| !self.names.contains(name)) {
            let known = self.names.iter().map(String::as_str);
            let none = || match self.names.as_slice() {
                [] => "the rule takes nothing".to_owned(),
                names => format!("the rule takes {}", quoted_list(names.iter())),
            };
            let hint = did_you_mean(unknown, known).unwrap_or_else(none);
            let message = format!("the rule that is played has no parameter `{unknown}`");
            return Err(position_fault(message, Some(hint)));
        }
        let is_given =
            |name: &&String| *name == PLAYER || start.arguments.contains_key(name.as_str());
        match self.required.iter().find(|name| !is_given(name)) {
            None => Ok(()),
            Some(missing) => {
                let message = format!("the rule that is played asks for `{missing}`");
                let hint = format!("say it under `[with]`: {missing} = \"...\", or a whole number");
                Err(position_fault(message, Some(hint)))
            }
        }
    }
}

/// The arguments of a start as the rules see them, by parameter.
pub(super) fn given_arguments<'v, 's>(
    start: &'s Start,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Vec<(&'s str, Value<'v>)>, Fault> {
    let given = start.arguments.iter();
    given.map(|(name, argument)| Ok((name.as_str(), argument_value(argument, eval)?))).collect()
}

fn argument_value<'v>(
    argument: &StartArgument,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Value<'v>, Fault> {
    let heap = eval.heap();
    let words = match argument {
        StartArgument::Number(number) => return Ok(heap.alloc(*number)),
        StartArgument::Truth(truth) => return Ok(Value::new_bool(*truth)),
        StartArgument::Words(words) => words,
    };
    let meant = with_play_untracked(|play| named_thing(&play.game, words));
    Ok(match meant.unwrap_or(Ok(NamedThing::Words))? {
        NamedThing::Player(player) => heap.alloc(PlayerHandle::new(player)),
        NamedThing::Zone(zone) => heap.alloc(ZoneHandle::new(zone)),
        NamedThing::Space(space) => heap.alloc(SpaceHandle::new(space)),
        NamedThing::Piece(piece) => heap.alloc(PieceHandle::new(piece)),
        NamedThing::Words => heap.alloc(words.as_str()),
    })
}

/// What words of a scenario stand for.
enum NamedThing {
    Player(PlayerId),
    Zone(ZoneId),
    Space(SpaceId),
    Piece(PieceId),
    /// Nothing but themselves.
    Words,
}

/// What words stand for: a player, zone or space of that name, `CARD in ZONE`, or a card of which
/// there is one; else themselves.
fn named_thing(game: &Game, words: &str) -> Result<NamedThing, Fault> {
    let mut seated = game.seats.order().iter().copied();
    if let Some(player) = seated.find(|id| game.parts.player(*id).name == words) {
        return Ok(NamedThing::Player(player));
    }
    if let Some(zone) = game.parts.zone_of_key(words) {
        return Ok(NamedThing::Zone(zone));
    }
    if let Some(space) = game.parts.space_of_name(words) {
        return Ok(NamedThing::Space(space));
    }
    if let Some((card, key)) = words.rsplit_once(" in ")
        && let Some(zone) = game.parts.zone_of_key(key)
    {
        return piece_in_zone(game, card, zone).map(NamedThing::Piece);
    }
    let mut named = game.state.piece_ids().filter(|piece| game.piece_name(*piece) == words);
    match (named.next(), named.next()) {
        (None, _) => Ok(NamedThing::Words),
        (Some(piece), None) => Ok(NamedThing::Piece(piece)),
        (Some(_), Some(_)) => Err(many_of_name(words)),
    }
}

fn piece_in_zone(game: &Game, card: &str, zone: ZoneId) -> Result<PieceId, Fault> {
    let mut lying = game.state.zone(zone).iter().copied();
    lying.find(|piece| game.piece_name(*piece) == card).ok_or_else(|| {
        let key = &game.parts.zone(zone).key;
        let names = game.state.zone(zone).iter().map(|piece| game.piece_name(*piece));
        position_fault(format!("no `{card}` lies in `{key}`"), did_you_mean(card, names))
    })
}

fn many_of_name(words: &str) -> Fault {
    let hint = format!("say in which zone it lies: \"{words} in ...\"");
    position_fault(format!("several pieces are called `{words}`"), Some(hint))
}
