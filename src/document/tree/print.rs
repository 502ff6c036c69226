//! A tree as text, one line a block: what goldens and `dump document` show.

use std::fmt::Write;

use super::{
    Attributes, Block, BlockKind, Cell, ColumnWidth, Document, ExamplePart, Inline, InlineKind,
    LinkTarget, List, ListItem, PlayedExample, Table,
};
use crate::picture::Picture;

/// The whole tree.
pub fn print_tree(document: &Document) -> String {
    let mut out = TreePrinter { text: String::new(), depth: 0 };
    if let Some(title) = &document.title {
        out.line(&format!("title {title}"));
    }
    if let Some(language) = &document.language {
        out.line(&format!("language {language}"));
    }
    out.blocks(&document.blocks);
    for note in &document.footnotes {
        out.line(&format!("footnote {}", note.label));
        out.inside(|out| out.blocks(&note.blocks));
    }
    out.text
}

struct TreePrinter {
    text: String,
    depth: usize,
}

impl TreePrinter {
    fn line(&mut self, line: &str) {
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

    fn named(&mut self, name: &str, blocks: &[Block]) {
        self.line(name);
        self.inside(|out| out.blocks(blocks));
    }

    fn block(&mut self, block: &Block) {
        let marks = attribute_marks(&block.attributes);
        match &block.kind {
            BlockKind::Heading(h) => {
                self.line(&format!(
                    "heading {} {} [{}] {}{marks}",
                    h.level,
                    h.anchor,
                    h.address,
                    inlines_text(&h.content)
                ));
            }
            BlockKind::Paragraph(text) => {
                self.line(&format!("paragraph {}{marks}", inlines_text(text)))
            }
            BlockKind::Todo(text) => self.line(&format!("todo {}{marks}", inlines_text(text))),
            BlockKind::List(list) => self.list(list, &marks),
            BlockKind::Quote(blocks) => self.named(&format!("quote{marks}"), blocks),
            BlockKind::Brief(blocks) => self.named(&format!("brief{marks}"), blocks),
            BlockKind::Callout(callout) => {
                self.named(&format!("callout {}{marks}", callout.word), &callout.blocks)
            }
            BlockKind::Table(table) => self.table(table, &marks),
            BlockKind::Definitions(list) => {
                self.line(&format!("definitions{marks}"));
                self.inside(|out| {
                    for definition in list {
                        out.line(&format!("term {}", inlines_text(&definition.term)));
                        out.inside(|out| {
                            definition.bodies.iter().for_each(|body| out.named("meaning", body))
                        });
                    }
                });
            }
            BlockKind::Code(code) => {
                self.line(&format!("code {}{marks}", code.language));
                self.inside(|out| {
                    code.text.lines().for_each(|line| out.line(&format!("| {line}")))
                });
            }
            BlockKind::Figure(f) => {
                let file = f.image.file.as_deref().unwrap_or("lost");
                self.line(&format!(
                    "figure {} ({file}) alt {:?} caption {}",
                    f.image.url,
                    f.image.alt,
                    inlines_text(&f.caption)
                ));
            }
            BlockKind::Pull(pull) => {
                self.line(&format!("pull {} {}{marks}", pull.target, pull.part))
            }
            BlockKind::Rule => self.line("rule"),
            BlockKind::Example(played) => self.example(played),
        }
    }

    fn example(&mut self, played: &PlayedExample) {
        self.line(&format!("example {} {}", played.name, inlines_text(&played.title)));
        self.inside(|out| {
            out.blocks(&played.opening);
            out.picture(played.position.as_ref());
            for entry in &played.entries {
                match entry {
                    ExamplePart::Heading(content) => {
                        out.line(&format!("heading {}", inlines_text(content)))
                    }
                    ExamplePart::Step { number, blocks, picture } => {
                        out.named(&format!("step {number}"), blocks);
                        out.inside(|out| out.picture(picture.as_ref()));
                    }
                    ExamplePart::Walk(walk) => {
                        out.line(&format!("walk {} {} boxes", walk.chart, walk.boxes.len()))
                    }
                }
            }
        });
    }

    fn picture(&mut self, picture: Option<&Picture>) {
        if let Some(picture) = picture {
            self.line(&format!("picture {}", picture.alt));
        }
    }

    fn list(&mut self, list: &List, marks: &str) {
        let tight = if list.tight { "tight" } else { "loose" };
        self.line(&format!("list {:?} from {} {tight}{marks}", list.style, list.start));
        self.inside(|out| list.items.iter().for_each(|item| out.item(item)));
    }

    fn item(&mut self, item: &ListItem) {
        let checked = match item.checked {
            None => "",
            Some(true) => " done",
            Some(false) => " open",
        };
        let address =
            if item.address.0.is_empty() { String::new() } else { format!(" [{}]", item.address) };
        let marker =
            if item.marker.is_empty() { String::new() } else { format!(" {}", item.marker) };
        self.line(&format!("item{marker}{address}{checked}{}", attribute_marks(&item.attributes)));
        self.inside(|out| out.blocks(&item.blocks));
    }

    fn table(&mut self, table: &Table, marks: &str) {
        let columns = table.columns.iter().map(|column| match column.width {
            ColumnWidth::Auto => format!("{:?}", column.align),
            ColumnWidth::Percent(p) => format!("{:?} {p}%", column.align),
            ColumnWidth::Points(p) => format!("{:?} {p}pt", column.align),
        });
        self.line(&format!(
            "table ({}) {} header rows{marks} {}",
            columns.collect::<Vec<_>>().join(", "),
            table.header_rows,
            inlines_text(&table.caption)
        ));
        self.inside(|out| {
            for row in &table.rows {
                out.line("row");
                out.inside(|out| row.cells.iter().for_each(|cell| out.cell(cell)));
            }
        });
    }

    fn cell(&mut self, cell: &Cell) {
        let mut name = format!("{} {}", if cell.header { "th" } else { "td" }, cell.column);
        if cell.colspan > 1 || cell.rowspan > 1 {
            let _ = write!(name, " spans {}x{}", cell.colspan, cell.rowspan);
        }
        self.named(&name, &cell.blocks);
    }
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
        InlineKind::Text(text) => text.clone(),
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
        InlineKind::Image(image) => format!("![{}]({})", image.alt, image.url),
        InlineKind::Icon(name) => format!(":{name}:"),
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
