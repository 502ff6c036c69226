//! Contents of a folder and its subfolders. In: the folder. Out: its texts, and the files whose words are not
//! read. Folders that are skipped are reported if they hold Markdown.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::left_out;
use super::order::natural_name;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::kinds::{FileKind, file_kind, is_markdown_name, is_text_name};
use crate::source::{Refusal, Sources, is_book, path_below, rest_below};
use crate::text::counted;

/// Most files and folders that are looked at.
pub const MOST_ENTRIES: usize = 20_000;
/// Most nested folders.
const DEEPEST: usize = 64;

/// Folders without texts by people for readers.
const SILENT: [&str; 12] = [
    ".git",
    ".hg",
    ".svn",
    "target",
    "node_modules",
    "__pycache__",
    ".venv",
    "venv",
    ".cache",
    ".idea",
    ".vscode",
    ".obsidian",
];
/// Folders with work of others, or of programs.
const MADE: [&str; 14] = [
    "vendor",
    "third_party",
    "bower_components",
    "dist",
    "build",
    "_build",
    "out",
    "output",
    "_site",
    "_book",
    "bin",
    "obj",
    "coverage",
    "tmp",
];

/// Files that were found.
#[derive(Debug, Default)]
pub struct FolderWalk {
    /// Markdown and HTML, as paths below the root.
    pub texts: Vec<String>,
    /// Files whose words are not read.
    pub unread: Vec<String>,
}

impl FolderWalk {
    /// Searches the folder `real`, which is `folder` below the root.
    pub fn of(folder: &str, real: &Path, sources: &mut Sources, findings: &mut Findings) -> Self {
        let mut walker = Walker {
            folder,
            real,
            sources,
            findings,
            found: Self::default(),
            links: VecDeque::new(),
            seen: BTreeSet::new(),
            entries: 0,
        };
        walker.walk_folder(folder, real, 0);
        while let Some((path, name)) = walker.links.pop_front() {
            walker.follow_link(&path, &name);
        }
        walker.report_end();
        walker.found
    }
}

struct Walker<'a> {
    /// Folder that was named, below the root.
    folder: &'a str,
    /// Path of that folder in the file system.
    real: &'a Path,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    found: FolderWalk,
    /// Symbolic links, which are followed last: path below the root, and name.
    links: VecDeque<(String, String)>,
    /// Real paths of folders and texts that were found.
    seen: BTreeSet<PathBuf>,
    entries: usize,
}

