//! Every shape that Mermaid's guide names: it holds its words, and lines end on its outline.

use super::charts::{measure, room};
use super::read;
use rulepress::drawing::{Area, Drawing, DrawingItem, Point, pt};
use rulepress::flowchart::layout::{lay_out_chart, verify_layout};
use rulepress::flowchart::{Chart, ChartMarks, draw_sheet};
use rulepress::theme::file::ChartStyle;

/// All names, each shape's in one line.
const NAMES: &str = "rect proc process rectangle
rounded event
stadium terminal pill
fr-rect subprocess subproc framed-rectangle subroutine
cyl db database cylinder
circle circ
diam decision diamond question
hex hexagon prepare
lean-r lean-right in-out
lean-l lean-left out-in
trap-b priority trapezoid-bottom trapezoid
trap-t manual trapezoid-top inv-trapezoid
dbl-circ double-circle
odd
text
notch-rect card notched-rectangle
lin-rect lined-rectangle lined-process lin-proc shaded-process
div-rect div-proc divided-rectangle divided-process
win-pane internal-storage window-pane
tag-rect tagged-rectangle tag-proc tagged-process
st-rect procs processes stacked-rectangle
sl-rect manual-input sloped-rectangle
notch-pent loop-limit notched-pentagon
delay half-rounded-rectangle
curv-trap curved-trapezoid display
bow-rect stored-data bow-tie-rectangle
flag paper-tape
doc document
lin-doc lined-document
tag-doc tagged-document
docs documents st-doc stacked-document
h-cyl das horizontal-cylinder
lin-cyl disk lined-cylinder
datastore data-store
tri extract triangle
flip-tri manual-file flipped-triangle
brace comment brace-l
brace-r
braces
cloud
bang
sm-circ start small-circle
fr-circ stop framed-circle
f-circ junction filled-circle
cross-circ summary crossed-circle
fork join
hourglass collate
bolt com-link lightning-bolt";

/// The first of these that draw no outline round their words.
const BARE: [&str; 12] = [
    "text",
    "datastore",
    "brace",
    "brace-r",
    "braces",
    "sm-circ",
    "fr-circ",
    "f-circ",
    "cross-circ",
    "fork",
    "hourglass",
    "bolt",
];

const WORDS: &str = "Resolve every effect of the Opportunity that is left on the stack";

fn drawn(chart: &Chart) -> Drawing {
    let plan = lay_out_chart(chart, &room(180.0, 250.0), &measure()).expect("it can be laid out");
    assert_eq!(verify_layout(chart, &plan), Vec::<String>::new());
    assert_eq!(plan.coarse, None);
    let marks = ChartMarks {
        path: vec![],
        steps: vec![],
        numbers: &|_| String::new(),
        targets: &|_| String::new(),
        style: ChartStyle::Plain,
    };
    draw_sheet(chart, &plan.sheets[0], plan.size, &marks)
}

#[test]
fn all_names_of_a_shape_mean_the_same() {
    for names in NAMES.lines() {
        let shapes = names.split(' ').map(|name| read(&format!("graph TD\nA@{{ shape: {name} }}")));
        let shapes: Vec<_> = shapes.map(|chart| chart.nodes[0].shape).collect();
        assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]), "{names}");
    }
    let first = NAMES.lines().map(|names| names.split(' ').next().expect("a name"));
    let shape = |name| read(&format!("graph TD\nA@{{ shape: {name} }}")).nodes[0].shape;
    let mut shapes: Vec<String> = first.map(|name| format!("{:?}", shape(name))).collect();
    shapes.sort();
    shapes.dedup();
    assert_eq!(shapes.len(), NAMES.lines().count());
}

/// Returns the number of times that an outline runs around a point.
fn holds(outline: &[Point], at: Point) -> bool {
    let Point { x, y } = at;
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let right = sides
        .filter(|(a, b)| (a.y > y) != (b.y > y) && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
    right.count() % 2 == 1
}

fn corners(area: &Area) -> [Point; 4] {
    let (right, bottom) = (area.right(), area.bottom());
    [area.top_left(), pt(right, area.y), area.bottom_right(), pt(area.x, bottom)]
}

#[test]
fn every_shape_holds_its_words() {
    for name in NAMES.lines().map(|names| names.split(' ').next().expect("a name")) {
        for words in ["Go", "Draw a card", WORDS] {
            let chart = read(&format!("graph TD\nA@{{ shape: {name}, label: \"{words}\" }}"));
            let drawing = drawn(&chart);
            let mut outlines = vec![];
            let mut ink = vec![];
            for item in &drawing.items {
                match item {
                    DrawingItem::Polygon { points, fill: Some(_), .. } => {
                        outlines.push(points.clone())
                    }
                    DrawingItem::Text(text) => ink.extend(text.ink_areas()),
                    _ => {}
                }
            }
            assert!(!ink.is_empty(), "{name}");
            let sheet = Area::of_size(drawing.width, drawing.height).grown(0.5);
            let whole = ink.iter().flat_map(corners).all(|corner| sheet.holds(corner));
            assert!(whole, "{name} loses words");
            if let Some(outline) = outlines.last().filter(|_| !BARE.contains(&name)) {
                let inside = ink.iter().flat_map(corners).all(|corner| holds(outline, corner));
                assert!(inside, "the words {words:?} stand out of the shape {name}");
            }
        }
    }
}

/// In each direction lines come from and go to each shape, and a loop is beside it.
#[test]
fn lines_are_tied_to_every_shape() {
    for name in NAMES.lines().map(|names| names.split(' ').next().expect("a name")) {
        for direction in ["TD", "BT", "LR", "RL"] {
            for label in ["", ", label: \"Draw a card and show it\""] {
                let text = format!(
                    "graph {direction}\nS1 & S2 --> X@{{ shape: {name}{label} }} --> E1 & E2\nX --> X"
                );
                drawn(&read(&text));
            }
        }
    }
}

/// A hexagon and a decision with the same words are not of one outline, and the hexagon has bars.
#[test]
fn a_hexagon_is_no_decision() {
    for words in ["Go", "Draw a card", WORDS] {
        let shape = |open: &str, close: &str| {
            let drawing = drawn(&read(&format!("graph TD\nA{open}\"{words}\"{close}")));
            let polygon = |item: &DrawingItem| match item {
                DrawingItem::Polygon { points, .. } => Some(points.clone()),
                _ => None,
            };
            let bars = |item: &&DrawingItem| matches!(item, DrawingItem::Path { .. });
            let outline = drawing.items.iter().find_map(polygon).expect("it has an outline");
            (outline[0].x - outline[5].x, drawing.items.iter().filter(bars).count())
        };
        let (decision, hexagon) = (shape("{", "}"), shape("{{", "}}"));
        assert!(hexagon.0 < decision.0 * 0.7, "{words}: {hexagon:?} {decision:?}");
        assert_eq!((decision.1, hexagon.1), (0, 2), "{words}");
    }
}
