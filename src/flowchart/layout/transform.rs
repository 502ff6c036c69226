//! In: a layout that runs down. Out: the same in the chart's direction, moved to the sheet's
//! corner, lines to frames tied to the frames' borders.

use super::ports::CONNECTOR_RADIUS;
use super::routing::straighten_corners;
use crate::drawing::Area;
use crate::flowchart::{Chart, ChartDirection, ChartSheet, EdgeEnd, PlacedEdge};

/// Points that a sheet maps.
type PointMap<'a> = &'a dyn Fn((f64, f64)) -> (f64, f64);

/// Turns a layout that runs down.
pub(super) fn turn_sheet(sheet: &mut ChartSheet, direction: ChartDirection) {
    let (width, height) = (sheet.width, sheet.height);
    match direction {
        ChartDirection::Down => {}
        ChartDirection::Up => map_sheet(sheet, &|(x, y)| (x, height - y)),
        ChartDirection::Right => map_sheet(sheet, &|(x, y)| (y, x)),
        ChartDirection::Left => map_sheet(sheet, &|(x, y)| (height - y, x)),
    }
    if direction.is_sideways() {
        (sheet.width, sheet.height) = (height, width);
    }
}

/// Maps everything on a sheet but its own size.
pub(super) fn map_sheet(sheet: &mut ChartSheet, to: PointMap) {
    sheet.subgraphs.iter_mut().for_each(|frame| frame.area = map_area(frame.area, to));
    sheet.nodes.iter_mut().for_each(|placed| placed.area = map_area(placed.area, to));
    sheet.connectors.iter_mut().for_each(|ring| ring.at = to(ring.at));
    for track in &mut sheet.edges {
        track.points.iter_mut().for_each(|point| *point = to(*point));
        if let Some(label) = &mut track.label {
            label.area = map_area(label.area, to);
        }
    }
}

fn map_area(rect: Area, to: PointMap) -> Area {
    let (a, b) = (to((rect.x, rect.y)), to((rect.x + rect.width, rect.y + rect.height)));
    Area { x: a.0.min(b.0), y: a.1.min(b.1), width: (a.0 - b.0).abs(), height: (a.1 - b.1).abs() }
}

/// Moves everything on a sheet.
pub(super) fn shift_sheet(sheet: &mut ChartSheet, dx: f64, dy: f64) {
    map_sheet(sheet, &|(x, y)| (x + dx, y + dy));
}

/// Makes a sheet just as large as what is drawn on it.
pub(super) fn trim_sheet(sheet: &mut ChartSheet) {
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    let mut reach = |x: f64, y: f64| {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    };
    let labels = sheet.edges.iter().filter_map(|track| track.label_area());
    let boxes = sheet.nodes.iter().map(|placed| placed.area);
    for rect in boxes.chain(labels).chain(sheet.subgraphs.iter().map(|frame| frame.area)) {
        reach(rect.x, rect.y);
        reach(rect.x + rect.width, rect.y + rect.height);
    }
    sheet.edges.iter().flat_map(|track| &track.points).for_each(|point| reach(point.0, point.1));
    for ring in &sheet.connectors {
        reach(ring.at.0 - CONNECTOR_RADIUS, ring.at.1 - CONNECTOR_RADIUS);
        reach(ring.at.0 + CONNECTOR_RADIUS, ring.at.1 + CONNECTOR_RADIUS);
    }
    if low.0 <= high.0 {
        shift_sheet(sheet, -low.0, -low.1);
        (sheet.width, sheet.height) = (high.0 - low.0, high.1 - low.1);
    }
}

/// Ends lines from and to frames at the frames' borders.
pub(super) fn clip_to_subgraphs(chart: &Chart, sheet: &mut ChartSheet) {
    let frames: Vec<(usize, Area)> =
        sheet.subgraphs.iter().map(|frame| (frame.subgraph, frame.area)).collect();
    let find = |end: EdgeEnd| match end {
        EdgeEnd::Subgraph(group) => {
            frames.iter().find(|frame| frame.0 == group).map(|frame| frame.1)
        }
        EdgeEnd::Node(_) => None,
    };
    for track in &mut sheet.edges {
        let edge = &chart.edges[track.edge];
        if let Some(frame) = find(edge.to).filter(|_| track.ends.1) {
            clip_edge(track, frame);
        }
        if let Some(frame) = find(edge.from).filter(|_| track.ends.0) {
            track.points.reverse();
            clip_edge(track, frame);
            track.points.reverse();
        }
    }
}

/// Ends a line where it enters a frame for good; leaves it alone if it lies inside, or its label
/// would be left behind.
fn clip_edge(track: &mut PlacedEdge, frame: Area) {
    let inside = |point: &(f64, f64)| {
        (frame.x..=frame.x + frame.width).contains(&point.0)
            && (frame.y..=frame.y + frame.height).contains(&point.1)
    };
    let Some(last) = track.points.iter().rposition(|point| !inside(point)) else { return };
    let label = track.label_area().map(|area| area.middle());
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
    track.points = straighten_corners(std::mem::take(&mut track.points));
}
