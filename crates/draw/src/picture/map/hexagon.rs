//! One hex or square: its ground and mark, its place, its pieces, its coordinates.

use super::super::sign::{draw_shape, owner_colour};
use super::super::step::{discs_width, draw_discs};
use super::super::text::SmallType;
use super::place_mark::draw_place_disc;
use super::{HexGrid, HexMap, HexMark, MapHexagon, MapPlace, StandingPiece};
use crate::drawing::{Canvas, Point, Stroke, TextAlign, pt};
use base::source::deck_style::MarkShape;

/// Shape of a piece without an owner.
const OWNERLESS: MarkShape = MarkShape::Hexagon;

/// Distance from the middle of a hex to a sign beside its coordinates, in points.
const BESIDE_NAME: f64 = 7.9;

/// Distance from the middle of a narrow hex to the left end of the lower of its two signs, in
/// points.
const BESIDE_SECOND: f64 = 1.6;

/// Returns the six corners around a middle.
fn hexagon_corners(middle: Point, tall: f64) -> Vec<Point> {
    let half = tall * 3.0f64.sqrt() / 2.0;
    let right = [pt(half, -tall / 2.0), pt(half, tall / 2.0)];
    let left = [pt(-half, tall / 2.0), pt(-half, -tall / 2.0)];
    [pt(0.0, -tall), right[0], right[1], pt(0.0, tall), left[0], left[1]]
        .map(|corner| middle + corner)
        .to_vec()
}

/// Returns the corners of a hex or a square that reaches `tall` points up and down.
fn space_corners(middle: Point, tall: f64, square: bool) -> Vec<Point> {
    if !square {
        return hexagon_corners(middle, tall);
    }
    let corners = [pt(-tall, -tall), pt(tall, -tall), pt(tall, tall), pt(-tall, tall)];
    corners.map(|corner| middle + corner).to_vec()
}

/// Shape of a space.
pub struct SpaceGround {
    /// Distance from its middle to its top and to its bottom, in points.
    pub tall: f64,
    /// True for a square, false for a hex.
    pub square: bool,
}

/// Draws the ground of a space with its mark.
pub fn draw_ground(mark: HexMark, middle: Point, ground: SpaceGround, canvas: &mut Canvas) {
    let SpaceGround { tall, square } = ground;
    let (fill, stroke, inset) = match mark {
        HexMark::Plain => ("paper", Stroke::solid(0.5, "rule"), 0.0),
        HexMark::Range => ("tint", Stroke::solid(0.5, "rule"), 0.0),
        HexMark::Possible => ("tint", Stroke::solid(1.2, "navy"), 1.0),
        HexMark::Chosen => ("paper", Stroke::solid(2.4, "rust"), 1.4),
    };
    canvas.polygon(space_corners(middle, tall - inset, square), fill, stroke);
    if mark == HexMark::Chosen {
        let inner = space_corners(middle, tall - 4.2, square);
        canvas.outlined_polygon(inner, Stroke::solid(0.7, "rust"));
    }
}

/// Draws the place and the pieces of a hex, and its coordinates if there is room.
pub fn draw_content(
    map: &HexMap,
    hex: &MapHexagon,
    middle: Point,
    grid: &HexGrid,
    canvas: &mut Canvas,
) {
    let Point { x, y } = middle;
    let is_worth_naming =
        hex.place.is_some() || hex.mark >= HexMark::Possible || !hex.pieces.is_empty();
    if grid.is_roomy() && is_worth_naming {
        draw_coordinates(hex, pt(x, y + grid.tall() * 0.64), canvas);
        draw_signs(map, hex, pt(x, y - grid.tall() * 0.27), grid, canvas);
    } else {
        draw_signs(map, hex, middle, grid, canvas);
    }
    draw_discs(&hex.discs, disc_place(hex, middle, grid), canvas);
}

