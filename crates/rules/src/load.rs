//! From a manuscript to its checked rules: reads modules, binds their functions to places, and passes on
//! values and data.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::bind::{self, BoundBook, ModuleCalls, ModuleDirectives};
use super::card_data;
use super::foreign::{self, BindingsFile, PlaceMap};
use super::modules::shape::ModuleShape;
use super::modules::{self, ModuleFile};
use super::modules::{instrument, lex, names};
use super::places::ProsePlaces;
use super::program::{Constant, Function, Module, Program};
use base::diagnostic::{Diagnostic, Findings, Severity, code};
use base::source::map_drawing::{data_rows, is_map_drawing};
use base::source::{self, Source, SourceId, SourceRoot, Sources, read_text, rest_below};
use base::text::{io_words, path_words};
use document::{self, Manuscript};

/// Rules that play a text other than their own book's.
#[derive(Debug, Clone)]
pub struct ForeignRules {
    /// Folder of the book that the rules belong to.
    pub rules: PathBuf,
    /// TOML file that matches that book's places with places of the text.
    pub bindings: Option<PathBuf>,
}

/// Loads the rules that play `manuscript`: those of its own folder, or those that `foreign` names. Returns
/// `None` if there are no rules, or if they cannot be read; findings say why.
pub fn load_program(
    manuscript: &Manuscript,
    sources: &mut Sources,
    findings: &mut Findings,
    foreign: Option<&ForeignRules>,
) -> Option<Program> {
    match foreign {
        Some(foreign) => load_foreign_program(manuscript, foreign, sources, findings),
        None if manuscript.single => None,
        None => join_program(manuscript, None, sources, findings),
    }
}

/// A text that is played by the rules of another book.
struct PlayedText<'a> {
    text: &'a Manuscript,
    file: BindingsFile,
    source: Option<SourceId>,
    reading: String,
}

