//! Charts that are folded into columns, and parts on the fewest sheets.

use rulepress::drawing::Point;
use rulepress::flowchart::layout::{lay_out_chart, lay_out_folded, lay_out_uncut, verify_layout};
use rulepress::flowchart::{Chart, parse_chart};

use super::charts::{measure, room};

fn chart(lines: &str) -> Chart {
    parse_chart(&format!("graph TD\n{lines}")).0.expect("the chart has no error")
}

/// Returns a chain of boxes below each other.
fn chain(boxes: usize) -> String {
    let line = |nth: usize| format!("n{nth} --> n{}[A box with a few words]\n", nth + 1);
    std::iter::once("n1[The first box]\n".to_owned()).chain((1..boxes).map(line)).collect()
}

#[test]
fn a_chain_folds_into_even_columns_and_keeps_its_lines() {
    let chart = chart(&chain(12));
    let room = room(120.0, 150.0);
    let whole = lay_out_uncut(&chart, &room, &measure()).expect("it fits");
    let folded = lay_out_folded(&chart, &room, &measure()).expect("it can be folded");
    assert!(verify_layout(&chart, &folded).is_empty(), "{:?}", verify_layout(&chart, &folded));
    let [sheet] = folded.sheets.as_slice() else { panic!("{} sheets", folded.sheets.len()) };
    assert!(sheet.connectors.is_empty() && sheet.edges.len() == chart.edges.len());
    assert!(sheet.height < whole.sheets[0].height * 0.62, "{}", sheet.height);
    // A reader follows each column down, and continues at the head of the next one.
    let places: Vec<Point> = (0..12)
        .map(|node| {
            sheet.nodes.iter().find(|own| own.node == node).expect("it is placed").area.middle()
        })
        .collect();
    let turns = places.windows(2).filter(|two| two[1].y < two[0].y).collect::<Vec<_>>();
    assert!((1..=2).contains(&turns.len()), "{places:?}");
    assert!(turns.iter().all(|two| two[1].x > two[0].x + 20.0), "{places:?}");
}

#[test]
fn what_more_than_one_line_ties_together_is_not_folded() {
    let loop_back = format!("{}n8 --> n1\n", chain(8));
    let framed = format!("subgraph Frame\n{}end\n", chain(8));
    let short_head = format!("{}n8 --> n2\n", chain(8));
    for text in [loop_back, framed, short_head] {
        assert!(lay_out_folded(&chart(&text), &room(120.0, 150.0), &measure()).is_none(), "{text}");
    }
}

/// Each part is as wide as its column allows: three parts that are too wide with the same line
/// breaks fit on one sheet.
#[test]
fn parts_stand_on_the_fewest_sheets() {
    let part = |nth: usize, boxes: usize| {
        let line = |own: usize| {
            format!("p{nth}n{own} --> p{nth}n{}[Words of a box that can be broken]\n", own + 1)
        };
        let body: String = (1..boxes).map(line).collect();
        format!("subgraph Part {nth}\n{body}end\n")
    };
    let chart = chart(&[part(1, 5), part(2, 5), part(3, 9), part(4, 9)].concat());
    let plan = lay_out_chart(&chart, &room(120.0, 150.0), &measure()).expect("it fits");
    assert!(verify_layout(&chart, &plan).is_empty());
    assert!(plan.sheets.len() <= 2, "{} sheets", plan.sheets.len());
}
