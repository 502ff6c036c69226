//! From a manuscript to its checked rules: modules are read, their functions bound to places,
//! values and data handed over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::bind::{self, BoundBook, ChartModule, ModuleCalls, PlacedDirective};
use super::foreign::{self, PlaceMap};
use super::modules::shape::ModuleShape;
use super::modules::{self, ModuleFile};
use super::modules::{instrument, lex, names};
use super::places::ProsePlaces;
use super::program::{CardData, Constant, Function, Module, Program};
use crate::diagnostic::{Diagnostic, Findings, Severity, code};
use crate::document::{self, Manuscript, read_text, short_quote};
use crate::source::{self, SourceId, Sources, Span};

/// Rules that play a text that is not their own book's.
#[derive(Debug, Clone)]
pub struct ForeignRules {
    /// Folder of the book the rules belong to.
    pub rules: PathBuf,
    /// TOML that says where that book's places stand in the text.
    pub bindings: Option<PathBuf>,
}

/// The rules that play `manuscript`: those of its own folder, or those that `foreign` names.
/// None when it has no rules, or when they can not be read; findings say why.
pub fn load_program(
    manuscript: &Manuscript,
    sources: &mut Sources,
    findings: &mut Findings,
    foreign: Option<&ForeignRules>,
) -> Option<Program> {
    let Some(foreign) = foreign else {
        if manuscript.single {
            return None;
        }
        return join_program(manuscript, None, sources, findings);
    };
    let (file, bindings) = match &foreign.bindings {
        Some(path) => load_bindings(path, sources, findings)?,
        None => Default::default(),
    };
    let reading = match &file.reading {
        Some(reading) => reading.clone(),
        None if manuscript.single => "document".to_owned(),
        None => manuscript.manifest.options.reading.clone(),
    };
    let mut theirs = Findings::default();
    let read = source::read_book_beside(&foreign.rules, &reading, sources, &mut theirs);
    let (root, files) = match read {
        Ok(read) => read,
        Err(error) => {
            let finding = Diagnostic::file(
                code::UNREADABLE,
                foreign.rules.to_string_lossy(),
                format!("{error:#}"),
            );
            findings.push(finding.hint("name the folder of a book that has rules"));
            return None;
        }
    };
    let own = document::join_manuscript(files, sources, &mut theirs);
    theirs.0.retain(|finding| finding.code.severity == Severity::Error);
    findings.append(theirs);
    let played = PlayedText { text: manuscript, file, source: bindings, reading };
    let program = join_program(&own, Some(played), sources, findings);
    sources.restore_root(root);
    program
}

/// A text that is played by the rules of another book.
struct PlayedText<'a> {
    text: &'a Manuscript,
    file: foreign::BindingsFile,
    source: Option<SourceId>,
    reading: String,
}

/// Reads a bindings file, which may lie anywhere.
fn load_bindings(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<(foreign::BindingsFile, Option<SourceId>)> {
    let folder =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let root = match sources.enter_root(folder) {
        Ok(root) => root,
        Err(error) => {
            let finding =
                Diagnostic::file(code::UNREADABLE, path.to_string_lossy(), error.to_string());
            findings.push(finding.hint("check the name of the bindings file"));
            return None;
        }
    };
    let source = read_text(sources, &name, None, findings);
    sources.restore_root(root);
    let source = source?;
    let text = sources.get(source).text.clone();
    Some((foreign::read_bindings_file(source, &text, findings), Some(source)))
}

/// The rules of the book `own`, for itself or for another text.
fn join_program(
    own: &Manuscript,
    played: Option<PlayedText<'_>>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<Program> {
    let files = modules::read_modules(own, sources, findings)?;
    if files.is_empty() {
        return None;
    }
    let text = played.as_ref().map_or(own, |played| played.text);
    let reading = played
        .as_ref()
        .map_or(own.manifest.options.reading.clone(), |played| played.reading.clone());
    let mut program = Program { book: text.title().to_owned(), reading, ..Program::default() };
    let mut books = vec![bound_book(own, "")];
    add_values_and_data(own, "", sources, (&mut program, findings));
    for used in
        own.used.iter().filter(|used| files.iter().any(|file| file.book == book_folder(used)))
    {
        books.push(bound_book(used, book_folder(used)));
        add_values_and_data(used, book_folder(used), sources, (&mut program, findings));
    }
    let (found, charts) = add_modules(&files, &books, &mut program, findings);
    let map = played.map(|played| {
        PlaceMap::new(
            &played.file,
            played.source,
            &books[0].places,
            ProsePlaces::of(played.text),
            findings,
        )
    });
    program.places.clone_from(&map.as_ref().map_or(&books[0].places, |map| &map.theirs).all);
    bind::bind_functions(&mut program, (&found, &charts), &books, map, findings);
    Some(program)
}

/// The name of a used book's folder, as modules write it behind `@`.
fn book_folder(book: &Manuscript) -> &str {
    book.name.rsplit('/').next().unwrap_or(&book.name)
}

fn bound_book(manuscript: &Manuscript, folder: &str) -> BoundBook {
    BoundBook {
        folder: folder.to_owned(),
        title: manuscript.title().to_owned(),
        places: ProsePlaces::of(manuscript),
        unread: manuscript.unread.clone(),
    }
}

/// Adds the named values and the data of a book.
fn add_values_and_data(
    manuscript: &Manuscript,
    folder: &str,
    sources: &Sources,
    (program, findings): (&mut Program, &mut Findings),
) {
    let prefix = if folder.is_empty() { String::new() } else { format!("@{folder}/") };
    for (name, said) in &manuscript.values {
        let number = said.trim().parse::<i64>().map(Constant::Int);
        program.values.push((
            format!("{prefix}{name}"),
            number.unwrap_or_else(|_| Constant::Text(said.clone())),
        ));
    }
    for (path, id) in &manuscript.data {
        let below = path.strip_prefix(&format!("{}/", manuscript.name)).unwrap_or(path);
        program.data.extend(parse_card_data(format!("{prefix}{below}"), &sources.get(*id).text));
        findings.0.extend(ambiguous_names(*id, &sources.get(*id).text));
    }
}

/// The rows of a data file; what is wrong with it was found when the document was read.
fn parse_card_data(path: String, text: &str) -> Option<CardData> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let columns: Vec<String> = reader.headers().ok()?.iter().map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in reader.records().flatten() {
        let mut row: Vec<String> = record.iter().map(str::to_owned).collect();
        row.resize(columns.len(), String::new());
        rows.push(row);
    }
    Some(CardData { path, columns, rows })
}

