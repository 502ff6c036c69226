//! Why a child process ended. In: what it wrote last, its exit status, or that nothing came from it
//! in time. Out: the cause, and the outcome that says so.

use std::process::ExitStatus;

use crate::engine::trace::Outcome;

/// What a runtime says when memory is short: the allocator, Rust's collections, Starlark's heap.
const MEMORY_SIGNS: [&str; 5] = [
    "memory allocation of",
    "out of memory",
    "capacity overflow",
    "cannot allocate",
    "alignedsize must not exceed",
];

/// What a runtime says when a call is too deep.
const STACK_SIGNS: [&str; 2] = ["overflowed its stack", "stack overflow"];

/// The most characters that are printed of what the process wrote last.
const LONGEST_WORDS: usize = 300;

/// Why a play ended before its rules did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Death {
    /// It asked for more memory than it may use.
    Memory,
    /// Its functions called each other too deep.
    Stack,
    /// Nothing came from it for too long.
    Time,
    /// Anything else; the last line that it wrote.
    Crash(String),
}

/// How it showed that the play ended before its rules did.
#[derive(Debug, Clone, Copy)]
pub enum LastSign<'w> {
    /// Nothing came from it for too long.
    Silence,
    /// A panic, or what the process wrote to its standard error.
    Words(&'w str),
    /// The process ended and wrote nothing.
    Exit(ExitStatus),
}

impl Death {
    /// The cause that a sign shows.
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

    /// The outcome that a trace gives the play.
    pub fn outcome(&self) -> Outcome {
        Outcome::Limit { what: self.words() }
    }

    /// What happened, in words.
    pub fn words(&self) -> String {
        match self {
            Self::Memory => "the rules use too much memory".to_owned(),
            Self::Stack => "the rules call each other too deep".to_owned(),
            Self::Time => "the rules take too long".to_owned(),
            Self::Crash(words) => format!("the rules broke down: {words}"),
        }
    }
}

fn last_line(words: &str) -> String {
    let line = words.trim().lines().last().unwrap_or_default();
    line.chars().take(LONGEST_WORDS).collect()
}
