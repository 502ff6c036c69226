//! From the log of a game to the portable record: numbers become names.

use std::collections::BTreeMap;

use super::components::{ASIDE, Zone, ZoneOrder};
use super::event::{
    AskedQuestion, Event, EventKind, GameEnding, Party, PassedChartBox, Pending, PickAccount,
    Subject, Visibility, ZoneSlot,
};
use super::flow::CounterHolder;
use super::game::Game;
use super::grid::{ChangedEdge, SightAccount, SightLines, WalkAccount};
use super::ids::{CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, TextId, ZoneId};
use super::pick::Elimination;
use super::trace::{
    Act, EdgeState, NamedElimination, NamedPending, NamedSubject, NamedVisibility, NamedZoneSlot,
    PieceState, Snapshot, TraceRecord, ZoneKind,
};

/// Everything that happened in a game; `effect` names the card of the function that carries out an
/// effect.
pub fn trace_records(game: &Game, effect: impl Fn(u32) -> Option<String>) -> Vec<TraceRecord> {
    game.log.iter().map(|event| GameNames(game).record(event, &effect)).collect()
}

/// Places of the lines of printed lists that dropped a candidate, ascending.
pub fn deciding_lines(game: &Game) -> Vec<u32> {
    let lines = game.log.iter().filter_map(Event::pick).flat_map(|account| &account.lines);
    let deciding = lines.filter(|line| !line.dropped.is_empty());
    distinct(deciding.map(|line| line.tie_breaker.place))
}

/// Places that events cite, ascending.
pub fn cited_places(game: &Game) -> Vec<u32> {
    distinct(game.log.iter().filter_map(|event| event.site.place))
}

/// Small numbers ascending, each once.
fn distinct(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut seen: Vec<bool> = Vec::new();
    for number in numbers {
        if seen.len() <= number as usize {
            seen.resize(number as usize + 1, false);
        }
        seen[number as usize] = true;
    }
    (0..).zip(seen).filter_map(|(number, seen)| seen.then_some(number)).collect()
}

/// The table as it is now.
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
        digest: state.digest((&game.parts, &game.seats), phase.as_deref()),
        phase,
    }
}

