//! What the commands about examples print. In: examples, or a book's rules and many seeds. Out: a
//! report as text and as data, with findings; the command line prints it.

mod coverage;
mod find;
mod gaps;
mod play;
mod record;
mod seeds;
mod simulate;

pub use coverage::{Reached, coverage, coverage_by_games};
pub use find::find;
pub use gaps::gaps;
pub use play::{accepted, play};
pub use record::{Choice, Recorded, Recording, record, terminal};
pub use seeds::Games;
pub use simulate::simulate;

use super::codes;
use crate::diagnostic::{Findings, Severity, code};

/// What a command has to say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// For a person.
    pub text: String,
    /// The same as data.
    pub json: serde_json::Value,
    /// Findings made on the way.
    pub findings: Findings,
}

impl Report {
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
