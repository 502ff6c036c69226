//! From a path to a manuscript: the files of a book are read, parsed, joined and given their addresses.

use std::path::Path;

use anyhow::Context;

use super::address::Index;
use super::images::Pictures;
use super::manifest::{self, Manifest};
use super::pulls::Data;
use super::{Document, address, headings, html, images, links, pulls, reading, values};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{self, MAX_TEXT, Refusal, SourceId, Sources, Span};

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
}

/// Reads what lies at `path`: a folder with a book.toml or with Markdown files, or one file.
pub fn load(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let meta = std::fs::metadata(path).with_context(|| format!("can not read `{}`", path.display()))?;
    if meta.is_dir() { folder(path, findings) } else { file(path, findings) }
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "book".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn file(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut sources = Sources::new(parent).with_context(|| format!("can not read `{}`", parent.display()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut parts = Vec::new();
    if let Some(id) = read_text(&mut sources, &name, findings) {
        parts.push(parse(&sources, id, findings));
    }
    let whole =
        Whole { manifest: Manifest::default(), data: Vec::new(), used: Vec::new(), single: true, name: stem(path) };
    let manuscript = join(&sources, parts, whole, findings);
    Ok((sources, manuscript))
}

/// The root is the folder that holds the book's folder, so that books beside it can be used.
fn folder(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    let real = path.canonicalize().with_context(|| format!("can not read `{}`", path.display()))?;
    let root = real.parent().unwrap_or(&real);
    let name = real.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut sources = Sources::new(root).with_context(|| format!("can not read `{}`", root.display()))?;
    sources.set_prefix(path.parent().filter(|_| path.file_name().is_some()).unwrap_or(Path::new("..")));
    let manifest = read_manifest(&mut sources, &name, findings);
    let used = manifest.uses.iter().filter_map(|other| used_book(&mut sources, &name, other, findings)).collect();
    let files = chapters(path, &manifest)?;
    let parts = parse_all(&mut sources, &name, &files, findings);
    let data = read_data(&mut sources, &name, &manifest, findings);
    pulls::check_data(&sources, &data, findings);
    let single = false;
    let manuscript = join(&sources, parts, Whole { manifest, data, used, single, name }, findings);
    Ok((sources, manuscript))
}

fn read_manifest(sources: &mut Sources, book: &str, findings: &mut Findings) -> Manifest {
    let path = format!("{book}/book.toml");
    if sources.read(&path, MAX_TEXT) == Err(Refusal::Missing) {
        return Manifest::default();
    }
    let Some(id) = read_text(sources, &path, findings) else { return Manifest::default() };
    let text = sources.get(id).text.clone();
    manifest::read(id, &text, findings)
}

/// The chapter files: as book.toml lists them, or all Markdown files in the order of their names.
fn chapters(path: &Path, manifest: &Manifest) -> anyhow::Result<Vec<String>> {
    if !manifest.sources.is_empty() {
        return Ok(manifest.sources.clone());
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(|| format!("can not read `{}`", path.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let other = matches!(name.as_str(), "SOURCES.md" | "README.md" | "sheet.md" | "cards.md");
        if name.ends_with(".md") && !other {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

fn parse_all(sources: &mut Sources, book: &str, files: &[String], findings: &mut Findings) -> Vec<Document> {
    let mut parts = Vec::new();
    for file in files {
        match source::relative(&format!("{book}/book.toml"), file) {
            Some(path) => parts.extend(read_text(sources, &path, findings).map(|id| parse(sources, id, findings))),
            None => {
                findings.push(Diagnostic::file(code::OUTSIDE_ROOT, file, "a chapter lies outside the book's folder"))
            }
        }
    }
    parts
}

fn read_data(sources: &mut Sources, book: &str, manifest: &Manifest, findings: &mut Findings) -> Data {
    let paths = manifest.data.iter().filter_map(|file| source::relative(&format!("{book}/book.toml"), file));
    let paths: Vec<String> = paths.collect();
    paths.into_iter().filter_map(|path| read_text(sources, &path, findings).map(|id| (path, id))).collect()
}

/// Title and anchors of a book that this one uses.
fn used_book(sources: &mut Sources, book: &str, other: &str, findings: &mut Findings) -> Option<(String, Index)> {
    let Some(folder) = source::relative(&format!("{book}/book.toml"), other) else {
        let message = "a used book lies outside the folder that holds the books";
        findings.push(Diagnostic::file(code::OUTSIDE_ROOT, other, message));
        return None;
    };
    let mut theirs = Findings::default();
    let manifest = read_manifest(sources, &folder, &mut theirs);
    let files = chapters(&sources.root().join(&folder), &manifest).ok().filter(|files| !files.is_empty());
    let Some(files) = files else {
        findings.push(Diagnostic::file(code::UNREADABLE, folder, "this book is used, but there is no such book"));
        return None;
    };
    let parts = parse_all(sources, &folder, &files, &mut theirs);
    let title = manifest.title.clone().unwrap_or_else(|| folder.clone());
    let whole = Whole { manifest, data: Vec::new(), used: Vec::new(), single: false, name: folder };
    Some((title, join(sources, parts, whole, &mut theirs).index))
}

/// Reads one text; what can not be read is an error about the file.
fn read_text(sources: &mut Sources, path: &str, findings: &mut Findings) -> Option<SourceId> {
    match sources.read(path, MAX_TEXT) {
        Ok(bytes) => decode(sources, path, bytes, findings),
        Err(refusal) => {
            let (code, cure) = match &refusal {
                Refusal::Outside => (code::OUTSIDE_ROOT, "move the file into the folder"),
                Refusal::TooLarge(_) => (code::TOO_LARGE, "split it into several files"),
                _ => (code::UNREADABLE, "check the name and the rights of the file"),
            };
            findings.push(Diagnostic::file(code, sources.name(path), refusal.to_string()).hint(cure));
            None
        }
    }
}

/// Bytes as text: UTF-8, or UTF-16 with its mark; anything else is repaired or refused.
fn decode(sources: &mut Sources, path: &str, bytes: Vec<u8>, findings: &mut Findings) -> Option<SourceId> {
    if let [0xff, 0xfe, rest @ ..] = bytes.as_slice() {
        let units = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        let id = sources.add(path, text);
        let message = "the file is UTF-16; it was read as such";
        findings.push(Diagnostic::at(code::BAD_ENCODING, Span::new(id, 0..0), message).hint("save it as UTF-8"));
        return Some(id);
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => return not_text(sources, path, findings),
        Ok(text) => return Some(sources.add(path, text)),
        Err(error) => error,
    };
    let at = text.utf8_error().valid_up_to();
    let bytes = text.into_bytes();
    let bad = bytes.iter().filter(|b| **b >= 0x80 || **b < 9).count();
    if bytes.contains(&0) || bad * 3 > bytes.len() {
        return not_text(sources, path, findings);
    }
    let id = sources.add(path, String::from_utf8_lossy(&bytes).into_owned());
    let message = "the file is not UTF-8; what could not be read prints as `\u{fffd}`";
    findings.push(Diagnostic::at(code::BAD_ENCODING, Span::new(id, at..at + 3), message).hint("save it as UTF-8"));
    Some(id)
}

fn not_text(sources: &Sources, path: &str, findings: &mut Findings) -> Option<SourceId> {
    let message = "this is no text file";
    findings.push(Diagnostic::file(code::NOT_TEXT, sources.name(path), message).hint("give a Markdown or HTML file"));
    None
}

/// One text as a tree, by its name or, failing that, its first tag.
pub fn parse(sources: &Sources, id: SourceId, findings: &mut Findings) -> Document {
    let source = sources.get(id);
    let head = source.text.trim_start_matches('\u{feff}').trim_start().get(..15).unwrap_or_default().to_lowercase();
    let named = [".html", ".htm", ".xhtml"].iter().any(|end| source.path.to_lowercase().ends_with(end));
    if named || head.starts_with("<!doctype html") || head.starts_with("<html") {
        html::document(id, &source.text, findings)
    } else {
        super::parse::markdown(id, &source.text, findings)
    }
}

/// What a join needs besides the chapters.
struct Whole {
    manifest: Manifest,
    data: Data,
    used: Vec<(String, Index)>,
    single: bool,
    name: String,
}

/// Runs every pass over the joined chapters, in order.
fn join(sources: &Sources, parts: Vec<Document>, whole: Whole, findings: &mut Findings) -> Manuscript {
    let mut document = Document::default();
    for (nth, part) in parts.into_iter().enumerate() {
        append(&mut document, part, nth);
    }
    reading::keep(&mut document.blocks, &whole.manifest.options.reading);
    let contents = headings::repair(&mut document, whole.single, findings);
    pulls::fill(&mut document, sources, &whole.data, findings);
    values::fill(&mut document, findings);
    let index = address::number(&mut document.blocks, findings);
    let reach = links::Reach { sources, index: &index, used: &whole.used };
    let web = links::resolve(&mut document, &reach, findings);
    let pictures = images::resolve(&mut document, sources, findings);
    let Whole { manifest, single, name, .. } = whole;
    Manuscript { manifest, document, index, web, contents, pictures, name, single }
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
