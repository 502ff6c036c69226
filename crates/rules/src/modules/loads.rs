//! Resolves `load()` lines. In: the words of a line. Out: the module that it names, read; or a finding.

use super::{LoadingModule, ModuleReader, folder_name, nesting};
use base::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use base::source::{self, Refusal, Span, path_below, rest_below};

impl ModuleReader<'_> {
    /// Reads the module that `load()` names, and returns its number.
    pub fn loaded_module(&mut self, from: usize, written: &str, place: Span) -> Option<usize> {
        let (folder, path) = match written.strip_prefix('@') {
            Some(other) => {
                let (book, name) = other.split_once('/').unwrap_or((other, ""));
                (self.used_folder(book, place)?, source::relative_path("rules/.", name))
            }
            None => {
                let LoadingModule { below, folder, .. } = &self.files[from];
                let path = source::relative_path(below, written);
                let path = path.and_then(|path| rest_below(&path, folder).map(str::to_owned));
                (folder.clone(), path)
            }
        };
        let is_module = |path: &String| path.starts_with("rules/") && path.ends_with(".star");
        let Some(path) = path.filter(is_module) else {
            let hint = "write the name of a file in `rules`, such as \"table.star\"; one of a \
                        used book is \"@grand-archive/table.star\"";
            return self.report_lost(written, place, hint.to_owned());
        };
        let below = path_below(&folder, &path);
        let read = self.sources.read(&below, nesting::MOST_BYTES as u64);
        if read == Err(Refusal::Missing) && !self.known.contains_key(&below) {
            let folder = path_below(&folder, "rules");
            let known = self.known.keys().filter_map(|known| rest_below(known, &folder));
            let hint = match nearest_name(path.trim_start_matches("rules/"), known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("put it into {}", self.sources.shown_path(&folder)),
            };
            return self.report_lost(written, place, hint);
        }
        self.read_module(&folder, &path, Some(place))
    }

    fn report_lost(&mut self, written: &str, place: Span, hint: String) -> Option<usize> {
        let message = format!("unknown module `{}`", short_quote(written));
        self.findings.push(Diagnostic::at(code::LOST_MODULE, place, message).hint(hint));
        None
    }

    /// Returns the folder of a used book below the root.
    fn used_folder(&mut self, book: &str, place: Span) -> Option<String> {
        let mut used = self.manuscript.used.iter().map(|used| used.folder.as_str());
        let Some(folder) = used.find(|name| folder_name(name) == book) else {
            let used = self.manuscript.used.iter().map(|used| folder_name(&used.folder));
            let hint = match nearest_name(book, used) {
                Some(near) => format!("did you mean `@{near}/`?"),
                None => format!("write uses = [\"../{}\"] into book.toml", short_quote(book)),
            };
            let message = format!("the book does not use `{}`", short_quote(book));
            self.findings.push(Diagnostic::at(code::LOST_MODULE, place, message).hint(hint));
            return None;
        };
        self.read_chart_modules(folder);
        Some(folder.to_owned())
    }

    /// Reads the modules of a used book that are programs of its charts: a player of its rules walks through
    /// them.
    fn read_chart_modules(&mut self, folder: &str) {
        if !self.charted.insert(folder.to_owned()) {
            return;
        }
        for name in self.module_names(folder) {
            let path = format!("rules/{name}");
            let text = self.sources.read(&path_below(folder, &path), nesting::MOST_BYTES as u64);
            if text.is_ok_and(|text| text.trim_ascii_start().starts_with(b"#@ chart ")) {
                self.read_module(folder, &path, None);
            }
        }
    }
}
