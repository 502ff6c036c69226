//! `play`: plays one scenario or the game of a book; prints it as sentences, data, a page or a picture, or
//! records it with answers.

mod figure;
mod game;
mod learn;
mod lines;
mod terminal;

use std::io::{BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::args::{PlayArgs, PlayFormat, RulesArgs};
use super::console::{
    findings_summary, print_detailed, print_findings, print_out, report_findings,
};
use super::executor::rules_executor;
use super::exit::Exit;
use super::paths::{book_of_scenario, require_path};
use super::place::PlacePath;
use super::work::tell_written;
use super::write::{Before, write_made, write_source};
use crate::pipeline::{self, LoadedBook, PlayedBook};
use crate::web;
use base::diagnostic::code::{CHANGED_RULE, UNCONFIRMED_RULE};
use base::diagnostic::{Detail, Diagnostic, Findings};
use base::source::Sources;
use base::text::{counted, path_words, shown_path};
use example::command::{self, CommandReport, RecordedScenario, ScenarioRecording};
use example::examples::{Example, ExampleContext};
use example::folder::ScenarioFile;
use example::game::PlayableBook;
use example::scenario;

/// Plays one scenario, or the game of a book.
pub fn run_play(args: &PlayArgs) -> Result<Exit> {
    if args.learn || args.lesson.is_some() {
        return learn::learn_in_terminal(args);
    }
    if args.lines {
        return lines::play_lines(args);
    }
    let place = PlacePath::of(&args.scenario);
    let asks_in_a_game = args.record
        && (game::is_game(&place) || args.seats.is_empty() && game::is_at_table(&place.path));
    if !args.seats.is_empty() && !asks_in_a_game {
        bail!(
            "--as names the player whom a game asks; write `rulepress play BOOK --record --as NAME`"
        );
    }
    if args.companion && !asks_in_a_game {
        bail!("--companion plays with your own cards, so it needs --record and the path of a book");
    }
    if asks_in_a_game {
        return terminal::play_in_terminal(args);
    }
    require_play_options(args)?;
    if game::is_game(&place) {
        return game::play_game(args, &place);
    }
    let mut loaded = load_with_scenario(&args.scenario, args.book.as_deref(), &args.rules)?;
    require_rules(&loaded)?;
    if args.record {
        return record_scenario(loaded, args);
    }
    if let Some(seed) = args.seed {
        loaded.reseed(seed);
    }
    print_play(loaded.play(&rules_executor()?), args, command::report_play)
}

/// Checks that the options agree, and that the name of the file ends as its format does.
fn require_play_options(args: &PlayArgs) -> Result<()> {
    let is_picture = matches!(args.format, PlayFormat::Svg | PlayFormat::Png);
    if args.step.is_some() && !is_picture {
        bail!("--step draws the picture of a step; add --format svg or --format png");
    }
    let ending = file_ending(args.format);
    match &args.output {
        None if args.format == PlayFormat::Png => {
            bail!("a picture of dots needs a file; add -o NAME.png")
        }
        Some(path) if path.extension().is_none_or(|own| !own.eq_ignore_ascii_case(ending)) => {
            bail!("-o takes a file whose name ends in .{ending}, not {}", shown_path(path))
        }
        Some(_) | None => Ok(()),
    }
}

/// Returns the ending of a file name for a format.
fn file_ending(format: PlayFormat) -> &'static str {
    match format {
        PlayFormat::Text => "txt",
        PlayFormat::Json => "json",
        PlayFormat::Html | PlayFormat::Embed => "html",
        PlayFormat::Svg => "svg",
        PlayFormat::Png => "png",
    }
}

/// Loads the book of a scenario, with that scenario alone.
pub fn load_with_scenario(
    scenario: &Path,
    book: Option<&Path>,
    rules: &RulesArgs,
) -> Result<LoadedBook> {
    if scenario.is_dir() {
        let (folder, file) = (shown_path(scenario), shown_path(&scenario.join("NAME.toml")));
        bail!("`{folder}` is a folder of scenarios; name one, such as `{file}`");
    }
    let book = book_of_scenario(scenario, book)?;
    require_path(&book)?;
    rules.require_paths()?;
    let mut loaded = pipeline::load(&rules.location(&book))?;
    loaded.keep_scenario(scenario);
    Ok(loaded)
}

/// Returns the rules of a book; prints its findings and fails if it has none.
pub fn require_rules(loaded: &LoadedBook) -> Result<&PlayableBook> {
    loaded.rules.as_ref().ok_or_else(|| {
        print_findings(&loaded.findings, &loaded.sources);
        if loaded.findings.0.is_empty() {
            return anyhow!("the book has no rules to play");
        }
        anyhow!("the book has no rules to play: {}", findings_summary(&loaded.findings))
    })
}

