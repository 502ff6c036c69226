//! The kernel: pieces in zones, counters, chance, choice and flow, and a log of all events. It is
//! deterministic, uses integers only, and knows no game: rules are in the modules of a book.
//!
//! In: [`Components`] and a [`GameState`]. Out: a log of events and, by [`trace_records`] and
//! [`table_snapshot`], the portable [`trace::Trace`].

mod attachments;
mod chance;
mod pick_log;
mod components;
mod event;
mod flow;
mod fraction;
mod game;
mod grid;
mod hooks;
mod ids;
mod laid_map;
mod metric;
mod number_set;
mod onlooker;
mod open_question;
mod pause;
mod pick;
mod pieces;
mod position;
mod random;
mod recording;
mod seats;
mod space;
mod squares;
mod stack;
mod state;
mod texts;
mod times_counted;
pub mod trace;
mod track;

pub use attachments::Attachment;
pub use chance::Question;
pub use components::{
    ASIDE, CardCell, CardColumn, CardTable, ChartBox, Components, Counter, Die, Flag, GameCard,
    GameChart, Player, Zone, ZoneOrder, ZoneSight,
};
pub use event::{
    Candidate, Event, EventKind, Ids, Naming, Party, PassedChartBox, Pending, Role, RuleSite,
    Subject, Visibility, ZoneSlot, verb,
};
pub use flow::CounterHolder;
pub use fraction::{Fraction, numbered_index, pooled_prizes};
pub use game::{Checkpoint, Game, GameBuffers, InsertAt, KernelError, RefusedEntry};
pub use grid::{
    ChangedEdge, EdgeId, EdgeSide, Footprint, GridFault, LARGEST_SIDE, MOST_EXTRA, MapPlacement,
    MapWord, PieceSize, SightEnd, SightLines, SpaceWords, SquareGrid, Stops, WalkOrder, WalkStop,
    Walks,
};
pub use hooks::{Hook, HookTiming, Hooks, effects_work};
pub use ids::{CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, TextId, ZoneId};
pub use laid_map::lay_out_edges;
pub use metric::{COUNTED_ALWAYS, MetricValue, Metrics, metric_name_fault};
pub use number_set::NumberSet;
pub use onlooker::Onlooker;
pub use pause::GamePause;
pub use pick::{Elimination, Picked, TieBreaker, pick_by_list};
pub use pick_log::ExcludedCandidate;
pub use position::{
    NOTHING_ELSE, lay_out_players, lay_out_position, position_fault, split_ordinal,
};
pub use random::{Digest, RandomStreams, text_hash};
pub use recording::{deciding_lines, table_snapshot, trace_records, zone_kinds};
pub use seats::Seating;
pub use space::{Hex, MOST_SPACES, MapEdges, MapRow, MapShape, Space};
pub use stack::{StackItem, Triggered};
pub use state::{CounterAmounts, GameState, Lifetime, Piece, TimedAmount, TimedFlag};
pub use texts::TextInterner;
pub use times_counted::TimesCounted;
pub use track::TrackLimit;

/// The most events of one play.
pub const MOST_EVENTS: usize = 300_000;
/// The most pieces of one play.
pub const MOST_PIECES: usize = 10_000;
/// The most zones of a game.
pub const MOST_ZONES: usize = 256;
/// The most events that may answer each other in a chain.
pub const DEEPEST_HOOKS: usize = 64;
/// Longest list that rules may pass.
pub const LONGEST_LIST: usize = 10_000;
