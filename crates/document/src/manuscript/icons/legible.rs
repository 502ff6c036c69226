//! Legibility of an icon at the size of running text. In: its outlines. Out: lines and gaps that are too thin
//! for print, and a shape that fills too little or too much of its field.
//!
//! The shape is painted on a grid. A part is too thin if a disc as wide as the thinnest line cannot reach it;
//! a sharp point is small and does not count.

use kurbo::{Affine, BezPath, PathEl};

use super::outline::FIELD;
use draw::drawing::IconOutline;

/// Thinnest line and gap that print shops promise, in points.
const THINNEST: f64 = 0.25;
/// Side of an icon in running text, in points: `draw-icon` of `crates/press/src/set/blocks.typ` makes it 1.15
/// times as high as the text.
const PRINTED: f64 = 1.15 * 9.5;
/// Points of the grid for one unit of the field.
const FINE: usize = 12;
/// Empty points around the field, so that the outside counts as wide.
const MARGIN: usize = 16;
/// Side of the grid, in points.
const SIDE: usize = 24 * FINE + 2 * MARGIN;
/// Least area of a part that is too thin, in units of the field: a line of a fifth of its side. Points of
/// blades are smaller.
const LEAST_THIN: f64 = 2.5;
/// Least and greatest fraction of the field that a shape should fill.
const LEAST_FILLED: f64 = 0.05;
const MOST_FILLED: f64 = 0.95;

/// Returns the flaws of an icon: words that follow the name of the file, and a hint for each.
pub fn find_flaws(outline: &IconOutline) -> Vec<(String, String)> {
    let ink = paint(outline);
    let mut flaws = Vec::new();
    let filled = ink.iter().filter(|ink| **ink).count() as f64 / (FINE * FINE) as f64;
    let part = filled / (FIELD * FIELD);
    if part < LEAST_FILLED {
        let hint = "crop the drawing to its outline, or use bolder strokes";
        flaws.push((format!("fills {} of its box", per_cent(part)), hint.to_owned()));
    } else if part > MOST_FILLED {
        let hint = "leave out the background, so that only the shape is drawn";
        flaws.push((
            format!("fills {} of its box, so it prints as a square", per_cent(part)),
            hint.to_owned(),
        ));
    }
    let gaps: Vec<bool> = ink.iter().map(|ink| !ink).collect();
    for (what, mask) in [("line", &ink), ("gap", &gaps)] {
        let Some(width) = thinnest(mask) else { continue };
        let flaw = format!(
            "has a {what} that is about {width:.2} pt wide in running text, but print shops guarantee only lines and gaps of {THINNEST} pt"
        );
        let least = per_cent(THINNEST / PRINTED + 0.0005);
        let hint = format!("give each {what} a width of at least {least} of the icon's width");
        flaws.push((flaw, hint));
    }
    flaws
}

fn per_cent(part: f64) -> String {
    let hundredths = 100.0 * part;
    if hundredths < 10.0 { format!("{hundredths:.1} %") } else { format!("{hundredths:.0} %") }
}

/// Returns the width of the thinnest part of a shape on the grid, in points, if it is too thin.
fn thinnest(mask: &[bool]) -> Option<f64> {
    let least = THINNEST * FINE as f64 * FIELD / PRINTED;
    let inside = distances(mask, false);
    // The middle of a strip of `n` points is (n + 1) / 2 from the outside.
    let kept: Vec<bool> = inside.iter().map(|far| 2.0 * far.sqrt() - 1.0 >= least).collect();
    let reach = (least - 1.0) / 2.0 + std::f64::consts::SQRT_2;
    let from_kept = distances(&kept, true);
    let thin: Vec<bool> =
        mask.iter().zip(&from_kept).map(|(is, far)| *is && far.sqrt() > reach).collect();
    let parts = thin_parts(thin, &inside);
    let large = parts.into_iter().filter(|part| part.area >= LEAST_THIN * (FINE * FINE) as f64);
    // The points of a strip of `n` are on average (n + 2) / 4 from its outside.
    let widths = large.map(|part| (4.0 * part.depth / part.area - 2.0).max(1.0) / FINE as f64);
    widths.reduce(f64::min).map(|width| width * PRINTED / FIELD)
}

/// A connected part that is too thin.
struct ThinPart {
    /// Area, in points of the grid.
    area: f64,
    /// Sum of the distances of these points from the outside.
    depth: f64,
}