impl Walker<'_> {
    fn walk_folder(&mut self, path: &str, real: &Path, depth: usize) {
        if !self.seen.insert(real.to_path_buf()) || self.entries > MOST_ENTRIES {
            return;
        }
        if depth > DEEPEST {
            self.leave_folder(path, real, "it is nested in too many folders");
            return;
        }
        match folder_entries(real) {
            Ok(names) => {
                names.into_iter().for_each(|name| self.take_entry(path, real, name, depth))
            }
            Err(error) => {
                let finding = Diagnostic::file(
                    code::UNREADABLE,
                    self.sources.shown_path(path),
                    format!("a folder cannot be listed: {error}"),
                );
                self.findings.push(finding.hint("check the permissions of the folder"));
            }
        }
    }

    fn take_entry(&mut self, folder: &str, real: &Path, name: OsString, depth: usize) {
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            return;
        }
        let path = self.sources.name_path(folder, &name);
        let real = real.join(&name);
        let name = name.to_string_lossy().into_owned();
        match std::fs::symlink_metadata(&real).map(|meta| meta.file_type()) {
            Ok(kind) if kind.is_symlink() => self.links.push_back((path, name)),
            Ok(kind) if kind.is_dir() => self.take_folder(&path, &real, &name, depth + 1),
            Ok(kind) if kind.is_file() => self.take_file(&path, &real, &name),
            Ok(_) | Err(_) => {}
        }
    }

    fn take_folder(&mut self, path: &str, real: &Path, name: &str, depth: usize) {
        if is_silent(name) {
            return;
        }
        if MADE.contains(&name.to_lowercase().as_str()) {
            self.leave_folder(path, real, "programs write their output to folders of this name");
        } else if name.starts_with('.') {
            self.leave_folder(path, real, "it is hidden");
        } else if is_book(real) {
            self.leave_folder(path, real, "it is a book of its own");
        } else {
            self.walk_folder(path, real, depth);
        }
    }

    /// Reports a skipped folder if there is Markdown in it.
    fn leave_folder(&mut self, path: &str, real: &Path, why: &str) {
        let files = WalkDir::new(real).max_depth(4).into_iter().take(2_000).flatten();
        let files = files.filter(|entry| entry.file_type().is_file());
        let count =
            files.filter(|entry| is_markdown_name(&entry.file_name().to_string_lossy())).count();
        if count > 0 {
            let what = format!("{why}; it holds {}", counted(count, "Markdown text"));
            let finding = left_out(self.sources, self.folder, &path_below(path, ""), &what);
            let shown = self.sources.shown_path(path);
            let hint = format!("to build this folder, name it: rulepress build {shown}");
            self.findings.push(Diagnostic { hints: vec![hint], file: Some(shown), ..finding });
        }
    }

    fn take_file(&mut self, path: &str, real: &Path, name: &str) {
        match file_kind(name) {
            FileKind::Markdown | FileKind::Page => {
                if self.seen.insert(real.to_path_buf()) {
                    self.found.texts.push(path.to_owned());
                }
            }
            FileKind::NoRules(_) if !is_of_project(path, self.folder) => {
                if is_text_name(name) {
                    self.found.texts.push(path.to_owned());
                } else {
                    self.found.unread.push(path.to_owned());
                }
            }
            FileKind::NoRules(what) => {
                self.findings.push(left_out(
                    self.sources,
                    self.folder,
                    path,
                    &format!("it is {what}"),
                ));
            }
            FileKind::Unread => self.found.unread.push(path.to_owned()),
            FileKind::Other => {}
        }
    }

    /// Takes the target of a symbolic link, once and below the root only.
    fn follow_link(&mut self, path: &str, name: &str) {
        match self.sources.real_path(path) {
            Ok(real) if real.is_dir() => {
                let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let leads_round = self.real.starts_with(&real) || self.seen.contains(&real);
                if !leads_round {
                    self.take_folder(path, &real, &name, 1);
                }
            }
            Ok(real) => self.take_file(path, &real, name),
            Err(refusal) => {
                let is_silent = file_kind(name) == FileKind::Other && refusal == Refusal::Missing;
                if !is_silent {
                    let code = if refusal == Refusal::Outside {
                        code::OUTSIDE_ROOT
                    } else {
                        code::UNREADABLE
                    };
                    let message = format!("the link is not followed: {refusal}");
                    let hint = "replace the link with the file itself, or use --root to name a folder that holds the file";
                    let finding = Diagnostic::file(code, self.sources.shown_path(path), message);
                    self.findings.push(finding.hint(hint));
                }
            }
        }
    }

    /// Reports that there were too many files.
    fn report_end(&mut self) {
        if self.entries <= MOST_ENTRIES {
            return;
        }
        let message = format!(
            "the folder holds more than {MOST_ENTRIES} files; the other files are not read"
        );
        let finding =
            Diagnostic::file(code::TOO_LARGE, self.sources.shown_path(self.folder), message);
        self.findings.push(finding.hint("name the folder that holds the rules"));
    }
}

/// Reports whether a folder of this name has no texts by people for readers.
pub fn is_silent(name: &str) -> bool {
    SILENT.contains(&name.to_lowercase().as_str())
}

/// Returns the names in a folder, in their natural order.
fn folder_entries(real: &Path) -> std::io::Result<Vec<OsString>> {
    let entries = std::fs::read_dir(real)?;
    let mut names =
        entries.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<Vec<_>>>()?;
    names.sort_by_cached_key(|name| (natural_name(&name.to_string_lossy()), name.clone()));
    Ok(names)
}

/// Reports whether a file is where projects describe themselves; deeper in the rules, a name such as
/// `support.md` is that of a chapter.
fn is_of_project(path: &str, folder: &str) -> bool {
    let below = rest_below(path, folder).unwrap_or(path);
    let place = below.rsplit_once('/').map_or("", |(place, _)| place);
    matches!(place, "" | "docs" | ".github" | "doc")
}
