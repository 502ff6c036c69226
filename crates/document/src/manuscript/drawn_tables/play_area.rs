//! A table that draws a play area as a play mat. In: its grid. Out: the fields that have a name; empty places
//! stay empty.

use crate::{Block, BlockKind, Cell, ColumnWidth, Inline, InlineKind, Table, plain_text, walk};
use base::source::Span;
use base::text::single_spaced;
use draw::picture::PlayMat;
use draw::picture::mat::{MatField, assign_grounds};

/// Longest name of a field, in characters.
const LONGEST: usize = 60;
/// Least width of a column, as a fraction of the widest one.
const NARROWEST: f64 = 0.22;

/// Words that mark an open place as waiting for a picture.
const PICTURE: [&str; 6] = ["svg", "picture", "figure", "image", "drawing", "diagram"];

/// Removes placeholders for a picture right before a play area, which is drawn. Returns their places.
pub fn drop_picture_todos(blocks: &mut Vec<Block>) -> Vec<Span> {
    let mut settled = Vec::new();
    for at in (1..blocks.len()).rev() {
        if draws_play_area(&blocks[at]) && waits_for_picture(&blocks[at - 1]) {
            settled.push(blocks.remove(at - 1).span);
        }
    }
    settled
}

fn draws_play_area(block: &Block) -> bool {
    let BlockKind::Table(table) = &block.kind else { return false };
    table.play_mat(&block.attributes).is_some()
}

fn waits_for_picture(block: &Block) -> bool {
    let BlockKind::Todo(words) = &block.kind else { return false };
    let words = plain_text(words).to_lowercase();
    PICTURE.iter().any(|picture| words.contains(picture))
}

/// Returns the mat that a table draws; none if a cell holds more than a name, so that nothing is lost.
pub fn play_area_mat(table: &Table) -> Option<PlayMat> {
    if table.part.is_some() || table.columns.is_empty() {
        return None;
    }
    let mut fields = named_fields(table)?;
    if fields.len() < 2 {
        return None;
    }
    assign_grounds(&mut fields, |field| field.name.clone());
    let alt = mat_in_words(&fields);
    let asked: Vec<f64> = table
        .columns
        .iter()
        .map(|column| match column.width {
            ColumnWidth::Auto => 0.0,
            ColumnWidth::Percent(width) | ColumnWidth::Points(width) => f64::from(width.max(0.0)),
        })
        .collect();
    Some(PlayMat {
        columns: if asked.contains(&0.0) { vec![1.0; asked.len()] } else { readable_widths(asked) },
        rows: table.rows.len(),
        fields,
        alt,
    })
}

/// Returns the cells with a name; none if a cell holds more than a name.
fn named_fields(table: &Table) -> Option<Vec<MatField>> {
    let mut fields = Vec::new();
    for (row, cells) in table.rows.iter().enumerate() {
        for cell in &cells.cells {
            fields.push(mat_field(cell, row)?);
        }
    }
    fields.retain(|field| !field.name.is_empty());
    Some(fields)
}

fn mat_field(cell: &Cell, row: usize) -> Option<MatField> {
    let name = field_name(&cell.blocks)?;
    let (column, across, down) = (cell.column, cell.colspan, cell.rowspan);
    Some(MatField { name, column, row, across, down, ..MatField::default() })
}

/// Returns the words of a cell that holds only words.
fn field_name(blocks: &[Block]) -> Option<String> {
    let words = blocks.iter().map(plain_words).collect::<Option<Vec<_>>>()?;
    let name = single_spaced(&words.join(" "));
    (name.chars().count() <= LONGEST).then_some(name)
}

/// Returns the words of a paragraph that holds only words.
fn plain_words(block: &Block) -> Option<String> {
    let BlockKind::Paragraph(inlines) = &block.kind else { return None };
    let plain = block.attributes.id.is_none() && !is_rich(inlines);
    plain.then(|| plain_text(inlines))
}

/// Reports whether inlines hold more than words.
fn is_rich(inlines: &[Inline]) -> bool {
    let mut rich = false;
    walk::each_nested_inline(inlines, &mut |inline| rich |= leads_elsewhere(&inline.kind));
    rich
}

fn leads_elsewhere(kind: &InlineKind) -> bool {
    matches!(
        kind,
        InlineKind::Link(_)
            | InlineKind::Image(_)
            | InlineKind::FootnoteRef(_)
            | InlineKind::Span(..)
    )
}

fn readable_widths(asked: Vec<f64>) -> Vec<f64> {
    let most = asked.iter().copied().fold(0.0, f64::max);
    asked.into_iter().map(|width| width.max(most * NARROWEST)).collect()
}

/// Describes a mat row by row: "Row 1: Graveyard, Memory. Row 2: ..."
fn mat_in_words(fields: &[MatField]) -> String {
    let rows = fields.chunk_by(|before, field| before.row == field.row);
    rows.map(|fields| {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        format!("Row {}, from the left: {}.", fields[0].row + 1, names.join(", "))
    })
    .collect::<Vec<_>>()
    .join(" ")
}
