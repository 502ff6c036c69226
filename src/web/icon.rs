//! The icon of a book. In: the motif of its cover and its colours. Out: a drawing on a plate that may be cut to a
//! circle.

use std::f64::consts::TAU;

use base::source::manifest::CoverMotif;
use draw::drawing::{Area, Canvas, DashStyle, Point, Stroke, render_svg};
use press::book::Book;

/// The side of the icon, in points.
const SIDE: f64 = 512.0;
/// Its middle.
const MIDDLE: Point = (SIDE / 2.0, SIDE / 2.0);
/// The width of lines, in points.
const LINE: f64 = 14.0;

/// The icon as SVG.
pub fn icon_svg(book: &Book) -> String {
    let palette = book.theme.palette();
    let mut canvas = Canvas::default();
    canvas.filled_rect(Area::of_size(SIDE, SIDE), 0.0, "deep");
    match book.motif {
        CoverMotif::Hexes => draw_hexes(&mut canvas),
        CoverMotif::Squares => draw_rooms(&mut canvas),
        CoverMotif::Cards => draw_hand(&mut canvas),
        CoverMotif::Dice => draw_die(&mut canvas),
        CoverMotif::Paths => draw_paths(&mut canvas),
    }
    render_svg(&canvas.into_drawing(SIDE, SIDE, book.title.clone()), &|token| {
        palette.css_colour(token)
    })
}

fn edge(colour: &'static str) -> Stroke {
    Stroke { width: LINE, dash: DashStyle::Solid, colour: colour.into() }
}

/// A point round the middle: so far from it, at this part of a whole turn from the right.
fn spoke(radius: f64, turn: f64) -> Point {
    (MIDDLE.0 + radius * (turn * TAU).cos(), MIDDLE.1 + radius * (turn * TAU).sin())
}

/// One space of a map with its six neighbours.
fn draw_hexes(canvas: &mut Canvas) {
    let (radius, fills) = (70.0, ["cream", "sky", "sage", "amber", "sky", "sage"]);
    let hex = |middle: Point, radius: f64| -> Vec<Point> {
        (0..6)
            .map(|nth| {
                let angle = TAU * (f64::from(nth) + 0.5) / 6.0;
                (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
            })
            .collect()
    };
    let apart = radius * 3.0_f64.sqrt();
    for (nth, fill) in fills.into_iter().enumerate() {
        let middle = spoke(apart, nth as f64 / 6.0);
        canvas.filled_polygon(hex(middle, radius - 5.0), fill);
    }
    canvas.filled_polygon(hex(MIDDLE, radius - 5.0), "paper");
    canvas.filled_polygon(hex(MIDDLE, radius / 2.2), "rust");
}

/// Rooms with a door.
fn draw_rooms(canvas: &mut Canvas) {
    let (left, side) = (128.0, 256.0);
    canvas.filled_rect(Area { x: left, y: left, width: side, height: side }, 6.0, "paper");
    canvas.filled_rect(
        Area { x: left, y: left, width: side * 0.55, height: side * 0.45 },
        6.0,
        "sky",
    );
    let line = |canvas: &mut Canvas, from: (f64, f64), to: (f64, f64)| {
        let at = |part: (f64, f64)| (left + part.0 * side, left + part.1 * side);
        canvas.line(at(from), at(to), edge("navy"));
    };
    line(canvas, (0.55, 0.0), (0.55, 0.28));
    line(canvas, (0.0, 0.45), (0.3, 0.45));
    line(canvas, (0.55, 0.45), (0.55, 0.72));
    line(canvas, (0.55, 0.45), (1.0, 0.45));
    canvas.outlined_rect(Area { x: left, y: left, width: side, height: side }, 6.0, edge("navy"));
    canvas.filled_rect(Area { x: 300.0, y: 300.0, width: 48.0, height: 48.0 }, 24.0, "rust");
}

/// Three cards, fanned.
fn draw_hand(canvas: &mut Canvas) {
    let fills = ["sky", "cream", "paper"];
    for (nth, fill) in fills.into_iter().enumerate() {
        let turn = (nth as f64 - 1.0) * 0.3;
        let foot = (MIDDLE.0, 420.0);
        let corner = |x: f64, y: f64| {
            (foot.0 + x * turn.cos() - y * turn.sin(), foot.1 + x * turn.sin() + y * turn.cos())
        };
        let card = [(-72.0, -290.0), (72.0, -290.0), (72.0, -80.0), (-72.0, -80.0)];
        let card = card.map(|(x, y)| corner(x, y)).to_vec();
        canvas.polygon(card, fill, edge("navy"));
        let mark = [(0.0, -235.0), (30.0, -190.0), (0.0, -145.0), (-30.0, -190.0)];
        canvas.filled_polygon(mark.map(|(x, y)| corner(x, y)).to_vec(), "rust");
    }
}

/// A die that shows five.
fn draw_die(canvas: &mut Canvas) {
    let die = Area::centred_at(MIDDLE, 250.0, 250.0);
    canvas.rect(die, 44.0, "paper", edge("navy"));
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)] {
        let pip = Area::centred_at((MIDDLE.0 + 68.0 * x, MIDDLE.1 + 68.0 * y), 48.0, 48.0);
        canvas.filled_rect(pip, 24.0, "rust");
    }
}

/// A question with two ways on.
fn draw_paths(canvas: &mut Canvas) {
    let (x, y) = (MIDDLE.0, 185.0);
    for side in [-1.0, 1.0] {
        let end = (x + side * 96.0, 330.0);
        canvas.path(vec![(x, y), (end.0, y), end], 0.0, edge("paper"));
        let area = Area::centred_at((end.0, 350.0), 128.0, 84.0);
        canvas.filled_rect(area, 14.0, if side < 0.0 { "sky" } else { "amber" });
    }
    canvas
        .filled_polygon(vec![(x, y - 80.0), (x + 84.0, y), (x, y + 80.0), (x - 84.0, y)], "paper");
    canvas.filled_rect(Area::centred_at((x, y), 40.0, 40.0), 20.0, "rust");
}
