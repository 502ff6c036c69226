//! The book: everything that is printed, joined. In: a manuscript. Out: front matter, body, quick
//! reference, links.

mod extracts;
mod facts;
mod front;
mod glyphs;
mod marks;
mod memory;
mod motif;
mod own_fonts;
mod paragraphs;
mod section;
mod titles;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::value::Datetime;

pub use crate::outputs::Output;
use base::diagnostic::{Code, Diagnostic, Findings, Severity, code};
use base::source::manifest::{ChapterStart, CoverMotif, ExamplePlace, Manifest};
use base::source::{Sources, Span};
use base::theme::BookTheme;
use document::deck::Deck;
use document::panels::Panel;
use document::token::GameToken;
use document::{
    self, Address, Anchor, Block, BlockKind, Footnote, Heading, Inline, Manuscript, Pictures,
    has_heading,
};
use draw::flowchart::ChartedSection;
pub use facts::{FactKind, GameFact};
pub use front::{FrontPage, LONG_FROM};
pub use glyphs::drawn_chart;
pub use marks::ChangeMarks;
pub use memory::{MOST_EXPECTED, size_words};
pub use section::UnknownPlace;

/// A book ready for the press.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Book {
    /// True for a book of one file without a book.toml: all that can be printed is printed, whatever else is
    /// wrong.
    pub single: bool,
    /// True if a book.toml lists its content: then a word that is on no page is an error.
    pub strict: bool,
    /// Name of the folder of its outputs.
    pub name: String,
    /// Its folder, below the root.
    pub folder: String,
    /// Title.
    pub title: String,
    /// The line below the title.
    pub subtitle: Option<String>,
    /// Edition: "First edition".
    pub edition: Option<String>,
    /// The number of players, the time, and the age.
    pub facts: Vec<GameFact>,
    /// The drawing on the cover.
    pub motif: CoverMotif,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// Notice about the works that it is based on.
    pub notice: Option<String>,
    /// Web address of the book and its changes.
    pub url: Option<String>,
    /// Description of the game on the back of the cover.
    pub blurb: Option<String>,
    /// BCP 47 code of the language.
    pub language: String,
    /// Date: year, month, day.
    pub date: Option<(i32, u8, u8)>,
    /// Names of the papers that it is printed on.
    pub papers: Vec<String>,
    /// The papers that its flowcharts are printed on.
    pub chart_papers: Vec<String>,
    /// The papers that its play mat is printed on.
    pub mat_papers: Vec<String>,
    /// Rule for printing a table of contents.
    pub contents: FrontPage,
    /// Rule for printing a cover page.
    pub cover: FrontPage,
    /// True if no heading gives its title: without a cover, the title is printed above the text.
    pub untold_title: bool,
    /// The body without the briefs.
    pub blocks: Vec<Block>,
    /// Footnotes, each printed once: at its first reference, or else at the end.
    pub footnotes: Vec<Footnote>,
    /// Addresses that readers cite, by anchor.
    pub addresses: BTreeMap<String, String>,
    /// Sections with flowcharts.
    pub charted: Vec<ChartedSection>,
    /// The quick reference.
    pub quick: Vec<QuickEntry>,
    /// Title of the reference sheet, if it has its own.
    pub sheet_title: Vec<Inline>,
    /// The panels of the reference sheet.
    pub sheet: Vec<Panel>,
    /// Papers of the reference sheet.
    pub sheet_papers: Vec<String>,
    /// The reference cards.
    pub cards: Vec<Panel>,
    /// Name of the card size.
    pub card_size: Option<String>,
    /// Decks of cards.
    pub decks: Vec<Deck>,
    /// Tokens to cut out.
    pub tokens: Vec<GameToken>,
    /// Papers of the tokens.
    pub token_papers: Vec<String>,
    /// True if it ends with an index.
    pub index: bool,
    /// Place where chapters begin: below the one before, or on a new page.
    pub chapters: ChapterStart,
    /// Place of the examples.
    pub examples: ExamplePlace,
    /// External links by their numbers.
    pub web: Vec<String>,
    /// Its theme.
    pub theme: BookTheme,
    /// Marks of changes since an earlier edition.
    pub marks: Option<ChangeMarks>,
    /// Bytes of the pictures.
    #[serde(skip)]
    pub pictures: Pictures,
}

