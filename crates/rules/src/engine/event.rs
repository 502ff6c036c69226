//! What the kernel logs: events in numbers, and the texts they name.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::grid::{PieceSize, SightAccount, WalkAccount};
use super::ids::{CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, TextId, ZoneId};
use super::pick::Elimination;
use super::trace::Answerer;

/// Where in the rules something happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSite {
    /// The innermost bound rule; index into the places of the book.
    pub place: Option<u32>,
    /// The function that carries out a card's effect.
    pub effect: Option<u32>,
    /// The call of a function, counted from 1.
    pub scope: u32,
    /// The event that a trigger or replacement answers; index into the log.
    pub cause: Option<u32>,
}

/// Who may know the names in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// One player.
    Only(PlayerId),
}

impl Visibility {
    /// Who may know the names if either of two says so.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Only(_), _) => self,
            (Self::Nobody, _) => other,
        }
    }
}

/// One mutation.
#[derive(Clone, Debug)]
pub struct Event {
    /// What it did.
    pub what: EventKind,
    /// The word for it.
    pub verb: TextId,
    /// Where in the rules.
    pub site: RuleSite,
    /// Turns begun.
    pub turn: u32,
    /// The phase.
    pub phase: Option<TextId>,
    /// Whose turn it is.
    pub actor: Option<PlayerId>,
    /// Who may know the names.
    pub sees: Visibility,
}

/// A place in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneSlot {
    /// The zone.
    pub zone: ZoneId,
    /// Index; 0 is left or top.
    pub index: u32,
    /// How many pieces the zone holds, this one included.
    pub of: u32,
}

/// A piece, a player, a space or a row of card data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A piece, and whether its name may be known at that moment.
    Piece(PieceId, bool),
    /// A player.
    Player(PlayerId),
    /// A space of a map.
    Space(SpaceId),
    /// A row of card data.
    Card(CardId),
}

impl Subject {
    /// Lets everybody know what it is.
    pub fn show(&mut self) {
        if let Self::Piece(_, seen) = self {
            *seen = true;
        }
    }
}

/// What a printed list chooses among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// A piece.
    Piece(PieceId),
    /// A space of a map.
    Space(SpaceId),
    /// A row of card data.
    Card(CardId),
}

impl Event {
    /// The choice by a printed list, if it is one.
    pub fn pick(&self) -> Option<&PickAccount> {
        if let EventKind::Pick(account) = &self.what { Some(account) } else { None }
    }

    /// What remains of the event when it is taken back: what changed nothing, as an answer to
    /// nothing.
    pub fn tried(mut self) -> Option<Self> {
        self.site.cause = None;
        match &mut self.what {
            EventKind::Check(..)
            | EventKind::Note(..)
            | EventKind::Pick(_)
            | EventKind::Ask(_)
            | EventKind::Sight(_)
            | EventKind::Attempt(_) => Some(self),
            EventKind::Box(passed) => {
                passed.acts = false;
                Some(self)
            }
            EventKind::Move(..)
            | EventKind::Stand(..)
            | EventKind::Flip(..)
            | EventKind::Rotate(..)
            | EventKind::Walk(..)
            | EventKind::Edge(..)
            | EventKind::Attach(..)
            | EventKind::Detach(..)
            | EventKind::Flag(..)
            | EventKind::Count(..)
            | EventKind::Shuffle(..)
            | EventKind::Roll(..)
            | EventKind::Phase(_)
            | EventKind::Turn(_)
            | EventKind::Round(_)
            | EventKind::Over(_)
            | EventKind::Push(_)
            | EventKind::Resolve(_)
            | EventKind::Eliminate(_)
            | EventKind::Pass(_)
            | EventKind::Trigger(..) => None,
        }
    }
}

