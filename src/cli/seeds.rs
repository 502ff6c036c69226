//! `gaps`, `find` and `coverage`: results of playing many games of a book.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::args::{CoverageArgs, CoverageFormat, FindArgs, GapsArgs, ReportFormat, SeedsArgs};
use super::console::{print_out, print_report, report_findings};
use super::executor::{play_book, rules_executor};
use super::exit::Exit;
use super::paths::{book_of_scenario, named_books, path_from_here, require_path, require_root};
use super::place::PlacePath;
use super::play::require_rules;
use super::simulate::tell_line;
use super::write::{Before, write_made};
use crate::pipeline;
use base::diagnostic::{Diagnostic, Findings};
use base::source::Sources;
use base::text::file_names::name_fault;
use base::text::{path_words, shown_path};
use example::command::{self, CommandReport, Coverage, FoundScene, Reached, SeededGames};
use example::narrate::Lexicon;
use rules::Program;
use rules::engine::trace::{Fault, Outcome, StartEntry};
use rules::executor::Executor;

/// Lists the questions that the book leaves open.
pub fn run_gaps(args: &GapsArgs) -> Result<Exit> {
    play_seeds(&args.games, command::report_gaps)
}

/// Lists seeds that reach a rule.
pub fn run_find(args: &FindArgs) -> Result<Exit> {
    if let Some(name) = &args.write {
        return write_scene(args, name);
    }
    play_seeds(&args.games, |games, program, executor| {
        command::find_seeds(&args.anchor, games, program, executor)
    })
}

/// Writes a scenario of a game that reaches a rule.
fn write_scene(args: &FindArgs, name: &str) -> Result<Exit> {
    let name = name.strip_suffix(".toml").unwrap_or(name);
    if let Some(fault) = name_fault(name) {
        bail!("--write takes the name of a new scenario: {}", fault.words());
    }
    let executor = rules_executor()?;
    with_seeded_rules(&args.games, |games, rules| {
        let path = rules.examples.join(format!("{name}.toml"));
        if path.exists() {
            bail!("`{}` exists already; name another with --write", shown_path(&path));
        }
        let (mut report, scene) =
            command::find_scene(&args.anchor, name, games, rules.program, &executor);
        if let Some(scene) = &scene {
            report.findings.0.extend(write_found(scene, &path, games));
        }
        print_report(report, rules.sources, args.games.format)
    })
}

/// Writes a scenario to a path without a file; returns a finding if it cannot be written.
fn write_found(scene: &FoundScene, path: &Path, games: &SeededGames<'_>) -> Option<Diagnostic> {
    if let Err(failure) = write_made(path, scene.text.as_bytes(), Before::Nothing) {
        return Some(failure.finding());
    }
    let (file, seed, play) = (shown_path(path), scene.seed, games.play);
    let what = if scene.whole {
        format!("the whole of `{play}` with seed {seed}, because no position leads there")
    } else {
        format!("from just before, in `{play}` with seed {seed}")
    };
    tell_line(&format!(
        "{file}: {what}\n`rulepress play {file}` shows it, `rulepress accept {file}` accepts it"
    ));
    None
}

/// The rules of the games.
pub struct SeededRules<'a> {
    pub program: &'a Program,
    /// The words for its steps.
    pub words: &'a Lexicon,
    pub sources: &'a Sources,
    /// The book, or the file that is played by its rules.
    pub book: PathBuf,
    /// The folder of the book's examples; it may be missing.
    pub examples: PathBuf,
    /// True if the user named the rule.
    pub chosen: bool,
}

