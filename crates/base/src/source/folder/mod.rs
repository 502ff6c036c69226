//! A folder without a book.toml as a book. In: the folder. Out: its texts in reading order, and a finding for
//! each file with words that is left out.

mod languages;
mod links;
mod order;
mod walk;

use std::path::Path;

use self::languages::Languages;
use self::walk::FolderWalk;
pub use self::walk::{MOST_ENTRIES, is_silent};
use super::kinds::{FileKind, file_kind, is_text_name};
use super::language::language_of_folder;
use super::{MAX_COUNT, MAX_TEXT, ReadOptions, Sources, rest_below};
use crate::diagnostic::{Code, Diagnostic, Findings, Severity, code, short_quote};
use crate::text::shown_path;

/// Most names of texts that a finding lists; it counts the others.
const MOST_NAMED: usize = 40;

/// Texts of a folder.
#[derive(Debug, Default)]
pub struct FolderTexts {
    /// Paths below the root, in reading order.
    pub chapters: Vec<String>,
    /// Path of the first text, if one is meant for that.
    pub front: Option<String>,
    /// Language of all texts, from names of files or the command line.
    pub language: Option<String>,
    /// Language that the user asks for among several.
    pub asked: Option<String>,
    /// sheet.md, if it has the contents of a sheet.
    pub sheet: Option<String>,
    /// cards.md, if it has the contents of cards.
    pub cards: Option<String>,
}

/// Reports whether a folder directly holds a text.
pub fn has_texts(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name());
    names.any(|name| {
        matches!(file_kind(&name.to_string_lossy()), FileKind::Markdown | FileKind::Page)
    })
}

/// Finds the texts of the folder `folder` below the root, which was named `path` and is `real`.
pub fn find_texts(
    path: &Path,
    real: &Path,
    folder: &str,
    options: &ReadOptions,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<FolderTexts> {
    let walk = FolderWalk::of(folder, real, sources, findings);
    let (mut texts, unread) = (walk.texts, walk.unread);
    let mut reader = FolderReader { path, folder, sources, findings };
    if texts.is_empty() {
        let code = Code { severity: Severity::Error, ..code::EMPTY_DOCUMENT };
        let message = format!("`{}` holds no text to print", shown_path(reader.path));
        let hint =
            "name a Markdown or HTML file, a folder with such files, or the folder of a book";
        reader.findings.push(Diagnostic::global(code, message).hint(hint));
    }
    reader.drop_twins(&mut texts);
    let sheet = reader.take_part("sheet.md", &mut texts);
    let cards = reader.take_part("cards.md", &mut texts);
    let languages = Languages::split(texts, folder, options.language.as_deref(), reader.sources)?;
    reader.report_translations(&languages);
    let read = order::reading_order(languages.kept, folder, reader.sources);
    for (path, what) in &read.lists {
        reader.report_left(path, what);
    }
    let mut chapters = read.chapters;
    reader.report_too_many(&chapters);
    chapters.truncate(MAX_COUNT);
    reader.report_unread(&unread);
    let language = languages.language.or_else(|| language_of_folder(real));
    let asked = languages.asked;
    Ok(FolderTexts { chapters, front: read.front, language, asked, sheet, cards })
}

/// Examines the contents of a folder, and reports files that are left out.
struct FolderReader<'a> {
    /// Folder, as it was named.
    path: &'a Path,
    /// Folder below the root.
    folder: &'a str,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
}

impl FolderReader<'_> {
    /// Removes HTML pages that are made from a Markdown file of the same name.
    fn drop_twins(&mut self, texts: &mut Vec<String>) {
        let stem = |path: &str| path.rsplit_once('.').map(|(stem, _)| stem.to_lowercase());
        let is_page = |path: &str| file_kind(path) == FileKind::Page;
        let written: Vec<_> =
            texts.iter().filter(|path| !is_page(path)).map(|path| stem(path)).collect();
        texts.retain(|path| {
            let is_twin = is_page(path) && written.contains(&stem(path));
            if is_twin {
                self.report_left(path, "a Markdown file of the same name is beside it");
            }
            !is_twin
        });
    }

    /// Removes the page of this name in the folder itself if it pulls rules: then it is no chapter but the
    /// contents of a sheet or cards.
    fn take_part(&mut self, name: &str, texts: &mut Vec<String>) -> Option<String> {
        let folder = self.folder;
        let at = texts.iter().position(|path| rest_below(path, folder) == Some(name))?;
        let pulls = read_words(self.sources, &texts[at]).contains("![[#");
        pulls.then(|| texts.remove(at))
    }

    fn report_left(&mut self, path: &str, what: &str) {
        self.findings.push(left_out(self.sources, self.folder, path, what));
    }

    /// Reports each language that is left out, and how to build it.
    fn report_translations(&mut self, languages: &Languages) {
        for (language, texts) in &languages.others {
            let files = named_paths(self.sources, texts);
            let message = match language.as_str() {
                "" => format!("texts of another language are left out: {files}"),
                language => format!("texts in the language `{language}` are left out: {files}"),
            };
            let path = shown_path(self.path);
            let command = match language.as_str() {
                "" => format!("rulepress build {path}"),
                language => format!("rulepress build {path} --language {language}"),
            };
            let finding = Diagnostic::global(code::TRANSLATION, message);
            self.findings.push(finding.hint(format!("build them with `{command}`")));
        }
    }

    fn report_unread(&mut self, unread: &[String]) {
        if unread.is_empty() {
            return;
        }
        let files = named_paths(self.sources, unread);
        let message = format!("files that may hold text are not read: {files}");
        let hint =
            "only Markdown and HTML are read; save what belongs to the rules as one of these";
        self.findings.push(Diagnostic::global(code::UNREAD_FILES, message).hint(hint));
    }

    fn report_too_many(&mut self, chapters: &[String]) {
        let Some(rest) = chapters.get(MAX_COUNT..).filter(|rest| !rest.is_empty()) else { return };
        let files = named_paths(self.sources, rest);
        let message =
            format!("the folder holds more than {MAX_COUNT} texts; these are left out: {files}");
        let finding = Diagnostic::global(code::TOO_LARGE, message);
        self.findings.push(finding.hint("name a folder with fewer texts, and build several books"));
    }
}

/// Returns a finding about a file of a folder that is left out.
fn left_out(sources: &Sources, folder: &str, path: &str, what: &str) -> Diagnostic {
    let name = rest_below(path, folder).unwrap_or(path);
    let message = format!("`{}` is left out: {what}", short_quote(name));
    let hint = format!("to print it, list all chapters in a book.toml: sources = [\"{name}\", ..]");
    Diagnostic::file(code::LEFT_OUT, sources.shown_path(path), message).hint(hint)
}

/// Returns paths in the form in which a finding lists them.
fn named_paths(sources: &Sources, paths: &[String]) -> String {
    let shown = paths.iter().take(MOST_NAMED).map(|path| format!("`{}`", sources.shown_path(path)));
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if paths.len() > MOST_NAMED {
        names += &format!(" and {} more", paths.len() - MOST_NAMED);
    }
    names
}

/// Reads the words of a text for a first look, and ignores errors.
fn read_words(sources: &Sources, path: &str) -> String {
    let bytes = sources.read(path, MAX_TEXT).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reports whether a path below the root is that of an HTML page.
fn is_page(path: &str) -> bool {
    file_kind(path) == FileKind::Page && is_text_name(path)
}
