//! The modules of a book. In: the folder `rules` and what its modules load. Out: texts in the order
//! they can run.

pub(super) mod instrument;
pub mod lex;
pub(super) mod names;
mod nesting;
pub(super) mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Manuscript, nearest_name, read_text, short_quote};
use crate::source::{self, Refusal, SourceId, Sources, Span};
use shape::ModuleShape;

/// Of the same module so many things are reported that can not be read.
const MOST_PROBLEMS: usize = 20;

/// A module as it was read.
#[derive(Debug, Clone)]
pub(super) struct ModuleFile {
    /// As [`super::program::Module::path`].
    pub path: String,
    /// As [`super::program::Module::book`].
    pub book: String,
    /// The text.
    pub source: SourceId,
    /// What it says.
    pub text: Arc<str>,
    /// What each `load()` names, and the number of that module.
    pub loads: Vec<(String, usize)>,
}

/// All modules of `manuscript` and those they load; none when one of them can not be read or run.
pub(super) fn read_modules(
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
    let files = running_order(files, findings)?;
    whole.then_some(files)
}

struct ModuleReader<'a> {
    manuscript: &'a Manuscript,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    files: Vec<LoadingModule>,
    /// By path below the root; none for what could not be read.
    known: BTreeMap<String, Option<usize>>,
    /// Folders of used books whose charts were read.
    charted: BTreeSet<String>,
    whole: bool,
}

/// A module and the places where it loads others.
struct LoadingModule {
    file: ModuleFile,
    /// Path below the root.
    below: String,
    /// Folder of its book below the root.
    folder: String,
    places: Vec<Span>,
}

impl ModuleReader<'_> {
    /// Reads every `*.star` in the book's own folder `rules`.
    fn read_folder(&mut self) {
        let own = self.manuscript.name.clone();
        for name in self.module_names(&own) {
            self.read_module(&own, &format!("rules/{name}"), None);
        }
    }

    /// Names of the modules in the folder `rules` of the book in `folder`.
    fn module_names(&mut self, folder: &str) -> BTreeSet<String> {
        let folder = format!("{folder}/rules");
        let Some(real) = self.sources.folder(&folder) else { return BTreeSet::new() };
        let entries = match std::fs::read_dir(real) {
            Ok(entries) => entries,
            Err(error) => {
                let finding = Diagnostic::file(
                    code::UNREADABLE,
                    self.sources.shown_path(&folder),
                    error.to_string(),
                );
                self.findings.push(finding.hint("check the rights of the folder"));
                return BTreeSet::new();
            }
        };
        let mut names = BTreeSet::new();
        for name in entries.flatten().map(|entry| entry.file_name()) {
            match name.to_str() {
                Some(name) if name.ends_with(".star") => {
                    names.insert(name.to_owned());
                }
                Some(_) => {}
                None if name.to_string_lossy().ends_with(".star") => {
                    let path =
                        self.sources.shown_path(&format!("{folder}/{}", name.to_string_lossy()));
                    let finding = Diagnostic::file(
                        code::UNREADABLE,
                        path,
                        "the name of the file is not UTF-8",
                    );
                    self.findings.push(finding.hint("rename it, best with plain letters"));
                    self.whole = false;
                }
                None => {}
            }
        }
        names
    }

    /// Reads a module of the book in `folder`, once; gives its number.
    fn read_module(&mut self, folder: &str, path: &str, place: Option<Span>) -> Option<usize> {
        let below = format!("{folder}/{path}");
        if let Some(known) = self.known.get(&below) {
            return *known;
        }
        let large = matches!(
            self.sources.read(&below, nesting::MOST_BYTES as u64),
            Err(Refusal::TooLarge(_))
        );
        if large {
            self.report_too_large(&below);
        }
        let source =
            if large { None } else { read_text(self.sources, &below, place, self.findings) };
        let number = source.map(|source| self.add_module(folder, path, &below, source));
        self.whole &= number.is_some();
        self.known.insert(below, number);
        number
    }

    fn report_too_large(&mut self, below: &str) {
        let message = format!("a module is larger than {} KiB", nesting::MOST_BYTES >> 10);
        let finding = Diagnostic::file(code::TOO_LARGE, self.sources.shown_path(below), message);
        self.findings.push(finding.hint("split it into several modules"));
    }

    fn add_module(&mut self, folder: &str, path: &str, below: &str, source: SourceId) -> usize {
        let own = folder == self.manuscript.name;
        let book = if own { String::new() } else { folder_name(folder).to_owned() };
        let path = match path.strip_prefix("rules/") {
            Some(name) if !own => format!("@{book}/{name}"),
            _ => path.to_owned(),
        };
        let text = self.sources.get(source).text.clone();
        let file = ModuleFile { path, book, source, text, loads: Vec::new() };
        self.files.push(LoadingModule {
            file,
            below: below.to_owned(),
            folder: folder.to_owned(),
            places: Vec::new(),
        });
        self.files.len() - 1
    }

    /// Checks what can be read without running it, and reads what a module loads.
    fn follow_loads(&mut self, at: usize) {
        let (text, source) = (self.files[at].file.text.clone(), self.files[at].file.source);
        let lexed = lex::lex_module(&text);
        for problem in lexed.problems.iter().take(MOST_PROBLEMS) {
            let place = Span::new(source, problem.range.clone());
            self.findings.push(
                Diagnostic::at(code::RULE_SYNTAX, place, &problem.message).hint(problem.hint),
            );
        }
        let before = self.findings.0.len();
        let broken = !lexed.problems.is_empty();
        let shape = ModuleShape::new(&text, lexed);
        nesting::check_nesting(&shape, source, self.findings);
        if broken || self.findings.0.len() > before {
            self.whole = false;
            return;
        }
        for (written, range) in shape.loads() {
            let place = Span::new(source, range);
            match self.loaded_module(at, &written, place) {
                Some(other) => {
                    self.files[at].file.loads.push((written, other));
                    self.files[at].places.push(place);
                }
                None => self.whole = false,
            }
        }
    }

    /// The module that `load()` names.
    fn loaded_module(&mut self, from: usize, written: &str, place: Span) -> Option<usize> {
        let (folder, path) = match written.strip_prefix('@') {
            Some(other) => {
                let (book, name) = other.split_once('/').unwrap_or((other, ""));
                (self.used_folder(book, place)?, source::relative_path("rules/.", name))
            }
            None => {
                let LoadingModule { below, folder, .. } = &self.files[from];
                let path = source::relative_path(below, written);
                (
                    folder.clone(),
                    path.and_then(|p| p.strip_prefix(&format!("{folder}/")).map(str::to_owned)),
                )
            }
        };
        let Some(path) = path.filter(|path| path.starts_with("rules/") && path.ends_with(".star"))
        else {
            let hint = "write the name of a file in `rules`, such as \"table.star\"; one of a used book is \
                        \"@grand-archive/table.star\"";
            return self.report_lost(written, place, hint.to_owned());
        };
        let below = format!("{folder}/{path}");
        let missing =
            self.sources.read(&below, nesting::MOST_BYTES as u64) == Err(Refusal::Missing);
        if self.known.contains_key(&below) || !missing {
            return self.read_module(&folder, &path, Some(place));
        }
        let known =
            self.known.keys().filter_map(|known| known.strip_prefix(&format!("{folder}/rules/")));
        let hint = match nearest_name(path.trim_start_matches("rules/"), known) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("put it into {}", self.sources.shown_path(&format!("{folder}/rules"))),
        };
        self.report_lost(written, place, hint)
    }

    fn report_lost(&mut self, written: &str, place: Span, hint: String) -> Option<usize> {
        let message = format!("there is no module `{}`", short_quote(written));
        self.findings.push(Diagnostic::at(code::LOST_MODULE, place, message).hint(hint));
        None
    }

    /// Reads the modules of a used book that are programs of its charts: whoever plays by its rules
    /// walks through them.
    fn read_chart_modules(&mut self, folder: &str) {
        if self.charted.insert(folder.to_owned()) {
            for name in self.module_names(folder) {
                let path = format!("rules/{name}");
                let text =
                    self.sources.read(&format!("{folder}/{path}"), nesting::MOST_BYTES as u64);
                let opens =
                    text.is_ok_and(|text| text.trim_ascii_start().starts_with(b"#@ chart "));
                if opens {
                    self.read_module(folder, &path, None);
                }
            }
        }
    }

    /// The folder below the root of a used book.
    fn used_folder(&mut self, book: &str, place: Span) -> Option<String> {
        let used = self
            .manuscript
            .used
            .iter()
            .find(|used| folder_name(&used.name) == book)
            .map(|used| used.name.clone());
        if let Some(used) = used {
            self.read_chart_modules(&used);
            return Some(used);
        }
        let message = format!("the book uses no book `{}`", short_quote(book));
        let near =
            nearest_name(book, self.manuscript.used.iter().map(|used| folder_name(&used.name)));
        let hint = match near {
            Some(near) => format!("did you mean `@{near}/`?"),
            None => format!("write uses = [\"../{}\"] into book.toml", short_quote(book)),
        };
        self.findings.push(Diagnostic::at(code::LOST_MODULE, place, message).hint(hint));
        None
    }
}