fn play_seeds(
    args: &SeedsArgs,
    report: impl Fn(&SeededGames<'_>, &Program, &dyn Executor) -> CommandReport,
) -> Result<Exit> {
    let executor = rules_executor()?;
    with_seeded_rules(args, |games, rules| {
        print_report(report(games, rules.program, &executor), rules.sources, args.format)
    })
}

/// Calls `work` with the named games and rules, or reports their faults.
pub fn with_seeded_rules(
    args: &SeedsArgs,
    work: impl FnOnce(&SeededGames<'_>, &SeededRules<'_>) -> Result<Exit>,
) -> Result<Exit> {
    let place = PlacePath::of(&args.path);
    require_path(&place.path)?;
    refuse_scenario(&place.path)?;
    require_root(&place.path, &args.rules.read)?;
    args.rules.require_paths()?;
    let loaded = pipeline::load(&args.rules.location(&place.path))?;
    let playable = require_rules(&loaded)?;
    let program = &playable.program;
    let examples = playable.examples_folder(&place.path);
    let chosen = args.chooses_rule(&place);
    let (words, sources, book) = (&playable.words, &loaded.sources, place.path.clone());
    let rules = SeededRules { program, words, sources, book, examples, chosen };
    let play = args.played_rule(&place);
    let games = args.seeded_games(&play);
    if let Some(mut fault) = games.fault(program) {
        let whole = command::whole_games(&games, program, &rules_executor()?).unwrap_or_default();
        fault.hints.extend(command::whole_games_hint(&whole));
        return Ok(report_findings(&Findings(vec![fault]), &loaded.sources));
    }
    require_seats(&games, program)?;
    work(&games, &rules)
}

/// Refuses a scenario, which is a single play, and names its book.
fn refuse_scenario(path: &Path) -> Result<()> {
    if !path.is_file() || path.extension().is_none_or(|ending| ending != "toml") {
        return Ok(());
    }
    let name = shown_path(path);
    let Ok(book) = book_of_scenario(path, None) else {
        bail!("`{name}` is a scenario, which is a single play; name a book to play games of");
    };
    let book = shown_path(&path_from_here(&book));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rule = text.parse::<toml::Table>().ok();
    let rule = rule.and_then(|keys| Some(keys.get("play")?.as_str()?.to_owned()));
    let rule = rule.map(|rule| format!(" --play '{rule}'")).unwrap_or_default();
    bail!(
        "`{name}` is a scenario, which is a single play; to play games from the set-up, name its book: write `{book}{rule}`"
    )
}

/// Checks that the game can have the requested number of players.
fn require_seats(games: &SeededGames<'_>, program: &Program) -> Result<()> {
    let (Some(players), Some(start)) = (games.players, games.start(program)) else { return Ok(()) };
    let traces = rules_executor()?.play(program, &[start]).unwrap_or_default();
    match traces.into_iter().next().map(|trace| trace.outcome) {
        Some(Outcome::Fault(Fault { entry, hint, .. }))
            if entry.as_deref() == Some(&StartEntry::SeatCount) =>
        {
            bail!("--players cannot be {players}: {}", hint.unwrap_or_default())
        }
        _ => Ok(()),
    }
}

/// Lists the rules of every book that no example reaches.
pub fn run_coverage(args: &CoverageArgs) -> Result<Exit> {
    args.rules.require_paths()?;
    let paths = named_books(args.path.as_deref(), &args.rules.read)?;
    if let (None, Some(path)) = (args.games, &args.path) {
        PlacePath::of(path).require_whole("coverage without --games")?;
    }
    let rules = args.played_rules();
    Exit::worst_of(paths.iter().map(|path| print_coverage(path, &rules, args)))
}

fn print_coverage(path: &Path, played_rules: &[String], args: &CoverageArgs) -> Result<Exit> {
    let played = play_book(&args.rules.location(path))?;
    let Some(rules) = &played.rules else { return Ok(Exit::Done) };
    let games = args.seeded_games(played_rules);
    if let Some(fault) = games.iter().find_map(|games| games.fault(&rules.program)) {
        return Ok(report_findings(&Findings(vec![fault]), &played.sources));
    }
    for games in &games {
        require_seats(games, &rules.program)?;
    }
    let mut reached = Reached::default();
    played.examples.iter().for_each(|example| reached.add(&example.trace));
    let mut coverage = Coverage::of(&rules.program, &reached);
    let executor = rules_executor()?;
    games.iter().for_each(|games| coverage.seek(games, &executor));
    let format = match args.format {
        CoverageFormat::Text => ReportFormat::Text,
        CoverageFormat::Json => ReportFormat::Json,
        CoverageFormat::Markdown => {
            print_out(format_args!("{}", coverage.table()));
            return Ok(report_findings(&coverage.report().findings, &played.sources));
        }
    };
    if args.format == CoverageFormat::Text {
        print_out(format_args!("{}\n", path_words(path)));
    }
    print_report(coverage.report(), &played.sources, format)
}