/// An entry of the quick reference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuickEntry {
    /// Address of its section.
    pub address: Address,
    /// Anchor of its section.
    pub anchor: Anchor,
    /// Title of its section.
    pub title: Vec<Inline>,
    /// The brief.
    pub blocks: Vec<Block>,
}

impl Book {
    /// True if it has no text.
    fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.quick.is_empty() && self.footnotes.is_empty()
    }

    /// True if its title or its authors are printed above the text.
    pub fn is_titled(&self) -> bool {
        let has_lines = self.title_lines().next().is_some();
        self.cover == FrontPage::Never && (self.untold_title || (self.strict && has_lines))
    }

    /// Returns the lines below the title: subtitle, facts of the game, edition, authors.
    pub fn title_lines(&self) -> impl Iterator<Item = &String> {
        let facts = self.facts.iter().map(|fact| &fact.text);
        self.subtitle.iter().chain(facts).chain(&self.edition).chain(&self.authors)
    }

    /// True for a book that is only the deck of a data file, without text.
    pub fn is_deck_alone(&self) -> bool {
        self.single && self.is_empty() && !self.decks.is_empty()
    }

    /// Marks what changed since an earlier edition.
    pub fn mark_changes(&mut self, mut marks: ChangeMarks) {
        marks.mark_examples(&self.blocks);
        self.marks = Some(marks);
    }

    /// Iterates over the body, then the text of each footnote.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Block>> {
        std::iter::once(&self.blocks).chain(self.footnotes.iter().map(|note| &note.blocks))
    }

    /// Returns the deck of this number, if `nth` is one.
    pub fn deck(&self, nth: Option<usize>) -> Option<&Deck> {
        self.decks.get(nth?)
    }
}

/// Fewest headings that get a table of contents.
const CONTENTS_FROM: usize = 10;

/// Fewest headings with which a single file gets a cover.
const COVER_FROM: usize = 4;

/// Language of a book that names none, or one that PDF cannot name.
const USUAL_LANGUAGE: &str = "en";

/// Joins a manuscript into a book; a book whose rulebook is expected to take more than `memory` bytes loses
/// its text.
pub fn join(
    manuscript: Manuscript,
    sources: &Sources,
    memory: u64,
    findings: &mut Findings,
) -> Book {
    let place = language_place(&manuscript);
    let mut book = join_parts(manuscript);
    settle_language(&mut book, place, findings);
    report_empty_book(&book, findings);
    glyphs::replace_missing_glyphs(&mut book, sources, findings);
    own_fonts::report_lacking_letters(&mut book, findings);
    memory::limit_memory(&mut book, memory, findings);
    paragraphs::split_paragraphs(&mut book);
    book
}

/// Joins a text that accompanies a book, such as its list of changes: it has the language, the look and the
/// papers of the book.
pub fn join_leaflet(
    title: String,
    blocks: Vec<Block>,
    manuscript: &Manuscript,
    sources: &Sources,
    findings: &mut Findings,
) -> Book {
    let Manuscript { manifest, document, name, folder, theme, .. } = manuscript;
    let mut book = Book {
        title,
        name: name.clone(),
        folder: folder.clone(),
        language: stated_language(manifest.language.clone(), document.language.clone()),
        date: manifest.date.or(document.date).and_then(date_parts),
        papers: asked_papers(manifest, "rulebook"),
        blocks,
        theme: theme.clone(),
        ..Book::default()
    };
    settle_language(&mut book, language_place(manuscript), findings);
    glyphs::replace_missing_glyphs(&mut book, sources, findings);
    paragraphs::split_paragraphs(&mut book);
    book
}

