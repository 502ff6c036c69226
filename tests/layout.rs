//! Plans of the seed charts and of generated charts: nothing overlaps, nothing is missing,
//! everything fits.

pub(crate) mod random;
mod joined;
mod figures;
mod folded;
mod fallback;
mod titles;
mod charts;

use self::charts::{measure, room, seeds};
use rulepress::diagnostic::code::CHART_DIRECTION;
use rulepress::flowchart::layout::{lay_out_chart, lay_out_uncut, verify_layout};
use rulepress::flowchart::{Chart, ChartLayout, ChartSheet, Segment, lint_chart, parse_chart};

/// Reads a chart without errors.
fn read(text: &str) -> Chart {
    let (chart, findings) = parse_chart(text);
    chart.unwrap_or_else(|| panic!("{text}\n{findings:#?}"))
}

fn check(name: &str, chart: &Chart, (width, height): (f64, f64)) -> ChartLayout {
    let room = room(width, height);
    let plan = lay_out_chart(chart, &room, &measure()).expect("it can be laid out");
    assert_eq!(
        verify_layout(chart, &plan),
        Vec::<String>::new(),
        "{name} on {width} x {height} mm"
    );
    for sheet in &plan.sheets {
        assert!(
            sheet.width <= room.width + 0.1 && sheet.height <= room.height + 0.1,
            "{name}: sheet too large"
        );
    }
    plan
}

/// Returns the number of crossings of lines on a sheet.
fn crossings(sheet: &ChartSheet) -> usize {
    let cross = |one: Segment, other: Segment| {
        let level = |piece: Segment| (piece.from.y - piece.to.y).abs() < 0.01;
        let between = |x: f64, p: f64, q: f64| p.min(q) + 0.1 < x && x < p.max(q) - 0.1;
        level(one)
            && !level(other)
            && between(other.from.x, one.from.x, one.to.x)
            && between(one.from.y, other.from.y, other.to.y)
    };
    let pieces = |track: usize| sheet.edges[track].segments();
    let mut count = 0;
    for a in 0..sheet.edges.len() {
        for b in (0..sheet.edges.len()).filter(|b| *b != a) {
            count += pieces(a).map(|p| pieces(b).filter(|q| cross(p, *q)).count()).sum::<usize>();
        }
    }
    count
}

#[test]
fn seed_charts_on_a_page() {
    let Some(charts) = seeds() else { return };
    for (index, chart) in charts.iter().enumerate() {
        let plan = check(&format!("chart {}", index + 1), chart, (180.0, 250.0));
        assert_eq!(plan.sheets.len(), 1, "chart {}", index + 1);
        assert!(
            plan.size >= if index == 9 { 7.5 } else { 9.0 },
            "chart {} in {} pt",
            index + 1,
            plan.size
        );
    }
}

/// A chart that fits on one sheet is laid out as it is among sheets; a chart that would have to be
/// cut or smaller is not laid out at all.
#[test]
fn charts_are_whole_or_not_at_all() {
    let Some(charts) = seeds() else { return };
    let mut fitting = 0;
    for (index, chart) in charts.iter().enumerate() {
        for (width, height) in [(180.0, 250.0), (120.0, 100.0), (63.0, 88.0)] {
            let room = room(width, height);
            let plan = lay_out_chart(chart, &room, &measure()).expect("it can be laid out");
            let uncut = plan.sheets.iter().all(|sheet| sheet.connectors.is_empty());
            let one = plan.sheets.len() == 1 && uncut && plan.size >= room.least;
            let found = lay_out_uncut(chart, &room, &measure());
            assert_eq!(found, one.then_some(plan), "chart {} on {width} x {height} mm", index + 1);
            fitting += usize::from(one);
        }
    }
    assert!((5..36).contains(&fitting), "{fitting} of 36 fit");
}

#[test]
fn seed_charts_in_a_column() {
    let Some(charts) = seeds() else { return };
    for (index, chart) in charts.iter().enumerate() {
        let plan = check(&format!("chart {}", index + 1), chart, (85.0, 250.0));
        assert!(plan.size >= 7.0, "chart {} in {} pt", index + 1, plan.size);
    }
}

