//! Cut lines and fold lines of pieces on a sheet, each an ink of its own. In: outlines in millimetres from
//! the top left corner of the trim. Out: the same lines as PDF operators, in the points of a page.

use std::collections::BTreeMap;
use std::fmt::Write;

use kurbo::{Affine, BezPath, PathEl, Point};

use crate::set::design::MM;

/// The lines of the pages, by their index from 0.
#[derive(Debug, Clone, Default)]
pub struct CutLines {
    /// The cut outlines of each page, in millimetres.
    pub pages: BTreeMap<usize, BezPath>,
    /// The folds of each page, in millimetres.
    pub folds: BTreeMap<usize, BezPath>,
}

impl CutLines {
    /// Returns the lines of the pages that are kept, by their new indices.
    pub(crate) fn kept(&self, keep: &[usize]) -> Self {
        let new = |nth: &usize| keep.iter().position(|kept| kept == nth);
        let kept = |pages: &BTreeMap<usize, BezPath>| {
            let pages = pages.iter().filter_map(|(nth, path)| Some((new(nth)?, path.clone())));
            pages.collect()
        };
        Self { pages: kept(&self.pages), folds: kept(&self.folds) }
    }
}

/// Returns a path as PDF operators, on a page whose trim has its upper left corner at `corner`, in points.
pub(crate) fn path_operators(path: &BezPath, corner: Point) -> String {
    let place = Affine::translate(corner.to_vec2()) * Affine::scale_non_uniform(MM, -MM);
    let mut out = String::new();
    let mut add = |points: &[Point], operator: &str| {
        for point in points {
            let _ = write!(out, "{:.3} {:.3} ", point.x, point.y);
        }
        let _ = writeln!(out, "{operator}");
    };
    let mut at = Point::ZERO;
    for element in (place * path).elements() {
        match *element {
            PathEl::MoveTo(to) => add(&[to], "m"),
            PathEl::LineTo(to) => add(&[to], "l"),
            PathEl::QuadTo(by, to) => {
                add(&[at.lerp(by, 2.0 / 3.0), to.lerp(by, 2.0 / 3.0), to], "c");
            }
            PathEl::CurveTo(a, b, to) => add(&[a, b, to], "c"),
            PathEl::ClosePath => add(&[], "h"),
        }
        at = element.end_point().unwrap_or(at);
    }
    out.push_str("S\n");
    out
}
