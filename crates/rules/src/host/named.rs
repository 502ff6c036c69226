//! Resolves words of a scenario in a game: a player, a zone, a space or a card. In: the arguments of a rule
//! that are words. Out: the things, or a fault at the words, even if only the rules could not use them.

use super::fault::quoted_list;
use super::given::{PLAYER, argument_fault};
use crate::engine::trace::{Fault, Start, StartArgument};
use crate::engine::{Game, PieceId, PlayerId, SpaceId, ZoneId, ZoneOrder, split_ordinal};
use base::diagnostic::did_you_mean;

/// Thing that words of a scenario name.
pub enum NamedThing {
    Player(PlayerId),
    Zone(ZoneId),
    Space(SpaceId),
    Piece(PieceId),
    /// No thing: the words themselves.
    Words,
}

/// Message and hint for words that cannot name a thing.
type Refusal = (String, Option<String>);

/// Resolves words in a game.
pub struct NamedIn<'g>(pub &'g Game);

impl NamedIn<'_> {
    /// Returns the player, zone or space of that name, the card of `CARD in ZONE`, or the only card of that
    /// name; otherwise the words themselves.
    pub fn argument(&self, parameter: &str, words: &str) -> Result<NamedThing, Fault> {
        let refuse = |(message, hint)| argument_fault(parameter, message, hint);
        let thing = self.thing(words).map_err(refuse)?;
        match thing {
            NamedThing::Words if parameter == PLAYER => {
                let hint = did_you_mean(words, self.players());
                Err(refuse((format!("unknown player `{words}`"), hint)))
            }
            thing => Ok(thing),
        }
    }

    fn thing(&self, words: &str) -> Result<NamedThing, Refusal> {
        let parts = &self.0.parts;
        if let Some(player) = parts.player_ids().find(|id| parts.player(*id).name == words) {
            return self.seated(player).map(NamedThing::Player);
        }
        if let Some(zone) = parts.zone_of_key(words) {
            return Ok(NamedThing::Zone(zone));
        }
        if let Some(space) = parts.space_of_name(words) {
            return Ok(NamedThing::Space(space));
        }
        if let Some((card, key)) = words.rsplit_once(" in ") {
            match parts.zone_of_key(key) {
                Some(zone) => return self.piece_in_zone(card, zone).map(NamedThing::Piece),
                None if self.is_card(card) => {
                    let hint = did_you_mean(key, self.zone_keys());
                    return Err((format!("unknown zone `{key}`"), hint));
                }
                None => {}
            }
        }
        self.lone_piece(words)
    }

    /// Returns the only card of a name.
    fn lone_piece(&self, words: &str) -> Result<NamedThing, Refusal> {
        let mut named = self.of_name(words);
        match (named.next(), named.next()) {
            (None, _) => Ok(NamedThing::Words),
            (Some(piece), None) => Ok(NamedThing::Piece(piece)),
            (Some(_), Some(_)) => {
                let zones = self.zones_with(words);
                let places: Vec<String> =
                    zones.iter().map(|key| format!("\"{words} in {key}\"")).collect();
                let hint = format!("name its zone too: {}", places.join(", "));
                Err((format!("several pieces are called `{words}`"), Some(hint)))
            }
        }
    }

    fn seated(&self, player: PlayerId) -> Result<PlayerId, Refusal> {
        if self.0.seats.holds(player) {
            return Ok(player);
        }
        let hint = "list the players under `players`".to_owned();
        Err((format!("`{}` does not play", self.0.parts.player(player).name), Some(hint)))
    }

    fn of_name(&self, name: &str) -> impl Iterator<Item = PieceId> {
        self.0.state.piece_ids().filter(move |piece| self.0.piece_name(*piece) == name)
    }

    /// True if a card has this name, or if `Owl (2)` means the second card of a name.
    fn is_card(&self, card: &str) -> bool {
        let is_named = |name: &str| self.of_name(name).next().is_some();
        is_named(card) || split_ordinal(card).is_some_and(|(name, _)| is_named(name))
    }

    /// Returns the card `Owl`, if the zone has one or all there are alike; or `Owl (2)`, the second from the
    /// left or the top.
    fn piece_in_zone(&self, card: &str, zone: ZoneId) -> Result<PieceId, Refusal> {
        let lying = self.lying(card, zone);
        match (lying.as_slice(), split_ordinal(card)) {
            ([], Some((name, nth))) if self.of_name(card).next().is_none() => {
                let lying = self.lying(name, zone);
                lying.get(nth - 1).copied().ok_or_else(|| {
                    let (count, key) = (lying.len(), &self.0.parts.zone(zone).key);
                    (format!("`{key}` has only {count} `{name}`"), None)
                })
            }
            ([], _) => Err(self.not_there(card, zone)),
            ([piece, ..], _) if self.0.are_alike(&lying) => Ok(*piece),
            _ => Err(self.several_there(card, zone)),
        }
    }

    /// Returns the cards of a name in a zone, left or top first.
    fn lying(&self, card: &str, zone: ZoneId) -> Vec<PieceId> {
        let lying = self.0.state.zone(zone).iter().copied();
        lying.filter(|piece| self.0.piece_name(*piece) == card).collect()
    }

    fn not_there(&self, card: &str, zone: ZoneId) -> Refusal {
        let key = &self.0.parts.zone(zone).key;
        let names = self.0.state.zone(zone).iter().map(|piece| self.0.piece_name(*piece));
        let elsewhere = || {
            let zones = self.zones_with(card);
            (!zones.is_empty()).then(|| format!("it is in {}", quoted_list(zones.iter())))
        };
        (format!("there is no `{card}` in `{key}`"), did_you_mean(card, names).or_else(elsewhere))
    }

    fn several_there(&self, card: &str, zone: ZoneId) -> Refusal {
        let zone = self.0.parts.zone(zone);
        let first = match zone.order {
            ZoneOrder::Row => "left",
            ZoneOrder::Pile => "top",
        };
        let key = &zone.key;
        let hint = format!("write \"{card} (2) in {key}\" for the second from the {first}");
        (format!("`{key}` has several different `{card}`"), Some(hint))
    }

    /// Returns the keys of the zones that have a card.
    fn zones_with(&self, card: &str) -> Vec<&str> {
        let zones = self.0.parts.zones.iter().zip(&self.0.state.zones);
        let holds = |pieces: &[PieceId]| pieces.iter().any(|id| self.0.piece_name(*id) == card);
        let zones = zones.filter(|(_, pieces)| holds(pieces));
        zones.map(|(zone, _)| zone.key.as_str()).collect()
    }

    fn zone_keys(&self) -> impl Iterator<Item = &str> {
        let zones = self.0.parts.zones.iter().filter(|zone| self.0.seats.has_zone(zone));
        zones.map(|zone| zone.key.as_str())
    }

    fn players(&self) -> impl Iterator<Item = &str> {
        self.0.seats.order().iter().map(|id| self.0.parts.player(*id).name.as_str())
    }

    /// Returns a hint with the name that the words may mean.
    fn meant(&self, words: &str) -> Option<String> {
        let game = self.0;
        let spaces = game.parts.spaces.iter().map(|space| &*game.parts.card(space.card).name);
        let pieces = game.state.piece_ids().map(|piece| game.piece_name(piece));
        let known = self.players().chain(self.zone_keys()).chain(spaces).chain(pieces);
        did_you_mean(words, known.chain(game.seats.team_names()))
    }
}

