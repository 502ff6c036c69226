//! Flowcharts: whether a chart stands in its column or over both, and its drawings.

use super::paper::Paper;
use crate::book::Book;
use crate::document::{Block, BlockKind, ChartWalk};
use crate::drawing::Drawing;
use crate::flowchart::{self, Chart, ChartLayout, ChartMarks, layout};
use crate::font::{self, Face};

/// Type smaller than this in a column is worth a page of its own, in points.
const SMALL: f64 = 7.8;
/// How much of the height of the text a drawing may take.
const HIGHEST: f64 = 0.94;
/// The same in a column where a title with a few lines stands above it.
const UNDER_TITLE: f64 = 0.8;
/// The same on a page where a title stands above it.
const WITH_TITLE: f64 = 0.86;

/// A chart with its place.
pub(super) struct ChartPlacement {
    /// On a page of its own behind the chapter.
    pub apart: bool,
    /// In reading order: more than one when it had to be cut.
    pub drawings: Vec<Drawing>,
}

/// Places `chart` in a column of `width` points, or on a page of its own where it would be too
/// small or cut; `fixed` keeps it in the column. Under its title it leaves room for that.
pub(super) fn place_chart(
    chart: &Chart,
    paper: &Paper,
    width: f64,
    fixed: bool,
    titled: bool,
    book: &Book,
) -> Result<ChartPlacement, String> {
    let height = paper.text_height() * if titled { UNDER_TITLE } else { HIGHEST };
    let column = fit_chart_plan(chart, width, height, 9.0)?;
    let cut =
        column.sheets.len() > 1 || column.sheets.iter().any(|sheet| !sheet.connectors.is_empty());
    let apart = !fixed && (cut || column.size < SMALL);
    let plan = if apart {
        fit_chart_plan(chart, paper.text_width(), paper.text_height() * WITH_TITLE, 9.5)?
    } else {
        column
    };
    Ok(ChartPlacement { apart, drawings: draw_chart_sheets(chart, &plan, book) })
}

/// A chart on a page of its own: upright or turned, whichever lets it be larger.
pub(super) fn chart_page(
    chart: &Chart,
    paper: &Paper,
    title: f64,
    book: &Book,
) -> Result<(bool, Vec<Drawing>), String> {
    let upright =
        fit_chart_plan(chart, paper.text_width(), paper.text_height() - title, MOST_ON_A_PAGE)?;
    let turned =
        fit_chart_plan(chart, paper.turned_width(), paper.turned_height() - title, MOST_ON_A_PAGE)?;
    let better = (turned.sheets.len(), -turned.size) < (upright.sheets.len(), -upright.size - 0.6);
    Ok((better, draw_chart_sheets(chart, if better { &turned } else { &upright }, book)))
}

/// Smallest type of a box, so that the labels of its lines, nine tenths as large, are 7 pt.
const LEAST: f64 = 7.8;
/// The small signs of a drawing stand out of its sheet by about this much, in points.
const SIGNS: f64 = 14.0;
/// Room for the labels of lines, which are bold.
const BOLDER: f64 = 1.03;

/// The drawings of a chart for a card or a panel of so many points, in type of at most `most`.
pub(super) fn draw_chart_in_room(
    chart: &Chart,
    room: (f64, f64),
    most: f64,
    book: &Book,
) -> Result<Vec<Drawing>, String> {
    let plan = fit_chart_plan(chart, room.0, room.1, most)?;
    Ok(draw_chart_sheets(chart, &plan, book))
}

/// The largest type of a chart that has a page to itself, in points.
const MOST_ON_A_PAGE: f64 = 13.0;

fn fit_chart_plan(
    chart: &Chart,
    width: f64,
    height: f64,
    most: f64,
) -> Result<ChartLayout, String> {
    layout::lay_out_chart(chart, &chart_room(width, height, LEAST, most), &label_width)
}

fn chart_room(width: f64, height: f64, least: f64, most: f64) -> layout::SheetRoom {
    layout::SheetRoom { width: width - SIGNS, height: height - SIGNS, least, most }
}

fn label_width(text: &str, size: f64) -> f64 {
    font::text_width(text, Face::Body) * size * BOLDER
}

fn draw_chart_sheets(chart: &Chart, plan: &ChartLayout, book: &Book) -> Vec<Drawing> {
    let address = |target: &str| {
        target.strip_prefix('#').and_then(|anchor| book.addresses.get(anchor)).cloned()
    };
    let marks = ChartMarks {
        path: Vec::new(),
        steps: Vec::new(),
        numbers: &|node| (node + 1).to_string(),
        targets: &|target| address(target).unwrap_or_default(),
    };
    plan.sheets.iter().map(|sheet| flowchart::draw_sheet(chart, sheet, plan.size, &marks)).collect()
}