/// What an event did.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A piece moved, and whether its face is up now.
    Move(PieceId, ZoneSlot, ZoneSlot, bool),
    /// A piece was put on a space of a map, and how many it covers when it is not turned.
    Stand(PieceId, (ZoneSlot, ZoneSlot), SpaceId, PieceSize),
    /// A piece was turned face up (true) or down.
    Flip(PieceId, bool),
    /// A piece was turned from one number of degrees to another.
    Rotate(PieceId, u16, u16),
    /// A piece went over a map, space by space.
    Walk(PieceId, Box<WalkAccount>),
    /// The edge between two spaces changed from one word of its map to another.
    Edge((SpaceId, SpaceId), (u8, u8)),
    /// It was looked from one thing to another.
    Sight(Box<SightAccount>),
    /// A piece was attached to another.
    Attach(PieceId, Subject),
    /// A piece is no longer attached to another.
    Detach(PieceId, Subject),
    /// A flag was put on a piece (true) or taken from it.
    Flag(PieceId, FlagId, bool),
    /// A counter changed from one amount to another.
    Count(Subject, CounterId, i64, i64),
    /// A zone was shuffled; its pieces as they lie now.
    Shuffle(ZoneId, Vec<PieceId>),
    /// Dice came up, by index of the face.
    Roll(DieId, Vec<u8>),
    /// One of several was chosen.
    Pick(Box<PickAccount>),
    /// A question was answered.
    Ask(Box<AskedQuestion>),
    /// A condition holds or not, of what, and with which amounts.
    Check(TextId, bool, Vec<Subject>, Vec<i64>),
    /// A phase began.
    Phase(TextId),
    /// A turn began.
    Turn(PlayerId),
    /// A round began.
    Round(u32),
    /// Worth telling.
    Note(Vec<Subject>, Vec<i64>),
    /// An attempt failed, with the reason.
    Attempt(TextId),
    /// The game is over.
    Over(Box<GameEnding>),
    /// A box of a chart was passed.
    Box(PassedChartBox),
    /// Something was put on the stack.
    Push(Pending),
    /// The top of the stack resolves.
    Resolve(Pending),
    /// A player is out of the game.
    Eliminate(PlayerId),
    /// A player let an opportunity pass.
    Pass(PlayerId),
    /// An ability has triggered, and waits to be put on the stack; whose it is.
    Trigger(Pending, Option<PlayerId>),
}

/// What waits on the stack, or to be put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A piece.
    Thing(Subject),
    /// Something else, by its name.
    Label(TextId),
}

/// A box that was passed.
#[derive(Clone, Copy, Debug)]
pub struct PassedChartBox {
    /// Which chart; index into [`super::Components::charts`].
    pub chart: u16,
    /// Which box.
    pub node: u16,
    /// By which exit it was left; none at an end.
    pub exit: Option<u16>,
    /// Whether something happened in it.
    pub acts: bool,
}

impl PassedChartBox {
    pub(crate) fn new((chart, node): (usize, usize), exit: Option<usize>, acts: bool) -> Self {
        let exit = exit.map(|exit| exit as u16);
        Self { chart: chart as u16, node: node as u16, exit, acts }
    }
}

/// How a choice was made.
#[derive(Clone, Debug)]
pub struct PickAccount {
    /// The printed list.
    pub place: u32,
    /// Candidates that were not valid, with the reason.
    pub excluded: Vec<(Subject, TextId)>,
    /// What each line did.
    pub lines: Vec<Elimination<Subject>>,
    /// What was taken.
    pub chosen: Option<Subject>,
}

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    /// The question.
    pub question: TextId,
    /// Answers that were allowed.
    pub options: Vec<TextId>,
    /// Index of the answer.
    pub answer: usize,
    /// Who was asked.
    pub by: Option<PlayerId>,
    /// Where the answer comes from.
    pub from: Answerer,
    /// The piece the question is about.
    pub about: Option<Subject>,
    /// The pieces among the options.
    pub among: Vec<Subject>,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct GameEnding {
    /// Who won.
    pub winner: Option<Party>,
    /// Who lost.
    pub loser: Option<Party>,
    /// Why.
    pub reason: TextId,
}

/// Who wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// One player.
    Player(PlayerId),
    /// The players of a team, by its name.
    Team(TextId),
}

/// The words of the verbs, in the order of their numbers.
const VERBS: [(TextId, &str); 32] = [
    (verb::MOVE, "move"),
    (verb::FLIP, "flip"),
    (verb::SET, "set"),
    (verb::CLEAR, "clear"),
    (verb::COUNT, "count"),
    (verb::SHUFFLE, "shuffle"),
    (verb::ROLL, "roll"),
    (verb::PICK, "pick"),
    (verb::ASK, "ask"),
    (verb::CHECK, "check"),
    (verb::PHASE, "phase"),
    (verb::TURN, "turn"),
    (verb::ROUND, "round"),
    (verb::NOTE, "note"),
    (verb::ATTEMPT, "attempt"),
    (verb::OVER, "over"),
    (verb::EXPIRE, "expire"),
    (verb::BOX, "box"),
    (verb::PUSH, "push"),
    (verb::RESOLVE, "resolve"),
    (verb::PASS, "pass"),
    (verb::TRIGGER, "trigger"),
    (verb::STAND, "stand"),
    (verb::UNSAID, "unsaid"),
    (verb::ELIMINATE, "eliminate"),
    (verb::ATTACH, "attach"),
    (verb::DETACH, "detach"),
    (verb::PART, "part"),
    (verb::ROTATE, "rotate"),
    (verb::WALK, "walk"),
    (verb::SIGHT, "sight"),
    (verb::EDGE, "edge"),
];

