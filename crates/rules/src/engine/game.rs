//! A game that goes on: state, log and limits. Every mutation goes through here and appends one
//! event.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::components::Components;
use super::event::{
    Event, EventKind, Party, PassedChartBox, RuleSite, Subject, Visibility, ZoneSlot, verb,
};
use super::grid::GridViews;
use super::ids::{CardId, PieceId, PlayerId, TextId, ZoneId};
use super::onlooker::Onlooker;
use super::seats::Seating;
use super::state::{CounterAmounts, GameState, Piece};
use super::texts::TextInterner;
use super::trace::StartEntry;
use super::{MOST_EVENTS, MOST_PIECES};

/// Why the kernel did not do what it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// A limit was hit; names it.
    Limit(String),
    /// The rules ask for something that is impossible; says what.
    Wrong(String),
}

impl KernelError {
    /// A limit was hit: more than so many things.
    pub fn more_than(most: usize, things: &str) -> Self {
        Self::Limit(format!("more than {most} {things}"))
    }

    /// Says which limit was hit, or what is impossible.
    pub fn message(self) -> String {
        match self {
            Self::Limit(message) | Self::Wrong(message) => message,
        }
    }

    /// The rules ask for something impossible.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

/// A part of the start that rules came to and that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// Which.
    pub entry: StartEntry,
    /// What to write instead.
    pub hint: String,
}

/// Where in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertAt {
    /// Left-most or on top.
    First,
    /// Right-most or at the bottom.
    Last,
    /// At this index.
    Index(i64),
}

/// The most room for events that is kept from one game to the next.
const MOST_KEPT_EVENTS: usize = 1_024;
/// The most tables whose memory is kept.
const MOST_KEPT_TABLES: usize = 4;

/// What a game leaves to the next one, to save making it anew: texts and room.
#[derive(Debug, Default)]
pub struct GameBuffers {
    words: TextInterner,
    log: Vec<Event>,
    tables: Vec<GameState>,
    grids: GridViews,
}

/// What to go back to when an attempt fails.
#[derive(Debug)]
pub struct Checkpoint {
    state: GameState,
    events: usize,
}

/// A game that goes on.
#[derive(Debug)]
pub struct Game {
    /// What it is made of.
    pub parts: Arc<Components>,
    /// Who sits at the table.
    pub seats: Arc<Seating>,
    /// The table.
    pub state: GameState,
    /// What happened.
    pub log: Vec<Event>,
    /// The texts that the log names.
    pub words: TextInterner,
    /// Where in the rules the next event happens.
    pub site: RuleSite,
    /// Answers by question.
    pub answers: Arc<BTreeMap<String, String>>,
    /// How chance falls, as a scenario says it: by name, one entry for each time.
    pub chance: Arc<BTreeMap<String, Vec<Vec<String>>>>,
    /// How often chance decided under each name, also in attempts that failed; nothing is counted
    /// where no scenario says how it falls.
    pub drawn: BTreeMap<String, u32>,
    /// What a scenario says of chance that cannot be.
    pub refused: Option<RefusedEntry>,
    /// True if a question without an answer is answered at random, from the stream `answers`.
    pub seeded: bool,
    /// True if it is played at a table with real cards.
    pub at_table: bool,
    /// Who answers such questions, and whose eyes the game is told for.
    pub onlooker: Onlooker,
    /// The answers that chance gave, by question and time, where they are to be kept.
    pub guessed: Option<BTreeMap<String, String>>,
    /// Events of parts of the play that are in the log no more.
    pub earlier_events: usize,
    /// How many things were ever put on the stack or triggered, also in attempts that were taken
    /// back.
    pub pushed: u32,
    /// Pieces whose host has left them since the rules asked.
    pub parted: Vec<PieceId>,
    /// What was counted on square maps.
    pub grids: GridViews,
    /// Tables that are over, whose memory is used again.
    tables: Vec<GameState>,
}

impl Game {
    /// A game of the usual players that begins with `state`, in the memory of `spare`.
    pub fn new(parts: Arc<Components>, state: GameState, spare: GameBuffers) -> Self {
        let seats = Arc::new(Seating::usual(&parts));
        Self {
            parts,
            seats,
            state,
            log: spare.log,
            words: spare.words,
            site: RuleSite::default(),
            answers: Arc::default(),
            chance: Arc::default(),
            drawn: BTreeMap::new(),
            refused: None,
            seeded: false,
            at_table: false,
            onlooker: Onlooker::default(),
            guessed: None,
            earlier_events: 0,
            pushed: 0,
            parted: Vec::new(),
            grids: spare.grids,
            tables: spare.tables,
        }
    }

