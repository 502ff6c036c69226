//! The file in which `simulate --out` keeps games, and from which it continues.

use std::fs::{File, TryLockError};
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::tell_line;
use crate::cli::write::{WriteFailure, open_games_file, stands_at};
use base::diagnostic::{Diagnostic, Findings};
use base::text::shown_path;
use example::command::{
    self, GameLine, GameTally, KeptGamesFault, KeptLines, Simulation, WantedGames,
};

/// Longest time that lines wait before they are written.
const WRITE_EVERY: Duration = Duration::from_millis(500);

/// A file of games, one line each, in the order of their seeds.
pub struct KeptGames<'p> {
    path: &'p Path,
    file: BufWriter<File>,
    written: Instant,
}

impl<'p> KeptGames<'p> {
    /// Opens the file and counts its games, up to the number asked for; an incomplete last line is removed. A
    /// file with other games, or with more, is left as it is.
    pub fn open(
        path: &'p Path,
        restart: bool,
        simulation: &Simulation<'_>,
        tally: &mut GameTally,
    ) -> Result<Self, Box<Diagnostic>> {
        let refused = |fault| Box::new(command::kept_games_finding(&shown_path(path), &fault));
        let unwritten = |error| Box::new(WriteFailure::system(path, error).finding());
        let mut file = open_games_file(path).map_err(unwritten)?;
        // Some disks, and the module, have no locks.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(refused(KeptGamesFault::InUse));
        }
        let (run, games) = (simulation.run_key(), simulation.games);
        let wanted = WantedGames { run: &run, first: games.seed, most: games.games };
        let read = |tally: &mut GameTally| {
            let each = |game: GameLine| tally.add(game, None);
            command::read_kept_games(BufReader::new(&file), wanted, each)
        };
        let whole =
            if restart { Ok(KeptLines::default()) } else { read(tally).map_err(unwritten)? };
        let whole = whole.map_err(refused)?;
        if whole.more {
            let (shown, most) = (shown_path(path), games.games);
            tell_line(&format!(
                "`{shown}` holds more games than the {most} of --games: only the first {most} are counted, and the file is unchanged"
            ));
        } else {
            file.set_len(whole.bytes).map_err(unwritten)?;
            file.seek(SeekFrom::Start(whole.bytes)).map_err(unwritten)?;
        }
        Ok(Self { path, file: BufWriter::new(file), written: Instant::now() })
    }

    /// Plays the games that the file lacks; stops with a finding if they cannot be written.
    pub fn go_on(mut self, simulation: &Simulation<'_>, tally: &mut GameTally) -> Findings {
        let mut failure = None;
        let mut findings = simulation.count_into(tally, &mut |game| match self.keep(game) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        let failed = failure.or_else(|| self.write_lines().err());
        findings.0.extend(failed.map(|failure| failure.finding()));
        findings
    }

    fn keep(&mut self, game: &GameLine) -> Result<(), WriteFailure> {
        game.write(&mut self.file).map_err(|error| WriteFailure::system(self.path, error))?;
        if self.written.elapsed() >= WRITE_EVERY { self.write_lines() } else { Ok(()) }
    }

    /// Writes the waiting lines to the file, which must still be at its path.
    fn write_lines(&mut self) -> Result<(), WriteFailure> {
        self.file.flush().map_err(|error| WriteFailure::system(self.path, error))?;
        self.written = Instant::now();
        if stands_at(self.file.get_ref(), self.path) {
            Ok(())
        } else {
            Err(WriteFailure::gone(self.path))
        }
    }
}
