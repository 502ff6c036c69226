//! A play mat: the zones of a table as named fields on a grid.

use serde::{Deserialize, Serialize};

use super::frame::GROUNDS;
use super::sign;
use super::words::{broken, wide};
use crate::drawing::{Align, Area, Colour, Drawing, Item, Stroke, Text, Weight};

/// The fields of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Mat {
    /// Width of each column, as parts of the whole.
    pub columns: Vec<f64>,
    /// How many rows there are.
    pub rows: usize,
    /// Row by row, from the left.
    pub fields: Vec<Field>,
    /// The mat in words.
    pub alt: String,
}

/// A field of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
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
pub struct Size {
    /// Of the mat.
    pub width: f64,
    /// Of a row.
    pub row: f64,
    /// Of the names.
    pub text: f64,
}

impl Size {
    /// A mat in running text.
    pub fn figure(width: f64) -> Self {
        Self { width, row: (width * 0.085).clamp(27.0, 40.0), text: if width > 300.0 { 9.0 } else { 8.0 } }
    }

    /// A mat that fills a page.
    pub fn page(mat: &Mat, width: f64, height: f64) -> Self {
        let row = height / mat.rows.max(1) as f64;
        Self { width, row, text: (row * 0.2).clamp(12.0, 22.0) }
    }
}

/// Gives every field a ground that no field beside it has; fields of one name have the same if they can.
pub fn colour(fields: &mut [Field]) {
    for at in 0..fields.len() {
        let beside: Vec<usize> =
            fields[..at].iter().filter(|other| touches(other, &fields[at])).map(|other| other.ground).collect();
        let same = fields[..at].iter().find(|other| other.name == fields[at].name).map(|other| other.ground);
        let free = (0..GROUNDS.len()).map(|step| (at + step) % GROUNDS.len()).find(|ground| !beside.contains(ground));
        fields[at].ground = same.filter(|ground| !beside.contains(ground)).or(free).unwrap_or(at % GROUNDS.len());
    }
}

fn touches(a: &Field, b: &Field) -> bool {
    let over = |from: usize, long: usize, other: usize, wide: usize| from <= other + wide && other <= from + long;
    over(a.column, a.across, b.column, b.across) && over(a.row, a.down, b.row, b.down)
}

/// Where a field lies on a mat of a size.
pub fn place(mat: &Mat, field: &Field, size: &Size) -> Area {
    let whole: f64 = mat.columns.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let edge = |column: usize| mat.columns.iter().take(column).sum::<f64>() / whole * (size.width - 2.0 * RIM) + RIM;
    let (left, right) = (edge(field.column), edge(field.column + field.across));
    let (top, high) = (RIM + field.row as f64 * size.row, field.down as f64 * size.row);
    Area { x: left, y: top, width: right - left, height: high }.grown(-BETWEEN / 2.0)
}

/// From the edge of the mat to its fields.
const RIM: f64 = 3.0;
/// Between two fields.
const BETWEEN: f64 = 3.6;

/// Draws a mat.
pub fn draw(mat: &Mat, size: &Size) -> Drawing {
    let (width, height) = (size.width, size.row * mat.rows as f64 + 2.0 * RIM);
    let ground = Area { width, height, ..Area::default() }.grown(-0.5);
    let mut items = vec![Item::Rect {
        area: ground,
        radius: 4.0,
        fill: Some("faint".into()),
        stroke: Some(Stroke::solid(0.8, "grey")),
    }];
    for field in &mat.fields {
        let area = place(mat, field, size);
        let fill = Some(GROUNDS[field.ground % GROUNDS.len()].into());
        items.push(Item::Rect { area, radius: 2.6, fill, stroke: Some(Stroke::solid(0.8, "ink")) });
        name(field, area, size.text, &mut items);
    }
    Drawing { width, height, items, alt: mat.alt.clone() }
}

/// The name in the middle of its field, smaller where a word would not fit, with the sign of its owner above.
fn name(field: &Field, area: Area, text: f64, items: &mut Vec<Item>) {
    let room = area.width - 5.0;
    let sign_high = if field.owner.is_some() { 9.0 } else { 0.0 };
    let longest =
        |size: f64| field.name.split_whitespace().map(|word| wide(word, size, Weight::Bold)).fold(0.0, f64::max);
    let fits = |size: f64| {
        let lines = broken(&field.name, size, Weight::Bold, room).len() as f64;
        longest(size) <= room && lines * size * 1.12 + sign_high <= area.height - 3.0
    };
    let mut size = text;
    while size > super::LEAST && !fits(size) {
        size = (size - 0.4).max(super::LEAST);
    }
    let lines = broken(&field.name, size, Weight::Bold, room);
    let step = size * 1.12;
    let (x, middle) = area.middle();
    let beside = field.owner.is_some() && lines.len() as f64 * step + sign_high > area.height - 3.0;
    let shift = if field.owner.is_some() && !beside { sign_high / 2.0 } else { 0.0 };
    let first = middle + shift - step * (lines.len() as f64 - 1.0) / 2.0 + size * 0.33;
    if let Some(owner) = field.owner {
        let at = if beside { (area.x + 5.5, area.y + 5.5) } else { (x, first - size * 0.75 - 5.0) };
        sign::owner(owner, at, items);
    }
    let width = lines.iter().map(|line| wide(line, size, Weight::Bold)).fold(0.0, f64::max);
    let (weight, colour) = (Weight::Bold, Colour::from("ink"));
    items.push(Item::Text(Text { at: (x, first), width, lines, step, size, weight, colour, align: Align::Center }));
}
