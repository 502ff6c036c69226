//! Draws each figure into its box.

use super::curves::{arc, brace, bumps, spikes, wave};
use super::signs::SignPlace;
use super::{Figure, FigurePaint, FigureShape};
use crate::drawing::{Point, Size, pt};

/// Offset from one of several sheets to the next.
const STACK: f64 = 0.3;
/// Depth of the waves at the foot of a document.
const WAVE: f64 = 0.3;

/// Returns the figure in a box; `words` is the height of its words, 0 without any.
pub fn figure_parts(shape: FigureShape, size: Size, words: f64) -> Figure {
    use FigureShape::*;
    let Size { width: w, height: h } = size;
    let middle = pt(w / 2.0, h / 2.0);
    match shape {
        Text => Figure { paint: FigurePaint::Bare, ..Figure::plain(rectangle(size), middle) },
        Card => {
            let outline = vec![pt(0.8, 0.0), pt(w, 0.0), pt(w, h), pt(0.0, h), pt(0.0, 0.8)];
            Figure::plain(outline, middle)
        }
        LinedProcess => lined(Figure::plain(rectangle(size), pt(w / 2.0 + 0.4, h / 2.0)), h),
        DividedProcess => {
            let figure = Figure::plain(rectangle(size), pt(w / 2.0, h / 2.0 + 0.35));
            Figure { strokes: vec![vec![pt(0.0, 0.7), pt(w, 0.7)]], ..figure }
        }
        WindowPane => {
            let strokes = vec![vec![pt(0.0, 0.7), pt(w, 0.7)], vec![pt(0.7, 0.0), pt(0.7, h)]];
            Figure { strokes, ..Figure::plain(rectangle(size), pt(w / 2.0 + 0.35, h / 2.0 + 0.35)) }
        }
        TaggedProcess => {
            let strokes = vec![vec![pt(w - 1.0, h), pt(w, h - 1.0)]];
            Figure { strokes, ..Figure::plain(rectangle(size), middle) }
        }
        Processes => stacked(rectangle(Size::new(w - 2.0 * STACK, h - 2.0 * STACK)), size, 0.0),
        ManualInput => {
            let outline = vec![pt(0.0, 0.8), pt(w, 0.0), pt(w, h), pt(0.0, h)];
            Figure::plain(outline, pt(w / 2.0, h / 2.0 + 0.4))
        }
        LoopLimit => {
            let cut = [pt(0.0, 0.8), pt(0.8, 0.0), pt(w - 0.8, 0.0), pt(w, 0.8)];
            Figure::plain([&cut[..], &[pt(w, h), pt(0.0, h)]].concat(), middle)
        }
        Delay => {
            let round = arc(pt(w - h / 2.0, h / 2.0), pt(h / 2.0, h / 2.0), -0.25, 0.25);
            Figure::plain(
                [vec![pt(0.0, 0.0)], round, vec![pt(0.0, h)]].concat(),
                pt(w / 2.0 - h / 8.0, h / 2.0),
            )
        }
        Display => {
            let round = arc(pt(w - 0.9, h / 2.0), pt(0.9, h / 2.0), -0.25, 0.25);
            let left = vec![pt(0.9, h), pt(0.0, h / 2.0), pt(0.9, 0.0)];
            Figure::plain([round, left].concat(), middle)
        }
        StoredData => {
            let right = arc(pt(w, h / 2.0), pt(0.6, h / 2.0), 0.75, 0.25);
            let left = arc(pt(0.6, h / 2.0), pt(0.6, h / 2.0), 0.25, 0.75);
            Figure::plain([right, left].concat(), pt(w / 2.0, h / 2.0))
        }
        PaperTape => {
            let (top, foot) = (wave(0.0, w, 0.4, 0.4), wave(w, 0.0, h - 0.4, -0.4));
            Figure::plain([top, foot].concat(), middle)
        }
        Document => document(size),
        LinedDocument => {
            let figure = document(size);
            let text = pt(figure.text.x + 0.4, figure.text.y);
            lined(Figure { text, ..figure }, h - 2.0 * WAVE)
        }
        TaggedDocument => {
            let figure = document(size);
            Figure { strokes: vec![vec![pt(w - 1.2, h - WAVE + 0.25), pt(w, h - 1.3)]], ..figure }
        }
        Documents => {
            let front = document(Size::new(w - 2.0 * STACK, h - 2.0 * STACK));
            stacked(front.outline, size, -WAVE)
        }
        LyingCylinder => {
            let right = arc(pt(w - 0.6, h / 2.0), pt(0.6, h / 2.0), -0.25, 0.25);
            let left = arc(pt(0.6, h / 2.0), pt(0.6, h / 2.0), 0.25, 0.75);
            let rim = arc(pt(w - 0.6, h / 2.0), pt(0.6, h / 2.0), 0.75, 0.25);
            let figure = Figure::plain([right, left].concat(), pt(w / 2.0 - 0.3, h / 2.0));
            Figure { strokes: vec![rim], ..figure }
        }
        Disk => {
            let lid = |y: f64, from: f64, to: f64| arc(pt(w / 2.0, y), pt(w / 2.0, 0.4), from, to);
            let outline = [lid(0.4, 0.5, 1.0), lid(h - 0.4, 0.0, 0.5)].concat();
            let strokes = vec![lid(0.4, 0.5, 0.0), lid(0.85, 0.5, 0.0)];
            Figure { strokes, ..Figure::plain(outline, pt(w / 2.0, h / 2.0 + 0.45)) }
        }
        DataStore => {
            let strokes = vec![vec![pt(0.0, 0.0), pt(w, 0.0)], vec![pt(0.0, h), pt(w, h)]];
            let figure = Figure::plain(rectangle(size), middle);
            Figure { paint: FigurePaint::Bare, strokes, ..figure }
        }
        Triangle => {
            Figure::plain(vec![pt(w / 2.0, 0.0), pt(w, h), pt(0.0, h)], pt(w / 2.0, h * 0.74))
        }
        FlippedTriangle => {
            Figure::plain(vec![pt(0.0, 0.0), pt(w, 0.0), pt(w / 2.0, h)], pt(w / 2.0, h * 0.26))
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

fn rectangle(size: Size) -> Vec<Point> {
    let Size { width: w, height: h } = size;
    vec![pt(0.0, 0.0), pt(w, 0.0), pt(w, h), pt(0.0, h)]
}

fn moved(outline: &[Point], by: Point) -> Vec<Point> {
    outline.iter().map(|point| *point + by).collect()
}

/// Adds an upright line near the left side of a figure, down to a height.
fn lined(figure: Figure, height: f64) -> Figure {
    let mut strokes = figure.strokes;
    strokes.push(vec![pt(0.8, 0.0), pt(0.8, height)]);
    Figure { strokes, ..figure }
}

/// Returns a sheet with a wavy foot.
fn document(size: Size) -> Figure {
    let Size { width: w, height: h } = size;
    let foot = wave(w, 0.0, h - WAVE, -WAVE);
    Figure::plain([vec![pt(0.0, 0.0), pt(w, 0.0)], foot].concat(), pt(w / 2.0, h / 2.0 - WAVE))
}

/// Returns three copies of an outline, the foremost at the lower left; its words are moved by
/// `down`.
fn stacked(front: Vec<Point>, size: Size, down: f64) -> Figure {
    let behind = vec![moved(&front, pt(2.0 * STACK, 0.0)), moved(&front, pt(STACK, STACK))];
    let text = pt(size.width / 2.0 - STACK, size.height / 2.0 + STACK + down);
    Figure { behind, ..Figure::plain(moved(&front, pt(0.0, 2.0 * STACK)), text) }
}

/// Returns words with a brace at their left, at their right, or at both sides.
fn braced(size: Size, left: bool, right: bool) -> Figure {
    let Size { width: w, height: h } = size;
    let mut strokes = vec![];
    strokes.extend(left.then(|| brace(0.0, 0.8, h)));
    strokes.extend(right.then(|| brace(w, -0.8, h)));
    let shift = if left == right { 0.0 } else { 0.4 };
    let text = pt(w / 2.0 + if left { shift } else { -shift }, h / 2.0);
    let figure = Figure::plain(rectangle(size), text);
    Figure { paint: FigurePaint::Bare, strokes, ..figure }
}