fn thin_parts(mut thin: Vec<bool>, inside: &[f64]) -> Vec<ThinPart> {
    let mut parts = Vec::new();
    let mut open = Vec::new();
    for start in 0..thin.len() {
        if !std::mem::take(&mut thin[start]) {
            continue;
        }
        let mut part = ThinPart { area: 0.0, depth: 0.0 };
        open.push(start);
        while let Some(at) = open.pop() {
            part.area += 1.0;
            part.depth += inside[at].sqrt();
            let (column, row) = (at % SIDE, at / SIDE);
            let near = |from: usize| from.saturating_sub(1)..=(from + 1).min(SIDE - 1);
            for (row, column) in near(row).flat_map(|row| near(column).map(move |at| (row, at))) {
                let beside = row * SIDE + column;
                if std::mem::take(&mut thin[beside]) {
                    open.push(beside);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Returns the squared distance of each point from the nearest one of `mask` that is `wanted` (Felzenszwalb
/// and Huttenlocher, Distance Transforms of Sampled Functions, 2012).
fn distances(mask: &[bool], wanted: bool) -> Vec<f64> {
    const FAR: f64 = 1e12;
    let mut grid: Vec<f64> = mask.iter().map(|is| if *is == wanted { 0.0 } else { FAR }).collect();
    let mut line = vec![0.0; SIDE];
    let mut hull = Hull::default();
    for column in 0..SIDE {
        (0..SIDE).for_each(|row| line[row] = grid[row * SIDE + column]);
        hull.fill(&line, |row, far| grid[row * SIDE + column] = far);
    }
    for row in 0..SIDE {
        line.copy_from_slice(&grid[row * SIDE..(row + 1) * SIDE]);
        hull.fill(&line, |column, far| grid[row * SIDE + column] = far);
    }
    grid
}

/// Lower hull of parabolas, one for each point of a line.
#[derive(Default)]
struct Hull {
    /// Points whose parabolas are part of the hull, and the start of each.
    parts: Vec<(usize, f64)>,
}

impl Hull {
    /// Computes the distances along a line from the distances that its points already have.
    fn fill(&mut self, line: &[f64], mut put: impl FnMut(usize, f64)) {
        self.parts.clear();
        for (at, height) in line.iter().enumerate() {
            let own = height + (at * at) as f64;
            let mut start = f64::NEG_INFINITY;
            while let Some((other, from)) = self.parts.last().copied() {
                let others = line[other] + (other * other) as f64;
                start = (own - others) / (2.0 * (at - other) as f64);
                if start > from {
                    break;
                }
                self.parts.pop();
                start = f64::NEG_INFINITY;
            }
            self.parts.push((at, start));
        }
        let mut part = 0;
        for at in 0..line.len() {
            while self.parts.get(part + 1).is_some_and(|(_, start)| *start < at as f64) {
                part += 1;
            }
            let (from, _) = self.parts[part];
            let across = at as f64 - from as f64;
            put(at, across * across + line[from]);
        }
    }
}

/// Returns the points of the grid that an icon covers.
fn paint(outline: &IconOutline) -> Vec<bool> {
    let mut grid = vec![false; SIDE * SIDE];
    let place = Affine::translate((MARGIN as f64, MARGIN as f64)) * Affine::scale(FINE as f64);
    for path in outline.paths.iter().filter_map(|path| BezPath::from_svg(path).ok()) {
        paint_path(&(place * path), &mut grid);
    }
    grid
}

/// Position at which a path crosses a row of the grid, and its direction there, down or up.
type Crossing = (f64, i32);

/// Paints a path by the non-zero rule, row by row.
fn paint_path(path: &BezPath, grid: &mut [bool]) {
    let mut rows: Vec<Vec<Crossing>> = vec![Vec::new(); SIDE];
    let (mut start, mut at) = (kurbo::Point::ZERO, kurbo::Point::ZERO);
    kurbo::flatten(path, 0.1, |element| match element {
        PathEl::MoveTo(to) => {
            add_crossings(at, start, &mut rows);
            (start, at) = (to, to);
        }
        PathEl::LineTo(to) => {
            add_crossings(at, to, &mut rows);
            at = to;
        }
        PathEl::ClosePath => {
            add_crossings(at, start, &mut rows);
            at = start;
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    add_crossings(at, start, &mut rows);
    for (row, crossings) in rows.iter_mut().enumerate() {
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut winding = 0;
        for pair in 0..crossings.len().saturating_sub(1) {
            winding += crossings[pair].1;
            if winding != 0 {
                let column = |x: f64| (x - 0.5).ceil().clamp(0.0, SIDE as f64) as usize;
                let covered = column(crossings[pair].0)..column(crossings[pair + 1].0);
                grid[row * SIDE..][covered].fill(true);
            }
        }
    }
}

/// Adds the crossings of a straight line with the middles of rows.
fn add_crossings(from: kurbo::Point, to: kurbo::Point, rows: &mut [Vec<Crossing>]) {
    let (top, bottom, turn) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
    let row = |y: f64| (y - 0.5).ceil().clamp(0.0, SIDE as f64) as usize;
    let crossed = row(top.y)..row(bottom.y);
    for (crossings, nth) in rows[crossed.clone()].iter_mut().zip(crossed) {
        let part = (nth as f64 + 0.5 - top.y) / (bottom.y - top.y);
        crossings.push((top.x + part * (bottom.x - top.x), turn));
    }
}
