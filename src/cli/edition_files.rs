//! The files of an edition of a book, for `--changed-since`, `--marked-since` and `diff`. In: the path of the book as it
//! is, and a folder or a revision. Out: the folder of that edition; what git knows of a revision is
//! written into a temporary folder.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::args::ReadArgs;
use super::console::{print_error, print_findings};
use super::executor::play_book;
use super::write::write_scratch;
use crate::book::Book;
use crate::diagnostic::{Findings, Severity, code};
use crate::edition::release::ReadRelease;
use crate::example::game::BookLocation;
use crate::pipeline::PlayedBook;
use crate::source::{ReadOptions, has_texts, is_book};
use crate::text::shown_path;

/// The folder of an edition, which is gone with this if it was written for it.
#[derive(Debug)]
pub(super) struct EditionFolder {
    pub(super) path: PathBuf,
    _scratch: Option<TempDir>,
}

/// The book at `path` as it was at `since`.
pub(super) fn earlier_book(path: &Path, since: &str) -> Result<Book> {
    let folder = find_edition(path, since)?.with_context(|| missing_edition(path, since))?;
    Ok(play_book(&BookLocation::of(&folder.path))?.join().book)
}

/// An edition as it was played; nothing where it cannot be read, once it is told why.
pub(super) fn read_edition(
    path: &Path,
    name: &str,
    read: &ReadArgs,
) -> Result<Result<PlayedBook, ()>> {
    let options = ReadOptions { root: None, ..read.options() };
    let played = play_book(&BookLocation { options, ..BookLocation::of(path) })?;
    let unread = [code::BOOK_FILE, code::UNREADABLE];
    let is_broken = |findings: &Findings| {
        findings.0.iter().any(|finding| {
            finding.code.severity == Severity::Error && unread.contains(&finding.code)
        })
    };
    let errors: Vec<_> = played
        .findings
        .0
        .iter()
        .filter(|finding| finding.code.severity == Severity::Error)
        .cloned()
        .collect();
    if is_broken(&played.findings) {
        print_findings(&Findings(errors), &played.sources);
        print_error(format_args!("error: the edition `{name}` cannot be read\n"));
        return Ok(Err(()));
    }
    if let (None, Some(first)) = (&played.rules, errors.first()) {
        print_error(format_args!(
            "warning: the rules of the edition `{name}` cannot be read, so examples are not compared: {}\n",
            first.message
        ));
    }
    Ok(Ok(played))
}

/// That a book did not exist.
pub(super) fn missing_edition(path: &Path, asked: &str) -> String {
    format!("`{}` did not exist at `{asked}`", shown_path(path))
}

/// What names neither a folder nor a commit is wrong use.
pub(super) fn require_edition(path: &Path, asked: &str) -> Result<()> {
    if is_release(asked) {
        return ReadRelease::open(read_release(asked)?)
            .map(drop)
            .with_context(|| no_release(asked));
    }
    if Path::new(asked).is_dir() {
        return require_book(&book_in_folder(path, Path::new(asked)));
    }
    if cfg!(target_family = "wasm") {
        return Ok(());
    }
    require_no_file(asked)?;
    Repository::of(path, asked)?.require_revision()
}

fn require_book(folder: &Path) -> Result<()> {
    if is_book(folder) || has_texts(folder) {
        return Ok(());
    }
    bail!(
        "`{}` holds no book of that name: no book.toml and no text; name the folder of the book",
        shown_path(folder)
    )
}

fn require_no_file(asked: &str) -> Result<()> {
    if Path::new(asked).exists() {
        bail!(
            "`{asked}` is a file; name the folder of a book, the archive of a release, or a revision of git"
        );
    }
    Ok(())
}

/// The edition of the book at `path` that a folder or a revision holds; none where that has no such
/// book.
pub(super) fn find_edition(path: &Path, asked: &str) -> Result<Option<EditionFolder>> {
    let folder = Path::new(asked);
    if is_release(asked) {
        return unpack_release(asked).with_context(|| no_release(asked)).map(Some);
    }
    if folder.is_dir() {
        let path = book_in_folder(path, folder);
        require_book(&path)?;
        return Ok(Some(EditionFolder { path, _scratch: None }));
    }
    if cfg!(target_family = "wasm") {
        bail!("`{asked}` is no folder: this module compares with a folder only");
    }
    require_no_file(asked)?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let found = Repository::of(path, asked)?.check_out(scratch.path())?;
    Ok(found.map(|path| EditionFolder { path, _scratch: Some(scratch) }))
}

