//! The tree of a book as HTML. Everything that an author wrote is escaped; only the program's own tags are
//! written as they are. The index for searching is collected along the way.

mod cards;
mod charts;
mod examples;
mod inlines;
mod lists;
mod pictures;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::ids::PageIds;
use super::paint::PagePaint;
use super::places::{PageIndex, Place, PlaceKind};
use super::terms::PageTerms;
use document::{
    Attributes, Block, BlockKind, Definition, Figure, Footnote, Heading, Inline, open_words,
    plain_text,
};
use draw::drawing::{Drawing, escape_markup};
use press::book::Book;

/// Width of the drawings of a page, in points.
const WIDTH: f64 = 420.0;

/// The text of a book as HTML.
pub struct WrittenText {
    /// The news, then the body and the footnotes.
    pub body: String,
    /// The cards of its decks; empty if there are none.
    pub cards: String,
    /// The quick reference; empty if there is none.
    pub quick: String,
    /// The index for searching.
    pub index: PageIndex,
    /// The places of cards by name.
    pub card_places: BTreeMap<String, String>,
}

/// Writes the blocks of a book.
pub struct HtmlWriter<'a> {
    book: &'a Book,
    paint: PagePaint,
    /// The pages of the examples by name.
    examples: &'a BTreeMap<String, String>,
    section: &'a str,
    /// The address of the section.
    address: &'a str,
    /// The level of the last heading as HTML counts it; the title of the book is 1.
    level: u8,
    ids: PageIds,
    terms: PageTerms,
    /// The terms that the section has explained, or must not explain here.
    explained: BTreeSet<String>,
    /// True inside titles and links, where no term is explained.
    bare: bool,
    /// True for a copy of other text, whose places get no names.
    copies: bool,
    index: PageIndex,
    out: String,
}

/// Returns the text of `book` as HTML; `examples` names the page of each example.
pub fn write_text(book: &Book, examples: &BTreeMap<String, String>) -> WrittenText {
    let mut ids = PageIds::of(book.addresses.keys().cloned());
    let terms = PageTerms::of(book, &mut ids);
    let mut writer = HtmlWriter {
        book,
        paint: PagePaint::of(&book.theme.palette()),
        examples,
        section: "",
        address: "",
        level: 1,
        ids,
        terms,
        explained: BTreeSet::new(),
        bare: false,
        copies: false,
        index: PageIndex::default(),
        out: String::new(),
    };
    writer.news();
    writer.blocks(&book.blocks);
    book.footnotes.iter().for_each(|note| writer.note(note));
    let body = std::mem::take(&mut writer.out);
    writer.cards();
    let cards = std::mem::take(&mut writer.out);
    writer.quick_reference();
    let quick = std::mem::take(&mut writer.out);
    WrittenText { body, cards, quick, index: writer.index, card_places: writer.terms.cards }
}

