//! Files in a book's folder that are not read but were probably meant to be: their names are nearly those
//! that the program looks for, or they are in the wrong folder. In: the folder of a book or of a text. Out: a
//! finding for each.

use super::{MAX_TEXT, Sources, is_book, is_silent, path_below};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};

/// Most names in a folder that are looked at.
const MOST_LOOKED_AT: usize = 2_000;

/// A file that a book can have, and the beginnings of lines that identify it.
struct FixedFile {
    name: &'static str,
    starts: &'static [&'static str],
}

/// A folder that a book can have, other names for it, and the ending of its files.
struct FixedFolder {
    name: &'static str,
    others: &'static [&'static str],
    end: &'static str,
}

const BOOK: FixedFile = FixedFile {
    name: "book.toml",
    starts: &["title", "subtitle", "sources", "data", "uses", "[deck", "[options", "[output"],
};
const THEME: FixedFile = FixedFile {
    name: "theme.toml",
    starts: &[
        "base", "uses", "[colour", "[font", "[type", "[style", "[cover", "[page", "colour.",
        "font.", "type.", "style.", "cover.", "page.",
    ],
};
const SHEET: FixedFile = FixedFile { name: "sheet.md", starts: &["![["] };
const CARDS: FixedFile = FixedFile { name: "cards.md", starts: &["![["] };
const WORDS: FixedFile = FixedFile { name: "words.toml", starts: &[""] };
const TABLE: FixedFile = FixedFile { name: "table.toml", starts: &[""] };

const FOLDERS: [FixedFolder; 3] = [
    FixedFolder { name: "icons", others: &["symbols"], end: ".svg" },
    FixedFolder { name: "rules", others: &[], end: ".star" },
    FixedFolder { name: "examples", others: &["scenarios"], end: ".toml" },
];

/// Reason why a file is not read.
enum Unread {
    /// It needs this name.
    Named(&'static str),
    /// It belongs beside book.toml.
    Placed(&'static str),
    /// It needs a book.toml.
    WithoutBook,
}

/// Reports files that the book in `folder` below the root leaves unread.
pub fn report_near_names(folder: &str, sources: &Sources, findings: &mut Findings) {
    let mut looker = Looker { sources, findings };
    let top = looker.names(folder);
    looker.near_files(folder, &top, &[THEME, SHEET, CARDS]);
    looker.near_folders(folder, &top);
    let rules = path_below(folder, "rules");
    let names = looker.names(&rules);
    looker.near_files(&rules, &names, &[WORDS, TABLE]);
    for name in top.iter().filter(|name| !is_silent(name)) {
        let inner = path_below(folder, name);
        let is_known = FOLDERS.iter().any(|known| known.name == *name);
        if !is_known && sources.folder(&inner).is_some_and(|real| !is_book(&real)) {
            looker.misplaced_files(&inner, &top);
        }
    }
}

/// Reports files that a text or a folder without a book.toml leaves unread: it has no theme.
pub fn report_without_book(folder: &str, sources: &Sources, findings: &mut Findings) {
    let mut looker = Looker { sources, findings };
    let top = looker.names(folder);
    if has(&top, BOOK.name) {
        return;
    }
    looker.near_files(folder, &top, &[BOOK, THEME]);
    if has(&top, THEME.name) {
        looker.report(&path_below(folder, THEME.name), &THEME, &Unread::WithoutBook);
    }
}

struct Looker<'a> {
    sources: &'a Sources,
    findings: &'a mut Findings,
}

impl Looker<'_> {
    /// Returns the names in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let mut names = self.sources.file_names(folder);
        names.truncate(MOST_LOOKED_AT);
        names
    }

    /// Reports files with nearly the right name. If there is a file of the right name, the others are
    /// deliberate.
    fn near_files(&mut self, folder: &str, names: &[String], known: &[FixedFile]) {
        for fixed in known.iter().filter(|fixed| !has(names, fixed.name)) {
            for name in names.iter().filter(|name| is_near_file(name, fixed.name)) {
                self.report(&path_below(folder, name), fixed, &Unread::Named(fixed.name));
            }
        }
    }

    fn near_folders(&mut self, folder: &str, names: &[String]) {
        for fixed in FOLDERS.iter().filter(|fixed| !has(names, fixed.name)) {
            for name in names.iter().filter(|name| fixed.is_near(name)) {
                let path = path_below(folder, name);
                if self.names(&path).iter().any(|file| file.ends_with(fixed.end)) {
                    self.push(&path, &Unread::Named(fixed.name));
                }
            }
        }
    }

    /// Reports files of a book that are in a subfolder, if it has none of their name itself.
    fn misplaced_files(&mut self, folder: &str, top: &[String]) {
        let names = self.names(folder);
        for fixed in [THEME, SHEET, CARDS] {
            if has(&names, fixed.name) && !has(top, fixed.name) {
                self.report(&path_below(folder, fixed.name), &fixed, &Unread::Placed(fixed.name));
            }
        }
    }

    /// Reports the file at `path` below the root if it was not read and its words fit its name.
    fn report(&mut self, path: &str, fixed: &FixedFile, why: &Unread) {
        let was_read = self.sources.iter().any(|(_, source)| source.path == path);
        let bytes = self.sources.read(path, MAX_TEXT).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let fits = |line: &str| fixed.starts.iter().any(|start| line.trim().starts_with(start));
        if !was_read && text.lines().any(fits) {
            self.push(path, why);
        }
    }

    fn push(&mut self, path: &str, why: &Unread) {
        let name = short_quote(path.rsplit('/').next().unwrap_or(path));
        let (why, hint) = match why {
            Unread::Named(known) => {
                (format!("its name must be `{known}`"), format!("rename it to `{known}`"))
            }
            Unread::Placed(known) => {
                let place = "it belongs beside book.toml, not in a folder".to_owned();
                (place, placed_hint(known, path))
            }
            Unread::WithoutBook => {
                let hint = "put a book.toml beside it (`title = \"My game\"` is enough) and build the folder, or choose a bundled theme with --theme";
                ("there is no book.toml beside it".to_owned(), hint.to_owned())
            }
        };
        let message = format!("`{name}` is not read: {why}");
        let finding = Diagnostic::file(code::NEAR_NAME, self.sources.shown_path(path), message);
        self.findings.push(finding.hint(hint));
    }
}

fn placed_hint(known: &str, path: &str) -> String {
    let other = if known == THEME.name {
        let folder = path.rsplit('/').nth(1).unwrap_or_default();
        let used = short_quote(&path_below(folder, known));
        format!("write a theme.toml there that builds on it: `uses = \"{used}\"`")
    } else {
        "name it in `sources` of book.toml if it is a chapter".to_owned()
    };
    format!("move the file there, or {other}")
}

impl FixedFolder {
    fn is_near(&self, name: &str) -> bool {
        is_near(name, self.name) || self.others.contains(&&*name.to_lowercase())
    }
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known == name)
}

/// Reports whether a file was meant to be called `known`; an editor may have added an extension.
fn is_near_file(name: &str, known: &str) -> bool {
    let end = known.rsplit('.').next().unwrap_or(known);
    let ends = [".txt".to_owned(), format!(".{end}")];
    let plain = ends.iter().find_map(|end| name.strip_suffix(&**end)).unwrap_or(name);
    is_near(name, known) || plain.eq_ignore_ascii_case(known)
}

/// Reports whether a name differs in its case or by one letter.
fn is_near(name: &str, known: &str) -> bool {
    name != known && strsim::osa_distance(&name.to_lowercase(), known) <= 1
}
