//! From a path to a manuscript: the files of a book are read, parsed, joined and given their
//! addresses.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context;
use toml::Spanned;

pub use text::read_text;

use super::address::AnchorIndex;
use super::deck::{self, Deck};
use super::images::Pictures;
use super::manifest::{self, Manifest};
use super::panels::{self, Panel};
use super::pulls::DataFiles;
use super::{
    BlockKind, Document, address, depth, headings, html, icons, images, links, plain_text, pulls,
    reading, short_quote, values,
};
use crate::diagnostic::{Code, Diagnostic, Findings, code};
use crate::source::{self, MAX_TEXT, Refusal, SourceId, SourceRoot, Sources, Span};

/// A book before it is laid out: one tree, every place with its address.
#[derive(Debug)]
pub struct Manuscript {
    /// What book.toml says; empty for a single file.
    pub manifest: Manifest,
    /// All chapters joined.
    pub document: Document,
    /// Every anchor.
    pub index: AnchorIndex,
    /// Addresses that leave the book, by the numbers printed in the text.
    pub web: Vec<String>,
    /// Whether an empty `Contents` asked for a table of contents.
    pub contents: bool,
    /// The pictures.
    pub pictures: Pictures,
    /// What a single file is called without its extension, or the folder of a book.
    pub name: String,
    /// Made of one file without a book.toml.
    pub single: bool,
    /// What the named values say, by name.
    pub values: BTreeMap<String, String>,
    /// The data files that book.toml lists: path below the root, and text.
    pub data: Vec<(String, SourceId)>,
    /// The books that this one uses; they use none.
    pub used: Vec<Manuscript>,
    /// Anchors of places that are printed under another reading only.
    pub unread: BTreeSet<String>,
    /// What sheet.md asks for.
    pub sheet: Vec<Panel>,
    /// What cards.md asks for.
    pub cards: Vec<Panel>,
    /// The decks that book.toml asks for.
    pub decks: Vec<Deck>,
}

impl Manuscript {
    /// What readers call the book: its title, or else its folder.
    pub fn title(&self) -> &str {
        self.manifest.title.as_deref().unwrap_or(&self.name)
    }
}

/// Reads what lies at `path`: a folder with a book.toml or with Markdown files, or one file.
pub fn load(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let meta =
        std::fs::metadata(path).with_context(|| format!("can not read `{}`", path.display()))?;
    if meta.is_dir() { load_folder(path, findings) } else { load_file(path, findings) }
}

