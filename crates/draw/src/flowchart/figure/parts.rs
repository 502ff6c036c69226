//! Draws each figure into its box.

use super::curves::{arc, brace, bumps, spikes, wave};
use super::signs::SignPlace;
use super::{Figure, FigurePaint, FigureShape};
use crate::drawing::Point;

/// From one of several sheets to the next.
const STACK: f64 = 0.3;
/// How deep the foot of a document waves.
const WAVE: f64 = 0.3;

/// The figure in a box; `words` is how high its words are, 0 without any.
pub fn figure_parts(shape: FigureShape, size: Point, words: f64) -> Figure {
    use FigureShape::*;
    let (w, h) = size;
    let middle = (w / 2.0, h / 2.0);
    match shape {
        Text => Figure { paint: FigurePaint::Bare, ..Figure::plain(rectangle(size), middle) },
        Card => {
            let outline = vec![(0.8, 0.0), (w, 0.0), (w, h), (0.0, h), (0.0, 0.8)];
            Figure::plain(outline, middle)
        }
        LinedProcess => lined(Figure::plain(rectangle(size), (w / 2.0 + 0.4, h / 2.0)), h),
        DividedProcess => {
            let figure = Figure::plain(rectangle(size), (w / 2.0, h / 2.0 + 0.35));
            Figure { strokes: vec![vec![(0.0, 0.7), (w, 0.7)]], ..figure }
        }
        WindowPane => {
            let strokes = vec![vec![(0.0, 0.7), (w, 0.7)], vec![(0.7, 0.0), (0.7, h)]];
            Figure { strokes, ..Figure::plain(rectangle(size), (w / 2.0 + 0.35, h / 2.0 + 0.35)) }
        }
        TaggedProcess => {
            let strokes = vec![vec![(w - 1.0, h), (w, h - 1.0)]];
            Figure { strokes, ..Figure::plain(rectangle(size), middle) }
        }
        Processes => stacked(rectangle((w - 2.0 * STACK, h - 2.0 * STACK)), size, 0.0),
        ManualInput => {
            let outline = vec![(0.0, 0.8), (w, 0.0), (w, h), (0.0, h)];
            Figure::plain(outline, (w / 2.0, h / 2.0 + 0.4))
        }
        LoopLimit => {
            let cut = [(0.0, 0.8), (0.8, 0.0), (w - 0.8, 0.0), (w, 0.8)];
            Figure::plain([&cut[..], &[(w, h), (0.0, h)]].concat(), middle)
        }
        Delay => {
            let round = arc((w - h / 2.0, h / 2.0), (h / 2.0, h / 2.0), (-0.25, 0.25));
            Figure::plain(
                [vec![(0.0, 0.0)], round, vec![(0.0, h)]].concat(),
                (w / 2.0 - h / 8.0, h / 2.0),
            )
        }
        Display => {
            let round = arc((w - 0.9, h / 2.0), (0.9, h / 2.0), (-0.25, 0.25));
            let left = vec![(0.9, h), (0.0, h / 2.0), (0.9, 0.0)];
            Figure::plain([round, left].concat(), middle)
        }
        StoredData => {
            let right = arc((w, h / 2.0), (0.6, h / 2.0), (0.75, 0.25));
            let left = arc((0.6, h / 2.0), (0.6, h / 2.0), (0.25, 0.75));
            Figure::plain([right, left].concat(), (w / 2.0, h / 2.0))
        }
        PaperTape => {
            let (top, foot) = (wave((0.0, w), 0.4, 0.4), wave((w, 0.0), h - 0.4, -0.4));
            Figure::plain([top, foot].concat(), middle)
        }
        Document => document(size),
        LinedDocument => {
            let figure = document(size);
            let text = (figure.text.0 + 0.4, figure.text.1);
            lined(Figure { text, ..figure }, h - 2.0 * WAVE)
        }
        TaggedDocument => {
            let figure = document(size);
            Figure { strokes: vec![vec![(w - 1.2, h - WAVE + 0.25), (w, h - 1.3)]], ..figure }
        }
        Documents => {
            let front = document((w - 2.0 * STACK, h - 2.0 * STACK));
            stacked(front.outline, size, -WAVE)
        }
        LyingCylinder => {
            let right = arc((w - 0.6, h / 2.0), (0.6, h / 2.0), (-0.25, 0.25));
            let left = arc((0.6, h / 2.0), (0.6, h / 2.0), (0.25, 0.75));
            let rim = arc((w - 0.6, h / 2.0), (0.6, h / 2.0), (0.75, 0.25));
            let figure = Figure::plain([right, left].concat(), (w / 2.0 - 0.3, h / 2.0));
            Figure { strokes: vec![rim], ..figure }
        }
        Disk => {
            let lid = |y: f64, turn: (f64, f64)| arc((w / 2.0, y), (w / 2.0, 0.4), turn);
            let outline = [lid(0.4, (0.5, 1.0)), lid(h - 0.4, (0.0, 0.5))].concat();
            let strokes = vec![lid(0.4, (0.5, 0.0)), lid(0.85, (0.5, 0.0))];
            Figure { strokes, ..Figure::plain(outline, (w / 2.0, h / 2.0 + 0.45)) }
        }
        DataStore => {
            let strokes = vec![vec![(0.0, 0.0), (w, 0.0)], vec![(0.0, h), (w, h)]];
            let figure = Figure::plain(rectangle(size), middle);
            Figure { paint: FigurePaint::Bare, strokes, ..figure }
        }
        Triangle => Figure::plain(vec![(w / 2.0, 0.0), (w, h), (0.0, h)], (w / 2.0, h * 0.74)),
        FlippedTriangle => {
            Figure::plain(vec![(0.0, 0.0), (w, 0.0), (w / 2.0, h)], (w / 2.0, h * 0.26))
        }
        Brace => braced(size, true, false),
        RightBrace => braced(size, false, true),
        Braces => braced(size, true, true),
        Cloud => Figure::plain(bumps(size, 9, 0.6), middle),
        Bang => Figure::plain(spikes(size, 14, 0.8), middle),
        Start | Junction => SignPlace::in_box(size, words).disc(),
        Stop => SignPlace::in_box(size, words).target(),
        Summary => SignPlace::in_box(size, words).crossed(),
        Hourglass => SignPlace::in_box(size, words).hourglass(),
        Bolt => SignPlace::in_box(size, words).bolt(),
        Fork => Figure { paint: FigurePaint::Solid, ..Figure::plain(rectangle(size), middle) },
    }
}

