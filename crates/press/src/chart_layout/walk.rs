//! Drawings of the walks of examples through the charts of the book.

use super::{BoxMarks, SMALL, draw_sheets, label_width, lay_out, sheet_room, sheets_height};
use crate::book::Book;
use base::size::Size;
use document::{BlockKind, ChartWalk, PassedBox};
use draw::drawing::Drawing;
use draw::flowchart::{self, Chart, ChartDirection, ChartLayout, NodeExit, layout};

/// The largest type of a chart with a walk, in points.
const LARGEST: f64 = 8.8;
/// Greatest ratio of height to width of a walk on a web page.
const WEB_RATIO: f64 = 1.6;

/// Draws the boxes of a chart that a walk passes, not larger than `room` points.
pub fn draw_walk(walk: &ChartWalk, book: &Book, room: Size) -> Result<Vec<Drawing>, String> {
    let Some(chart) = find_chart(&walk.chart, book) else { return Ok(Vec::new()) };
    let numbers = flowchart::box_numbers(&chart);
    let passed = walk.boxes.iter().filter_map(|own| node_of(&chart, own)).collect();
    let (mut part, nodes) = flowchart::chart_excerpt(&chart, &passed);
    let numbers = nodes.into_iter().map(|node| numbers[node]).collect();
    let plan = match lowest_layout(&mut part, room) {
        Some(plan) => plan,
        None => lay_out(&part, room, LARGEST)?,
    };
    Ok(draw_sheets(&part, &plan, walk_marks(&part, numbers, walk), book))
}

/// Lays out the part on one sheet, in the direction that takes the least height; `None` if it fits in
/// neither.
fn lowest_layout(part: &mut Chart, room: Size) -> Option<ChartLayout> {
    let room = sheet_room(room, SMALL, LARGEST);
    let directions = [part.direction, ChartDirection::Right];
    let mut lowest: Option<(ChartDirection, ChartLayout)> = None;
    for direction in directions {
        part.direction = direction;
        let Some(plan) = layout::lay_out_uncut(part, &room, &label_width) else { continue };
        if lowest.as_ref().is_none_or(|(_, known)| sheets_height(&plan) < sheets_height(known)) {
            lowest = Some((direction, plan));
        }
    }
    let (direction, plan) = lowest?;
    part.direction = direction;
    Some(plan)
}

/// Draws a walk through a chart, `width` points wide, for web pages.
pub fn draw_walk_for_web(walk: &ChartWalk, book: &Book, width: f64) -> Vec<Drawing> {
    draw_walk(walk, book, Size::new(width, width * WEB_RATIO)).unwrap_or_default()
}

/// Returns the chart with an anchor, or in the section with it.
fn find_chart(anchor: &str, book: &Book) -> Option<Chart> {
    let mut section = "";
    for block in &book.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            section = &heading.anchor.0;
        }
        let here = section == anchor || block.attributes.id.as_deref() == Some(anchor);
        if here && super::is_chart(block) {
            return super::chart_in_block(block, section, book);
        }
    }
    None
}

fn node_of(chart: &Chart, passed: &PassedBox) -> Option<usize> {
    chart.nodes.iter().position(|node| node.id == passed.id)
}

/// Marks the walk in the boxes of a chart; `numbers` are their numbers in the whole chart.
fn walk_marks(chart: &Chart, numbers: Vec<usize>, walk: &ChartWalk) -> BoxMarks {
    let exits = flowchart::node_exits(chart);
    let (mut path, mut steps) = (Vec::new(), Vec::new());
    for (nth, passed) in walk.boxes.iter().enumerate() {
        let Some(node) = node_of(chart, passed) else { continue };
        let next = walk.boxes.get(nth + 1).and_then(|next| node_of(chart, next));
        let exit = exit_taken(chart, &exits[node], passed, next);
        path.push((node, exit.map(|exit| exit.edge)));
        steps.push(passed.step as usize);
    }
    BoxMarks { path, steps, numbers }
}

/// Returns the exit whose label is that of the one taken, or the one that leads to the next box.
fn exit_taken<'a>(
    chart: &Chart,
    exits: &'a [NodeExit],
    passed: &PassedBox,
    next: Option<usize>,
) -> Option<&'a NodeExit> {
    let said = passed.exit.as_deref();
    let same = |exit: &&NodeExit| said.is_some_and(|said| exit_label(chart, exit) == said);
    exits.iter().find(same).or_else(|| exits.iter().find(|exit| Some(exit.to) == next))
}

/// Returns the label of an exit, on one line.
fn exit_label(chart: &Chart, exit: &NodeExit) -> String {
    chart.edges[exit.edge].label.as_deref().unwrap_or_default().replace('\n', " ")
}
