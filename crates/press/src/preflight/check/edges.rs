//! Checks of the bleed: paint at the edge must continue beyond it. A ground or a picture that ends there, or
//! inside the bleed, leaves a white line if the cut is slightly off.

use kurbo::{Point, Rect};

use super::PageView;
use super::pages::SIDES;
use crate::preflight::FaultKind;
use crate::preflight::boxes::MM;
use crate::preflight::content::marks::{Mark, MarkKind, ends};
use crate::preflight::places::tenths;

/// Distance inside the trim within which a mark counts as meant to reach the edge.
const NEAR: f64 = MM;
/// Width that the bleed may lack.
const LACKING: f64 = 0.15 * MM;
/// Distance beyond the edge from which the end of a shape counts as intended: no cut is off by so much.
const SHAPE_ENDS: f64 = 1.0 * MM;
/// Shortest straight end that is checked; a shorter one is a part of a shape, which may end anywhere.
const SHORTEST_END: f64 = 5.0 * MM;
/// Widest line; a wider one counts as an area.
const WIDEST_LINE: f64 = 1.0 * MM;
/// Greatest gap between marks that meet.
const GAP: f64 = 0.3 * MM;
/// Part of an end that another mark must continue, or cover.
const MOST_OF_IT: f64 = 0.9;
/// Distance from the trim, and part of the side, from which an end counts as being at the edge itself: a
/// strip of the ground below it would be seen.
const AT_EDGE: f64 = 0.3 * MM;
const LARGE: f64 = 0.5;
/// Number of spots that are sampled in each direction, and the part of them that must be painted.
const SPOTS: usize = 6;
const MOST_SPOTS: f64 = 0.8;
/// Most ends of a page that are compared with all other marks.
const MOST_ENDS: usize = 400;
/// Most marks that they are compared with.
const MOST_MARKS: usize = 20_000;

/// A side of the page, and the distance that paint continues beyond it.
#[derive(Debug, Clone, Copy)]
struct PageEdge {
    side: usize,
    trim: Rect,
    /// Bleed that is asked for.
    asked: f64,
}

impl PageEdge {
    /// Returns start and end of the side, along it.
    fn span(&self) -> (f64, f64) {
        let trim = self.trim;
        if self.side < 2 { (trim.y0, trim.y1) } else { (trim.x0, trim.x1) }
    }

    /// Returns height or width of the page, across the side.
    fn depth(&self) -> f64 {
        if self.side < 2 { self.trim.width() } else { self.trim.height() }
    }

    /// Returns the end of an area at this side.
    fn end_of(&self, area: Rect) -> PaintEnd {
        let reach = ends(area)[self.side] - ends(self.trim)[self.side];
        let (from, to) = if self.side < 2 { (area.y0, area.y1) } else { (area.x0, area.x1) };
        PaintEnd { reach, from, to }
    }

    /// Returns the reach of an area beyond the opposite side.
    fn opposite_reach(&self, area: Rect) -> f64 {
        ends(area)[self.side ^ 1] - ends(self.trim)[self.side ^ 1]
    }

    /// Returns one of the spots between an end and the end of the bleed.
    fn spot(&self, end: &PaintEnd, nth: usize) -> Point {
        let part = |nth: usize| (nth as f64 + 0.5) / SPOTS as f64;
        let along = end.from + part(nth % SPOTS) * (end.to - end.from);
        let out = end.reach + part(nth / SPOTS) * (self.asked - end.reach);
        match self.side {
            0 => Point::new(self.trim.x0 - out, along),
            1 => Point::new(self.trim.x1 + out, along),
            2 => Point::new(along, self.trim.y0 - out),
            _ => Point::new(along, self.trim.y1 + out),
        }
    }
}

/// The end of a mark at one side of the page: its reach beyond the trim, and its start and end along the
/// side.
#[derive(Debug, Clone, Copy)]
struct PaintEnd {
    reach: f64,
    from: f64,
    to: f64,
}

impl PaintEnd {
    /// Part of the end that `other` shares, from 0 to 1.
    fn shared(&self, other: &Self) -> f64 {
        let common = self.to.min(other.to) - self.from.max(other.from);
        common / (self.to - self.from).max(1e-6)
    }
}

pub fn check_bleed(view: &mut PageView<'_>) {
    let (asked, room, trim) = (view.bleed(), view.boxes.room(), view.boxes.trim);
    let painted: Vec<&Mark> =
        view.marks().into_iter().filter(|mark| is_ground(mark)).take(MOST_MARKS).collect();
    let mut looked = 0;
    for side in 0..4 {
        // Without room there is no bleed at all, which is reported already.
        if asked[side] <= 0.0 || room[side] < asked[side] - LACKING {
            continue;
        }
        let edge = PageEdge { side, trim, asked: asked[side] };
        for (nth, mark) in painted.iter().enumerate() {
            let end = edge.end_of(mark.area);
            if !stops_short(mark, &end, &edge) || looked >= MOST_ENDS {
                continue;
            }
            looked += 1;
            if !is_mended(&painted, nth, &end, &edge) {
                report_end(view, mark, end.reach, SIDES[side]);
            }
        }
    }
}

