//! The git repository of a book. In: the path of the book and a revision. Out: the files of the book at that
//! revision.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::edition_files::stays_below;
use super::write::write_scratch;
use base::text::shown_path;

/// The repository of a book, at a revision.
pub struct Repository<'a> {
    /// The user's name for the revision.
    revision: &'a str,
    /// A folder of the repository in which git can be run.
    here: PathBuf,
    /// The folder around the book, relative to the top of the repository; empty for the top.
    holder: String,
    /// The name of the book's folder; `None` if the book is the whole repository.
    name: Option<String>,
}

/// A file of a revision.
struct CommittedFile {
    path: String,
    object: String,
}

impl<'a> Repository<'a> {
    pub fn of(path: &Path, revision: &'a str) -> Result<Self> {
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

    /// Writes the book with its examples and its neighbours, which it may use, below `scratch`; returns its
    /// folder, if it exists.
    pub fn check_out(&self, scratch: &Path) -> Result<Option<PathBuf>> {
        self.require_revision()?;
        let files = self.files()?;
        if files.is_empty() {
            return Ok(None);
        }
        self.write_files(&files, scratch)?;
        // A book in a repository may read files below the top of that repository.
        write_scratch(scratch, ".git/HEAD", b"")?;
        let holder = scratch.join(&self.holder);
        let book = self.name.as_ref().map_or(holder.clone(), |name| holder.join(name));
        Ok(book.exists().then_some(book))
    }

    pub fn require_revision(&self) -> Result<()> {
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

    /// Returns the files that belong to the book at the revision.
    fn files(&self) -> Result<Vec<CommittedFile>> {
        // Without a path, git lists everything.
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

    /// Writes files, with a single run of git.
    fn write_files(&self, files: &[CommittedFile], scratch: &Path) -> Result<()> {
        let mut wanted = tempfile::tempfile().context("cannot make a temporary file")?;
        for file in files {
            writeln!(wanted, "{}", file.object).context("cannot write a temporary file")?;
        }
        wanted.rewind().context("cannot read a temporary file")?;
        let output = self.run_git(&["cat-file", "--batch"], Some(wanted))?;
        let mut rest = output.as_slice();
        for file in files {
            let bytes = take_object(&mut rest).with_context(|| {
                format!(
                    "the repository does not hold `{}` of `{}`: it was cloned only in part; name a folder or the archive of a release instead, or run `git fetch --refetch`",
                    file.path, self.revision
                )
            })?;
            write_scratch(scratch, &file.path, bytes)?;
        }
        Ok(())
    }

    /// Returns the commit that last changed one of these files, by its short name.
    pub fn last_change(&self, files: &[PathBuf]) -> Option<String> {
        let real = |file: &PathBuf| file.canonicalize().ok()?.to_str().map(str::to_owned);
        let files: Vec<String> = files.iter().filter_map(real).collect();
        if files.is_empty() {
            return None;
        }
        let mut arguments = vec!["rev-list", "-1", "--abbrev-commit", self.revision, "--"];
        arguments.extend(files.iter().map(String::as_str));
        let commit = self.run_git(&arguments, None).ok()?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        (!commit.is_empty()).then_some(commit)
    }

    fn run_git(&self, arguments: &[&str], input: Option<File>) -> Result<Vec<u8>> {
        let mut git = closed_git(&self.here);
        git.args(arguments).stdin(input.map_or_else(Stdio::null, Stdio::from));
        let ran = git.output();
        let ran = ran.context("finding an earlier state needs git; name a folder instead")?;
        if ran.status.success() {
            return Ok(ran.stdout);
        }
        let said = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
        let revision = self.revision;
        match said.as_str() {
            "" => bail!("git does not know it"),
            said if said.contains("safe.directory") => bail!(
                "`{}` is in a repository of another user of this computer; name a folder or the \
                 archive of a release instead of `{revision}`",
                shown_path(&self.here)
            ),
            _ => bail!("`{revision}` is neither a folder nor a commit: {said}"),
        }
    }
}

/// Returns git, to be run in `here` for reading a repository without starting other programs.
///
/// A repository may come from a stranger, and its configuration can name programs for many occasions, which
/// `git help config` lists. Use only `rev-parse`, `rev-list`, `ls-tree` and `cat-file`: none of them shows
/// differences, converts files or checks signatures. The programs that they could still start are disabled
/// here, by settings that override the configuration of the repository. The configurations of the user and of
/// the system are not read.
fn closed_git(here: &Path) -> Command {
    let mut git = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") && name != "GIT_EXEC_PATH" {
            git.env_remove(name);
        }
    }
    git.envs(CLOSED).arg("--no-pager");
    git.args(SETTINGS.iter().flat_map(|setting| ["-c", setting])).arg("-C").arg(here);
    git
}

/// Environment of git.
const CLOSED: [(&str, &str); 9] = [
    // Git must not fetch a missing object from another computer; git before 2.45 knows only the next line.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_SSH_COMMAND", "false"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    // Its output is compared and shown.
    ("LC_ALL", "C"),
];

/// Settings that override the configuration of the repository.
const SETTINGS: [&str; 6] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.askPass=",
    "core.alternateRefsCommand=",
    "credential.helper=",
    "safe.bareRepository=explicit",
];

impl CommittedFile {
    /// Parses a line of `ls-tree`; `None` for anything but a file, and for a path that leads elsewhere.
    fn of(line: &str) -> Option<Self> {
        let (facts, path) = line.split_once('\t')?;
        let mut facts = facts.split(' ');
        let (mode, _, object) = (facts.next()?, facts.next()?, facts.next()?);
        let is_file = mode.starts_with("100");
        (is_file && stays_below(path))
            .then(|| Self { path: path.to_owned(), object: object.to_owned() })
    }
}

/// Takes the next object from the output of `cat-file --batch`: a line that ends with its size in bytes, then
/// its bytes and a line end; `None` for a line that ends with `missing`.
fn take_object<'o>(rest: &mut &'o [u8]) -> Option<&'o [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let size: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let bytes = rest.get(end + 1..end + 1 + size)?;
    *rest = rest.get(end + 2 + size..)?;
    Some(bytes)
}

/// Joins a path to a folder, which may be empty for the top.
fn below(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
