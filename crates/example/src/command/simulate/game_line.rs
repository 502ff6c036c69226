//! One line of data for each game. In: counted games. Out: NDJSON, and games that were played before.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};

use crate::outcome;
use rules::engine::MetricValue;
use rules::engine::trace::Outcome;
use rules::executor::CountedGame;

/// What one game came to, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Its seed.
    pub seed: u64,
    /// `over`, `finished`, `gap`, `stuck`, `limit`, `fault`, `unanswered` or `stopped`.
    pub outcome: String,
    /// The outcome in one line.
    pub ending: String,
    /// Who won.
    pub winner: Option<String>,
    /// Who lost.
    pub loser: Option<String>,
    /// Turns begun.
    pub turns: u32,
    /// Rounds begun.
    pub rounds: u32,
    /// Events in it.
    pub events: u32,
    /// What the rules recorded.
    pub metrics: BTreeMap<String, LineMetric>,
    /// What it was played by: 16 digits, the same for all games of the same rules and arguments.
    pub run: String,
}

/// A recorded number or word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LineMetric {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl From<MetricValue> for LineMetric {
    fn from(value: MetricValue) -> Self {
        match value {
            MetricValue::Number(number) => Self::Number(number),
            MetricValue::Word(word) => Self::Word(word),
        }
    }
}

impl GameLine {
    /// A game of a run.
    pub fn of(game: CountedGame, run: &str) -> Self {
        let (winner, loser) = match &game.outcome {
            Outcome::Over { winner, loser, .. } => (winner.clone(), loser.clone()),
            Outcome::Stopped
            | Outcome::Finished
            | Outcome::Gap { .. }
            | Outcome::Stuck { .. }
            | Outcome::Unanswered { .. }
            | Outcome::Limit { .. }
            | Outcome::Fault(_) => (None, None),
        };
        Self {
            seed: game.seed,
            outcome: outcome::outcome_word(&game.outcome).to_owned(),
            ending: outcome::outcome_line(&game.outcome),
            winner,
            loser,
            turns: game.turns,
            rounds: game.rounds,
            events: game.events,
            metrics: game.metrics.into_iter().map(|(name, value)| (name, value.into())).collect(),
            run: run.to_owned(),
        }
    }

    /// Writes the line.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *to, self)?;
        to.write_all(b"\n")
    }
}

/// Why games that were kept cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptGamesFault {
    /// A line is no line of a game; its number.
    NoGame(u64),
    /// The games were played by other rules, another program or other arguments.
    OtherRun,
    /// Another seed stands where this one should; both, this one first.
    OtherSeed(u64, u64),
    /// Another program writes games into the file.
    InUse,
}

/// Games that a file holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeptLines {
    /// How many bytes the lines take that were read; what follows them is a line that was cut off when
    /// the program was killed, or more games.
    pub bytes: u64,
    /// Whether there are more games than are asked for.
    pub more: bool,
}

/// What the line of a game begins with.
const LINE_START: &[u8] = b"{\"seed\":";
/// No line of a game has so many bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Which games of a file are wanted.
#[derive(Debug, Clone, Copy)]
pub struct WantedGames<'a> {
    /// The key of their run.
    pub run: &'a str,
    /// The seed of the first.
    pub first: u64,
    /// How many at most.
    pub most: u64,
}

/// Reads games that were kept, as many as are asked for, and hands each over.
pub fn read_kept_games(
    mut from: impl BufRead,
    wanted: WantedGames<'_>,
    mut each: impl FnMut(GameLine),
) -> io::Result<Result<KeptLines, KeptGamesFault>> {
    let WantedGames { run, first, most } = wanted;
    let (mut bytes, mut count, mut line) = (0, 0_u64, Vec::new());
    loop {
        line.clear();
        if count == most {
            let more = !from.fill_buf()?.is_empty();
            return Ok(Ok(KeptLines { bytes, more }));
        }
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            let is_cut = line.starts_with(LINE_START) || LINE_START.starts_with(&line);
            return Ok(if is_cut {
                Ok(KeptLines { bytes, more: false })
            } else {
                Err(KeptGamesFault::NoGame(count + 1))
            });
        }
        let Ok(game) = serde_json::from_slice::<GameLine>(&line) else {
            return Ok(Err(KeptGamesFault::NoGame(count + 1)));
        };
        if game.run != run {
            return Ok(Err(KeptGamesFault::OtherRun));
        }
        if game.seed != first + count {
            return Ok(Err(KeptGamesFault::OtherSeed(first + count, game.seed)));
        }
        count += 1;
        bytes += read as u64;
        each(game);
    }
}
