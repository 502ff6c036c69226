//! `play`, `accept`, `simulate`, `coverage`, `gaps` and `find`: the rules of a book at work.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::args::{self, PlayFormat, ReportFormat};
use super::{book_paths, findings_summary, print_findings};
use crate::diagnostic::Findings;
use crate::example::command::{self, CommandReport, Reached, SeededGames};
use crate::example::game::{BookLocation, PlayableBook};
use crate::example::{examples, folder, scenario};
use crate::rules::lock;
use crate::source::Sources;
use crate::{Read, read_with};

/// Plays one scenario.
pub(super) fn run_play(args: &args::PlayArgs) -> Result<u8> {
    let place = args.rules.place(&book_of(&args.scenario, args.book.as_deref())?);
    let mut played = load_with_scenario(&place, &args.scenario)?;
    if args.record {
        return record_scenario(&mut played, args);
    }
    let Read { sources, game, findings, .. } = &mut played;
    let game = playable(game, sources, findings)?;
    let mut file = game.files.remove(0);
    if let Some(seed) = args.seed {
        file.source = reseeded_scenario(&file, seed, sources);
        file.accepted = None;
    }
    let mut own = std::mem::take(findings);
    let examples = examples::play_scenarios(
        std::slice::from_ref(&file),
        &game.context(sources),
        &super::executor()?,
        &mut own,
    );
    let Some(example) = examples.first() else {
        print_findings(&own, sources);
        return Ok(command::exit_code(&own, false).max(1));
    };
    if args.format == PlayFormat::Html {
        super::print_out(format_args!(
            "{}",
            crate::web::play_page(example, &game.context(sources))?
        ));
        print_findings(&own, sources);
        return Ok(command::exit_code(&own, false));
    }
    let format =
        if args.format == PlayFormat::Json { ReportFormat::Json } else { ReportFormat::Text };
    print_report(command::report_play(example, &game.context(sources), own), sources, format)
}

/// The scenario with another seed, as a text of its own.
fn reseeded_scenario(
    file: &folder::ScenarioFile,
    seed: u64,
    sources: &mut Sources,
) -> crate::source::SourceId {
    let source = sources.get(file.source);
    let (name, text) = (source.name.clone(), source.text.clone());
    let is_seed = |line: &&str| {
        line.trim_start()
            .strip_prefix("seed")
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let mut tables = false;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        tables |= line.trim_start().starts_with('[');
        lines.push(if !tables && is_seed(&line) { String::new() } else { line.to_owned() });
    }
    sources.add_named(name.clone(), &name, format!("seed = {seed}\n{}\n", lines.join("\n")))
}

/// Asks for every open choice and writes the answers into the scenario.
fn record_scenario(played: &mut Read, args: &args::PlayArgs) -> Result<u8> {
    let Read { sources, game, findings, .. } = played;
    let game = playable(game, sources, findings)?;
    let file = game.files.remove(0);
    let text = sources.get(file.source).text.clone();
    let mut own = std::mem::take(findings);
    let Some(scenario) = scenario::read_scenario(&file.name, file.source, &text, &mut own) else {
        print_findings(&own, sources);
        return Ok(1);
    };
    let (mut input, mut output) = (BufReader::new(std::io::stdin()), std::io::stderr());
    let recording = command::ScenarioRecording {
        scenario: &scenario,
        text: &text,
        program: &game.program,
        player: &super::executor()?,
    };
    let recorded = command::record_answers(
        recording,
        &mut command::ask_on_terminal(&mut input, &mut output),
        &mut own,
    );
    let Some(recorded) = recorded else {
        print_findings(&own, sources);
        return Ok(1);
    };
    if recorded.added > 0 {
        std::fs::write(&args.scenario, &recorded.text)
            .with_context(|| format!("can not write `{}`", args.scenario.display()))?;
        writeln!(output, "{}: {} answers written", args.scenario.display(), recorded.added)?;
    }
    print_findings(&own, sources);
    Ok(u8::from(!recorded.complete))
}

