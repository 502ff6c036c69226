//! Lays out a position: the cards of each zone when a play starts.
//!
//! In: a game whose pieces are all made and in their home zones. Out: the same pieces, laid out; no event is
//! appended.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::attachments::Attachment;
use super::components::{ASIDE, Components, ZoneOrder};
use super::flow::CounterHolder;
use super::game::Game;
use super::ids::{CardId, CounterId, PieceId, ZoneId};
use super::laid_map::{check_apart, check_laid_room};
use super::random::text_hash;
use super::seats::{player_bit, player_named};
use super::state::{GameState, Lifetime, TimedFlag, flag_bit};
use super::trace::{Fault, PlacedCard, PlacedCounter, PlacedFlag, PlacedPlayer, ZoneLayout};
use base::diagnostic::did_you_mean;

/// Last entry of a pile that keeps other cards away.
pub const NOTHING_ELSE: &str = "nothing else";
/// Hint for a player who does not play.
const SEATS_HINT: &str = "say who plays: `players = 3`, or a list of names";

/// Lays out `puts`, one zone after the other. Cards named in `extra` belong to this play only and are made
/// again each time they are named. Every other card is taken from the zone itself, from a pile that is its
/// home, or from elsewhere; of several, the lowest. A card that was laid out is not taken again. Attachments
/// of a card that was laid out are let go.
pub fn lay_out_position(
    game: &mut Game,
    puts: &[ZoneLayout],
    extra: &BTreeMap<String, CardId>,
) -> Result<(), Fault> {
    let before: Vec<ZoneId> = game.state.pieces.iter().map(|piece| piece.zone).collect();
    let mut laid = PositionLayout { placed: Vec::new(), zones: Vec::new(), hosts: Vec::new() };
    for put in puts {
        let zone = zone_named(game, &put.zone)?;
        if laid.zones.contains(&zone) {
            return Err(position_fault(
                format!("the position lays out `{}` twice", put.zone),
                None,
            ));
        }
        laid.zones.push(zone);
        laid.lay_out_zone(game, zone, &put.cards, extra)?;
    }
    laid.let_go_of_moved(game, &before);
    check_apart(game, &laid.placed)?;
    laid.attach_pieces(game)
}

/// Gives players the counters of the position.
pub fn lay_out_players(game: &mut Game, players: &[PlacedPlayer]) -> Result<(), Fault> {
    for placed in players {
        let player = player_named(&game.parts, &placed.name)?;
        if !game.seats.holds(player) {
            let message = format!("`{}` does not play", placed.name);
            return Err(position_fault(message, Some(SEATS_HINT.to_owned())));
        }
        let holder = CounterHolder::Player(player);
        add_counters(game, holder, &placed.name, &placed.counters)?;
        if placed.out {
            game.state.out |= player_bit(player);
        }
    }
    Ok(())
}

/// Pieces and zones that were laid out so far.
struct PositionLayout {
    placed: Vec<PieceId>,
    zones: Vec<ZoneId>,
    /// Pieces with the names of their hosts.
    hosts: Vec<(PieceId, String)>,
}

impl PositionLayout {
    fn lay_out_zone(
        &mut self,
        game: &mut Game,
        zone: ZoneId,
        cards: &[PlacedCard],
        extra: &BTreeMap<String, CardId>,
    ) -> Result<(), Fault> {
        let (cards, alone) = match cards.split_last() {
            Some((last, rest)) if last.name == NOTHING_ELSE => (rest, true),
            _ => (cards, game.parts.zone(zone).order == ZoneOrder::Row),
        };
        let own = game.state.zone(zone).to_vec();
        if alone {
            for piece in own.iter().filter(|piece| !self.placed.contains(piece)) {
                send_home(game, zone, *piece);
            }
        }
        for (at, card) in cards.iter().enumerate() {
            let piece = match extra.get(&card.name) {
                Some(row) => game
                    .make_piece(*row, zone, None)
                    .map_err(|_| position_fault("the position has too many cards", None))?,
                None => self.take_piece(game, zone, &own, &card.name)?,
            };
            self.placed.push(piece);
            game.state.relocate(piece, zone, at);
            dress_piece(game, piece, card)?;
            self.hosts.extend(card.host.clone().map(|host| (piece, host)));
        }
        Ok(())
    }

