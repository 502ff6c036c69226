//! Converts the log of a game to the portable record: numbers become names.

use std::collections::{BTreeMap, BTreeSet};

use super::components::{ASIDE, Zone, ZoneOrder};
use super::event::{
    Event, EventKind, Party, PassedChartBox, Pending, Subject, Visibility, ZoneSlot,
};
use super::flow::CounterHolder;
use super::game::Game;
use super::grid::ChangedEdge;
use super::ids::{CounterId, FlagId, PieceId, PlayerId, SpaceId, TextId};
use super::pick::Elimination;
use super::trace::{
    Act, EdgeState, NamedBox, NamedPending, NamedSubject, NamedVisibility, NamedZoneSlot,
    PieceState, Snapshot, TraceRecord, ZoneKind,
};

/// Returns all events of a game; `effect` returns the name of the card whose effect a function carries out.
pub fn trace_records(game: &Game, effect: impl Fn(u32) -> Option<String>) -> Vec<TraceRecord> {
    game.log.iter().map(|event| GameNames(game).record(event, &effect)).collect()
}

/// Returns the places of the lines of printed lists that dropped a candidate, ascending.
pub fn deciding_lines(game: &Game) -> Vec<u32> {
    let lines = game.log.iter().flat_map(|event| match &event.what {
        EventKind::Pick { lines, .. } => lines.as_slice(),
        _ => &[],
    });
    let deciding = lines.filter(|line| !line.dropped.is_empty());
    BTreeSet::from_iter(deciding.map(|line| line.place)).into_iter().collect()
}

/// Returns the table as it is now.
pub fn table_snapshot(game: &Game) -> Snapshot {
    let (names, state) = (GameNames(game), &game.state);
    let zones = game.parts.zones.iter().filter(|zone| game.seats.has_zone(zone));
    let phase = state.phase.map(|word| names.text(word));
    Snapshot {
        names: zones.map(|zone| (zone.key.clone(), zone.name.clone())).collect(),
        zones: names.zones(),
        players: names.players(),
        edges: names.edges(),
        stack: state.stack.iter().rev().map(|item| names.pending(item.waiting)).collect(),
        turn: state.turn,
        digest: state.digest(&game.parts, &game.seats, phase.as_deref()),
        phase,
    }
}

/// Returns the kind of every zone, in the order of declaration.
pub fn zone_kinds(game: &Game) -> Vec<ZoneKind> {
    let parts = &game.parts;
    let kind = |zone: &Zone| ZoneKind {
        key: zone.key.clone(),
        name: zone.name.clone(),
        owner: zone.owner.map(|player| parts.player(player).name.clone()),
        pile: zone.order == ZoneOrder::Pile,
        open: game.is_open(zone),
        closed: game.is_closed(zone),
    };
    parts.zones.iter().filter(|zone| game.seats.has_zone(zone)).map(kind).collect()
}

/// Names of the things of one game.
pub struct GameNames<'a>(pub &'a Game);

