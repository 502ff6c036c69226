//! A play mat: the zones of a table as named fields on a grid.

use serde::{Deserialize, Serialize};

use super::frame::GROUNDS;
use super::sign;
use super::text::{break_words, words_width};
use crate::drawing::{
    Area, Colour, Drawing, DrawingItem, Stroke, TextAlign, TextLines, TextWeight,
};

/// The fields of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayMat {
    /// Width of each column, as parts of the whole.
    pub columns: Vec<f64>,
    /// How many rows there are.
    pub rows: usize,
    /// Row by row, from the left.
    pub fields: Vec<MatField>,
    /// The mat in words.
    pub alt: String,
}

/// A field of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MatField {
    /// As printed.
    pub name: String,
    /// Its left column.
    pub column: usize,
    /// Its upper row.
    pub row: usize,
    /// Columns covered.
    pub across: usize,
    /// Rows covered.
    pub down: usize,
    /// Which of the grounds it has.
    pub ground: usize,
    /// The zone of the rules that lies there, by its key.
    pub zone: Option<String>,
    /// Whose it is: the number of the player.
    pub owner: Option<usize>,
}

/// Size and type of a drawn mat, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatSize {
    /// Of the mat.
    pub width: f64,
    /// Of a row.
    pub row: f64,
    /// Of the names.
    pub text: f64,
}

impl MatSize {
    /// A mat in running text: its rows are as high as their names need.
    pub fn figure(mat: &PlayMat, width: f64) -> Self {
        let text = if width > 300.0 { 9.0 } else { 8.0 };
        let size = Self { width, row: 0.0, text };
        let high = |field: &MatField| {
            let room = field_area(mat, field, &size).width - SIDES;
            let sign = if field.owner.is_some() { text * SIGN } else { 0.0 };
            (break_words(&field.name, text, TextWeight::Bold, room).len() as f64 * text * STEP
                + sign
                + 9.0)
                / field.down as f64
        };
        let row = mat.fields.iter().map(high).fold(26.0, f64::max);
        Self { row, ..size }
    }

    /// A mat that fills a page.
    pub fn page(mat: &PlayMat, width: f64, height: f64) -> Self {
        let row = (height - 2.0 * RIM) / mat.rows.max(1) as f64;
        Self { width, row, text: (row * 0.2).clamp(12.0, 22.0) }
    }
}

/// Whether no word of a mat of this width has to be divided.
pub fn mat_fits(mat: &PlayMat, width: f64) -> bool {
    column_needs(mat).iter().sum::<f64>() <= width - 2.0 * RIM
}

/// The width that the longest word in each column needs.
fn column_needs(mat: &PlayMat) -> Vec<f64> {
    let mut needs = vec![12.0f64; mat.columns.len()];
    for field in mat.fields.iter().filter(|field| field.across == 1) {
        let words = field
            .name
            .split_whitespace()
            .map(|word| words_width(word, super::LEAST_TYPE, TextWeight::Bold));
        let need = &mut needs[field.column];
        *need = need.max(words.fold(0.0, f64::max) + SIDES + BETWEEN + 0.5);
    }
    needs
}

/// Widths of the columns: as asked for, but none narrower than its words while there is room.
fn mat_column_widths(mat: &PlayMat, width: f64) -> Vec<f64> {
    let (room, needs) = (width - 2.0 * RIM, column_needs(mat));
    let whole: f64 = needs.iter().sum();
    if whole >= room {
        return needs.iter().map(|need| need * room / whole).collect();
    }
    let mut fixed = vec![false; needs.len()];
    loop {
        let left: f64 = room
            - needs
                .iter()
                .zip(&fixed)
                .filter(|(_, fixed)| **fixed)
                .map(|(need, _)| need)
                .sum::<f64>();
        let asked: f64 = mat
            .columns
            .iter()
            .zip(&fixed)
            .filter(|(_, fixed)| !**fixed)
            .map(|(part, _)| part)
            .sum();
        let share = |at: usize| mat.columns[at] / asked.max(f64::MIN_POSITIVE) * left;
        match (0..needs.len()).find(|at| !fixed[*at] && share(*at) < needs[*at]) {
            Some(at) => fixed[at] = true,
            None => {
                return (0..needs.len())
                    .map(|at| if fixed[at] { needs[at] } else { share(at) })
                    .collect();
            }
        }
    }
}