    /// Lets go of earlier attachments whose pieces have moved; `before` has the zone of each piece.
    fn let_go_of_moved(&self, game: &mut Game, before: &[ZoneId]) {
        let GameState { pieces, attached, .. } = &mut game.state;
        let stays = |id: PieceId| {
            let zone = pieces[id.0 as usize].zone;
            !self.placed.contains(&id) && before.get(id.0 as usize) == Some(&zone)
        };
        attached.retain(|tie| stays(tie.piece) && stays(tie.host));
    }

    /// Attaches each card to the host that its position names.
    fn attach_pieces(&self, game: &mut Game) -> Result<(), Fault> {
        for (piece, name) in &self.hosts {
            let host = self.named_host(game, *piece, name)?;
            game.state.attached.push(Attachment { piece: *piece, host, along: false });
        }
        match self.hosts.iter().find(|(piece, _)| is_circle(&game.state, *piece)) {
            Some((piece, _)) => Err(position_fault(
                format!("`{}` is attached to itself through others", game.piece_name(*piece)),
                None,
            )),
            None => Ok(()),
        }
    }

    /// Returns the host of a piece: the piece of this name that was laid out, or for `Spark (2)` the second
    /// of the position. Of several, it is the nearest one before the piece in its zone, or else any if they
    /// are alike.
    fn named_host(&self, game: &Game, piece: PieceId, name: &str) -> Result<PieceId, Fault> {
        let of_name = |name: &str| -> Vec<PieceId> {
            let laid = self.placed.iter().copied();
            laid.filter(|host| game.piece_name(*host) == name).collect()
        };
        let (mut hosts, numbered) = (of_name(name), split_ordinal(name));
        if let (Some((card, nth)), true) = (numbered, hosts.is_empty()) {
            return match of_name(card).get(nth - 1) {
                Some(host) if *host == piece => Err(attached_to_itself(name)),
                Some(host) => Ok(*host),
                None => Err(self.missing_host(game, piece, name)),
            };
        }
        hosts.retain(|host| *host != piece);
        let at = (game.state.piece(piece).zone, game.state.index_in_zone(piece));
        let behind = |host: &PieceId| {
            let of = game.state.index_in_zone(*host);
            (game.state.piece(*host).zone == at.0 && of < at.1).then_some(of)
        };
        let before = hosts.iter().copied().filter(|host| behind(host).is_some()).max_by_key(behind);
        match (before, hosts.as_slice()) {
            (Some(host), _) => Ok(host),
            (None, []) => Err(self.missing_host(game, piece, name)),
            (None, [host, ..]) if game.are_alike(&hosts) => Ok(*host),
            (None, _) => Err(several_hosts(game.piece_name(piece), name)),
        }
    }

    fn missing_host(&self, game: &Game, piece: PieceId, name: &str) -> Fault {
        if game.piece_name(piece) == name {
            return attached_to_itself(name);
        }
        let known = self.placed.iter().filter(|other| **other != piece);
        let known = known.map(|other| game.piece_name(*other));
        let message = format!(
            "the position has no `{name}` for `{}` to be attached to",
            game.piece_name(piece)
        );
        position_fault(message, did_you_mean(name, known))
    }

    /// Returns the piece of this name that is taken for `zone`, which had the pieces `own`.
    fn take_piece(
        &self,
        game: &Game,
        zone: ZoneId,
        own: &[PieceId],
        name: &str,
    ) -> Result<PieceId, Fault> {
        let wanted = text_hash(name) as u64;
        let named = |piece: &PieceId| game.parts.card(game.state.piece(*piece).card).hash == wanted;
        let free =
            game.state.piece_ids().filter(|piece| named(piece) && !self.placed.contains(piece));
        let first = free.min_by_key(|id| taking_order(game, zone, own, *id));
        first.ok_or_else(|| missing_card(game, zone, name))
    }
}

