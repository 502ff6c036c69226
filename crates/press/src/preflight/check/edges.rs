//! The bleed: what is painted at the edge goes on beyond it. A ground or a picture that ends there, or
//! inside the bleed, leaves a white line where the cut is slightly off.

use kurbo::{Point, Rect};

use super::PageView;
use super::pages::SIDES;
use crate::preflight::FaultKind;
use crate::preflight::boxes::MM;
use crate::preflight::content::marks::{Mark, MarkKind, ends};

/// What ends so near inside the trim is meant to reach the edge.
const NEAR: f64 = MM;
/// The bleed may lack so much.
const LACKING: f64 = 0.15 * MM;
/// A shape that ends further beyond the edge was drawn to end there: no cut is off by so much.
const SHAPE_ENDS: f64 = 1.0 * MM;
/// A shorter straight end is a part of a shape, which may end anywhere.
const SHORTEST_END: f64 = 5.0 * MM;
/// A wider line is an area.
const WIDEST_LINE: f64 = 1.0 * MM;
/// Marks that meet leave no more between them.
const GAP: f64 = 0.3 * MM;
/// The part of an end that another mark must go on from, or cover.
const MOST_OF_IT: f64 = 0.9;
/// What ends so near the trim, over more than this part of the side, was meant to end there: a strip of
/// the ground below it would be seen.
const AT_EDGE: f64 = 0.3 * MM;
const LARGE: f64 = 0.5;
/// Spots that are looked at in each direction, and the part of them that must be painted.
const SPOTS: usize = 6;
const MOST_SPOTS: f64 = 0.8;
/// Ends that are compared with all other marks, for each page.
const MOST_ENDS: usize = 400;
/// Marks that they are compared with.
const MOST_MARKS: usize = 20_000;

/// The end of a mark at one side of the page: how far outside the trim, and from where to where along
/// it.
#[derive(Debug, Clone, Copy)]
struct PaintEnd {
    side: usize,
    reach: f64,
    from: f64,
    to: f64,
}

impl PaintEnd {
    fn of(area: Rect, side: usize, trim: Rect) -> Self {
        let reach = ends(area)[side] - ends(trim)[side];
        let (from, to) = if side < 2 { (area.y0, area.y1) } else { (area.x0, area.x1) };
        Self { side, reach, from, to }
    }

    /// One of the spots between it and the end of the bleed.
    fn spot(&self, nth: usize, asked: f64, trim: Rect) -> Point {
        let part = |nth: usize| (nth as f64 + 0.5) / SPOTS as f64;
        let along = self.from + part(nth % SPOTS) * (self.to - self.from);
        let out = self.reach + part(nth / SPOTS) * (asked - self.reach);
        match self.side {
            0 => Point::new(trim.x0 - out, along),
            1 => Point::new(trim.x1 + out, along),
            2 => Point::new(along, trim.y0 - out),
            _ => Point::new(along, trim.y1 + out),
        }
    }

    /// The part of it along which `other` lies, from 0 to 1.
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
        // Without room there is no bleed at all, which was told.
        if asked[side] <= 0.0 || room[side] < asked[side] - LACKING {
            continue;
        }
        for (nth, mark) in painted.iter().enumerate() {
            let end = PaintEnd::of(mark.area, side, trim);
            if !stops_short(mark, &end, asked[side], trim) || looked >= MOST_ENDS {
                continue;
            }
            looked += 1;
            if !is_mended(&painted, nth, &end, (asked[side], trim)) {
                report_end(view, mark, &end);
            }
        }
    }
}

/// Whether a mark is paint that the cut can miss: letters are not.
fn is_ground(mark: &Mark) -> bool {
    match mark.kind {
        MarkKind::Text(_) => false,
        // Outlines of shapes end where the shapes do.
        MarkKind::Stroke { is_box, .. } => is_box,
        MarkKind::Fill { .. } | MarkKind::Picture(_) | MarkKind::Gradient { .. } => true,
    }
}

fn is_white(mark: &Mark) -> bool {
    let plain = !matches!(mark.kind, MarkKind::Picture(_) | MarkKind::Gradient { .. });
    plain && mark.colour.as_ref().is_some_and(|colour| colour.is_white())
}

/// Whether a straight end lies at the edge or inside the bleed.
fn stops_short(mark: &Mark, end: &PaintEnd, asked: f64, trim: Rect) -> bool {
    let is_part = end.to - end.from < LARGE * (stop_of(trim, end.side) - start_of(trim, end.side));
    let is_shape = is_part && matches!(mark.kind, MarkKind::Fill { .. });
    let enough = if is_shape { SHAPE_ENDS.min(asked - LACKING) } else { asked - LACKING };
    let is_short = (-NEAR..enough).contains(&end.reach);
    let inside = PaintEnd::of(mark.area, end.side ^ 1, trim);
    // A mark that lies outside the page altogether is a crop mark; one that lies along the edge and is
    // thin is a frame, which `line-near-edge` is about.
    let depth = end.reach + inside.reach + depth_of(trim, end.side);
    let begins_inside = end.reach - depth < -0.1 * MM;
    let is_thin = depth < 2.0 * MM && depth < (end.to - end.from) / 4.0;
    let meets_page = end.to > start_of(trim, end.side) && end.from < stop_of(trim, end.side);
    let is_long = mark.straight[end.side] >= SHORTEST_END || runs_out(mark, end);
    is_short && begins_inside && !is_thin && meets_page && is_long && !is_white(mark)
}

