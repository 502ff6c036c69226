//! Turns a layout into the direction of its chart. In: a layout that runs down. Out: the layout in
//! the chart's direction, moved to the sheet's corner; lines to subgraphs end at the subgraphs'
//! borders.

use super::super::{Chart, ChartDirection, ChartSheet, Connector, EdgeEnd, PlacedEdge};
use super::ports::CONNECTOR_RADIUS;
use super::routing::straighten_corners;
use crate::drawing::{Area, Point, pt};

/// Maps a point of a sheet to its new place.
type PointMap<'a> = &'a dyn Fn(Point) -> Point;

/// Turns a layout that runs down into another direction.
pub fn turn_sheet(sheet: &mut ChartSheet, direction: ChartDirection) {
    let (width, height) = (sheet.width, sheet.height);
    match direction {
        ChartDirection::Down => {}
        ChartDirection::Up => map_sheet(sheet, &|at| pt(at.x, height - at.y)),
        ChartDirection::Right => map_sheet(sheet, &|at| pt(at.y, at.x)),
        ChartDirection::Left => map_sheet(sheet, &|at| pt(height - at.y, at.x)),
    }
    if direction.is_sideways() {
        (sheet.width, sheet.height) = (height, width);
    }
}

/// Maps everything on a sheet, but not its size.
pub fn map_sheet(sheet: &mut ChartSheet, to: PointMap) {
    map_areas(sheet, to);
    map_points(sheet, to);
}

fn map_points(sheet: &mut ChartSheet, to: PointMap) {
    sheet.connectors.iter_mut().for_each(|connector| connector.at = to(connector.at));
    for point in sheet.edges.iter_mut().flat_map(|placed| &mut placed.points) {
        *point = to(*point);
    }
}

fn map_areas(sheet: &mut ChartSheet, to: PointMap) {
    let subgraphs = sheet.subgraphs.iter_mut().map(|placed| &mut placed.area);
    let nodes = sheet.nodes.iter_mut().map(|placed| &mut placed.area);
    let labels = sheet.edges.iter_mut().filter_map(|placed| placed.label.as_mut());
    for area in subgraphs.chain(nodes).chain(labels.map(|label| &mut label.area)) {
        *area = Area::between(to(area.top_left()), to(area.bottom_right()));
    }
}

/// Moves everything on a sheet.
pub fn shift_sheet(sheet: &mut ChartSheet, by: Point) {
    map_sheet(sheet, &|at| at + by);
}

/// Makes a sheet exactly as large as its contents.
pub fn trim_sheet(sheet: &mut ChartSheet) {
    if let Some(extent) = Area::around(&drawn_points(sheet)) {
        shift_sheet(sheet, pt(-extent.x, -extent.y));
        (sheet.width, sheet.height) = (extent.width, extent.height);
    }
}

/// Returns the corners of everything drawn.
fn drawn_points(sheet: &ChartSheet) -> Vec<Point> {
    let nodes = sheet.nodes.iter().map(|placed| placed.area);
    let labels = sheet.edges.iter().filter_map(PlacedEdge::label_area);
    let areas = nodes.chain(labels).chain(sheet.subgraphs.iter().map(|placed| placed.area));
    let corners = areas.flat_map(|area| [area.top_left(), area.bottom_right()]);
    let edges = sheet.edges.iter().flat_map(|placed| &placed.points).copied();
    let connectors = sheet.connectors.iter().flat_map(connector_corners);
    corners.chain(edges).chain(connectors).collect()
}

fn connector_corners(connector: &Connector) -> [Point; 2] {
    let reach = pt(CONNECTOR_RADIUS, CONNECTOR_RADIUS);
    [connector.at - reach, connector.at + reach]
}

/// Ends lines from and to subgraphs at the subgraphs' borders.
pub fn clip_to_subgraphs(chart: &Chart, sheet: &mut ChartSheet) {
    let ChartSheet { subgraphs, edges, .. } = sheet;
    let area_of = |end: EdgeEnd| match end {
        EdgeEnd::Subgraph(subgraph) => {
            subgraphs.iter().find(|placed| placed.subgraph == subgraph).map(|placed| placed.area)
        }
        EdgeEnd::Node(_) => None,
    };
    for placed in edges {
        let edge = &chart.edges[placed.edge];
        if let Some(area) = area_of(edge.to).filter(|_| placed.ends.1) {
            clip_end(placed, area);
        }
        if let Some(area) = area_of(edge.from).filter(|_| placed.ends.0) {
            placed.points.reverse();
            clip_end(placed, area);
            placed.points.reverse();
        }
    }
}

/// Ends a line where it enters a subgraph for the last time. Leaves it alone if it is inside the
/// subgraph, or if its label would be left behind.
fn clip_end(placed: &mut PlacedEdge, area: Area) {
    let outside = placed.points.iter().rposition(|point| !area.holds(*point));
    let Some(last) = outside.filter(|last| last + 1 < placed.points.len()) else { return };
    if placed.label_area().is_some_and(|label| area.holds(label.middle())) {
        return;
    }
    let border = border_crossing(area, placed.points[last], placed.points[last + 1]);
    placed.points.truncate(last + 1);
    placed.points.push(border);
    placed.points = straighten_corners(std::mem::take(&mut placed.points));
}

/// Returns the point where the straight line from `a` outside to `b` inside crosses the border.
fn border_crossing(area: Area, a: Point, b: Point) -> Point {
    if (a.x - b.x).abs() < 1e-3 {
        pt(a.x, if a.y < b.y { area.y } else { area.bottom() })
    } else {
        pt(if a.x < b.x { area.x } else { area.right() }, a.y)
    }
}
