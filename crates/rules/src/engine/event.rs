//! Events of a game. One form serves the kernel, which names things by numbers, and traces, which name them
//! as readers do.

use serde::{Deserialize, Serialize};

use super::grid::PieceSize;
use super::ids::{CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, TextId, ZoneId};
use super::pick::Elimination;
use super::trace::{Answerer, NamedSubject, Names};

macro_rules! verbs {
    ($($constant:ident $number:literal $word:literal $meaning:literal)*) => {
        /// Verbs of the kernel: names of events for which the rules give no word of their own.
        pub mod verb {
            use super::TextId;

            $(#[doc = $meaning] pub const $constant: TextId = TextId($number);)*
            /// Words of the verbs, in the order of their numbers.
            pub const ALL: &[(TextId, &str)] = &[$(($constant, $word),)*];
        }
    };
}

verbs! {
    MOVE 0 "move" "A piece moved."
    FLIP 1 "flip" "A piece was turned over."
    SET 2 "set" "A flag was put on a piece."
    CLEAR 3 "clear" "A flag was taken from a piece."
    COUNT 4 "count" "A counter changed."
    SHUFFLE 5 "shuffle" "A zone was shuffled."
    ROLL 6 "roll" "Dice were rolled."
    PICK 7 "pick" "A printed list chose."
    ASK 8 "ask" "A question was answered."
    CHECK 9 "check" "A condition was looked at."
    PHASE 10 "phase" "A phase began."
    TURN 11 "turn" "A turn began."
    ROUND 12 "round" "A round began."
    NOTE 13 "note" "Something worth telling."
    ATTEMPT 14 "attempt" "Something failed and was taken back."
    OVER 15 "over" "The game is over."
    EXPIRE 16 "expire" "A flag or an amount went away by itself."
    BOX 17 "box" "A box of a chart was passed."
    PUSH 18 "push" "Something was put on the stack."
    RESOLVE 19 "resolve" "The top of the stack resolves."
    PASS 20 "pass" "An opportunity was let pass."
    TRIGGER 21 "trigger" "An ability has triggered."
    STAND 22 "stand" "A piece was put on a space of a map."
    UNSAID 23 "unsaid" "The book does not say, and somebody decided."
    ELIMINATE 24 "eliminate" "A player is out of the game."
    ATTACH 25 "attach" "A piece was attached to another."
    DETACH 26 "detach" "A piece is no longer attached to another."
    PART 27 "part" "A piece went away from what it was attached to."
    ROTATE 28 "rotate" "A piece was turned."
    WALK 29 "walk" "A piece went over a map, space by space."
    SIGHT 30 "sight" "It was looked from one thing to another."
    EDGE 31 "edge" "An edge of a map changed."
}

/// Place in the rules at which something happens.
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

/// Players who may know the names in an event.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility<P = PlayerId> {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// One player.
    Only(P),
}

impl Visibility {
    /// Returns the players who may know the names if either of two says so.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Only(_), _) => self,
            (Self::Nobody, _) => other,
        }
    }
}

/// One change of the game.
#[derive(Clone, Debug)]
pub struct Event {
    /// The change.
    pub what: EventKind,
    /// Verb of the change.
    pub verb: TextId,
    /// Place in the rules.
    pub site: RuleSite,
    /// Number of turns begun.
    pub turn: u32,
    /// Phase of the game.
    pub phase: Option<TextId>,
    /// Player whose turn it is.
    pub actor: Option<PlayerId>,
    /// Players who may know the names.
    pub sees: Visibility,
}

/// A place in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneSlot {
    /// The zone.
    pub zone: ZoneId,
    /// Index; 0 is left or top.
    pub index: u32,
    /// Number of pieces in the zone, this one included.
    pub of: u32,
}

/// A piece, a player, a space or a row of card data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A piece, and true if its name may be known at that moment.
    Piece(PieceId, bool),
    /// A player.
    Player(PlayerId),
    /// A space on a map.
    Space(SpaceId),
    /// A row of card data.
    Card(CardId),
}

impl Subject {
    /// Lets everybody know the name.
    pub fn show(&mut self) {
        if let Self::Piece(_, seen) = self {
            *seen = true;
        }
    }
}

