//! Files of a book. In: its folder below the root. Out: its chapters, pages of parts, data files and used
//! books, read as texts.

use std::path::Path;

use anyhow::Context;
use toml::Spanned;

use super::folder::{self, FolderTexts};
use super::keys::TomlFile;
use super::manifest::{self, Manifest};
use super::near_names::{report_near_names, report_without_book};
use super::template_files::read_template_files;
use super::{
    MAX_TEXT, ReadOptions, Refusal, SourceId, Sources, Span, cannot_read, is_absolute, is_book,
    language, name_of, path_below, read_text, relative_path, show_folder,
};
use crate::diagnostic::{BookPart, Code, Diagnostic, Findings, code, short_quote};

/// The file with reasons for changes.
const CHANGES: &str = "CHANGES.md";
/// Most themes that start from each other.
const MOST_THEMES: usize = 4;

/// Files of a book, read as texts.
#[derive(Debug, Default)]
pub struct BookFiles {
    /// Contents of book.toml; empty for a single file.
    pub manifest: Manifest,
    /// Name of a single file without its extension, or of the folder of a book.
    pub name: String,
    /// Folder of the book, below the root; empty for the root itself.
    pub folder: String,
    /// True for one file without a book.toml.
    pub single: bool,
    /// True for all texts of a folder without a book.toml.
    pub loose: bool,
    /// Language from the name or the command line, for texts without a language of their own.
    pub language: Option<String>,
    /// Chapters, in printed order.
    pub chapters: Vec<SourceId>,
    /// First chapter of a folder without a book.toml: its README.
    pub front: Option<SourceId>,
    /// Data files that book.toml lists.
    pub data: Vec<SourceId>,
    /// sheet.md, if there is one.
    pub sheet: Option<SourceId>,
    /// cards.md, if there is one.
    pub cards: Option<SourceId>,
    /// CHANGES.md, if there is one: reasons for changes since an earlier edition.
    pub changes: Option<SourceId>,
    /// Its theme.toml, after those that it starts from.
    pub themes: Vec<SourceId>,
    /// Books that this one uses; they use no others.
    pub used: Vec<BookFiles>,
}

impl BookFiles {
    /// Makes a book of one text, if that can be read.
    pub fn single(name: String, chapter: Option<SourceId>) -> Self {
        Self { single: true, name, chapters: chapter.into_iter().collect(), ..Self::default() }
    }
}

/// Reads the files of the book in the folder `real`, which was named `path`.
pub fn read_book_files(
    path: &Path,
    real: &Path,
    options: &ReadOptions,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<BookFiles> {
    let folder = show_folder(sources, real, path);
    if !is_book(real) {
        let texts = folder::find_texts(path, real, &folder, options, sources, findings)?;
        let name = name_of(path, texts.asked.as_deref());
        let files = BookReader { book: &folder, sources, findings }.loose_files(name, texts);
        report_without_book(&folder, sources, findings);
        return Ok(files);
    }
    let mut reader = BookReader { book: &folder, sources, findings };
    let manifest = reader.manifest();
    let uses = manifest.files(&manifest.uses);
    let used: Vec<BookFiles> = uses
        .iter()
        .filter_map(|other| {
            let read = read_used_book(reader.book, other, reader.sources);
            read.map_err(|finding| reader.findings.push(*finding)).ok()
        })
        .collect();
    let files = reader.chapter_files(path, &manifest)?;
    let chapters = reader.named_files(&files);
    let data = reader.data_files(&manifest);
    let sheet = reader.part_page(BookPart::Sheet, "sheet.md");
    let cards = reader.part_page(BookPart::Cards, "cards.md");
    let changes = reader.page(CHANGES);
    let themes = reader.themes();
    read_template_files(&themes, sources, findings);
    report_near_names(&folder, sources, findings);
    let language = options.language.clone().or_else(|| language::language_of_folder(real));
    let name = name_of(path, None);
    let files = BookFiles {
        manifest,
        name,
        folder,
        language,
        chapters,
        data,
        sheet,
        cards,
        changes,
        themes,
        used,
        ..Default::default()
    };
    Ok(files)
}

/// Reads the files of one book.
struct BookReader<'a> {
    /// Folder of the book, below the root.
    book: &'a str,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
}

