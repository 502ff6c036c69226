//! A play mat: the zones of a table as named fields on a grid.

mod columns;
mod slots;

use serde::{Deserialize, Serialize};

use super::LEAST_TYPE;
use super::frame::{EDGE, GROUNDS, ground, owner_edge};
use super::sign;
use super::text::{break_bold, longest_word};
use crate::drawing::{Area, Canvas, Drawing, Point, Stroke, TextAlign, TextLines, TextWeight, pt};

pub use columns::mat_fits;
pub use slots::{SlotGrid, draw_slots};

/// The fields of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayMat {
    /// Width of each column, as parts of the whole.
    pub columns: Vec<f64>,
    /// Number of rows.
    pub rows: usize,
    /// Fields, row by row, from the left.
    pub fields: Vec<MatField>,
    /// Alternative text.
    pub alt: String,
}

/// A field of a play mat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MatField {
    /// Name, as printed.
    pub name: String,
    /// Left column.
    pub column: usize,
    /// Upper row.
    pub row: usize,
    /// Columns covered.
    pub across: usize,
    /// Rows covered.
    pub down: usize,
    /// Number of its background.
    pub ground: usize,
    /// Key of the zone in this field.
    pub zone: Option<String>,
    /// Owner: the number of the player.
    pub owner: Option<usize>,
    /// True if the pieces of its zone form a pile.
    pub pile: bool,
}

/// Size and type of a drawn mat, in points.
#[derive(Debug, Clone, PartialEq)]
pub struct MatSize {
    /// Width of the mat.
    pub width: f64,
    /// Heights of the rows.
    pub rows: Vec<f64>,
    /// Type size of the names.
    pub text: f64,
}

/// Least height of a row, in points.
const LEAST_ROW: f64 = 26.0;
/// Distance from the edge of the mat to its fields, in points.
const RIM: f64 = 3.0;
/// Distance between two fields, in points.
const BETWEEN: f64 = 3.6;
/// Room at the left and right of a name together, in points.
const SIDES: f64 = 5.0;
/// Distance from baseline to baseline of a name, in type sizes.
const STEP: f64 = 1.12;
/// Height of an owner's sign with the gap below it, in type sizes.
const SIGN: f64 = 1.3;

impl MatSize {
    /// Returns the size of a mat in running text, whose rows are as high as their names need.
    pub fn figure(mat: &PlayMat, width: f64) -> Self {
        Self::named(mat, width, if width > 300.0 { 9.0 } else { 8.0 })
    }

    /// Returns the size of a mat in running text, with smaller type if it would be higher than
    /// `most` points, but never smaller than the least type.
    pub fn figure_within(mat: &PlayMat, width: f64, most: f64) -> Self {
        let mut size = Self::figure(mat, width);
        while size.height() > most && size.text > LEAST_TYPE {
            size = Self::named(mat, width, (size.text - 0.5).max(LEAST_TYPE));
        }
        size
    }

    /// Returns the size of a mat whose rows are as high as names of this type size need.
    fn named(mat: &PlayMat, width: f64, text: f64) -> Self {
        let mut size = Self { width, rows: vec![LEAST_ROW; mat.rows], text };
        let mut fields: Vec<&MatField> = mat.fields.iter().collect();
        fields.sort_by_key(|field| field.down);
        for field in fields {
            let room = field_area(mat, field, &size).width - SIDES;
            let needed = field.content_height(size.text, room) + 9.0;
            let lack = (needed - size.span_height(field)).max(0.0);
            let own = field.row..field.row + field.down;
            size.rows[own].iter_mut().for_each(|row| *row += lack / field.down as f64);
        }
        size
    }

    /// Returns the height of the mat.
    pub fn height(&self) -> f64 {
        self.rows.iter().sum::<f64>() + 2.0 * RIM
    }

    /// Returns the height of the rows of a field together.
    fn span_height(&self, field: &MatField) -> f64 {
        self.rows.iter().skip(field.row).take(field.down).sum()
    }
}

impl MatField {
    fn sign_height(&self, size: f64) -> f64 {
        if self.owner.is_some() { size * SIGN } else { 0.0 }
    }

    /// Returns the largest type in which no word is wider than its field and the name is not too
    /// high.
    fn type_size(&self, area: Area, most: f64) -> f64 {
        let mut size = most;
        while size > LEAST_TYPE && !self.fits_area(size, area) {
            size = (size - 0.4).max(LEAST_TYPE);
        }
        size
    }

    fn fits_area(&self, size: f64, area: Area) -> bool {
        let room = area.width - SIDES;
        let high = self.content_height(size, room);
        longest_word(&self.name, size) <= room && high <= area.height - 3.0
    }