/// A function that describes an example in words and as data.
type Telling = fn(&Example, &ExampleContext<'_>, Findings) -> CommandReport;

/// Prints the play, or writes it to the named file.
fn print_play(mut played: PlayedBook, args: &PlayArgs, tell: Telling) -> Result<Exit> {
    let mut findings = std::mem::take(&mut played.findings);
    let Some((example, context)) = played.examples.first().zip(played.example_context()) else {
        return Ok(report_findings(&findings, &played.sources).max(Exit::Errors));
    };
    let told = match args.format {
        PlayFormat::Text => Some(tell(example, &context, Findings::default()).text.into_bytes()),
        PlayFormat::Json => {
            let json = tell(example, &context, Findings::default()).json;
            Some((serde_json::to_string_pretty(&json)? + "\n").into_bytes())
        }
        PlayFormat::Html => Some(web::play_page(example, &context)?.into_bytes()),
        PlayFormat::Embed => Some(web::embed_page(example, &context)?.into_bytes()),
        PlayFormat::Svg | PlayFormat::Png => None,
    };
    let (told, sources) = match told {
        Some(told) => (Some(told), played.sources),
        None => figure::draw_play(played, args, &mut findings),
    };
    if let Some(told) = told {
        findings.0.extend(put_out(&told, args));
    }
    findings.sort();
    // Unconfirmed rules are those of the whole book: a line sums them up unless all findings are asked for.
    let waits =
        |finding: &Diagnostic| finding.code == UNCONFIRMED_RULE || finding.code == CHANGED_RULE;
    let (waiting, own): (Vec<_>, Vec<_>) = findings.0.iter().cloned().partition(waits);
    print_findings(&Findings(own), &sources);
    print_detailed(&Findings(waiting), &sources, Detail::Kinds);
    Ok(Exit::after(&findings))
}

/// Writes the play to the named file, or prints it; returns a finding if it cannot be written.
fn put_out(made: &[u8], args: &PlayArgs) -> Option<Diagnostic> {
    let Some(path) = &args.output else {
        print_out(format_args!("{}", String::from_utf8_lossy(made)));
        return None;
    };
    match write_made(path, made, Before::Anything) {
        Ok(()) => {
            tell_written(path);
            None
        }
        Err(failure) => Some(failure.finding()),
    }
}

/// Asks for every open choice, and writes the answers to the scenario.
fn record_scenario(mut loaded: LoadedBook, args: &PlayArgs) -> Result<Exit> {
    let file = loaded.rules.as_mut().and_then(|rules| rules.files.pop());
    let file = file.context("the scenario cannot be read")?;
    let rules = require_rules(&loaded)?;
    let mut findings = Findings::default();
    let recorded = ask_open_choices(&file, rules, &loaded.sources, &mut findings)?;
    let before = loaded.sources.get(file.source).bytes();
    let exit = match &recorded {
        Some(recorded) => write_answers(recorded, &args.scenario, before, &mut findings)?,
        None => Exit::Errors,
    };
    loaded.findings.append(findings);
    print_findings(&loaded.findings, &loaded.sources);
    Ok(exit)
}

fn ask_open_choices(
    file: &ScenarioFile,
    rules: &PlayableBook,
    sources: &Sources,
    findings: &mut Findings,
) -> Result<Option<RecordedScenario>> {
    let text = &sources.get(file.source).text;
    let Some(scenario) = scenario::read_scenario(&file.name, file.source, text, findings) else {
        return Ok(None);
    };
    let executor = rules_executor()?;
    let recording = ScenarioRecording {
        scenario: &scenario,
        text,
        program: &rules.program,
        executor: &executor,
    };
    let (mut input, mut output) = (BufReader::new(std::io::stdin()), std::io::stderr());
    let mut ask = command::ask_on_terminal(&mut input, &mut output);
    Ok(command::record_answers(recording, &mut ask, findings))
}

fn write_answers(
    recorded: &RecordedScenario,
    path: &Path,
    before: &[u8],
    findings: &mut Findings,
) -> Result<Exit> {
    let mut output = std::io::stderr();
    for line in &recorded.answered {
        writeln!(output, "{line}")?;
    }
    if recorded.added > 0 {
        if let Err(failure) = write_source(path, &recorded.text, Before::Bytes(before)) {
            findings.push(failure.finding());
            return Ok(Exit::Errors);
        }
        let answers = counted(recorded.added, "answer");
        writeln!(output, "{}: {answers} written", path_words(path))?;
    }
    Ok(if recorded.complete { Exit::Done } else { Exit::Errors })
}