impl BookReader<'_> {
    /// Makes a book of the texts found in a folder without a book.toml.
    fn loose_files(&mut self, name: String, texts: FolderTexts) -> BookFiles {
        let FolderTexts { chapters, front, language, sheet, cards, .. } = texts;
        let mut files = BookFiles {
            name,
            folder: self.book.to_owned(),
            loose: true,
            language,
            ..Default::default()
        };
        for path in chapters {
            let id = read_text(self.sources, &path, None, self.findings);
            files.front = files.front.or(id.filter(|_| front.as_ref() == Some(&path)));
            files.chapters.extend(id);
        }
        files.sheet = sheet.and_then(|_| self.part_page(BookPart::Sheet, "sheet.md"));
        files.cards = cards.and_then(|_| self.part_page(BookPart::Cards, "cards.md"));
        files
    }

    fn manifest(&mut self) -> Manifest {
        match self.page("book.toml") {
            Some(id) => manifest::parse_manifest(id, &self.sources.get(id).text, self.findings),
            None => Manifest::default(),
        }
    }

    /// Reads theme.toml, if there is one, after those that it starts from.
    fn themes(&mut self) -> Vec<SourceId> {
        let mut themes: Vec<SourceId> = self.page("theme.toml").into_iter().collect();
        while let Some(last) = themes.last().filter(|_| themes.len() < MOST_THEMES) {
            let text = self.sources.get(*last).text.clone();
            let mut unread = Findings::default();
            let file = TomlFile::parse(*last, code::THEME_FILE, &text, &mut unread);
            let Some(file) = file else { break };
            let Some((used, place)) = file.text("uses") else { break };
            match self.used_theme(*last, used, place) {
                Some(used) if !themes.contains(&used) => themes.push(used),
                Some(_) => {
                    let message = "a theme starts from itself";
                    self.findings.push(Diagnostic::at(code::THEME_FILE, place, message));
                    break;
                }
                None => break,
            }
        }
        themes.reverse();
        themes
    }

    /// Reads the text of a theme that another one starts from.
    fn used_theme(&mut self, from: SourceId, used: &str, place: Span) -> Option<SourceId> {
        let from = self.sources.get(from).path.clone();
        let Some(path) = relative_path(&from, used) else {
            let named = NamedFile { file: used.to_owned(), place: Some(place) };
            self.findings.push(outside_file(&named, Refusal::Outside));
            return None;
        };
        let known = self.sources.iter().find(|(_, source)| source.path == path);
        known
            .map(|(id, _)| id)
            .or_else(|| read_text(self.sources, &path, Some(place), self.findings))
    }

    /// Reads an optional file of the book.
    fn page(&mut self, name: &str) -> Option<SourceId> {
        let path = path_below(self.book, name);
        if self.sources.read(&path, MAX_TEXT) == Err(Refusal::Missing) {
            return None;
        }
        read_text(self.sources, &path, None, self.findings)
    }

    /// Reads an optional file that has outputs of its own.
    fn part_page(&mut self, part: BookPart, name: &str) -> Option<SourceId> {
        let Self { book, sources, findings } = self;
        findings.within(part, |findings| BookReader { book, sources, findings }.page(name))
    }

    /// Reads those of the files that can be read.
    fn named_files(&mut self, files: &[NamedFile]) -> Vec<SourceId> {
        files.iter().filter_map(|named| self.named_file(named)).collect()
    }

    /// Reads the files that book.toml lists as data, and those that only its decks and tokens name. If one of
    /// the latter cannot be read, only the decks fail.
    fn data_files(&mut self, manifest: &Manifest) -> Vec<SourceId> {
        let mut data = self.named_files(&manifest.files(&manifest.data));
        let Self { book, sources, findings } = self;
        data.extend(findings.within(BookPart::Decks, |findings| {
            BookReader { book, sources, findings }.named_files(&manifest.deck_files())
        }));
        data
    }

    fn named_file(&mut self, named: &NamedFile) -> Option<SourceId> {
        let Some(path) = named.path(self.book) else {
            self.findings.push(outside_file(named, Refusal::Outside));
            return None;
        };
        if is_absolute(&named.file) {
            self.findings.push(outside_file(named, Refusal::Absolute));
            return None;
        }
        read_text(self.sources, &path, named.place, self.findings)
    }
}

