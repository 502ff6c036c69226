//! The tree of a book as HTML. Everything an author wrote is escaped; only marks of our own are
//! written as such.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::book::Book;
use crate::document::{
    Block, BlockKind, Callout, Cell, CodeBlock, ExamplePart, Inline, InlineKind, Link, LinkTarget,
    List, ListStyle, PlayedExample, Table, TextAlignment, hex_map, open_words, plain_text,
};
use crate::drawing::{self, Drawing, colours, escape_markup};
use crate::picture::{self, Picture, map, mat};
use crate::press::chart_layout;

/// Width of the drawings of a page, in points.
const WIDTH: f64 = 420.0;
/// The same of the pictures of examples.
const PICTURE: f64 = 330.0;

/// Writes the blocks of a book.
pub(super) struct HtmlWriter<'a> {
    book: &'a Book,
    /// The pages of the examples by name.
    examples: &'a BTreeMap<String, String>,
    section: String,
    out: String,
}

/// The blocks of `book` as HTML; `examples` names the page of each example.
pub(super) fn blocks_html(book: &Book, examples: &BTreeMap<String, String>) -> String {
    let mut writer = HtmlWriter { book, examples, section: String::new(), out: String::new() };
    writer.blocks(&book.blocks);
    writer.notes();
    writer.out
}

