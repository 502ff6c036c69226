//! The files of a folder of examples. In: `examples/<book>/`. Out: the texts of its scenarios and
//! what was accepted of each.

use std::path::{Path, PathBuf};

use super::codes;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::BlockKind;
use crate::document::Document;
use crate::document::walk;
use crate::source::{MAX_TEXT, SourceId, Sources, Span};

/// The most scenarios one book may have.
const MOST: usize = 1_000;

/// One scenario and what was accepted of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioFile {
    /// Name without extension.
    pub name: String,
    /// Text of the scenario.
    pub source: SourceId,
    /// Text of the accepted trace, if there is one.
    pub accepted: Option<String>,
    /// Where the trace lies, or is to be written.
    pub trace: PathBuf,
}

/// Reads the scenarios of a folder, by name; a folder that does not exist has none.
pub fn read_scenarios(
    folder: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<ScenarioFile> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    let is = |path: &Path, extension: &str| path.extension().is_some_and(|own| own == extension);
    for trace in
        paths.iter().filter(|path| is(path, "trace") && !path.with_extension("toml").is_file())
    {
        let finding = Diagnostic::file(
            codes::ORPHAN_TRACE,
            slashed_path(trace),
            "this trace belongs to no scenario",
        );
        findings.push(finding.hint("delete it, or give the scenario the same name"));
    }
    let scenarios: Vec<&PathBuf> = paths.iter().filter(|path| is(path, "toml")).collect();
    if scenarios.len() > MOST {
        let message = format!("there are {} scenarios; {MOST} are read", scenarios.len());
        findings.push(
            Diagnostic::file(code::TOO_LARGE, slashed_path(folder), message).hint("split the book"),
        );
    }
    scenarios
        .into_iter()
        .take(MOST)
        .filter_map(|path| read_scenario_file(path, sources, findings))
        .collect()
}

/// Reads one scenario.
pub fn read_scenario_file(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<ScenarioFile> {
    let text = read_utf8(path, findings)?;
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let trace = path.with_extension("trace");
    let accepted = if trace.is_file() { self::read_utf8(&trace, findings) } else { None };
    let source = sources.add_named(slashed_path(path), &slashed_path(path), text);
    Some(ScenarioFile { name, source, accepted, trace })
}

fn read_utf8(path: &Path, findings: &mut Findings) -> Option<String> {
    let (code, message) = match std::fs::metadata(path) {
        Ok(meta) if meta.len() > MAX_TEXT => {
            (code::TOO_LARGE, format!("it is larger than {} MiB", MAX_TEXT >> 20))
        }
        _ => match std::fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => return Some(text),
            Ok(Err(_)) => (code::NOT_TEXT, "it is not text in UTF-8".to_owned()),
            Err(why) => (code::UNREADABLE, format!("it can not be read: {why}")),
        },
    };
    findings.push(Diagnostic::file(code, slashed_path(path), message));
    None
}

fn slashed_path(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Reads one text that is no scenario.
pub(super) fn read_named_text(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<SourceId> {
    let text = read_utf8(path, findings)?;
    Some(sources.add_named(slashed_path(path), &slashed_path(path), text))
}

/// A place of the text where an example is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoOpening {
    /// Anchor of the heading above it.
    pub anchor: String,
    /// The `TODO`.
    pub span: Span,
}

/// The places of `document` where an example is to be played, in order.
pub fn todo_openings(document: &Document) -> Vec<TodoOpening> {
    let mut above = None;
    let mut openings = Vec::new();
    walk::each_block(&document.blocks, &mut |block| match &block.kind {
        BlockKind::Heading(heading) => above = Some(heading.anchor.0.clone()),
        BlockKind::Todo(_) => {
            openings.extend(above.clone().map(|anchor| TodoOpening { anchor, span: block.span }));
        }
        _ => {}
    });
    openings
}