impl BookReader<'_> {
    /// Returns the chapter files: as book.toml lists them, or all Markdown files in the order of their names.
    fn chapter_files(
        &mut self,
        path: &Path,
        manifest: &Manifest,
    ) -> anyhow::Result<Vec<NamedFile>> {
        if !manifest.sources.is_empty() {
            return Ok(manifest.files(&manifest.sources));
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(path).with_context(|| cannot_read(path))? {
            names.push(entry?.file_name());
        }
        names.retain(|name| {
            let name = &*name.to_string_lossy();
            let others = ["SOURCES.md", "README.md", CHANGES, "sheet.md", "cards.md"];
            name.ends_with(".md") && !others.contains(&name)
        });
        names.sort();
        Ok(names
            .iter()
            .map(|name| {
                let path = self.sources.name_path(self.book, name);
                let file = path.rsplit('/').next().unwrap_or(&path).to_owned();
                NamedFile { file, place: None }
            })
            .collect())
    }
}

/// A file that book.toml names, and the place there.
struct NamedFile {
    file: String,
    place: Option<Span>,
}

impl Manifest {
    /// Returns the data files that only decks and tokens name.
    fn deck_files(&self) -> Vec<NamedFile> {
        let listed = |file: &str| self.data.iter().any(|listed| listed.get_ref() == file);
        let mut files: Vec<NamedFile> = Vec::new();
        let named = self.deck.values().map(|deck| &deck.data);
        for data in named.chain(self.tokens.iter().map(|tokens| &tokens.data)) {
            let file = data.get_ref();
            if !listed(file) && files.iter().all(|other| other.file != *file) {
                files.extend(self.files(std::slice::from_ref(data)));
            }
        }
        files
    }

    fn files(&self, files: &[Spanned<String>]) -> Vec<NamedFile> {
        let named = |file: &Spanned<String>| NamedFile {
            file: file.get_ref().clone(),
            place: self.place(file),
        };
        files.iter().map(named).collect()
    }
}

impl NamedFile {
    /// Returns its path below the root, relative to the book.toml of `book`.
    fn path(&self, book: &str) -> Option<String> {
        relative_path(&path_below(book, "book.toml"), &self.file)
    }

    /// Returns a finding about the file, at the place in book.toml that names it.
    fn finding(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        match self.place {
            Some(place) => Diagnostic::at(code, place, message),
            None => Diagnostic::file(code, &self.file, message),
        }
    }

    /// Returns a finding about a book that is not used.
    fn refusal(&self, code: Code, message: impl Into<String>, hint: &str) -> Box<Diagnostic> {
        Box::new(self.finding(code, message).hint(hint))
    }
}

fn outside_file(named: &NamedFile, why: Refusal) -> Diagnostic {
    let message = format!("`{}` is left out: {why}", short_quote(&named.file));
    let hint = match why == Refusal::Outside {
        true => "move the file into the folder, or use --root to name a folder that holds both",
        false => "move the file into the folder, and name it from book.toml",
    };
    named.finding(code::OUTSIDE_ROOT, message).hint(hint)
}

/// Reads a book that `book` uses; its mistakes are reported where it is built.
fn read_used_book(
    book: &str,
    other: &NamedFile,
    sources: &mut Sources,
) -> Result<BookFiles, Box<Diagnostic>> {
    let folder = other.path(book).ok_or_else(|| {
        let message = "a used book is outside the folder that holds the books";
        let hint =
            "put the two folders side by side, or use --root to name a folder that holds both";
        other.refusal(code::OUTSIDE_ROOT, message, hint)
    })?;
    if folder == book {
        return Err(uses_itself(other));
    }
    read_folder_files(folder, sources).ok_or_else(|| {
        let message = format!("there is no book in `{}`", short_quote(&other.file));
        other.refusal(code::UNREADABLE, message, "name a folder such as `../base-game`")
    })
}

fn read_folder_files(folder: String, sources: &mut Sources) -> Option<BookFiles> {
    let mut theirs = Findings::default();
    let real = sources.folder(&folder)?;
    let mut reader = BookReader { book: &folder, sources, findings: &mut theirs };
    let manifest = reader.manifest();
    let chapters = reader.chapter_files(&real, &manifest).ok().filter(|files| !files.is_empty())?;
    let chapters = reader.named_files(&chapters);
    let data = reader.data_files(&manifest);
    let name = folder.rsplit('/').next().unwrap_or(&folder).to_owned();
    Some(BookFiles { manifest, name, folder, chapters, data, ..BookFiles::default() })
}

fn uses_itself(other: &NamedFile) -> Box<Diagnostic> {
    let hint = "delete this entry: a book can link to its own places without it";
    other.refusal(code::BOOK_FILE, "the book uses itself", hint)
}