impl HtmlWriter<'_> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string cannot fail");
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            if let Some(id) = &block.attributes.id {
                self.put(format_args!("<span id=\"{}\"></span>", escape_markup(id)));
            }
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Heading(heading) => {
                self.section.clone_from(&heading.anchor.0);
                let level = (heading.level + 1).min(6);
                let content = self.inlines(&heading.content);
                let (id, address) =
                    (escape_markup(&heading.anchor.0), escape_markup(&heading.address.0));
                self.put(format_args!(
                    "<h{level} id=\"{id}\"><span class=\"number\">{address}</span> {content}</h{level}>\n"
                ));
            }
            BlockKind::Paragraph(content) => self.tagged("p", content),
            BlockKind::List(list) => self.list(list),
            BlockKind::Quote(blocks) => self.around("<blockquote>", blocks, "</blockquote>"),
            BlockKind::Callout(Callout { word, blocks }) => self.callout(word, blocks),
            BlockKind::Brief(blocks) => self.callout("REMEMBER", blocks),
            BlockKind::Table(table) => self.table(block, table),
            BlockKind::Definitions(list) => {
                self.out.push_str("<dl>");
                for definition in list {
                    let term = self.inlines(&definition.term);
                    self.put(format_args!("<dt>{term}</dt>"));
                    definition.bodies.iter().for_each(|body| self.around("<dd>", body, "</dd>"));
                }
                self.out.push_str("</dl>\n");
            }
            BlockKind::Code(code) => self.code(block, code),
            BlockKind::Figure(figure) => {
                let caption = self.inlines(&figure.caption);
                let alt = escape_markup(&figure.image.alt);
                self.put(format_args!(
                    "<figure><p>[{alt}]</p><figcaption>{caption}</figcaption></figure>\n"
                ));
            }
            BlockKind::Pull(_) => {}
            BlockKind::Todo(content) => {
                let words = self.inlines(&open_words(content));
                self.put(format_args!(
                    "<p class=\"open\"><strong>STILL OPEN</strong> {words}</p>\n"
                ));
            }
            BlockKind::Rule => self.out.push_str("<hr>\n"),
            BlockKind::Example(played) => self.example(played),
        }
    }

    fn tagged(&mut self, tag: &str, content: &[Inline]) {
        let content = self.inlines(content);
        self.put(format_args!("<{tag}>{content}</{tag}>\n"));
    }

    fn around(&mut self, open: &str, blocks: &[Block], close: &str) {
        self.out.push_str(open);
        self.blocks(blocks);
        self.out.push_str(close);
        self.out.push('\n');
    }

    fn callout(&mut self, word: &str, blocks: &[Block]) {
        let class: String = word.chars().filter(char::is_ascii_alphabetic).collect();
        self.put(format_args!(
            "<aside class=\"callout {class}\"><p class=\"word\">{}</p>",
            escape_markup(word)
        ));
        self.around("", blocks, "</aside>");
    }

    fn list(&mut self, list: &List) {
        let (open, close) = match list.style {
            ListStyle::Ordered => (format!("<ol start=\"{}\">", list.start), "</ol>\n"),
            ListStyle::Lettered => ("<ol type=\"a\">".to_owned(), "</ol>\n"),
            ListStyle::Bullet => ("<ul>".to_owned(), "</ul>\n"),
        };
        self.out.push_str(&open);
        for item in &list.items {
            match &item.attributes.id {
                Some(id) => self.put(format_args!("<li id=\"{}\">", escape_markup(id))),
                None => self.out.push_str("<li>"),
            }
            if let Some(done) = item.checked {
                self.out.push_str(if done { "☑ " } else { "☐ " });
            }
            match item.blocks.as_slice() {
                [Block { kind: BlockKind::Paragraph(content), .. }] if list.tight => {
                    let content = self.inlines(content);
                    self.out.push_str(&content);
                }
                blocks => self.blocks(blocks),
            }
            self.out.push_str("</li>\n");
        }
        self.out.push_str(close);
    }

    fn table(&mut self, block: &Block, table: &Table) {
        if let Some(own) = table.play_mat(&block.attributes) {
            let drawing = mat::draw_mat(&own, &mat::MatSize::figure(&own, WIDTH));
            let caption = self.inlines(&table.caption);
            self.figure(&drawing, &caption);
            return;
        }
        if let Some(own) = table.hex_map(&block.attributes) {
            let caption = self.inlines(&table.caption);
            self.figure(&map::draw_map_figure(&own, WIDTH, hex_map::map_in_words(table)), &caption);
            return;
        }
        self.out.push_str("<div class=\"wide\"><table>");
        if !table.caption.is_empty() {
            self.tagged("caption", &table.caption);
        }
        for (row, cells) in table.rows.iter().enumerate() {
            self.out.push_str("<tr>");
            cells.cells.iter().for_each(|cell| self.cell(cell, row < table.header_rows));
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table></div>\n");
    }

    fn cell(&mut self, cell: &Cell, head: bool) {
        let tag = if head || cell.header { "th" } else { "td" };
        self.put(format_args!("<{tag}"));
        if cell.colspan > 1 {
            self.put(format_args!(" colspan=\"{}\"", cell.colspan));
        }
        if cell.rowspan > 1 {
            self.put(format_args!(" rowspan=\"{}\"", cell.rowspan));
        }
        if head {
            self.out.push_str(" scope=\"col\"");
        }
        let align = match cell.align {
            TextAlignment::Center => " class=\"center\"",
            TextAlignment::Right => " class=\"right\"",
            TextAlignment::Auto | TextAlignment::Left => "",
        };
        self.put(format_args!("{align}>"));
        match cell.blocks.as_slice() {
            [Block { kind: BlockKind::Paragraph(content), .. }] => {
                let content = self.inlines(content);
                self.out.push_str(&content);
            }
            blocks => self.blocks(blocks),
        }
        self.put(format_args!("</{tag}>"));
    }

    fn code(&mut self, block: &Block, code: &CodeBlock) {
        let drawings = chart_layout::draw_chart_for_web(block, &self.section, self.book, WIDTH);
        if drawings.is_empty() {
            self.put(format_args!("<pre><code>{}</code></pre>\n", escape_markup(&code.text)));
        }
        drawings.iter().for_each(|drawing| self.figure(drawing, ""));
    }

    fn figure(&mut self, drawing: &Drawing, caption: &str) {
        let svg = drawing::render_svg(drawing, &colours::css_colour);
        self.put(format_args!("<figure>{svg}"));
        if !caption.is_empty() {
            self.put(format_args!("<figcaption>{caption}</figcaption>"));
        }
        self.out.push_str("</figure>\n");
    }

    fn picture(&mut self, picture: Option<&Picture>) {
        if let Some(picture) = picture {
            self.figure(&picture::draw_picture(picture, PICTURE), "");
        }
    }

    fn example(&mut self, played: &PlayedExample) {
        let title = self.inlines(&played.title);
        self.put(format_args!(
            "<section class=\"example\" id=\"example-{}\"><h3>{title}</h3>",
            escape_markup(&played.name)
        ));
        if let Some(page) = self.examples.get(&played.name) {
            self.put(format_args!("<p><a href=\"{}\">▶ {title}</a></p>\n", escape_markup(page)));
        }
        self.blocks(&played.opening);
        self.picture(played.position.as_ref());
        let mut open = false;
        for entry in &played.entries {
            match entry {
                ExamplePart::Heading(content) => {
                    self.out.push_str(if std::mem::take(&mut open) { "</ol>" } else { "" });
                    self.tagged("h4", content);
                }
                ExamplePart::Step { number, blocks, picture } => {
                    if !std::mem::replace(&mut open, true) {
                        self.put(format_args!("<ol start=\"{number}\">"));
                    }
                    self.out.push_str("<li>");
                    self.blocks(blocks);
                    self.picture(picture.as_ref());
                    self.out.push_str("</li>\n");
                }
                ExamplePart::Walk(walk) => {
                    self.out.push_str(if std::mem::take(&mut open) { "</ol>" } else { "" });
                    self.put(format_args!("<h4>{}</h4>", escape_markup(&walk.title)));
                    for drawing in chart_layout::draw_walk_for_web(walk, self.book, WIDTH) {
                        self.figure(&drawing, "");
                    }
                }
            }
        }
        self.out.push_str(if open { "</ol>" } else { "" });
        if !played.end.is_empty() {
            self.tagged("p", &played.end);
        }
        self.out.push_str("</section>\n");
    }

    fn notes(&mut self) {
        let book = self.book;
        for note in &book.footnotes {
            self.put(format_args!(
                "<aside class=\"callout\" id=\"note-{}\">",
                escape_markup(&note.label)
            ));
            self.put(format_args!("<p class=\"word\">{}</p>", escape_markup(&note.label)));
            self.around("", &note.blocks, "</aside>");
        }
    }

    fn inlines(&self, inlines: &[Inline]) -> String {
        inlines.iter().map(|inline| self.inline(inline)).collect()
    }

    fn inline(&self, inline: &Inline) -> String {
        let wrapped =
            |tag: &str, content: &[Inline]| format!("<{tag}>{}</{tag}>", self.inlines(content));
        match &inline.kind {
            InlineKind::Text(text) => escape_markup(text),
            InlineKind::Space => " ".to_owned(),
            InlineKind::Break => "<br>".to_owned(),
            InlineKind::Emphasis(content) => wrapped("em", content),
            InlineKind::Strong(content) => wrapped("strong", content),
            InlineKind::Strike(content) => wrapped("s", content),
            InlineKind::Subscript(content) => wrapped("sub", content),
            InlineKind::Superscript(content) => wrapped("sup", content),
            InlineKind::Code(text) => format!("<code>{}</code>", escape_markup(text)),
            InlineKind::Link(link) => self.link(link),
            InlineKind::Image(image) => format!("[{}]", escape_markup(&image.alt)),
            InlineKind::Icon(_) => escape_markup(&plain_text(std::slice::from_ref(inline))),
            InlineKind::FootnoteRef(label) => {
                let label = escape_markup(label);
                format!("<sup><a href=\"#note-{label}\">{label}</a></sup>")
            }
            InlineKind::Value(value) => wrapped("strong", &value.content),
            InlineKind::Span(content, attributes) => match &attributes.id {
                Some(id) => {
                    format!("<span id=\"{}\">{}</span>", escape_markup(id), self.inlines(content))
                }
                None => self.inlines(content),
            },
        }
    }

    fn link(&self, link: &Link) -> String {
        let content = self.inlines(&link.content);
        match &link.target {
            LinkTarget::Place { anchor, address, .. } => {
                let title = escape_markup(&address.0);
                format!("<a href=\"#{}\" title=\"{title}\">{content}</a>", escape_markup(&anchor.0))
            }
            LinkTarget::Other { book, address } => {
                format!("{content} ({} {})", escape_markup(book), escape_markup(&address.0))
            }
            LinkTarget::Web { .. } => match drawing::DrawingTarget::of(&link.url) {
                Some(drawing::DrawingTarget::Url(url)) => {
                    format!("<a href=\"{}\" rel=\"noreferrer\">{content}</a>", escape_markup(&url))
                }
                _ => content,
            },
            LinkTarget::Nowhere => content,
        }
    }
}

/// The contents: address, anchor and title of every heading down to the third level.
pub(super) fn contents_entries(book: &Book) -> Vec<(u8, String, String, String)> {
    let heading = |block: &Block| match &block.kind {
        BlockKind::Heading(heading) if heading.level <= 2 => Some((
            heading.level,
            heading.anchor.0.clone(),
            heading.address.0.clone(),
            plain_text(&heading.content),
        )),
        _ => None,
    };
    book.blocks.iter().filter_map(heading).collect()
}
