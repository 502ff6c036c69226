//! The tree of a document. In: the text of one Markdown or HTML file. Out: blocks and inlines of our own types,
//! each with its place; what the author got wrong is repaired and reported, and no text is lost.

pub mod address;
pub mod area;
mod attributes;
mod blocks;
pub mod deck;
mod depth;
mod emphasis;
pub mod extract;
mod front;
mod grid;
mod headings;
pub mod hexes;
mod html;
pub mod icons;
mod images;
mod links;
mod lists;
mod load;
pub mod manifest;
mod parse;
mod print;
mod pulls;
mod reading;
mod repair;
mod svg;
mod values;
pub mod walk;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use images::Pictures;
pub use load::{Manuscript, load, load_beside, parse, read_text};
pub use print::print;

use crate::picture::{Map, Mat, Picture};
use crate::source::Span;

/// What an author writes to name a place: the `id` of `{#id}`, or the slug of a heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Anchor(pub String);

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What a reader sees of a place: `3.2`, `3.2 step 2.1`, `4.2 c`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Address(pub String);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One file as a tree.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Title from front matter or the HTML head, if there is one.
    pub title: Option<String>,
    /// BCP 47 language from front matter or the HTML root, if there is one.
    pub language: Option<String>,
    /// The body, in reading order.
    pub blocks: Vec<Block>,
    /// Footnotes by label, in the order they are defined.
    pub footnotes: Vec<Footnote>,
}

/// The text of one footnote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footnote {
    /// Label as written between `[^` and `]`.
    pub label: String,
    /// The note.
    pub blocks: Vec<Block>,
    /// Where it is defined.
    pub span: Span,
}

/// What stands in `{...}`: `{#id .class key=value =name}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Attributes {
    /// `#id`
    pub id: Option<String>,
    /// `.class`, in order.
    pub classes: Vec<String>,
    /// `key=value` or `key="value"`, in order.
    pub pairs: Vec<(String, String)>,
    /// `=name`: the name of a value.
    pub value: Option<String>,
}

impl Attributes {
    /// Whether `.class` is among the classes.
    pub fn has(&self, class: &str) -> bool {
        self.classes.iter().any(|c| c == class)
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

/// A block with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Where it stands.
    pub span: Span,
    /// `{...}` of the block.
    pub attributes: Attributes,
}

/// The kinds of block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BlockKind {
    /// `# Heading`
    Heading(Heading),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Ordered or not.
    List(List),
    /// `> quote`
    Quote(Vec<Block>),
    /// `> [!NOTE]`
    Callout(Callout),
    /// `> [!BRIEF]`: the short form of the section it stands in.
    Brief(Vec<Block>),
    /// GFM, HTML or data.
    Table(Table),
    /// Terms and what they mean.
    Definitions(Vec<Definition>),
    /// A fenced or indented block.
    Code(Code),
    /// An image alone in its paragraph.
    Figure(Figure),
    /// `![[...]]` alone in its paragraph; gone once the book is joined.
    Pull(Pull),
    /// `TODO`: a place where an example is to be played.
    Todo(Vec<Inline>),
    /// `---`
    Rule,
    /// An example that was played.
    Example(Box<Played>),
}

/// An example that was played, as it is printed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Name of its scenario.
    pub name: String,
    /// What it is called.
    pub title: Vec<Inline>,
    /// What lies where at its start, in words; empty where a picture shows it.
    pub opening: Vec<Block>,
    /// The same as a picture.
    pub position: Option<Picture>,
    /// Headings and steps, in order.
    pub entries: Vec<Entry>,
    /// How it ends; may be empty.
    pub end: Vec<Inline>,
}

/// A part of an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Entry {
    /// A turn or a phase begins.
    Heading(Vec<Inline>),
    /// What happens.
    Step {
        /// From 1.
        number: u32,
        /// What is said of it.
        blocks: Vec<Block>,
        /// What of the table changed.
        picture: Option<Picture>,
    },
    /// A walk through a chart.
    Walk(Walk),
}

/// A walk through a chart of the book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// Anchor of the chart or of the section it stands in.
    pub chart: String,
    /// Printed number and title of that section.
    pub title: String,
    /// The boxes in the order in which they were passed: name, what stood at the exit, and the number of the step.
    pub boxes: Vec<Passed>,
}

/// A box that was passed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Passed {
    /// The name of the box in the text of the chart.
    pub id: String,
    /// What stands at the exit that was taken; none at an end.
    pub exit: Option<String>,
    /// The number of the step that tells of it.
    pub step: u32,
}

/// A section title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 for a chapter; the title of the whole work is not a heading.
    pub level: u8,
    /// The title.
    pub content: Vec<Inline>,
    /// Its anchor, unique in the book once addresses are given.
    pub anchor: Anchor,
    /// `3.2`, given when the book is joined.
    pub address: Address,
}

/// How the items of a list are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListStyle {
    /// `1.`
    Ordered,
    /// `-`
    Bullet,
    /// `-`, but the items can be cited: printed with a letter.
    Lettered,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct List {
    /// Numbers, bullets or letters.
    pub style: ListStyle,
    /// The number of the first item.
    pub start: u64,
    /// No blank line between the items.
    pub tight: bool,
    /// At least one.
    pub items: Vec<Item>,
}