/// Returns the right end of the discs of steps, where they hide no sign: beside a single sign or
/// beside the coordinates if there is room, otherwise beside the second sign or below all signs.
fn disc_place(hex: &MapHexagon, middle: Point, grid: &HexGrid) -> Point {
    let Point { x, y } = middle;
    let width = discs_width(&hex.discs);
    match (grid.is_roomy(), hex.sign_count()) {
        (true, 0 | 1) => pt(x + grid.tall() * 0.72 + width / 2.0, y - grid.tall() * 0.42),
        (true, _) => pt(x + BESIDE_NAME + width, y + grid.tall() * 0.23),
        (false, 2) => pt(x - BESIDE_SECOND, y + 7.6),
        (false, _) => pt(x + width / 2.0, y + (grid.tall() * 0.98).max(12.0)),
    }
}

fn draw_coordinates(hex: &MapHexagon, at: Point, canvas: &mut Canvas) {
    let name = format!("{}-{}", hex.row, hex.column);
    canvas.small_line(&name, at, SmallType::regular("ink", TextAlign::Center));
}

fn draw_signs(map: &HexMap, hex: &MapHexagon, middle: Point, grid: &HexGrid, canvas: &mut Canvas) {
    let place = hex.visible_place();
    let spots = sign_spots(hex.sign_count(), grid.is_roomy());
    let mut spots = spots.into_iter();
    let mut next = || spots.next().map_or(middle, |spot| middle + spot);
    if let Some(place) = place {
        draw_place(map, place, next(), canvas);
    }
    for piece in &hex.pieces {
        draw_piece(map, piece, next(), canvas);
    }
}

impl MapHexagon {
    fn sign_count(&self) -> usize {
        usize::from(self.visible_place().is_some()) + self.pieces.len()
    }

    /// Returns its place, unless a piece without an owner covers it.
    fn visible_place(&self) -> Option<usize> {
        self.place.filter(|_| self.pieces.iter().all(|piece| piece.owner.is_some()))
    }
}

/// Returns the places of the signs around the middle of a hex: side by side if there is room,
/// otherwise so that they just do not cover each other.
fn sign_spots(signs: usize, roomy: bool) -> Vec<Point> {
    match (signs, roomy) {
        (0 | 1, _) => vec![pt(0.0, 0.0)],
        (2, true) => vec![pt(-6.2, 0.0), pt(6.2, 0.0)],
        (2, false) => vec![pt(-3.7, -4.7), pt(3.7, 4.7)],
        _ => vec![pt(-5.9, -4.2), pt(5.9, -4.2), pt(0.0, 5.9)],
    }
}

/// Draws the sign of a place.
pub fn draw_place(map: &HexMap, place: usize, middle: Point, canvas: &mut Canvas) {
    let Some(MapPlace { letter, colour, .. }) = map.places.get(place) else { return };
    let ink = if colour.fill() == "ink" { "paper" } else { "ink" };
    draw_place_disc(place, middle, colour.fill(), ink, canvas);
    canvas.small_sign(letter, middle, ink);
}

/// Draws the sign of a piece in the shape and colour of its owner.
pub fn draw_piece(map: &HexMap, piece: &StandingPiece, at: Point, canvas: &mut Canvas) {
    let fill = piece.owner.map_or("paper", owner_colour);
    draw_shape(piece.shape(), at, 11.0, (fill, piece.outline()), canvas);
    let letter = map.pieces.get(piece.kind).map_or("", |(letter, _)| letter);
    canvas.small_sign(letter, at, ink_on(fill));
}

/// Returns a colour of letters that is legible on another colour.
pub fn ink_on(fill: &str) -> &'static str {
    if ["gold", "lichen", "paper"].contains(&fill) { "ink" } else { "paper" }
}

impl StandingPiece {
    fn outline(&self) -> Stroke {
        if self.strong { Stroke::solid(1.6, "rust") } else { Stroke::solid(0.6, "ink") }
    }

    fn shape(&self) -> MarkShape {
        self.owner.map_or(OWNERLESS, MarkShape::numbered)
    }
}
