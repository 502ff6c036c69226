//! Prints a tree as text, one line for each block, for goldens and `dump document`.

use std::fmt::{Display, Write};

use super::{
    AskedSize, Attributes, Block, BlockKind, Cell, CodeBlock, Column, ColumnWidth, Definition,
    Document, ExamplePart, Figure, Heading, Inline, InlineKind, LinkTarget, List, ListItem,
    PictureLength, PlayedExample, Row, Table,
};
use draw::picture::Picture;

/// Prints the whole tree.
pub fn print_tree(document: &Document) -> String {
    let mut out = TreePrinter { text: String::new(), depth: 0 };
    if let Some(title) = &document.title {
        out.line(format_args!("title {title}"));
    }
    let fields = [("subtitle", &document.subtitle), ("edition", &document.edition)];
    for (name, words) in fields.into_iter().chain([("language", &document.language)]) {
        words.iter().for_each(|words| out.line(format_args!("{name} {words}")));
    }
    document.authors.iter().for_each(|author| out.line(format_args!("author {author}")));
    document.date.iter().for_each(|date| out.line(format_args!("date {date}")));
    out.blocks(&document.blocks);
    for note in &document.footnotes {
        out.named(format_args!("footnote {}", note.label), &note.blocks);
    }
    out.text
}

struct TreePrinter {
    text: String,
    depth: usize,
}

impl TreePrinter {
    fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        let _ = writeln!(self.text, "{}{}", "  ".repeat(self.depth), line.trim_end());
    }

    fn inside(&mut self, f: impl FnOnce(&mut Self)) {
        self.depth += 1;
        f(self);
        self.depth -= 1;
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn named(&mut self, name: impl Display, blocks: &[Block]) {
        self.line(name);
        self.inside(|out| out.blocks(blocks));
    }

    fn block(&mut self, block: &Block) {
        let marks = attribute_marks(&block.attributes);
        match &block.kind {
            BlockKind::Heading(heading) => self.heading(heading, &marks),
            BlockKind::Paragraph(text) => {
                self.line(format_args!("paragraph {}{marks}", inlines_text(text)));
            }
            BlockKind::Todo(text) => {
                self.line(format_args!("todo {}{marks}", inlines_text(text)));
            }
            BlockKind::List(list) => self.list(list, &marks),
            BlockKind::Quote(blocks) => self.named(format_args!("quote{marks}"), blocks),
            BlockKind::Brief(blocks) => self.named(format_args!("brief{marks}"), blocks),
            BlockKind::Callout(callout) => {
                self.named(format_args!("callout {}{marks}", callout.word), &callout.blocks);
            }
            BlockKind::Table(table) => self.table(table, &marks),
            BlockKind::Definitions(list) => self.definitions(list, &marks),
            BlockKind::Code(code) => self.code(code, &marks),
            BlockKind::Figure(figure) => self.figure(figure),
            BlockKind::Pull(pull) => {
                self.line(format_args!("pull {} {}{marks}", pull.target, pull.part));
            }
            BlockKind::Rule => self.line("rule"),
            BlockKind::Example(played) => self.example(played),
        }
    }

    fn heading(&mut self, heading: &Heading, marks: &str) {
        let Heading { level, anchor, address, content } = heading;
        let content = inlines_text(content);
        self.line(format_args!("heading {level} {anchor} [{address}] {content}{marks}"));
    }

    fn definitions(&mut self, list: &[Definition], marks: &str) {
        self.line(format_args!("definitions{marks}"));
        self.inside(|out| list.iter().for_each(|definition| out.definition(definition)));
    }

    fn definition(&mut self, definition: &Definition) {
        self.line(format_args!("term {}", inlines_text(&definition.term)));
        self.inside(|out| definition.bodies.iter().for_each(|body| out.named("meaning", body)));
    }

    fn code(&mut self, code: &CodeBlock, marks: &str) {
        self.line(format_args!("code {}{marks}", code.language));
        self.inside(|out| {
            code.text.lines().for_each(|line| out.line(format_args!("| {line}")));
        });
    }

    fn figure(&mut self, figure: &Figure) {
        let (image, caption) = (&figure.image, inlines_text(&figure.caption));
        let file = image.file.as_deref().unwrap_or("lost");
        let alt = &image.alt;
        let (url, asked) = (&image.url, asked_text(&image.asked));
        self.line(format_args!("figure {url} ({file}){asked} alt {alt:?} caption {caption}"));
    }

    fn example(&mut self, played: &PlayedExample) {
        self.line(format_args!("example {} {}", played.name, inlines_text(&played.title)));
        self.inside(|out| {
            out.blocks(&played.opening);
            played.entries.iter().for_each(|part| out.example_part(part));
        });
    }

    fn example_part(&mut self, part: &ExamplePart) {
        match part {
            ExamplePart::Heading(content) => {
                self.line(format_args!("heading {}", inlines_text(content)));
            }
            ExamplePart::Step { number, last, blocks, picture } => {
                match number == last {
                    true => self.named(format_args!("step {number}"), blocks),
                    false => self.named(format_args!("steps {number} to {last}"), blocks),
                }
                self.inside(|out| out.picture(picture.as_ref()));
            }
            ExamplePart::Board { picture, caption } => {
                self.picture(Some(picture));
                if !caption.is_empty() {
                    self.line(format_args!("caption {}", inlines_text(caption)));
                }
            }
            ExamplePart::Walk(walk) => {
                self.line(format_args!("walk {} {} boxes", walk.chart, walk.boxes.len()));
            }
        }
    }

    fn picture(&mut self, picture: Option<&Picture>) {
        if let Some(picture) = picture {
            self.line(format_args!("picture {}", picture.alt));
        }
    }

    fn list(&mut self, list: &List, marks: &str) {
        let tight = if list.tight { "tight" } else { "loose" };
        self.line(format_args!("list {:?} from {} {tight}{marks}", list.style, list.start));
        self.inside(|out| list.items.iter().for_each(|item| out.item(item)));
    }

    fn item(&mut self, item: &ListItem) {
        let checked = match item.checked {
            None => "",
            Some(true) => " done",
            Some(false) => " open",
        };
        let number = item_number(item);
        let marks = attribute_marks(&item.attributes);
        self.named(format_args!("item{number}{checked}{marks}"), &item.blocks);
    }

    fn table(&mut self, table: &Table, marks: &str) {
        let column_text = |Column { align, width }: &Column| match width {
            ColumnWidth::Auto => format!("{align:?}"),
            ColumnWidth::Percent(percent) => format!("{align:?} {percent}%"),
            ColumnWidth::Points(points) => format!("{align:?} {points}pt"),
        };
        let columns: Vec<String> = table.columns.iter().map(column_text).collect();
        let (columns, caption) = (columns.join(", "), inlines_text(&table.caption));
        let headers = table.header_rows;
        self.line(format_args!("table ({columns}) {headers} header rows{marks} {caption}"));
        self.inside(|out| {
            table.rows.iter().for_each(|row| out.row(row));
        });
    }

    fn row(&mut self, row: &Row) {
        self.line("row");
        self.inside(|out| row.cells.iter().for_each(|cell| out.cell(cell)));
    }

    fn cell(&mut self, cell: &Cell) {
        let mut name = format!("{} {}", if cell.header { "th" } else { "td" }, cell.column);
        if cell.colspan > 1 || cell.rowspan > 1 {
            let _ = write!(name, " spans {}x{}", cell.colspan, cell.rowspan);
        }
        self.named(name, &cell.blocks);
    }
}