    /// Returns the height of its name and the sign above.
    fn content_height(&self, size: f64, room: f64) -> f64 {
        let lines = break_bold(&self.name, size, room).len() as f64;
        lines * size * STEP + self.sign_height(size)
    }

    fn touches(&self, other: &Self) -> bool {
        self.column <= other.column + other.across
            && other.column <= self.column + self.across
            && self.row <= other.row + other.down
            && other.row <= self.row + self.down
    }
}

/// Gives every field a background: fields of one kind have the same, and neighbouring fields of
/// another kind have a different one if possible.
pub fn assign_grounds(fields: &mut [MatField], kind_of: impl Fn(&MatField) -> String) {
    let kinds: Vec<String> = fields.iter().map(kind_of).collect();
    for at in 0..fields.len() {
        let same = kinds[..at].iter().position(|kind| *kind == kinds[at]);
        fields[at].ground =
            same.map_or_else(|| free_ground(fields, &kinds, at), |first| fields[first].ground);
    }
}

/// Returns the rarest background that is used by no earlier field next to a field of this kind.
fn free_ground(fields: &[MatField], kinds: &[String], at: usize) -> usize {
    let own: Vec<&MatField> = fields_of_kind(fields, kinds, &kinds[at]).collect();
    let earlier: Vec<&MatField> =
        kinds[..at].iter().flat_map(|kind| fields_of_kind(fields, kinds, kind)).collect();
    let ground_of = |field: &MatField| {
        let nth = fields.iter().position(|other| std::ptr::eq(other, field));
        let first = nth.and_then(|nth| kinds.iter().position(|kind| *kind == kinds[nth]));
        first.map(|first| fields[first].ground)
    };
    let lies_beside = |ground: usize| {
        let same = earlier.iter().filter(|other| ground_of(other) == Some(ground));
        { same }.any(|other| own.iter().any(|field| field.touches(other)))
    };
    let uses = |ground: &usize| fields[..at].iter().filter(|own| own.ground == *ground).count();
    let rarest = (0..GROUNDS.len()).filter(|ground| !lies_beside(*ground)).min_by_key(uses);
    rarest.unwrap_or(at % GROUNDS.len())
}

fn fields_of_kind<'f>(
    fields: &'f [MatField],
    kinds: &'f [String],
    kind: &'f str,
) -> impl Iterator<Item = &'f MatField> {
    fields.iter().zip(kinds).filter(move |(_, own)| *own == kind).map(|(field, _)| field)
}

/// Returns the area of a field on a mat of a size.
pub fn field_area(mat: &PlayMat, field: &MatField, size: &MatSize) -> Area {
    let widths = columns::column_widths(mat, size.width);
    let edge = |column: usize| widths.iter().take(column).sum::<f64>() + RIM;
    let (left, right) = (edge(field.column), edge(field.column + field.across));
    let top = RIM + size.rows.iter().take(field.row).sum::<f64>();
    let high = size.span_height(field);
    Area { x: left, y: top, width: right - left, height: high }.grown(-BETWEEN / 2.0)
}

/// Draws a mat.
pub fn draw_mat(mat: &PlayMat, size: &MatSize) -> Drawing {
    let (width, height) = (size.width, size.height());
    let mut canvas = Canvas::default();
    canvas.rect(Area::of_size(width, height).grown(-0.5), 4.0, "faint", Stroke::solid(0.8, "grey"));
    for field in &mat.fields {
        draw_field(field, field_area(mat, field, size), size.text, &mut canvas);
    }
    canvas.into_drawing(width, height, mat.alt.clone())
}

/// Draws a field with its name in the middle, and the sign of its owner above.
fn draw_field(field: &MatField, area: Area, text: f64, canvas: &mut Canvas) {
    canvas.rect(area, 2.6, ground(field.ground), owner_edge(field.owner, EDGE));
    let size = field.type_size(area, text);
    let lines = break_bold(&field.name, size, area.width - SIDES);
    let Point { x, y: middle } = area.middle();
    let down = size * STEP * (lines.len() as f64 - 1.0) / 2.0;
    let base = middle + field.sign_height(size) / 2.0 - down + size * 0.33;
    if let Some(owner) = field.owner {
        let y = base - size * 0.72 - field.sign_height(size) * 0.5;
        sign::draw_owner(owner, pt(x, y), size * 0.78, canvas);
    }
    canvas.text(field_name(lines, pt(x, base), size));
}

fn field_name(lines: Vec<String>, at: Point, size: f64) -> TextLines {
    let (weight, align) = (TextWeight::Bold, TextAlign::Center);
    let (width, step) = (weight.longest(&lines, size), size * STEP);
    TextLines { at, width, lines, step, size, weight, colour: "ink".into(), align }
}
