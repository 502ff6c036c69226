//! Reads the modules of a book. In: the folder `rules` and the modules that it loads. Out: texts in the order
//! in which they can run.

pub mod instrument;
pub mod lex;
mod loads;
pub mod names;
mod nesting;
mod order;
pub mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::sync::Arc;

use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{Refusal, SourceId, Sources, Span, path_below, read_text};
use base::text::io_words;
use document::Manuscript;
use shape::ModuleShape;

/// Most syntax errors that are reported for one module.
const MOST_PROBLEMS: usize = 20;

/// A module that was read.
#[derive(Debug, Clone)]
pub struct ModuleFile {
    /// Path, as in [`super::program::Module::path`].
    pub path: String,
    /// Folder, as in [`super::program::Module::book`].
    pub book: String,
    /// Source of the text.
    pub source: SourceId,
    /// Text of the module.
    pub text: Arc<str>,
    /// Number of the module that each `load()` names, with the name as written.
    pub loads: Vec<(String, usize)>,
}

/// Reads all modules of `manuscript` and those they load. Returns `None` if one of them cannot be read or
/// run.
pub fn read_modules(
    manuscript: &Manuscript,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<Vec<ModuleFile>> {
    let mut reader = ModuleReader {
        manuscript,
        sources,
        findings,
        files: Vec::new(),
        known: BTreeMap::new(),
        charted: BTreeSet::new(),
        whole: true,
    };
    reader.read_folder();
    let mut at = 0;
    while at < reader.files.len() {
        reader.follow_loads(at);
        at += 1;
    }
    let ModuleReader { files, whole, findings, .. } = reader;
    let files = order::running_order(files, findings)?;
    whole.then_some(files)
}

struct ModuleReader<'a> {
    manuscript: &'a Manuscript,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    files: Vec<LoadingModule>,
    /// Modules by path below the root; `None` for one that could not be read.
    known: BTreeMap<String, Option<usize>>,
    /// Folders of used books whose charts were read.
    charted: BTreeSet<String>,
    whole: bool,
}

/// A module, and the spans of its `load()` lines.
struct LoadingModule {
    file: ModuleFile,
    /// Path below the root.
    below: String,
    /// Folder of the book below the root.
    folder: String,
    places: Vec<Span>,
}

impl ModuleReader<'_> {
    /// Reads every `*.star` file in the book's own folder `rules`.
    fn read_folder(&mut self) {
        let own = &self.manuscript.folder;
        for name in self.module_names(own) {
            self.read_module(own, &format!("rules/{name}"), None);
        }
    }

    /// Returns the names of the modules in the folder `rules` of the book in `folder`.
    fn module_names(&mut self, folder: &str) -> BTreeSet<String> {
        let folder = path_below(folder, "rules");
        let Some(real) = self.sources.folder(&folder) else { return BTreeSet::new() };
        match std::fs::read_dir(real) {
            Ok(entries) => {
                let names = entries.flatten().map(|entry| entry.file_name());
                names.filter_map(|name| self.module_name(&folder, &name)).collect()
            }
            Err(error) => {
                let hint = "check the permissions of the folder";
                self.report_unreadable(&folder, io_words(&error), hint);
                BTreeSet::new()
            }
        }
    }

    /// Returns the name of a file if it is a module. Reports a name that is not UTF-8.
    fn module_name(&mut self, folder: &str, name: &OsStr) -> Option<String> {
        let shown = name.to_string_lossy();
        if !shown.ends_with(".star") {
            return None;
        }
        if name.to_str().is_none() {
            let message = "the name of the file is not UTF-8".to_owned();
            let hint = "rename it, preferably with plain letters";
            self.report_unreadable(&format!("{folder}/{shown}"), message, hint);
            self.whole = false;
            return None;
        }
        Some(shown.into_owned())
    }

    fn report_unreadable(&mut self, path: &str, message: String, hint: &str) {
        let finding = Diagnostic::file(code::UNREADABLE, self.sources.shown_path(path), message);
        self.findings.push(finding.hint(hint));
    }

    /// Reads a module of the book in `folder`, once, and returns its number.
    fn read_module(&mut self, folder: &str, path: &str, place: Option<Span>) -> Option<usize> {
        let below = path_below(folder, path);
        if let Some(known) = self.known.get(&below) {
            return *known;
        }
        let read = self.sources.read(&below, nesting::MOST_BYTES as u64);
        let source = if matches!(read, Err(Refusal::TooLarge(_))) {
            let message = format!("the module is larger than {} KiB", nesting::MOST_BYTES >> 10);
            let shown = self.sources.shown_path(&below);
            let finding = Diagnostic::file(code::TOO_LARGE, shown, message);
            self.findings.push(finding.hint("split it into several modules"));
            None
        } else {
            read_text(self.sources, &below, place, self.findings)
        };
        let number = source.map(|source| self.add_module(folder, path, &below, source));
        self.whole &= number.is_some();
        self.known.insert(below, number);
        number
    }

    fn add_module(&mut self, folder: &str, path: &str, below: &str, source: SourceId) -> usize {
        let own = folder == self.manuscript.folder;
        let book = if own { "" } else { folder_name(folder) };
        let path = match path.strip_prefix("rules/") {
            Some(name) if !own => format!("@{book}/{name}"),
            _ => path.to_owned(),
        };
        let book = book.to_owned();
        let text = Arc::clone(&self.sources.get(source).text);
        let file = ModuleFile { path, book, source, text, loads: Vec::new() };
        let (below, folder) = (below.to_owned(), folder.to_owned());
        self.files.push(LoadingModule { file, below, folder, places: Vec::new() });
        self.files.len() - 1
    }

    /// Checks a module without running it, and reads the modules that it loads.
    fn follow_loads(&mut self, at: usize) {
        let ModuleFile { text, source, .. } = &self.files[at].file;
        let (text, source) = (Arc::clone(text), *source);
        let Some(shape) = self.checked_shape(&text, source) else {
            self.whole = false;
            return;
        };
        for (written, range) in shape.loads() {
            let place = Span::new(source, range);
            match self.loaded_module(at, written, place) {
                Some(other) => {
                    let own = &mut self.files[at];
                    own.file.loads.push((written.to_owned(), other));
                    own.places.push(place);
                }
                None => self.whole = false,
            }
        }
    }

    /// Returns the shape of a module. Reports a text that cannot be parsed, and returns `None`.
    fn checked_shape<'t>(&mut self, text: &'t str, source: SourceId) -> Option<ModuleShape<'t>> {
        let lexed = lex::lex_module(text);
        for problem in lexed.problems.iter().take(MOST_PROBLEMS) {
            let place = Span::new(source, problem.range.clone());
            let finding = Diagnostic::at(code::RULE_SYNTAX, place, &problem.message);
            self.findings.push(finding.hint(problem.hint));
        }
        let is_lexed = lexed.problems.is_empty();
        let before = self.findings.0.len();
        let shape = ModuleShape::new(text, source, lexed);
        nesting::check_nesting(&shape, self.findings);
        (is_lexed && self.findings.0.len() == before).then_some(shape)
    }
}

/// Returns the last part of a folder's path.
pub fn folder_name(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}
