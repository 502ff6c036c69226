//! In: a layout that runs down. Out: the same in the chart's direction, moved to the sheet's
//! corner, lines to frames tied to the frames' borders.

use super::draw::straighten;
use super::ports::RING;
use crate::flowchart::{Chart, Direction, End, Rect, Sheet, Track};

/// Points that a sheet maps.
type Map<'a> = &'a dyn Fn((f64, f64)) -> (f64, f64);

/// Turns a layout that runs down.
pub(super) fn turn(sheet: &mut Sheet, direction: Direction) {
    let (width, height) = (sheet.width, sheet.height);
    match direction {
        Direction::Down => {}
        Direction::Up => map(sheet, &|(x, y)| (x, height - y)),
        Direction::Right => map(sheet, &|(x, y)| (y, x)),
        Direction::Left => map(sheet, &|(x, y)| (height - y, x)),
    }
    if direction.is_level() {
        (sheet.width, sheet.height) = (height, width);
    }
}

/// Maps everything on a sheet but its own size.
pub(super) fn map(sheet: &mut Sheet, to: Map) {
    sheet.frames.iter_mut().for_each(|frame| frame.rect = rect(frame.rect, to));
    sheet.boxes.iter_mut().for_each(|placed| placed.rect = rect(placed.rect, to));
    sheet.connectors.iter_mut().for_each(|ring| ring.at = to(ring.at));
    for track in &mut sheet.tracks {
        track.points.iter_mut().for_each(|point| *point = to(*point));
        if let Some((label, _)) = &mut track.label {
            *label = rect(*label, to);
        }
    }
}

fn rect(rect: Rect, to: Map) -> Rect {
    let (a, b) = (to((rect.x, rect.y)), to((rect.x + rect.width, rect.y + rect.height)));
    Rect { x: a.0.min(b.0), y: a.1.min(b.1), width: (a.0 - b.0).abs(), height: (a.1 - b.1).abs() }
}

/// Moves everything on a sheet.
pub(super) fn shift(sheet: &mut Sheet, dx: f64, dy: f64) {
    map(sheet, &|(x, y)| (x + dx, y + dy));
}

/// Makes a sheet just as large as what is drawn on it.
pub(super) fn trim(sheet: &mut Sheet) {
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    let mut reach = |x: f64, y: f64| {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    };
    let labels = sheet.tracks.iter().filter_map(|track| track.label.as_ref().map(|label| label.0));
    let boxes = sheet.boxes.iter().map(|placed| placed.rect);
    for rect in boxes.chain(labels).chain(sheet.frames.iter().map(|frame| frame.rect)) {
        reach(rect.x, rect.y);
        reach(rect.x + rect.width, rect.y + rect.height);
    }
    sheet.tracks.iter().flat_map(|track| &track.points).for_each(|point| reach(point.0, point.1));
    for ring in &sheet.connectors {
        reach(ring.at.0 - RING, ring.at.1 - RING);
        reach(ring.at.0 + RING, ring.at.1 + RING);
    }
    if low.0 <= high.0 {
        shift(sheet, -low.0, -low.1);
        (sheet.width, sheet.height) = (high.0 - low.0, high.1 - low.1);
    }
}

/// Ends lines from and to frames at the frames' borders.
pub(super) fn clip(chart: &Chart, sheet: &mut Sheet) {
    let frames: Vec<(usize, Rect)> =
        sheet.frames.iter().map(|frame| (frame.group, frame.rect)).collect();
    let find = |end: End| match end {
        End::Group(group) => frames.iter().find(|frame| frame.0 == group).map(|frame| frame.1),
        End::Node(_) => None,
    };
    for track in &mut sheet.tracks {
        let edge = &chart.edges[track.edge];
        if let Some(frame) = find(edge.to).filter(|_| track.ends.1) {
            cut(track, frame);
        }
        if let Some(frame) = find(edge.from).filter(|_| track.ends.0) {
            track.points.reverse();
            cut(track, frame);
            track.points.reverse();
        }
    }
}

/// Ends a line where it enters a frame for good; leaves it alone if it lies inside, or its label
/// would be left behind.
fn cut(track: &mut Track, frame: Rect) {
    let inside = |point: &(f64, f64)| {
        (frame.x..=frame.x + frame.width).contains(&point.0)
            && (frame.y..=frame.y + frame.height).contains(&point.1)
    };
    let Some(last) = track.points.iter().rposition(|point| !inside(point)) else { return };
    let label = track
        .label
        .as_ref()
        .map(|(rect, _)| (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0));
    if last + 1 >= track.points.len() || label.is_some_and(|middle| inside(&middle)) {
        return;
    }
    let (a, b) = (track.points[last], track.points[last + 1]);
    let end = if (a.0 - b.0).abs() < 1e-3 {
        (a.0, if a.1 < b.1 { frame.y } else { frame.y + frame.height })
    } else {
        (if a.0 < b.0 { frame.x } else { frame.x + frame.width }, a.1)
    };
    track.points.truncate(last + 1);
    track.points.push(end);
    track.points = straighten(std::mem::take(&mut track.points));
}
