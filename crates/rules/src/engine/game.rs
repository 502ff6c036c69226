//! A game in play: state, log and limits. Every change is made here and appends one event.

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

/// Why the kernel refused an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// A limit was hit; names it.
    Limit(String),
    /// The rules ask for something impossible; says what.
    Wrong(String),
}

impl KernelError {
    /// Returns the error for more than `most` of some things.
    pub fn more_than(most: usize, things: &str) -> Self {
        Self::Limit(format!("more than {most} {things}"))
    }

    /// Returns the message of the error.
    pub fn message(self) -> String {
        match self {
            Self::Limit(message) | Self::Wrong(message) => message,
        }
    }

    /// Returns the error for something impossible.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

/// An impossible entry of the start that the rules came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// The entry.
    pub entry: StartEntry,
    /// Hint with a correct entry.
    pub hint: String,
}

/// Position in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertAt {
    /// Left-most or on top.
    First,
    /// Right-most or at the bottom.
    Last,
    /// At this index.
    Index(i64),
}

/// Most events whose memory is kept from one game to the next.
const MOST_KEPT_EVENTS: usize = 1_024;
/// Most tables whose memory is kept.
const MOST_KEPT_TABLES: usize = 4;

/// Memory that a game leaves to the next one: texts and buffers.
#[derive(Debug, Default)]
pub struct GameBuffers {
    words: TextInterner,
    log: Vec<Event>,
    tables: Vec<GameState>,
    grids: GridViews,
}

/// A state to return to if an attempt fails.
#[derive(Debug)]
pub struct Checkpoint {
    state: GameState,
    events: usize,
}

/// A game in play.
#[derive(Debug)]
pub struct Game {
    /// Components of the game.
    pub parts: Arc<Components>,
    /// Players at the table.
    pub seats: Arc<Seating>,
    /// The table.
    pub state: GameState,
    /// Events so far.
    pub log: Vec<Event>,
    /// The texts that the log names.
    pub words: TextInterner,
    /// Place in the rules of the next event.
    pub site: RuleSite,
    /// Answers by question.
    pub answers: Arc<BTreeMap<String, String>>,
    /// Results of chance that a scenario fixes: by name, one entry for each time.
    pub chance: Arc<BTreeMap<String, Vec<Vec<String>>>>,
    /// Number of times that chance decided under each name, including failed attempts; empty if no scenario
    /// fixes results.
    pub drawn: BTreeMap<String, u32>,
    /// An impossible result of chance in a scenario.
    pub refused: Option<RefusedEntry>,
    /// True if a question without an answer is answered at random, from the stream `answers`.
    pub seeded: bool,
    /// True if the game is played at a table with real cards.
    pub at_table: bool,
    /// Deciders of open questions, and the player whose view the log shows.
    pub onlooker: Onlooker,
    /// Answers of chance by question and time, if they are kept.
    pub guessed: Option<BTreeMap<String, String>>,
    /// Number of events in earlier parts of the play, which are no longer in the log.
    pub earlier_events: usize,
    /// Number of things that were ever put on the stack or triggered, including attempts that were taken
    /// back.
    pub pushed: u32,
    /// Pieces that lost their host since the rules last asked.
    pub parted: Vec<PieceId>,
    /// Counted distances and routes of square maps.
    pub grids: GridViews,
    /// Unused tables whose memory is used again.
    tables: Vec<GameState>,
}

impl Game {
    /// Creates a game of the usual players that begins with `state`, in the memory of `spare`.
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

    /// Returns the memory for the next game.
    pub fn into_buffers(mut self) -> GameBuffers {
        self.log.clear();
        self.log.shrink_to(MOST_KEPT_EVENTS);
        if self.tables.len() < MOST_KEPT_TABLES {
            self.tables.push(self.state);
        }
        let (words, grids) = (self.words.recycled(), self.grids);
        GameBuffers { words, log: self.log, tables: self.tables, grids }
    }

    /// Makes a piece at the end of a zone. Its owner is the owner of the zone if none is given. Appends no
    /// event.
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

    /// Returns the pieces that lost their host since the last call.
    pub fn take_parted(&mut self) -> Vec<PieceId> {
        std::mem::take(&mut self.parted)
    }

    /// Appends an event of one piece; `before` is the piece's visibility before the event.
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

    /// Returns the number of events in the whole play.
    pub fn events(&self) -> usize {
        self.earlier_events + self.log.len()
    }

    /// Returns the number of the verb that the rules give, or else of the kernel's verb.
    pub fn verb(&mut self, given: Option<&str>, own: TextId) -> TextId {
        given.map_or(own, |text| self.words.intern(text))
    }

    /// Returns the place of a piece in its zone.
    pub fn slot(&self, piece: PieceId) -> ZoneSlot {
        let zone = self.state.piece(piece).zone;
        ZoneSlot {
            zone,
            index: self.state.index_in_zone(piece) as u32,
            of: self.state.zone(zone).len() as u32,
        }
    }

    /// Returns the name of a piece's card.
    pub fn piece_name(&self, piece: PieceId) -> &str {
        &self.parts.card(self.state.piece(piece).card).name
    }

    /// Saves the state, for an attempt.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let mut state = self.spare_table();
        state.copy_from(&self.state);
        Checkpoint { state, events: self.log.len() }
    }

    /// Drops `checkpoint`: everything since then stays.
    pub fn keep(&mut self, checkpoint: Checkpoint) {
        self.spare(checkpoint.state);
    }

    /// Continues with a copy of the table `state`.
    pub fn set_table(&mut self, state: &GameState) {
        let before = self.spare_table();
        let before = std::mem::replace(&mut self.state, before);
        self.state.copy_from(state);
        self.spare(before);
    }

    /// Returns a table whose memory can be used; its content does not matter.
    fn spare_table(&mut self) -> GameState {
        self.tables.pop().unwrap_or_else(|| GameState::new(&self.parts, 0))
    }

    fn spare(&mut self, state: GameState) {
        if self.tables.len() < MOST_KEPT_TABLES {
            self.tables.push(state);
        }
    }

    /// Takes back everything since `checkpoint`, including random numbers, and logs that in one event. Checks
    /// and choices since then stay in the log, so that readers see why. A question asked since then counts as
    /// asked: its answer is not used for the next question in the same words.
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

    /// Logs that a condition was checked, with the amounts that matter.
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

    /// Logs a note that changes nothing.
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

    /// Adds a number to a metric. Appends no event: metrics are no part of the play.
    pub fn record_number(&mut self, metric: &str, number: i64) -> Result<(), KernelError> {
        let name = self.words.intern(metric);
        self.state.metrics.add(name, metric, number)
    }

    /// Records a word for a metric; the last word counts. Appends no event.
    pub fn record_word(&mut self, metric: &str, word: &str) -> Result<(), KernelError> {
        let (name, word) = (self.words.intern(metric), self.words.intern(word));
        self.state.metrics.set_word(name, metric, word)
    }

    /// Logs that a box of a chart was passed, and its exit; `acts` is true if something happened in it.
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

    /// Logs that the game is over; the host ends the play.
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

    /// Refuses a winner or loser who does not play, and one who is both.
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

    /// Returns the name of a player or team.
    fn party_name(&self, party: Party) -> &str {
        match party {
            Party::Player(player) => &self.parts.player(player).name,
            Party::Team(name) => self.words.text(name),
        }
    }
}

/// Returns `All` if everybody may know all the names.
pub fn common_visibility(things: &[Subject]) -> Visibility {
    let hidden = things.iter().any(|thing| matches!(thing, Subject::Piece(_, false)));
    if hidden { Visibility::Nobody } else { Visibility::All }
}