#[test]
fn seed_charts_on_small_cards() {
    let Some(charts) = seeds() else { return };
    for (index, chart) in charts.iter().enumerate() {
        for card in [(63.0, 88.0), (180.0, 90.0), (110.0, 130.0)] {
            let plan = check(&format!("chart {}", index + 1), chart, card);
            assert!(plan.size >= 7.0, "chart {} in {} pt", index + 1, plan.size);
        }
    }
}

#[test]
fn few_crossings() {
    let Some(charts) = seeds() else { return };
    for (width, most) in [(180.0, 2), (85.0, 2)] {
        let plans = charts.iter().map(|chart| check("seed", chart, (width, 250.0)));
        let count: usize = plans.map(|plan| plan.sheets.iter().map(crossings).sum::<usize>()).sum();
        assert!(count <= most, "{count} crossings at {width} mm");
    }
}

#[test]
fn a_frame_that_stands_alone_runs_in_its_own_direction() {
    let frame = "subgraph Turn\ndirection LR\nA[Draw] --> B[Play]\nend\n";
    for (rest, side_by_side) in [("C --> D", true), ("B --> C", false)] {
        let chart =
            parse_chart(&format!("graph TD\n{frame}{rest}")).0.expect("the chart has no error");
        let plan = check(rest, &chart, (85.0, 250.0));
        let boxes = &plan.sheets[0].nodes;
        let place = |node: usize| {
            boxes.iter().find(|placed| placed.node == node).expect("it is drawn").area
        };
        assert_eq!(place(1).x > place(0).x + place(0).width, side_by_side, "{rest}");
        assert_eq!(place(1).y > place(0).y + place(0).height, !side_by_side, "{rest}");
        assert_eq!(
            lint_chart(&chart).iter().any(|remark| remark.code == CHART_DIRECTION),
            !side_by_side,
            "{rest}"
        );
    }
}

#[test]
fn generated_charts() {
    let mut faults = vec![];
    for seed in 0..500u64 {
        let chart = random::chart(seed, 3 + (seed as usize * 7) % 28);
        let room = room(if seed % 3 == 0 { 85.0 } else { 180.0 }, 250.0);
        let plan = lay_out_chart(&chart, &room, &measure_once()).expect("it can be laid out");
        let mut found = verify_layout(&chart, &plan);
        found.extend(
            plan.sheets
                .iter()
                .filter(|s| s.width > room.width + 0.1 || s.height > room.height + 0.1)
                .map(|s| format!("sheet of {} x {}", s.width, s.height)),
        );
        if !found.is_empty() {
            faults.push(format!("seed {seed} ({:?}): {}", chart.direction, found.join("; ")));
        }
    }
    assert!(faults.is_empty(), "{} charts\n{}", faults.len(), faults.join("\n"));
}

fn measure_once() -> impl Fn(&str, f64) -> f64 {
    |text: &str, size: f64| {
        text.chars().map(|letter| if "iljt.,' ".contains(letter) { 0.26 } else { 0.5 }).sum::<f64>()
            * size
    }
}

#[test]
fn the_same_plan_twice() {
    let seeds = seeds().unwrap_or_default();
    for chart in seeds.into_iter().chain((0..20).map(|seed| random::chart(seed, 18))) {
        let room = room(85.0, 250.0);
        assert_eq!(
            lay_out_chart(&chart, &room, &measure_once()),
            lay_out_chart(&chart, &room, &measure_once())
        );
    }
}

#[test]
fn a_large_chart_in_time() {
    let chart = random::chart(4, 300);
    let start = std::time::Instant::now();
    let plan =
        lay_out_chart(&chart, &room(180.0, 250.0), &measure_once()).expect("it can be laid out");
    let time = start.elapsed();
    assert_eq!(verify_layout(&chart, &plan), Vec::<String>::new());
    println!("300 boxes: {time:?}, {} sheets, {} pt", plan.sheets.len(), plan.size);
}

#[test]
fn nothing_and_single_boxes() {
    check("empty", &Chart::default(), (85.0, 250.0));
    let mut chart = random::chart(2, 1);
    chart.nodes[0].label = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(3);
    check("long word", &chart, (40.0, 250.0));
}