/// How every zone lies, in the order of declaration.
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
        let list = event.pick().map(|account| account.place);
        TraceRecord {
            verb: self.text(event.verb),
            act: self.act(event),
            // A choice by a printed list follows that list, whoever asked for it.
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

    /// The pieces of every zone by its key; the zone aside is shown only if it holds any.
    fn zones(&self) -> BTreeMap<String, Vec<PieceState>> {
        let zones = self.0.parts.zones.iter().zip(&self.0.state.zones);
        let zones = zones.filter(|(zone, _)| self.0.seats.has_zone(zone));
        let shown = zones.filter(|(zone, pieces)| zone.key != ASIDE || !pieces.is_empty());
        let states = |pieces: &[PieceId]| pieces.iter().map(|id| self.piece_state(*id)).collect();
        shown.map(|(zone, pieces)| (zone.key.clone(), states(pieces))).collect()
    }

    /// The counters of every player by name.
    fn players(&self) -> BTreeMap<String, BTreeMap<String, i64>> {
        let ids = self.0.seats.order().iter();
        ids.map(|id| (self.player(*id), self.counters(CounterHolder::Player(*id)))).collect()
    }

    fn act(&self, event: &Event) -> Act {
        let piece = |id: PieceId| self.subject(Subject::Piece(id, self.0.shows(event.sees)));
        match &event.what {
            EventKind::Move(id, from, to, up) => Act::Move {
                piece: piece(*id),
                from: self.zone_slot(*from),
                to: self.zone_slot(*to),
                up: *up,
            },
            EventKind::Stand(id, (from, to), space, size) => Act::Stand {
                piece: piece(*id),
                from: self.zone_slot(*from),
                to: self.zone_slot(*to),
                space: self.subject(Subject::Space(*space)),
                size: *size,
            },
            EventKind::Walk(id, walk) => self.walk_act(piece(*id), walk),
            EventKind::Sight(sight) => self.sight_act(sight),
            EventKind::Edge(spaces, words) => self.edge_act(*spaces, *words),
            EventKind::Flip(id, up) => Act::Flip { piece: piece(*id), up: *up },
            EventKind::Rotate(id, was, now) => {
                Act::Rotate { piece: piece(*id), was: *was, now: *now }
            }
            EventKind::Attach(id, host) => {
                Act::Attach { piece: piece(*id), host: self.subject(*host) }
            }
            EventKind::Detach(id, host) => {
                Act::Detach { piece: piece(*id), host: self.subject(*host) }
            }
            EventKind::Flag(id, flag, on) => {
                Act::Flag { piece: piece(*id), flag: self.flag(*flag), on: *on }
            }
            EventKind::Count(of, counter, was, now) => Act::Count {
                of: self.subject(*of),
                counter: self.counter(*counter),
                was: *was,
                now: *now,
            },

            EventKind::Shuffle(zone, lies) => self.shuffle_act(*zone, lies),
            EventKind::Roll(die, faces) => self.roll_act(*die, faces),
            EventKind::Pick(account) => self.pick_act(account),
            EventKind::Ask(asked) => self.ask_act(asked),
            EventKind::Check(question, holds, things, numbers) => Act::Check {
                question: self.text(*question),
                holds: *holds,
                things: self.subjects(things),
                numbers: numbers.clone(),
            },
            EventKind::Phase(name) => Act::Phase { name: self.text(*name) },
            EventKind::Turn(player) => {
                Act::Turn { player: self.player(*player), number: event.turn }
            }
            EventKind::Round(number) => Act::Round { number: *number },
            EventKind::Note(things, numbers) => {
                Act::Note { things: self.subjects(things), numbers: numbers.clone() }
            }
            EventKind::Attempt(reason) => Act::Attempt { reason: self.text(*reason) },

            EventKind::Over(ending) => self.over_act(ending),
            EventKind::Box(passed) => self.box_act(*passed),
            EventKind::Push(waiting) => Act::Push { what: self.pending(*waiting) },
            EventKind::Resolve(waiting) => Act::Resolve { what: self.pending(*waiting) },
            EventKind::Eliminate(player) => Act::Eliminate { player: self.player(*player) },
            EventKind::Pass(player) => Act::Pass { player: self.player(*player) },
            EventKind::Trigger(waiting, by) => Act::Trigger {
                what: self.pending(*waiting),
                by: by.map(|player| self.player(player)),
            },
        }
    }

    fn walk_act(&self, piece: NamedSubject, walk: &WalkAccount) -> Act {
        let space = |id: Option<&SpaceId>| self.subject(Subject::Space(*id.unwrap_or(&SpaceId(0))));
        let names = walk.route.iter().map(|id| self.0.parts.space_name(*id).to_owned());
        Act::Walk {
            piece,
            from: space(walk.route.first()),
            to: space(walk.route.last()),
            route: names.collect(),
            cost: walk.cost,
            was: walk.was,
            rotation: walk.rotation,
        }
    }

    fn sight_act(&self, sight: &SightAccount) -> Act {
        let SightLines { free, lines, hit } = &sight.lines;
        Act::Sight {
            from: self.subject(sight.from),
            to: self.subject(sight.to),
            free: *free,
            lines: lines.clone(),
            hit: *hit,
        }
    }

    fn edge_act(&self, (one, other): (SpaceId, SpaceId), (was, now): (u8, u8)) -> Act {
        let grid = self.0.parts.grid_of(one);
        let word = |number| grid.map_or("", |grid| grid.word(number)).to_owned();
        Act::Edge {
            one: self.subject(Subject::Space(one)),
            other: self.subject(Subject::Space(other)),
            from: word(was),
            to: word(now),
        }
    }

    /// Edges that are other than the data says.
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

    fn shuffle_act(&self, zone: ZoneId, lies: &[PieceId]) -> Act {
        let cards = lies.len() as u32;
        let order = lies.iter().map(|id| id.0).collect();
        Act::Shuffle { zone: self.slot_in_zone(zone, cards), cards, order }
    }

    fn roll_act(&self, die: DieId, faces: &[u8]) -> Act {
        let die = self.0.parts.die(die);
        let face = |at: &u8| (die.name.clone(), die.faces[*at as usize].text());
        Act::Roll { dice: faces.iter().map(face).collect() }
    }

    fn over_act(&self, ending: &GameEnding) -> Act {
        Act::Over {
            winner: ending.winner.map(|party| self.party(party)),
            loser: ending.loser.map(|party| self.party(party)),
            reason: self.text(ending.reason),
        }
    }

    fn ask_act(&self, asked: &AskedQuestion) -> Act {
        Act::Ask {
            question: self.text(asked.question),
            options: asked.options.iter().map(|option| self.text(*option)).collect(),
            answer: self.text(asked.options[asked.answer]),
            by: asked.by.map(|player| self.player(player)),
            from: asked.from,
            about: asked.about.map(|thing| self.subject(thing)),
            among: self.subjects(&asked.among),
        }
    }

    fn pending(&self, waiting: Pending) -> NamedPending {
        match waiting {
            Pending::Thing(subject) => NamedPending::Thing(self.subject(subject)),
            Pending::Label(word) => NamedPending::Label(self.text(word)),
        }
    }

    fn box_act(&self, passed: PassedChartBox) -> Act {
        let chart = &self.0.parts.charts[passed.chart as usize];
        let own = &chart.boxes[passed.node as usize];
        Act::Box {
            chart: chart.place,
            id: own.id.clone(),
            number: u32::from(passed.node) + 1,
            label: own.label.clone(),
            exit: passed.exit.map(|exit| own.exits[exit as usize].clone()),
            branches: own.exits.len() > 1,
            acts: passed.acts,
        }
    }

    fn pick_act(&self, account: &PickAccount) -> Act {
        let excluded =
            account.excluded.iter().map(|(thing, why)| (self.subject(*thing), self.text(*why)));
        Act::Pick {
            place: account.place,
            excluded: excluded.collect(),
            lines: account.lines.iter().map(|line| self.elimination(line)).collect(),
            chosen: account.chosen.map(|thing| self.subject(thing)),
        }
    }

    fn elimination(&self, line: &Elimination<Subject>) -> NamedElimination {
        let Elimination { tie_breaker, kept, dropped } = line.map(|one| self.subject(*one));
        NamedElimination { place: tie_breaker.place, most: tie_breaker.most, kept, dropped }
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
        NamedZoneSlot { at: at.index, ..self.slot_in_zone(at.zone, at.of) }
    }

    fn slot_in_zone(&self, id: ZoneId, of: u32) -> NamedZoneSlot {
        let zone = self.0.parts.zone(id);
        NamedZoneSlot { key: zone.key.clone(), name: zone.name.clone(), at: 0, of }
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

    /// Counters that are not 0.
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

    /// The name of a player or of a team.
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

/// A thing that is no piece and belongs to nobody.
fn unowned_subject(name: &str, id: u32) -> NamedSubject {
    NamedSubject { name: name.to_owned(), id, owner: None, seen: true }
}
