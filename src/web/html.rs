//! The tree of a book as HTML. Everything an author wrote is escaped; only marks of our own are
//! written as such.

mod examples;
mod inlines;
mod pictures;
mod tables;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::book::Book;
use crate::document::{
    Attributes, Block, BlockKind, CodeBlock, Definition, Figure, Footnote, Heading, Inline, List,
    ListItem, ListStyle, open_words,
};
use crate::drawing::{self, Drawing, escape_markup};
use crate::press::chart_layout;
use crate::theme::Palette;
use inlines::inlines_html;

/// Width of the drawings of a page, in points.
const WIDTH: f64 = 420.0;

/// Writes the blocks of a book.
pub(super) struct HtmlWriter<'a> {
    book: &'a Book,
    palette: Palette,
    /// The pages of the examples by name.
    examples: &'a BTreeMap<String, String>,
    section: &'a str,
    out: String,
}

/// The blocks of `book` as HTML; `examples` names the page of each example.
pub(super) fn blocks_html(book: &Book, examples: &BTreeMap<String, String>) -> String {
    let palette = book.theme.palette();
    let mut writer = HtmlWriter { book, palette, examples, section: "", out: String::new() };
    writer.blocks(&book.blocks);
    book.footnotes.iter().for_each(|note| writer.note(note));
    writer.out
}

impl<'a> HtmlWriter<'a> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string cannot fail");
    }

    fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            if let Some(id) = &block.attributes.id {
                self.put(format_args!("<span id=\"{}\"></span>", escape_markup(id)));
            }
            self.block(block);
        }
    }

    fn block(&mut self, block: &'a Block) {
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

    fn heading(&mut self, heading: &'a Heading) {
        self.section = &heading.anchor.0;
        let level = (heading.level + 1).min(6);
        let content = inlines_html(&heading.content, &self.book.pictures);
        let (id, address) = (escape_markup(&heading.anchor.0), escape_markup(&heading.address.0));
        self.put(format_args!(
            "<h{level} id=\"{id}\"><span class=\"number\">{address}</span> {content}</h{level}>\n"
        ));
    }

    fn definitions(&mut self, list: &'a [Definition]) {
        self.out.push_str("<dl>");
        list.iter().for_each(|definition| self.definition(definition));
        self.out.push_str("</dl>\n");
    }

    fn definition(&mut self, definition: &'a Definition) {
        self.put(format_args!("<dt>{}</dt>", inlines_html(&definition.term, &self.book.pictures)));
        definition.bodies.iter().for_each(|body| self.around("<dd>", body, "</dd>"));
    }

    fn figure(&mut self, figure: &Figure, attributes: &Attributes) {
        let picture = pictures::figure_html(&figure.image, attributes, &self.book.pictures);
        self.put(format_args!("<figure>{picture}"));
        self.drawing_caption(&inlines_html(&figure.caption, &self.book.pictures));
        self.out.push_str("</figure>\n");
    }

    /// A paragraph, at the side that its author put it.
    fn paragraph(&mut self, content: &[Inline], attributes: &Attributes) {
        let class = match attributes.get("align") {
            Some("center") => " class=\"center\"",
            Some("right") => " class=\"right\"",
            _ => "",
        };
        let content = inlines_html(content, &self.book.pictures);
        self.put(format_args!("<p{class}>{content}</p>\n"));
    }

    fn open_place(&mut self, content: &[Inline]) {
        let words = inlines_html(&open_words(content), &self.book.pictures);
        self.put(format_args!("<p class=\"open\"><strong>STILL OPEN</strong> {words}</p>\n"));
    }

    fn tagged(&mut self, tag: &str, content: &[Inline]) {
        self.put(format_args!("<{tag}>{}</{tag}>\n", inlines_html(content, &self.book.pictures)));
    }

    fn tagged_unless_empty(&mut self, tag: &str, content: &[Inline]) {
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
        self.put(format_args!("<aside class=\"callout {}\">", letters_of(word)));
        self.callout_body(word, blocks);
    }

    /// A footnote, behind the text.
    fn note(&mut self, note: &'a Footnote) {
        let id = escape_markup(&note.label);
        self.put(format_args!("<aside class=\"callout\" id=\"note-{id}\">"));
        self.callout_body(&note.label, &note.blocks);
    }

    fn callout_body(&mut self, word: &str, blocks: &'a [Block]) {
        self.put(format_args!("<p class=\"word\">{}</p>", escape_markup(word)));
        self.around("", blocks, "</aside>");
    }

    fn list(&mut self, list: &'a List) {
        let (tag, attribute) = (list_tag(list.style), list_attribute(list));
        self.put(format_args!("<{tag}{attribute}>"));
        list.items.iter().for_each(|item| self.list_item(item, list.tight));
        self.put(format_args!("</{tag}>\n"));
    }

    fn list_item(&mut self, item: &'a ListItem, tight: bool) {
        self.open_list_item(item);
        if tight {
            self.body(&item.blocks)
        } else {
            self.blocks(&item.blocks)
        }
        self.out.push_str("</li>\n");
    }

    fn open_list_item(&mut self, item: &ListItem) {
        match &item.attributes.id {
            Some(id) => self.put(format_args!("<li id=\"{}\">", escape_markup(id))),
            None => self.out.push_str("<li>"),
        }
        self.out.push_str(item.checked.map_or("", tick_box));
    }

    /// Blocks as running text where they are one paragraph, and as blocks otherwise.
    fn body(&mut self, blocks: &'a [Block]) {
        match blocks {
            [Block { kind: BlockKind::Paragraph(content), .. }] => {
                self.out.push_str(&inlines_html(content, &self.book.pictures));
            }
            blocks => self.blocks(blocks),
        }
    }

    fn code(&mut self, block: &Block, code: &CodeBlock) {
        let drawings = chart_layout::draw_chart_for_web(block, self.section, self.book, WIDTH);
        if drawings.is_empty() {
            self.put(format_args!("<pre><code>{}</code></pre>\n", escape_markup(&code.text)));
        }
        self.drawings(&drawings);
    }

    fn drawings(&mut self, drawings: &[Drawing]) {
        drawings.iter().for_each(|drawing| self.drawing(drawing, &[]));
    }

    fn drawing(&mut self, drawing: &Drawing, caption: &[Inline]) {
        let svg = drawing::render_svg(drawing, &|token| self.palette.css_colour(token));
        self.put(format_args!("<figure>{svg}"));
        self.drawing_caption(&inlines_html(caption, &self.book.pictures));
        self.out.push_str("</figure>\n");
    }

    fn drawing_caption(&mut self, caption: &str) {
        if !caption.is_empty() {
            self.put(format_args!("<figcaption>{caption}</figcaption>"));
        }
    }
}

fn list_tag(style: ListStyle) -> &'static str {
    match style {
        ListStyle::Ordered | ListStyle::Lettered => "ol",
        ListStyle::Bullet => "ul",
    }
}

/// Where a list starts, or how it counts.
fn list_attribute(list: &List) -> String {
    match list.style {
        ListStyle::Ordered => format!(" start=\"{}\"", list.start),
        ListStyle::Lettered => " type=\"a\"".to_owned(),
        ListStyle::Bullet => String::new(),
    }
}

fn tick_box(done: bool) -> &'static str {
    if done { "☑ " } else { "☐ " }
}

/// The word of a callout as the name of a class.
fn letters_of(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphabetic).collect()
}