/// The verbs of the kernel: what an event is called when the rules give no word of their own.
pub mod verb {
    use super::TextId;

    /// A piece moved.
    pub const MOVE: TextId = TextId(0);
    /// A piece was turned over.
    pub const FLIP: TextId = TextId(1);
    /// A flag was put on a piece.
    pub const SET: TextId = TextId(2);
    /// A flag was taken from a piece.
    pub const CLEAR: TextId = TextId(3);
    /// A counter changed.
    pub const COUNT: TextId = TextId(4);
    /// A zone was shuffled.
    pub const SHUFFLE: TextId = TextId(5);
    /// Dice were rolled.
    pub const ROLL: TextId = TextId(6);
    /// A printed list chose.
    pub const PICK: TextId = TextId(7);
    /// A question was answered.
    pub const ASK: TextId = TextId(8);
    /// A condition was looked at.
    pub const CHECK: TextId = TextId(9);
    /// A phase began.
    pub const PHASE: TextId = TextId(10);
    /// A turn began.
    pub const TURN: TextId = TextId(11);
    /// A round began.
    pub const ROUND: TextId = TextId(12);
    /// Something worth telling.
    pub const NOTE: TextId = TextId(13);
    /// Something failed and was taken back.
    pub const ATTEMPT: TextId = TextId(14);
    /// The game is over.
    pub const OVER: TextId = TextId(15);
    /// A flag or an amount went away by itself.
    pub const EXPIRE: TextId = TextId(16);
    /// A box of a chart was passed.
    pub const BOX: TextId = TextId(17);
    /// Something was put on the stack.
    pub const PUSH: TextId = TextId(18);
    /// The top of the stack resolves.
    pub const RESOLVE: TextId = TextId(19);
    /// An opportunity was let pass.
    pub const PASS: TextId = TextId(20);
    /// An ability has triggered.
    pub const TRIGGER: TextId = TextId(21);
    /// A piece was put on a space of a map.
    pub const STAND: TextId = TextId(22);
    /// The book does not say, and somebody decided.
    pub const UNSAID: TextId = TextId(23);
    /// A player is out of the game.
    pub const ELIMINATE: TextId = TextId(24);
    /// A piece was attached to another.
    pub const ATTACH: TextId = TextId(25);
    /// A piece is no longer attached to another.
    pub const DETACH: TextId = TextId(26);
    /// A piece went away from what it was attached to.
    pub const PART: TextId = TextId(27);
    /// A piece was turned.
    pub const ROTATE: TextId = TextId(28);
    /// A piece went over a map, space by space.
    pub const WALK: TextId = TextId(29);
    /// It was looked from one thing to another.
    pub const SIGHT: TextId = TextId(30);
    /// An edge of a map changed.
    pub const EDGE: TextId = TextId(31);
}

/// A quick hash of short texts, for a table that nobody goes through in its order.
#[derive(Debug, Default)]
pub struct TextHasher(u64);

/// Makes the quick hash.
pub type QuickHash = BuildHasherDefault<TextHasher>;

impl Hasher for TextHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// The most texts that are kept from one play to the next.
const MOST_KEPT_TEXTS: usize = 4_096;

/// The texts of a game, each once. It may be used for one game after the other, to save making them
/// anew.
#[derive(Clone, Debug)]
pub struct TextInterner {
    texts: Vec<Arc<str>>,
    known: HashMap<Arc<str>, TextId, QuickHash>,
}

impl Default for TextInterner {
    fn default() -> Self {
        let mut interner = Self { texts: Vec::new(), known: HashMap::default() };
        for (verb, word) in VERBS {
            assert_eq!(interner.intern(word), verb, "verbs are listed in the order of numbers");
        }
        interner
    }
}

impl TextInterner {
    /// The number of a text.
    pub fn intern(&mut self, text: &str) -> TextId {
        match self.known.get(text) {
            Some(word) => *word,
            None => self.add_text(text.into()),
        }
    }

    fn add_text(&mut self, text: Arc<str>) -> TextId {
        let word = TextId(self.texts.len() as u32);
        self.texts.push(Arc::clone(&text));
        self.known.insert(text, word);
        word
    }

    /// The text of a number.
    pub fn text(&self, word: TextId) -> &str {
        &self.texts[word.0 as usize]
    }

    /// The same texts for the next game, or only the verbs if they have become too many.
    pub fn recycled(self) -> Self {
        if self.texts.len() > MOST_KEPT_TEXTS { Self::default() } else { self }
    }
}
