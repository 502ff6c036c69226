//! `new --from`: makes a book of the author's own files. In: a folder of texts, pictures and CSV files. Out:
//! copies of them in the folder of the book, and a book.toml that names them in reading order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use toml_edit::{Array, Value};
use walkdir::{DirEntry, WalkDir};

use super::{BookPlace, NextStep, report_unwritten, shell_word, step_lines, unusable};
use crate::cli::console::print_error;
use crate::cli::executor::rules_executor;
use crate::cli::exit::Exit;
use crate::cli::paths::require_path;
use crate::pipeline::{self, LoadedBook, PrintableBook};
use base::diagnostic::{Findings, Severity};
use base::source::data::csv_reader;
use base::source::is_book;
use base::source::manifest::DeckFields;
use base::source::{deck_of_data, is_data_file};
use base::text::file_names::plain_name;
use base::text::shown_path;
use example::game::BookLocation;

/// Endings of picture files that a book can show.
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "svg"];
/// Files that describe the sheet and the cards.
const PAGES: [&str; 2] = ["sheet.md", "cards.md"];
/// Folders that never contain sources of a book.
const NO_SOURCES: [&str; 3] = ["output", "target", "node_modules"];

/// Makes a book of the files in the folder `from`, which stays as it is.
pub fn wrap_folder(place: &BookPlace, from: &Path) -> Result<Exit> {
    require_path(from)?;
    if !from.is_dir() {
        bail!("`{}` is not a folder; name a folder of texts", shown_path(from));
    }
    if is_book(from) {
        bail!("`{}` is a book already: it holds a book.toml", shown_path(from));
    }
    let stays = is_same_folder(&place.folder, from);
    if !stays {
        place.require_empty()?;
    }
    let found = FoundFiles::of(from)?;
    if found.chapters.is_empty() {
        bail!("`{}` holds no text in Markdown or HTML to make a book from", shown_path(from));
    }
    let mut findings = Findings::default();
    if !stays {
        found.copy_to(place, &mut findings)?;
    }
    place.write("book.toml", found.manifest(place).as_bytes(), &mut findings);
    let exit = report_unwritten(&findings)?;
    if exit == Exit::Done {
        print_error(format_args!("{}", found.told(place)));
    }
    Ok(exit)
}

