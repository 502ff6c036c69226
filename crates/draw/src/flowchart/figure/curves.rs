//! Curved pieces of outlines as points, and crossings of a straight line with an outline.

use std::f64::consts::TAU;

use crate::drawing::{Point, Size, pt};

/// Number of straight pieces in a curve.
const PIECES: usize = 24;

/// Returns a piece of an ellipse with the half axes `reach` from one angle to another, in turns; 0
/// is right, a quarter is down.
pub fn arc(middle: Point, reach: Point, from: f64, to: f64) -> Vec<Point> {
    let at = |piece: usize| {
        let turn = from + (to - from) * piece as f64 / PIECES as f64;
        let (sine, cosine) = (turn * TAU).sin_cos();
        pt(middle.x + reach.x * cosine, middle.y + reach.y * sine)
    };
    (0..=PIECES).map(at).collect()
}

/// Returns a wave from one place to another at a height: one trough and one crest of `deep`.
pub fn wave(from: f64, to: f64, y: f64, deep: f64) -> Vec<Point> {
    let at = |piece: usize| {
        let part = piece as f64 / PIECES as f64;
        pt(from + (to - from) * part, y - deep * (part * TAU).sin())
    };
    (0..=PIECES).map(at).collect()
}

/// Returns `count` bumps along an ellipse, each `out` high.
pub fn bumps(size: Size, count: usize, out: f64) -> Vec<Point> {
    let Size { width, height } = size;
    let (rx, ry) = (width / 2.0 - out, height / 2.0 - out);
    let total = count * 8;
    let at = |piece: usize| {
        let turn = piece as f64 / total as f64;
        let bump = ((turn * count as f64).fract() * TAU / 2.0).sin() * out;
        let (sine, cosine) = (turn * TAU).sin_cos();
        pt(width / 2.0 + (rx + bump) * cosine, height / 2.0 + (ry + bump) * sine)
    };
    (0..total).map(at).collect()
}

/// Returns `count` spikes along an ellipse.
pub fn spikes(size: Size, count: usize, out: f64) -> Vec<Point> {
    let Size { width, height } = size;
    let at = |piece: usize| {
        let out = if piece.is_multiple_of(2) { 0.0 } else { out };
        let (sine, cosine) = (piece as f64 / (2 * count) as f64 * TAU).sin_cos();
        let (rx, ry) = (width / 2.0 - out, height / 2.0 - out);
        pt(width / 2.0 + rx * cosine, height / 2.0 + ry * sine)
    };
    (0..2 * count).map(at).collect()
}

/// Returns a curly brace of a height whose point is at `x` and whose arms end at `x + deep`.
pub fn brace(x: f64, deep: f64, height: f64) -> Vec<Point> {
    let (middle, half) = (height / 2.0, deep / 2.0);
    let bend = half.abs().min(height / 4.0);
    let mut points = arc(pt(x + deep, bend), pt(half, bend), 0.75, 0.5);
    points.extend(arc(pt(x, middle - bend), pt(half, bend), 0.0, 0.25));
    points.extend(arc(pt(x, middle + bend), pt(half, bend), 0.75, 1.0));
    points.extend(arc(pt(x + deep, height - bend), pt(half, bend), 0.5, 0.25));
    points
}

/// Returns the places where a straight line crosses a closed outline: a level line at height `at`,
/// or an upright one at place `at`. Places are distances along the line.
pub fn crossings(outline: &[Point], at: f64, level: bool) -> impl Iterator<Item = f64> + use<'_> {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    sides.filter_map(move |(a, b)| {
        let turned = |point: &Point| if level { (point.y, point.x) } else { (point.x, point.y) };
        let ((low, one), (high, other)) = (turned(a), turned(b));
        if (low - high).abs() < 1e-9 {
            return ((low - at).abs() < 1e-9).then_some(one.min(other));
        }
        let part = (at - low) / (high - low);
        (0.0..=1.0).contains(&part).then_some(one + (other - one) * part)
    })
}