/// An item of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// `[ ]` or `[x]`.
    pub checked: Option<bool>,
    /// `{...}` at the end of its first line.
    pub attributes: Attributes,
    /// What is printed before it: `2.1` or `c`; empty for a plain bullet.
    pub marker: String,
    /// `3.2 step 2.1`; empty for a plain bullet.
    pub address: Address,
    /// Where it stands.
    pub span: Option<Span>,
}

/// `> [!WARNING]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// The word, upper case: `WARNING`.
    pub word: String,
    /// The rest.
    pub blocks: Vec<Block>,
}

/// How a column or cell is aligned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Align {
    /// As the table says.
    #[default]
    Auto,
    /// Left.
    Left,
    /// Centre.
    Center,
    /// Right.
    Right,
}

/// The width an author asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Width {
    /// As wide as needed.
    #[default]
    Auto,
    /// Percent of the table.
    Percent(f32),
    /// Points.
    Points(f32),
}

/// A column of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// For cells that do not say otherwise.
    pub align: Align,
    /// As asked for.
    pub width: Width,
}

/// A table as a grid: every cell of `rows x columns` is covered by exactly one cell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// One for each grid column.
    pub columns: Vec<Column>,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// `<caption>`
    pub caption: Vec<Inline>,
    /// Column groups were cut off a table too wide for any page; the first says which columns these are.
    pub part: Option<String>,
    /// The play mat that it draws, once it is known whose the fields are.
    pub mat: Option<Box<Mat>>,
}

/// A row of cells; cells covered from above are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// From left to right.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its content.
    pub blocks: Vec<Block>,
    /// Grid column of its left edge, from 0.
    pub column: usize,
    /// Columns covered, at least 1.
    pub colspan: usize,
    /// Rows covered, at least 1.
    pub rowspan: usize,
    /// `<th>`
    pub header: bool,
    /// Its own alignment.
    pub align: Align,
    /// Where it stands.
    pub span: Span,
}

/// A term and its meanings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// The term.
    pub term: Vec<Inline>,
    /// One or more meanings.
    pub bodies: Vec<Vec<Block>>,
    /// Where the term stands.
    pub span: Span,
}

/// A fenced or indented block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Code {
    /// First word of the info string.
    pub language: String,
    /// The lines, each with its line end.
    pub text: String,
    /// Where each line begins in its source; empty when it does not stand there as it is.
    pub lines: Vec<u32>,
}

impl Code {
    /// The place in the source of bytes of `text`; `block` is the place of the whole block.
    pub fn place(&self, bytes: std::ops::Range<usize>, block: Span) -> Span {
        let at = |byte: usize| {
            let before = self.text.get(..byte)?;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            Some(*self.lines.get(before.matches('\n').count())? + (byte - start) as u32)
        };
        match (at(bytes.start), at(bytes.end)) {
            (Some(start), Some(end)) => Span { source: block.source, start, end: end.max(start) },
            _ => block,
        }
    }
}

/// An image alone in its paragraph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The picture.
    pub image: Image,
    /// Printed below.
    pub caption: Vec<Inline>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// As written.
    pub url: String,
    /// What is to be seen on it.
    pub alt: String,
    /// The title as written.
    pub title: String,
    /// Path below the root, once the file was found and is a picture, with the extension of what it is.
    pub file: Option<String>,
    /// Width over height, known with `file`.
    pub ratio: f32,
}

/// `![[target|part]]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// `#anchor` or the name of a data file.
    pub target: String,
    /// What follows the bar: `full`, or nothing for the brief.
    pub part: String,
}

/// An inline with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inline {
    /// What it is.
    pub kind: InlineKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of inline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InlineKind {
    /// Words.
    Text(String),
    /// A line end that prints as a space.
    Space,
    /// A line end that stays.
    Break,
    /// *emphasis*
    Emphasis(Vec<Inline>),
    /// **strong**
    Strong(Vec<Inline>),
    /// ~~struck~~
    Strike(Vec<Inline>),
    /// `<sub>`
    Subscript(Vec<Inline>),
    /// `<sup>`
    Superscript(Vec<Inline>),
    /// `` `code` ``
    Code(String),
    /// `[text](url)`
    Link(Link),
    /// A picture in running text.
    Image(Image),
    /// `[^label]`
    FootnoteRef(String),
    /// `[4]{=draw}` or `{=draw}`
    Value(Value),
    /// `[text]{#id .class}`
    Span(Vec<Inline>, Attributes),
    /// `:name:`
    Icon(String),
}

/// A named value: where it is defined it has content, where it is used it gets it when the book is joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// Whether this place defines it.
    pub defines: bool,
    /// What is printed.
    pub content: Vec<Inline>,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// As written.
    pub url: String,
    /// The clickable text.
    pub content: Vec<Inline>,
    /// Where it leads, once resolved.
    pub target: Target,
}