/// True if two paths lead to the same folder.
pub fn is_same_folder(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Files of a folder that can become a book.
struct FoundFiles {
    /// The folder, with links resolved.
    folder: PathBuf,
    /// Texts in reading order; like all files here, by their paths in the folder.
    chapters: Vec<String>,
    /// Files that describe the sheet and the cards.
    pages: Vec<String>,
    pictures: Vec<String>,
    /// Data files, and decks for those that look like cards.
    data: Vec<String>,
    decks: Vec<DeckFields>,
    /// Data files with mistakes.
    broken: Vec<String>,
    /// Other files.
    left: Vec<String>,
    /// Title in the front matter of its texts.
    title: Option<String>,
    /// Its texts as a book, for its other particulars.
    book: PrintableBook,
}

impl FoundFiles {
    fn of(from: &Path) -> Result<Self> {
        let folder = from.canonicalize().with_context(|| unusable(from))?;
        let loaded = pipeline::load(&BookLocation::of(from))?;
        let chapters = chapter_paths(&loaded, &folder);
        let title = loaded.manuscript.document.title.clone();
        let book = loaded.play(&rules_executor()?).join();
        let mut found = Self {
            folder,
            chapters,
            pages: Vec::new(),
            pictures: Vec::new(),
            data: Vec::new(),
            decks: Vec::new(),
            broken: Vec::new(),
            left: Vec::new(),
            title,
            book,
        };
        let chapters: BTreeSet<String> = found.chapters.iter().cloned().collect();
        // Folders of tools, and hidden files, are no sources.
        let is_foreign = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            let is_tool = entry.file_type().is_dir() && NO_SOURCES.contains(&&*name);
            name.starts_with('.') || is_tool
        };
        let entries = WalkDir::new(&found.folder).sort_by_file_name().into_iter();
        let entries = entries.filter_entry(|entry| entry.depth() == 0 || !is_foreign(entry));
        let files = entries.flatten().filter(|entry| entry.file_type().is_file());
        let paths: Vec<String> =
            files.filter_map(|entry| path_in(entry.path(), &found.folder)).collect();
        for path in paths.into_iter().filter(|path| !chapters.contains(path)) {
            found.sort_in(path);
        }
        Ok(found)
    }

    /// Adds a file that is no chapter to its list.
    fn sort_in(&mut self, path: String) {
        let file = self.folder.join(&path);
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if PAGES.contains(&path.as_str()) {
            self.pages.push(path);
        } else if is_data_file(&file) {
            self.add_data(path, &file);
        } else if ending.is_some_and(|ending| PICTURES.contains(&ending.as_str())) {
            self.pictures.push(path);
        } else {
            self.left.push(path);
        }
    }

    /// Adds a data file; book.toml leaves out one with mistakes, so that it does no harm.
    fn add_data(&mut self, path: String, file: &Path) {
        match read_data(file) {
            Some(text) => {
                self.decks.extend(deck_of_data(&text, &path));
                self.data.push(path);
            }
            None => self.broken.push(path),
        }
    }

    fn copy_to(&self, place: &BookPlace, findings: &mut Findings) -> Result<()> {
        let files = [&self.chapters, &self.pages, &self.pictures, &self.data, &self.broken];
        for path in files.into_iter().flatten() {
            let file = self.folder.join(path);
            let bytes = std::fs::read(&file)
                .with_context(|| format!("cannot read `{}`", shown_path(&file)))?;
            place.write(path, &bytes, findings);
        }
        Ok(())
    }

    /// Returns the text of book.toml for these files.
    fn manifest(&self, place: &BookPlace) -> String {
        let book = &self.book.book;
        // The texts give themselves a title in front matter, or in the heading of a README.
        let is_readme =
            self.chapters.first().is_some_and(|path| path.to_lowercase().starts_with("readme."));
        let heading = Some(&book.title).filter(|_| is_readme);
        let title = self.title.as_ref().or(heading).unwrap_or(&place.title);
        let mut lines = String::from("# The title of this book, and its files.\n\n");
        let mut say = |key: &str, value: Value| lines.push_str(&format!("{key} = {value}\n"));
        say("title", title.into());
        if !book.authors.is_empty() {
            say("authors", book.authors.iter().map(String::as_str).collect());
        }
        say("language", book.language.as_str().into());
        lines.push_str("\n# The chapters, in the order in which they are printed.\n");
        lines.push_str(&format!("sources = {}\n", path_list(&self.chapters)));
        if !self.data.is_empty() {
            lines.push_str("\n# Tables that chapters can print and that decks are made from.\n");
            lines.push_str(&format!("data = {}\n", path_list(&self.data)));
        }
        for deck in &self.decks {
            lines.push_str("\n# The words on the right are columns of the file.\n");
            let stem = Path::new(deck.data.get_ref()).file_stem().unwrap_or_default();
            lines.push_str(&deck.manifest_lines(&plain_name(&stem.to_string_lossy())));
        }
        lines
    }

    /// Returns the words about files that were left out, and the next steps.
    fn told(&self, place: &BookPlace) -> String {
        let mut told = String::new();
        for (files, why) in [
            (
                &self.broken,
                "book.toml does not name it: `rulepress deck` says what is wrong with it",
            ),
            (&self.left, "not used: this is not a text, picture or CSV file of the rules"),
        ] {
            told.extend(files.iter().map(|path| format!("{path}: {why}\n")));
        }
        let folder = shell_word(&place.folder);
        let steps = [
            NextStep {
                command: format!("rulepress check {folder}"),
                makes: "what is wrong, and how to fix it",
            },
            NextStep { command: format!("rulepress build {folder}"), makes: "the PDFs" },
        ];
        format!(
            "{told}\nbook.toml names {} of your files. Next:\n\n{}",
            self.named(),
            step_lines(&steps)
        )
    }

    /// Number of files that book.toml names.
    fn named(&self) -> usize {
        self.chapters.len() + self.data.len()
    }
}

/// Returns the chapters of a folder that was read, as paths in it.
fn chapter_paths(loaded: &LoadedBook, folder: &Path) -> Vec<String> {
    let texts = loaded.manuscript.chapters.iter().map(|id| &loaded.sources.get(*id).path);
    let real = texts.filter_map(|path| loaded.sources.real_path(path).ok());
    real.filter_map(|file| path_in(&file, folder)).collect()
}

/// Returns the path of a file relative to a folder, with slashes.
fn path_in(file: &Path, folder: &Path) -> Option<String> {
    Some(file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"))
}

/// Returns the text of a data file, if its rows can be read.
fn read_data(file: &Path) -> Option<String> {
    let loaded = pipeline::load(&BookLocation::of(file)).ok()?;
    let id = loaded.manuscript.data.first()?;
    let text = &loaded.sources.get(*id).text;
    let is_fine = match deck_of_data(text, "") {
        Some(_) => loaded.findings.count(Severity::Error) == 0,
        None => {
            let mut reader = csv_reader(text);
            let columns = reader.headers().map_or(0, csv::StringRecord::len);
            columns > 0 && reader.records().all(|row| row.is_ok_and(|row| row.len() == columns))
        }
    };
    is_fine.then(|| text.to_string())
}

/// Writes paths as a TOML list; several have a line each.
fn path_list(paths: &[String]) -> String {
    let list: Array = paths.iter().map(String::as_str).collect();
    match paths {
        [_] => list.to_string(),
        _ => {
            let lines = list.iter().map(|path| format!("  {},\n", path.to_string().trim()));
            format!("[\n{}]", lines.collect::<String>())
        }
    }
}
