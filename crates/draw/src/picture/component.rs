//! Pieces of a game as small drawings, for the list of the contents of its box. In: the shape, the
//! colour, and whether there are several. Out: a drawing; all have one size.

use super::dice::draw_icon;
use super::map::PlaceColour;
use crate::drawing::{Area, Canvas, Drawing, IconOutline, Point, Size, Stroke, pt};

/// Width of the drawing of a piece, in points.
pub const COMPONENT_WIDTH: f64 = 58.0;
/// Height of the drawing, in points.
pub const COMPONENT_HEIGHT: f64 = 44.0;
/// Width of outlines, in points.
const LINE: f64 = 1.0;
/// Middle of the drawing.
const MIDDLE: Point = pt(COMPONENT_WIDTH / 2.0, COMPONENT_HEIGHT / 2.0);

/// Shape of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentShape {
    /// A card.
    Card,
    /// A pile of cards.
    Deck,
    /// A square tile.
    Tile,
    /// A tile with six corners.
    Hex,
    /// A board with squares.
    Board,
    /// A sheet of paper with lines.
    Sheet,
    /// A die.
    Die,
    /// A cube.
    Cube,
    /// A flat round piece.
    Disc,
    /// A token of cardboard.
    Token,
    /// A pawn.
    Pawn,
    /// A figure on a base.
    Figure,
    /// A small house.
    House,
    /// A high building.
    Tower,
    /// A ship.
    Ship,
    /// A dial with a hand.
    Dial,
}

impl ComponentShape {
    /// Every shape with its name.
    pub const NAMED: [(&'static str, Self); 16] = [
        ("card", Self::Card),
        ("deck", Self::Deck),
        ("tile", Self::Tile),
        ("hex", Self::Hex),
        ("board", Self::Board),
        ("sheet", Self::Sheet),
        ("die", Self::Die),
        ("cube", Self::Cube),
        ("disc", Self::Disc),
        ("token", Self::Token),
        ("pawn", Self::Pawn),
        ("figure", Self::Figure),
        ("house", Self::House),
        ("tower", Self::Tower),
        ("ship", Self::Ship),
        ("dial", Self::Dial),
    ];

    /// Returns the shape of this name, in capitals or not.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, shape)| *shape)
    }
}

/// A piece of a game, as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComponentPiece<'i> {
    /// Shape.
    pub shape: ComponentShape,
    /// Colour of its face.
    pub colour: PlaceColour,
    /// Icon on it.
    pub icon: Option<&'i IconOutline>,
    /// True if there are several.
    pub several: bool,
}

/// Draws a piece; several cards, tiles or flat pieces are drawn as a pile.
pub fn draw_component(piece: &ComponentPiece<'_>) -> Drawing {
    use ComponentShape::{Card, Disc, Hex, Tile, Token};
    let mut canvas = Canvas::default();
    let is_flat = matches!(piece.shape, Card | Tile | Hex | Disc | Token);
    let under = if piece.several && is_flat { 2 } else { 0 };
    for deep in (0..=under).rev() {
        let shift = 2.4 * (f64::from(deep) - f64::from(under) / 2.0);
        let middle = pt(MIDDLE.x + shift, MIDDLE.y - shift);
        draw_shape(piece, middle, deep == 0, &mut canvas);
    }
    canvas.into_drawing(COMPONENT_WIDTH, COMPONENT_HEIGHT, String::new())
}

fn line() -> Stroke {
    Stroke::solid(LINE, "ink")
}

fn draw_shape(piece: &ComponentPiece<'_>, middle: Point, is_top: bool, canvas: &mut Canvas) {
    // A black face is grey, so that the lines and the icon on it are visible.
    let fill = if piece.colour == PlaceColour::Black { "grey" } else { piece.colour.fill() };
    match piece.shape {
        ComponentShape::Card => card(middle, fill, is_top && piece.icon.is_none(), canvas),
        ComponentShape::Deck => deck(middle, fill, canvas),
        ComponentShape::Tile => rounded(middle, Size::new(30.0, 30.0), 2.0, fill, canvas),
        ComponentShape::Hex => canvas.polygon(regular(middle, 18.0, 6, 30.0), fill, line()),
        ComponentShape::Board => board(middle, fill, canvas),
        ComponentShape::Sheet => sheet(middle, fill, canvas),
        ComponentShape::Die => die(middle, fill, canvas),
        ComponentShape::Cube => cube(middle, fill, canvas),
        ComponentShape::Disc => disc(middle, fill, canvas),
        ComponentShape::Token => token(middle, fill, canvas),
        ComponentShape::Pawn => pawn(middle, fill, canvas),
        ComponentShape::Figure => figure(middle, fill, canvas),
        ComponentShape::House => {
            let size = HouseSize { wide: 24.0, wall: 13.0, roof: 12.0 };
            house(middle, size, fill, canvas)
        }
        ComponentShape::Tower => {
            let size = HouseSize { wide: 17.0, wall: 26.0, roof: 9.0 };
            house(middle, size, fill, canvas)
        }
        ComponentShape::Ship => ship(middle, fill, canvas),
        ComponentShape::Dial => dial(middle, fill, canvas),
    }
    if is_top && let Some(icon) = piece.icon {
        let ink = if piece.colour == PlaceColour::Black { "paper" } else { "ink" };
        draw_icon(icon, Area::centred_at(middle, 17.0, 17.0), ink, canvas);
    }
}

