//! A game that goes on: state, log and limits. Every mutation goes through here and appends one
//! event.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::components::{Components, Sight};
use super::event::{At, Ending, Event, Passed, Sees, Site, Subject, What, Words, verb};
use super::ids::{CardId, PieceId, PlayerId, Word, ZoneId};
use super::state::{Amounts, Piece, State};
use super::{MOST_EVENTS, MOST_PIECES};

/// Why the kernel did not do what it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A limit was hit; names it.
    Limit(String),
    /// The rules ask for something that can not be; says what.
    Wrong(String),
}

impl Trouble {
    /// The rules ask for something that can not be.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

/// Where in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Left-most or on top.
    First,
    /// Right-most or at the bottom.
    Last,
    /// At this index.
    Index(i64),
}

/// The most room for events that is kept from one game to the next.
const MOST_KEPT: usize = 1_024;

/// What a game leaves to the next one, to save making it anew: texts and room.
#[derive(Debug, Default)]
pub struct Spare {
    words: Words,
    log: Vec<Event>,
}

/// What to go back to when an attempt fails.
#[derive(Debug)]
pub struct Checkpoint {
    state: State,
    events: usize,
}

/// A game that goes on.
#[derive(Debug)]
pub struct Game {
    /// What it is made of.
    pub parts: Arc<Components>,
    /// The table.
    pub state: State,
    /// What happened.
    pub log: Vec<Event>,
    /// The texts that the log names.
    pub words: Words,
    /// Where in the rules the next event happens.
    pub site: Site,
    /// Answers by question.
    pub answers: Arc<BTreeMap<String, String>>,
    /// Whether a question without an answer is answered at random, from the stream `answers`.
    pub seeded: bool,
    /// How many things were ever put on the stack or triggered, also in attempts that were taken
    /// back.
    pub(super) pushed: u32,
}

impl Game {
    /// A game that begins with `state`.
    pub fn new(parts: Arc<Components>, state: State, spare: Spare) -> Self {
        Self {
            parts,
            state,
            log: spare.log,
            words: spare.words,
            site: Site::default(),
            answers: Arc::default(),
            seeded: false,
            pushed: 0,
        }
    }

    /// What the next game can use again.
    pub fn spare(mut self) -> Spare {
        self.log.clear();
        self.log.shrink_to(MOST_KEPT);
        Spare { words: self.words.recycled(), log: self.log }
    }

    /// Makes a piece at the end of a zone; its owner is that of the zone if none is given. Appends
    /// no event.
    pub fn make(
        &mut self,
        card: CardId,
        zone: ZoneId,
        owner: Option<PlayerId>,
    ) -> Result<PieceId, Trouble> {
        if self.state.pieces.len() >= MOST_PIECES {
            return Err(Trouble::Limit(format!("more than {MOST_PIECES} pieces")));
        }
        let id = PieceId(self.state.pieces.len() as u32);
        let home = self.parts.zone(zone);
        let owner = owner.or(home.owner);
        let (up, amounts) = (home.up, Amounts::default());
        let piece = Piece { card, owner, zone, home: zone, space: None, up, flags: 0, amounts };
        self.state.pieces.push(piece);
        self.state.zones[zone.0 as usize].push(id);
        Ok(id)
    }

    /// Appends an event of one piece, which was or is seen as `before` says.
    pub(super) fn log_piece(
        &mut self,
        what: What,
        verb: Word,
        piece: PieceId,
        before: Sees,
    ) -> Result<(), Trouble> {
        let sees = match (before, self.sees(piece)) {
            (Sees::All, _) | (_, Sees::All) => Sees::All,
            (Sees::Only(player), _) | (_, Sees::Only(player)) => Sees::Only(player),
            _ => Sees::Nobody,
        };
        self.append(what, verb, sees)
    }

    /// Appends an event.
    pub(super) fn append(&mut self, what: What, verb: Word, sees: Sees) -> Result<(), Trouble> {
        if self.log.len() >= MOST_EVENTS {
            return Err(Trouble::Limit(format!("more than {MOST_EVENTS} events")));
        }
        let state = &self.state;
        let (turn, phase, actor) = (state.turn, state.phase, state.active);
        self.log.push(Event { what, verb, site: self.site, turn, phase, actor, sees });
        Ok(())
    }