/// Whether it is a line that runs across the edge.
fn runs_out(mark: &Mark, end: &PaintEnd) -> bool {
    let along = end.to - end.from;
    let is_line = matches!(
        mark.kind,
        MarkKind::Stroke { is_box: true, .. } | MarkKind::Fill { is_box: true }
    );
    let depth = mark.area.width().max(mark.area.height());
    is_line && along < WIDEST_LINE && along < depth / 4.0 && end.reach > -AT_EDGE
}

/// Height or width of the page, across a side.
fn depth_of(trim: Rect, side: usize) -> f64 {
    if side < 2 { trim.width() } else { trim.height() }
}

fn start_of(trim: Rect, side: usize) -> f64 {
    if side < 2 { trim.y0 } else { trim.x0 }
}

fn stop_of(trim: Rect, side: usize) -> f64 {
    if side < 2 { trim.y1 } else { trim.x1 }
}

/// Whether no paper can be seen where an end is cut off: another mark goes on there, hides it or is of
/// the same colour below it, or paint lies everywhere between it and the end of the bleed.
fn is_mended(painted: &[&Mark], nth: usize, end: &PaintEnd, (asked, trim): (f64, Rect)) -> bool {
    let own = painted[nth];
    let mends = painted.iter().enumerate().any(|(other_nth, other)| {
        let outer = PaintEnd::of(other.area, end.side, trim);
        if other_nth == nth || end.shared(&outer) < MOST_OF_IT || outer.reach < end.reach + GAP {
            return false;
        }
        let inner = PaintEnd::of(other.area, end.side ^ 1, trim);
        // Where the other mark begins, seen from this side.
        let begins = -inner.reach - depth_of(trim, end.side);
        let lies_behind = begins < end.reach - GAP;
        let goes_on = (begins - end.reach).abs() < GAP && !is_white(other);
        let hides = other_nth > nth && lies_behind && is_solid(other);
        let is_same = own.colour.is_some() && own.colour == other.colour && lies_behind;
        goes_on || hides || is_same
    });
    mends || !was_meant_to_end(end, trim) && has_paint_beyond(painted, nth, end, (asked, trim))
}

/// Whether it ends at the edge itself along most of a side: then even paint below it would be seen as a
/// strip.
fn was_meant_to_end(end: &PaintEnd, trim: Rect) -> bool {
    let side = stop_of(trim, end.side) - start_of(trim, end.side);
    end.reach.abs() < AT_EDGE && end.to - end.from > LARGE * side
}

fn is_solid(mark: &Mark) -> bool {
    !mark.is_transparent && !matches!(mark.kind, MarkKind::Stroke { .. })
}

/// Whether other marks are painted at most spots between an end and the end of the bleed.
fn has_paint_beyond(
    painted: &[&Mark],
    nth: usize,
    end: &PaintEnd,
    (asked, trim): (f64, Rect),
) -> bool {
    let spots: Vec<Point> = (0..SPOTS * SPOTS).map(|spot| end.spot(spot, asked, trim)).collect();
    let others =
        painted.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, mark)| mark);
    let solid: Vec<Rect> =
        others.filter(|mark| is_solid(mark) && !is_white(mark)).map(|mark| mark.area).collect();
    let covered =
        spots.iter().filter(|spot| solid.iter().any(|area| area.contains(**spot))).count();
    covered as f64 >= MOST_SPOTS * spots.len() as f64
}

fn report_end(view: &mut PageView<'_>, mark: &Mark, end: &PaintEnd) {
    let what = match mark.kind {
        MarkKind::Picture(_) => "a picture",
        MarkKind::Stroke { .. } => "a line",
        MarkKind::Fill { .. } | MarkKind::Gradient { .. } | MarkKind::Text(_) => "a ground",
    };
    let side = SIDES[end.side];
    let tenths = (end.reach / MM * 10.0).round() / 10.0;
    let message = if tenths.abs() < 0.05 {
        format!("{what} ends at the {side} edge and does not go on into the bleed")
    } else if tenths < 0.0 {
        format!("{what} ends {:.1} mm before the {side} edge", -tenths)
    } else {
        format!("{what} ends {tenths:.1} mm beyond the {side} edge, inside the bleed")
    };
    view.error(FaultKind::BleedNotPainted, Some(mark.area), message);
}