/// Columns and cards of a file that are called alike: rules could not tell them apart.
fn ambiguous_names(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let titles: Vec<String> = reader.headers().into_iter().flatten().map(str::to_owned).collect();
    let twice = titles
        .iter()
        .enumerate()
        .find(|(at, title)| !title.is_empty() && titles[..*at].contains(title));
    let mut findings: Vec<Diagnostic> =
        twice.map(|(_, title)| ambiguous_columns(source, text, title)).into_iter().collect();
    if !titles.first().is_some_and(|title| ["Card", "Name"].contains(&title.as_str())) {
        return findings;
    }
    let mut known: BTreeMap<String, Span> = BTreeMap::new();
    for row in reader.records().flatten() {
        let place = line_span(source, text, row.position().map_or(0, |at| at.byte() as usize));
        let name = row.get(0).unwrap_or_default();
        if name.is_empty() {
            let finding = Diagnostic::at(code::BAD_DATA, place, "a card has no name");
            findings.push(finding.hint("write it into the first cell of the row"));
        } else if let Some(first) = known.get(name) {
            let message = format!("two cards are called `{}`", short_quote(name));
            let finding =
                Diagnostic::at(code::BAD_DATA, place, message).related(*first, "first here");
            findings.push(finding.hint(
                "give one of them another name, or say in a column how many copies there are",
            ));
        } else {
            known.insert(name.to_owned(), place);
        }
    }
    findings
}

fn ambiguous_columns(source: SourceId, text: &str, title: &str) -> Diagnostic {
    let message = format!("two columns are called `{}`", short_quote(title));
    Diagnostic::at(code::BAD_DATA, line_span(source, text, 0), message)
        .hint("give one of them another name")
}

/// The line that begins at `start`, after blank ones.
fn line_span(source: SourceId, text: &str, start: usize) -> Span {
    let rest = text.get(start..).unwrap_or_default();
    let start = start + rest.len() - rest.trim_start().len();
    let length = rest.trim_start().find('\n').unwrap_or_else(|| rest.trim_start().len());
    Span::new(source, start..start + length)
}

/// Enters modules and functions into `program`; gives their `#@` lines and the charts they are
/// programs of.
fn add_modules(
    files: &[ModuleFile],
    books: &[BoundBook],
    program: &mut Program,
    findings: &mut Findings,
) -> (Vec<PlacedDirective>, Vec<ChartModule>) {
    let known = names::known_attributes(&program.data);
    let (mut found, mut charts, mut calls) = (Vec::new(), Vec::new(), ModuleCalls::default());
    for (nth, file) in files.iter().enumerate() {
        let shape = ModuleShape::new(&file.text, lex::lex_module(&file.text));
        names::check_names(&shape, file.source, &known, findings);
        calls.add(&shape, file.source);
        let first = program.functions.len();
        let book = books.iter().position(|book| book.folder == file.book).unwrap_or_default();
        let (lines, chart) = bind::read_directives(&shape, file.source, (book, first), findings);
        found.extend(lines);
        charts.extend(chart);
        let module = u32::try_from(nth).unwrap_or(u32::MAX);
        program.functions.extend(shape.defs.iter().map(|def| {
            let line = file.text[..def.place.start].matches('\n').count() + 1;
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            Function { module, name: def.name.clone(), line, places: Vec::new(), role: None }
        }));
        let (text, inserted) = instrument::instrument_module(&shape, first);
        let number = |other: &usize| u32::try_from(*other).unwrap_or(u32::MAX);
        let loads =
            file.loads.iter().map(|(written, other)| (written.clone(), number(other))).collect();
        let (path, book) = (file.path.clone(), file.book.clone());
        program.modules.push(Module { path, book, text, source: file.source, loads, inserted });
    }
    calls.check(&charts, &found, findings);
    (found, charts)
}