/// True if a mark is paint that the cut can miss; letters are not.
fn is_ground(mark: &Mark) -> bool {
    match mark.kind {
        MarkKind::Text(_) => false,
        // Outlines end where their shapes do.
        MarkKind::Stroke { is_box, .. } => is_box,
        MarkKind::Fill { .. } | MarkKind::Picture(_) | MarkKind::Gradient { .. } => true,
    }
}

/// True if a mark is invisible; a picture or a gradient is visible.
fn is_unseen(mark: &Mark) -> bool {
    !matches!(mark.kind, MarkKind::Picture(_) | MarkKind::Gradient { .. }) && mark.is_white()
}

/// True if a straight end is at the edge or inside the bleed.
fn stops_short(mark: &Mark, end: &PaintEnd, edge: &PageEdge) -> bool {
    let (start, stop) = edge.span();
    let is_part = end.to - end.from < LARGE * (stop - start);
    let is_shape = is_part && matches!(mark.kind, MarkKind::Fill { .. });
    let enough = edge.asked - LACKING;
    let enough = if is_shape { SHAPE_ENDS.min(enough) } else { enough };
    let is_short = (-NEAR..enough).contains(&end.reach);
    // A mark that is wholly outside the page is a crop mark; a thin one along the edge is a frame, which
    // `line-near-edge` is about.
    let depth = end.reach + edge.opposite_reach(mark.area) + edge.depth();
    let begins_inside = end.reach - depth < -0.1 * MM;
    let is_thin = depth < 2.0 * MM && depth < (end.to - end.from) / 4.0;
    let meets_page = end.to > start && end.from < stop;
    let is_long = mark.straight[edge.side] >= SHORTEST_END || runs_out(mark, end);
    is_short && begins_inside && !is_thin && meets_page && is_long && !is_unseen(mark)
}

/// True if it is a line that crosses the edge.
fn runs_out(mark: &Mark, end: &PaintEnd) -> bool {
    let along = end.to - end.from;
    let is_line = matches!(
        mark.kind,
        MarkKind::Stroke { is_box: true, .. } | MarkKind::Fill { is_box: true }
    );
    let depth = mark.area.width().max(mark.area.height());
    is_line && along < WIDEST_LINE && along < depth / 4.0 && end.reach > -AT_EDGE
}

/// True if no paper can be seen where an end is cut off: another mark continues there, hides it or has the
/// same colour below it, or there is paint everywhere between the end and the end of the bleed.
fn is_mended(painted: &[&Mark], nth: usize, end: &PaintEnd, edge: &PageEdge) -> bool {
    let own = painted[nth];
    let mends = painted.iter().enumerate().any(|(other_nth, other)| {
        let outer = edge.end_of(other.area);
        if other_nth == nth || end.shared(&outer) < MOST_OF_IT || outer.reach < end.reach + GAP {
            return false;
        }
        // Start of the other mark, seen from this side.
        let begins = -edge.opposite_reach(other.area) - edge.depth();
        let lies_behind = begins < end.reach - GAP;
        let goes_on = (begins - end.reach).abs() < GAP && !is_unseen(other);
        let hides = other_nth > nth && lies_behind && is_solid(other);
        let is_same = own.colour.is_some() && own.colour == other.colour && lies_behind;
        goes_on || hides || is_same
    });
    // If it ends at the edge itself along most of a side, even paint below it would be seen as a strip.
    let (start, stop) = edge.span();
    let ends_there = end.reach.abs() < AT_EDGE && end.to - end.from > LARGE * (stop - start);
    mends || !ends_there && has_paint_beyond(painted, nth, end, edge)
}

fn is_solid(mark: &Mark) -> bool {
    !mark.is_transparent && !matches!(mark.kind, MarkKind::Stroke { .. })
}

/// True if other marks are painted at most spots between an end and the end of the bleed.
fn has_paint_beyond(painted: &[&Mark], nth: usize, end: &PaintEnd, edge: &PageEdge) -> bool {
    let spots: Vec<Point> = (0..SPOTS * SPOTS).map(|spot| edge.spot(end, spot)).collect();
    let others =
        painted.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, mark)| mark);
    let solid: Vec<Rect> =
        others.filter(|mark| is_solid(mark) && !is_unseen(mark)).map(|mark| mark.area).collect();
    let covered =
        spots.iter().filter(|spot| solid.iter().any(|area| area.contains(**spot))).count();
    covered as f64 >= MOST_SPOTS * spots.len() as f64
}

fn report_end(view: &mut PageView<'_>, mark: &Mark, reach: f64, side: &str) {
    let what = match mark.kind {
        MarkKind::Picture(_) => "a picture",
        MarkKind::Stroke { .. } => "a line",
        MarkKind::Fill { .. } | MarkKind::Gradient { .. } | MarkKind::Text(_) => "a ground",
    };
    let tenths = tenths(reach);
    let message = if tenths.abs() < 0.05 {
        format!("{what} ends at the {side} edge and does not reach into the bleed")
    } else if tenths < 0.0 {
        format!("{what} ends {:.1} mm before the {side} edge", -tenths)
    } else {
        format!("{what} ends {tenths:.1} mm beyond the {side} edge, inside the bleed")
    };
    view.error(FaultKind::BleedNotPainted, Some(mark.area), message);
}