fn rectangle((w, h): Point) -> Vec<Point> {
    vec![(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
}

fn moved(outline: &[Point], (x, y): Point) -> Vec<Point> {
    outline.iter().map(|point| (point.0 + x, point.1 + y)).collect()
}

/// A figure with an upright line near its left side, down to a height.
fn lined(figure: Figure, height: f64) -> Figure {
    let mut strokes = figure.strokes;
    strokes.push(vec![(0.8, 0.0), (0.8, height)]);
    Figure { strokes, ..figure }
}

/// A sheet with a wavy foot.
fn document((w, h): Point) -> Figure {
    let foot = wave((w, 0.0), h - WAVE, -WAVE);
    Figure::plain([vec![(0.0, 0.0), (w, 0.0)], foot].concat(), (w / 2.0, h / 2.0 - WAVE))
}

/// Three of an outline, the foremost at the lower left; its words are moved by `down`.
fn stacked(front: Vec<Point>, (w, h): Point, down: f64) -> Figure {
    let behind = vec![moved(&front, (2.0 * STACK, 0.0)), moved(&front, (STACK, STACK))];
    let text = (w / 2.0 - STACK, h / 2.0 + STACK + down);
    Figure { behind, ..Figure::plain(moved(&front, (0.0, 2.0 * STACK)), text) }
}

/// Words with a brace at their left, at their right, or at both sides.
fn braced((w, h): Point, left: bool, right: bool) -> Figure {
    let mut strokes = vec![];
    strokes.extend(left.then(|| brace(0.0, 0.8, h)));
    strokes.extend(right.then(|| brace(w, -0.8, h)));
    let shift = if left == right { 0.0 } else { 0.4 };
    let text = (w / 2.0 + if left { shift } else { -shift }, h / 2.0);
    let figure = Figure::plain(rectangle((w, h)), text);
    Figure { paint: FigurePaint::Bare, strokes, ..figure }
}