/// Builds the book from the parts of the manuscript.
fn join_parts(manuscript: Manuscript) -> Book {
    let titles::BookTitle { title, subtitle } = titles::title_of_book(&manuscript);
    let Manuscript { mut manifest, document, index, name, folder, single, .. } = manuscript;
    let Manuscript { sheet, cards, .. } = manuscript;
    if manifest.authors.is_empty() {
        manifest.authors = document.authors;
    }
    let headings = document.blocks.iter().filter_map(heading_of).count();
    let wants_cover = !single || headings >= COVER_FROM;
    let cover = asked_page(manifest.options.cover, wants_cover);
    let wants_contents = headings >= CONTENTS_FROM;
    let contents = asked_page(manuscript.contents.then_some(true), wants_contents);
    let given = manifest.title.as_ref().or(document.title.as_ref());
    let untold_title = given.is_some_and(|title| !has_heading(&document.blocks, title));
    let facts = facts::game_facts(&manifest);
    let motif = manifest.options.motif;
    let motif = motif.unwrap_or_else(|| motif::own_motif(&document.blocks, &manuscript.decks));
    let sheet_title = sheet.title;
    let sheet =
        some_panels(sheet.panels).unwrap_or_else(|| extracts::default_sheet(&document.blocks));
    let cards =
        some_panels(cards.panels).unwrap_or_else(|| extracts::brief_panels(&document.blocks));
    let (blocks, quick) = split_briefs(document.blocks);
    let entries = index.entries.into_iter();
    let addresses = entries.map(|(anchor, entry)| (anchor.0, entry.address.0)).collect();
    Book {
        single,
        strict: manifest.text.is_some(),
        papers: asked_papers(&manifest, "rulebook"),
        chart_papers: asked_papers(&manifest, "flowcharts"),
        mat_papers: asked_papers(&manifest, "playmat"),
        sheet_papers: asked_papers(&manifest, "sheet"),
        token_papers: asked_papers(&manifest, "tokens"),
        card_size: manifest.output.remove("cards").and_then(|output| output.size),
        title,
        name,
        folder,
        language: stated_language(manifest.language, document.language),
        date: manifest.date.or(document.date).and_then(date_parts),
        subtitle,
        edition: manifest.edition.or(document.edition),
        facts,
        motif,
        authors: manifest.authors,
        notice: manifest.notice,
        url: manifest.url.map(toml::Spanned::into_inner),
        blurb: manifest.blurb,
        index: manifest.options.index,
        chapters: manifest.options.chapters,
        examples: manifest.options.examples,
        contents,
        cover,
        untold_title,
        charted: charted_sections(&blocks),
        addresses,
        footnotes: document.footnotes,
        blocks,
        quick,
        sheet_title,
        sheet,
        cards,
        decks: manuscript.decks,
        tokens: manuscript.tokens,
        web: manuscript.web,
        pictures: manuscript.pictures,
        theme: manuscript.theme,
        marks: None,
    }
}

/// Decides about a page before the text: as its author asks, or else if the text `wants` it and is long
/// enough.
fn asked_page(asked: Option<bool>, wants: bool) -> FrontPage {
    match asked {
        Some(true) => FrontPage::Always,
        None if wants => FrontPage::IfLong,
        Some(false) | None => FrontPage::Never,
    }
}

/// Returns the panels of a page, if it has any.
fn some_panels(panels: Vec<Panel>) -> Option<Vec<Panel>> {
    (!panels.is_empty()).then_some(panels)
}

/// Returns the language from book.toml, or else from the text.
fn stated_language(asked: Option<Spanned<String>>, written: Option<String>) -> String {
    let stated = asked.map(Spanned::into_inner).or(written);
    stated.unwrap_or_else(|| USUAL_LANGUAGE.to_owned())
}

/// Place in book.toml or front matter that names the language, and the kind of a finding there.
struct LanguagePlace {
    span: Span,
    code: Code,
}

