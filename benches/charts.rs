//! What it costs to fit flowcharts into their room: the charts of a real document in a column and
//! on a page, and generated ones of hundreds of boxes; beside it what it costs to read them and to
//! lay each out once with dagre alone.
//!
//! `cargo bench --bench charts`. The least of several rounds counts. Needs Linux: CPU time comes
//! from `/proc`. Every plan is verified before anything is timed.

#[path = "../tests/layout/random.rs"]
mod random;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};
use rulepress::flowchart::layout::{Room, fit, verify};
use rulepress::flowchart::{Chart, End, parse};
use rulepress::font::{self, Face};

/// Widths of a column and of a page in millimetres.
const WIDTHS: [f64; 2] = [85.0, 180.0];
/// Height of both in millimetres.
const HEIGHT: f64 = 250.0;
/// Name, seed and boxes of the generated charts; the one that runs left is laid out in two
/// directions.
const LARGE: [(&str, u64, usize); 3] =
    [("upright", 4, 300), ("left, framed", 5, 300), ("upright", 4, 1000)];
/// Least CPU milliseconds of a round.
const ROUND: f64 = 200.0;

fn main() {
    let document =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/seeds/grand-archive-flowcharts.md");
    let document = fs::read_to_string(document).expect("the document lies beside the project");
    let texts = document
        .split("```mermaid\n")
        .skip(1)
        .map(|part| part.split("```").next().unwrap_or_default());
    let texts: Vec<&str> = texts.collect();
    let seeds: Vec<Chart> = texts.iter().map(|text| read(text)).collect();

    println!("                          CPU ms   / dagre  sheets   smallest type  rounds");
    let (dagre, rounds) = least(|| seeds.iter().for_each(layered));
    println!(
        "{:24} {dagre:7.2}   {:7.3}  {:30}",
        format!("{} charts, dagre alone", seeds.len()),
        1.0,
        rounds
    );
    let (reading, rounds) = least(|| texts.iter().for_each(|text| drop(black_box(read(text)))));
    println!(
        "{:24} {reading:7.2}   {:7.3}  {rounds:30}",
        format!("{} charts, read", seeds.len()),
        reading / dagre
    );
    for width in WIDTHS {
        row(&format!("{} charts at {width} mm", seeds.len()), &seeds, width, dagre);
    }
    for (name, seed, count) in LARGE {
        let chart = random::chart(seed, count);
        let (dagre, _) = least(|| layered(&chart));
        row(&format!("{count} boxes, {name}"), &[chart], WIDTHS[1], dagre);
    }
}

fn read(text: &str) -> Chart {
    parse(text).0.expect("the chart has no error")
}

/// Verifies and times the plans of charts and prints a line of the table.
fn row(name: &str, charts: &[Chart], width: f64, dagre: f64) {
    let mm = 72.0 / 25.4;
    let room = Room { width: width * mm, height: HEIGHT * mm, least: 7.0, most: 9.0 };
    let measure = |text: &str, size: f64| font::width(text, Face::Body) * size;
    let plans: Vec<_> = charts
        .iter()
        .map(|chart| fit(chart, &room, &measure).expect("it can be laid out"))
        .collect();
    for (chart, plan) in charts.iter().zip(&plans) {
        assert_eq!(verify(chart, plan), Vec::<String>::new(), "{name}");
    }
    let sheets: usize = plans.iter().map(|plan| plan.sheets.len()).sum();
    let size = plans.iter().map(|plan| plan.size).fold(f64::MAX, f64::min);
    let once = |chart: &Chart| {
        // Nothing is left of the last time.
        comemo::evict(0);
        drop(black_box(fit(chart, &room, &measure)));
    };
    let (cpu, rounds) = least(|| charts.iter().for_each(once));
    println!("{name:24} {cpu:7.2}   {:7.3}  {sheets:6}  {size:11.1} pt  {rounds:6}", cpu / dagre);
}

/// One layout of a chart by dagre alone, as large as the boxes' texts unbroken.
fn layered(chart: &Chart) {
    let mut graph =
        Graph::with_options(GraphOptions { directed: true, multigraph: true, compound: false });
    for (node, data) in chart.nodes.iter().enumerate() {
        let width = font::width(&data.label, Face::Body) * 9.0;
        graph.set_node(
            node.to_string(),
            Some(NodeLabel { width, height: 20.0, ..NodeLabel::default() }),
        );
    }
    for (index, edge) in chart.edges.iter().enumerate() {
        if let (End::Node(from), End::Node(to)) = (edge.from, edge.to) {
            let label = Some(EdgeLabel::default());
            graph.set_edge(from.to_string(), to.to_string(), label, Some(&index.to_string()));
        }
    }
    dagre::layout(&mut graph, Some(LayoutOptions::default()));
    black_box(graph);
}

/// CPU milliseconds of the quickest of several rounds, and how many there were: about two seconds,
/// at least three. The kernel counts in steps of some milliseconds, so a round is the work as often
/// as takes many of them.
fn least(work: impl Fn()) -> (f64, usize) {
    let start = Instant::now();
    let (mut least, mut rounds) = (f64::MAX, 0);
    while rounds < 3 || start.elapsed().as_secs() < 2 {
        let (before, mut times) = (cpu(), 0);
        while times == 0 || cpu() - before < ROUND {
            work();
            times += 1;
        }
        least = least.min((cpu() - before) / f64::from(times));
        rounds += 1;
    }
    (least, rounds)
}

/// Milliseconds that this thread has run.
fn cpu() -> f64 {
    let told =
        fs::read_to_string("/proc/thread-self/schedstat").expect("the benchmark runs on Linux");
    told.split(' ')
        .next()
        .and_then(|time| time.parse::<f64>().ok())
        .expect("it begins with a number")
        / 1e6
}