/// A thing that a printed list chooses among.
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
    /// Returns the part of the event that stays in the log when the event is taken back: changes of the game
    /// vanish, and the rest answers no other event.
    pub fn tried(mut self) -> Option<Self> {
        self.site.cause = None;
        match &mut self.what {
            EventKind::Check { .. }
            | EventKind::Note { .. }
            | EventKind::Pick { .. }
            | EventKind::Ask { .. }
            | EventKind::Sight { .. }
            | EventKind::Attempt { .. } => Some(self),
            EventKind::Box(passed) => {
                passed.acts = false;
                Some(self)
            }
            EventKind::Move { .. }
            | EventKind::Stand { .. }
            | EventKind::Flip { .. }
            | EventKind::Rotate { .. }
            | EventKind::Walk { .. }
            | EventKind::Edge { .. }
            | EventKind::Attach { .. }
            | EventKind::Detach { .. }
            | EventKind::Flag { .. }
            | EventKind::Count { .. }
            | EventKind::Shuffle { .. }
            | EventKind::Roll { .. }
            | EventKind::Phase { .. }
            | EventKind::Turn { .. }
            | EventKind::Round { .. }
            | EventKind::Over { .. }
            | EventKind::Push { .. }
            | EventKind::Resolve { .. }
            | EventKind::Eliminate { .. }
            | EventKind::Pass { .. }
            | EventKind::Trigger { .. } => None,
        }
    }
}

/// Names for the things of a game in events.
pub trait Naming {
    /// A piece.
    type Piece;
    /// A player.
    type Player;
    /// The player or the team that won or lost, if any.
    type Party;
    /// A space of a map.
    type Space;
    /// Spaces in a row.
    type Route;
    /// The word of an edge.
    type Edge;
    /// A piece, a player, a space or a row of card data.
    type Subject;
    /// A place in a zone.
    type Slot;
    /// A flag.
    type Flag;
    /// A counter.
    type Counter;
    /// Dice with the faces that came up, in order.
    type Dice;
    /// A phase, a question, an answer, a reason.
    type Text;
    /// A passed box of a chart.
    type PassedBox;
}

/// Numbers of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids;

impl Naming for Ids {
    type Piece = PieceId;
    type Player = PlayerId;
    type Party = Option<Party>;
    type Space = SpaceId;
    type Route = Vec<SpaceId>;
    type Edge = u8;
    type Subject = Subject;
    type Slot = ZoneSlot;
    type Flag = FlagId;
    type Counter = CounterId;
    type Dice = (DieId, Vec<u8>);
    type Text = TextId;
    type PassedBox = PassedChartBox;
}

