//! Panics as findings: a mistake in the program names its place and costs one input only.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::Result;

use crate::diagnostic::{Diagnostic, code};
use crate::rules::executor::panic_words;

/// Remembers where the last panic happened, because a caught panic only tells what it said.
#[derive(Debug, Clone, Default)]
pub(super) struct PanicLog {
    place: Arc<Mutex<Option<String>>>,
}

impl PanicLog {
    /// Takes over what the program does on a panic: it is written down and not printed.
    pub(super) fn install() -> Self {
        let log = Self::default();
        let place = Arc::clone(&log.place);
        std::panic::set_hook(Box::new(move |panic| {
            if let (Some(at), Ok(mut place)) = (panic.location(), place.lock()) {
                *place = Some(format!("{}:{}", at.file(), at.line()));
            }
        }));
        log
    }

    /// Runs the work on one input; a panic in it becomes a finding that names the input.
    pub(super) fn guard<T>(
        &self,
        input: &Path,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<Result<T, Diagnostic>> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => result.map(Ok),
            Err(panic) => Ok(Err(self.finding(input, panic.as_ref()))),
        }
    }

    fn finding(&self, input: &Path, panic: &(dyn Any + Send)) -> Diagnostic {
        let place = self.last_place().unwrap_or_else(|| "an unknown place".to_owned());
        let message = format!("the program broke down at {place}: {}", panic_words(panic));
        Diagnostic::file(code::PANIC, input.display().to_string(), message)
            .hint("please report it with this file")
    }

    /// Where the last panic happened: `src/press/compile.rs:42`.
    pub(super) fn last_place(&self) -> Option<String> {
        self.place.lock().ok()?.take()
    }
}