/// The chart in the text of a code block, if it is one without errors. Boxes that send the reader
/// to the chart of another section in words lead there; `section` is the anchor of the chart's own.
pub(super) fn read_chart(text: &str, section: &str, book: &Book) -> Option<Chart> {
    let mut chart = flowchart::parse_chart(text).0?;
    let others: Vec<(String, String)> =
        book.charted.iter().filter(|(_, anchor)| anchor != section).cloned().collect();
    for (node, anchor) in flowchart::prose_exits(&chart, &others) {
        if chart.nodes[node].link.is_none() && !chart.leads.iter().any(|lead| lead.0 == node) {
            chart.leads.push((node, anchor));
        }
    }
    for (_, target) in &mut chart.leads {
        *target = format!("#{}", target.trim_start_matches('#'));
    }
    Some(chart)
}

/// Whether a block is a chart in words that may be readable.
pub(super) fn is_chart(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Code(code) if code.language == "mermaid")
}

/// The chart that a block holds.
pub(super) fn chart_in_block(block: &Block, section: &str, book: &Book) -> Option<Chart> {
    let BlockKind::Code(code) = &block.kind else { return None };
    (code.language == "mermaid").then(|| read_chart(&code.text, section, book)).flatten()
}

/// A chart with a walk through it, not wider than `width` and not higher than `height`: whole, or
/// where that would be too small the boxes that were passed with their neighbours.
pub(super) fn draw_walk(
    walk: &ChartWalk,
    book: &Book,
    width: f64,
    height: f64,
) -> Result<Vec<Drawing>, String> {
    let Some(chart) = find_chart(&walk.chart, book) else { return Ok(Vec::new()) };
    let whole: Vec<usize> = (0..chart.nodes.len()).collect();
    if let Some(plan) =
        layout::lay_out_uncut(&chart, &chart_room(width, height, SMALL, WALKED), &label_width)
    {
        return Ok(draw_walked_sheets(&chart, &whole, &plan, walk, book));
    }
    let passed = walk
        .boxes
        .iter()
        .filter_map(|own| chart.nodes.iter().position(|node| node.id == own.id))
        .collect();
    let (part, numbers) = flowchart::chart_excerpt(&chart, &passed);
    let plan = fit_chart_plan(&part, width, height, WALKED)?;
    Ok(draw_walked_sheets(&part, &numbers, &plan, walk, book))
}

/// The largest type of a chart with a walk, in points.
const WALKED: f64 = 8.8;

/// The chart that stands at an anchor or in its section.
fn find_chart(anchor: &str, book: &Book) -> Option<Chart> {
    let mut section = String::new();
    for block in &book.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            section.clone_from(&heading.anchor.0);
        }
        if (section == anchor || block.attributes.id.as_deref() == Some(anchor)) && is_chart(block)
        {
            return chart_in_block(block, &section, book);
        }
    }
    None
}

/// The sheets of a plan with the walk marked; `numbers` says which box of the whole each is.
fn draw_walked_sheets(
    chart: &Chart,
    numbers: &[usize],
    plan: &ChartLayout,
    walk: &ChartWalk,
    book: &Book,
) -> Vec<Drawing> {
    let ways = flowchart::node_exits(chart);
    let mut path = Vec::new();
    let mut steps = Vec::new();
    for (nth, own) in walk.boxes.iter().enumerate() {
        let Some(node) = chart.nodes.iter().position(|node| node.id == own.id) else { continue };
        let label =
            |edge: usize| chart.edges[edge].label.clone().unwrap_or_default().replace('\n', " ");
        let next = walk
            .boxes
            .get(nth + 1)
            .and_then(|next| chart.nodes.iter().position(|node| node.id == next.id));
        let fits = |way: &&flowchart::NodeExit| {
            own.exit.as_deref().is_some_and(|exit| label(way.edge) == exit)
        };
        let way = ways[node]
            .iter()
            .find(fits)
            .or_else(|| ways[node].iter().find(|way| Some(way.to) == next));
        path.push((node, way.map(|way| way.edge)));
        steps.push(own.step as usize);
    }
    let address = |target: &str| {
        target.strip_prefix('#').and_then(|anchor| book.addresses.get(anchor)).cloned()
    };
    let marks = ChartMarks {
        path,
        steps,
        numbers: &|node| {
            numbers.get(node).map_or_else(String::new, |number| (number + 1).to_string())
        },
        targets: &|target| address(target).unwrap_or_default(),
    };
    plan.sheets.iter().map(|sheet| flowchart::draw_sheet(chart, sheet, plan.size, &marks)).collect()
}

/// The drawings of the chart in a block for a page of the web, `width` points wide; none when it is
/// no chart.
pub(super) fn draw_chart_for_web(
    block: &Block,
    section: &str,
    book: &Book,
    width: f64,
) -> Vec<Drawing> {
    let Some(chart) = chart_in_block(block, section, book) else { return Vec::new() };
    let plan = fit_chart_plan(&chart, width, width * 3.0, 9.5);
    plan.map(|plan| draw_chart_sheets(&chart, &plan, book)).unwrap_or_default()
}