/// The name of a folder without what is above it.
fn folder_name(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

/// Each module behind those it loads, otherwise as they were read.
fn running_order(files: Vec<LoadingModule>, findings: &mut Findings) -> Option<Vec<ModuleFile>> {
    let mut numbers: Vec<Option<usize>> = vec![None; files.len()];
    let mut sorted = Vec::new();
    while sorted.len() < files.len() {
        let ready = |at: &usize| {
            numbers[*at].is_none()
                && files[*at].file.loads.iter().all(|(_, other)| numbers[*other].is_some())
        };
        let Some(next) = (0..files.len()).find(ready) else {
            report_load_cycle(&files, &numbers, findings);
            return None;
        };
        numbers[next] = Some(sorted.len());
        sorted.push(next);
    }
    let renumbered = sorted.into_iter().map(|at| {
        let mut file = files[at].file.clone();
        file.loads.iter_mut().for_each(|(_, other)| *other = numbers[*other].unwrap_or_default());
        file
    });
    Some(renumbered.collect())
}

/// Reports one circle among the modules that have no number.
fn report_load_cycle(files: &[LoadingModule], numbers: &[Option<usize>], findings: &mut Findings) {
    let mut at = numbers.iter().position(Option::is_none).unwrap_or_default();
    let mut way = Vec::new();
    let next =
        |at: usize| files[at].file.loads.iter().position(|(_, other)| numbers[*other].is_none());
    while !way.contains(&at) {
        way.push(at);
        let Some(load) = next(at) else { return };
        at = files[at].file.loads[load].1;
    }
    let from = way.iter().position(|seen| *seen == at).unwrap_or_default();
    let names: Vec<&str> =
        way[from..].iter().chain([&at]).map(|at| files[*at].file.path.as_str()).collect();
    let Some(place) = next(at).map(|load| files[at].places[load]) else { return };
    let message = format!("modules load each other: {}", short_quote(&names.join(" > ")));
    let finding = Diagnostic::at(code::CYCLIC_LOAD, place, message);
    findings.push(finding.hint("put what both need into a module of its own"));
}
