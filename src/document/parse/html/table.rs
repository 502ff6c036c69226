//! Tables: what their elements and attributes say, before the cells are put into a grid.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{DocumentNode, inline};
use crate::document::parse::grid::{CellDraft, RowDraft, make_grid};
use crate::document::{Block, BlockKind, Column, ColumnWidth, Inline, InlineKind, TextAlignment};

/// The most columns that `<col>` can ask for.
const MOST_COLUMNS: usize = 10_000;

/// A table under construction.
#[derive(Default)]
struct TableDraft {
    rows: Vec<RowDraft>,
    columns: Vec<Column>,
    caption: Vec<Inline>,
    /// What stands in no cell.
    loose: Vec<DocumentNode>,
    group: usize,
}

/// What a row gets from the elements around it.
#[derive(Clone, Copy)]
struct RowGroup {
    head: bool,
    align: TextAlignment,
    around: NodeContext,
}

impl HtmlConverter<'_> {
    /// `<table>`
    pub(super) fn table(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let mut draft = TableDraft::default();
        let dom = self.dom;
        let cell = NodeContext { inner: true, cell: true, ..around };
        for child in dom.children(id) {
            let section = RowGroup {
                head: dom.name(child) == "thead",
                align: self.align(child),
                around: cell,
            };
            match dom.name(child) {
                "caption" => self.caption(child, cell, &mut draft),
                "colgroup" => self.columns(child, &mut draft.columns),
                "thead" | "tbody" | "tfoot" => self.section(child, section, &mut draft),
                "tr" => self.row(child, section, &mut draft),
                _ => self.push(child, around, &mut draft.loose),
            }
        }
        out.extend(
            inline::gather_blocks(draft.loose, !around.cell).into_iter().map(DocumentNode::Block),
        );
        let table =
            make_grid(draft.rows, draft.columns, inline::trim_space(draft.caption), self.findings);
        if !table.rows.is_empty() {
            self.add(id, BlockKind::Table(table), out);
        } else if !table.caption.is_empty() {
            self.add(id, BlockKind::Paragraph(table.caption), out);
        }
    }

    fn caption(&mut self, id: DomId, around: NodeContext, draft: &mut TableDraft) {
        let (caption, rest) = self.title(id, around);
        draft.caption.push(Inline::new(InlineKind::Space, self.span(id)));
        draft.caption.extend(caption);
        draft.loose.extend(rest.into_iter().map(DocumentNode::Block));
    }

    fn section(&mut self, id: DomId, section: RowGroup, draft: &mut TableDraft) {
        let dom = self.dom;
        draft.group += 1;
        for child in dom.children(id) {
            match dom.name(child) {
                "tr" => self.row(child, section, draft),
                _ => self.push(child, section.around, &mut draft.loose),
            }
        }
        draft.group += 1;
    }

    fn row(&mut self, id: DomId, section: RowGroup, draft: &mut TableDraft) {
        let dom = self.dom;
        let align = self.align(id).or(section.align);
        let mut cells = Vec::new();
        for child in dom.children(id) {
            match dom.name(child) {
                "td" | "th" => cells.push(self.cell(child, align, section.around)),
                _ => self.push(child, section.around, &mut draft.loose),
            }
        }
        draft.rows.push(RowDraft {
            cells,
            head: section.head,
            group: draft.group,
            span: self.span(id),
        });
    }

    fn cell(&mut self, id: DomId, align: TextAlignment, around: NodeContext) -> CellDraft {
        let count = |key| self.dom.attribute(id, key).and_then(leading_number);
        CellDraft {
            colspan: count("colspan").unwrap_or(1).max(1),
            rowspan: count("rowspan").unwrap_or(1),
            header: self.dom.name(id) == "th",
            align: self.align(id).or(align),
            span: self.span(id),
            blocks: self.cell_blocks(id, around),
        }
    }

    fn cell_blocks(&mut self, id: DomId, around: NodeContext) -> Vec<Block> {
        self.blocks(id, around.deeper())
    }

    /// `<colgroup>` and the `<col>` in it.
    fn columns(&self, group: DomId, columns: &mut Vec<Column>) {
        let before = columns.len();
        for col in self.dom.children(group).filter(|child| self.dom.name(*child) == "col") {
            let align = self.align(col).or(self.align(group));
            let width = if self.width(col) == ColumnWidth::Auto {
                self.width(group)
            } else {
                self.width(col)
            };
            self.repeat(col, Column { align, width }, columns);
        }
        if columns.len() == before {
            let column = Column { align: self.align(group), width: self.width(group) };
            self.repeat(group, column, columns);
        }
    }

    fn repeat(&self, id: DomId, column: Column, columns: &mut Vec<Column>) {
        let span =
            self.dom.attribute(id, "span").and_then(leading_number).unwrap_or(1).clamp(1, 1000);
        let span = span.min(MOST_COLUMNS.saturating_sub(columns.len()));
        columns.extend(std::iter::repeat_n(column, span));
    }

    fn align(&self, id: DomId) -> TextAlignment {
        let value =
            self.style(id, "text-align").or(self.dom.attribute(id, "align")).unwrap_or_default();
        match value.trim().to_ascii_lowercase().as_str() {
            "left" | "start" => TextAlignment::Left,
            "center" | "middle" => TextAlignment::Center,
            "right" | "end" => TextAlignment::Right,
            _ => TextAlignment::Auto,
        }
    }

    fn width(&self, id: DomId) -> ColumnWidth {
        let style = self.style(id, "width").map(css_width);
        let value = style.or_else(|| self.dom.attribute(id, "width").map(css_width));
        value.unwrap_or_default()
    }

    /// The value of a property in the `style` attribute.
    fn style(&self, id: DomId, property: &str) -> Option<&str> {
        let mut properties =
            self.dom.attribute(id, "style")?.rsplit(';').filter_map(|part| part.split_once(':'));
        properties
            .find(|(key, _)| key.trim().eq_ignore_ascii_case(property))
            .map(|(_, value)| value.trim())
    }
}

impl TextAlignment {
    fn or(self, other: TextAlignment) -> TextAlignment {
        if self == TextAlignment::Auto { other } else { self }
    }
}

/// A number as HTML reads it: digits, and whatever follows.
fn leading_number(text: &str) -> Option<usize> {
    let text = text.trim_start();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if digits == 0 { None } else { Some(text[..digits].parse().unwrap_or(usize::MAX)) }
}

/// A length in CSS units; a plain number is in pixels.
fn css_width(text: &str) -> ColumnWidth {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (value, unit) = text.split_at(digits);
    let Ok(value) = value.parse::<f32>() else { return ColumnWidth::Auto };
    let points = match unit.trim().to_ascii_lowercase().as_str() {
        "%" => {
            return if value > 0.0 && value <= 100.0 {
                ColumnWidth::Percent(value)
            } else {
                ColumnWidth::Auto
            };
        }
        "" | "px" => 0.75,
        "pt" => 1.0,
        "mm" => 72.0 / 25.4,
        "cm" => 72.0 / 2.54,
        "in" => 72.0,
        "em" | "rem" => 10.0,
        _ => return ColumnWidth::Auto,
    };
    let points = value * points;
    if points > 0.0 && points < 10_000.0 { ColumnWidth::Points(points) } else { ColumnWidth::Auto }
}
