//! How much the program says of findings: `-q` errors alone, `-v` each finding whole.

use std::sync::OnceLock;

use clap::Args as ClapArgs;

use crate::diagnostic::Detail;

/// How much is said.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(super) struct Verbosity {
    /// Say nothing but errors.
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 900)]
    quiet: bool,
    /// Say every finding whole.
    #[arg(short, long, global = true, display_order = 901)]
    verbose: bool,
}

/// What the command line asks for; set once, before anything is said.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

impl Verbosity {
    /// From now on so much is said.
    pub(super) fn settle(self) {
        let _ = VERBOSITY.set(self);
    }
}

fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// Whether nothing but errors is said.
pub(super) fn is_quiet() -> bool {
    verbosity().quiet
}

/// How much of findings is said by a command that says `usual` unless told.
pub(super) fn detail(usual: Detail) -> Detail {
    match verbosity() {
        Verbosity { quiet: true, .. } => Detail::Errors,
        Verbosity { verbose: true, .. } => Detail::All,
        Verbosity { .. } => usual,
    }
}