fn language_place(manuscript: &Manuscript) -> Option<LanguagePlace> {
    let Manuscript { manifest, document, .. } = manuscript;
    let (span, code) = match &manifest.language {
        Some(language) => (manifest.place(language)?, code::BOOK_FILE),
        None => (document.language_place?, code::BROKEN_FRONT_MATTER),
    };
    Some(LanguagePlace { span, code })
}

/// Returns the papers that book.toml asks for an output.
fn asked_papers(manifest: &Manifest, output: &str) -> Vec<String> {
    manifest.output.get(output).map(|output| output.paper.words()).unwrap_or_default()
}

/// Returns year, month and day, unless there is only a time.
fn date_parts(date: Datetime) -> Option<(i32, u8, u8)> {
    date.date.map(|date| (i32::from(date.year), date.month, date.day))
}

fn heading_of(block: &Block) -> Option<&Heading> {
    if let BlockKind::Heading(heading) = &block.kind { Some(heading) } else { None }
}

/// Reports an empty book, unless an error says why it is empty.
fn report_empty_book(book: &Book, findings: &mut Findings) {
    let is_told = findings.has(code::EMPTY_DOCUMENT) || findings.count(Severity::Error) > 0;
    if book.is_empty() && !book.is_deck_alone() && !is_told {
        let message = format!("`{}` has nothing to print", book.name);
        findings.push(Diagnostic::global(code::EMPTY_DOCUMENT, message));
    }
}

/// Reduces the language to a code that PDF knows.
fn settle_language(book: &mut Book, place: Option<LanguagePlace>, findings: &mut Findings) {
    let given = std::mem::replace(&mut book.language, USUAL_LANGUAGE.to_owned());
    // `pt` of `pt-BR`
    let code = given.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    if matches!(code.len(), 2 | 3) && code.chars().all(|c| c.is_ascii_lowercase()) {
        book.language = code;
        return;
    }
    let message = format!("unknown language code `{}`", base::diagnostic::short_quote(&given));
    let finding = match place {
        Some(place) => Diagnostic::at(place.code, place.span, message),
        None => Diagnostic::file(code::BOOK_FILE, &book.name, message),
    };
    findings.push(finding.hint("write two letters, such as `en`"));
}

/// Takes the briefs out of the body; each keeps the address and the title of its section. A brief before the
/// first section stays.
fn split_briefs(blocks: Vec<Block>) -> (Vec<Block>, Vec<QuickEntry>) {
    let mut body: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut quick = Vec::new();
    // Index in the body of the title of the current section.
    let mut title: Option<usize> = None;
    for mut block in blocks {
        let heading = title.and_then(|at| heading_of(&body[at]));
        let section = heading.filter(|heading| !heading.anchor.0.is_empty());
        if let (BlockKind::Brief(brief), Some(section)) = (&mut block.kind, section) {
            let Heading { address, anchor, content, .. } = section.clone();
            let blocks = std::mem::take(brief);
            quick.push(QuickEntry { address, anchor, title: content, blocks });
            continue;
        }
        if heading_of(&block).is_some() {
            title = Some(body.len());
        }
        body.push(block);
    }
    (body, quick)
}

/// Returns the sections with flowcharts, in order.
fn charted_sections(blocks: &[Block]) -> Vec<ChartedSection> {
    let mut charts = titled_charts(blocks);
    charts.dedup_by_key(|(heading, _)| std::ptr::from_ref(*heading));
    let headings = charts.into_iter().map(|(heading, _)| heading);
    let section = |heading: &Heading| ChartedSection {
        title: document::plain_text(&heading.content),
        anchor: heading.anchor.0.clone(),
    };
    headings.map(section).collect()
}

/// Returns each flowchart with the heading above it.
fn titled_charts(blocks: &[Block]) -> Vec<(&Heading, &Block)> {
    let mut section = None;
    let mut charts = Vec::new();
    for block in blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            section = Some(heading);
        } else if let (Some(_), Some(heading)) = (block.chart(), section) {
            charts.push((heading, block));
        }
    }
    charts
}
