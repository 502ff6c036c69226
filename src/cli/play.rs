//! `play`: one scenario, told as sentences, data or a page, or recorded with answers.

use std::io::{BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::args::{PlayArgs, PlayFormat, ReportFormat, RulesArgs};
use super::console::{
    findings_summary, print_data, print_detailed, print_findings, print_out, report_findings,
};
use super::executor::rules_executor;
use super::exit::Exit;
use super::paths::{book_of_scenario, require_path};
use super::write::{Before, write_source};
use crate::diagnostic::code::{CHANGED_RULE, UNCONFIRMED_RULE};
use crate::diagnostic::{Detail, Diagnostic, Findings};
use crate::example::command::{self, CommandReport, RecordedScenario, ScenarioRecording};
use crate::example::examples::{Example, ExampleContext};
use crate::example::folder::ScenarioFile;
use crate::example::game::PlayableBook;
use crate::example::scenario;
use crate::pipeline::{self, LoadedBook, PlayedBook};
use crate::source::Sources;
use crate::text::shown_path;
use crate::web;

/// Plays one scenario.
pub(super) fn run_play(args: &PlayArgs) -> Result<Exit> {
    let mut loaded = load_with_scenario(&args.scenario, args.book.as_deref(), &args.rules)?;
    require_rules(&loaded)?;
    if args.record {
        return record_scenario(loaded, args);
    }
    if let Some(seed) = args.seed {
        loaded.reseed(seed);
    }
    print_play(loaded.play(&rules_executor()?), args.format)
}

/// The book of a scenario, with that scenario alone.
pub(super) fn load_with_scenario(
    scenario: &Path,
    book: Option<&Path>,
    rules: &RulesArgs,
) -> Result<LoadedBook> {
    if scenario.is_dir() {
        let folder = shown_path(scenario);
        bail!("`{folder}` is a folder; name a scenario, such as `{folder}/examples/NAME.toml`");
    }
    let book = book_of_scenario(scenario, book)?;
    require_path(&book)?;
    rules.require_paths()?;
    let mut loaded = pipeline::load(&rules.location(&book))?;
    loaded.keep_scenario(scenario);
    Ok(loaded)
}

/// The rules of a book, or the reasons why it has none.
pub(super) fn require_rules(loaded: &LoadedBook) -> Result<&PlayableBook> {
    loaded.rules.as_ref().ok_or_else(|| report_no_rules(loaded))
}

fn report_no_rules(loaded: &LoadedBook) -> anyhow::Error {
    print_findings(&loaded.findings, &loaded.sources);
    if loaded.findings.0.is_empty() {
        return anyhow!("the book has no rules to play");
    }
    anyhow!("the book has no rules to play: {}", findings_summary(&loaded.findings))
}

fn print_play(mut played: PlayedBook, format: PlayFormat) -> Result<Exit> {
    let findings = std::mem::take(&mut played.findings);
    let Some((example, context)) = played.examples.first().zip(played.example_context()) else {
        return Ok(report_findings(&findings, &played.sources).max(Exit::Errors));
    };
    let report = |findings| command::report_play(example, &context, findings);
    match format {
        PlayFormat::Text => print_told(report(findings), &played.sources, ReportFormat::Text),
        PlayFormat::Json => print_told(report(findings), &played.sources, ReportFormat::Json),
        PlayFormat::Html => print_play_page(example, &context, &findings),
    }
}

fn print_told(report: CommandReport, sources: &Sources, format: ReportFormat) -> Result<Exit> {
    let CommandReport { text, json, mut findings } = report;
    print_data(&text, &json, format)?;
    findings.sort();
    Ok(report_around_play(&findings, sources))
}

/// Prints findings, and gives the code to end with. Rules that are not confirmed are those of the whole
/// book: a line sums them up unless all is asked for.
fn report_around_play(findings: &Findings, sources: &Sources) -> Exit {
    let waits =
        |finding: &Diagnostic| finding.code == UNCONFIRMED_RULE || finding.code == CHANGED_RULE;
    let (waiting, own): (Vec<_>, Vec<_>) = findings.0.iter().cloned().partition(waits);
    print_findings(&Findings(own), sources);
    print_detailed(&Findings(waiting), sources, Detail::Kinds);
    Exit::after(findings)
}

fn print_play_page(
    example: &Example,
    context: &ExampleContext<'_>,
    findings: &Findings,
) -> Result<Exit> {
    print_out(format_args!("{}", web::play_page(example, context)?));
    Ok(report_around_play(findings, context.sources))
}

/// Asks for every open choice and writes the answers into the scenario.
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
    if recorded.added > 0 {
        if let Err(failure) = write_source(path, &recorded.text, Before::Bytes(before)) {
            findings.push(failure.finding());
            return Ok(Exit::Errors);
        }
        let mut output = std::io::stderr();
        let answers = if recorded.added == 1 { "answer" } else { "answers" };
        writeln!(output, "{}: {} {answers} written", path.display(), recorded.added)?;
    }
    Ok(if recorded.complete { Exit::Done } else { Exit::Errors })
}