impl GameNames<'_> {
    fn record(&self, event: &Event, effect: &impl Fn(u32) -> Option<String>) -> TraceRecord {
        let list = if let EventKind::Pick { place, .. } = event.what { Some(place) } else { None };
        TraceRecord {
            verb: self.text(event.verb),
            act: self.act(event),
            // A choice by a printed list follows that list, whichever rule asked for it.
            place: list.or(event.site.place),
            effect: event.site.effect.filter(|_| list.is_none()).and_then(effect),
            scope: event.site.scope,
            turn: event.turn,
            phase: event.phase.map(|word| self.text(word)),
            actor: event.actor.map(|player| self.player(player)),
            cause: event.site.cause,
            seen: self.visibility(event.sees),
        }
    }

    fn visibility(&self, sees: Visibility) -> NamedVisibility {
        match sees {
            Visibility::All => NamedVisibility::All,
            Visibility::Nobody => NamedVisibility::Nobody,
            Visibility::Only(player) => NamedVisibility::Only(self.player(player)),
        }
    }

    /// Returns the pieces of every zone by its key; the zone aside is included only if it has any.
    fn zones(&self) -> BTreeMap<String, Vec<PieceState>> {
        let zones = self.0.parts.zones.iter().zip(&self.0.state.zones);
        let zones = zones.filter(|(zone, _)| self.0.seats.has_zone(zone));
        let shown = zones.filter(|(zone, pieces)| zone.key != ASIDE || !pieces.is_empty());
        let states = |pieces: &[PieceId]| pieces.iter().map(|id| self.piece_state(*id)).collect();
        shown.map(|(zone, pieces)| (zone.key.clone(), states(pieces))).collect()
    }

    /// Returns the counters of every player by name.
    fn players(&self) -> BTreeMap<String, BTreeMap<String, i64>> {
        let ids = self.0.seats.order().iter();
        ids.map(|id| (self.player(*id), self.counters(CounterHolder::Player(*id)))).collect()
    }

    /// Returns the content of an event, with names for the numbers of the kernel.
    fn act(&self, event: &Event) -> Act {
        let piece = |id: PieceId| self.subject(Subject::Piece(id, self.0.shows(event.sees)));
        let space = |id: SpaceId| self.subject(Subject::Space(id));
        match &event.what {
            EventKind::Move { piece: id, from, to, up } => Act::Move {
                piece: piece(*id),
                from: self.zone_slot(*from),
                to: self.zone_slot(*to),
                up: *up,
            },
            EventKind::Stand { piece: id, from, to, space: on, size } => Act::Stand {
                piece: piece(*id),
                from: self.zone_slot(*from),
                to: self.zone_slot(*to),
                space: space(*on),
                size: *size,
            },
            EventKind::Walk { piece: id, from, to, route, cost, was, rotation } => Act::Walk {
                piece: piece(*id),
                from: space(*from),
                to: space(*to),
                route: route.iter().map(|id| self.0.parts.space_name(*id).to_owned()).collect(),
                cost: *cost,
                was: *was,
                rotation: *rotation,
            },
            EventKind::Sight { from, to, free, lines, hit } => Act::Sight {
                from: self.subject(*from),
                to: self.subject(*to),
                free: *free,
                lines: lines.clone(),
                hit: *hit,
            },
            EventKind::Edge { one, other, from, to } => {
                let grid = self.0.parts.grid_of(*one);
                let word = |number| grid.map_or("", |grid| grid.word(number)).to_owned();
                Act::Edge {
                    one: space(*one),
                    other: space(*other),
                    from: word(*from),
                    to: word(*to),
                }
            }
            EventKind::Flip { piece: id, up } => Act::Flip { piece: piece(*id), up: *up },
            EventKind::Rotate { piece: id, was, now } => {
                Act::Rotate { piece: piece(*id), was: *was, now: *now }
            }
            EventKind::Attach { piece: id, host } => {
                Act::Attach { piece: piece(*id), host: self.subject(*host) }
            }
            EventKind::Detach { piece: id, host } => {
                Act::Detach { piece: piece(*id), host: self.subject(*host) }
            }
            EventKind::Flag { piece: id, flag, on } => {
                Act::Flag { piece: piece(*id), flag: self.flag(*flag), on: *on }
            }
            EventKind::Count { of, counter, was, now } => Act::Count {
                of: self.subject(*of),
                counter: self.counter(*counter),
                was: *was,
                now: *now,
            },
            EventKind::Shuffle { zone, cards, order } => {
                Act::Shuffle { zone: self.zone_slot(*zone), cards: *cards, order: order.clone() }
            }
            EventKind::Roll { dice: (die, faces) } => {
                let die = self.0.parts.die(*die);
                let face = |at: &u8| (die.name.clone(), die.faces[*at as usize].text());
                Act::Roll { dice: faces.iter().map(face).collect() }
            }
            EventKind::Pick { place, excluded, lines, chosen } => {
                let excluded =
                    excluded.iter().map(|(thing, why)| (self.subject(*thing), self.text(*why)));
                let named = |line: &Elimination<Subject>| line.map(|one| self.subject(*one));
                Act::Pick {
                    place: *place,
                    excluded: excluded.collect(),
                    lines: lines.iter().map(named).collect(),
                    chosen: chosen.map(|thing| self.subject(thing)),
                }
            }
            EventKind::Ask { question, options, answer, by, from, about, among } => Act::Ask {
                question: self.text(*question),
                options: options.iter().map(|option| self.text(*option)).collect(),
                answer: self.text(*answer),
                by: by.map(|player| self.player(player)),
                from: *from,
                about: about.map(|thing| self.subject(thing)),
                among: self.subjects(among),
            },
            EventKind::Check { question, holds, things, numbers } => Act::Check {
                question: self.text(*question),
                holds: *holds,
                things: self.subjects(things),
                numbers: numbers.clone(),
            },
            EventKind::Phase { name } => Act::Phase { name: self.text(*name) },
            EventKind::Turn { player, number } => {
                Act::Turn { player: self.player(*player), number: *number }
            }
            EventKind::Round { number } => Act::Round { number: *number },
            EventKind::Note { things, numbers } => {
                Act::Note { things: self.subjects(things), numbers: numbers.clone() }
            }
            EventKind::Attempt { reason } => Act::Attempt { reason: self.text(*reason) },
            EventKind::Over { winner, loser, reason } => Act::Over {
                winner: winner.map(|party| self.party(party)),
                loser: loser.map(|party| self.party(party)),
                reason: self.text(*reason),
            },
            EventKind::Box(passed) => Act::Box(self.passed_box(*passed)),
            EventKind::Push { what } => Act::Push { what: self.pending(*what) },
            EventKind::Resolve { what } => Act::Resolve { what: self.pending(*what) },
            EventKind::Eliminate { player } => Act::Eliminate { player: self.player(*player) },
            EventKind::Pass { player } => Act::Pass { player: self.player(*player) },
            EventKind::Trigger { what, by } => {
                Act::Trigger { what: self.pending(*what), by: by.map(|player| self.player(player)) }
            }
        }
    }

    /// Returns the edges that differ from the data.
    fn edges(&self) -> Vec<EdgeState> {
        let parts = &self.0.parts;
        let state = |changed: &ChangedEdge| {
            let grid = parts.grid_of(changed.edge.space)?;
            let other = grid.beyond(changed.edge)?;
            Some(EdgeState {
                one: parts.space_name(changed.edge.space).to_owned(),
                other: parts.space_name(other).to_owned(),
                word: grid.word(changed.word).to_owned(),
            })
        };
        self.0.state.edges.iter().filter_map(state).collect()
    }

    fn pending(&self, waiting: Pending) -> NamedPending {
        match waiting {
            Pending::Thing(subject) => NamedPending::Thing(self.subject(subject)),
            Pending::Label(word) => NamedPending::Label(self.text(word)),
        }
    }

    fn passed_box(&self, passed: PassedChartBox) -> NamedBox {
        let chart = &self.0.parts.charts[passed.chart as usize];
        let own = &chart.boxes[passed.node as usize];
        NamedBox {
            chart: chart.place,
            id: own.id.clone(),
            number: u32::from(passed.node) + 1,
            label: own.label.clone(),
            exit: passed.exit.map(|exit| own.exits[exit as usize].clone()),
            branches: own.exits.len() > 1,
            acts: passed.acts,
        }
    }

    fn subjects(&self, all: &[Subject]) -> Vec<NamedSubject> {
        all.iter().map(|thing| self.subject(*thing)).collect()
    }

    pub fn subject(&self, subject: Subject) -> NamedSubject {
        match subject {
            Subject::Piece(id, seen) => NamedSubject {
                name: self.0.piece_name(id).to_owned(),
                id: id.0,
                owner: self.0.state.piece(id).owner.map(|player| self.player(player)),
                seen,
            },
            Subject::Player(id) => {
                NamedSubject { name: self.player(id), id: u32::from(id.0), owner: None, seen: true }
            }
            Subject::Space(id) => unowned_subject(self.0.parts.space_name(id), id.0.into()),
            Subject::Card(id) => unowned_subject(&self.0.parts.card(id).name, id.0),
        }
    }

    fn zone_slot(&self, at: ZoneSlot) -> NamedZoneSlot {
        let zone = self.0.parts.zone(at.zone);
        NamedZoneSlot { key: zone.key.clone(), name: zone.name.clone(), at: at.index, of: at.of }
    }

    fn piece_state(&self, id: PieceId) -> PieceState {
        let piece = self.0.state.piece(id);
        let flags = (0..self.0.parts.flags.len())
            .map(|at| FlagId(at as u8))
            .filter(|flag| piece.has(*flag));
        PieceState {
            name: self.0.piece_name(id).to_owned(),
            id: id.0,
            owner: piece.owner.map(|player| self.player(player)),
            space: piece.space.map(|space| self.0.parts.space_name(space).to_owned()),
            host: self.0.state.host_of(id).map(|host| host.0),
            face_up: piece.up,
            rotation: piece.rotation,
            size: piece.size,
            flags: flags.map(|flag| self.flag(flag)).collect(),
            counters: self.counters(CounterHolder::Piece(id)),
        }
    }

    /// Returns the counters that are not 0.
    fn counters(&self, holder: CounterHolder) -> BTreeMap<String, i64> {
        let counters = self.0.amounts(holder).counters().into_iter();
        let all = counters.map(|id| (self.counter(id), self.0.count(holder, id)));
        all.filter(|(_, amount)| *amount != 0).collect()
    }

    fn text(&self, word: TextId) -> String {
        self.0.words.text(word).to_owned()
    }

    fn player(&self, id: PlayerId) -> String {
        self.0.parts.player(id).name.clone()
    }

    /// Returns the name of a player or of a team.
    fn party(&self, party: Party) -> String {
        match party {
            Party::Player(player) => self.player(player),
            Party::Team(name) => self.text(name),
        }
    }

    fn flag(&self, id: FlagId) -> String {
        self.0.parts.flag(id).name.clone()
    }

    fn counter(&self, id: CounterId) -> String {
        self.0.parts.counter(id).name.clone()
    }
}

/// Returns a thing that is no piece and has no owner.
fn unowned_subject(name: &str, id: u32) -> NamedSubject {
    NamedSubject { name: name.to_owned(), id, owner: None, seen: true }
}