fn file_stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "book".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn load_file(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let parent =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut sources =
        Sources::new(parent).with_context(|| format!("can not read `{}`", parent.display()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut parts = Vec::new();
    if let Some(id) = read_text(&mut sources, &name, None, findings) {
        parts.push(parse_text(&sources, id, findings));
    }
    let whole =
        ManuscriptParts { single: true, name: file_stem(path), ..ManuscriptParts::default() };
    let manuscript = join_parts(&sources, parts, whole, findings);
    Ok((sources, manuscript))
}

/// The root is the folder that holds the book's folder, so that books beside it can be used.
fn load_folder(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let root = real.parent().unwrap_or(&real);
    let mut sources =
        Sources::new(root).with_context(|| format!("can not read `{}`", root.display()))?;
    let manuscript = load_book_folder(path, &real, None, &mut sources, findings)?;
    Ok((sources, manuscript))
}

/// Reads the book in the folder `path` beside the texts of `sources`, under `reading` whatever its
/// book.toml says. From then on `sources` reads below the folder that holds it; the root from
/// before is given to go back to.
pub fn load_beside(
    path: &Path,
    reading: &str,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<(SourceRoot, Manuscript)> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let root = real.parent().unwrap_or(&real);
    let before =
        sources.enter_root(root).with_context(|| format!("can not read `{}`", root.display()))?;
    match load_book_folder(path, &real, Some(reading), sources, findings) {
        Ok(manuscript) => Ok((before, manuscript)),
        Err(error) => {
            sources.restore_root(before);
            Err(error)
        }
    }
}

/// The book in the folder `real`, which was named `path`; `sources` read below the folder that
/// holds it.
fn load_book_folder(
    path: &Path,
    real: &Path,
    reading: Option<&str>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<Manuscript> {
    let name = real.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    sources.set_prefix(
        path.parent().filter(|_| path.file_name().is_some()).unwrap_or(Path::new("..")),
    );
    let mut manifest = read_manifest(sources, &name, findings);
    if let Some(reading) = reading {
        reading.clone_into(&mut manifest.options.reading);
    }
    let used = load_used_books(sources, &name, &manifest, findings);
    let files = chapter_files(path, &manifest)?;
    let parts = parse_chapters(sources, &name, &files, findings);
    let data = read_data_files(sources, &name, &manifest, findings);
    pulls::check_data_files(sources, &data, findings);
    let decks = deck::read_decks(&manifest, &name, sources, &data, findings);
    let (sheet, cards) = (
        load_page(sources, &name, "sheet.md", findings),
        load_page(sources, &name, "cards.md", findings),
    );
    let whole = ManuscriptParts { manifest, data, used, single: false, name, decks, sheet, cards };
    Ok(join_parts(sources, parts, whole, findings))
}

/// A page of parts of the book, if there is one.
fn load_page(
    sources: &mut Sources,
    book: &str,
    name: &str,
    findings: &mut Findings,
) -> Option<Document> {
    let path = format!("{book}/{name}");
    if sources.read(&path, MAX_TEXT) == Err(Refusal::Missing) {
        return None;
    }
    let id = read_text(sources, &path, None, findings)?;
    Some(parse_text(sources, id, findings))
}

fn read_manifest(sources: &mut Sources, book: &str, findings: &mut Findings) -> Manifest {
    let path = format!("{book}/book.toml");
    if sources.read(&path, MAX_TEXT) == Err(Refusal::Missing) {
        return Manifest::default();
    }
    let Some(id) = read_text(sources, &path, None, findings) else { return Manifest::default() };
    let text = sources.get(id).text.clone();
    manifest::parse_manifest(id, &text, findings)
}

/// A file that book.toml names, and where it does.
struct NamedFile {
    file: String,
    place: Option<Span>,
}

fn named_files(manifest: &Manifest, files: &[Spanned<String>]) -> Vec<NamedFile> {
    files
        .iter()
        .map(|file| NamedFile { file: file.get_ref().clone(), place: manifest.place(file) })
        .collect()
}

/// The chapter files: as book.toml lists them, or all Markdown files in the order of their names.
fn chapter_files(path: &Path, manifest: &Manifest) -> anyhow::Result<Vec<NamedFile>> {
    if !manifest.sources.is_empty() {
        return Ok(named_files(manifest, &manifest.sources));
    }
    let mut files = Vec::new();
    for entry in
        std::fs::read_dir(path).with_context(|| format!("can not read `{}`", path.display()))?
    {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let other = matches!(name.as_str(), "SOURCES.md" | "README.md" | "sheet.md" | "cards.md");
        if name.ends_with(".md") && !other {
            files.push(name);
        }
    }
    files.sort();
    Ok(files.into_iter().map(|file| NamedFile { file, place: None }).collect())
}

fn parse_chapters(
    sources: &mut Sources,
    book: &str,
    files: &[NamedFile],
    findings: &mut Findings,
) -> Vec<Document> {
    let mut parts = Vec::new();
    for named in files {
        if let Some((_, id)) = read_named_file(sources, book, named, findings) {
            parts.push(parse_text(sources, id, findings));
        }
    }
    parts
}

fn read_data_files(
    sources: &mut Sources,
    book: &str,
    manifest: &Manifest,
    findings: &mut Findings,
) -> DataFiles {
    let files = named_files(manifest, &manifest.data);
    files.iter().filter_map(|file| read_named_file(sources, book, file, findings)).collect()
}

/// Reads a file that book.toml names.
fn read_named_file(
    sources: &mut Sources,
    book: &str,
    named: &NamedFile,
    findings: &mut Findings,
) -> Option<(String, SourceId)> {
    let Some(path) = source::relative_path(&format!("{book}/book.toml"), &named.file) else {
        let message = format!("`{}`: {}", short_quote(&named.file), Refusal::Outside);
        findings.push(
            finding_where_named(code::OUTSIDE_ROOT, named, message)
                .hint("move the file into the folder"),
        );
        return None;
    };
    let id = read_text(sources, &path, named.place, findings)?;
    Some((path, id))
}

/// A finding about a file, where book.toml names it.
fn finding_where_named(code: Code, named: &NamedFile, message: String) -> Diagnostic {
    match named.place {
        Some(place) => Diagnostic::at(code, place, message),
        None => Diagnostic::file(code, &named.file, message),
    }
}

fn load_used_books(
    sources: &mut Sources,
    book: &str,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Vec<Manuscript> {
    let mut used = Vec::new();
    for other in named_files(manifest, &manifest.uses) {
        let Some(folder) = source::relative_path(&format!("{book}/book.toml"), &other.file) else {
            let message = "a used book lies outside the folder that holds the books".to_owned();
            findings.push(
                finding_where_named(code::OUTSIDE_ROOT, &other, message)
                    .hint("put the two folders side by side"),
            );
            continue;
        };
        if folder == book {
            let hint = "leave it out: its own places can be linked to";
            findings.push(
                finding_where_named(code::BOOK_FILE, &other, "the book uses itself".to_owned())
                    .hint(hint),
            );
            continue;
        }
        let found = load_used_book(sources, folder);
        if found.is_none() {
            let message = format!("there is no book in `{}`", short_quote(&other.file));
            findings.push(
                finding_where_named(code::UNREADABLE, &other, message)
                    .hint("name a folder such as `../base-game`"),
            );
        }
        used.extend(found);
    }
    used
}

/// A book that another one uses; what is wrong in it is found where it is built.
fn load_used_book(sources: &mut Sources, folder: String) -> Option<Manuscript> {
    let mut theirs = Findings::default();
    let real = sources.folder(&folder)?;
    let manifest = read_manifest(sources, &folder, &mut theirs);
    let files = chapter_files(&real, &manifest).ok().filter(|files| !files.is_empty())?;
    let parts = parse_chapters(sources, &folder, &files, &mut theirs);
    let data = read_data_files(sources, &folder, &manifest, &mut theirs);
    let whole = ManuscriptParts { manifest, data, name: folder, ..ManuscriptParts::default() };
    Some(join_parts(sources, parts, whole, &mut theirs))
}

/// One text as a tree, by its name or, failing that, its first tag.
pub fn parse_text(sources: &Sources, id: SourceId, findings: &mut Findings) -> Document {
    let source = sources.get(id);
    let head = source
        .text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .get(..15)
        .unwrap_or_default()
        .to_lowercase();
    let named =
        [".html", ".htm", ".xhtml"].iter().any(|end| source.path.to_lowercase().ends_with(end));
    if named || head.starts_with("<!doctype html") || head.starts_with("<html") {
        let mut document = html::html_document(id, &source.text, findings);
        if matches!(document.blocks.first().map(|first| &first.kind), Some(BlockKind::Heading(h)) if h.level == 1)
        {
            document.title = None;
        }
        document
    } else {
        super::parse::parse_markdown(id, &source.text, findings)
    }
}

/// What a join needs besides the chapters.
#[derive(Default)]
struct ManuscriptParts {
    manifest: Manifest,
    data: DataFiles,
    used: Vec<Manuscript>,
    single: bool,
    name: String,
    decks: Vec<Deck>,
    sheet: Option<Document>,
    cards: Option<Document>,
}

/// Runs every pass over the joined chapters, in order.
fn join_parts(
    sources: &Sources,
    parts: Vec<Document>,
    whole: ManuscriptParts,
    findings: &mut Findings,
) -> Manuscript {
    let mut document = Document::default();
    for (nth, part) in parts.into_iter().enumerate() {
        append_chapter(&mut document, part, nth);
    }
    let unread = reading::keep_reading(&mut document.blocks, &whole.manifest.options.reading);
    let contents = headings::repair_headings(&mut document, whole.single, findings);
    pulls::fill_pulls(&mut document, sources, &whole.data, findings);
    let values = values::fill_values(&mut document, findings);
    icons::fill_icons(&mut document.blocks, findings);
    document.footnotes.iter_mut().for_each(|note| icons::fill_icons(&mut note.blocks, findings));
    depth::limit_depth(&mut document, findings);
    let index = address::number_places(&mut document, findings);
    let reach = links::LinkScope { sources, index: &index, used: &whole.used };
    let web = links::resolve_links(&mut document, &reach, findings);
    let mut pictures = images::resolve_images(&mut document, sources, findings);
    let mut extract = |page: Option<Document>| {
        let Some(mut page) = page else { return Vec::new() };
        // What is printed under another reading only has no place on this sheet.
        page.blocks.retain(|block| match &block.kind {
            BlockKind::Pull(pull) => {
                pull.target.strip_prefix('#').is_none_or(|anchor| !unread.contains(anchor))
            }
            _ => true,
        });
        reading::keep_reading(&mut page.blocks, &whole.manifest.options.reading);
        values::fill_page_values(&mut page, &values, findings);
        icons::fill_icons(&mut page.blocks, findings);
        links::resolve_links(&mut page, &reach, findings);
        pictures.extend(images::resolve_images(&mut page, sources, findings));
        panels::fill_panels(page, &document, findings)
    };
    let (sheet, cards) = (extract(whole.sheet), extract(whole.cards));
    let ManuscriptParts { manifest, data, used, single, name, decks, .. } = whole;
    let values =
        values.into_iter().map(|(name, (_, content))| (name, plain_text(&content))).collect();
    Manuscript {
        manifest,
        document,
        index,
        web,
        contents,
        pictures,
        name,
        single,
        values,
        data,
        used,
        unread,
        sheet,
        cards,
        decks,
    }
}

/// Adds a chapter file; its footnote labels are its own.
fn append_chapter(document: &mut Document, mut part: Document, nth: usize) {
    let label = |label: &str| if nth == 0 { label.to_owned() } else { format!("{nth}/{label}") };
    let mut rename = |inline: &mut super::Inline| {
        if let super::InlineKind::FootnoteRef(name) = &mut inline.kind {
            *name = label(name);
        }
    };
    super::walk::each_inline_mut(&mut part.blocks, &mut rename);
    for note in &mut part.footnotes {
        super::walk::each_inline_mut(&mut note.blocks, &mut rename);
        note.label = label(&note.label);
    }
    document.title = document.title.take().or(part.title);
    document.language = document.language.take().or(part.language);
    document.blocks.append(&mut part.blocks);
    document.footnotes.append(&mut part.footnotes);
}
