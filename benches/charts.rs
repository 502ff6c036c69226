//! Measures the fitting of flowcharts into their room: the charts of *Grand Archive* in a column
//! and on a page, and generated ones of hundreds of boxes. For comparison, also reads the charts,
//! and lays each out once with dagre alone.
//!
//! `cargo bench -- charts`; with `smoke` one short round each and no generated chart of more than
//! 60 boxes. The least of several rounds counts. Needs Linux: CPU time comes from `/proc`. Every
//! plan is verified before anything is timed.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};
use rulepress::flowchart::layout::{SheetRoom, lay_out_chart, verify_layout};
use rulepress::flowchart::{Chart, EdgeEnd, parse_chart};
use rulepress::font::{self, Face};
use walkdir::WalkDir;

use crate::common::{Arguments, thread_time};

/// Widths of a column and of a page in millimetres.
const WIDTHS: [f64; 2] = [85.0, 180.0];
/// Height of both in millimetres.
const HEIGHT: f64 = 250.0;
/// Name, seed and boxes of the generated charts; the one that runs left is laid out in two
/// directions.
const LARGE: [(&str, u64, usize); 4] =
    [("upright", 4, 300), ("left, framed", 5, 300), ("upright", 4, 1000), ("upright", 4, 2000)];
/// Generated charts of the smallest run.
const SMALL: [(&str, u64, usize); 1] = [("upright", 4, 60)];

/// Number and length of the repetitions.
struct Rounds {
    /// Least CPU milliseconds of a round.
    round: f64,
    /// Least number of rounds.
    count: u64,
    /// Least seconds of all rounds.
    seconds: u64,
}

const USUAL: Rounds = Rounds { round: 200.0, count: 3, seconds: 2 };
const SMOKE: Rounds = Rounds { round: 50.0, count: 1, seconds: 0 };

pub(crate) fn bench(arguments: Arguments) {
    let smoke = arguments.smoke;
    let rounds = if smoke { SMOKE } else { USUAL };
    let texts = texts_of_book();
    let charts: Vec<Chart> = texts.iter().map(|text| read(text)).collect();
    let name = |what: &str| format!("{} charts{what}", charts.len());

    println!("                          CPU ms   / dagre  sheets   smallest type  rounds");
    let (dagre, count) = rounds.least(|| charts.iter().for_each(layered));
    println!("{:24} {dagre:7.2}   {:7.3}  {count:30}", name(", dagre alone"), 1.0);
    let (reading, count) =
        rounds.least(|| texts.iter().for_each(|text| drop(black_box(read(text)))));
    println!("{:24} {reading:7.2}   {:7.3}  {count:30}", name(", read"), reading / dagre);
    for width in WIDTHS {
        row(&rounds, &name(&format!(" at {width} mm")), &charts, (width, dagre));
    }
    for (name, seed, count) in if smoke { &SMALL[..] } else { &LARGE } {
        let chart = crate::random::chart(*seed, *count);
        let (dagre, _) = rounds.least(|| layered(&chart));
        row(&rounds, &format!("{count} boxes, {name}"), &[chart], (WIDTHS[1], dagre));
    }
}

/// The charts of the book *Grand Archive*, cut out at their fences.
fn texts_of_book() -> Vec<String> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/grand-archive");
    let files = WalkDir::new(book).sort_by_file_name().into_iter().flatten();
    let chapters = files.filter(|file| file.path().extension().is_some_and(|end| end == "md"));
    let mut texts = Vec::new();
    for chapter in chapters {
        let text = std::fs::read_to_string(chapter.path()).expect("the chapter can be read");
        // The line of the fence may continue with an anchor.
        let charts = text.split("```mermaid").skip(1).filter_map(|part| part.split_once('\n'));
        texts.extend(charts.map(|(_, rest)| rest.split("```").next().unwrap_or(rest).to_owned()));
    }
    texts
}

fn read(text: &str) -> Chart {
    parse_chart(text).0.expect("the chart has no error")
}

/// Verifies and times the plans of charts on a width and prints a line of the table, beside the
/// time of dagre alone.
fn row(rounds: &Rounds, name: &str, charts: &[Chart], (width, dagre): (f64, f64)) {
    let mm = 72.0 / 25.4;
    let room = SheetRoom { width: width * mm, height: HEIGHT * mm, least: 7.0, most: 9.0 };
    let measure = |text: &str, size: f64| font::text_width(text, Face::Body) * size;
    let plans: Vec<_> = charts
        .iter()
        .map(|chart| lay_out_chart(chart, &room, &measure).expect("it can be laid out"))
        .collect();
    for (chart, plan) in charts.iter().zip(&plans) {
        assert_eq!(verify_layout(chart, plan), Vec::<String>::new(), "{name}");
    }
    let sheets: usize = plans.iter().map(|plan| plan.sheets.len()).sum();
    let size = plans.iter().map(|plan| plan.size).fold(f64::MAX, f64::min);
    let once = |chart: &Chart| {
        // Nothing is left of the last time.
        comemo::evict(0);
        drop(black_box(lay_out_chart(chart, &room, &measure)));
    };
    let (cpu, count) = rounds.least(|| charts.iter().for_each(once));
    println!("{name:24} {cpu:7.2}   {:7.3}  {sheets:6}  {size:11.1} pt  {count:6}", cpu / dagre);
}

/// One layout of a chart by dagre alone, as large as the boxes' texts unbroken.
fn layered(chart: &Chart) {
    let mut graph =
        Graph::with_options(GraphOptions { directed: true, multigraph: true, compound: false });
    for (node, data) in chart.nodes.iter().enumerate() {
        let width = font::text_width(&data.label, Face::Body) * 9.0;
        graph.set_node(
            node.to_string(),
            Some(NodeLabel { width, height: 20.0, ..NodeLabel::default() }),
        );
    }
    for (index, edge) in chart.edges.iter().enumerate() {
        if let (EdgeEnd::Node(from), EdgeEnd::Node(to)) = (edge.from, edge.to) {
            let label = Some(EdgeLabel::default());
            graph.set_edge(from.to_string(), to.to_string(), label, Some(&index.to_string()));
        }
    }
    dagre::layout(&mut graph, Some(LayoutOptions::default()));
    black_box(graph);
}

impl Rounds {
    /// CPU milliseconds of the quickest round, and how many rounds there were. The kernel counts in
    /// steps of some milliseconds, so a round is the work as often as takes many of them.
    fn least(&self, work: impl Fn()) -> (f64, u64) {
        let start = Instant::now();
        let (mut least, mut rounds) = (f64::MAX, 0);
        while rounds < self.count || start.elapsed().as_secs() < self.seconds {
            let (before, mut times) = (thread_time(), 0);
            while times == 0 || thread_time() - before < self.round {
                work();
                times += 1;
            }
            least = least.min((thread_time() - before) / f64::from(times));
            rounds += 1;
        }
        (least, rounds)
    }
}
