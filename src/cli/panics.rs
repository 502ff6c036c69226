//! Panics as findings: a mistake in the program names its place and costs one input only.

use std::path::Path;

use anyhow::Result;

use crate::diagnostic::{Diagnostic, catch_panic, code, remember_panic_places};

/// Says that this process remembers where it panics.
#[derive(Debug, Clone, Copy)]
pub(super) struct PanicLog(());

impl PanicLog {
    /// Takes over what the program does on a panic: it is remembered and not printed.
    pub(super) fn install() -> Self {
        remember_panic_places();
        Self(())
    }

    /// Runs the work on one input; a panic in it becomes a finding that names the input.
    pub(super) fn guard<T>(
        &self,
        input: &Path,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<Result<T, Diagnostic>> {
        match catch_panic(work) {
            Ok(result) => result.map(Ok),
            Err(words) => Ok(Err(panic_finding(input, &words))),
        }
    }
}

fn panic_finding(input: &Path, words: &str) -> Diagnostic {
    let message = format!("the program broke down: {words}");
    Diagnostic::file(code::PANIC, input.display().to_string(), message)
        .hint("please report it with this file")
}
