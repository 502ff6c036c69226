//! Comparison of an example with the trace that its author accepted. In: the play as a trace file, and the
//! accepted one. Out: how they compare, and a finding about it.

use super::compare::{Comparison, compare_traces};
use super::folder::ScenarioFile;
use super::narrate::Lexicon;
use super::scenario::Scenario;
use super::trace_file::{self, TraceFile};
use base::diagnostic::{Code, Diagnostic, Findings, code};
use base::text::path_words;

/// Result of comparing an example with its accepted trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// The traces are the same.
    Accepted,
    /// Only numbers of places differ.
    Moved,
    /// The traces differ; the lines say how.
    Stale(Vec<String>),
    /// Nothing was accepted yet.
    Unaccepted,
    /// The example has errors, so it cannot be accepted.
    Wrong,
}

impl Acceptance {
    /// Returns whether accepting the example writes its trace.
    pub(crate) fn is_new(&self) -> bool {
        match self {
            Self::Moved | Self::Stale(_) | Self::Unaccepted => true,
            Self::Accepted | Self::Wrong => false,
        }
    }
}

/// Compares the play with the accepted trace and reports how they differ.
pub(crate) fn compare_with_accepted(
    file: &ScenarioFile,
    scenario: &Scenario,
    played: &TraceFile,
    words: &Lexicon,
    findings: &mut Findings,
) -> Acceptance {
    let (finding, state) = match file.accepted.as_deref().map(trace_file::parse_trace_file) {
        None => (
            example_finding(code::UNACCEPTED_EXAMPLE, scenario, "was never accepted")
                .hint(how_to_accept(scenario)),
            Acceptance::Unaccepted,
        ),
        Some(Err(why)) => {
            let notes = vec!["the accepted trace cannot be read".to_owned()];
            let message = format!("line {} cannot be read: {}", why.line, why.message);
            (
                Diagnostic::file(code::TRACE_FILE, path_words(&file.trace), message)
                    .hint(how_to_accept(scenario)),
                Acceptance::Stale(notes),
            )
        }
        Some(Ok(accepted)) => match compare_traces(&accepted, played, words) {
            Comparison::Equal => return Acceptance::Accepted,
            Comparison::Moved(lines) => (moved_example(scenario, lines), Acceptance::Moved),
            Comparison::Stale(notes) => (stale_example(scenario, &notes), Acceptance::Stale(notes)),
        },
    };
    findings.push(finding);
    state
}

/// Returns the hint for a trace that is not accepted.
fn how_to_accept(scenario: &Scenario) -> String {
    let name = &scenario.name;
    format!("run `rulepress play` on `{name}.toml`, then `rulepress accept` on it if it is right")
}

/// Makes a finding at the title of an example; its message begins with the name of the example.
fn example_finding(code: Code, scenario: &Scenario, what: &str) -> Diagnostic {
    let message = format!("the example `{}` {what}", scenario.name);
    Diagnostic::at(code, scenario.title.span, message)
}

fn moved_example(scenario: &Scenario, lines: usize) -> Diagnostic {
    let (what, taken) = match lines {
        0 => ("has another title than its trace".to_owned(), "title"),
        1 => ("has moved: addresses differ in 1 line".to_owned(), "numbers"),
        lines => (format!("has moved: addresses differ in {lines} lines"), "numbers"),
    };
    example_finding(code::MOVED_EXAMPLE, scenario, &what)
        .hint(format!("run `rulepress accept` to accept the new {taken}"))
}

fn stale_example(scenario: &Scenario, notes: &[String]) -> Diagnostic {
    let what = format!("is stale: {}", notes[0]);
    let mut finding = example_finding(code::STALE_EXAMPLE, scenario, &what);
    finding.hints.extend(notes.iter().skip(1).cloned());
    finding.hint("run `rulepress review` to compare old and new steps and accept the new ones")
}