/// Returns the sort key by which pieces of one name are taken for `zone`, which had the pieces `own`; the
/// least is taken first.
fn taking_order(
    game: &Game,
    zone: ZoneId,
    own: &[PieceId],
    id: PieceId,
) -> (bool, u8, ZoneId, Reverse<usize>) {
    let piece = game.state.piece(id);
    let in_pile = game.parts.zone(piece.zone).order == ZoneOrder::Pile;
    let group = match own.contains(&id) {
        true => 0,
        // Pieces of a pile that is their home are taken before others from elsewhere.
        false if in_pile && piece.zone == piece.home => 1,
        false => 2,
    };
    let foreign = piece.owner != game.parts.zone(zone).owner;
    (foreign, group, piece.zone, Reverse(game.state.index_in_zone(id)))
}

fn attached_to_itself(name: &str) -> Fault {
    let hint = "name another card of the position".to_owned();
    position_fault(format!("`{name}` cannot be attached to itself"), Some(hint))
}

fn several_hosts(piece: &str, host: &str) -> Fault {
    let message = format!("`{piece}` could be attached to several different `{host}`");
    let hint = format!(
        "write `attached to {host} (2)` for the second in the position, or `{piece}` after its host"
    );
    position_fault(message, Some(hint))
}

/// Splits `Spark (2)` into the name and the ordinal, which counts from 1.
pub fn split_ordinal(words: &str) -> Option<(&str, usize)> {
    let (name, number) = words.strip_suffix(')')?.rsplit_once(" (")?;
    let nth = number.parse().ok().filter(|nth| *nth > 0)?;
    Some((name, nth))
}

/// True if the hosts of a piece lead back to it.
fn is_circle(state: &GameState, piece: PieceId) -> bool {
    let hosts = std::iter::successors(state.host_of(piece), |at| state.host_of(*at));
    hosts.take(state.attached.len()).any(|host| host == piece)
}

/// Moves a piece from a zone to the bottom of its home zone; if it is already in its home, moves it to the
/// zone `ASIDE`.
fn send_home(game: &mut Game, zone: ZoneId, piece: PieceId) {
    let home = game.state.piece(piece).home;
    let aside = || game.parts.zone_of_key(ASIDE).unwrap_or(zone);
    let to = if home == zone { aside() } else { home };
    let end = game.state.zone(to).len() - usize::from(to == zone);
    game.state.relocate(piece, to, end);
    game.state.piece_mut(piece).up = game.parts.zone(to).up;
}

/// Gives a piece the side, flags and counters that the position names.
fn dress_piece(game: &mut Game, piece: PieceId, card: &PlacedCard) -> Result<(), Fault> {
    let parts = Arc::clone(&game.parts);
    let own = game.state.piece_mut(piece);
    own.up = card.face_up.unwrap_or(parts.zone(own.zone).up);
    if let Some(name) = &card.space {
        let known = parts.spaces.iter().map(|space| &*parts.card(space.card).name);
        let space = parts.space_of_name(name);
        own.space = Some(space.ok_or_else(|| unknown_name("space", name, known))?);
    }
    own.rotation = card.rotation;
    own.size = card.size.unwrap_or(own.size);
    check_laid_room(game, piece)?;
    for PlacedFlag { name, until } in &card.flags {
        let known = parts.flags.iter().map(|flag| flag.name.as_str());
        let flag = parts.flag_of_name(name).ok_or_else(|| unknown_name("flag", name, known))?;
        game.state.piece_mut(piece).flags |= flag_bit(flag);
        if *until != Lifetime::Game {
            game.state.timed.push(TimedFlag { piece, flag, until: *until });
        }
    }
    add_counters(game, CounterHolder::Piece(piece), &card.name, &card.counters)
}

