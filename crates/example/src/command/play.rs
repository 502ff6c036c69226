//! `rulepress play` and `accept`: an example as numbered sentences, and the report of what was accepted.

use std::path::Path;

use super::CommandReport;
use crate::acceptance::Acceptance;
use crate::examples::{Example, ExampleContext};
use crate::narrate::Narration;
use crate::story;
use base::diagnostic::code::{MOVED_EXAMPLE, STALE_EXAMPLE, TRACE_FILE, UNACCEPTED_EXAMPLE};
use base::diagnostic::{Code, Findings};
use base::text::counted;
use base::text::path_words;

/// Reports an example as text for a person, and its trace as data.
pub fn report_play(
    example: &Example,
    book: &ExampleContext<'_>,
    findings: Findings,
) -> CommandReport {
    let report = report_game(example, book, findings);
    let text = format!("{}\n{}\n", report.text, acceptance_words(&example.state));
    CommandReport { text, ..report }
}

/// Reports a game that is not accepted, as text and as data.
pub fn report_game(
    example: &Example,
    book: &ExampleContext<'_>,
    findings: Findings,
) -> CommandReport {
    let text = play_heading(example) + &numbered_sentences(&example.told);
    let json = book.with_story_source(example, |source| story::play_data(source, &example.story));
    CommandReport { text, json, findings }
}

/// Returns the title, and the rule that is played with its seed.
fn play_heading(example: &Example) -> String {
    let (scenario, book) = (&example.scenario, &example.played.book);
    let (title, play) = (&scenario.title.value, &scenario.play.value);
    let turns =
        if scenario.turns > 1 { format!(", {} times", scenario.turns) } else { String::new() };
    format!("{title}\n{book}, seed {}: {play}{turns}\n\n", scenario.seed)
}

fn acceptance_words(state: &Acceptance) -> &'static str {
    match state {
        Acceptance::Accepted => "This is the accepted example.",
        Acceptance::Moved => "This is the accepted example with other addresses.",
        Acceptance::Stale(_) => "This differs from the accepted example.",
        Acceptance::Unaccepted => "This example was never accepted.",
        Acceptance::Wrong => "This example has errors.",
    }
}

/// Returns headings and numbered sentences with the rules they cite, and the ending.
fn numbered_sentences(told: &Narration) -> String {
    let last = told.sentences.iter().filter_map(|told| told.number).max().unwrap_or(0);
    let width = last.to_string().len();
    let lines: String = told
        .sentences
        .iter()
        .map(|told| {
            let sentence = &told.sentence;
            match (told.number, &told.citation) {
                (None, _) => format!("\n{sentence}\n"),
                (Some(number), Some(cite)) => format!("{number:>width$}. {sentence} ({cite})\n"),
                (Some(number), None) => format!("{number:>width$}. {sentence}\n"),
            }
        })
        .collect();
    let text = lines.trim_start_matches('\n');
    if told.end.parts.is_empty() { text.to_owned() } else { format!("{text}\n{}\n", told.end) }
}

/// Codes of findings that are true until an example is accepted.
const STALE: [Code; 4] = [STALE_EXAMPLE, UNACCEPTED_EXAMPLE, MOVED_EXAMPLE, TRACE_FILE];

/// Reports the files that `accept` wrote, and the examples that it could not accept.
pub fn report_accepted(
    written: &[&Path],
    examples: &[Example],
    mut findings: Findings,
) -> CommandReport {
    let in_state = |state| examples.iter().filter(move |example| example.state == state);
    let wrong = in_state(Acceptance::Wrong).map(|example| example.scenario.name.as_str());
    let wrong: Vec<&str> = wrong.collect();
    let paths: Vec<String> = written.iter().map(|path| path_words(path)).collect();
    let unchanged = in_state(Acceptance::Accepted).count();
    let accepted = paths.iter().map(|path| format!("accepted {path}\n"));
    let refused = wrong.iter().map(|name| format!("not accepted: `{name}` has errors\n"));
    let count = counted(paths.len(), "example");
    let lines: String = accepted.chain(refused).collect();
    let text = format!("{lines}{count} accepted, {unchanged} unchanged\n");
    let json = serde_json::json!({ "accepted": paths, "wrong": wrong, "unchanged": unchanged });
    // These findings no longer hold of examples that have just been accepted.
    findings.0.retain(|finding| !STALE.contains(&finding.code));
    CommandReport { text, json, findings }
}
