//! Lessons of a book. In: its folder `lessons/`. Out: each lesson that can be read, in the order of the
//! names.

use std::path::Path;

use super::BookLesson;
use super::read::read_lesson;
use crate::folder::{has_extension, lies_in_folder, link_out, read_named_text, sorted_paths};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Sources;
use base::text::file_names::name_fault;
use base::text::shown_path;

/// The most lessons of one book.
const MOST: usize = 100;

/// Reads the lessons of the book at `book`; none if it has no such folder.
pub fn read_lessons(
    book: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<BookLesson> {
    let paths = sorted_paths(&book.join("lessons"));
    let paths: Vec<_> = paths.into_iter().filter(|path| has_extension(path, "toml")).collect();
    if paths.len() > MOST {
        let message = format!("the folder holds {} lessons; rulepress reads {MOST}", paths.len());
        let folder = shown_path(&book.join("lessons"));
        findings.push(Diagnostic::file(code::TOO_LARGE, folder, message).hint("delete some"));
    }
    let mut lessons = Vec::new();
    for path in paths.iter().take(MOST) {
        if !lies_in_folder(path) {
            findings.push(link_out(path));
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(fault) = name_fault(&name) {
            let message = format!("a lesson cannot have this name: {}", fault.words());
            let finding = Diagnostic::file(code::LESSON_FILE, shown_path(path), message);
            findings.push(finding.hint("give its file a simple name, such as 01-first-cards.toml"));
            continue;
        }
        let Some(source) = read_named_text(path, sources, findings) else { continue };
        let text = sources.get(source).text.clone();
        lessons.extend(read_lesson(&name, source, &text, findings));
    }
    lessons
}