/// Content of an event.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum EventKind<N: Naming = Ids> {
    /// A piece changed its place.
    Move {
        /// The piece.
        piece: N::Piece,
        /// Place before.
        from: N::Slot,
        /// Place after.
        to: N::Slot,
        /// True if its face is up now.
        up: bool,
    },
    /// A piece was put on a space of a map.
    Stand {
        /// The piece.
        piece: N::Piece,
        /// Place before.
        from: N::Slot,
        /// Place after.
        to: N::Slot,
        /// The space.
        space: N::Space,
        /// Spaces that it covers when it is not turned.
        size: PieceSize,
    },
    /// A piece moved over a map, space by space.
    Walk {
        /// The piece.
        piece: N::Piece,
        /// Space at the start.
        from: N::Space,
        /// Space at the end.
        to: N::Space,
        /// Spaces on the way, including start and end.
        route: N::Route,
        /// Points spent.
        cost: u32,
        /// Degrees clockwise before, 0 to 359.
        was: u16,
        /// Degrees clockwise now, 0 to 359.
        rotation: u16,
    },
    /// The line of sight between two things was checked.
    Sight {
        /// Thing or space at the start.
        from: N::Subject,
        /// Thing or space at the end.
        to: N::Subject,
        /// True if it is in sight.
        free: bool,
        /// The free lines, or the best try: `x0, y0, x1, y1` in half sides of a space; the top left corner of
        /// the space at row 3 and column 5 is `10, 6`. Empty for neighbours that see each other without a
        /// line, and if no line was drawn.
        lines: Vec<[i32; 4]>,
        /// Obstacle of the first line that is not free: the middle of a space or an edge, or a corner, in
        /// half sides.
        hit: Option<[i32; 2]>,
    },
    /// The edge between two spaces changed.
    Edge {
        /// A space beside the edge.
        one: N::Space,
        /// The other space beside the edge.
        other: N::Space,
        /// Word for the edge before; empty if it was open.
        from: N::Edge,
        /// Word for the edge now; empty if it is open.
        to: N::Edge,
    },
    /// A piece was turned over.
    Flip {
        /// The piece.
        piece: N::Piece,
        /// True if its face is up now.
        up: bool,
    },
    /// A piece was turned.
    Rotate {
        /// The piece.
        piece: N::Piece,
        /// Degrees clockwise before, 0 to 359.
        was: u16,
        /// Degrees clockwise now, 0 to 359.
        now: u16,
    },
    /// A piece was attached to another.
    Attach {
        /// The piece.
        piece: N::Piece,
        /// The piece it is attached to.
        host: N::Subject,
    },
    /// A piece is no longer attached to another.
    Detach {
        /// The piece.
        piece: N::Piece,
        /// The piece it was attached to.
        host: N::Subject,
    },
    /// A flag was put on a piece or taken from it.
    Flag {
        /// The piece.
        piece: N::Piece,
        /// The flag.
        flag: N::Flag,
        /// True if the piece has the flag now.
        on: bool,
    },
    /// A counter of a piece or a player changed.
    Count {
        /// The piece or the player.
        of: N::Subject,
        /// The counter.
        counter: N::Counter,
        /// Amount before.
        was: i64,
        /// Amount after.
        now: i64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// The zone.
        zone: N::Slot,
        /// Number of pieces in the zone.
        cards: u32,
        /// Numbers of its pieces in their new order.
        order: Vec<u32>,
    },
    /// Dice were rolled.
    Roll {
        /// The dice and the faces that came up.
        dice: N::Dice,
    },
    /// A printed list chose one of several things.
    Pick {
        /// The list; index into `Program.places`.
        place: u32,
        /// Candidates that were not valid, each with the reason.
        excluded: Vec<(N::Subject, N::Text)>,
        /// The lines that were read, in printed order.
        lines: Vec<Elimination<N::Subject>>,
        /// The chosen candidate; `None` if no candidate was valid or the list leaves a tie.
        chosen: Option<N::Subject>,
    },
    /// A player was asked a question.
    Ask {
        /// The question.
        question: N::Text,
        /// The answers that were allowed.
        options: Vec<N::Text>,
        /// The answer that was given.
        answer: N::Text,
        /// The player who was asked, if the rules say so.
        by: Option<N::Player>,
        /// Origin of the answer.
        from: Answerer,
        /// The piece the question is about.
        about: Option<N::Subject>,
        /// The pieces among the options.
        among: Vec<N::Subject>,
    },
    /// A condition of the rules was checked.
    Check {
        /// The condition.
        question: N::Text,
        /// True if it holds.
        holds: bool,
        /// Things that the condition is about.
        things: Vec<N::Subject>,
        /// Amounts that matter.
        numbers: Vec<i64>,
    },
    /// A phase began.
    Phase {
        /// Name of the phase.
        name: N::Text,
    },
    /// A turn began.
    Turn {
        /// Player whose turn it is.
        player: N::Player,
        /// Turns begun so far, this one included.
        number: u32,
    },
    /// A round began.
    Round {
        /// Rounds begun so far, this one included.
        number: u32,
    },
    /// A note that changes nothing.
    Note {
        /// Pieces and players that it is about.
        things: Vec<N::Subject>,
        /// Amounts that it is about.
        numbers: Vec<i64>,
    },
    /// Something was tried, failed, and was taken back.
    Attempt {
        /// Reason of the failure.
        reason: N::Text,
    },
    /// The game is over.
    Over {
        /// The player or the team that won.
        winner: N::Party,
        /// The player or the team that lost.
        loser: N::Party,
        /// Reason of the end.
        reason: N::Text,
    },
    /// A box of a chart was passed.
    Box(N::PassedBox),
    /// Something was put on the stack.
    Push {
        /// The new item.
        what: Pending<N>,
    },
    /// The top of the stack resolves.
    Resolve {
        /// The item.
        what: Pending<N>,
    },
    /// A player is out of the game.
    Eliminate {
        /// The player.
        player: N::Player,
    },
    /// A player let an opportunity pass.
    Pass {
        /// The player.
        player: N::Player,
    },
    /// An ability has triggered, and waits to be put on the stack.
    Trigger {
        /// The new item.
        what: Pending<N>,
        /// Player who controls it.
        by: Option<N::Player>,
    },
}

/// Relation of a thing to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The event changes it: moves, turns, attaches, flags or counts it.
    Changed,
    /// It is or was the host of the changed piece.
    Host,
    /// It is an end of a walk, of a line of sight or of an edge, or a piece was put on it.
    End,
    /// A check, a note, a question or the stack is about it.
    Told,
    /// It is among the options of a question.
    Offered,
    /// A printed list chose it.
    Chosen,
    /// It was not valid for a printed list.
    Excluded,
    /// A line of a printed list compared it.
    Compared,
}

