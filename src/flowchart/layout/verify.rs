//! In: a chart and its plan. Out: what is wrong with the plan's geometry, in words; nothing if all
//! is well.

use crate::drawing::Area;
use crate::flowchart::{Chart, ChartLayout, ChartSheet, EdgeStyle, PlacedEdge};

/// How far things may touch, in points.
const SLACK: f64 = 0.05;

/// Boxes or labels that overlap or are missing, lines through foreign boxes or labels or on top of
/// each other, frames round foreign boxes, anything outside its sheet.
pub fn verify_layout(chart: &Chart, plan: &ChartLayout) -> Vec<String> {
    let mut faults = vec![];
    for (number, sheet) in plan.sheets.iter().enumerate() {
        let mut found = vec![];
        check_inside(sheet, &mut found);
        check_node_overlaps(sheet, &mut found);
        check_edges(chart, sheet, &mut found);
        check_labels(sheet, &mut found);
        check_subgraphs(chart, sheet, &mut found);
        faults.extend(found.into_iter().map(|fault| format!("sheet {}: {fault}", number + 1)));
    }
    check_completeness(chart, plan, &mut faults);
    faults
}

fn areas_overlap(a: Area, b: Area) -> bool {
    a.x + SLACK < b.x + b.width
        && b.x + SLACK < a.x + a.width
        && a.y + SLACK < b.y + b.height
        && b.y + SLACK < a.y + a.height
}

/// A straight piece of a line as a rectangle of hardly any width.
fn edge_segments(track: &PlacedEdge) -> impl Iterator<Item = Area> + '_ {
    track.points.windows(2).map(|pair| {
        let (a, b) = (pair[0], pair[1]);
        let (x, y) = (a.0.min(b.0), a.1.min(b.1));
        Area {
            x: x - SLACK,
            y: y - SLACK,
            width: (a.0 - b.0).abs() + 2.0 * SLACK,
            height: (a.1 - b.1).abs() + 2.0 * SLACK,
        }
    })
}

fn check_inside(sheet: &ChartSheet, faults: &mut Vec<String>) {
    let page = Area { x: 0.0, y: 0.0, width: sheet.width, height: sheet.height };
    let mut check = |what: String, rect: Area| {
        let right = rect.x + rect.width <= page.width + SLACK
            && rect.y + rect.height <= page.height + SLACK;
        if !(right && rect.x >= -SLACK && rect.y >= -SLACK) {
            faults.push(format!("{what} is outside"));
        }
    };
    sheet.nodes.iter().for_each(|placed| check(format!("box {}", placed.node), placed.area));
    sheet.subgraphs.iter().for_each(|frame| check(format!("frame {}", frame.subgraph), frame.area));
    for track in &sheet.edges {
        edge_segments(track)
            .for_each(|rect| check(format!("line {}", track.edge), without_slack(rect)));
        track.label.iter().for_each(|label| check(format!("label {}", track.edge), label.area));
    }
}

fn without_slack(rect: Area) -> Area {
    let Area { x, y, width, height } = rect;
    Area { x: x + SLACK, y: y + SLACK, width: width - 2.0 * SLACK, height: height - 2.0 * SLACK }
}

fn check_node_overlaps(sheet: &ChartSheet, faults: &mut Vec<String>) {
    for (index, a) in sheet.nodes.iter().enumerate() {
        for b in sheet.nodes[index + 1..].iter().filter(|b| areas_overlap(a.area, b.area)) {
            faults.push(format!("boxes {} and {} overlap", a.node, b.node));
        }
    }
}

fn check_edges(chart: &Chart, sheet: &ChartSheet, faults: &mut Vec<String>) {
    for (index, track) in sheet.edges.iter().enumerate() {
        let own = chart.edge_nodes(track.edge);
        let foreign = |node: usize| own.is_none_or(|(from, to)| node != from && node != to);
        for placed in sheet.nodes.iter().filter(|placed| foreign(placed.node)) {
            if edge_segments(track).any(|piece| areas_overlap(piece, placed.area)) {
                faults.push(format!("line {} runs through box {}", track.edge, placed.node));
            }
        }
        if track
            .points
            .windows(2)
            .any(|pair| (pair[0].0 - pair[1].0).abs().min((pair[0].1 - pair[1].1).abs()) > SLACK)
        {
            faults.push(format!("line {} runs aslant", track.edge));
        }
        for other in &sheet.edges[index + 1..] {
            if edge_segments(track).any(|a| edge_segments(other).any(|b| run_along(a, b))) {
                faults.push(format!(
                    "lines {} and {} lie on top of each other",
                    track.edge, other.edge
                ));
            }
        }
    }
}

/// Whether two pieces run along each other rather than across.
fn run_along(a: Area, b: Area) -> bool {
    let width = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
    let height = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
    width > 0.0 && height > 0.0 && width.max(height) > 1.0
}

fn check_labels(sheet: &ChartSheet, faults: &mut Vec<String>) {
    let labels = |track: &PlacedEdge| track.label_area();
    for (index, track) in sheet.edges.iter().enumerate() {
        let Some(label) = labels(track) else { continue };
        for placed in sheet.nodes.iter().filter(|placed| areas_overlap(placed.area, label)) {
            faults.push(format!("label {} touches box {}", track.edge, placed.node));
        }
        for (place, other) in sheet.edges.iter().enumerate() {
            if place > index && labels(other).is_some_and(|other| areas_overlap(label, other)) {
                faults.push(format!("labels {} and {} touch", track.edge, other.edge));
            }
            if place != index && edge_segments(other).any(|piece| areas_overlap(piece, label)) {
                faults.push(format!("line {} runs through label {}", other.edge, track.edge));
            }
        }
    }
}

fn check_subgraphs(chart: &Chart, sheet: &ChartSheet, faults: &mut Vec<String>) {
    for frame in &sheet.subgraphs {
        for placed in &sheet.nodes {
            let inside = areas_overlap(frame.area, placed.area);
            if inside && !chart.node_within(placed.node, frame.subgraph) {
                faults
                    .push(format!("box {} lies in foreign frame {}", placed.node, frame.subgraph));
            }
        }
    }
}

fn check_completeness(chart: &Chart, plan: &ChartLayout, faults: &mut Vec<String>) {
    let said = |lines: &[String]| lines.concat().split_whitespace().collect::<String>();
    for (node, data) in chart.nodes.iter().enumerate() {
        let all =
            plan.sheets.iter().flat_map(|sheet| &sheet.nodes).filter(|placed| placed.node == node);
        let texts: Vec<String> = all.map(|placed| said(&placed.lines)).collect();
        if texts != [said(std::slice::from_ref(&data.label))] {
            faults.push(format!("box {node} stands {} times or says something else", texts.len()));
        }
    }
    for (edge, data) in
        chart.edges.iter().enumerate().filter(|(_, edge)| edge.style != EdgeStyle::Invisible)
    {
        let tracks: Vec<&PlacedEdge> = plan
            .sheets
            .iter()
            .flat_map(|sheet| &sheet.edges)
            .filter(|track| track.edge == edge)
            .collect();
        let texts: Vec<String> = tracks
            .iter()
            .filter_map(|track| track.label.as_ref())
            .map(|label| said(&label.lines))
            .collect();
        let wanted: Vec<String> =
            data.label.iter().map(|label| said(std::slice::from_ref(label))).collect();
        if tracks.is_empty() && chart.edge_nodes(edge).is_some() {
            faults.push(format!("line {edge} is missing"));
        }
        if texts != wanted {
            faults.push(format!(
                "the label of line {edge} stands {} times or says something else",
                texts.len()
            ));
        }
    }
}
