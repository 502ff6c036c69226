//! `simulate`: many games on every core, counted, and kept line by line where a file is named.

use std::fs::File;
use std::io::{BufReader, BufWriter, IsTerminal, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::args::SimulateArgs;
use super::console::{print_error, print_report, report_findings};
use super::edition_files::{find_edition, missing_edition};
use super::executor::rules_executor;
use super::exit::Exit;
use super::play::require_rules;
use super::seeds::with_seeded_rules;
use super::verbosity::is_quiet;
use super::work::{ends_itself, interrupt, tell_written};
use super::write::{Before, WriteFailure, is_same_file, open_games_file, stands_at, write_made};
use crate::diagnostic::{Diagnostic, Findings};
use crate::example::command::{
    self, Edition, GameLine, GameTally, KeptGamesFault, KeptLines, PairedGames, Simulation, Sweep,
    SweptValue, TallyStyle, TerminalLook,
};
use crate::pipeline;
use crate::source::Sources;
use crate::text::shown_path;

/// How long lines of games may wait before they are written.
const WRITE_EVERY: Duration = Duration::from_millis(500);

/// Counts how many games end, or what differs from an earlier edition.
pub(super) fn run_simulate(args: &SimulateArgs) -> Result<Exit> {
    require_endings(args)?;
    if let Some(earlier) = &args.against {
        return run_against(args, earlier);
    }
    let executor = rules_executor()?;
    let jobs = args.jobs();
    with_seeded_rules(&args.games, |games, rules| {
        let (program, sources) = (rules.program, rules.sources);
        let stop = &|| interrupt().is_some();
        let games = *games;
        let simulation = Simulation { games, program, sources, executor: &executor, jobs, stop };
        if !args.set.is_empty() {
            return sweep_games(&simulation, args);
        }
        count_games(&simulation, rules.chosen, args)
    })
}

/// What is written takes no name that a text, a table or rules of somebody may have, and goes into
/// files alone; all seeds exist.
fn require_endings(args: &SimulateArgs) -> Result<()> {
    for (option, path, ending) in [
        ("--out", &args.out, "ndjson"),
        ("--histogram", &args.histogram, "svg"),
        ("--curve", &args.curve, "svg"),
    ] {
        let Some(path) = path else { continue };
        if path.extension().is_none_or(|own| !own.eq_ignore_ascii_case(ending)) {
            bail!("{option} takes a file whose name ends in .{ending}, not {}", shown_path(path));
        }
        if path.metadata().is_ok_and(|known| !known.is_file()) {
            bail!("{option} takes a file, and {} is none", shown_path(path));
        }
    }
    if let (Some(out), Some(histogram)) = (&args.out, &args.histogram)
        && is_same_file(out, histogram)
    {
        let (out, histogram) = (shown_path(out), shown_path(histogram));
        bail!("--out {out} and --histogram {histogram} lead to one file; name two");
    }
    let (first, games) = (args.games.seed, args.games.games);
    if first.checked_add(games).is_none() {
        bail!("there are no {games} seeds from {first} on; take a smaller --seed");
    }
    Ok(())
}

fn count_games(simulation: &Simulation<'_>, chosen: bool, args: &SimulateArgs) -> Result<Exit> {
    let mut tally = GameTally::default();
    let _finishing = ends_itself();
    let mut failed = match &args.out {
        None => simulation.count_into(&mut tally, &mut |_| ControlFlow::Continue(())),
        Some(path) => match KeptGames::open(path, args.restart, simulation, &mut tally) {
            Ok(kept) => kept.go_on(simulation, &mut tally),
            Err(finding) => {
                return Ok(report_findings(&Findings(vec![*finding]), simulation.sources));
            }
        },
    };
    let stopped = interrupt().is_some() && tally.games() < args.games.games;
    let whole = if tally.stops_early() && !chosen && !stopped {
        command::whole_games(&simulation.games, simulation.program, simulation.executor)
    } else {
        Vec::new()
    };
    let look = terminal_look();
    let style = TallyStyle { won: args.won, drawn: &args.metric, look, whole: &whole };
    let mut report = simulation.report(&tally, &style);
    if let Some(path) = &args.histogram {
        failed.0.extend(write_histogram(path, &tally, args));
    }
    report.findings.append(failed);
    let exit = print_report(report, simulation.sources, args.games.format);
    if stopped {
        tell_line(&stopped_words(tally.games(), args));
    }
    exit
}

/// How far a run came that was stopped, and how it is gone on with.
fn stopped_words(games: u64, args: &SimulateArgs) -> String {
    let all = args.games.games;
    let how = match args.out {
        Some(_) => "the same command goes on there",
        None => {
            "and nothing of it is kept: with --out FILE.ndjson the same command would go on there"
        }
    };
    format!("stopped at {games} of {all} games; {how}")
}

/// Says a line to a person who did not ask for errors alone.
pub(super) fn tell_line(words: &str) {
    if !is_quiet() {
        print_error(format_args!("{words}\n"));
    }
}

/// Draws the metric that was named first, or else turns.
fn write_histogram(path: &Path, tally: &GameTally, args: &SimulateArgs) -> Option<Diagnostic> {
    match command::histogram_svg(tally, args.drawn_metric()) {
        Ok(svg) => write_svg(path, &svg),
        // The report says so already where the name was asked for.
        Err(finding) => args.metric.is_empty().then_some(*finding),
    }
}

/// Writes a picture; a finding says why it is not written.
fn write_svg(path: &Path, svg: &str) -> Option<Diagnostic> {
    match write_made(path, svg.as_bytes(), Before::Anything) {
        Ok(()) => {
            tell_written(path);
            None
        }
        Err(failure) => Some(failure.finding()),
    }
}

/// Plays games with other numbers in place of named values.
fn sweep_games(simulation: &Simulation<'_>, args: &SimulateArgs) -> Result<Exit> {
    SweptValue::require_all(&args.set, simulation.program)?;
    let _finishing = ends_itself();
    let (sweep, findings) = Sweep::count(simulation, args.set.clone());
    let mut report = sweep.report(&args.metric, findings);
    if let Some(path) = &args.curve {
        let drawn = sweep.curve_svg(args.metric.first().map(String::as_str));
        report
            .findings
            .0
            .extend(drawn.map_or_else(|fault| Some(*fault), |svg| write_svg(path, &svg)));
    }
    print_report(report, simulation.sources, args.games.format)
}

/// Plays games by an earlier edition too, and tells what differs.
fn run_against(args: &SimulateArgs, earlier: &str) -> Result<Exit> {
    with_seeded_rules(&args.games, |games, rules| {
        let found = find_edition(&rules.book, earlier)?;
        let found = found.with_context(|| missing_edition(&rules.book, earlier))?;
        let loaded = pipeline::load(&args.games.rules.location(&found.path))?;
        let playable = require_rules(&loaded)?;
        let executors = [rules_executor()?, rules_executor()?];
        let (old, new) = (format!("`{earlier}`"), "the book as it is");
        let pairs = PairedGames {
            old: Edition {
                name: &old,
                program: &playable.program,
                words: &playable.words,
                executor: &executors[0],
            },
            new: Edition {
                name: new,
                program: rules.program,
                words: rules.words,
                executor: &executors[1],
            },
            games: *games,
            jobs: args.jobs(),
            stop: &|| interrupt().is_some(),
        };
        compare_games(&pairs, rules.sources, args)
    })
}

fn compare_games(pairs: &PairedGames<'_>, sources: &Sources, args: &SimulateArgs) -> Result<Exit> {
    let _finishing = ends_itself();
    let (tally, findings) = pairs.count();
    let mut report = pairs.report(&tally, findings);
    if let Some(path) = &args.histogram {
        let drawn = command::paired_histogram_svg(&tally, args.drawn_metric());
        report
            .findings
            .0
            .extend(drawn.map_or_else(|fault| Some(*fault), |svg| write_svg(path, &svg)));
    }
    print_report(report, sources, args.games.format)
}

/// What the terminal can show; 80 columns of plain letters where there is none.
fn terminal_look() -> TerminalLook {
    if !std::io::stdout().is_terminal() {
        return TerminalLook::default();
    }
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = asked.or_else(terminal_columns).unwrap_or(80);
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
    let locale = locale.iter().find(|value| !value.is_empty());
    let blocks = locale.is_some_and(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    });
    TerminalLook { width, breaks: true, blocks }
}

