//! `release`: packs an edition of a book into one archive: its files, all outputs, and the list of changes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;

use super::args::BuildArgs;
use super::build::build_book;
use super::console::print_error;
use super::diff::{compare_with, make_sheet};
use super::edition_files::require_edition;
use super::executor::play_book;
use super::exit::Exit;
use super::paths::{named_books, require_own_outputs};
use super::source_files::{path_from_root, slashed, source_files};
use super::work::{BookWork, WorkOrder, show_stage, tell_written, work_on_books};
use super::write::{Before, write_made};
use crate::edition::print::diff_markdown;
use crate::edition::release::{ReadRelease, Release};
use crate::pipeline::PlayedBook;
use base::text::file_names::plain_name;
use base::text::shown_path;
use press::book::Output;

#[derive(Debug, ClapArgs)]
pub struct ReleaseArgs {
    #[command(flatten)]
    build: BuildArgs,
    /// The earlier edition to list the changes from: a commit, a tag, a folder, or the archive of a release.
    #[arg(long, value_name = "EDITION")]
    since: Option<String>,
    /// Replace an archive of this edition that was made from other files.
    #[arg(long)]
    replace: bool,
}

impl ReleaseArgs {
    /// Refuses options that leave something out: a release has all outputs, without errors.
    fn require_whole(&mut self) -> Result<()> {
        let build = &self.build;
        let parts = [
            ("--only", !build.only.is_empty()),
            ("--zip", build.zip),
            ("--changed-since", build.changed_since.is_some()),
            ("--marked-since", build.marked_since.is_some()),
            ("--estimate", build.home.estimate),
        ];
        if let Some((option, _)) = parts.iter().find(|(_, is_asked)| *is_asked) {
            bail!("a release holds every output of a book: leave out {option}");
        }
        self.build.locked = true;
        Ok(())
    }
}

/// Releases each book.
pub fn run_release(mut args: ReleaseArgs) -> Result<Exit> {
    args.require_whole()?;
    let build = &args.build;
    build.rules.require_paths()?;
    let paths = &named_books(build.path.as_deref(), &build.rules.read)?;
    require_own_outputs(paths, &build.output)?;
    if let (Some(since), Some(path)) = (&args.since, paths.first()) {
        require_edition(path, since)?;
    }
    let here = |path: &Path| release_book(path, &args);
    Ok(work_on_books(&WorkOrder { paths, limits: &build.limits, as_data: false, here: &here }).exit)
}

/// Releases the book at `path`, in a child; the options are those of the whole command.
pub fn release_path(path: &Path, mut args: ReleaseArgs) -> Result<BookWork> {
    args.require_whole()?;
    release_book(path, &args)
}

/// Builds a book, and packs its outputs with its source files.
fn release_book(path: &Path, args: &ReleaseArgs) -> Result<BookWork> {
    let played = play_book(&args.build.rules.location(path))?;
    let manifest = &played.manuscript.manifest;
    if manifest.edition.is_none() && manifest.date.is_none() {
        bail!(
            "`{}` says neither which edition it is nor its date: write `edition = \"First edition\"` or \
             `date = 2026-11-26` into its book.toml",
            shown_path(path)
        );
    }
    let used = played.manuscript.used.iter().map(|used| Path::new(used.folder.as_str()));
    let used: Vec<&Path> = used.collect();
    let sources = source_files(path, &used, played.rules.as_ref(), &played.sources)?;
    let work = build_book(path, &args.build)?;
    let web = build_book(path, &BuildArgs { only: vec![Output::Web], ..args.build.clone() })?;
    if let Some(failed) = [&work, &web].into_iter().find(|work| work.exit != Exit::Done) {
        print_error(format_args!("error: no release of `{}` was made\n", shown_path(path)));
        return Ok(failed.exit.into());
    }
    let _stage = show_stage("release");
    let mut outputs = Vec::new();
    for file in work.written.iter().chain(&web.written) {
        // Paths in the archive leave out the output folder and the book's folder in it.
        let below = file.strip_prefix(&args.build.output).unwrap_or(file);
        let below: PathBuf = below.components().skip(1).collect();
        let bytes =
            std::fs::read(file).with_context(|| format!("cannot read `{}`", shown_path(file)))?;
        outputs.push((slashed(&below), bytes));
    }
    if let Some(since) = &args.since {
        outputs.extend(changes(path, since, &played, args)?);
    }
    let folder = path_from_root(path)?;
    let release = Release { folder, since: args.since.clone(), sources, outputs };
    let book = played.join().book;
    let (list, bytes) = release.pack(&book)?;
    let name = plain_name(&book.name);
    let date = || book.date.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    let edition = book.edition.clone().or_else(date).unwrap_or_default();
    let edition = plain_name(&edition.to_lowercase().replace(' ', "-"));
    let archive = args.build.output.join(&name).join(format!("{name}-{edition}.zip"));
    if !args.replace
        && let Some(known) =
            std::fs::read(&archive).ok().and_then(|bytes| ReadRelease::open(bytes).ok())
        && known.list.sources_sha256 != list.sources_sha256
    {
        bail!(
            "`{}` was already released with other files: give the book another `edition`, or replace the release with --replace",
            shown_path(&archive)
        );
    }
    write_made(&archive, &bytes, Before::Anything)
        .map_err(|failure| anyhow::anyhow!(failure.finding().message))?;
    tell_written(&archive);
    Ok(BookWork { written: vec![archive], ..work })
}

/// Returns the changes since an edition: for people, for programs and to print.
fn changes(
    path: &Path,
    since: &str,
    played: &PlayedBook,
    args: &ReleaseArgs,
) -> Result<Vec<(String, Vec<u8>)>> {
    let diff = compare_with(path, since, played, &args.build.rules.read)?;
    let Some(diff) = diff else { return Ok(Vec::new()) };
    let mut files = vec![
        ("changes.md".to_owned(), diff_markdown(&diff).into_bytes()),
        ("changes.json".to_owned(), serde_json::to_vec_pretty(&diff)?),
    ];
    let (sheet, _) = make_sheet(&diff, played)?;
    files.extend(sheet.map(|bytes| ("changes.pdf".to_owned(), bytes)));
    Ok(files)
}
