//! The `rulepress` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    rulepress::cli::main()
}
