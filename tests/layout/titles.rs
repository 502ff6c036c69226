//! Titles of charts and of frames: all their words are on the page, and no line is hidden under
//! them.

use super::charts::{measure, room};
use super::read;
use rulepress::drawing::{Area, Drawing, DrawingItem, TextLines};
use rulepress::flowchart::layout::{lay_out_chart, lay_out_uncut, verify_layout};
use rulepress::flowchart::{Chart, ChartLayout, ChartMarks, draw_sheet};
use rulepress::theme::file::ChartStyle;

fn plan(chart: &Chart, (width, height): (f64, f64)) -> ChartLayout {
    let plan = lay_out_chart(chart, &room(width, height), &measure()).expect("it can be laid out");
    assert_eq!(verify_layout(chart, &plan), Vec::<String>::new());
    plan
}

fn drawn(chart: &Chart, plan: &ChartLayout, sheet: usize) -> Drawing {
    let none = String::new;
    let (numbers, targets) = (|_: usize| none(), |_: &str| none());
    let marks = ChartMarks {
        path: vec![],
        steps: vec![],
        numbers: &numbers,
        targets: &targets,
        style: ChartStyle::Plain,
    };
    draw_sheet(chart, &plan.sheets[sheet], plan.size, &marks)
}

fn words<'a>(drawing: &'a Drawing, said: &str) -> &'a TextLines {
    let texts = drawing.items.iter().filter_map(|item| match item {
        DrawingItem::Text(text) => Some(text),
        _ => None,
    });
    texts.into_iter().find(|text| text.lines.join(" ") == said).expect("it is drawn")
}

/// The straight pieces of all lines.
fn pieces(drawing: &Drawing) -> Vec<Area> {
    let paths = drawing.items.iter().filter_map(|item| match item {
        DrawingItem::Path { points, .. } => Some(points),
        _ => None,
    });
    paths.flat_map(|points| points.windows(2).map(|pair| Area::between(pair[0], pair[1]))).collect()
}

const FRAME: &str = "subgraph S [The attack of the hero]\nB[One] --> C[Two]\nend";

#[test]
fn the_title_of_a_frame_stands_beside_the_lines_that_enter_it() {
    for text in [
        format!("graph TD\nA[Start] --> B\n{FRAME}\nS --> D"),
        format!("graph BT\nA[Start] --> B\n{FRAME}\nC --> D"),
        format!("graph TD\nA[Start] --> S & T\nsubgraph T [Outer]\n{FRAME}\nend"),
    ] {
        let chart = read(&text);
        let drawing = drawn(&chart, &plan(&chart, (85.0, 250.0)), 0);
        for title in ["The attack of the hero", "Outer"] {
            if !text.contains(title) {
                continue;
            }
            for ink in words(&drawing, title).ink_areas() {
                let over = |piece: &Area| piece.grown(1.0).shared(&ink.grown(1.3)) > 0.0;
                assert!(!pieces(&drawing).iter().any(over), "{title}: {text}");
            }
        }
    }
}

/// Lines that come in all along a title are visible again below it.
#[test]
fn lines_go_on_below_a_title_that_has_no_place_beside_them() {
    let text = "graph TD\nX[From the left] --> A\nY[From above] --> B\nZ[The right] --> C
subgraph S [A title that is as long as the three boxes below it are]\nA[One]\nB[Two]\nC[Three]\nend";
    let chart = read(text);
    let plan = plan(&chart, (180.0, 250.0));
    let drawing = drawn(&chart, &plan, 0);
    let title = words(&drawing, "A title that is as long as the three boxes below it are");
    let ink = title.ink_areas().next().expect("it has a line");
    let tips = plan.sheets[0].edges.iter().map(|placed| placed.points[placed.points.len() - 1]);
    let under = tips.filter(|tip| (ink.x..=ink.right()).contains(&tip.x));
    let under: Vec<f64> = under.map(|tip| tip.y - ink.bottom()).collect();
    assert!(!under.is_empty());
    assert!(under.iter().all(|room| *room > 7.0), "{under:?}");
}

#[test]
fn a_chart_stands_below_its_title() {
    let text = "---\ntitle: How a turn goes\n---\ngraph TD\nA --> B";
    let chart = read(text);
    let plan = plan(&chart, (85.0, 250.0));
    assert_eq!(plan.sheets[0].title, ["How a turn goes"]);
    let drawing = drawn(&chart, &plan, 0);
    let title = words(&drawing, "How a turn goes").ink_areas().next().expect("it has a line");
    let top = plan.sheets[0].nodes.iter().map(|placed| placed.area.y).fold(f64::MAX, f64::min);
    assert!(title.y >= 0.0 && title.bottom() + plan.size * 0.9 < top);
    assert!(title.x >= 0.0 && title.right() <= plan.sheets[0].width);
    assert!(drawing.alt.starts_with("How a turn goes. "), "{}", drawing.alt);
    let uncut = lay_out_uncut(&chart, &room(85.0, 250.0), &measure()).expect("it fits");
    assert_eq!(uncut, plan);
}

/// A long title is broken and printed on every sheet, and no sheet is larger than its room.
#[test]
fn every_sheet_of_a_chart_bears_its_title() {
    let chain: String = (0..40).map(|at| format!("n{at} --> n{}\n", at + 1)).collect();
    let title = "Everything that a player does in a turn, from the first card to the last";
    let chart = read(&format!("---\ntitle: \"{title}\"\n---\ngraph TD\n{chain}"));
    let room = room(63.0, 88.0);
    let plan = plan(&chart, (63.0, 88.0));
    assert!(plan.sheets.len() > 1);
    for (nth, sheet) in plan.sheets.iter().enumerate() {
        let rest = if nth > 0 { " (continued)" } else { "" };
        assert_eq!(sheet.title.join(" "), format!("{title}{rest}"));
        assert!(sheet.title.len() > 1);
        assert!(sheet.width <= room.width + 0.1 && sheet.height <= room.height + 0.1);
    }
}
