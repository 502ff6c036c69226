//! Turns a panic into a finding that names its place in the program; the other inputs are processed as usual.

use std::path::Path;

use anyhow::Result;

use base::diagnostic::{Diagnostic, catch_panic, code};
use base::text::shown_path;

/// Runs the work on one input; a panic in it becomes a finding that names the input.
pub fn guard_input<T>(
    input: &Path,
    work: impl FnOnce() -> Result<T>,
) -> Result<Result<T, Diagnostic>> {
    match catch_panic(work) {
        Ok(result) => result.map(Ok),
        Err(words) => {
            let message = format!("the program crashed: {words}");
            let finding = Diagnostic::file(code::PANIC, shown_path(input), message);
            Ok(Err(finding.hint("please report it with this file")))
        }
    }
}
