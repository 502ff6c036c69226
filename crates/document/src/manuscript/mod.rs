//! A manuscript: the files of a book as one tree. In: the files of a book, read as texts. Out: the joined
//! tree, every place with its address, after the passes that [`join_manuscript`] lists.

mod change_notes;
mod chapters;
mod loose;
mod wiki;
mod reading;
mod headings;
mod pulls;
mod pull_findings;
mod values;
mod icons;
mod depth;
pub mod address;
mod links;
mod images;
pub mod panels;
pub mod deck;
pub mod token;
pub mod drawn_tables;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use self::address::AnchorIndex;
pub use self::change_notes::ChangeNote;
use self::chapters::ChapterTexts;
use self::deck::{Deck, DeckSource};
pub use self::headings::{has_heading, section_length};
pub use self::icons::BookIcons;
pub use self::images::Pictures;
use self::links::LinkScope;
use self::panels::{PageContext, PageKind, PanelPage, ParsedPage};
use self::token::GameToken;
use crate::{Document, parse_text};
use base::diagnostic::{BookPart, Findings};
use base::source::manifest::{DeckFields, Manifest};
use base::source::{self, BookFiles, ReadOptions, SourceId, Sources, Span};
use base::theme::{self, BookTheme};

/// A book before it is laid out: one tree, every place with its address.
#[derive(Debug)]
pub struct Manuscript {
    /// Contents of book.toml; empty for a single file.
    pub manifest: Manifest,
    /// All chapters, joined.
    pub document: Document,
    /// Index of all anchors.
    pub index: AnchorIndex,
    /// Addresses that leave the book, in the order of their printed numbers.
    pub web: Vec<String>,
    /// True if an empty `Contents` asked for a table of contents.
    pub contents: bool,
    /// Pictures.
    pub pictures: Pictures,
    /// Icons that its texts can name.
    pub icons: BookIcons,
    /// Name of a single file without its extension, or of the folder of a book.
    pub name: String,
    /// Folder of the book, below the root; empty for the root itself.
    pub folder: String,
    /// True for one file without a book.toml.
    pub single: bool,
    /// True for all texts of a folder without a book.toml.
    pub loose: bool,
    /// Words of the named values, by name.
    pub values: BTreeMap<String, String>,
    /// Data files that book.toml lists.
    pub data: Vec<SourceId>,
    /// Books that this one uses; they use no others.
    pub used: Vec<Manuscript>,
    /// Anchors of places that only another reading prints.
    pub unread: BTreeSet<String>,
    /// Places that only another reading prints.
    pub unread_places: Vec<Span>,
    /// Texts of the chapters, in printed order.
    pub chapters: Vec<SourceId>,
    /// Contents of sheet.md.
    pub sheet: PanelPage,
    /// Contents of cards.md.
    pub cards: PanelPage,
    /// Notes of CHANGES.md.
    pub change_notes: Vec<ChangeNote>,
    /// Decks that book.toml asks for.
    pub decks: Vec<Deck>,
    /// Tokens that book.toml asks for.
    pub tokens: Vec<GameToken>,
    /// Theme of the book.
    pub theme: BookTheme,
}

impl Manuscript {
    /// Returns the name that readers use for the book: its title, or else its folder.
    pub fn title(&self) -> &str {
        self.manifest.title.as_deref().unwrap_or(&self.name)
    }

    /// Reports whether the book has a book.toml.
    pub fn is_book(&self) -> bool {
        self.manifest.text.is_some()
    }

    /// Returns the byte ranges of a text that only another reading prints.
    pub fn unread_ranges(&self, text: SourceId) -> Vec<Range<usize>> {
        let places = self.unread_places.iter().filter(|place| place.source == text);
        places.map(|place| place.range()).collect()
    }
}

/// Reads the folder or file at `path`, and joins it into a manuscript.
pub fn load(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, Manuscript)> {
    load_with(path, &ReadOptions::default(), findings)
}

/// Reads a book as `options` say, and joins it into a manuscript.
pub fn load_with(
    path: &Path,
    options: &ReadOptions,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, Manuscript)> {
    let (sources, files) = source::read_book(path, options, findings)?;
    let manuscript = join_manuscript(files, &sources, findings);
    Ok((sources, manuscript))
}

/// Reads the data file at `path` as a deck, and joins it into a manuscript without text. `asked` has the
/// fields that its columns do not give.
pub fn load_deck(
    path: &Path,
    asked: DeckFields,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, Manuscript)> {
    let (sources, files) = source::read_deck_file(path, asked, findings)?;
    let manuscript = join_manuscript(files, &sources, findings);
    Ok((sources, manuscript))
}

