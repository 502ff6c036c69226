//! A single CSV file as a deck of cards. In: its path, and the fields of the deck. Out: a book without text,
//! whose manifest is made in memory.

use std::path::Path;

use toml::Spanned;

use super::column_names::{choose_columns, looks_like_cards};
use super::manifest::{DeckFields, Manifest};
use super::{BookFiles, SourceId, Sources, open_sources, read_text, real_path};
use crate::diagnostic::{BookPart, Diagnostic, Findings, code};
use crate::source::Span;
use crate::source::data::DataForm;
use crate::text::file_names::{plain_name, title_of_name};

/// Returns the fields of a deck made from the `text` of `file`; none unless its rows look like cards.
pub fn deck_of_data(text: &str, file: &str) -> Option<DeckFields> {
    let asked = DeckFields { data: Spanned::new(0..0, file.to_owned()), ..DeckFields::default() };
    looks_like_cards(text).then(|| choose_columns(text, asked))
}

/// Endings of data files, in small letters.
const ENDINGS: [&str; 3] = ["csv", "tsv", "tab"];

/// Reports whether a path has the ending of a data file.
pub fn is_data_file(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Reads the data file at `path` as a book that consists of this deck; `asked` has the fields that the names
/// of the columns do not give.
pub fn read_deck_file(
    path: &Path,
    asked: DeckFields,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, BookFiles)> {
    let (mut sources, file) = open_folder_of(path)?;
    let name = path.file_stem().map_or("deck".into(), |stem| stem.to_string_lossy());
    let name = plain_name(&name);
    let mut files = BookFiles::single(name, None);
    let Some(id) = read_text(&mut sources, &file, None, findings) else {
        return Ok((sources, files));
    };
    let fields = choose_columns(&sources.get(id).text, asked);
    let title = fields.title.clone().unwrap_or_else(|| title_of_name(&files.name));
    files.manifest = deck_manifest(title, &file, &files.name, fields);
    if files.manifest.deck.values().any(|fields| fields.name.is_none()) {
        findings.within(BookPart::Decks, |findings| findings.0.extend(nameless(&sources, id)));
        files.manifest.deck.clear();
    }
    files.data.push(id);
    Ok((sources, files))
}

/// Opens the folder of a file, which is all that is read. Returns it and the path of the file below it.
fn open_folder_of(path: &Path) -> anyhow::Result<(Sources, String)> {
    let file = if path.is_symlink() { &real_path(path)? } else { path };
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut sources = open_sources(folder.unwrap_or(Path::new(".")))?;
    let file = sources.name_path("", file.file_name().unwrap_or_default());
    Ok((sources, file))
}

/// Makes the manifest of a book that is the deck `name`, made from `file` at the root.
fn deck_manifest(title: String, file: &str, name: &str, fields: DeckFields) -> Manifest {
    let fields = DeckFields { data: Spanned::new(0..0, format!("/{file}")), ..fields };
    Manifest { title: Some(title), deck: [(name.to_owned(), fields)].into(), ..Manifest::default() }
}

/// Returns the finding that no column can be the name. A file without column names is reported as data.
fn nameless(sources: &Sources, id: SourceId) -> Option<Diagnostic> {
    let text = &sources.get(id).text;
    let start = DataForm::of(text).start;
    let header = text[start..].lines().next().filter(|line| !line.trim().is_empty())?;
    let place = Span::new(id, start..start + header.len());
    let message = "no column can give the names of the cards: each column has an empty cell or a cell without words";
    let hint = "call a column `Name`, or choose one with --name COLUMN";
    Some(Diagnostic::at(code::BAD_DATA, place, message).hint(hint))
}
