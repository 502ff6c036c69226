//! `simulate`: plays many games on every core, counts them, and keeps each as a line of a named file.

mod kept_games;

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;

use super::args::SeedsArgs;
use super::console::{print_error, print_report, report_findings};
use super::edition_files::{find_edition, missing_edition};
use super::executor::{games_at_once, rules_executor};
use super::exit::Exit;
use super::play::require_rules;
use super::seeds::with_seeded_rules;
use super::verbosity::is_quiet;
use super::work::{ends_itself, interrupt, tell_written};
use super::write::{Before, is_same_file, write_made};
use crate::pipeline;
use base::diagnostic::{Diagnostic, Findings};
use base::source::Sources;
use base::text::shown_path;
use example::command::{
    self, Edition, GameTally, PairedGames, Simulation, Sweep, SweptValue, TallyStyle, TerminalLook,
};
use kept_games::KeptGames;

#[derive(Debug, ClapArgs)]
pub struct SimulateArgs {
    #[command(flatten)]
    games: SeedsArgs,
    /// End with an error unless somebody won or lost in at least this percentage of the games.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    won: Option<u8>,
    /// Keep each game as a line of data in this file; the same command continues where it stopped, and counts
    /// the games in the file.
    #[arg(long, value_name = "FILE.ndjson")]
    out: Option<PathBuf>,
    /// Empty the file of --out first, whatever is in it.
    #[arg(long, requires = "out")]
    restart: bool,
    /// Number of games to play at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Show only the histogram of this number, such as turns; with --against and --set, report only this
    /// number. May be given several times.
    #[arg(long, value_name = "NAME")]
    metric: Vec<String>,
    /// Draw the histogram of the first --metric, or else of turns, as a picture in this file.
    #[arg(long, value_name = "FILE.svg")]
    histogram: Option<PathBuf>,
    /// Play the same seeds also by an earlier edition, and report the differences: a folder of the book, or a
    /// commit, a branch or a tag of git.
    #[arg(long, value_name = "EDITION", conflicts_with_all = ["out", "won"])]
    against: Option<String>,
    /// Play the same seeds with other numbers in place of a named value: life=25, life=20..30, life=20..40:5
    /// or life=20,30; may be given several times, for every combination.
    #[arg(long, value_name = "NAME=NUMBERS", conflicts_with_all = ["out", "won", "against", "histogram"])]
    set: Vec<SweptValue>,
    /// Draw the first --metric, or else who wins, over the numbers of --set as a picture in this file.
    #[arg(long, value_name = "FILE.svg", requires = "set")]
    curve: Option<PathBuf>,
}

impl SimulateArgs {
    /// Returns the number of games to play at once.
    fn jobs(&self) -> usize {
        self.jobs.map_or_else(games_at_once, usize::from)
    }

    /// Returns the name of the number to draw.
    fn drawn_metric(&self) -> &str {
        self.metric.first().map_or("turns", String::as_str)
    }
}

/// Counts the endings of games, or their differences from an earlier edition.
pub fn run_simulate(args: &SimulateArgs) -> Result<Exit> {
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

/// Checks that each output has the right ending and is a regular file, that no two are the same, and that all
/// seeds exist.
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
            bail!("{option} takes a file, not {}", shown_path(path));
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
            .unwrap_or_default()
    } else {
        Vec::new()
    };
    let look = terminal_look();
    let style = TallyStyle { won: args.won, drawn: &args.metric, look, whole: &whole };
    let mut report = simulation.report(&tally, &style);
    if let Some(path) = &args.histogram {
        let drawing = command::histogram_svg(&tally, args.drawn_metric());
        failed.0.extend(written_or_told(path, drawing, args));
    }
    report.findings.append(failed);
    let exit = print_report(report, simulation.sources, args.games.format);
    if stopped {
        tell_line(&stopped_words(tally.games(), args));
    }
    exit
}

/// Describes how far a stopped run came, and how to continue it.
fn stopped_words(games: u64, args: &SimulateArgs) -> String {
    let all = args.games.games;
    let how = match args.out {
        Some(_) => "the same command continues there",
        None => "and nothing was kept: with --out FILE.ndjson, the same command could continue",
    };
    format!("stopped at {games} of {all} games; {how}")
}

/// Prints a line, unless `-q` asks for errors only.
pub fn tell_line(words: &str) {
    if !is_quiet() {
        print_error(format_args!("{words}\n"));
    }
}

/// Writes a picture, or reports why there is none; for a number named by the user the report does this.
fn written_or_told(
    path: &Path,
    drawn: Result<String, Box<Diagnostic>>,
    args: &SimulateArgs,
) -> Option<Diagnostic> {
    match drawn {
        Ok(svg) => write_svg(path, &svg),
        Err(finding) => args.metric.is_empty().then_some(*finding),
    }
}

/// Writes a picture; returns a finding if it cannot be written.
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
        let fault_or_path = drawn.map_or_else(|fault| Some(*fault), |svg| write_svg(path, &svg));
        report.findings.0.extend(fault_or_path);
    }
    let exit = print_report(report, simulation.sources, args.games.format);
    if interrupt().is_some() {
        tell_line(&format!("stopped: {} settings were played completely", sweep.settings()));
    }
    exit
}

/// Plays games also by an earlier edition, and reports the differences.
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
                sources: &loaded.sources,
                executor: &executors[0],
            },
            new: Edition {
                name: new,
                program: rules.program,
                words: rules.words,
                sources: rules.sources,
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
    let mut report = pairs.report(&tally, &args.metric, findings);
    if let Some(path) = &args.histogram {
        let drawn = command::paired_histogram_svg(&tally, args.drawn_metric());
        report.findings.0.extend(written_or_told(path, drawn, args));
    }
    let exit = print_report(report, sources, args.games.format);
    if interrupt().is_some() && tally.pairs() < args.games.games {
        tell_line(&format!("stopped at {} of {} games of each", tally.pairs(), args.games.games));
    }
    exit
}

/// Returns the abilities of the terminal; 80 columns of plain letters if there is none.
fn terminal_look() -> TerminalLook {
    if !std::io::stdout().is_terminal() {
        return TerminalLook::default();
    }
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = || terminal_size::terminal_size().map(|(width, _)| width.0.into());
    let width = asked.or_else(columns).unwrap_or(80);
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
    let locale = locale.iter().find(|value| !value.is_empty());
    let blocks = locale.is_some_and(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    });
    TerminalLook { width, breaks: true, blocks }
}
