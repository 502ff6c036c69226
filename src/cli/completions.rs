//! `completions` and `man`: scripts for shells, and pages of the manual.

use std::io;
use std::path::Path;

use anyhow::{Result, anyhow};
use clap::{Command as Line, CommandFactory};
use clap_complete::Shell;

use super::args::{CommandLine, ManArgs};
use super::console::print_out;
use super::exit::Exit;
use super::work::tell_written;
use super::write::{Before, write_made};

/// Name of the program.
const PROGRAM: &str = "rulepress";

/// Prints the script that completes commands in a shell.
pub fn run_completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown_command(), PROGRAM, &mut script);
    print_out(format_args!("{}", String::from_utf8_lossy(&script)));
    Exit::Done
}

/// Returns the command line without the hidden commands.
fn shown_command() -> Line {
    let whole = CommandLine::command();
    let shown = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Line::new(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .args(whole.get_arguments().cloned())
        .subcommands(shown.collect::<Vec<_>>())
}

/// Prints the manual page, or writes one for each command to a folder.
pub fn run_man(args: &ManArgs) -> Result<Exit> {
    let command = shown_command().disable_help_subcommand(true);
    match &args.folder {
        Some(folder) => write_manual(command, folder)?,
        None => {
            print_out(format_args!("{}", String::from_utf8_lossy(&manual_page(command)?)));
        }
    }
    Ok(Exit::Done)
}

/// Writes a page for the program and one for each visible command.
fn write_manual(mut command: Line, folder: &Path) -> Result<()> {
    command.build();
    let pages = command
        .get_subcommands()
        .map(|command| (format!("{PROGRAM}-{}.1", command.get_name()), command));
    for (name, command) in pages {
        write_manual_page(folder, &name, command.clone())?;
    }
    write_manual_page(folder, &format!("{PROGRAM}.1"), command)
}

fn write_manual_page(folder: &Path, name: &str, command: Line) -> Result<()> {
    let path = folder.join(name);
    let written = write_made(&path, &manual_page(command)?, Before::Anything);
    written.map_err(|failure| anyhow!("{}", failure.finding().message))?;
    tell_written(&path);
    Ok(())
}

fn manual_page(command: Line) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
