//! Detail of findings: `-q` only errors, `-v` each finding in full.

use std::sync::OnceLock;

use clap::Args as ClapArgs;

use base::diagnostic::Detail;

/// Detail of the messages.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub struct Verbosity {
    /// Print only errors.
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 900)]
    quiet: bool,
    /// Print every finding in full.
    #[arg(short, long, global = true, display_order = 901)]
    verbose: bool,
}

/// Verbosity of the command line; set once, before anything is printed.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

impl Verbosity {
    /// Sets the verbosity of this process.
    pub fn settle(self) {
        let _ = VERBOSITY.set(self);
    }
}

fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// True if only errors are printed.
pub fn is_quiet() -> bool {
    verbosity().quiet
}

/// Returns the detail of findings, for a command whose default is `usual`.
pub fn detail(usual: Detail) -> Detail {
    match verbosity() {
        Verbosity { quiet: true, .. } => Detail::Errors,
        Verbosity { verbose: true, .. } => Detail::All,
        Verbosity { .. } => usual,
    }
}
