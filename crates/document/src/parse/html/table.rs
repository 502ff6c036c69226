//! Tables: reads their elements and attributes, before the cells are put into a grid.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{DocumentNode, inline};
use crate::parse::css::{self, CssLength, leading_number};
use crate::parse::grid::{CellDraft, RowDraft, make_grid};
use crate::{BlockKind, Column, ColumnWidth, Inline, TextAlignment};

/// Most columns that `<col>` can ask for.
const MOST_COLUMNS: usize = 10_000;

/// A table under construction.
#[derive(Default)]
struct TableDraft {
    rows: Vec<RowDraft>,
    columns: Vec<Column>,
    caption: Vec<Inline>,
    /// Content outside of cells.
    loose: Vec<DocumentNode>,
    group: usize,
}

/// Properties of a row from the elements around it.
#[derive(Clone, Copy)]
struct RowGroup {
    head: bool,
    align: TextAlignment,
    around: NodeContext,
}

impl HtmlConverter<'_> {
    /// Converts `<table>`.
    pub fn table(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let draft = self.table_draft(id, around);
        let loose = inline::gather_blocks(draft.loose, !around.cell);
        out.extend(loose.into_iter().map(DocumentNode::Block));
        let caption = inline::trim_space(draft.caption);
        let table = make_grid(draft.rows, draft.columns, caption, self.findings);
        if !table.rows.is_empty() {
            self.add(id, BlockKind::Table(table), out);
        } else if !table.caption.is_empty() {
            self.add(id, BlockKind::Paragraph(table.caption), out);
        }
    }

    fn table_draft(&mut self, id: DomId, around: NodeContext) -> TableDraft {
        let mut draft = TableDraft::default();
        for child in self.dom.children(id) {
            self.table_part(child, around, &mut draft);
        }
        draft
    }

    fn table_part(&mut self, id: DomId, around: NodeContext, draft: &mut TableDraft) {
        let cell = NodeContext { cell: true, ..around.in_item() };
        let head = self.dom.name(id) == "thead";
        let group = RowGroup { head, align: self.align(id), around: cell };
        match self.dom.name(id) {
            "caption" => self.caption(id, cell, draft),
            "colgroup" => self.columns(id, &mut draft.columns),
            "thead" | "tbody" | "tfoot" => self.section(id, group, draft),
            "tr" => self.row(id, group, draft),
            _ => self.push(id, around, &mut draft.loose),
        }
    }

    fn caption(&mut self, id: DomId, around: NodeContext, draft: &mut TableDraft) {
        let rest = self.add_caption(id, around, &mut draft.caption);
        draft.loose.extend(rest.into_iter().map(DocumentNode::Block));
    }

    fn section(&mut self, id: DomId, group: RowGroup, draft: &mut TableDraft) {
        draft.group += 1;
        for child in self.dom.children(id) {
            match self.dom.name(child) {
                "tr" => self.row(child, group, draft),
                _ => self.push(child, group.around, &mut draft.loose),
            }
        }
        draft.group += 1;
    }

    fn row(&mut self, id: DomId, group: RowGroup, draft: &mut TableDraft) {
        let align = self.align(id).or(group.align);
        let mut cells = Vec::new();
        for child in self.dom.children(id) {
            match self.dom.name(child) {
                "td" | "th" => cells.push(self.cell(child, align, group.around)),
                _ => self.push(child, group.around, &mut draft.loose),
            }
        }
        let span = self.span(id);
        draft.rows.push(RowDraft { cells, head: group.head, group: draft.group, span });
    }

    fn cell(&mut self, id: DomId, align: TextAlignment, around: NodeContext) -> CellDraft {
        CellDraft {
            colspan: self.count(id, "colspan").max(1),
            rowspan: self.count(id, "rowspan"),
            header: self.dom.name(id) == "th",
            align: self.align(id).or(align),
            span: self.span(id),
            blocks: self.blocks(id, around.deeper()),
        }
    }

    /// Returns the number in an attribute; 1 by default.
    fn count(&self, id: DomId, key: &str) -> usize {
        self.dom.attribute(id, key).and_then(leading_number).unwrap_or(1)
    }

    /// Reads `<colgroup>` and the `<col>` in it.
    fn columns(&self, group: DomId, columns: &mut Vec<Column>) {
        let before = columns.len();
        let whole = self.read_column(group);
        for col in self.dom.children(group).filter(|child| self.dom.name(*child) == "col") {
            self.repeat(col, self.read_column(col).or(&whole), columns);
        }
        if columns.len() == before {
            self.repeat(group, whole, columns);
        }
    }

    fn read_column(&self, id: DomId) -> Column {
        Column { align: self.align(id), width: self.width(id) }
    }

    fn repeat(&self, id: DomId, column: Column, columns: &mut Vec<Column>) {
        let span = self.count(id, "span").clamp(1, 1000);
        columns.resize(MOST_COLUMNS.min(columns.len() + span), column);
    }

    /// Returns the alignment of an element's text.
    pub fn align(&self, id: DomId) -> TextAlignment {
        let value =
            self.style(id, "text-align").or(self.dom.attribute(id, "align")).unwrap_or_default();
        TextAlignment::of_keyword(&value.trim().to_ascii_lowercase())
    }

    fn width(&self, id: DomId) -> ColumnWidth {
        let asked = self.style(id, "width").or_else(|| self.dom.attribute(id, "width"));
        asked
            .map(|text| match css::css_length(text) {
                Some(CssLength::Percent(value)) if value <= 100.0 => ColumnWidth::Percent(value),
                Some(CssLength::Points(points)) if points < 10_000.0 => ColumnWidth::Points(points),
                Some(CssLength::Percent(_) | CssLength::Points(_)) | None => ColumnWidth::Auto,
            })
            .unwrap_or_default()
    }

    /// Returns the value of a property in the `style` attribute.
    fn style(&self, id: DomId, property: &str) -> Option<&str> {
        css::style_value(self.dom.attribute(id, "style")?, property)
    }
}

impl Column {
    /// Returns this column, with the unset values of `other`.
    fn or(self, other: &Self) -> Self {
        let width = if self.width == ColumnWidth::Auto { other.width } else { self.width };
        Self { align: self.align.or(other.align), width }
    }
}

impl TextAlignment {
    fn of_keyword(word: &str) -> Self {
        match word {
            "left" | "start" => Self::Left,
            "center" | "middle" => Self::Center,
            "right" | "end" => Self::Right,
            _ => Self::Auto,
        }
    }

    fn or(self, other: TextAlignment) -> TextAlignment {
        if self == TextAlignment::Auto { other } else { self }
    }
}