impl<'a> HtmlWriter<'a> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string cannot fail");
    }

    fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    /// Writes a block; a named block is put into an element with that name, unless it is one itself.
    fn block(&mut self, block: &'a Block) {
        match &block.kind {
            BlockKind::Heading(heading) => return self.heading(heading),
            BlockKind::Paragraph(content) => return self.paragraph(content, &block.attributes),
            _ => {}
        }
        let name = block.attributes.id.as_deref();
        let Some(id) = name.and_then(|id| self.author_id(id)) else {
            return self.plain_block(block);
        };
        self.put(format_args!("<div class=\"named\" id=\"{}\">", escape_markup(&id)));
        self.plain_block(block);
        self.out.push_str("</div>\n");
    }

    fn plain_block(&mut self, block: &'a Block) {
        match &block.kind {
            BlockKind::Heading(heading) => self.heading(heading),
            BlockKind::Paragraph(content) => self.paragraph(content, &block.attributes),
            BlockKind::List(list) => self.list(list),
            BlockKind::Quote(blocks) => self.around("<blockquote>", blocks, "</blockquote>"),
            BlockKind::Callout(callout) => self.callout(&callout.word, &callout.blocks),
            BlockKind::Brief(blocks) => self.callout("REMEMBER", blocks),
            BlockKind::Table(table) => self.table(block, table),
            BlockKind::Definitions(list) => self.definitions(list),
            BlockKind::Code(code) => self.code(block, code),
            BlockKind::Figure(figure) => self.figure(figure, &block.attributes),
            BlockKind::Pull(_) => {}
            BlockKind::Todo(content) => self.open_place(content),
            BlockKind::Rule => self.out.push_str("<hr>\n"),
            BlockKind::Example(played) => self.example(played),
        }
    }

    /// Returns an author's name for a place, the first time that the place is written.
    fn author_id(&mut self, name: &str) -> Option<String> {
        if self.copies { None } else { self.ids.author(name) }
    }

    fn heading(&mut self, heading: &'a Heading) {
        self.section = &heading.anchor.0;
        self.address = &heading.address.0;
        self.explained.clear();
        self.level = (heading.level + 1).min(self.level + 1).min(6);
        let title = plain_text(&heading.content);
        let id = self.author_id(&heading.anchor.0);
        let number = self.address.to_owned();
        if let Some(id) = &id {
            let kind = if is_ruling(id) { PlaceKind::Ruling } else { PlaceKind::Section };
            let (id, text) = (id.clone(), String::new());
            self.index.open_section(Place { id, number: number.clone(), title, kind, text });
        }
        let content = self.title_inlines(&heading.content);
        let level = self.level;
        match id {
            Some(id) => {
                let link = number_link(&id, &number, if number.is_empty() { "#" } else { &number });
                let id = escape_markup(&id);
                self.put(format_args!("<h{level} id=\"{id}\">{link} {content}</h{level}>\n"));
            }
            None => self.put(format_args!("<h{level}>{content}</h{level}>\n")),
        }
    }

    fn definitions(&mut self, list: &'a [Definition]) {
        self.out.push_str("<dl>");
        list.iter().for_each(|definition| self.definition(definition));
        self.out.push_str("</dl>\n");
    }

    fn definition(&mut self, definition: &'a Definition) {
        let place = self.terms.place(definition.span).cloned().filter(|_| !self.copies);
        let id =
            place.clone().map_or_else(String::new, |id| format!(" id=\"{}\"", escape_markup(&id)));
        if let Some(id) = &place {
            self.explained.insert(id.clone());
            let (title, number) = (plain_text(&definition.term), self.address.to_owned());
            let (id, text) = (id.clone(), String::new());
            self.index.open(Place { id, number, title, kind: PlaceKind::Term, text });
        }
        let term = self.title_inlines(&definition.term);
        let link = place.as_ref().map_or_else(String::new, |id| number_link(id, "", "#"));
        self.put(format_args!("<dt{id}>{term} {link}</dt>"));
        definition.bodies.iter().for_each(|body| self.around("<dd>", body, "</dd>"));
        if place.is_some() {
            self.index.close();
        }
    }

    fn figure(&mut self, figure: &'a Figure, attributes: &Attributes) {
        let picture = pictures::figure_html(&figure.image, attributes, &self.book.pictures);
        self.index.say(&figure.image.alt);
        let caption = self.inlines(&figure.caption);
        self.put(format_args!("<figure>{picture}"));
        self.drawing_caption(&caption);
        self.out.push_str("</figure>\n");
    }

    /// Writes a paragraph, aligned as its author asked; a named one can be found.
    fn paragraph(&mut self, content: &'a [Inline], attributes: &Attributes) {
        let class = match attributes.get("align") {
            Some("center") => " class=\"center\"",
            Some("right") => " class=\"right\"",
            _ => "",
        };
        let id = attributes.id.as_deref().and_then(|id| self.author_id(id));
        let Some(id) = id else {
            let content = self.inlines(content);
            return self.put(format_args!("<p{class}>{content}</p>\n"));
        };
        self.open_rule(&id, self.address.to_owned());
        let (link, name) = (number_link(&id, "", "#"), escape_markup(&id));
        let content = self.inlines(content);
        self.index.close();
        self.put(format_args!("<p{class} id=\"{name}\">{content} {link}</p>\n"));
    }

    /// Opens a rule of the section in the index.
    fn open_rule(&mut self, id: &str, number: String) {
        let here = self.index.here();
        let title = here.map_or_else(String::new, |place| place.title.clone());
        let in_ruling = here.is_some_and(|place| place.kind == PlaceKind::Ruling);
        let kind = if in_ruling || is_ruling(id) { PlaceKind::Ruling } else { PlaceKind::Rule };
        let (id, text) = (id.to_owned(), String::new());
        self.index.open(Place { id, number, title, kind, text });
    }

    fn open_place(&mut self, content: &'a [Inline]) {
        let words = inlines::words_of(self.book, &open_words(content));
        self.put(format_args!("<p class=\"open\"><strong>STILL OPEN</strong> {words}</p>\n"));
    }

    fn tagged(&mut self, tag: &str, content: &'a [Inline]) {
        let content = self.inlines(content);
        self.put(format_args!("<{tag}>{content}</{tag}>\n"));
    }

    fn tagged_unless_empty(&mut self, tag: &str, content: &'a [Inline]) {
        if !content.is_empty() {
            self.tagged(tag, content);
        }
    }

    fn around(&mut self, open: &str, blocks: &'a [Block], close: &str) {
        self.out.push_str(open);
        self.blocks(blocks);
        self.out.push_str(close);
        self.out.push('\n');
    }

    fn callout(&mut self, word: &str, blocks: &'a [Block]) {
        let class: String = word.chars().filter(char::is_ascii_alphabetic).collect();
        self.put(format_args!("<div role=\"note\" class=\"callout {class}\">"));
        self.callout_body(word, blocks);
    }

    fn drawing(&mut self, drawing: &Drawing, caption: &'a [Inline]) {
        let (svg, caption) = (self.paint.svg(drawing), self.inlines(caption));
        self.put(format_args!("<figure>{svg}"));
        self.drawing_caption(&caption);
        self.out.push_str("</figure>\n");
    }

    fn drawing_caption(&mut self, caption: &str) {
        if !caption.is_empty() {
            self.put(format_args!("<figcaption>{caption}</figcaption>"));
        }
    }

    /// Writes a footnote, after the text.
    fn note(&mut self, note: &'a Footnote) {
        let id = inlines::note_id(&note.label);
        let id = self
            .author_id(&id)
            .map_or_else(String::new, |id| format!(" id=\"{}\"", escape_markup(&id)));
        self.put(format_args!("<div role=\"note\" class=\"callout\"{id}>"));
        self.callout_body(&note.label, &note.blocks);
    }

    fn callout_body(&mut self, word: &str, blocks: &'a [Block]) {
        self.put(format_args!("<p class=\"word\">{}</p>", escape_markup(word)));
        self.around("", blocks, "</div>");
    }

    /// Writes blocks as running text if they are one paragraph, and as blocks otherwise.
    fn body(&mut self, blocks: &'a [Block]) {
        match blocks {
            [Block { kind: BlockKind::Paragraph(content), attributes, .. }]
                if attributes.id.is_none() =>
            {
                let content = self.inlines(content);
                self.out.push_str(&content);
            }
            blocks => self.blocks(blocks),
        }
    }

    /// Writes the news since an earlier edition, before the text.
    fn news(&mut self) {
        let Some(marks) = self.book.marks.as_ref().filter(|marks| !marks.news.is_empty()) else {
            return;
        };
        self.copies = true;
        self.around("<section class=\"news\">", &marks.news, "</section>");
        self.copies = false;
        self.level = 1;
    }

    /// Writes the short form of every section that has one.
    fn quick_reference(&mut self) {
        self.copies = true;
        self.bare = true;
        for entry in &self.book.quick {
            let (anchor, address) =
                (escape_markup(&entry.anchor.0), escape_markup(&entry.address.0));
            let title = self.inlines(&entry.title);
            self.put(format_args!(
                "<section><h3><a href=\"#{anchor}\"><span class=\"number\">{address}</span> {title}</a></h3>"
            ));
            self.around("", &entry.blocks, "</section>");
        }
        self.copies = false;
        self.bare = false;
    }
}

/// Returns a number, or its replacement, as a link to its own place.
fn number_link(id: &str, address: &str, shown: &str) -> String {
    let (href, shown) = (escape_markup(id), escape_markup(shown));
    let words = match address {
        "" => "Link to this place".to_owned(),
        address => format!("Link to {}", escape_markup(address)),
    };
    format!(
        "<a class=\"number\" href=\"#{href}\" title=\"{words}\" aria-label=\"{words}\">{shown}</a>"
    )
}

/// True if the name of a place is that of a ruling.
fn is_ruling(id: &str) -> bool {
    id.starts_with("ruling")
}
