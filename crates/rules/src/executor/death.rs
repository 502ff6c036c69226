//! Causes of the end of a child process. In: its last words, its exit status, or its silence. Out: the cause,
//! and the outcome for a trace.

use std::process::ExitStatus;

use crate::engine::trace::Outcome;

/// Words of a runtime that is short of memory: the allocator, Rust's collections, Starlark's heap.
const MEMORY_SIGNS: [&str; 5] = [
    "memory allocation of",
    "out of memory",
    "capacity overflow",
    "cannot allocate",
    "alignedsize must not exceed",
];

/// Words of a runtime whose calls are too deep.
const STACK_SIGNS: [&str; 2] = ["overflowed its stack", "stack overflow"];

/// Most characters of the last words that are printed.
const LONGEST_WORDS: usize = 300;

/// Why a play ended before its rules did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Death {
    /// The play asked for more memory than it may use.
    Memory,
    /// Functions called each other too deep.
    Stack,
    /// The process was silent for too long.
    Time,
    /// Any other cause, with the last line that the process wrote.
    Crash(String),
}

/// The sign that a play ended before its rules did.
#[derive(Debug, Clone, Copy)]
pub enum LastSign<'w> {
    /// The process was silent for too long.
    Silence,
    /// A panic, or the last words on standard error.
    Words(&'w str),
    /// The process ended and wrote nothing.
    Exit(ExitStatus),
}

impl Death {
    /// Returns the cause that a sign shows.
    pub fn of(sign: LastSign<'_>) -> Self {
        match sign {
            LastSign::Silence => Self::Time,
            LastSign::Exit(status) => Self::Crash(status.to_string()),
            LastSign::Words(words) => Self::of_words(words),
        }
    }

    fn of_words(words: &str) -> Self {
        let lower = words.to_lowercase();
        let said = |signs: &[&str]| signs.iter().any(|sign| lower.contains(sign));
        if said(&MEMORY_SIGNS) {
            Self::Memory
        } else if said(&STACK_SIGNS) {
            Self::Stack
        } else {
            Self::Crash(last_line(words))
        }
    }

    /// Returns the outcome of the play, for its trace.
    pub fn outcome(&self) -> Outcome {
        Outcome::Limit { what: self.words() }
    }

    /// Returns the cause in words.
    pub fn words(&self) -> String {
        match self {
            Self::Memory => "the rules use too much memory".to_owned(),
            Self::Stack => "the rules call each other too deeply".to_owned(),
            Self::Time => "the rules take too long".to_owned(),
            Self::Crash(words) => format!("the rules crashed: {words}"),
        }
    }
}

fn last_line(words: &str) -> String {
    let line = words.trim().lines().last().unwrap_or_default();
    line.chars().take(LONGEST_WORDS).collect()
}