/// The commit that last changed one of these files, which say what was accepted of the book at `path`;
/// none where the book lies in no repository, or they were never committed.
pub(super) fn accepting_commit(path: &Path, accepted: &[PathBuf]) -> Option<String> {
    let repository = Repository::of(path, "HEAD").ok()?;
    let real = |file: &PathBuf| file.canonicalize().ok()?.to_str().map(str::to_owned);
    let files: Vec<String> = accepted.iter().filter_map(real).collect();
    let mut arguments = vec!["log", "-1", "--format=%h", "--"];
    arguments.extend(files.iter().map(String::as_str));
    let commit = repository.run_git(&arguments, None).ok().filter(|_| !files.is_empty())?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    (!commit.is_empty()).then_some(commit)
}

/// Whether a file is named that can be the archive of a release.
fn is_release(asked: &str) -> bool {
    let path = Path::new(asked);
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

fn no_release(asked: &str) -> String {
    format!("`{asked}` cannot be compared with")
}

fn read_release(asked: &str) -> Result<Vec<u8>> {
    std::fs::read(asked).with_context(|| format!("cannot read `{asked}`"))
}

/// Writes the book of a release, with all that it reads, into a temporary folder.
fn unpack_release(asked: &str) -> Result<EditionFolder> {
    let mut release = ReadRelease::open(read_release(asked)?)?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    for (name, bytes) in release.sources()? {
        if !stays_below(&name) {
            bail!("`{name}` in it would lie elsewhere");
        }
        write_scratch(scratch.path(), &name, &bytes)?;
    }
    // What lies in a repository is read below its top.
    write_scratch(scratch.path(), ".git/HEAD", b"")?;
    let folder = release.folder();
    if !folder.is_empty() && !stays_below(folder) {
        bail!("`{folder}` in it would lie elsewhere");
    }
    let path = scratch.path().join(folder);
    Ok(EditionFolder { path, _scratch: Some(scratch) })
}

/// What the folder of a released book is called; none where no release is named.
pub(super) fn released_name(asked: &str) -> Option<OsString> {
    let release =
        ReadRelease::open(std::fs::read(asked).ok().filter(|_| is_release(asked))?).ok()?;
    Some(Path::new(release.folder()).file_name()?.to_owned())
}

/// What a book is called on disk.
pub(super) fn real_name(path: &Path) -> Option<OsString> {
    Some(path.canonicalize().ok()?.file_name()?.to_owned())
}

/// The book in `folder` that is called as the one at `path`: in it, among the books of a project that
/// lies there, or `folder` itself.
fn book_in_folder(path: &Path, folder: &Path) -> PathBuf {
    let name = real_name(path);
    let inside =
        name.into_iter().flat_map(|name| [folder.join(&name), folder.join("content").join(&name)]);
    let mut inside = inside.filter(|inner| is_book(inner) && !is_book(folder));
    inside.next().unwrap_or_else(|| folder.to_path_buf())
}

/// The repository that a book lies in, at a revision.
struct Repository<'a> {
    /// What somebody calls the revision.
    revision: &'a str,
    /// A folder of the repository in which git can be run.
    here: PathBuf,
    /// The folder that holds the book, from the top of the repository; empty for the top.
    holder: String,
    /// The name of the book's folder in that; none where the book is the whole repository.
    name: Option<String>,
}

/// A file of a revision.
struct CommittedFile {
    path: String,
    object: String,
}

impl<'a> Repository<'a> {
    fn of(path: &Path, revision: &'a str) -> Result<Self> {
        let real =
            path.canonicalize().with_context(|| format!("cannot read `{}`", shown_path(path)))?;
        let here = if real.is_dir() { real.clone() } else { real.parent().unwrap_or(&real).into() };
        let repository = Self { revision, here, holder: String::new(), name: None };
        let prefix = repository.run_git(&["rev-parse", "--show-prefix"], None)?;
        let prefix = String::from_utf8_lossy(&prefix).trim_end_matches(['\n', '/']).to_owned();
        let prefix = if real.is_dir() { prefix } else { below(&prefix, &file_name(&real)) };
        Ok(match prefix.rsplit_once('/') {
            _ if prefix.is_empty() => repository,
            Some((holder, name)) => {
                Self { holder: holder.to_owned(), name: Some(name.to_owned()), ..repository }
            }
            None => Self { name: Some(prefix), ..repository },
        })
    }

