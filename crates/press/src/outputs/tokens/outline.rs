//! The outlines of tokens, and the room for words inside. In: a shape and the size of its box. Out: paths and areas in
//! millimetres from the top left corner of that box.

use kurbo::{BezPath, Ellipse, Point, Rect, Shape, Vec2};

use base::size::Size;
use base::source::token_fields::TokenShape;

/// Accuracy of a circle, in millimetres.
const EXACT: f64 = 0.001;
/// Height at which the sides of a shield begin to bend, as a part of its height.
const SHOULDER: f64 = 0.5;
/// Factor of the bleed by which a shield grows, because its lower sides are slanted.
const SLANT: f64 = 1.7;
/// Factor of the bleed by which an ellipse grows, because ellipses with larger radii are not equally far away
/// everywhere.
const OBLONG: f64 = 1.06;

/// Returns the cut line of a token, moved outwards by `over` millimetres.
pub fn token_outline(shape: TokenShape, size: Size, over: f64) -> BezPath {
    let Size { width, height } = size;
    let cell = Rect::new(0.0, 0.0, width, height).inset(over);
    match shape {
        TokenShape::Round => {
            let over = if is_oblong(size) { over * OBLONG } else { over };
            let radii = Vec2::new(width / 2.0 + over, height / 2.0 + over);
            Ellipse::new(cell.center(), radii, 0.0).to_path(EXACT)
        }
        TokenShape::Square | TokenShape::Rectangle => cell.to_path(EXACT),
        TokenShape::Hex => hexagon(cell.center(), cell.height()),
        TokenShape::Shield => {
            let grown = Rect::new(0.0, 0.0, width, height).inset(over * SLANT);
            within(shield(grown), cell)
        }
    }
}

/// True if a round shape is not a circle.
fn is_oblong(size: Size) -> bool {
    (size.width - size.height).abs() > 0.005
}

/// Returns a regular hexagon with flat sides above and below.
fn hexagon(middle: Point, height: f64) -> BezPath {
    let (half, side) = (height / 2.0, height / 3f64.sqrt());
    let corners = [(-side, 0.0), (-side / 2.0, -half), (side / 2.0, -half)];
    let below = corners.map(|(x, y)| (-x, -y));
    let mut path = BezPath::new();
    for (nth, corner) in corners.into_iter().chain(below).enumerate() {
        let corner = middle + Vec2::from(corner);
        if nth == 0 { path.move_to(corner) } else { path.line_to(corner) }
    }
    path.close_path();
    path
}

fn shield(area: Rect) -> BezPath {
    let shoulder = area.y0 + SHOULDER * area.height();
    let bend = area.y0 + 0.82 * area.height();
    let mut path = BezPath::new();
    path.move_to((area.x0, area.y0));
    path.line_to((area.x1, area.y0));
    path.line_to((area.x1, shoulder));
    let (middle, low) = (area.center().x, area.y0 + 0.94 * area.height());
    let side = 0.2 * area.width();
    path.curve_to((area.x1, bend), (middle + side, low), (middle, area.y1));
    path.curve_to((middle - side, low), (area.x0, bend), (area.x0, shoulder));
    path.close_path();
    path
}

/// Moves the points of a path that are outside of an area to its edge.
fn within(mut path: BezPath, area: Rect) -> BezPath {
    use kurbo::PathEl;
    let kept =
        |point: Point| Point::new(point.x.clamp(area.x0, area.x1), point.y.clamp(area.y0, area.y1));
    for element in path.elements_mut() {
        *element = match *element {
            PathEl::MoveTo(to) => PathEl::MoveTo(kept(to)),
            PathEl::LineTo(to) => PathEl::LineTo(kept(to)),
            PathEl::QuadTo(by, to) => PathEl::QuadTo(kept(by), kept(to)),
            PathEl::CurveTo(a, b, to) => PathEl::CurveTo(kept(a), kept(b), kept(to)),
            PathEl::ClosePath => PathEl::ClosePath,
        };
    }
    path
}

/// Returns the area for words of a token, whose corners are all `safe` millimetres inside its outline; `None`
/// if there is no room at all.
pub fn word_room(shape: TokenShape, size: Size, safe: f64) -> Option<Rect> {
    let Size { width, height } = size;
    let whole = Rect::new(0.0, 0.0, width, height);
    let inner = whole.inset(-safe);
    let middle = whole.center();
    let centred = |wide: f64, high: f64| Rect::from_center_size(middle, (wide, high));
    let room = match shape {
        TokenShape::Round => {
            let part = if is_oblong(size) { 0.69 } else { std::f64::consts::FRAC_1_SQRT_2 };
            centred(inner.width() * part, inner.height() * part)
        }
        TokenShape::Square | TokenShape::Rectangle => inner,
        TokenShape::Hex => {
            // A rectangle 0.6 times as high as the hexagon inside the safe zone, and as wide as that is
            // there.
            let high = height - 2.0 * safe;
            let side = high / 3f64.sqrt();
            centred(2.0 * side - 0.6 * side, 0.6 * high)
        }
        TokenShape::Shield => {
            let narrow = 0.08 * width;
            Rect::new(inner.x0 + narrow, inner.y0, inner.x1 - narrow, 0.7 * height - 0.7 * safe)
        }
    };
    (room.width() > 0.0 && room.height() > 0.0).then_some(room)
}
