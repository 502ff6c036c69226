//! What the commands about examples print. In: examples, or a book's rules and many seeds. Out: a
//! report as text and as data, with findings; the command line prints it.

mod coverage;
mod find;
mod gaps;
mod play;
mod record;
mod seeds;
mod simulate;

pub use coverage::{Reached, report_coverage, report_coverage_by_games};
pub use find::find_seeds;
pub use gaps::report_gaps;
pub use play::{report_accepted, report_play};
pub use record::{
    OpenChoice, RecordedScenario, ScenarioRecording, ask_on_terminal, record_answers,
};
pub use seeds::SeededGames;
pub use simulate::report_simulation;

use super::codes;
use crate::diagnostic::{Findings, Severity, code};

/// What a command has to say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandReport {
    /// For a person.
    pub text: String,
    /// The same as data.
    pub json: serde_json::Value,
    /// Findings made on the way.
    pub findings: Findings,
}

impl CommandReport {
    /// The code the command ends with.
    pub fn code(&self) -> u8 {
        exit_code(&self.findings, false)
    }
}

/// The code after these findings: 5 a limit was hit, 3 an example is stale, 1 other errors, 0 done.
/// `locked` also ends with 3 when an example has moved or was never accepted.
pub fn exit_code(findings: &Findings, locked: bool) -> u8 {
    let stale = [codes::STALE_EXAMPLE, codes::TRACE_FILE];
    let loose = [codes::MOVED_EXAMPLE, codes::UNACCEPTED_EXAMPLE, codes::ORPHAN_TRACE];
    if findings.has(codes::RULES_LIMIT) || findings.has(code::TOO_LARGE) {
        5
    } else if stale.iter().any(|code| findings.has(*code))
        || locked && loose.iter().any(|code| findings.has(*code))
    {
        3
    } else {
        u8::from(findings.count(Severity::Error) > 0)
    }
}

/// "1 game", "2 games"
fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