fn rounded(middle: Point, size: Size, radius: f64, fill: &'static str, canvas: &mut Canvas) {
    canvas.rect(Area::centred_at(middle, size.width, size.height), radius, fill, line());
}

/// Returns the corners of a regular polygon, the first one `turn` degrees from the right.
fn regular(middle: Point, radius: f64, count: u32, turn: f64) -> Vec<Point> {
    let Point { x, y } = middle;
    let corner = |nth: u32| {
        let angle = (turn + 360.0 * f64::from(nth) / f64::from(count)).to_radians();
        pt(x + radius * angle.cos(), y + radius * angle.sin())
    };
    (0..count).map(corner).collect()
}

/// Draws a card with a field and lines of text.
fn card(middle: Point, fill: &'static str, is_written: bool, canvas: &mut Canvas) {
    rounded(middle, Size::new(27.0, 37.0), 2.6, "paper", canvas);
    let field = Area::centred_at(middle, 22.0, 32.0);
    canvas.rect(field, 1.2, fill, Stroke::solid(0.5, "grey"));
    if is_written {
        for (nth, wide) in [16.0, 16.0, 10.0].into_iter().enumerate() {
            let y = middle.y + 3.0 + 4.0 * nth as f64;
            let from = pt(middle.x - 8.0, y);
            canvas.line(from, pt(from.x + wide, y), Stroke::solid(0.9, "grey"));
        }
        canvas.ellipse(
            Area::centred_at(pt(middle.x, middle.y - 7.0), 10.0, 10.0),
            "paper",
            Stroke::solid(0.7, "grey"),
        );
    }
}

/// Draws a pile of cards, with the back of the upper one.
fn deck(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    for deep in (0..4).rev() {
        let shift = 1.5 * (f64::from(deep) - 1.5);
        rounded(
            pt(middle.x + shift, middle.y - shift),
            Size::new(27.0, 35.0),
            2.6,
            "paper",
            canvas,
        );
    }
    let top = pt(middle.x - 2.25, middle.y + 2.25);
    canvas.rect(Area::centred_at(top, 22.0, 30.0), 1.2, fill, Stroke::solid(0.5, "grey"));
    canvas.outlined_polygon(regular(top, 7.0, 4, 0.0), Stroke::solid(0.9, "ink"));
}

/// Draws a board of four by three squares.
fn board(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    rounded(middle, Size::new(50.0, 36.0), 1.6, fill, canvas);
    let inside = Area::centred_at(middle, 44.0, 30.0);
    let thin = || Stroke::solid(0.6, "grey");
    canvas.rect(inside, 0.0, "paper", thin());
    for nth in 1..4 {
        let x = inside.x + inside.width * f64::from(nth) / 4.0;
        canvas.line(pt(x, inside.y), pt(x, inside.bottom()), thin());
    }
    for nth in 1..3 {
        let y = inside.y + inside.height * f64::from(nth) / 3.0;
        canvas.line(pt(inside.x, y), pt(inside.right(), y), thin());
    }
}

/// Draws a sheet of paper with a title and lines.
fn sheet(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    rounded(middle, Size::new(29.0, 39.0), 0.8, "paper", canvas);
    let (left, top) = (middle.x - 10.5, middle.y - 15.5);
    let title = Area { x: left, y: top, width: 21.0, height: 5.0 };
    canvas.rect(title, 0.0, fill, Stroke::solid(0.5, "grey"));
    for nth in 0..6 {
        let y = top + 10.0 + 4.1 * f64::from(nth);
        canvas.line(pt(left, y), pt(left + 21.0, y), Stroke::solid(0.6, "grey"));
    }
}

/// Draws a die that shows five.
fn die(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    rounded(middle, Size::new(28.0, 28.0), 5.0, fill, canvas);
    for off in [pt(0.0, 0.0), pt(-7.0, -7.0), pt(7.0, 7.0), pt(7.0, -7.0), pt(-7.0, 7.0)] {
        let pip = Area::centred_at(middle + off, 4.6, 4.6);
        canvas.ellipse(pip, "ink", Stroke::solid(0.4, "paper"));
    }
}