/// Takes new traces and confirms changed rules.
pub(super) fn run_accept(args: &args::AcceptArgs) -> Result<u8> {
    let mut worst = 0;
    if args.scenarios.is_empty() {
        for path in book_paths(Path::new("content")) {
            worst = super::worse_exit(worst, accept_book(&args.rules.place(&path))?);
        }
    }
    for path in &args.scenarios {
        let code = if path.extension().is_none_or(|extension| extension != "toml") {
            accept_book(&args.rules.place(path))?
        } else {
            let place = args.rules.place(&book_of(path, args.book.as_deref())?);
            let played = load_with_scenario(&place, path)?;
            accept_examples(played, false)?
        };
        worst = super::worse_exit(worst, code);
    }
    Ok(worst)
}

fn accept_book(place: &BookLocation) -> Result<u8> {
    let played = read_with(place, &super::executor()?)?;
    if played.game.is_none() {
        print_findings(&played.findings, &played.sources);
        return Ok(command::exit_code(&played.findings, false));
    }
    if place.foreign.is_none() {
        write_lock(place, &played)?;
    }
    accept_examples(played, true)
}

/// Writes the lock of a book, if it changed.
fn write_lock(place: &BookLocation, played: &Read) -> Result<()> {
    let Some(game) = &played.game else { return Ok(()) };
    let path = place.path.join("rules.lock");
    let text = lock::confirmed_lock(&game.program);
    if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(&path, text).with_context(|| format!("can not write `{}`", path.display()))?;
    super::print_out(format_args!("confirmed {}\n", path.display()));
    Ok(())
}

fn accept_examples(played: Read, confirmed: bool) -> Result<u8> {
    let Read { sources, game, mut findings, examples, .. } = played;
    let Some(game) = game else { bail!("the book has no rules") };
    if confirmed {
        let settled =
            [crate::diagnostic::code::UNCONFIRMED_RULE, crate::diagnostic::code::CHANGED_RULE];
        findings.0.retain(|finding| !settled.contains(&finding.code));
    }
    let written = examples::accepted_traces(&game.files, &examples);
    for (path, text) in &written {
        std::fs::write(path, text)
            .with_context(|| format!("can not write `{}`", path.display()))?;
    }
    print_report(
        command::report_accepted(&written, &examples, findings),
        &sources,
        ReportFormat::Text,
    )
}

/// Many games of one book.
pub(super) fn run_simulate(args: &args::SimulateArgs) -> Result<u8> {
    let won = args.won;
    let executor = super::executor()?;
    play_seeds(&args.games, |games, game, sources| {
        command::report_simulation(games, (&game.program, sources), won, &executor)
    })
}

/// Holes in the book that many games find.
pub(super) fn run_gaps(args: &args::GapsArgs) -> Result<u8> {
    let executor = super::executor()?;
    play_seeds(&args.games, |games, game, _| command::report_gaps(games, &game.program, &executor))
}

/// Seeds that reach a rule.
pub(super) fn run_find(args: &args::FindArgs) -> Result<u8> {
    let executor = super::executor()?;
    play_seeds(&args.games, |games, game, _| {
        command::find_seeds(&args.anchor, games, &game.program, &executor)
    })
}

