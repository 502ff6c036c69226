//! The book: everything that is printed, joined. In: a manuscript. Out: front matter, body, quick
//! reference, links.

mod extracts;
mod glyphs;
mod memory;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Findings, Severity, code};
use crate::document::deck::Deck;
use crate::document::panels::Panel;
use crate::document::{
    self, Address, Anchor, Block, BlockKind, Footnote, Inline, Manuscript, Pictures,
};
use crate::source::Span;

/// A book ready for the press.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Book {
    /// Made of one file that nobody prepared: what can be printed is printed, whatever else is
    /// wrong.
    pub single: bool,
    /// Name of the folder its outputs go to.
    pub name: String,
    /// Title.
    pub title: String,
    /// Below the title.
    pub subtitle: Option<String>,
    /// "First edition".
    pub edition: Option<String>,
    /// Names.
    pub authors: Vec<String>,
    /// What it is based on.
    pub notice: Option<String>,
    /// BCP 47.
    pub language: String,
    /// Year, month, day.
    pub date: Option<(i32, u8, u8)>,
    /// The papers it is printed on, by name.
    pub papers: Vec<String>,
    /// The papers that its flowcharts are printed on.
    pub chart_papers: Vec<String>,
    /// The papers that its play mat is printed on.
    pub mat_papers: Vec<String>,
    /// Whether a table of contents is printed.
    pub contents: bool,
    /// Whether it has a cover page of its own.
    pub cover: bool,
    /// The body without the briefs.
    pub blocks: Vec<Block>,
    /// Footnotes, each printed once: where the first reference stands, or else at the end.
    pub footnotes: Vec<Footnote>,
    /// What readers cite, by anchor.
    pub addresses: BTreeMap<String, String>,
    /// The sections that hold flowcharts: title and anchor.
    pub charted: Vec<(String, String)>,
    /// The quick reference.
    pub quick: Vec<QuickEntry>,
    /// The panels of the reference sheet.
    pub sheet: Vec<Panel>,
    /// The papers that it is printed on.
    pub sheet_papers: Vec<String>,
    /// The reference cards.
    pub cards: Vec<Panel>,
    /// Name of the size of the cards.
    pub card_size: Option<String>,
    /// Decks of cards.
    pub decks: Vec<Deck>,
    /// Whether it ends with an index.
    pub index: bool,
    /// External links by their numbers.
    pub web: Vec<String>,
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

/// Fewer headings than this need no table of contents.
const CONTENTS_FROM: usize = 10;

/// A single file with fewer headings opens with its text and not with a cover.
const COVER_FROM: usize = 4;

/// Joins a manuscript into a book.
pub fn join(manuscript: Manuscript, findings: &mut Findings) -> Book {
    let Manuscript {
        manifest,
        document,
        index,
        web,
        contents,
        pictures,
        name,
        single,
        sheet,
        cards,
        decks,
        ..
    } = manuscript;
    let addresses = index
        .entries
        .iter()
        .map(|(anchor, entry)| (anchor.0.clone(), entry.address.0.clone()))
        .collect();
    let place = manifest.language.as_ref().and_then(|language| manifest.place(language));
    let language = manifest.language;
    let title = manifest
        .title
        .or(document.title)
        .unwrap_or_else(|| first_title(&document.blocks).unwrap_or_else(|| name.clone()));
    let headings =
        document.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(_))).count();
    let sheet = if sheet.is_empty() { extracts::default_sheet(&document.blocks) } else { sheet };
    let cards = if cards.is_empty() { extracts::default_cards(&document.blocks) } else { cards };
    let (blocks, quick) = split_briefs(document.blocks);
    let charted = charted_sections(&blocks);
    let papers = |kind: &str| {
        manifest.output.get(kind).map(|output| output.paper.words()).unwrap_or_default()
    };
    let (mat_papers, sheet_papers) = (papers("playmat"), papers("sheet"));
    let (papers, chart_papers) = (papers("rulebook"), papers("flowcharts"));
    let card_size = manifest.output.get("cards").and_then(|output| output.size.clone());
    let mut book = Book {
        single,
        name,
        title,
        subtitle: manifest.subtitle,
        edition: manifest.edition,
        authors: manifest.authors,
        notice: manifest.notice,
        language: language
            .as_ref()
            .map(|given| given.get_ref().clone())
            .or(document.language)
            .unwrap_or_else(|| "en".to_owned()),
        date: manifest
            .date
            .and_then(|date| date.date)
            .map(|date| (i32::from(date.year), date.month, date.day)),
        papers,
        chart_papers,
        mat_papers,
        contents: contents || headings >= CONTENTS_FROM,
        cover: !single || headings >= COVER_FROM,
        blocks,
        footnotes: document.footnotes,
        addresses,
        charted,
        quick,
        sheet,
        sheet_papers,
        cards,
        card_size,
        decks,
        index: manifest.options.index,
        web,
        pictures,
    };
    self::settle_language(&mut book, place, findings);
    if book.blocks.is_empty()
        && book.quick.is_empty()
        && book.footnotes.is_empty()
        && findings.count(Severity::Error) == 0
    {
        findings.push(Diagnostic::global(
            code::EMPTY_DOCUMENT,
            format!("`{}` has nothing to print", book.name),
        ));
    }
    memory::limit_memory(&mut book, findings);
    glyphs::replace_missing_glyphs(&mut book, findings);
    book
}

fn first_title(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading(heading) => Some(document::plain_text(&heading.content)),
        _ => None,
    })
}

/// A language that PDF can not name is English.
fn settle_language(book: &mut Book, place: Option<Span>, findings: &mut Findings) {
    let code = book.language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    if matches!(code.len(), 2 | 3) && code.chars().all(|c| c.is_ascii_lowercase()) {
        book.language = code;
        return;
    }
    let message = format!("`{}` is no language code", document::short_quote(&book.language));
    let finding = match place {
        Some(place) => Diagnostic::at(code::BOOK_FILE, place, message),
        None => Diagnostic::file(code::BOOK_FILE, &book.name, message),
    };
    findings.push(finding.hint("write two letters, such as `en`"));
    book.language = "en".to_owned();
}

/// Takes the briefs out of the body; each keeps the address and title of its section. One before
/// the first section stays.
fn split_briefs(blocks: Vec<Block>) -> (Vec<Block>, Vec<QuickEntry>) {
    let mut body = Vec::with_capacity(blocks.len());
    let mut quick = Vec::new();
    let mut section = (Address::default(), Anchor(String::new()), Vec::new());
    for block in blocks {
        match block.kind {
            BlockKind::Brief(blocks) if !section.1.0.is_empty() => {
                let (address, anchor, title) = section.clone();
                quick.push(QuickEntry { address, anchor, title, blocks });
            }
            BlockKind::Heading(ref heading) => {
                section =
                    (heading.address.clone(), heading.anchor.clone(), heading.content.clone());
                body.push(block);
            }
            _ => body.push(block),
        }
    }
    (body, quick)
}

/// The sections that hold flowcharts, in order: title and anchor.
fn charted_sections(blocks: &[Block]) -> Vec<(String, String)> {
    let mut section = None;
    let mut found: Vec<(String, String)> = Vec::new();
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => section = Some(heading),
            BlockKind::Code(source) if source.language == "mermaid" => {
                if let Some(heading) = section.take() {
                    found.push((document::plain_text(&heading.content), heading.anchor.0.clone()));
                }
            }
            _ => {}
        }
    }
    found
}
