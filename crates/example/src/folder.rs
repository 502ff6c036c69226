//! Files of a folder of examples. In: `examples/<book>/`. Out: the texts of its scenarios and their accepted
//! traces.

use std::path::{Path, PathBuf};

use base::diagnostic::{Code, Diagnostic, Findings, code};
use base::source::{MAX_TEXT, SourceId, Sources, Span};
use base::text::file_names::name_fault;
use document::{BlockKind, Document, walk};

/// The most scenarios one book may have.
const MOST: usize = 1_000;

/// A scenario and its accepted trace.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioFile {
    /// Name without extension.
    pub name: String,
    /// Text of the scenario.
    pub source: SourceId,
    /// Text of the accepted trace, if there is one.
    pub accepted: Option<String>,
    /// Path of the trace, even if it is not written yet.
    pub trace: PathBuf,
    /// A seed that replaces that of the scenario.
    pub seed: Option<u64>,
}

/// Reads the scenarios of a folder, sorted by name; none if the folder does not exist.
pub fn read_scenarios(
    folder: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<ScenarioFile> {
    let (paths, links): (Vec<_>, Vec<_>) =
        sorted_paths(folder).into_iter().partition(|path| lies_in_folder(path));
    findings.0.extend(links.iter().filter_map(|path| {
        let is_read = has_extension(path, "toml") || has_extension(path, "trace");
        is_read.then(|| link_out(path))
    }));
    let traces = paths.iter().filter(|path| has_extension(path, "trace"));
    let orphans = traces.filter(|path| !path.with_extension("toml").is_file());
    findings.0.extend(orphans.map(|path| {
        file_finding(path, code::ORPHAN_TRACE, "this trace belongs to no scenario")
            .hint("delete the trace, or give a scenario the same name")
    }));
    let scenarios: Vec<&PathBuf> =
        paths.iter().filter(|path| has_extension(path, "toml")).collect();
    if scenarios.len() > MOST {
        let count = scenarios.len();
        let message = format!("the folder holds {count} scenarios; rulepress reads {MOST}");
        findings.push(file_finding(folder, code::TOO_LARGE, message).hint("split the book"));
    }
    let scenarios = scenarios.into_iter().take(MOST);
    scenarios.filter_map(|path| read_scenario_file(path, sources, findings)).collect()
}

/// Returns whether a folder contains a scenario or an accepted trace.
pub(crate) fn holds_scenarios(folder: &Path) -> bool {
    let is_own = |path: &PathBuf| has_extension(path, "toml") || has_extension(path, "trace");
    sorted_paths(folder).iter().any(is_own)
}

/// Reports a second folder with examples of the same book.
pub(crate) fn second_folder(first: &Path, other: &Path) -> Diagnostic {
    let message =
        format!("two folders hold examples of this book; `{}` is read", slashed_path(first));
    file_finding(other, code::TWO_FOLDERS, message).hint("put all scenarios into one of them")
}

/// Returns the paths in a folder, sorted by name; empty if it does not exist.
pub(crate) fn sorted_paths(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Returns whether a file is really in its folder: it may be a link, but not out of the folder.
pub(crate) fn lies_in_folder(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    folder.is_none_or(|folder| path.canonicalize().is_ok_and(|real| real.starts_with(folder)))
}

/// Reports a file of a book that is a link out of its folder.
pub(crate) fn link_out(path: &Path) -> Diagnostic {
    file_finding(path, code::OUTSIDE_ROOT, "the link leads out of its folder; it is not read")
        .hint("put the file itself into the folder")
}

fn file_finding(path: &Path, code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::file(code, slashed_path(path), message)
}

pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

/// Reads one scenario.
pub fn read_scenario_file(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<ScenarioFile> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(fault) = name_fault(&name) {
        let message = format!("the name of this scenario cannot name a page: {}", fault.words());
        findings.push(
            file_finding(path, code::SCENARIO, message)
                .hint("give its file a simple name, such as draw.toml"),
        );
        return None;
    }
    let source = read_named_text(path, sources, findings)?;
    let trace = path.with_extension("trace");
    let is_there = trace.is_file() && lies_in_folder(&trace);
    let accepted = if is_there { read_utf8(&trace, findings) } else { None };
    Some(ScenarioFile { name, source, accepted, trace, seed: None })
}

/// Reads a text, which findings name by its path.
pub(crate) fn read_named_text(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<SourceId> {
    let text = read_utf8(path, findings)?;
    let name = slashed_path(path);
    // Below the root it can be edited by `check --fix`.
    let below = path.canonicalize().ok().and_then(|real| sources.folder_path(&real));
    Some(sources.add_named(name.clone(), &below.unwrap_or_else(|| name.clone()), text))
}

fn read_utf8(path: &Path, findings: &mut Findings) -> Option<String> {
    let text = text_of_file(path);
    text.map_err(|(code, message)| findings.push(file_finding(path, code, message))).ok()
}

/// Returns the text of a file, or why it cannot be used.
fn text_of_file(path: &Path) -> Result<String, (Code, String)> {
    if let Ok(meta) = std::fs::metadata(path) {
        if !meta.is_file() {
            return Err((code::UNREADABLE, "this is not a file".to_owned()));
        }
        if meta.len() > MAX_TEXT {
            let message = format!("the file is larger than {} MiB", MAX_TEXT >> 20);
            return Err((code::TOO_LARGE, message));
        }
    }
    let bytes = std::fs::read(path)
        .map_err(|why| (code::UNREADABLE, format!("the file cannot be read: {why}")))?;
    String::from_utf8(bytes)
        .map_err(|_| (code::NOT_TEXT, "the file is not text in UTF-8".to_owned()))
}

fn slashed_path(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A `TODO` of the text that waits for an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoOpening {
    /// Anchor of the heading above it.
    pub anchor: String,
    /// The `TODO`.
    pub span: Span,
}

/// The `TODO`s of `document`, in order.
pub fn todo_openings(document: &Document) -> Vec<TodoOpening> {
    let mut above = None;
    let mut openings = Vec::new();
    walk::each_block(&document.blocks, &mut |block| {
        if let BlockKind::Heading(heading) = &block.kind {
            above = Some(heading.anchor.0.clone());
        } else if let (BlockKind::Todo(_), Some(anchor)) = (&block.kind, &above) {
            openings.push(TodoOpening { anchor: anchor.clone(), span: block.span });
        }
    });
    openings
}
