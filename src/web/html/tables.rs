//! Tables as HTML; the table of a play area or a map becomes a drawing.

use super::{HtmlWriter, WIDTH};
use document::{Block, Cell, Component, ComponentPicture, Inline, Table, TextAlignment, hex_map};
use draw::drawing::escape_markup;
use draw::picture::component::draw_component;
use draw::picture::{map, mat};

impl<'a> HtmlWriter<'a> {
    pub fn table(&mut self, block: &'a Block, table: &'a Table) {
        if let Some(components) = table.components(&block.attributes) {
            return self.components(&components, &table.caption);
        }
        if let Some(own) = table.play_mat(&block.attributes) {
            let drawing = mat::draw_mat(&own, &mat::MatSize::figure(&own, WIDTH));
            return self.drawing(&drawing, &table.caption);
        }
        if let Some(own) = table.hex_map(&block.attributes) {
            let words = hex_map::map_in_words(table, &own);
            return self.drawing(&map::draw_map_figure(&own, WIDTH, words), &table.caption);
        }
        self.out.push_str("<div class=\"wide\"><table>");
        self.tagged_unless_empty("caption", &table.caption);
        for (nth, row) in table.rows.iter().enumerate() {
            self.out.push_str("<tr>");
            row.cells.iter().for_each(|cell| self.cell(cell, nth < table.header_rows));
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table></div>\n");
    }

    /// Writes the components of the box, each with picture, number and name.
    fn components(&mut self, components: &[Component<'a>], caption: &'a [Inline]) {
        self.out.push_str("<ul class=\"components\">\n");
        for component in components {
            self.out.push_str("<li>");
            match &component.picture {
                ComponentPicture::None => {}
                ComponentPicture::Drawn(piece) => {
                    let drawn = self.paint.svg(&draw_component(piece));
                    self.put(format_args!("<div aria-hidden=\"true\">{drawn}</div>"));
                }
                ComponentPicture::Shown(blocks) => self.body(blocks),
            }
            let times = if component.count.parse::<u32>().is_ok() { " ×" } else { "" };
            let count = escape_markup(&component.count);
            self.index.say(&component.count);
            self.put(format_args!("<strong>{count}{times}</strong> "));
            self.body(component.name);
            component.notes.iter().for_each(|note| self.body(note));
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ul>\n");
        self.tagged_unless_empty("p", caption);
    }

    fn cell(&mut self, cell: &'a Cell, head: bool) {
        let tag = if head || cell.header { "th" } else { "td" };
        let scope = if head { " scope=\"col\"" } else { "" };
        let spans =
            span_attribute("colspan", cell.colspan) + &span_attribute("rowspan", cell.rowspan);
        let class = match cell.align {
            TextAlignment::Center => " class=\"center\"",
            TextAlignment::Right => " class=\"right\"",
            TextAlignment::Auto | TextAlignment::Left => "",
        };
        self.put(format_args!("<{tag}{spans}{scope}{class}>"));
        self.body(&cell.blocks);
        self.put(format_args!("</{tag}>"));
    }
}

/// Returns the attribute for the number of columns or rows that a cell covers, if it is more than one.
fn span_attribute(name: &str, count: usize) -> String {
    if count > 1 { format!(" {name}=\"{count}\"") } else { String::new() }
}
