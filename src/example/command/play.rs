//! `rulepress play` and `accept`: an example as numbered sentences, and what was accepted.

use std::path::PathBuf;

use super::{CommandReport, counted};
use crate::diagnostic::Findings;
use crate::example::codes;
use crate::example::examples::{Acceptance, Example, ExampleContext};
use crate::example::narrate::{NarratedSentence, Narration};
use crate::example::story;

/// An example as a person reads it, and its trace as data.
pub fn report_play(
    example: &Example,
    book: &ExampleContext<'_>,
    findings: Findings,
) -> CommandReport {
    let scenario = &example.scenario;
    let mut text = format!("{}\n", scenario.title.value);
    let turns =
        if scenario.turns > 1 { format!(", {} times", scenario.turns) } else { String::new() };
    text += &format!(
        "{}, seed {}: {}{turns}\n\n",
        example.played.book, scenario.seed, scenario.play.value
    );
    text += &numbered_sentences(&example.told);
    text += match &example.state {
        Acceptance::Accepted => "\nThis is the accepted example.\n",
        Acceptance::Moved => "\nThis is the accepted example with other numbers of places.\n",
        Acceptance::Stale(_) => "\nThis differs from the accepted example.\n",
        Acceptance::Unaccepted => "\nThis example was never accepted.\n",
        Acceptance::Wrong => "\nThis example has errors.\n",
        Acceptance::Foreign => "",
    };
    let json = book.with_story_source(example, |source| story::play_data(source, &example.story));
    CommandReport { text, json, findings }
}

/// Headings and numbered sentences with what they cite, and how it ends.
fn numbered_sentences(told: &Narration) -> String {
    let last = told.sentences.iter().filter_map(|told| told.number).max().unwrap_or(0);
    let width = last.to_string().len();
    let line = |told: &NarratedSentence| match told.number {
        None => format!("\n{}\n", told.sentence),
        Some(number) => {
            let cite = told
                .citation
                .as_ref()
                .map_or_else(String::new, |citation| format!(" ({citation})"));
            format!("{number:>width$}. {}{cite}\n", told.sentence)
        }
    };
    let mut text: String = told.sentences.iter().map(line).collect();
    text = text.trim_start_matches('\n').to_owned();
    if !told.end.parts.is_empty() {
        text += &format!("\n{}\n", told.end);
    }
    text
}

/// What `accept` wrote, and what it could not accept.
pub fn report_accepted(
    written: &[(PathBuf, String)],
    examples: &[Example],
    findings: Findings,
) -> CommandReport {
    let name = |example: &&Example| example.scenario.name.clone();
    let wrong: Vec<String> = examples
        .iter()
        .filter(|example| example.state == Acceptance::Wrong)
        .map(|e| name(&e))
        .collect();
    let mut text: String =
        written.iter().map(|(path, _)| format!("accepted {}\n", path.display())).collect();
    text += &wrong
        .iter()
        .map(|name| format!("not accepted: `{name}` has errors\n"))
        .collect::<String>();
    let same =
        examples.iter().filter(|example| example.state == Acceptance::Accepted).count() as u64;
    text += &format!("{} accepted, {same} unchanged\n", counted(written.len() as u64, "example"));
    let paths: Vec<String> =
        written.iter().map(|(path, _)| path.to_string_lossy().into_owned()).collect();
    let json = serde_json::json!({ "accepted": paths, "wrong": wrong, "unchanged": same });
    // What was stale until now is accepted; what remains is told.
    let stale =
        [codes::STALE_EXAMPLE, codes::UNACCEPTED_EXAMPLE, codes::MOVED_EXAMPLE, codes::TRACE_FILE];
    let findings =
        Findings(findings.0.into_iter().filter(|finding| !stale.contains(&finding.code)).collect());
    CommandReport { text, json, findings }
}
