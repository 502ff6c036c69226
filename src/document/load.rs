//! From a path to a manuscript: the files of a book are read, parsed, joined and given their
//! addresses.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context;
use toml::Spanned;

pub use text::read_text;

use super::address::Index;
use super::deck::{self, Deck};
use super::extract::{self, Panel};
use super::images::Pictures;
use super::manifest::{self, Manifest};
use super::pulls::Data;
use super::{
    BlockKind, Document, address, depth, headings, html, icons, images, links, plain, pulls,
    reading, short, values,
};
use crate::diagnostic::{Code, Diagnostic, Findings, code};
use crate::source::{self, MAX_TEXT, Refusal, Root, SourceId, Sources, Span};

/// A book before it is laid out: one tree, every place with its address.
#[derive(Debug)]
pub struct Manuscript {
    /// What book.toml says; empty for a single file.
    pub manifest: Manifest,
    /// All chapters joined.
    pub document: Document,
    /// Every anchor.
    pub index: Index,
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
    if meta.is_dir() { folder(path, findings) } else { file(path, findings) }
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "book".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn file(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let parent =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut sources =
        Sources::new(parent).with_context(|| format!("can not read `{}`", parent.display()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut parts = Vec::new();
    if let Some(id) = read_text(&mut sources, &name, None, findings) {
        parts.push(parse(&sources, id, findings));
    }
    let whole = Whole { single: true, name: stem(path), ..Whole::default() };
    let manuscript = join(&sources, parts, whole, findings);
    Ok((sources, manuscript))
}

/// The root is the folder that holds the book's folder, so that books beside it can be used.
fn folder(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let root = real.parent().unwrap_or(&real);
    let mut sources =
        Sources::new(root).with_context(|| format!("can not read `{}`", root.display()))?;
    let manuscript = book(path, &real, None, &mut sources, findings)?;
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
) -> anyhow::Result<(Root, Manuscript)> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let root = real.parent().unwrap_or(&real);
    let before =
        sources.enter(root).with_context(|| format!("can not read `{}`", root.display()))?;
    match book(path, &real, Some(reading), sources, findings) {
        Ok(manuscript) => Ok((before, manuscript)),
        Err(error) => {
            sources.back(before);
            Err(error)
        }
    }
}

/// The book in the folder `real`, which was named `path`; `sources` read below the folder that
/// holds it.
fn book(
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
    let used = used_books(sources, &name, &manifest, findings);
    let files = chapters(path, &manifest)?;
    let parts = parse_all(sources, &name, &files, findings);
    let data = read_data(sources, &name, &manifest, findings);
    pulls::check_data(sources, &data, findings);
    let decks = deck::read(&manifest, &name, sources, &data, findings);
    let (sheet, cards) =
        (page(sources, &name, "sheet.md", findings), page(sources, &name, "cards.md", findings));
    let whole = Whole { manifest, data, used, single: false, name, decks, sheet, cards };
    Ok(join(sources, parts, whole, findings))
}

/// A page of parts of the book, if there is one.
fn page(
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
    Some(parse(sources, id, findings))
}

fn read_manifest(sources: &mut Sources, book: &str, findings: &mut Findings) -> Manifest {
    let path = format!("{book}/book.toml");
    if sources.read(&path, MAX_TEXT) == Err(Refusal::Missing) {
        return Manifest::default();
    }
    let Some(id) = read_text(sources, &path, None, findings) else { return Manifest::default() };
    let text = sources.get(id).text.clone();
    manifest::read(id, &text, findings)
}

/// A file that book.toml names, and where it does.
struct Named {
    file: String,
    place: Option<Span>,
}

fn named(manifest: &Manifest, files: &[Spanned<String>]) -> Vec<Named> {
    files
        .iter()
        .map(|file| Named { file: file.get_ref().clone(), place: manifest.place(file) })
        .collect()
}

/// The chapter files: as book.toml lists them, or all Markdown files in the order of their names.
fn chapters(path: &Path, manifest: &Manifest) -> anyhow::Result<Vec<Named>> {
    if !manifest.sources.is_empty() {
        return Ok(named(manifest, &manifest.sources));
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
    Ok(files.into_iter().map(|file| Named { file, place: None }).collect())
}

fn parse_all(
    sources: &mut Sources,
    book: &str,
    files: &[Named],
    findings: &mut Findings,
) -> Vec<Document> {
    let mut parts = Vec::new();
    for named in files {
        if let Some((_, id)) = read_named(sources, book, named, findings) {
            parts.push(parse(sources, id, findings));
        }
    }
    parts
}

fn read_data(
    sources: &mut Sources,
    book: &str,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Data {
    let files = named(manifest, &manifest.data);
    files.iter().filter_map(|file| read_named(sources, book, file, findings)).collect()
}

/// Reads a file that book.toml names.
fn read_named(
    sources: &mut Sources,
    book: &str,
    named: &Named,
    findings: &mut Findings,
) -> Option<(String, SourceId)> {
    let Some(path) = source::relative(&format!("{book}/book.toml"), &named.file) else {
        let message = format!("`{}`: {}", short(&named.file), Refusal::Outside);
        findings
            .push(placed(code::OUTSIDE_ROOT, named, message).hint("move the file into the folder"));
        return None;
    };
    let id = read_text(sources, &path, named.place, findings)?;
    Some((path, id))
}

/// A finding about a file, where book.toml names it.
fn placed(code: Code, named: &Named, message: String) -> Diagnostic {
    match named.place {
        Some(place) => Diagnostic::at(code, place, message),
        None => Diagnostic::file(code, &named.file, message),
    }
}

fn used_books(
    sources: &mut Sources,
    book: &str,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Vec<Manuscript> {
    let mut used = Vec::new();
    for other in named(manifest, &manifest.uses) {
        let Some(folder) = source::relative(&format!("{book}/book.toml"), &other.file) else {
            let message = "a used book lies outside the folder that holds the books".to_owned();
            findings.push(
                placed(code::OUTSIDE_ROOT, &other, message)
                    .hint("put the two folders side by side"),
            );
            continue;
        };
        if folder == book {
            let hint = "leave it out: its own places can be linked to";
            findings.push(
                placed(code::BOOK_FILE, &other, "the book uses itself".to_owned()).hint(hint),
            );
            continue;
        }
        let found = used_book(sources, folder);
        if found.is_none() {
            let message = format!("there is no book in `{}`", short(&other.file));
            findings.push(
                placed(code::UNREADABLE, &other, message)
                    .hint("name a folder such as `../base-game`"),
            );
        }
        used.extend(found);
    }
    used
}

/// A book that another one uses; what is wrong in it is found where it is built.
fn used_book(sources: &mut Sources, folder: String) -> Option<Manuscript> {
    let mut theirs = Findings::default();
    let real = sources.folder(&folder)?;
    let manifest = read_manifest(sources, &folder, &mut theirs);
    let files = chapters(&real, &manifest).ok().filter(|files| !files.is_empty())?;
    let parts = parse_all(sources, &folder, &files, &mut theirs);
    let data = read_data(sources, &folder, &manifest, &mut theirs);
    let whole = Whole { manifest, data, name: folder, ..Whole::default() };
    Some(join(sources, parts, whole, &mut theirs))
}

/// One text as a tree, by its name or, failing that, its first tag.
pub fn parse(sources: &Sources, id: SourceId, findings: &mut Findings) -> Document {
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
        let mut document = html::document(id, &source.text, findings);
        if matches!(document.blocks.first().map(|first| &first.kind), Some(BlockKind::Heading(h)) if h.level == 1)
        {
            document.title = None;
        }
        document
    } else {
        super::parse::markdown(id, &source.text, findings)
    }
}

/// What a join needs besides the chapters.
#[derive(Default)]
struct Whole {
    manifest: Manifest,
    data: Data,
    used: Vec<Manuscript>,
    single: bool,
    name: String,
    decks: Vec<Deck>,
    sheet: Option<Document>,
    cards: Option<Document>,
}

/// Runs every pass over the joined chapters, in order.
fn join(
    sources: &Sources,
    parts: Vec<Document>,
    whole: Whole,
    findings: &mut Findings,
) -> Manuscript {
    let mut document = Document::default();
    for (nth, part) in parts.into_iter().enumerate() {
        append(&mut document, part, nth);
    }
    let unread = reading::keep(&mut document.blocks, &whole.manifest.options.reading);
    let contents = headings::repair(&mut document, whole.single, findings);
    pulls::fill(&mut document, sources, &whole.data, findings);
    let values = values::fill(&mut document, findings);
    icons::fill(&mut document.blocks, findings);
    document.footnotes.iter_mut().for_each(|note| icons::fill(&mut note.blocks, findings));
    depth::limit(&mut document, findings);
    let index = address::number(&mut document, findings);
    let reach = links::Reach { sources, index: &index, used: &whole.used };
    let web = links::resolve(&mut document, &reach, findings);
    let mut pictures = images::resolve(&mut document, sources, findings);
    let mut extract = |page: Option<Document>| {
        let Some(mut page) = page else { return Vec::new() };
        // What is printed under another reading only has no place on this sheet.
        page.blocks.retain(|block| match &block.kind {
            BlockKind::Pull(pull) => {
                pull.target.strip_prefix('#').is_none_or(|anchor| !unread.contains(anchor))
            }
            _ => true,
        });
        reading::keep(&mut page.blocks, &whole.manifest.options.reading);
        values::fill_page(&mut page, &values, findings);
        icons::fill(&mut page.blocks, findings);
        links::resolve(&mut page, &reach, findings);
        pictures.extend(images::resolve(&mut page, sources, findings));
        extract::fill(page, &document, findings)
    };
    let (sheet, cards) = (extract(whole.sheet), extract(whole.cards));
    let Whole { manifest, data, used, single, name, decks, .. } = whole;
    let values = values.into_iter().map(|(name, (_, content))| (name, plain(&content))).collect();
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
fn append(document: &mut Document, mut part: Document, nth: usize) {
    let label = |label: &str| if nth == 0 { label.to_owned() } else { format!("{nth}/{label}") };
    let mut rename = |inline: &mut super::Inline| {
        if let super::InlineKind::FootnoteRef(name) = &mut inline.kind {
            *name = label(name);
        }
    };
    super::walk::inlines_mut(&mut part.blocks, &mut rename);
    for note in &mut part.footnotes {
        super::walk::inlines_mut(&mut note.blocks, &mut rename);
        note.label = label(&note.label);
    }
    document.title = document.title.take().or(part.title);
    document.language = document.language.take().or(part.language);
    document.blocks.append(&mut part.blocks);
    document.footnotes.append(&mut part.footnotes);
}