    /// Writes the book with its neighbours, which it may use, and with its examples below `scratch`;
    /// gives its folder, if it is there.
    fn check_out(&self, scratch: &Path) -> Result<Option<PathBuf>> {
        self.require_revision()?;
        let files = self.files()?;
        if files.is_empty() {
            return Ok(None);
        }
        self.write_files(&files, scratch)?;
        // What lies in a repository is read below its top.
        write_scratch(scratch, ".git/HEAD", b"")?;
        let holder = scratch.join(&self.holder);
        let book = self.name.as_ref().map_or(holder.clone(), |name| holder.join(name));
        Ok(book.exists().then_some(book))
    }

    fn require_revision(&self) -> Result<()> {
        let revision = format!("{}^{{commit}}", self.revision);
        let found = self
            .run_git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &revision], None);
        found.map(drop).with_context(|| {
            format!(
                "`{}` is neither a folder nor a commit; name a folder of the book, a commit, a \
                 branch or a tag (`git log --oneline` lists commits)",
                self.revision
            )
        })
    }

    /// The files that belong to the book at the revision.
    fn files(&self) -> Result<Vec<CommittedFile>> {
        // Without a path, everything is listed.
        let mut wanted: Vec<String> =
            Some(self.holder.clone()).filter(|holder| !holder.is_empty()).into_iter().collect();
        if let (Some(name), false) = (&self.name, self.holder.is_empty()) {
            let above = self.holder.rsplit_once('/').map_or("", |(above, _)| above);
            wanted.push(below(above, &format!("examples/{name}")));
        }
        let mut arguments =
            vec!["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", self.revision];
        arguments.extend(wanted.iter().map(String::as_str));
        let listed = self.run_git(&arguments, None)?;
        let listed = String::from_utf8_lossy(&listed).into_owned();
        Ok(listed.split('\0').filter_map(CommittedFile::of).collect())
    }

    /// Writes files; git is started once for all of them.
    fn write_files(&self, files: &[CommittedFile], scratch: &Path) -> Result<()> {
        let mut wanted = tempfile::tempfile().context("cannot make a temporary file")?;
        for file in files {
            writeln!(wanted, "{}", file.object).context("cannot write a temporary file")?;
        }
        wanted.rewind().context("cannot read a temporary file")?;
        let output = self.run_git(&["cat-file", "--batch"], Some(wanted))?;
        let mut rest = output.as_slice();
        for file in files {
            let bytes = take_object(&mut rest).context("git ended early")?;
            write_scratch(scratch, &file.path, bytes)?;
        }
        Ok(())
    }

    fn run_git(&self, arguments: &[&str], input: Option<File>) -> Result<Vec<u8>> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.here).args(arguments);
        command.stdin(input.map_or_else(Stdio::null, Stdio::from));
        let ran = command.output();
        let ran = ran.context("git is needed to find an earlier state; name a folder instead")?;
        if !ran.status.success() {
            let said = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
            let revision = self.revision;
            match said.as_str() {
                "" => bail!("git does not know it"),
                _ => bail!("`{revision}` is neither a folder nor a commit: {said}"),
            }
        }
        Ok(ran.stdout)
    }
}

impl CommittedFile {
    /// A line of `ls-tree`; none for what is no file, or would lie elsewhere.
    fn of(line: &str) -> Option<Self> {
        let (facts, path) = line.split_once('\t')?;
        let mut facts = facts.split(' ');
        let (mode, _, object) = (facts.next()?, facts.next()?, facts.next()?);
        let is_file = mode.starts_with("100");
        (is_file && stays_below(path))
            .then(|| Self { path: path.to_owned(), object: object.to_owned() })
    }
}

/// The bytes of the next object that `cat-file --batch` gave: a line that ends with its size, then so
/// many bytes and a line end.
fn take_object<'o>(rest: &mut &'o [u8]) -> Option<&'o [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let size: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let bytes = rest.get(end + 1..end + 1 + size)?;
    *rest = rest.get(end + 2 + size..)?;
    Some(bytes)
}

/// A path below a folder, which may be the top.
fn below(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a path leads to a place below the folder that it is joined to.
fn stays_below(name: &str) -> bool {
    !name.is_empty()
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