fn item_number(item: &ListItem) -> String {
    let mut number = String::new();
    if !item.marker.is_empty() {
        let _ = write!(number, " {}", item.marker);
    }
    if !item.address.0.is_empty() {
        let _ = write!(number, " [{}]", item.address);
    }
    number
}

fn attribute_marks(attributes: &Attributes) -> String {
    let mut out = String::new();
    if let Some(id) = &attributes.id {
        let _ = write!(out, " #{id}");
    }
    for class in &attributes.classes {
        let _ = write!(out, " .{class}");
    }
    for (key, value) in &attributes.pairs {
        let _ = write!(out, " {key}={value:?}");
    }
    out
}

fn inlines_text(inlines: &[Inline]) -> String {
    inlines.iter().map(inline_text).collect()
}

fn inline_text(inline: &Inline) -> String {
    match &inline.kind {
        InlineKind::Text(text) => text.to_owned(),
        InlineKind::Space => " ".to_owned(),
        InlineKind::Break => " / ".to_owned(),
        InlineKind::Emphasis(content) => format!("*{}*", inlines_text(content)),
        InlineKind::Strong(content) => format!("**{}**", inlines_text(content)),
        InlineKind::Strike(content) => format!("~~{}~~", inlines_text(content)),
        InlineKind::Subscript(content) => format!("_({})", inlines_text(content)),
        InlineKind::Superscript(content) => format!("^({})", inlines_text(content)),
        InlineKind::Code(text) => format!("`{text}`"),
        InlineKind::Link(link) => {
            format!("[{}]({}{})", inlines_text(&link.content), link.url, target_text(&link.target))
        }
        InlineKind::Image(image) => {
            format!("![{}]({}){}", image.alt, image.url, asked_text(&image.asked))
        }
        InlineKind::Icon(icon) => format!(":{}:", icon.name),
        InlineKind::FootnoteRef(label) => format!("[^{label}]"),
        InlineKind::Value(value) => {
            format!("[{}]{{={}}}", inlines_text(&value.content), value.name)
        }
        InlineKind::Span(content, marks) => {
            format!("[{}]{{{}}}", inlines_text(content), attribute_marks(marks).trim())
        }
    }
}

fn target_text(target: &LinkTarget) -> String {
    match target {
        LinkTarget::Nowhere => " nowhere".to_owned(),
        LinkTarget::Place { address, shown: true, .. } => format!(" see {address}"),
        LinkTarget::Place { address, .. } => format!(" at {address}"),
        LinkTarget::Other { book, address } => format!(" in {book} {address}"),
        LinkTarget::Web { note } => format!(" note {note}"),
    }
}

/// Returns the size and place of a picture in the form of `{..}`; empty if it asks for none.
fn asked_text(asked: &AskedSize) -> String {
    let length = |length: PictureLength| match length {
        PictureLength::Points(points) => format!("{points}pt"),
        PictureLength::Percent(percent) => format!("{percent}%"),
    };
    let points = |points: f32| format!("{points}pt");
    let said = [
        ("width", asked.width.map(length)),
        ("height", asked.height.map(points)),
        ("max-width", asked.most_width.map(length)),
        ("max-height", asked.most_height.map(points)),
        ("align", Some(asked.place.word().to_owned()).filter(|word| !word.is_empty())),
    ];
    let said = said.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?)));
    let said: Vec<String> = said.collect();
    if said.is_empty() { String::new() } else { format!("{{{}}}", said.join(" ")) }
}