/// Loads the rules of another book, which play `text`.
fn load_foreign_program(
    text: &Manuscript,
    foreign: &ForeignRules,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<Program> {
    let (mut file, source) = match &foreign.bindings {
        Some(path) => load_bindings(path, sources, findings)?,
        None => Default::default(),
    };
    let reading = match file.reading.take() {
        Some(reading) => reading,
        None if text.single => "document".to_owned(),
        None => text.manifest.options.reading.clone(),
    };
    let (root, own) = load_rules_book(&foreign.rules, &reading, sources, findings)?;
    let played = PlayedText { text, file, source, reading };
    let program = join_program(&own, Some(&played), sources, findings);
    sources.restore_root(root);
    program
}

/// Reads the book that rules belong to, and returns it with the root before it was read. Only its errors are
/// reported.
fn load_rules_book(
    path: &Path,
    reading: &str,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<(SourceRoot, Manuscript)> {
    let mut theirs = Findings::default();
    match source::read_book_beside(path, reading, sources, &mut theirs) {
        Ok((root, files)) => {
            let own = document::join_manuscript(files, sources, &mut theirs);
            theirs.0.retain(|finding| finding.code.severity == Severity::Error);
            findings.append(theirs);
            Some((root, own))
        }
        Err(error) => {
            let hint = "name the folder of a book that has rules";
            findings.push(unreadable_file(path, format!("{error:#}"), hint));
            None
        }
    }
}

fn unreadable_file(path: &Path, message: String, hint: &str) -> Diagnostic {
    Diagnostic::file(code::UNREADABLE, path_words(path), message).hint(hint)
}

/// Reads a bindings file, which may be in any folder.
fn load_bindings(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<(BindingsFile, Option<SourceId>)> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let root = match sources.enter_root(parent.unwrap_or(Path::new("."))) {
        Ok(root) => root,
        Err(error) => {
            let hint = "check the name of the bindings file";
            findings.push(unreadable_file(path, io_words(&error), hint));
            return None;
        }
    };
    let source = read_text(sources, &name, None, findings);
    sources.restore_root(root);
    let source = source?;
    let file = foreign::read_bindings_file(source, &sources.get(source).text, findings);
    Some((file, Some(source)))
}

/// Joins the rules of the book `own`, for itself or for another text.
fn join_program(
    own: &Manuscript,
    played: Option<&PlayedText<'_>>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<Program> {
    let files = modules::read_modules(own, sources, findings)?;
    if files.is_empty() {
        return None;
    }
    let text = played.map_or(own, |played| played.text);
    let reading = played.map_or(&own.manifest.options.reading, |played| &played.reading);
    let (book, reading) = (text.title().to_owned(), reading.clone());
    let mut program = Program { book, reading, ..Program::default() };
    let lays_squares = files.iter().any(|file| file.text.contains("square_map("));
    let mut books = Vec::new();
    for (manuscript, folder) in books_of_modules(own, &files) {
        let prefix = if folder.is_empty() { String::new() } else { format!("@{folder}/") };
        for (name, text) in &manuscript.values {
            let number = text.trim().parse::<i64>().map(Constant::Int);
            let value = number.unwrap_or_else(|_| Constant::Text(text.to_owned()));
            program.values.push((format!("{prefix}{name}"), value));
        }
        for id in &manuscript.data {
            let Source { path, text, .. } = sources.get(*id);
            let below = rest_below(path, &manuscript.folder).unwrap_or(path);
            let rows = data_rows(path, text);
            program.data.extend(card_data::parse_card_data(format!("{prefix}{below}"), &rows));
            if !is_map_drawing(path) {
                card_data::check_card_names(*id, text, findings);
            }
        }
        if lays_squares {
            for id in &manuscript.data {
                let Source { path, text, .. } = sources.get(*id);
                if !is_map_drawing(path) {
                    card_data::check_piece_sizes(*id, text, findings);
                }
            }
        }
        books.push(BoundBook {
            folder,
            title: manuscript.title(),
            places: ProsePlaces::of(manuscript),
            unread: &manuscript.unread,
        });
    }
    let directives = add_modules(&files, &books, &mut program, findings);
    let ours = &books[0].places;
    let map = played.map(|played| {
        let theirs = ProsePlaces::of(played.text);
        PlaceMap::new(&played.file, played.source, ours, theirs, findings)
    });
    program.places.clone_from(&map.as_ref().map_or(ours, |map| &map.theirs).all);
    bind::bind_functions(&mut program, &directives, &books, map.as_ref(), findings);
    Some(program)
}

/// Returns the book of the rules, and the books with modules that it uses, each with its folder.
fn books_of_modules<'m>(
    own: &'m Manuscript,
    files: &[ModuleFile],
) -> Vec<(&'m Manuscript, &'m str)> {
    let folders: BTreeSet<&str> = files.iter().map(|file| file.book.as_str()).collect();
    let used = own.used.iter().map(|used| (used, modules::folder_name(&used.folder)));
    let used = used.filter(|(_, folder)| folders.contains(folder));
    [(own, "")].into_iter().chain(used).collect()
}

/// Enters modules and functions into `program`, and returns their `#@` lines and charts.
fn add_modules<'t>(
    files: &'t [ModuleFile],
    books: &[BoundBook<'_>],
    program: &mut Program,
    findings: &mut Findings,
) -> ModuleDirectives<'t> {
    let known = names::known_attributes(&program.data);
    let (mut directives, mut calls) = (ModuleDirectives::default(), ModuleCalls::default());
    for (nth, file) in files.iter().enumerate() {
        let shape = file.shape();
        names::check_names(&shape, &known, findings);
        calls.add(&shape);
        let first = program.functions.len();
        let book = books.iter().position(|book| book.folder == file.book).unwrap_or_default();
        directives.read(&shape, book, first, findings);
        let module = u32::try_from(nth).unwrap_or(u32::MAX);
        program.functions.extend(shape.defs.iter().map(|def| {
            let line = shape.text[..def.place.start].matches('\n').count() + 1;
            Function {
                module,
                name: def.name.to_owned(),
                line: u32::try_from(line).unwrap_or(u32::MAX),
                places: Vec::new(),
                role: None,
            }
        }));
        program.modules.push(file.module(&shape, first));
    }
    calls.check(&directives, findings);
    directives
}

impl ModuleFile {
    fn shape(&self) -> ModuleShape<'_> {
        ModuleShape::new(&self.text, self.source, lex::lex_module(&self.text))
    }

    /// Returns the module to run; `first` is the number of its first function.
    fn module(&self, shape: &ModuleShape<'_>, first: usize) -> Module {
        let (text, inserted) = instrument::instrument_module(shape, first);
        let number = |other: usize| u32::try_from(other).unwrap_or(u32::MAX);
        let loads = self.loads.iter().map(|(path, other)| (path.clone(), number(*other)));
        Module {
            path: self.path.clone(),
            book: self.book.clone(),
            text,
            source: self.source,
            loads: loads.collect(),
            inserted,
        }
    }
}