    /// The number of the verb that the rules give, or else that of the kernel.
    pub(super) fn verb(&mut self, given: Option<&str>, own: Word) -> Word {
        given.map_or(own, |text| self.words.word(text))
    }

    /// Who may know the name of a piece as it lies.
    pub fn sees(&self, piece: PieceId) -> Sees {
        let piece = self.state.piece(piece);
        let zone = self.parts.zone(piece.zone);
        match (piece.up, zone.sight, zone.owner) {
            (true, _, _) | (_, Sight::All, _) => Sees::All,
            (_, Sight::Owner, Some(owner)) => Sees::Only(owner),
            _ => Sees::Nobody,
        }
    }

    /// A piece in an event, with whether its name may be known now.
    pub fn subject(&self, piece: PieceId) -> Subject {
        Subject::Piece(piece, self.sees(piece) == Sees::All)
    }

    /// Where a piece lies.
    pub fn at(&self, piece: PieceId) -> At {
        let zone = self.state.piece(piece).zone;
        At { zone, index: self.state.index(piece) as u32, of: self.state.zone(zone).len() as u32 }
    }

    /// Name of a piece's card.
    pub fn name(&self, piece: PieceId) -> &str {
        &self.parts.card(self.state.piece(piece).card).name
    }

    /// Remembers the state, for an attempt.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { state: self.state.clone(), events: self.log.len() }
    }

    /// Takes back everything since `checkpoint`, random numbers too, and tells so in one event.
    /// What was looked at and chosen on the way stays told, so that one sees why.
    pub fn roll_back(&mut self, checkpoint: Checkpoint, reason: &str) -> Result<(), Trouble> {
        self.state = checkpoint.state;
        let tried = self.log.split_off(checkpoint.events);
        self.log.extend(tried.into_iter().filter_map(Event::tried));
        let reason = self.words.word(reason);
        self.append(What::Attempt(reason), verb::ATTEMPT, Sees::All)
    }

    /// Tells that a condition was looked at, with the amounts that count.
    pub fn check(
        &mut self,
        question: &str,
        holds: bool,
        (things, numbers): (Vec<Subject>, Vec<i64>),
    ) -> Result<(), Trouble> {
        let question = self.words.word(question);
        let sees = seen_together(&things);
        self.append(What::Check(question, holds, things, numbers), verb::CHECK, sees)
    }

    /// Tells something that changes nothing.
    pub fn note(
        &mut self,
        verb: &str,
        things: Vec<Subject>,
        numbers: Vec<i64>,
    ) -> Result<(), Trouble> {
        let verb = self.words.word(verb);
        let sees = seen_together(&things);
        self.append(What::Note(things, numbers), verb, sees)
    }

    /// Tells that a box of a chart was passed: which chart and box, and by which exit; `acts` when
    /// something happened in it.
    pub fn pass_box(
        &mut self,
        at: (usize, usize),
        exit: Option<usize>,
        acts: bool,
    ) -> Result<(), Trouble> {
        let passed = Passed {
            chart: at.0 as u16,
            node: at.1 as u16,
            exit: exit.map(|exit| exit as u16),
            acts,
        };
        self.append(What::Box(passed), verb::BOX, Sees::All)
    }

    /// Tells that the game is over; the host ends the play.
    pub fn over(
        &mut self,
        winner: Option<PlayerId>,
        loser: Option<PlayerId>,
        reason: &str,
    ) -> Result<(), Trouble> {
        let reason = self.words.word(reason);
        self.append(What::Over(Box::new(Ending { winner, loser, reason })), verb::OVER, Sees::All)
    }
}

/// Everybody, if everything in it may be known by everybody.
pub(super) fn seen_together(things: &[Subject]) -> Sees {
    let hidden = things.iter().any(|thing| matches!(thing, Subject::Piece(_, false)));
    if hidden { Sees::Nobody } else { Sees::All }
}
