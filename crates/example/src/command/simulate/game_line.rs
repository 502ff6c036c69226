//! One line of data for each game. In: counted games. Out: NDJSON, and games that were kept from earlier
//! runs.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};

use crate::outcome;
use rules::engine::MetricValue;
use rules::engine::trace::Outcome;
use rules::executor::CountedGame;

/// The result of one game, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Its seed.
    pub seed: u64,
    /// The outcome as a word: `over`, `finished`, `gap`, `stuck`, `limit`, `fault`, `unanswered` or
    /// `stopped`.
    pub outcome: String,
    /// The outcome in one line.
    pub ending: String,
    /// The winner, if there is one.
    pub winner: Option<String>,
    /// The loser, if there is one.
    pub loser: Option<String>,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of rounds begun.
    pub rounds: u32,
    /// Number of its events.
    pub events: u32,
    /// Metrics that the rules recorded.
    pub metrics: BTreeMap<String, LineMetric>,
    /// Key of its run: 16 digits, the same for all games of the same rules and arguments.
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
    /// Makes the line of a game of this run.
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

/// Reason why a file of kept games cannot be continued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptGamesFault {
    /// The line with this number is not the line of a game.
    NoGame(u64),
    /// The games were played by other rules, another program or other arguments.
    OtherRun,
    /// Expected the first seed, found the second.
    OtherSeed(u64, u64),
    /// Another program writes games into the file.
    InUse,
}

/// Games that a file contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeptLines {
    /// Length of the lines that were read, in bytes. After them comes a line that was cut off when the
    /// program was killed, or more games.
    pub bytes: u64,
    /// True if the file has more games than requested.
    pub more: bool,
}

/// Beginning of the line of a game.
const LINE_START: &[u8] = b"{\"seed\":";
/// Upper limit of the length of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The games that are wanted of a file.
#[derive(Debug, Clone, Copy)]
pub struct WantedGames<'a> {
    /// Key of their run.
    pub run: &'a str,
    /// Seed of the first game.
    pub first: u64,
    /// The most games to read.
    pub most: u64,
}

/// Reads games that were kept, as many as requested, and passes each on.
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
