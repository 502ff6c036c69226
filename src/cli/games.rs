//! `play`, `accept`, `simulate`, `coverage`, `gaps` and `find`: the rules of a book at work.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::args::{self, Format, PlayFormat};
use super::player::player;
use super::{books, report, summary};
use crate::diagnostic::Findings;
use crate::example::command::{self, Games, Reached, Report};
use crate::example::game::{Game, Place};
use crate::example::{examples, folder, scenario};
use crate::rules::lock;
use crate::source::Sources;
use crate::{Read, read_with};

/// Plays one scenario.
pub(super) fn play(args: &args::Play) -> Result<u8> {
    let place = args.rules.place(&book_of(&args.scenario, args.book.as_deref())?);
    let mut played = only(&place, &args.scenario)?;
    if args.record {
        return record(&mut played, args);
    }
    let Read { sources, game, findings, .. } = &mut played;
    let game = ready(game, sources, findings)?;
    let mut file = game.files.remove(0);
    if let Some(seed) = args.seed {
        file.source = reseeded(&file, seed, sources);
        file.accepted = None;
    }
    let mut own = std::mem::take(findings);
    let examples =
        examples::play(std::slice::from_ref(&file), &game.book(sources), &player, &mut own);
    let Some(example) = examples.first() else {
        report(&own, sources);
        return Ok(command::exit_code(&own, false).max(1));
    };
    if args.format == PlayFormat::Html {
        super::say(format_args!("{}", crate::web::play(example, &game.book(sources))?));
        report(&own, sources);
        return Ok(command::exit_code(&own, false));
    }
    let format = if args.format == PlayFormat::Json { Format::Json } else { Format::Text };
    finish(command::play(example, &game.book(sources), own), sources, format)
}

