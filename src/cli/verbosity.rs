//! How much the program says of findings: `-q` errors alone, `-v` each finding whole.

use std::sync::OnceLock;

use clap::Args as ClapArgs;

use base::diagnostic::Detail;

/// How much is said.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub struct Verbosity {
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
    pub fn settle(self) {
        let _ = VERBOSITY.set(self);
    }
}

fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// Whether nothing but errors is said.
pub fn is_quiet() -> bool {
    verbosity().quiet
}

/// How much of findings is said by a command that says `usual` unless told.
pub fn detail(usual: Detail) -> Detail {
    match verbosity() {
        Verbosity { quiet: true, .. } => Detail::Errors,
        Verbosity { verbose: true, .. } => Detail::All,
        Verbosity { .. } => usual,
    }
}
