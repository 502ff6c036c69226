//! A play mat with room for cards: every zone has slots as large as a card and a name above them; a
//! field that only names a side is a low strip.

use super::super::frame::ground;
use super::super::sign;
use super::super::text::break_bold;
use super::columns::shared_room;
use super::{BETWEEN, MatField, PlayMat, RIM, SIDES, STEP, field_name};
use crate::drawing::{Area, Canvas, Drawing, Size, Stroke, pt};

/// Words that name a side of the table or the player there, but no zone.
const SIDE_WORDS: [&str; 10] =
    ["you", "your", "player", "players", "human", "opponent", "opponents", "side", "the", "solo"];
/// Room around a card in its slot, both sides together, in points: 2 mm.
const AIR: f64 = 5.7;
/// Height of the name above the cards, in points.
const NAME: f64 = 16.0;
/// Height of a strip that only names a side, in points.
const STRIP: f64 = 22.0;
/// Largest type of a name, in points.
const LARGEST: f64 = 12.5;
/// Radius of the corners of a card, in points.
const CORNER: f64 = 8.0;

/// The grid of a mat's fields: widths of its columns and heights of its rows, in points.
#[derive(Debug, Clone, PartialEq)]
pub struct SlotGrid {
    /// Widths of the columns.
    columns: Vec<f64>,
    /// Heights of the rows.
    rows: Vec<f64>,
    /// Size of a card.
    card: Size,
}

impl MatField {
    /// True if it only names a side of the table.
    pub fn is_strip(&self, mat: &PlayMat) -> bool {
        let words = self.name.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
        let mut words = words.map(|word| word.to_lowercase()).filter(|word| !word.is_empty());
        let whole = self.across == mat.columns.len() && self.down == 1;
        let bare = |word: &str| word.trim_end_matches("'s").trim_end_matches("’s").to_owned();
        self.zone.is_none() && whole && words.all(|word| SIDE_WORDS.contains(&bare(&word).as_str()))
    }
}

impl SlotGrid {
    /// Returns the smallest grid of a mat for cards of `card` points.
    pub fn least(mat: &PlayMat, card: Size) -> Self {
        let column = card.width + AIR + BETWEEN;
        let high = |row: usize| {
            let mut fields =
                mat.fields.iter().filter(|field| field.row <= row && row < field.row + field.down);
            let strips = fields.clone().next().is_some() && fields.all(|field| field.is_strip(mat));
            if strips { STRIP } else { card.height + AIR + NAME + BETWEEN }
        };
        let rows = (0..mat.rows).map(high).collect();
        Self { columns: vec![column; mat.columns.len()], rows, card }
    }

    /// Returns the size of the mat.
    pub fn size(&self) -> Size {
        let sum = |parts: &[f64]| parts.iter().sum::<f64>() + 2.0 * RIM;
        Size::new(sum(&self.columns), sum(&self.rows))
    }

    /// Returns the grid stretched over more room: columns as their author asked for them, as long
    /// as a card fits each, and rows a little.
    pub fn filling(mat: &PlayMat, card: Size, width: f64, height: f64) -> Self {
        let least = Self::least(mat, card);
        let columns = shared_room(&least.columns, &mat.columns, width - 2.0 * RIM);
        let spare = (height - least.size().height).max(0.0);
        let tall: Vec<f64> =
            least.rows.iter().map(|row| if *row > STRIP { 1.0 } else { 0.2 }).collect();
        let whole: f64 = tall.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let rows = least.rows.iter().zip(&tall).map(|(row, part)| row + spare * part / whole);
        Self { columns, rows: rows.collect(), card }
    }

    /// Returns the area of a field.
    pub fn area(&self, field: &MatField) -> Area {
        let edge = |parts: &[f64], nth: usize| parts.iter().take(nth).sum::<f64>() + RIM;
        let (left, right) =
            (edge(&self.columns, field.column), edge(&self.columns, field.column + field.across));
        let (top, bottom) = (edge(&self.rows, field.row), edge(&self.rows, field.row + field.down));
        Area { x: left, y: top, width: right - left, height: bottom - top }.grown(-BETWEEN / 2.0)
    }

    /// Returns the areas of cards in a field: one for a pile, otherwise as many as fit side by
    /// side.
    pub fn slots(&self, mat: &PlayMat, field: &MatField) -> Vec<Area> {
        if field.is_strip(mat) {
            return Vec::new();
        }
        let (area, Size { width: wide, height: high }) = (self.area(field), self.card);
        let room = area.width - AIR / 2.0;
        let most = (room / (wide + AIR / 2.0)).floor().max(1.0);
        let count = if field.pile { 1.0 } else { most };
        let step = if count > 1.0 { (area.width - AIR - wide) / (count - 1.0) } else { 0.0 };
        let step = step.min(wide + AIR * 2.0);
        let left = area.x + (area.width - wide - step * (count - 1.0)) / 2.0;
        let spare = (area.height - NAME - high).max(0.0);
        let y = area.y + NAME + spare / 2.0;
        let slot = |nth: usize| Area { x: left + step * nth as f64, y, width: wide, height: high };
        (0..count as usize).map(slot).collect()
    }
}

/// Draws a mat with the outlines of cards in its zones.
pub fn draw_slots(mat: &PlayMat, grid: &SlotGrid) -> Drawing {
    let Size { width, height } = grid.size();
    let mut canvas = Canvas::default();
    canvas.rect(Area::of_size(width, height).grown(-0.5), 4.0, "faint", Stroke::solid(0.8, "grey"));
    for field in &mat.fields {
        draw_slot_field(mat, field, grid, &mut canvas);
    }
    canvas.into_drawing(width, height, mat.alt.clone())
}

/// Draws a field with its name at its top and the outlines of its cards below.
fn draw_slot_field(mat: &PlayMat, field: &MatField, grid: &SlotGrid, canvas: &mut Canvas) {
    let area = grid.area(field);
    canvas.rect(area, 2.6, ground(field.ground), Stroke::solid(0.8, "ink"));
    let slots = grid.slots(mat, field);
    for slot in &slots {
        canvas.rect(*slot, CORNER, "paper", Stroke::dashed(0.7, "grey"));
    }
    let bottom = slots.first().map_or(area.bottom(), |slot| slot.y);
    let strip = Area { height: bottom - area.y, ..area };
    let room = strip.width - SIDES - sign_room(field);
    let size = name_size(&field.name, room);
    let lines = break_bold(&field.name, size, room);
    let (middle, high) = (strip.middle().y, size * STEP * (lines.len() as f64 - 1.0));
    let at = pt(strip.middle().x + sign_room(field) / 2.0, middle - high / 2.0 + size * 0.33);
    let name = field_name(lines, at, size);
    if let Some(owner) = field.owner {
        let x = at.x - name.width / 2.0 - size * 0.75;
        sign::draw_owner(owner, pt(x, middle), size * 0.78, canvas);
    }
    canvas.text(name);
}

/// Returns the room for the sign of an owner beside the name.
fn sign_room(field: &MatField) -> f64 {
    if field.owner.is_some() { LARGEST * 1.15 } else { 0.0 }
}

/// Returns the largest type in which a name fits on one line, or the smallest type.
fn name_size(name: &str, room: f64) -> f64 {
    let mut size = LARGEST;
    while size > super::LEAST_TYPE && break_bold(name, size, room).len() > 1 {
        size = (size - 0.4).max(super::LEAST_TYPE);
    }
    size
}