/// The scenario with another seed, as a text of its own.
fn reseeded(file: &folder::File, seed: u64, sources: &mut Sources) -> crate::source::SourceId {
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
fn record(played: &mut Read, args: &args::Play) -> Result<u8> {
    let Read { sources, game, findings, .. } = played;
    let game = ready(game, sources, findings)?;
    let file = game.files.remove(0);
    let text = sources.get(file.source).text.clone();
    let mut own = std::mem::take(findings);
    let Some(scenario) = scenario::read(&file.name, file.source, &text, &mut own) else {
        report(&own, sources);
        return Ok(1);
    };
    let (mut input, mut output) = (BufReader::new(std::io::stdin()), std::io::stderr());
    let recording = command::Recording {
        scenario: &scenario,
        text: &text,
        program: &game.program,
        player: &player,
    };
    let recorded =
        command::record(recording, &mut command::terminal(&mut input, &mut output), &mut own);
    let Some(recorded) = recorded else {
        report(&own, sources);
        return Ok(1);
    };
    if recorded.added > 0 {
        std::fs::write(&args.scenario, &recorded.text)
            .with_context(|| format!("can not write `{}`", args.scenario.display()))?;
        writeln!(output, "{}: {} answers written", args.scenario.display(), recorded.added)?;
    }
    report(&own, sources);
    Ok(u8::from(!recorded.complete))
}

/// Takes new traces and confirms changed rules.
pub(super) fn accept(args: &args::Accept) -> Result<u8> {
    let mut worst = 0;
    if args.scenarios.is_empty() {
        for path in books(Path::new("content")) {
            worst = super::worse(worst, accept_all(&args.rules.place(&path))?);
        }
    }
    for path in &args.scenarios {
        let code = if path.extension().is_none_or(|extension| extension != "toml") {
            accept_all(&args.rules.place(path))?
        } else {
            let place = args.rules.place(&book_of(path, args.book.as_deref())?);
            let played = only(&place, path)?;
            accept_examples(played, false)?
        };
        worst = super::worse(worst, code);
    }
    Ok(worst)
}

fn accept_all(place: &Place) -> Result<u8> {
    let played = read_with(place, &player)?;
    if played.game.is_none() {
        report(&played.findings, &played.sources);
        return Ok(command::exit_code(&played.findings, false));
    }
    if place.foreign.is_none() {
        confirm(place, &played)?;
    }
    accept_examples(played, true)
}

/// Writes the lock of a book, if it changed.
fn confirm(place: &Place, played: &Read) -> Result<()> {
    let Some(game) = &played.game else { return Ok(()) };
    let path = place.path.join("rules.lock");
    let text = lock::confirmed(&game.program);
    if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(&path, text).with_context(|| format!("can not write `{}`", path.display()))?;
    super::say(format_args!("confirmed {}\n", path.display()));
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
    let written = examples::accept(&game.files, &examples);
    for (path, text) in &written {
        std::fs::write(path, text)
            .with_context(|| format!("can not write `{}`", path.display()))?;
    }
    finish(command::accepted(&written, &examples, findings), &sources, Format::Text)
}

/// Many games of one book.
pub(super) fn simulate(args: &args::Simulate) -> Result<u8> {
    let won = args.won;
    over_seeds(&args.games, |games, game, sources| {
        command::simulate(games, (&game.program, sources), won, &player)
    })
}

/// Holes in the book that many games find.
pub(super) fn gaps(args: &args::Gaps) -> Result<u8> {
    over_seeds(&args.games, |games, game, _| command::gaps(games, &game.program, &player))
}

/// Seeds that reach a rule.
pub(super) fn find(args: &args::Find) -> Result<u8> {
    over_seeds(&args.games, |games, game, _| {
        command::find(&args.anchor, games, &game.program, &player)
    })
}

fn over_seeds(
    args: &args::Seeds,
    work: impl Fn(&Games<'_>, &Game, &Sources) -> Report,
) -> Result<u8> {
    let place = args.rules.place(&args.path);
    let mut read = loaded(&place)?;
    let Read { sources, game, findings, .. } = &mut read;
    let game = ready(game, sources, findings)?;
    let games = Games { play: &args.play, turns: args.turns, seed: args.seed, games: args.games };
    finish(work(&games, game, sources), sources, args.format)
}

/// Rules that no example reaches.
pub(super) fn coverage(args: &args::Coverage) -> Result<u8> {
    let mut worst = 0;
    for path in books(&args.path) {
        let played = read_with(&args.rules.place(&path), &player)?;
        let Some(game) = &played.game else { continue };
        let mut reached = Reached::default();
        played.examples.iter().for_each(|example| reached.add(&example.trace));
        if args.format == Format::Text {
            super::say(format_args!("{}\n", path.display()));
        }
        let report = match args.games {
            Some(games) => {
                let games = Games { play: &args.play, turns: args.turns, seed: args.seed, games };
                command::coverage_by_games(&game.program, &reached, &games, &player)
            }
            None => command::coverage(&game.program, &reached),
        };
        let code = finish(report, &played.sources, args.format)?;
        worst = super::worse(worst, code);
    }
    Ok(worst)
}

/// A book without its examples being played.
fn loaded(place: &Place) -> Result<Read> {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = crate::document::load(&place.path, &mut findings)?;
    let game = crate::example::game::load(&manuscript, &mut sources, place, &mut findings);
    Ok(Read { sources, book: Default::default(), game, examples: Vec::new(), findings })
}

/// A book with one scenario, wherever that lies.
fn only(place: &Place, scenario: &Path) -> Result<Read> {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = crate::document::load(&place.path, &mut findings)?;
    let mut game = crate::example::game::load(&manuscript, &mut sources, place, &mut findings);
    let mut examples = Vec::new();
    if let Some(game) = &mut game {
        game.files = folder::file(scenario, &mut sources, &mut findings).into_iter().collect();
        examples = game.play(&sources, &player, &mut findings);
    }
    Ok(Read { sources, book: Default::default(), game, examples, findings })
}

/// The game, or the reasons why there is none.
fn ready<'g>(
    game: &'g mut Option<Game>,
    sources: &Sources,
    findings: &Findings,
) -> Result<&'g mut Game> {
    match game {
        Some(game) => Ok(game),
        None => {
            report(findings, sources);
            bail!("there are no rules that can be played: {}", summary(findings))
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
fn finish(report_: Report, sources: &Sources, format: Format) -> Result<u8> {
    let code = report_.code();
    match format {
        Format::Text => super::say(format_args!("{}", report_.text)),
        Format::Json => {
            super::say(format_args!("{}\n", serde_json::to_string_pretty(&report_.json)?))
        }
    }
    let mut findings = report_.findings;
    findings.sort();
    report(&findings, sources);
    Ok(code)
}