/// Draws a cube, seen from a corner: the outline, and the edges that meet in the middle.
fn cube(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    let outline = regular(middle, 17.0, 6, 30.0);
    let edges = [1, 3, 5].map(|corner| outline[corner]);
    canvas.polygon(outline, fill, line());
    edges.into_iter().for_each(|corner| canvas.line(middle, corner, line()));
}

/// Draws a flat round piece, seen at an angle from above.
fn disc(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    canvas.ellipse(Area::centred_at(pt(x, y + 4.0), 36.0, 22.0), fill, line());
    canvas.ellipse(Area::centred_at(pt(x, y - 1.0), 36.0, 22.0), fill, line());
}

/// Draws a round piece of cardboard with an edge.
fn token(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    canvas.ellipse(Area::centred_at(middle, 32.0, 32.0), "paper", line());
    canvas.ellipse(Area::centred_at(middle, 26.0, 26.0), fill, Stroke::solid(0.5, "grey"));
}

/// Draws a head on a cone.
fn pawn(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    let body = vec![
        pt(x - 4.0, y - 6.0),
        pt(x + 4.0, y - 6.0),
        pt(x + 12.0, y + 17.0),
        pt(x - 12.0, y + 17.0),
    ];
    canvas.polygon(body, fill, line());
    canvas.ellipse(Area::centred_at(pt(x, y - 10.0), 15.0, 15.0), fill, line());
}

/// Draws a figure with head, body and arms on a round base.
fn figure(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    canvas.ellipse(Area::centred_at(pt(x, y + 14.0), 28.0, 10.0), "paper", line());
    let body = vec![
        pt(x - 4.0, y - 7.0),
        pt(x + 4.0, y - 7.0),
        pt(x + 12.0, y + 1.0),
        pt(x + 9.5, y + 4.0),
        pt(x + 4.5, y + 0.5),
        pt(x + 6.0, y + 14.0),
        pt(x - 6.0, y + 14.0),
        pt(x - 4.5, y + 0.5),
        pt(x - 9.5, y + 4.0),
        pt(x - 12.0, y + 1.0),
    ];
    canvas.polygon(body, fill, line());
    canvas.ellipse(Area::centred_at(pt(x, y - 13.0), 11.0, 11.0), fill, line());
}

/// The width of a building, and the heights of its walls and its roof.
struct HouseSize {
    wide: f64,
    wall: f64,
    roof: f64,
}

/// Draws a building with a door.
fn house(middle: Point, size: HouseSize, fill: &'static str, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    let HouseSize { wide, wall, roof } = size;
    let (left, right) = (x - wide / 2.0, x + wide / 2.0);
    let (foot, eaves) = (y + (wall + roof) / 2.0, y + (roof - wall) / 2.0);
    let outline = vec![
        pt(left, foot),
        pt(left, eaves),
        pt(x, eaves - roof),
        pt(right, eaves),
        pt(right, foot),
    ];
    canvas.polygon(outline, fill, line());
    canvas.line(pt(left, eaves), pt(right, eaves), Stroke::solid(0.6, "ink"));
    let door = Area { x: x - 2.5, y: foot - 8.0, width: 5.0, height: 8.0 };
    canvas.rect(door, 0.0, "paper", Stroke::solid(0.6, "ink"));
}

/// Draws a hull under a sail.
fn ship(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    let hull = vec![
        pt(x - 21.0, y + 5.0),
        pt(x + 21.0, y + 5.0),
        pt(x + 13.0, y + 16.0),
        pt(x - 13.0, y + 16.0),
    ];
    canvas.polygon(hull, fill, line());
    canvas.line(pt(x - 1.0, y + 5.0), pt(x - 1.0, y - 18.0), line());
    canvas.polygon(
        vec![pt(x + 1.5, y - 17.0), pt(x + 15.0, y + 2.0), pt(x + 1.5, y + 2.0)],
        "paper",
        line(),
    );
    canvas.polygon(
        vec![pt(x - 3.5, y - 12.0), pt(x - 3.5, y + 2.0), pt(x - 13.0, y + 2.0)],
        "paper",
        line(),
    );
}

/// Draws a round dial with marks and a hand.
fn dial(middle: Point, fill: &'static str, canvas: &mut Canvas) {
    canvas.ellipse(Area::centred_at(middle, 36.0, 36.0), fill, line());
    canvas.ellipse(Area::centred_at(middle, 22.0, 22.0), "paper", Stroke::solid(0.6, "grey"));
    let (inner, outer) = (regular(middle, 13.0, 12, 0.0), regular(middle, 16.5, 12, 0.0));
    for (from, to) in inner.into_iter().zip(outer) {
        canvas.line(from, to, Stroke::solid(0.7, "ink"));
    }
    let tip = regular(middle, 15.0, 12, 0.0)[10];
    canvas.line(middle, tip, Stroke::solid(1.6, "ink"));
    canvas.ellipse(Area::centred_at(middle, 4.0, 4.0), "ink", Stroke::solid(0.4, "ink"));
}
