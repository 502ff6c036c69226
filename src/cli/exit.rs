//! Exit codes of the program.

use std::process::ExitCode;

use anyhow::Result;

use base::diagnostic::code::{
    BOOK_LIMIT, CHANGED_RULE, MOVED_EXAMPLE, OFF_PAGE, ORPHAN_TRACE, OVERFLOW, RULES_LIMIT,
    STALE_EXAMPLE, TOO_LARGE, TRACE_FILE, UNACCEPTED_EXAMPLE, UNCONFIRMED_RULE,
};
use base::diagnostic::{Code, Findings, Severity};

/// An end of the program; of several exits, the later variant wins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: everything was done.
    #[default]
    Done,
    /// 1: an output is missing.
    Errors,
    /// 4: a text does not fit its card or sheet.
    DoesNotFit,
    /// 3: an example or a rule no longer agrees with the book.
    Stale,
    /// 5: a limit was hit.
    Limit,
    /// 2: the program was used wrongly.
    WrongUse,
    /// 130: somebody ended the program.
    Interrupted,
    /// 143: the system ended the program.
    Terminated,
}

/// Findings that a limit of size, memory or time was hit.
const LIMITS: [Code; 3] = [RULES_LIMIT, TOO_LARGE, BOOK_LIMIT];
/// Findings that a text has no room where it is printed.
const NO_ROOM: [Code; 2] = [OVERFLOW, OFF_PAGE];
/// Findings that an accepted trace disagrees with the play.
const STALE: [Code; 2] = [STALE_EXAMPLE, TRACE_FILE];
/// Findings that an example or a rule was not confirmed, which count with `--locked` only.
const UNCONFIRMED: [Code; 5] =
    [MOVED_EXAMPLE, UNACCEPTED_EXAMPLE, ORPHAN_TRACE, UNCONFIRMED_RULE, CHANGED_RULE];

impl Exit {
    /// Returns the exit after these findings.
    pub fn after(findings: &Findings) -> Self {
        if has_any(findings, &LIMITS) {
            Self::Limit
        } else if has_any(findings, &STALE) {
            Self::Stale
        } else if findings.count(Severity::Error) == 0 {
            Self::Done
        } else if has_any(findings, &NO_ROOM) {
            Self::DoesNotFit
        } else {
            Self::Errors
        }
    }

    /// Returns the exit under `--locked`: examples and rules that were never confirmed are stale too.
    pub fn after_locked(findings: &Findings) -> Self {
        let unconfirmed = has_any(findings, &UNCONFIRMED);
        Self::after(findings).max(if unconfirmed { Self::Stale } else { Self::Done })
    }

    /// Returns the exit of a child of this program by its code.
    pub fn of_code(code: u8) -> Self {
        let ends = [
            Self::Done,
            Self::Errors,
            Self::DoesNotFit,
            Self::Stale,
            Self::Limit,
            Self::WrongUse,
            Self::Interrupted,
            Self::Terminated,
        ];
        ends.into_iter().find(|end| end.code() == code).unwrap_or(Self::Errors)
    }

    /// Returns the worst of several exits; stops at the first failure.
    pub fn worst_of(ends: impl IntoIterator<Item = Result<Self>>) -> Result<Self> {
        ends.into_iter().try_fold(Self::Done, |worst, end| Ok(worst.max(end?)))
    }

    /// Returns the exit code for the shell.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Errors => 1,
            Self::WrongUse => 2,
            Self::Stale => 3,
            Self::DoesNotFit => 4,
            Self::Limit => 5,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }
}

fn has_any(findings: &Findings, codes: &[Code]) -> bool {
    codes.iter().any(|code| findings.has(*code))
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
