//! A small chart placed by hand that has every shape, head and kind of line, a frame in a frame and
//! a connector.

use rulepress::drawing::{Area, pt};
use rulepress::flowchart::{
    Chart, ChartSheet, Connector, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node, NodeShape, PlacedEdge,
    PlacedLabel, PlacedNode, PlacedSubgraph, Subgraph,
};

pub(crate) const SIZE: f64 = 9.0;

const SHAPES: [(NodeShape, &str); 14] = [
    (NodeShape::Stadium, "Setup begins"),
    (NodeShape::Rectangle, "Take <2> cards\n& \"shuffle\""),
    (NodeShape::Rounded, "Wake up"),
    (NodeShape::Diamond, "All elements\nenabled?"),
    (NodeShape::Subroutine, "Combat phase"),
    (NodeShape::Cylinder, "Material deck"),
    (NodeShape::Circle, "Pass"),
    (NodeShape::DoubleCircle, "Win"),
    (NodeShape::Hexagon, "Prepare"),
    (NodeShape::LeanRight, "Reveal a card"),
    (NodeShape::LeanLeft, "Hide a card"),
    (NodeShape::Trapezoid, "Choose"),
    (NodeShape::InvertedTrapezoid, "Discard"),
    (NodeShape::Flag, "See errata"),
];

const HEADS: [EdgeHead; 4] = [EdgeHead::Arrow, EdgeHead::Cross, EdgeHead::Circle, EdgeHead::None];
const LINES: [EdgeStyle; 4] =
    [EdgeStyle::Solid, EdgeStyle::Dotted, EdgeStyle::Thick, EdgeStyle::Invisible];

/// Returns the chart, and a sheet with its boxes in four columns.
pub(crate) fn sampler() -> (Chart, ChartSheet) {
    let mut chart =
        Chart { waits: vec![4], leads: vec![(13, "#errata".into())], ..Chart::default() };
    let mut sheet = ChartSheet { width: 420.0, height: 272.0, ..ChartSheet::default() };
    chart.nodes = SHAPES.iter().enumerate().map(|(index, shape)| node(index, shape)).collect();
    chart.nodes[7].link = Some("https://example.org/?a=1&b='2'".into());
    sheet.nodes = (0..SHAPES.len()).map(placed).collect();
    for from in 0..SHAPES.len() - 4 {
        let label = (from % 3 == 0).then(|| format!("Yes & {from}"));
        chart.edges.push(edge(from, from + 4, label.clone()));
        sheet.edges.push(down(from, label));
    }
    across(&mut chart, &mut sheet);
    frames(&mut chart, &mut sheet);
    (chart, sheet)
}

fn node(index: usize, (shape, label): &(NodeShape, &str)) -> Node {
    let group = [9, 10, 13].contains(&index).then_some(usize::from(index == 13));
    Node {
        id: format!("N{index}"),
        label: (*label).into(),
        shape: *shape,
        subgraph: group,
        link: None,
        place: 0..0,
    }
}

fn placed(index: usize) -> PlacedNode {
    let (shape, label) = SHAPES[index];
    let lines: Vec<String> = label.lines().map(str::to_owned).collect();
    let round = matches!(shape, NodeShape::Circle | NodeShape::DoubleCircle);
    let (width, height) =
        if round { (38.0, 38.0) } else { (84.0, if lines.len() > 1 { 32.0 } else { 24.0 }) };
    let (x, y) = middle(index);
    let cut = if matches!(shape, NodeShape::Diamond | NodeShape::Hexagon) { 10.0 } else { 0.0 };
    PlacedNode {
        node: index,
        area: Area { x: x - width / 2.0, y: y - height / 2.0, width, height },
        cut,
        lines,
    }
}

fn middle(index: usize) -> (f64, f64) {
    (56.0 + 102.0 * (index % 4) as f64, 20.0 + 72.0 * (index / 4) as f64)
}

fn edge(from: usize, to: usize, label: Option<String>) -> Edge {
    Edge {
        from: EdgeEnd::Node(from),
        to: EdgeEnd::Node(to),
        label,
        style: LINES[from % 3],
        tail: HEADS[3 - from / 3 % 4],
        head: HEADS[from % 4],
        length: 1,
        place: 0..0,
    }
}

fn down(from: usize, label: Option<String>) -> PlacedEdge {
    let (top, bottom) = (placed(from).area, placed(from + 4).area);
    let points = vec![pt(middle(from).0, top.y + top.height), pt(middle(from).0, bottom.y)];
    let at = pt(points[0].x, (points[0].y + points[1].y) / 2.0);
    let label = label.map(|label| {
        let area = Area { x: at.x - 20.0, y: at.y - 5.0, width: 40.0, height: 10.0 };
        PlacedLabel { area, lines: vec![label] }
    });
    PlacedEdge { edge: from, points, label, ends: (true, true) }
}

/// A line that crosses another one and ends in a connector, a line with a label to a frame, and one
/// that is not drawn.
fn across(chart: &mut Chart, sheet: &mut ChartSheet) {
    let first = chart.edges.len();
    chart.edges.extend([
        edge(0, 6, Some("Cross".into())),
        edge(2, 13, None),
        edge(3, 13, Some("unseen".into())),
    ]);
    chart.edges[first].style = EdgeStyle::Solid;
    chart.edges[first + 1] = Edge {
        to: EdgeEnd::Subgraph(0),
        head: EdgeHead::Arrow,
        style: EdgeStyle::Solid,
        ..chart.edges[first + 1].clone()
    };
    chart.edges[first + 2].style = EdgeStyle::Invisible;
    let points = vec![pt(80.0, 32.0), pt(80.0, 46.0), pt(206.0, 46.0), pt(206.0, 70.0)];
    let area = Area { x: 90.0, y: 41.0, width: 32.0, height: 10.0 };
    let label = Some(PlacedLabel { area, lines: vec!["Cross".to_owned()] });
    sheet.edges.push(PlacedEdge { edge: first, points, label, ends: (true, false) });
    sheet.connectors.push(Connector { at: pt(206.0, 76.0), letter: "A".into(), edge: first });
    let points = vec![pt(290.0, 32.0), pt(290.0, 52.0), pt(312.0, 52.0), pt(312.0, 132.0)];
    sheet.edges.push(PlacedEdge { edge: first + 1, points, label: None, ends: (true, true) });
    sheet.edges.push(PlacedEdge {
        edge: first + 2,
        points: vec![pt(362.0, 36.0), pt(200.0, 200.0)],
        label: None,
        ends: (true, true),
    });
}

fn frames(chart: &mut Chart, sheet: &mut ChartSheet) {
    for (group, (title, x, y, width, height)) in
        [("B & C", 104.0, 132.0, 312.0, 136.0), ("Errata", 110.0, 210.0, 100.0, 52.0)]
            .into_iter()
            .enumerate()
    {
        let parent = (group == 1).then_some(0);
        chart.subgraphs.push(Subgraph {
            id: format!("G{group}"),
            title: title.into(),
            direction: None,
            parent,
            place: 0..0,
        });
        sheet.subgraphs.push(PlacedSubgraph {
            subgraph: group,
            area: Area { x, y, width, height },
            title: title.into(),
        });
    }
}