fn play_seeds(
    args: &args::SeedsArgs,
    work: impl Fn(&SeededGames<'_>, &PlayableBook, &Sources) -> CommandReport,
) -> Result<u8> {
    let place = args.rules.place(&args.path);
    let mut read = load_unplayed(&place)?;
    let Read { sources, game, findings, .. } = &mut read;
    let game = playable(game, sources, findings)?;
    let games =
        SeededGames { play: &args.play, turns: args.turns, seed: args.seed, games: args.games };
    print_report(work(&games, game, sources), sources, args.format)
}

/// Rules that no example reaches.
pub(super) fn run_coverage(args: &args::CoverageArgs) -> Result<u8> {
    let mut worst = 0;
    for path in book_paths(&args.path) {
        let played = read_with(&args.rules.place(&path), &super::executor()?)?;
        let Some(game) = &played.game else { continue };
        let mut reached = Reached::default();
        played.examples.iter().for_each(|example| reached.add(&example.trace));
        if args.format == ReportFormat::Text {
            super::print_out(format_args!("{}\n", path.display()));
        }
        let report = match args.games {
            Some(games) => {
                let games =
                    SeededGames { play: &args.play, turns: args.turns, seed: args.seed, games };
                command::report_coverage_by_games(
                    &game.program,
                    &reached,
                    &games,
                    &super::executor()?,
                )
            }
            None => command::report_coverage(&game.program, &reached),
        };
        let code = print_report(report, &played.sources, args.format)?;
        worst = super::worse_exit(worst, code);
    }
    Ok(worst)
}

/// A book without its examples being played.
fn load_unplayed(place: &BookLocation) -> Result<Read> {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = crate::document::load(&place.path, &mut findings)?;
    let game = crate::example::game::load_game(&manuscript, &mut sources, place, &mut findings);
    Ok(Read { sources, book: Default::default(), game, examples: Vec::new(), findings })
}

/// A book with one scenario, wherever that lies.
fn load_with_scenario(place: &BookLocation, scenario: &Path) -> Result<Read> {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = crate::document::load(&place.path, &mut findings)?;
    let mut game = crate::example::game::load_game(&manuscript, &mut sources, place, &mut findings);
    let mut examples = Vec::new();
    if let Some(game) = &mut game {
        game.files =
            folder::read_scenario_file(scenario, &mut sources, &mut findings).into_iter().collect();
        examples = game.play_scenarios(&sources, &super::executor()?, &mut findings);
    }
    Ok(Read { sources, book: Default::default(), game, examples, findings })
}

/// The game, or the reasons why there is none.
fn playable<'g>(
    game: &'g mut Option<PlayableBook>,
    sources: &Sources,
    findings: &Findings,
) -> Result<&'g mut PlayableBook> {
    match game {
        Some(game) => Ok(game),
        None => {
            print_findings(findings, sources);
            bail!("there are no rules that can be played: {}", findings_summary(findings))
        }
    }
}

/// The book that a scenario belongs to: the one that is named, the one it lies in, or
/// `content/<folder>` beside `examples/`.
fn book_of(scenario: &Path, named: Option<&Path>) -> Result<PathBuf> {
    std::fs::metadata(scenario).with_context(|| format!("there is no `{}`", scenario.display()))?;
    if let Some(book) = named {
        return Ok(book.to_path_buf());
    }
    let folder = scenario.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = folder
        .canonicalize()
        .with_context(|| format!("there is no folder `{}`", folder.display()))?;
    let name = real.file_name().unwrap_or_default();
    let above = real.parent().unwrap_or(&real);
    let beside = above.parent().unwrap_or(above).join("content").join(name);
    [above, beside.as_path()]
        .into_iter()
        .find(|book| book.join("book.toml").is_file())
        .map(Path::to_path_buf)
        .with_context(|| {
            format!("no book belongs to `{}`; name it with --book", scenario.display())
        })
}

/// Prints a report and its findings, and gives the code to end with.
fn print_report(report_: CommandReport, sources: &Sources, format: ReportFormat) -> Result<u8> {
    let code = report_.code();
    match format {
        ReportFormat::Text => super::print_out(format_args!("{}", report_.text)),
        ReportFormat::Json => {
            super::print_out(format_args!("{}\n", serde_json::to_string_pretty(&report_.json)?))
        }
    }
    let mut findings = report_.findings;
    findings.sort();
    print_findings(&findings, sources);
    Ok(code)
}
