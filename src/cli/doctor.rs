//! `doctor`: reports what this machine can do, and what would help.

use std::io::IsTerminal;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sysinfo::{Disks, MemoryRefreshKind, RefreshKind, System};

use super::args::DoctorArgs;
use super::console::print_out;
use super::executor::rules_executor;
use super::exit::Exit;
use super::open::has_viewer;
use super::paths::book_paths;
use super::version::version_words;
use super::work::wants_colour;
use super::write::try_folder;
use base::font;
use base::source::is_book;
use base::text::{counted, path_words};
use press::book::size_words;
use rules::executor::own_program;

/// Memory that is enough for the books of one run, in bytes.
const COMFORTABLE: u64 = 1 << 30;

/// State of one thing that was examined.
enum Health {
    /// It works.
    Well,
    /// The program works without it, but something would be better with it.
    Lacking,
    /// Nothing can be made.
    Broken,
}

/// One examined thing.
struct Examined {
    health: Health,
    /// The words about its state.
    found: String,
    /// Advice that would help.
    cure: Option<String>,
}

impl Examined {
    fn well(found: impl Into<String>) -> Self {
        Self { health: Health::Well, found: found.into(), cure: None }
    }

    fn lacking(found: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { health: Health::Lacking, found: found.into(), cure: Some(cure.into()) }
    }

    fn broken(found: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { health: Health::Broken, ..Self::lacking(found, cure) }
    }

    fn print(&self) {
        let word = match self.health {
            Health::Well => "works",
            Health::Lacking => "note ",
            Health::Broken => "fails",
        };
        print_out(format_args!("{word}  {}\n", self.found));
        if let Some(cure) = &self.cure {
            print_out(format_args!("       {cure}\n"));
        }
    }
}

/// True in the module: one process, whose host lends it files and sets its limits.
const IS_MODULE: bool = cfg!(target_family = "wasm");

/// Examines the machine and prints the result; ends with 1 if nothing could be made here.
pub fn run_doctor(args: &DoctorArgs) -> Exit {
    let system = if IS_MODULE { "WASI" } else { std::env::consts::OS };
    let processor = std::env::consts::ARCH;
    print_out(format_args!("rulepress {} on {system} {processor}\n", version_words()));
    let examined = if IS_MODULE { examine_module(args) } else { examine_system(args) };
    examined.iter().for_each(Examined::print);
    let is_broken = examined.iter().any(|one| matches!(one.health, Health::Broken));
    if is_broken { Exit::Errors } else { Exit::Done }
}

fn examine_system(args: &DoctorArgs) -> Vec<Examined> {
    vec![
        examine_machine(),
        examine_children(),
        examine_fonts(),
        examine_output(&args.output, free_room(&args.output)),
        examine_books(),
        examine_git(),
        examine_viewer(),
        examine_terminal(),
    ]
}

/// Examines the module, whose host lends it files and which has no other programs.
fn examine_module(args: &DoctorArgs) -> Vec<Examined> {
    vec![
        Examined::well("books and rules run one after the other, in the memory of the host"),
        examine_fonts(),
        examine_output(&args.output, None),
        examine_books(),
        Examined::well("--changed-since compares with a folder; outputs are opened by hand"),
        examine_terminal(),
    ]
}

fn examine_fonts() -> Examined {
    let fonts = font::FACES;
    Examined::well(format!("{fonts} bundled fonts; fonts of this machine are not used"))
}

fn examine_machine() -> Examined {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let free = System::new_with_specifics(memory).available_memory();
    let found = format!("{}, which build as many books side by side", counted(cores, "core"));
    if free == 0 {
        return Examined::well(format!(
            "{found}; this system does not say how much memory is free"
        ));
    }
    let found = format!("{found}; {} of memory free", rounded_size(free));
    if free >= COMFORTABLE {
        return Examined::well(found);
    }
    Examined::lacking(
        found,
        "close other programs, or build one book at a time with --limit-memory 512MiB",
    )
}

/// Writes a number of bytes as whole mebibytes or gibibytes.
fn rounded_size(bytes: u64) -> String {
    let unit = if bytes >= 4 << 30 { 1 << 30 } else { 1 << 20 };
    size_words(bytes / unit * unit)
}

/// Examines whether this program can start itself, which it does for each book and for rules.
fn examine_children() -> Examined {
    match rules_executor() {
        Ok(_) if own_program().is_ok_and(|program| answers(&program)) => {
            Examined::well("books and rules run in processes of their own")
        }
        Ok(_) | Err(_) => Examined::broken(
            "this program cannot start itself",
            "books and rules run in child processes: allow `rulepress` to start `rulepress`",
        ),
    }
}

/// Returns true if a program can be started and prints its version.
fn answers(program: &Path) -> bool {
    // An empty root folder has no null device, so the input is a pipe.
    let asked = Command::new(program).arg("--version").stdin(Stdio::piped()).output();
    asked.is_ok_and(|answer| answer.status.success())
}

fn examine_output(folder: &Path, room: Option<u64>) -> Examined {
    match try_folder(folder) {
        Ok(()) => {
            let room = room.map(|bytes| format!("; {} are free", rounded_size(bytes)));
            Examined::well(format!(
                "`{}` can be written{}",
                path_words(folder),
                room.unwrap_or_default()
            ))
        }
        Err(failure) => Examined::broken(
            format!("`{}` cannot be written: {}", path_words(folder), failure.finding().message),
            "name another folder with -o",
        ),
    }
}

/// Free bytes of the disk that holds a folder.
fn free_room(folder: &Path) -> Option<u64> {
    let there = std::path::absolute(folder).ok()?;
    let disks = Disks::new_with_refreshed_list();
    let holding = disks.list().iter().filter(|disk| there.starts_with(disk.mount_point()));
    holding
        .max_by_key(|disk| disk.mount_point().components().count())
        .map(|disk| disk.available_space())
}

fn examine_books() -> Examined {
    let here = Path::new("content");
    let books: Vec<PathBuf> = book_paths(here).into_iter().filter(|path| is_book(path)).collect();
    match books.len() {
        0 => Examined::lacking(
            "no books in `content`",
            "`rulepress new NAME` makes your first book; `rulepress build FILE` and `rulepress build FOLDER` work without one",
        ),
        1 => Examined::well("1 book in `content`"),
        count => Examined::well(format!("{count} books in `content`")),
    }
}

fn examine_git() -> Examined {
    if answers(Path::new("git")) {
        return Examined::well("git is installed for --changed-since");
    }
    Examined::lacking(
        "git is not found",
        "install git to compare with a commit; --changed-since FOLDER works without it",
    )
}

fn examine_viewer() -> Examined {
    if has_viewer() {
        return Examined::well("--open shows the outputs");
    }
    Examined::lacking(
        "no program that opens files was found",
        "install one, such as xdg-utils, or open the PDFs by hand",
    )
}

fn examine_terminal() -> Examined {
    match (std::io::stderr().is_terminal(), wants_colour()) {
        (true, true) => Examined::well("this terminal shows colours and progress"),
        (true, false) => {
            Examined::well("this terminal shows progress; NO_COLOR leaves colours out")
        }
        (false, _) => {
            Examined::well("no terminal: findings are shown without colours and progress")
        }
    }
}
