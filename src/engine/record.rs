//! From the log of a game to the portable record: numbers become names.

use std::collections::BTreeMap;

use super::components::{ASIDE, Components, Order, Sight, Zone};
use super::event::{Account, Asked, At, Event, Passed, Sees, Sifted, Subject, Waiting, What};
use super::flow::Holder;
use super::game::Game;
use super::ids::{CounterId, FlagId, PieceId, PlayerId, Word, ZoneId};
use super::state::Amounts;
use super::trace::{Act, Line, PieceState, Record, Seen, Snapshot, Spot, Thing, Waits, ZoneKind};

/// Everything that happened in a game; `effect` names the card of the function that carries out an
/// effect.
pub fn records(game: &Game, effect: impl Fn(u32) -> Option<String>) -> Vec<Record> {
    game.log.iter().map(|event| Names(game).record(event, &effect)).collect()
}

/// Places of the lines of printed lists that dropped a candidate, ascending.
pub fn deciding_lines(game: &Game) -> Vec<u32> {
    let picks = game.log.iter().filter_map(|event| match &event.what {
        What::Pick(account) => Some(account),
        _ => None,
    });
    let deciding = picks.flat_map(|account| &account.lines).filter(|line| !line.dropped.is_empty());
    let mut places: Vec<u32> = deciding.map(|line| line.place).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// Places that events cite, ascending.
pub fn cited(game: &Game) -> Vec<u32> {
    let mut places: Vec<u32> = game.log.iter().filter_map(|event| event.site.place).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The table as it is now.
pub fn snapshot(game: &Game) -> Snapshot {
    let (names, state) = (Names(game), &game.state);
    let zones = game.parts.zones.iter().zip(&state.zones);
    let shown = zones.filter(|(zone, pieces)| zone.key != ASIDE || !pieces.is_empty());
    let players = game.parts.players.iter().zip(&state.players).enumerate();
    let phase = state.phase.map(|word| names.text(word));
    Snapshot {
        names: game.parts.zones.iter().map(|zone| (zone.key.clone(), zone.name.clone())).collect(),
        zones: shown
            .map(|(zone, pieces)| {
                (zone.key.clone(), pieces.iter().map(|id| names.piece_state(*id)).collect())
            })
            .collect(),
        players: players
            .map(|(at, (player, amounts))| {
                (player.name.clone(), names.counters(Holder::Player(PlayerId(at as u8)), amounts))
            })
            .collect(),
        stack: state.stack.iter().rev().map(|item| names.waiting(item.waiting)).collect(),
        turn: state.turn,
        digest: state.digest(&game.parts, phase.as_deref()),
        phase,
    }
}

/// How every zone lies, in the order of declaration.
pub fn table(parts: &Components) -> Vec<ZoneKind> {
    let owner = |zone: &Zone| zone.owner.map(|player| parts.player(player).name.clone());
    let kind = |zone: &Zone| ZoneKind {
        key: zone.key.clone(),
        name: zone.name.clone(),
        owner: owner(zone),
        pile: zone.order == Order::Pile,
        open: zone.sight == Sight::All,
    };
    parts.zones.iter().map(kind).collect()
}

/// Names of the things of one game.
struct Names<'a>(&'a Game);

impl Names<'_> {
    fn record(&self, event: &Event, effect: &impl Fn(u32) -> Option<String>) -> Record {
        let list = match &event.what {
            What::Pick(account) => Some(account.place),
            _ => None,
        };
        Record {
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
            seen: match event.sees {
                Sees::All => Seen::All,
                Sees::Nobody => Seen::Nobody,
                Sees::Only(player) => Seen::Only(self.player(player)),
            },
        }
    }

    fn act(&self, event: &Event) -> Act {
        let piece = |id: PieceId| self.thing(Subject::Piece(id, event.sees == Sees::All));
        match &event.what {
            What::Move(id, from, to, up) => {
                Act::Move { piece: piece(*id), from: self.spot(*from), to: self.spot(*to), up: *up }
            }
            What::Stand(id, from, to, space) => Act::Stand {
                piece: piece(*id),
                from: self.spot(*from),
                to: self.spot(*to),
                space: self.thing(Subject::Space(*space)),
            },
            What::Flip(id, up) => Act::Flip { piece: piece(*id), up: *up },
            What::Flag(id, flag, on) => {
                Act::Flag { piece: piece(*id), flag: self.flag(*flag), on: *on }
            }
            What::Count(of, counter, was, now) => Act::Count {
                of: self.thing(*of),
                counter: self.counter(*counter),
                was: *was,
                now: *now,
            },
            What::Shuffle(zone, lies) => {
                let cards = lies.len() as u32;
                let order = lies.iter().map(|id| id.0).collect();
                Act::Shuffle { zone: self.zone(*zone, cards), cards, order }
            }
            What::Roll(die, faces) => {
                let die = self.0.parts.die(*die);
                let face = |at: &u8| (die.name.clone(), die.faces[*at as usize].text());
                Act::Roll { dice: faces.iter().map(face).collect() }
            }
            What::Pick(account) => self.pick(account),
            What::Ask(asked) => self.asked(asked),
            What::Check(question, holds, things, numbers) => Act::Check {
                question: self.text(*question),
                holds: *holds,
                things: self.things(things),
                numbers: numbers.clone(),
            },
            What::Phase(name) => Act::Phase { name: self.text(*name) },
            What::Turn(player) => Act::Turn { player: self.player(*player), number: event.turn },
            What::Round(number) => Act::Round { number: *number },
            What::Note(things, numbers) => {
                Act::Note { things: self.things(things), numbers: numbers.clone() }
            }
            What::Attempt(reason) => Act::Attempt { reason: self.text(*reason) },
            What::Over(ending) => Act::Over {
                winner: ending.winner.map(|player| self.player(player)),
                loser: ending.loser.map(|player| self.player(player)),
                reason: self.text(ending.reason),
            },
            What::Box(passed) => self.passed(*passed),
            What::Push(waiting) => Act::Push { what: self.waiting(*waiting) },
            What::Resolve(waiting) => Act::Resolve { what: self.waiting(*waiting) },
            What::Pass(player) => Act::Pass { player: self.player(*player) },
            What::Trigger(waiting, by) => Act::Trigger {
                what: self.waiting(*waiting),
                by: by.map(|player| self.player(player)),
            },
        }
    }

    fn asked(&self, asked: &Asked) -> Act {
        Act::Ask {
            question: self.text(asked.question),
            options: asked.options.iter().map(|option| self.text(*option)).collect(),
            answer: self.text(asked.options[asked.answer]),
            by: asked.by.map(|player| self.player(player)),
            from: asked.from,
            about: asked.about.map(|thing| self.thing(thing)),
            among: self.things(&asked.among),
        }
    }

    fn waiting(&self, waiting: Waiting) -> Waits {
        match waiting {
            Waiting::Thing(subject) => Waits::Thing(self.thing(subject)),
            Waiting::Label(word) => Waits::Label(self.text(word)),
        }
    }

    fn passed(&self, passed: Passed) -> Act {
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

    fn pick(&self, account: &Account) -> Act {
        Act::Pick {
            place: account.place,
            excluded: account
                .excluded
                .iter()
                .map(|(thing, why)| (self.thing(*thing), self.text(*why)))
                .collect(),
            lines: account.lines.iter().map(|line| self.line(line)).collect(),
            chosen: account.chosen.map(|thing| self.thing(thing)),
        }
    }

    fn line(&self, line: &Sifted) -> Line {
        let counted = |all: &[(Subject, i64)]| {
            all.iter().map(|(thing, number)| (self.thing(*thing), *number)).collect()
        };
        Line {
            place: line.place,
            most: line.most,
            kept: counted(&line.kept),
            dropped: counted(&line.dropped),
        }
    }

    fn things(&self, all: &[Subject]) -> Vec<Thing> {
        all.iter().map(|thing| self.thing(*thing)).collect()
    }

    fn thing(&self, subject: Subject) -> Thing {
        match subject {
            Subject::Piece(id, seen) => Thing {
                name: self.0.name(id).to_owned(),
                id: id.0,
                owner: self.0.state.piece(id).owner.map(|player| self.player(player)),
                seen,
            },
            Subject::Player(id) => {
                Thing { name: self.player(id), id: u32::from(id.0), owner: None, seen: true }
            }
            Subject::Space(id) => told(self.0.parts.space_name(id), id.0.into()),
            Subject::Card(id) => told(&self.0.parts.card(id).name, id.0),
        }
    }

    fn spot(&self, at: At) -> Spot {
        Spot { at: at.index, ..self.zone(at.zone, at.of) }
    }

    fn zone(&self, id: ZoneId, of: u32) -> Spot {
        let zone = self.0.parts.zone(id);
        Spot { key: zone.key.clone(), name: zone.name.clone(), at: 0, of }
    }

    fn piece_state(&self, id: PieceId) -> PieceState {
        let piece = self.0.state.piece(id);
        let flags = (0..self.0.parts.flags.len())
            .map(|at| FlagId(at as u8))
            .filter(|flag| piece.has(*flag));
        PieceState {
            name: self.0.name(id).to_owned(),
            id: id.0,
            space: piece.space.map(|space| self.0.parts.space_name(space).to_owned()),
            face_up: piece.up,
            flags: flags.map(|flag| self.flag(flag)).collect(),
            counters: self.counters(Holder::Piece(id), &piece.amounts),
        }
    }

    /// Counters that are not 0.
    fn counters(&self, holder: Holder, amounts: &Amounts) -> BTreeMap<String, i64> {
        let all =
            amounts.counters().into_iter().map(|id| (self.counter(id), self.0.count(holder, id)));
        all.filter(|(_, amount)| *amount != 0).collect()
    }

    fn text(&self, word: Word) -> String {
        self.0.words.text(word).to_owned()
    }

    fn player(&self, id: PlayerId) -> String {
        self.0.parts.player(id).name.clone()
    }

    fn flag(&self, id: FlagId) -> String {
        self.0.parts.flag(id).name.clone()
    }

    fn counter(&self, id: CounterId) -> String {
        self.0.parts.counter(id).name.clone()
    }
}

/// A thing that is no piece and belongs to nobody.
fn told(name: &str, id: u32) -> Thing {
    Thing { name: name.to_owned(), id, owner: None, seen: true }
}
