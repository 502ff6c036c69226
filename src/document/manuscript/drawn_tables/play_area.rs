//! A table that draws a play area as a play mat. In: its grid. Out: the fields that have a name;
//! free places stay free.

use crate::document::{Block, BlockKind, ColumnWidth, InlineKind, Table, plain_text, walk};
use crate::picture::PlayMat;
use crate::picture::mat::{MatField, assign_grounds};
use crate::source::Span;

/// The longest name of a field, in characters.
const LONGEST: usize = 60;
/// A column is at least this part of the widest one.
const NARROWEST: f64 = 0.22;

/// Words of an open place that waits for a picture.
const PICTURE: [&str; 6] = ["svg", "picture", "figure", "image", "drawing", "diagram"];

/// Takes away what waits for a picture right before a play area, which is drawn; gives its places.
pub fn drop_picture_todos(blocks: &mut Vec<Block>) -> Vec<Span> {
    let waits = |block: &Block| match &block.kind {
        BlockKind::Todo(words) => {
            let words = plain_text(words).to_lowercase();
            PICTURE.iter().any(|picture| words.contains(picture))
        }
        _ => false,
    };
    let drawn = |block: &Block| match &block.kind {
        BlockKind::Table(table) => table.play_mat(&block.attributes).is_some(),
        _ => false,
    };
    let mut settled = Vec::new();
    for at in (1..blocks.len()).rev() {
        if drawn(&blocks[at]) && waits(&blocks[at - 1]) {
            settled.push(blocks.remove(at - 1).span);
        }
    }
    settled
}

/// The mat that a table draws; none when a cell holds more than a name, which must not be lost.
pub fn play_area_mat(table: &Table) -> Option<PlayMat> {
    if table.part.is_some() || table.columns.is_empty() {
        return None;
    }
    let mut fields = Vec::new();
    for (row, cells) in table.rows.iter().enumerate() {
        for cell in &cells.cells {
            let name = field_name(&cell.blocks)?;
            if !name.is_empty() {
                let (column, across, down) = (cell.column, cell.colspan, cell.rowspan);
                fields.push(MatField { name, column, row, across, down, ..MatField::default() });
            }
        }
    }
    if fields.len() < 2 {
        return None;
    }
    assign_grounds(&mut fields);
    let alt = mat_in_words(&fields);
    Some(PlayMat { columns: column_widths(table), rows: table.rows.len(), fields, alt })
}

/// The words of a cell that holds nothing but words.
fn field_name(blocks: &[Block]) -> Option<String> {
    let mut words = Vec::new();
    for block in blocks {
        let BlockKind::Paragraph(inlines) = &block.kind else { return None };
        let mut rich = block.attributes.id.is_some();
        walk::each_nested_inline(inlines, &mut |inline| {
            rich |= matches!(
                inline.kind,
                InlineKind::Link(_)
                    | InlineKind::Image(_)
                    | InlineKind::FootnoteRef(_)
                    | InlineKind::Span(..)
            );
        });
        if rich {
            return None;
        }
        words.push(plain_text(inlines));
    }
    let name = words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    (name.chars().count() <= LONGEST).then_some(name)
}

/// Widths of the columns as the author asked for, none of them too narrow for a name; equal ones if
/// nobody asked.
fn column_widths(table: &Table) -> Vec<f64> {
    let asked: Vec<f64> = table
        .columns
        .iter()
        .map(|column| match column.width {
            ColumnWidth::Percent(width) | ColumnWidth::Points(width) if width > 0.0 => {
                f64::from(width)
            }
            _ => 0.0,
        })
        .collect();
    let most = asked.iter().copied().fold(0.0, f64::max);
    if asked.contains(&0.0) {
        return vec![1.0; table.columns.len()];
    }
    asked.into_iter().map(|width| width.max(most * NARROWEST)).collect()
}

/// Row by row: "Row 1: Graveyard, Memory. Row 2: ..."
fn mat_in_words(fields: &[MatField]) -> String {
    let mut rows: Vec<(usize, Vec<&str>)> = Vec::new();
    for field in fields {
        match rows.last_mut() {
            Some((row, names)) if *row == field.row => names.push(&field.name),
            _ => rows.push((field.row, vec![&field.name])),
        }
    }
    let row = |(row, names): &(usize, Vec<&str>)| {
        format!("Row {}, from the left: {}.", row + 1, names.join(", "))
    };
    rows.iter().map(row).collect::<Vec<_>>().join(" ")
}