    /// What the next game can use again.
    pub fn into_buffers(mut self) -> GameBuffers {
        self.log.clear();
        self.log.shrink_to(MOST_KEPT_EVENTS);
        if self.tables.len() < MOST_KEPT_TABLES {
            self.tables.push(self.state);
        }
        let (words, grids) = (self.words.recycled(), self.grids);
        GameBuffers { words, log: self.log, tables: self.tables, grids }
    }

    /// Makes a piece at the end of a zone; its owner is that of the zone if none is given. Appends
    /// no event.
    pub fn make_piece(
        &mut self,
        card: CardId,
        zone: ZoneId,
        owner: Option<PlayerId>,
    ) -> Result<PieceId, KernelError> {
        if self.state.pieces.len() >= MOST_PIECES {
            return Err(KernelError::more_than(MOST_PIECES, "pieces"));
        }
        let id = PieceId(self.state.pieces.len() as u32);
        let home = self.parts.zone(zone);
        self.check_seat(home.owner)?;
        let owner = owner.or(home.owner);
        let piece = Piece {
            card,
            owner,
            zone,
            home: zone,
            space: None,
            up: home.up,
            rotation: 0,
            size: self.parts.usual_size(card),
            flags: 0,
            amounts: CounterAmounts::default(),
        };
        self.state.pieces.push(piece);
        self.state.changed.insert(id.0);
        self.state.zones[zone.0 as usize].push(id);
        Ok(id)
    }

    /// The pieces whose host has left them since this was asked last.
    pub fn take_parted(&mut self) -> Vec<PieceId> {
        std::mem::take(&mut self.parted)
    }

    /// Appends an event of one piece, which was or is seen as `before` says.
    pub fn log_piece(
        &mut self,
        what: EventKind,
        verb: TextId,
        piece: PieceId,
        before: Visibility,
    ) -> Result<(), KernelError> {
        let sees = before.or(self.visibility(piece));
        self.append(what, verb, sees)
    }

    /// Appends an event.
    pub fn append(
        &mut self,
        what: EventKind,
        verb: TextId,
        sees: Visibility,
    ) -> Result<(), KernelError> {
        if self.events() >= MOST_EVENTS {
            return Err(KernelError::more_than(MOST_EVENTS, "events"));
        }
        let state = &self.state;
        let (turn, phase, actor) = (state.turn, state.phase, state.active);
        self.log.push(Event { what, verb, site: self.site, turn, phase, actor, sees });
        Ok(())
    }

    /// How many events there were in the whole play.
    pub fn events(&self) -> usize {
        self.earlier_events + self.log.len()
    }

    /// The number of the verb that the rules give, or else that of the kernel.
    pub fn verb(&mut self, given: Option<&str>, own: TextId) -> TextId {
        given.map_or(own, |text| self.words.intern(text))
    }

    /// Where a piece lies.
    pub fn slot(&self, piece: PieceId) -> ZoneSlot {
        let zone = self.state.piece(piece).zone;
        ZoneSlot {
            zone,
            index: self.state.index_in_zone(piece) as u32,
            of: self.state.zone(zone).len() as u32,
        }
    }

    /// Name of a piece's card.
    pub fn piece_name(&self, piece: PieceId) -> &str {
        &self.parts.card(self.state.piece(piece).card).name
    }

