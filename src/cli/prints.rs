//! `build`: which outputs are made, by which profiles, and what they are compared with.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};

use super::args;
use super::player::play_in_child_process;
use crate::book::{Book, Output};
use crate::diagnostic::{Diagnostic, code};
use crate::example::game::BookLocation;
use crate::press::cards::CardRequest;
use crate::press::profile::{self, Profile};
use crate::press::{self, OutputFile, PageFormat, PrintRequest};
use crate::{Read, read_with};

/// What a command line asks to be printed.
pub(super) struct PrintOrder {
    profiles: Vec<Profile>,
    /// Whether everything is made that a profile makes.
    all: bool,
    only: Vec<Output>,
    theme: String,
    format: PageFormat,
    cards: CardRequest,
    since: Option<String>,
}

impl PrintOrder {
    /// Reads it; a profile that does not exist is wrong use.
    pub(super) fn of(args: &args::BuildArgs) -> Result<Self> {
        let profiles = args
            .profile
            .iter()
            .map(|name| profile::find_profile(name).map_err(|error| anyhow!(error)));
        let cards = CardRequest {
            fronts_only: args.cards.fronts_only,
            flip: args.cards.flip,
            bleed: args.cards.bleed,
            offset: args.cards.duplex_offset,
            ..CardRequest::default()
        };
        Ok(Self {
            profiles: profiles.collect::<Result<_>>()?,
            all: args.only.is_empty(),
            only: args.only.clone(),
            theme: args.theme.clone(),
            format: args.format,
            cards,
            since: args.changed_since.clone(),
        })
    }

    /// Whether pages for a browser are asked for, which no print profile changes.
    pub(super) fn wants_site(&self) -> bool {
        let makes_site = |profile: &Profile| profile.makes.contains(&Output::Web);
        self.only.contains(&Output::Web) || self.all && self.profiles.iter().any(makes_site)
    }

    /// Every printed output with its profile. Only cards and sheets are compared with what was there
    /// earlier.
    pub(super) fn outputs(&self) -> Vec<(&Profile, Output)> {
        let compared =
            |output: &Output| matches!(output, Output::Sheet | Output::Cards | Output::Deck);
        let of =
            |profile: &Profile| if self.all { profile.makes.clone() } else { self.only.clone() };
        let all = self
            .profiles
            .iter()
            .flat_map(|profile| of(profile).into_iter().map(move |output| (profile, output)));
        let printed = all.filter(|(_, output)| *output != Output::Web);
        printed.filter(|(_, output)| self.since.is_none() || compared(output)).collect()
    }

    /// What was asked for and is not among what was `made`.
    pub(super) fn nothing(&self, made: &[Output]) -> Vec<Diagnostic> {
        if let Some(since) = &self.since {
            let message = format!(
                "no card and no side of the sheet differs from `{since}`; nothing is printed"
            );
            let same = Diagnostic::global(code::NOTHING_MADE, message)
                .hint("leave out --changed-since to print all");
            return made.is_empty().then_some(same).into_iter().collect();
        }
        let paperless = self.profiles.iter().all(|profile| profile.paper.is_none());
        self.only
            .iter()
            .filter(|output| **output != Output::Web && !made.contains(output))
            .map(|output| nothing_to_print(*output, paperless))
            .collect()
    }

    /// The book at `path` as it was, if what changed is asked for.
    pub(super) fn earlier(&self, path: &Path) -> Result<Option<Book>> {
        let Some(since) = &self.since else { return Ok(None) };
        let folder = Path::new(since);
        if folder.is_dir() {
            let same = path
                .file_name()
                .map(|name| folder.join(name))
                .filter(|inner| inner.join("book.toml").is_file());
            return earlier_book(&same.unwrap_or_else(|| folder.to_path_buf())).map(Some);
        }
        let scratch = ScratchFolder::new()?;
        let old = check_out_revision(path, since, &scratch.0)?;
        earlier_book(&old).map(Some)
    }
}

/// Makes one output of a book.
pub(super) fn make_output(
    read: &mut Read,
    profile: &Profile,
    output: Output,
    order: &PrintOrder,
    old: Option<&Book>,
) -> Vec<OutputFile> {
    let request = PrintRequest {
        profile,
        theme: &order.theme,
        format: order.format,
        cards: order.cards.clone(),
        since: old,
    };
    press::make(&read.book, output, &request, &read.sources, &mut read.findings)
}

/// Why an output has nothing to print.
fn nothing_to_print(output: Output, paperless: bool) -> Diagnostic {
    let printer = "add --profile home-a4 or --profile home-letter";
    let (message, hint) = match output {
        Output::Booklet if paperless => ("a booklet is made for the paper of a printer", printer),
        Output::Calibration if paperless => {
            ("the calibration is made for the paper of a printer", printer)
        }
        Output::Booklet => ("this profile has no paper that is folded to pages", printer),
        Output::Calibration => {
            ("only what has cards needs a calibration", "write cards.md, or a deck in book.toml")
        }
        Output::Deck => {
            ("the book has no deck", "write [deck.main] with data = \"cards.csv\" in book.toml")
        }
        Output::Playmat => (
            "the book has no play area",
            "draw it as a table without a head whose cells span others",
        ),
        Output::Sheet => {
            ("the book has nothing for a sheet", "write `> [!BRIEF]` below its titles, or sheet.md")
        }
        Output::Cards => {
            ("the book has nothing for cards", "write `> [!BRIEF]` below its titles, or cards.md")
        }
        Output::Flowcharts => ("the book has no flowchart", "write one as a ```mermaid block"),
        Output::Rulebook | Output::Web => {
            ("the book has no text", "list its chapters under `sources` in book.toml")
        }
    };
    Diagnostic::global(code::NOTHING_MADE, message).hint(hint)
}

fn earlier_book(path: &Path) -> Result<Book> {
    let read = read_with(
        &BookLocation { path: path.to_path_buf(), foreign: None },
        &play_in_child_process,
    )?;
    Ok(read.book)
}

/// A folder for an earlier state, gone when it is dropped.
struct ScratchFolder(PathBuf);

impl ScratchFolder {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("rulepress-{}", std::process::id()));
        std::fs::create_dir_all(&path)
            .with_context(|| format!("can not make the folder `{}`", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes what git knows of the folder that holds the book at `path`, as it was at `revision`,
/// below `scratch`.
fn check_out_revision(path: &Path, revision: &str, scratch: &Path) -> Result<PathBuf> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let folder = real.parent().context("a book lies in a folder")?.to_path_buf();
    let names = run_git(&folder, &["ls-tree", "-r", "-z", "--name-only", revision, "."])?;
    for name in String::from_utf8_lossy(&names).split('\0').filter(|name| !name.is_empty()) {
        let target = scratch.join(name);
        if Path::new(name).components().any(|part| part == std::path::Component::ParentDir) {
            continue;
        }
        let bytes = run_git(&folder, &["show", &format!("{revision}:./{name}")])?;
        std::fs::create_dir_all(target.parent().unwrap_or(scratch))?;
        std::fs::write(&target, bytes)
            .with_context(|| format!("can not write `{}`", target.display()))?;
    }
    let old = scratch.join(real.file_name().unwrap_or_default());
    if !old.exists() {
        bail!("`{}` did not exist at `{revision}`", path.display());
    }
    Ok(old)
}

fn run_git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let ran = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let ran = ran.context("git is needed to find an earlier state; name a folder instead")?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        bail!(
            "{}: neither a folder nor a commit: {}",
            arguments.get(1).map_or("", |_| "--changed-since"),
            said.trim()
        );
    }
    Ok(ran.stdout)
}