/// Where a link leads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// Not looked at yet, or broken and reported.
    #[default]
    Nowhere,
    /// A place in this book; the reference is printed only the first time in a section.
    Place {
        /// Its anchor.
        anchor: Anchor,
        /// Its address.
        address: Address,
        /// Whether "see 3.2, page 7" is printed.
        shown: bool,
    },
    /// A place in a book this one uses.
    Other {
        /// Title of that book.
        book: String,
        /// Address there.
        address: Address,
    },
    /// Somewhere else; `note` is its number in the list of links, 0 when the text already shows it.
    Web {
        /// The number in the list of links.
        note: usize,
    },
}

impl Block {
    /// A block without attributes.
    pub fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span, attributes: Attributes::default() }
    }
}

impl Inline {
    /// An inline of `kind` at `span`.
    pub fn new(kind: InlineKind, span: Span) -> Self {
        Self { kind, span }
    }
}

impl Table {
    /// A table without headers whose cells span others draws a picture, such as a play area.
    pub fn is_diagram(&self) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        self.header_rows == 0 && cells.any(|cell| cell.colspan > 1 || cell.rowspan > 1)
    }

    /// The map of hexes that it draws, if its class is `map` and it says in which row and column each space lies.
    pub fn hex_map(&self, attributes: &Attributes) -> Option<Map> {
        if attributes.has("map") { hexes::map(self) } else { None }
    }

    /// The play mat that it draws, if it draws one.
    pub fn play_mat(&self, attributes: &Attributes) -> Option<Mat> {
        if !self.is_diagram() && !attributes.has("play-area") {
            return None;
        }
        self.mat.as_deref().cloned().or_else(|| area::mat(self))
    }
}

/// The labels of the footnotes that some reference in `blocks`, or in another used note, leads to.
pub fn used_notes<'a>(blocks: &'a [Block], notes: &'a [Footnote]) -> BTreeSet<&'a str> {
    let mut used = BTreeSet::new();
    let mut waiting = vec![blocks];
    while let Some(blocks) = waiting.pop() {
        walk::inlines(blocks, &mut |inline| {
            if let InlineKind::FootnoteRef(label) = &inline.kind
                && used.insert(label.as_str())
            {
                waiting.extend(notes.iter().filter(|note| note.label == *label).map(|note| note.blocks.as_slice()));
            }
        });
    }
    used
}

/// What an open place says besides the word `TODO`.
pub fn open_words(inlines: &[Inline]) -> Vec<Inline> {
    let mut rest = inlines.to_vec();
    let mut waits = true;
    walk::within_mut(&mut rest, &mut |inline| {
        if let InlineKind::Text(text) = &mut inline.kind
            && std::mem::take(&mut waits)
        {
            let own = text.trim_start().trim_start_matches("TODO").trim_start_matches([':', ' ']);
            *text = own.to_owned();
        }
    });
    if plain(&rest).trim().is_empty() { Vec::new() } else { rest }
}

/// The words of inlines, without any markup.
pub fn plain(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_plain(inlines, &mut out);
    out
}

fn push_plain(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => out.push_str(text),
            InlineKind::Space | InlineKind::Break => out.push(' '),
            InlineKind::Emphasis(c)
            | InlineKind::Strong(c)
            | InlineKind::Strike(c)
            | InlineKind::Subscript(c)
            | InlineKind::Superscript(c)
            | InlineKind::Span(c, _) => push_plain(c, out),
            InlineKind::Link(link) => push_plain(&link.content, out),
            InlineKind::Value(value) => push_plain(&value.content, out),
            InlineKind::Image(image) => out.push_str(&image.alt),
            InlineKind::Icon(name) => out.push_str(icons::find(name).map_or(name, |icon| &icon.says)),
            InlineKind::FootnoteRef(_) => {}
        }
    }
}

/// `text` cut to a length that can be quoted in a finding.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }
}

/// The words of inlines, cut to a length that can be quoted in a finding.
pub(crate) fn quoted(inlines: &[Inline]) -> String {
    short(&plain(inlines))
}

/// Names compared in one run to guess what an author meant: 100 wrong names in a book of 10 000 places.
const MOST_GUESSES: usize = 1_000_000;
/// Longer names are not guessed.
const LONGEST_GUESS: usize = 60;

/// Guesses what wrong names were meant to be, until that would take too long.
#[derive(Debug, Default)]
pub(crate) struct Guesses {
    made: usize,
}

impl Guesses {
    /// The one of `known` that is most like `wanted`, if any is like it.
    fn nearest<'a>(&mut self, wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let short = |name: &&str| name.len() <= LONGEST_GUESS;
        let left = MOST_GUESSES.saturating_sub(self.made);
        let made = &mut self.made;
        let known = known.filter(short).take(if short(&wanted) { left } else { 0 }).inspect(|_| *made += 1);
        nearest(wanted, known)
    }
}

/// The one of `known` that is most like `wanted`, if any is like it.
pub(crate) fn nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = wanted.chars().count() / 3 + 1;
    known.map(|name| (distance(wanted, name), name)).filter(|(far, _)| *far <= limit).min().map(|(_, name)| name)
}

/// Edits that turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