/// Adds the argument to a fault of the rules that comes from an argument: its words name nothing, and the
/// rules wanted a thing.
pub fn blame_argument(fault: Fault, start: &Start, game: &Game) -> Fault {
    let names = NamedIn(game);
    let plain: Vec<(&str, &str)> = plain_words(start, &names).collect();
    let told = |(_, words): &&(&str, &str)| fault.message.contains(&format!("`{words}`"));
    if let Some((parameter, words)) = plain.iter().find(told) {
        let entry = argument_fault(parameter, String::new(), None).entry;
        return Fault { entry, hint: fault.hint.or_else(|| names.meant(words)), ..fault };
    }
    if !fault.message.contains("`string`") {
        return fault;
    }
    let near = plain.iter().find_map(|one| Some((*one, names.meant(one.1)?)));
    let ((parameter, words), hint) = match (near, plain.as_slice()) {
        (Some(near), _) => near,
        (None, [lone]) => {
            let card = game.state.piece_ids().next().map(|piece| {
                let key = &game.parts.zone(game.state.piece(piece).zone).key;
                let name = game.piece_name(piece);
                format!(", such as `{name}`, or `{name} in {key}` where there are several")
            });
            let card = card.unwrap_or_default();
            (*lone, format!("name a player, a zone, a space or a card{card}"))
        }
        (None, _) => return fault,
    };
    let Fault { message, hint, entry, .. } =
        argument_fault(parameter, format!("this game has nothing called `{words}`"), Some(hint));
    Fault { message, hint, entry, ..fault }
}

/// Returns the arguments that are words and name nothing, by parameter.
fn plain_words<'s>(
    start: &'s Start,
    names: &NamedIn<'_>,
) -> impl Iterator<Item = (&'s str, &'s str)> {
    start.arguments.iter().filter_map(|(parameter, argument)| match argument {
        StartArgument::Words(words) => {
            let thing = names.thing(words);
            matches!(thing, Ok(NamedThing::Words)).then_some((parameter.as_str(), words.as_str()))
        }
        StartArgument::Number(_) | StartArgument::Truth(_) => None,
    })
}