/// An item on the stack, or to be put there.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending<N: Naming = Ids> {
    /// A piece.
    Thing(N::Subject),
    /// Anything else, by its name.
    Label(N::Text),
}

/// A passed box of a chart.
#[derive(Clone, Copy, Debug)]
pub struct PassedChartBox {
    /// Index into [`super::Components::charts`].
    pub chart: u16,
    /// Index of the box in the chart.
    pub node: u16,
    /// Index of the exit; `None` at an end.
    pub exit: Option<u16>,
    /// True if something happened in the box.
    pub acts: bool,
}

/// Winner or loser of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// One player.
    Player(PlayerId),
    /// Players of a team, by its name.
    Team(TextId),
}

impl<N: Naming> EventKind<N> {
    /// Returns the kernel's word for the event, even if the rules give it another verb.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Stand { .. } => "stand",
            Self::Walk { .. } => "walk",
            Self::Sight { .. } => "sight",
            Self::Edge { .. } => "edge",
            Self::Flip { .. } => "flip",
            Self::Rotate { .. } => "rotate",
            Self::Attach { .. } => "attach",
            Self::Detach { .. } => "detach",
            Self::Flag { .. } => "flag",
            Self::Count { .. } => "count",
            Self::Shuffle { .. } => "shuffle",
            Self::Roll { .. } => "roll",
            Self::Pick { .. } => "pick",
            Self::Ask { .. } => "ask",
            Self::Check { .. } => "check",
            Self::Phase { .. } => "phase",
            Self::Turn { .. } => "turn",
            Self::Round { .. } => "round",
            Self::Note { .. } => "note",
            Self::Attempt { .. } => "attempt",
            Self::Over { .. } => "over",
            Self::Box(_) => "box",
            Self::Push { .. } => "push",
            Self::Resolve { .. } => "resolve",
            Self::Eliminate { .. } => "eliminate",
            Self::Pass { .. } => "pass",
            Self::Trigger { .. } => "trigger",
        }
    }
}

impl EventKind<Names> {
    /// Returns the pieces, players, spaces and rows that the event names, with their relation to it.
    pub fn subjects(&self) -> Vec<(Role, &NamedSubject)> {
        match self {
            Self::Move { piece, .. }
            | Self::Flip { piece, .. }
            | Self::Rotate { piece, .. }
            | Self::Flag { piece, .. } => vec![(Role::Changed, piece)],
            Self::Stand { piece, space, .. } => vec![(Role::Changed, piece), (Role::End, space)],
            Self::Walk { piece, from, to, .. } => {
                vec![(Role::Changed, piece), (Role::End, from), (Role::End, to)]
            }
            Self::Sight { from, to, .. } => vec![(Role::End, from), (Role::End, to)],
            Self::Edge { one, other, .. } => vec![(Role::End, one), (Role::End, other)],
            Self::Attach { piece, host } | Self::Detach { piece, host } => {
                vec![(Role::Changed, piece), (Role::Host, host)]
            }
            Self::Count { of, .. } => vec![(Role::Changed, of)],
            Self::Push { what } | Self::Resolve { what } | Self::Trigger { what, .. } => {
                what.piece().map(|piece| (Role::Told, piece)).into_iter().collect()
            }
            Self::Ask { about, among, .. } => {
                let options = among.iter().map(|thing| (Role::Offered, thing));
                about.iter().map(|thing| (Role::Told, thing)).chain(options).collect()
            }
            Self::Check { things, .. } | Self::Note { things, .. } => {
                things.iter().map(|thing| (Role::Told, thing)).collect()
            }
            Self::Pick { excluded, lines, chosen, .. } => {
                let excluded = excluded.iter().map(|(thing, _)| (Role::Excluded, thing));
                let compared = lines.iter().flat_map(Elimination::compared);
                let compared = compared.map(|thing| (Role::Compared, thing));
                let chosen = chosen.iter().map(|thing| (Role::Chosen, thing));
                chosen.chain(excluded).chain(compared).collect()
            }
            Self::Shuffle { .. }
            | Self::Roll { .. }
            | Self::Phase { .. }
            | Self::Turn { .. }
            | Self::Round { .. }
            | Self::Attempt { .. }
            | Self::Over { .. }
            | Self::Box(_)
            | Self::Eliminate { .. }
            | Self::Pass { .. } => Vec::new(),
        }
    }

    /// Returns the piece or player that the event changes.
    pub fn changed(&self) -> Option<&NamedSubject> {
        let subjects = self.subjects().into_iter();
        subjects.filter_map(|(role, thing)| (role == Role::Changed).then_some(thing)).next()
    }
}