/// Parses the files of a book and runs every pass over the joined tree, in this order.
pub fn join_manuscript(files: BookFiles, sources: &Sources, findings: &mut Findings) -> Manuscript {
    let BookFiles {
        manifest, name, folder, single, loose, language, chapters, front, data, ..
    } = files;
    let BookFiles { sheet, cards, used, themes, changes, .. } = files;
    let change_notes = change_notes::read_change_notes(changes, sources);
    // Their faults are reported where they are built.
    let used: Vec<Manuscript> = used
        .into_iter()
        .map(|files| join_manuscript(files, sources, &mut Findings::default()))
        .collect();
    // The icons of such a repository folder may be of any kind.
    let icons = match loose {
        true => BookIcons::read(&folder, sources, &mut Findings::default()),
        false => BookIcons::read(&folder, sources, findings),
    };
    let texts = ChapterTexts { chapters: &chapters, loose, front, sources, manifest: &manifest };
    let mut document = chapters::join_chapters(&texts, findings);
    document.language = document.language.or(language);
    let sheet = parse_page(sheet, BookPart::Sheet, sources, findings);
    let cards = parse_page(cards, BookPart::Cards, sources, findings);
    let pages = [&sheet, &cards].into_iter().flatten().map(|parsed| &parsed.page);
    let pulled = pulls::pulled_data(std::iter::once(&document).chain(pages), sources, &data);
    pulls::check_data_files(sources, &data, &pulled, findings);
    let made_of =
        DeckSource { manifest: &manifest, folder: &folder, icons: &icons, sources, data: &data };
    let (decks, deck_art) = findings.within(BookPart::Decks, |findings| {
        let mut decks = deck::read_decks(&made_of, findings);
        let art = images::resolve_deck_art(&mut decks, sources, findings);
        deck::check_counts(&decks, &data, sources, findings);
        (decks, art)
    });
    let (tokens, token_art) = findings.within(BookPart::Tokens, |findings| {
        let mut tokens = token::read_tokens(&made_of, findings);
        let art = images::resolve_token_art(&mut tokens, sources, findings);
        (tokens, art)
    });

    let dropped = reading::keep_reading(&mut document.blocks, &manifest.options.reading);
    let (unread, unread_places) = (dropped.anchors, dropped.places);
    let contents = headings::repair_headings(&mut document, single, findings);
    let is_book = manifest.text.is_some();
    let files = pulls::DataFiles { files: &data, icons: &icons, is_book };
    pulls::fill_pulls(&mut document, sources, &files, findings);
    let values = values::fill_values(&mut document, findings);
    icons::fill_icons(&mut document, &icons, findings);
    depth::limit_depth(&mut document, findings);
    let index = address::number_places(&mut document, findings);
    let links = LinkScope { sources, index: &index, used: &used, loose };
    let web = links::resolve_links(&mut document, &links, findings);
    drawn_tables::components::show_named_pictures(&mut document);
    let mut pictures = images::resolve_images(&mut document, sources, findings);
    pictures.extend(deck_art);
    pictures.extend(token_art);

    let reading = &manifest.options.reading;
    let context = PageContext {
        book: &document,
        reading,
        unread: &unread,
        values: &values,
        icons: &icons,
        links: &links,
    };
    let mut panels = |page, kind: PageKind, part, findings: &mut Findings| {
        findings.within(part, |own| panels::make_page(page, kind, &context, &mut pictures, own))
    };
    let sheet = panels(sheet, PageKind::Sheet, BookPart::Sheet, findings);
    let cards = panels(cards, PageKind::Cards, BookPart::Cards, findings);
    let values = values::value_words(values);
    let (mut theme, art) = theme::read_theme(&themes, sources, findings);
    theme.art =
        art.and_then(|art| images::named::find_cover_art(&art, sources, &mut pictures, findings));
    theme.templates.find_pictures(sources, findings, |file, place, told| {
        images::named::add_picture(file, place, sources, &mut pictures, told)
    });
    Manuscript {
        manifest,
        document,
        index,
        web,
        contents,
        pictures,
        icons,
        name,
        folder,
        single,
        loose,
        values,
        data,
        used,
        unread,
        unread_places,
        chapters,
        sheet,
        cards,
        change_notes,
        decks,
        tokens,
        theme,
    }
}

/// Parses a page that becomes an output of its own.
fn parse_page(
    page: Option<SourceId>,
    part: BookPart,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<ParsedPage> {
    let text = page?;
    let page = findings.within(part, |findings| parse_text(sources, text, findings));
    Some(ParsedPage { page, text })
}

/// A mistake of the author, and a hint.
pub(crate) struct Fault {
    message: String,
    hint: String,
}

impl Fault {
    fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into() }
    }
}

/// Returns the first byte of the first line that is not blank, from the byte `start` on.
fn after_newlines(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.len() - rest.trim_start_matches(['\r', '\n']).len()
}

/// Returns the data file that the file `from` calls `name`.
fn find_data_file(
    data: &[SourceId],
    sources: &Sources,
    from: &str,
    name: &str,
) -> Option<SourceId> {
    let path = source::relative_path(from, name)?;
    data.iter().copied().find(|id| sources.get(*id).path == path)
}