fn terminal_columns() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| width.0.into())
}

/// A file of games, one line each, in the order of their seeds.
struct KeptGames<'p> {
    path: &'p Path,
    file: BufWriter<File>,
    written: Instant,
}

impl<'p> KeptGames<'p> {
    /// Opens the file and counts the games in it, as many as are asked for; a last line that was cut off
    /// is taken away. None of it is touched if the games in it are others, or more.
    fn open(
        path: &'p Path,
        restart: bool,
        simulation: &Simulation<'_>,
        tally: &mut GameTally,
    ) -> Result<Self, Box<Diagnostic>> {
        let refused = |fault| Box::new(command::kept_games_finding(&shown_path(path), &fault));
        let unwritten = |error| Box::new(WriteFailure::system(path, error).finding());
        let mut file = open_games_file(path).map_err(unwritten)?;
        if file.try_lock().is_err() {
            return Err(refused(KeptGamesFault::InUse));
        }
        let (run, games) = (simulation.run_key(), simulation.games);
        let wanted = (run.as_str(), games.seed, games.games);
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
                "`{shown}` holds more games than the {most} of --games: the first {most} are counted, and all stay"
            ));
        } else {
            file.set_len(whole.bytes).map_err(unwritten)?;
            file.seek(SeekFrom::Start(whole.bytes)).map_err(unwritten)?;
        }
        Ok(Self { path, file: BufWriter::new(file), written: Instant::now() })
    }

    /// Plays the games that the file lacks, until it cannot be written; findings say why not.
    fn go_on(mut self, simulation: &Simulation<'_>, tally: &mut GameTally) -> Findings {
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

    /// Writes the lines that wait into the file, which must still stand where it was.
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