    /// Remembers the state, for an attempt.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let mut state = self.spare_table();
        state.copy_from(&self.state);
        Checkpoint { state, events: self.log.len() }
    }

    /// What was done since `checkpoint` stays.
    pub fn keep(&mut self, checkpoint: Checkpoint) {
        self.spare(checkpoint.state);
    }

    /// Goes on with a table that is the same as `state`.
    pub fn set_table(&mut self, state: &GameState) {
        let before = self.spare_table();
        let before = std::mem::replace(&mut self.state, before);
        self.state.copy_from(state);
        self.spare(before);
    }

    /// A table whose memory can be used; how it lies does not count.
    fn spare_table(&mut self) -> GameState {
        self.tables.pop().unwrap_or_else(|| GameState::new(&self.parts, 0))
    }

    fn spare(&mut self, state: GameState) {
        if self.tables.len() < MOST_KEPT_TABLES {
            self.tables.push(state);
        }
    }

    /// Takes back everything since `checkpoint`, random numbers too, and logs that in one event.
    /// Checks and choices made since then stay in the log, so that readers see why; a question that was
    /// asked since then stays asked, so that its answer is not that of the next one in the same words.
    pub fn roll_back(&mut self, checkpoint: Checkpoint, reason: &str) -> Result<(), KernelError> {
        let mut tried = std::mem::replace(&mut self.state, checkpoint.state);
        std::mem::swap(&mut self.state.asked, &mut tried.asked);
        self.spare(tried);
        self.parted.clear();
        let tried = self.log.split_off(checkpoint.events);
        self.log.extend(tried.into_iter().filter_map(Event::tried));
        let reason = self.words.intern(reason);
        self.append(EventKind::Attempt { reason }, verb::ATTEMPT, Visibility::All)
    }

    /// Tells that a condition was looked at, with the amounts that count.
    pub fn log_check(
        &mut self,
        question: &str,
        holds: bool,
        things: Vec<Subject>,
        numbers: Vec<i64>,
    ) -> Result<(), KernelError> {
        let question = self.words.intern(question);
        let sees = common_visibility(&things);
        let what = EventKind::Check { question, holds, things, numbers };
        self.append(what, verb::CHECK, sees)
    }

    /// Tells something that changes nothing.
    pub fn log_note(
        &mut self,
        verb: &str,
        things: Vec<Subject>,
        numbers: Vec<i64>,
    ) -> Result<(), KernelError> {
        let verb = self.words.intern(verb);
        let sees = common_visibility(&things);
        self.append(EventKind::Note { things, numbers }, verb, sees)
    }

    /// Adds a number to a metric. Appends no event: it is no part of the play.
    pub fn record_number(&mut self, metric: &str, number: i64) -> Result<(), KernelError> {
        let name = self.words.intern(metric);
        self.state.metrics.add(name, metric, number)
    }

    /// Records a word for a metric; of several the last one counts. Appends no event.
    pub fn record_word(&mut self, metric: &str, word: &str) -> Result<(), KernelError> {
        let (name, word) = (self.words.intern(metric), self.words.intern(word));
        self.state.metrics.set_word(name, metric, word)
    }

    /// Tells that a box of a chart was passed: which chart and box, and by which exit; `acts` when
    /// something happened in it.
    pub fn log_box(
        &mut self,
        chart: usize,
        node: usize,
        exit: Option<usize>,
        acts: bool,
    ) -> Result<(), KernelError> {
        let (chart, node, exit) = (chart as u16, node as u16, exit.map(|exit| exit as u16));
        let passed = PassedChartBox { chart, node, exit, acts };
        self.append(EventKind::Box(passed), verb::BOX, Visibility::All)
    }

    /// Tells that the game is over; the host ends the play.
    pub fn log_over(
        &mut self,
        winner: Option<Party>,
        loser: Option<Party>,
        reason: &str,
    ) -> Result<(), KernelError> {
        self.check_ending(winner, loser)?;
        let reason = self.words.intern(reason);
        self.append(EventKind::Over { winner, loser, reason }, verb::OVER, Visibility::All)
    }

    /// An error if somebody wins or loses who does not play, or does both.
    fn check_ending(&self, winner: Option<Party>, loser: Option<Party>) -> Result<(), KernelError> {
        for party in winner.iter().chain(&loser) {
            match party {
                Party::Player(player) => self.check_seat(Some(*player))?,
                Party::Team(_) => {}
            }
        }
        match winner.filter(|_| winner == loser) {
            Some(both) => Err(KernelError::wrong(format!(
                "`{}` cannot win and lose the same game: give `winner` or `loser`",
                self.party_name(both)
            ))),
            None => Ok(()),
        }
    }

    /// The name of a player or team.
    fn party_name(&self, party: Party) -> &str {
        match party {
            Party::Player(player) => &self.parts.player(player).name,
            Party::Team(name) => self.words.text(name),
        }
    }
}

/// Everybody, if everything in it may be known by everybody.
pub fn common_visibility(things: &[Subject]) -> Visibility {
    let hidden = things.iter().any(|thing| matches!(thing, Subject::Piece(_, false)));
    if hidden { Visibility::Nobody } else { Visibility::All }
}