/// Gives every field a ground that no field beside it has; fields of one name have the same if they
/// can.
pub fn assign_grounds(fields: &mut [MatField]) {
    for at in 0..fields.len() {
        let beside: Vec<usize> = fields[..at]
            .iter()
            .filter(|other| fields_touch(other, &fields[at]))
            .map(|other| other.ground)
            .collect();
        let same = fields[..at]
            .iter()
            .find(|other| other.name == fields[at].name)
            .map(|other| other.ground);
        let used =
            |ground: usize| fields[..at].iter().filter(|other| other.ground == ground).count();
        let free = (0..GROUNDS.len())
            .filter(|ground| !beside.contains(ground))
            .min_by_key(|ground| used(*ground));
        fields[at].ground =
            same.filter(|ground| !beside.contains(ground)).or(free).unwrap_or(at % GROUNDS.len());
    }
}

fn fields_touch(a: &MatField, b: &MatField) -> bool {
    let over = |from: usize, long: usize, other: usize, wide: usize| {
        from <= other + wide && other <= from + long
    };
    over(a.column, a.across, b.column, b.across) && over(a.row, a.down, b.row, b.down)
}

/// Where a field lies on a mat of a size.
pub fn field_area(mat: &PlayMat, field: &MatField, size: &MatSize) -> Area {
    let widths = mat_column_widths(mat, size.width);
    let edge = |column: usize| widths.iter().take(column).sum::<f64>() + RIM;
    let (left, right) = (edge(field.column), edge(field.column + field.across));
    let (top, high) = (RIM + field.row as f64 * size.row, field.down as f64 * size.row);
    Area { x: left, y: top, width: right - left, height: high }.grown(-BETWEEN / 2.0)
}

/// From the edge of the mat to its fields.
const RIM: f64 = 3.0;
/// Between two fields.
const BETWEEN: f64 = 3.6;
/// Left and right of a name together.
const SIDES: f64 = 5.0;
/// From baseline to baseline of a name, in type sizes.
const STEP: f64 = 1.12;
/// Height of an owner's sign with the gap below it, in type sizes.
const SIGN: f64 = 1.15;

/// Draws a mat.
pub fn draw_mat(mat: &PlayMat, size: &MatSize) -> Drawing {
    let (width, height) = (size.width, size.row * mat.rows as f64 + 2.0 * RIM);
    let ground = Area { width, height, ..Area::default() }.grown(-0.5);
    let mut items = vec![DrawingItem::Rect {
        area: ground,
        radius: 4.0,
        fill: Some("faint".into()),
        stroke: Some(Stroke::solid(0.8, "grey")),
    }];
    for field in &mat.fields {
        let area = field_area(mat, field, size);
        let fill = Some(GROUNDS[field.ground % GROUNDS.len()].into());
        items.push(DrawingItem::Rect {
            area,
            radius: 2.6,
            fill,
            stroke: Some(Stroke::solid(0.8, "ink")),
        });
        draw_field_name(field, area, size.text, &mut items);
    }
    Drawing { width, height, items, alt: mat.alt.clone() }
}

/// The name in the middle of its field, smaller where a word would not fit, with the sign of its
/// owner above.
fn draw_field_name(field: &MatField, area: Area, text: f64, items: &mut Vec<DrawingItem>) {
    let room = area.width - SIDES;
    let longest = |size: f64| {
        field
            .name
            .split_whitespace()
            .map(|word| words_width(word, size, TextWeight::Bold))
            .fold(0.0, f64::max)
    };
    let high = |size: f64| {
        break_words(&field.name, size, TextWeight::Bold, room).len() as f64 * size * STEP
    };
    let sign = |size: f64| if field.owner.is_some() { size * SIGN } else { 0.0 };
    let mut size = text;
    while size > super::LEAST_TYPE
        && (longest(size) > room || high(size) + sign(size) > area.height - 3.0)
    {
        size = (size - 0.4).max(super::LEAST_TYPE);
    }
    let lines = break_words(&field.name, size, TextWeight::Bold, room);
    let step = size * STEP;
    let (x, middle) = area.middle();
    let first = middle + sign(size) / 2.0 - step * (lines.len() as f64 - 1.0) / 2.0 + size * 0.33;
    if let Some(owner) = field.owner {
        sign::draw_sized_owner(
            owner,
            (x, first - size * 0.72 - sign(size) * 0.5),
            size * 0.78,
            items,
        );
    }
    let width =
        lines.iter().map(|line| words_width(line, size, TextWeight::Bold)).fold(0.0, f64::max);
    let (weight, colour) = (TextWeight::Bold, Colour::from("ink"));
    items.push(DrawingItem::Text(TextLines {
        at: (x, first),
        width,
        lines,
        step,
        size,
        weight,
        colour,
        align: TextAlign::Center,
    }));
}