/// Gives a piece or a player counters: lasting amounts set the counter, and temporary ones are added.
fn add_counters(
    game: &mut Game,
    holder: CounterHolder,
    name: &str,
    counters: &[PlacedCounter],
) -> Result<(), Fault> {
    let parts = Arc::clone(&game.parts);
    for placed in counters {
        let counter = counter_named(&parts, &placed.name)?;
        let has = match placed.until {
            Lifetime::Game => game.lasting_count(holder, counter, Lifetime::Game),
            Lifetime::Phase | Lifetime::Turn | Lifetime::Round => 0,
        };
        let more = placed.amount.checked_sub(has);
        let more = more.ok_or_else(|| impossible_amount(name, &placed.name, placed.amount))?;
        let start = parts.counter(counter).start();
        if !game.amounts(holder).has_room(counter, start, more, placed.until) {
            let message = format!("`{}` of `{name}` would be too large a number", placed.name);
            return Err(position_fault(message, None));
        }
        game.amounts_mut(holder).add(counter, placed.until, more);
    }
    for placed in counters {
        let counter = counter_named(&parts, &placed.name)?;
        let amount = game.count(holder, counter);
        if !parts.counter(counter).allows(amount) {
            return Err(impossible_amount(name, &placed.name, amount));
        }
    }
    Ok(())
}

fn impossible_amount(whose: &str, counter: &str, amount: i64) -> Fault {
    position_fault(format!("`{whose}` cannot have {amount} of `{counter}`"), None)
}

fn counter_named(parts: &Components, name: &str) -> Result<CounterId, Fault> {
    let known = parts.counters.iter().map(|counter| counter.name.as_str());
    parts.counter_of_name(name).ok_or_else(|| unknown_name("counter", name, known))
}

fn zone_named(game: &Game, key: &str) -> Result<ZoneId, Fault> {
    let zones = game.parts.zones.iter().filter(|zone| game.seats.has_zone(zone));
    let known = zones.map(|zone| zone.key.as_str()).filter(|key| *key != ASIDE);
    let zone = game.parts.zone_of_key(key).ok_or_else(|| unknown_name("zone", key, known))?;
    match game.parts.zone(zone).owner.filter(|owner| !game.seats.holds(*owner)) {
        Some(absent) => {
            let owner = &game.parts.player(absent).name;
            let message = format!("`{key}` belongs to `{owner}`, who does not play");
            Err(position_fault(message, Some(SEATS_HINT.to_owned())))
        }
        None => Ok(zone),
    }
}

/// Returns a fault for the name of a thing that the game lacks.
pub fn unknown_name<'k>(what: &str, name: &str, known: impl Iterator<Item = &'k str>) -> Fault {
    position_fault(format!("unknown {what} `{name}`"), did_you_mean(name, known))
}

fn missing_card(game: &Game, zone: ZoneId, name: &str) -> Fault {
    let key = &game.parts.zone(zone).key;
    let copies = game.state.piece_ids().filter(|piece| game.piece_name(*piece) == name);
    match copies.count() {
        0 if game.parts.cards.iter().any(|card| *card.name == *name) => {
            let message = format!("no piece is called `{name}`, so none can be in `{key}`");
            let hint =
                "the card data has this card, but set-up makes no copy of it; name another card";
            position_fault(message, Some(hint.to_owned()))
        }
        0 => {
            let known = game.parts.cards.iter().map(|card| &*card.name);
            let hint = did_you_mean(name, known);
            position_fault(format!("unknown card `{name}` for `{key}`"), hint)
        }
        copies => {
            let all = format!("the game has {copies} in all, and the position names more");
            position_fault(format!("no `{name}` is left for `{key}`: {all}"), None)
        }
    }
}

/// Returns a fault in a position, which has no place in a module.
pub fn position_fault(message: impl Into<String>, hint: Option<String>) -> Fault {
    Fault { message: message.into(), hint, ..Fault::default() }
}
