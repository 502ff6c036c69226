//! The icon of a book. In: the motif of its cover and its colours. Out: a drawing on a plate that may be cut
//! to a circle.

use std::f64::consts::TAU;

use base::source::manifest::CoverMotif;
use draw::drawing::{Area, Canvas, DashStyle, Point, Stroke, pt, render_svg};
use press::book::Book;

/// Side of the icon, in points.
const SIDE: f64 = 512.0;
/// Centre of the icon.
const MIDDLE: Point = pt(SIDE / 2.0, SIDE / 2.0);
/// Width of lines, in points.
const LINE: f64 = 14.0;

/// Returns the icon as SVG.
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

/// Returns a point around the centre, at `radius` points and at `turn` of a whole turn, counted from the
/// right.
fn spoke(radius: f64, turn: f64) -> Point {
    pt(MIDDLE.x + radius * (turn * TAU).cos(), MIDDLE.y + radius * (turn * TAU).sin())
}

/// Draws a space of a map with its six neighbours.
fn draw_hexes(canvas: &mut Canvas) {
    let (radius, fills) = (70.0, ["cream", "sky", "sage", "amber", "sky", "sage"]);
    let hex = |middle: Point, radius: f64| -> Vec<Point> {
        (0..6)
            .map(|nth| {
                let angle = TAU * (f64::from(nth) + 0.5) / 6.0;
                pt(middle.x + radius * angle.cos(), middle.y + radius * angle.sin())
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

/// Draws rooms with a door.
fn draw_rooms(canvas: &mut Canvas) {
    let (left, side) = (128.0, 256.0);
    canvas.filled_rect(Area { x: left, y: left, width: side, height: side }, 6.0, "paper");
    canvas.filled_rect(
        Area { x: left, y: left, width: side * 0.55, height: side * 0.45 },
        6.0,
        "sky",
    );
    let line = |canvas: &mut Canvas, from: Point, to: Point| {
        let at = |part: Point| pt(left + part.x * side, left + part.y * side);
        canvas.line(at(from), at(to), edge("navy"));
    };
    line(canvas, pt(0.55, 0.0), pt(0.55, 0.28));
    line(canvas, pt(0.0, 0.45), pt(0.3, 0.45));
    line(canvas, pt(0.55, 0.45), pt(0.55, 0.72));
    line(canvas, pt(0.55, 0.45), pt(1.0, 0.45));
    canvas.outlined_rect(Area { x: left, y: left, width: side, height: side }, 6.0, edge("navy"));
    canvas.filled_rect(Area { x: 300.0, y: 300.0, width: 48.0, height: 48.0 }, 24.0, "rust");
}

/// Draws three fanned cards.
fn draw_hand(canvas: &mut Canvas) {
    let fills = ["sky", "cream", "paper"];
    for (nth, fill) in fills.into_iter().enumerate() {
        let turn = (nth as f64 - 1.0) * 0.3;
        let foot = pt(MIDDLE.x, 420.0);
        let corner = |x: f64, y: f64| {
            pt(foot.x + x * turn.cos() - y * turn.sin(), foot.y + x * turn.sin() + y * turn.cos())
        };
        let card = [(-72.0, -290.0), (72.0, -290.0), (72.0, -80.0), (-72.0, -80.0)];
        let card = card.map(|(x, y)| corner(x, y)).to_vec();
        canvas.polygon(card, fill, edge("navy"));
        let mark = [(0.0, -235.0), (30.0, -190.0), (0.0, -145.0), (-30.0, -190.0)];
        canvas.filled_polygon(mark.map(|(x, y)| corner(x, y)).to_vec(), "rust");
    }
}

/// Draws a die that shows five.
fn draw_die(canvas: &mut Canvas) {
    let die = Area::centred_at(MIDDLE, 250.0, 250.0);
    canvas.rect(die, 44.0, "paper", edge("navy"));
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)] {
        let pip = Area::centred_at(pt(MIDDLE.x + 68.0 * x, MIDDLE.y + 68.0 * y), 48.0, 48.0);
        canvas.filled_rect(pip, 24.0, "rust");
    }
}

/// Draws a question with two exits.
fn draw_paths(canvas: &mut Canvas) {
    let (x, y) = (MIDDLE.x, 185.0);
    for side in [-1.0, 1.0] {
        let end = pt(x + side * 96.0, 330.0);
        canvas.path(vec![pt(x, y), pt(end.x, y), end], 0.0, edge("paper"));
        let area = Area::centred_at(pt(end.x, 350.0), 128.0, 84.0);
        canvas.filled_rect(area, 14.0, if side < 0.0 { "sky" } else { "amber" });
    }
    let diamond = vec![pt(x, y - 80.0), pt(x + 84.0, y), pt(x, y + 80.0), pt(x - 84.0, y)];
    canvas.filled_polygon(diamond, "paper");
    canvas.filled_rect(Area::centred_at(pt(x, y), 40.0, 40.0), 20.0, "rust");
}
