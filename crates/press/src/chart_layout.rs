//! Flowcharts: decides whether a chart is drawn in its column or on a page of its own, draws it, and reports
//! drawings that are coarse or impossible.

mod steps;
mod walk;

use super::paper::Paper;
use crate::book::Book;
use base::font::{self, Face, TextRole};
use base::size::Size;
use base::text::counted;
use document::{Block, BlockKind};
use draw::drawing::Drawing;
use draw::flowchart::{
    self, Chart, ChartLayout, ChartMarks, ChartSheet, ChartedSection, DrawnSheet, EdgeEnd, layout,
};
pub(crate) use steps::chart_as_steps;
pub(crate) use walk::draw_walk;
pub use walk::draw_walk_for_web;

/// Size of type in a column below which a chart gets a page of its own, in points.
const SMALL: f64 = 7.8;
/// Tolerance of a computed size, in points.
const ROUNDED: f64 = 0.01;
/// Smallest type of a box, in points: the labels of its lines, nine tenths as large, are 7 pt then.
const LEAST: f64 = 7.8;
/// The largest type of a chart in a column, in points.
const LARGEST_IN_COLUMN: f64 = 9.0;
/// Largest type of a chart on a page between others, and on a web page, in points.
const LARGEST_APART: f64 = 8.8;
/// Largest type of a chart with a page to itself, in points.
const LARGEST_ON_A_PAGE: f64 = 13.0;
/// Gain in the size of type that is worth turning a page, in points.
const WORTH_TURNING: f64 = 0.6;
/// Part of the height of the text that a drawing may take.
const HIGHEST: f64 = 0.94;
/// Part of the height of the text that a drawing may take in a column, below a title with a few lines.
const UNDER_TITLE: f64 = 0.8;
/// Part of the height of the text that a drawing may take on a page, below a title.
const WITH_TITLE: f64 = 0.86;
/// Half of the gap between two charts on a page, in points.
const BETWEEN_HALVES: f64 = 12.0;
/// Least size of type beside another chart, as a part of that on a whole page.
const LEAST_OF_HALF: f64 = 0.84;
/// Part of the height of the text above which a chart in a column counts as high.
const HIGH: f64 = 0.3;
/// Greatest height of a chart over all columns, as a part of its height in one column.
const MOST_SPREAD: f64 = 0.9;
/// Greatest ratio of height to width of a chart on a web page.
const WEB_RATIO: f64 = 3.0;
/// Greatest height of a folded chart, as a part of its height when unfolded.
const MOST_FOLDED: f64 = 0.7;
/// Room for the small signs that reach out of the sheet of a drawing, in points.
const SIGNS: f64 = 14.0;
/// Most sheets of a chart that is still easy to follow.
const MOST_SHEETS: usize = 6;
/// Factor of room for the labels of lines, which are bold.
const BOLDER: f64 = 1.03;

/// Place of a chart in the text.
pub(crate) struct ChartPlace<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// Width of its column, in points.
    pub width: f64,
    /// True if it stays in the column in any case.
    pub fixed: bool,
    /// True if a title is above it.
    pub titled: bool,
}

/// A drawn chart with its place.
pub(crate) struct ChartPlacement {
    /// True if it is on a page of its own behind the chapter.
    pub apart: bool,
    /// Its sheets.
    pub drawn: DrawnChart,
    /// The chart over all columns, for a high chart that fits there just as well.
    pub spread: Option<DrawnChart>,
}

/// A chart as drawings.
pub(crate) struct DrawnChart {
    /// Drawings in reading order; more than one if the chart was cut.
    pub drawings: Vec<Drawing>,
    /// Lines that continue on other sheets, for each drawing.
    pub cut_lines: Vec<CutLines>,
    /// Unusual way of drawing, if there is one.
    pub unusual: Option<UnusualChart>,
}

/// Lines of a sheet that continue elsewhere: each letter with the number of the box there.
#[derive(Default)]
pub(crate) struct CutLines {
    /// Lines that come from another sheet.
    pub from: Vec<(String, usize)>,
    /// Lines that go on to another sheet.
    pub to: Vec<(String, usize)>,
}

/// Unusual ways to draw a chart, which are reported.
pub(crate) enum UnusualChart {
    /// It is drawn coarsely: the reason, and the number of sheets.
    Coarse(String, usize),
    /// It fills many sheets: their number, and the size of its type in points.
    Long(usize, f64),
    /// It is not drawn: the reason.
    Source(String),
}

/// A chart on a page of its own.
pub(crate) struct ChartPage {
    /// True if the page is turned.
    pub turned: bool,
    /// Its sheets.
    pub drawn: DrawnChart,
    /// The chart beside another one on an upright page, if it is hardly smaller there.
    pub half: Option<Drawing>,
}

/// Marks on the boxes of a chart.
struct BoxMarks {
    /// The boxes that a walk passes, each with the line by which the walk leaves it.
    path: Vec<(usize, Option<usize>)>,
    /// Numbers of the steps that describe the boxes of the walk.
    steps: Vec<usize>,
    /// The number of each box in the whole chart.
    numbers: Vec<usize>,
}

impl BoxMarks {
    /// Returns marks with only the numbers of the boxes.
    fn plain(chart: &Chart) -> Self {
        Self { path: Vec::new(), steps: Vec::new(), numbers: flowchart::box_numbers(chart) }
    }
}

/// First words of every message about an unusual chart.
pub(crate) const FALLBACK: &str = "the chart is ";

impl UnusualChart {
    /// Returns the message; the part before the colon is unique for each output. `place` names the output.
    pub(crate) fn message(&self, place: &str) -> String {
        let below = "its boxes below each other";
        match self {
            Self::Coarse(why, sheets) => {
                let sheets = counted(*sheets, "sheet");
                format!("{FALLBACK}drawn coarsely in {place}, {below}: {why}; it fills {sheets}")
            }
            Self::Long(sheets, size) => {
                let sheets = counted(*sheets, "sheet");
                format!("{FALLBACK}too long in {place}: it fills {sheets}, in {size:.1} pt type")
            }
            Self::Source(why) => {
                format!("{FALLBACK}printed as source text in {place}: {why}")
            }
        }
    }
}

/// Places `chart` in a column, or on a page of its own if it would be too small or cut there.
pub(crate) fn place_chart(
    chart: &Chart,
    place: &ChartPlace<'_>,
    book: &Book,
) -> Result<ChartPlacement, String> {
    let height = place.paper.text_height();
    let part = if place.titled { UNDER_TITLE } else { HIGHEST };
    let column = lay_out(chart, Size::new(place.width, height * part), LARGEST_IN_COLUMN);
    let small = |plan: &ChartLayout| is_cut(plan) || plan.size < SMALL - ROUNDED;
    let apart = !place.fixed && column.as_ref().map_or(true, small);
    if apart {
        let room = Size::new(place.paper.text_width(), height * WITH_TITLE);
        let plan = lay_out_or_fold(chart, room, LARGEST_APART)?;
        let drawn = draw_plain_sheets(chart, &plan, book);
        return Ok(ChartPlacement { apart, drawn, spread: None });
    }
    let plan = column?;
    let spread = spread_layout(chart, &plan, place);
    let spread = spread.map(|spread| draw_plain_sheets(chart, &spread, book));
    Ok(ChartPlacement { apart, drawn: draw_plain_sheets(chart, &plan, book), spread })
}

/// Lays a high chart out over all columns, if it is much lower there.
fn spread_layout(
    chart: &Chart,
    column: &ChartLayout,
    place: &ChartPlace<'_>,
) -> Option<ChartLayout> {
    let (whole, high) = (place.paper.text_width(), sheets_height(column));
    if place.fixed || place.width >= whole || high < place.paper.text_height() * HIGH {
        return None;
    }
    let room = Size::new(whole, high * MOST_SPREAD + SIGNS);
    let room = sheet_room(room, SMALL, LARGEST_APART);
    let whole = layout::lay_out_uncut(chart, &room, &label_width);
    let folded = layout::lay_out_folded(chart, &room, &label_width);
    let lower = |a: &ChartLayout, b: &ChartLayout| sheets_height(a).total_cmp(&sheets_height(b));
    whole.into_iter().chain(folded).min_by(lower)
}

fn sheets_height(plan: &ChartLayout) -> f64 {
    plan.sheets.iter().map(|sheet| sheet.height).sum()
}

fn is_cut(plan: &ChartLayout) -> bool {
    plan.coarse.is_some()
        || plan.sheets.len() > 1
        || plan.sheets.iter().any(|sheet| !sheet.connectors.is_empty())
}

/// Draws a chart on a page of its own, upright or turned, whichever lets it be larger. The title takes
/// `title` points of the height.
pub(crate) fn chart_page(
    chart: &Chart,
    paper: &Paper,
    title: f64,
    book: &Book,
) -> Result<ChartPage, String> {
    let upright = Size::new(paper.text_width(), paper.text_height() - title);
    let upright = lay_out(chart, upright, LARGEST_ON_A_PAGE);
    let turned = Size::new(paper.turned_width(), paper.turned_height() - title);
    let turned = lay_out(chart, turned, LARGEST_ON_A_PAGE);
    let (better, plan) = match (upright, turned) {
        (Ok(upright), Ok(turned)) if is_worth_turning(&upright, &turned) => (true, turned),
        (Err(_), Ok(turned)) => (true, turned),
        (upright, _) => (false, upright?),
    };
    let half = half_of_page(chart, paper, title, &plan);
    let half = half.and_then(|half| draw_plain_sheets(chart, &half, book).drawings.pop());
    Ok(ChartPage { turned: better, drawn: draw_plain_sheets(chart, &plan, book), half })
}

/// Draws a chart in half the width of a page, if it is uncut and its type hardly smaller than on the whole
/// page.
fn half_of_page(
    chart: &Chart,
    paper: &Paper,
    title: f64,
    whole: &ChartLayout,
) -> Option<ChartLayout> {
    let half = paper.text_width() / 2.0 - BETWEEN_HALVES;
    let room = Size::new(half, paper.text_height() - title);
    let room = sheet_room(room, whole.size * LEAST_OF_HALF, LARGEST_ON_A_PAGE);
    layout::lay_out_uncut(chart, &room, &label_width)
}

/// True if a chart is cut into fewer sheets on a turned page, or is clearly larger there.
fn is_worth_turning(upright: &ChartLayout, turned: &ChartLayout) -> bool {
    let rank = |plan: &ChartLayout, size: f64| (plan.coarse.is_some(), plan.sheets.len(), -size);
    rank(turned, turned.size) < rank(upright, upright.size + WORTH_TURNING)
}

/// Draws a chart in `room` points, in type no larger than `largest`.
pub(crate) fn draw_chart_in_room(
    chart: &Chart,
    room: Size,
    largest: f64,
    book: &Book,
) -> Result<DrawnChart, String> {
    let plan = lay_out(chart, room, largest)?;
    Ok(draw_plain_sheets(chart, &plan, book))
}

/// Draws the sheets of a chart, `width` points wide, for web pages; none if it cannot be laid out.
pub fn draw_chart_for_web(chart: &Chart, book: &Book, width: f64) -> Vec<DrawnSheet> {
    let plan = lay_out(chart, Size::new(width, width * WEB_RATIO), LARGEST_APART);
    plan.map_or_else(|_| Vec::new(), |plan| draw_boxes(chart, &plan, BoxMarks::plain(chart), book))
}

/// Lays a chart out for a drawing of `room` points, cut into sheets if it does not fit.
fn lay_out(chart: &Chart, room: Size, largest: f64) -> Result<ChartLayout, String> {
    layout::lay_out_chart(chart, &sheet_room(room, LEAST, largest), &label_width)
}

/// Room of a sheet of a drawing, without its signs.
fn sheet_room(room: Size, least: f64, most: f64) -> layout::SheetRoom {
    layout::SheetRoom { width: room.width - SIGNS, height: room.height - SIGNS, least, most }
}

/// Lays a chart out like `lay_out`, but folded where that keeps it whole or makes it much lower in the same
/// type.
fn lay_out_or_fold(chart: &Chart, room: Size, largest: f64) -> Result<ChartLayout, String> {
    let plan = lay_out(chart, room, largest);
    let whole = plan.as_ref().ok().filter(|plan| !is_cut(plan));
    let least = whole.map_or(LEAST, |plan| plan.size);
    let folded = layout::lay_out_folded(chart, &sheet_room(room, least, largest), &label_width);
    let high = whole.map_or(f64::MAX, |plan| sheets_height(plan) * MOST_FOLDED);
    folded.filter(|folded| sheets_height(folded) <= high).map_or(plan, Ok)
}

fn label_width(text: &str, size: f64) -> f64 {
    font::text_width(text, Face::Body) * size * BOLDER
}

/// Draws the sheets of a chart without marks.
fn draw_plain_sheets(chart: &Chart, plan: &ChartLayout, book: &Book) -> DrawnChart {
    let numbers = flowchart::box_numbers(chart);
    let cut_lines = plan.sheets.iter().map(|sheet| cut_lines(chart, sheet, &numbers)).collect();
    let drawings = draw_sheets(chart, plan, BoxMarks::plain(chart), book);
    DrawnChart { drawings, cut_lines, unusual: unusual_plan(plan) }
}

/// Returns the targets of the letters of a sheet.
fn cut_lines(chart: &Chart, sheet: &ChartSheet, numbers: &[usize]) -> CutLines {
    let mut lines = CutLines::default();
    for connector in &sheet.connectors {
        let edge = &chart.edges[connector.edge];
        let (list, other) = match begins_here(sheet, edge.from) {
            true => (&mut lines.to, edge.to),
            false => (&mut lines.from, edge.from),
        };
        let number = first_box(chart, other).and_then(|node| numbers.get(node).copied());
        list.push((connector.letter.clone(), number.unwrap_or_default()));
    }
    lines
}

/// True if an end of a line is on a sheet.
fn begins_here(sheet: &ChartSheet, end: EdgeEnd) -> bool {
    match end {
        EdgeEnd::Node(node) => sheet.nodes.iter().any(|placed| placed.node == node),
        EdgeEnd::Subgraph(frame) => sheet.subgraphs.iter().any(|placed| placed.subgraph == frame),
    }
}

/// Returns the box at the end of a line; for a frame, its first box.
fn first_box(chart: &Chart, end: EdgeEnd) -> Option<usize> {
    match end {
        EdgeEnd::Node(node) => Some(node),
        EdgeEnd::Subgraph(frame) => {
            (0..chart.nodes.len()).find(|node| chart.node_within(*node, frame))
        }
    }
}

/// Returns the unusual way in which a plan draws its chart, if there is one.
fn unusual_plan(plan: &ChartLayout) -> Option<UnusualChart> {
    let sheets = plan.sheets.len();
    match &plan.coarse {
        Some(reason) => Some(UnusualChart::Coarse(reason.clone(), sheets)),
        None => (sheets > MOST_SHEETS).then_some(UnusualChart::Long(sheets, plan.size)),
    }
}

/// Draws the sheets of a laid-out chart.
fn draw_sheets(chart: &Chart, plan: &ChartLayout, boxes: BoxMarks, book: &Book) -> Vec<Drawing> {
    draw_boxes(chart, plan, boxes, book).into_iter().map(|sheet| sheet.drawing).collect()
}

/// Draws the sheets of a laid-out chart, with the places of their boxes.
fn draw_boxes(chart: &Chart, plan: &ChartLayout, boxes: BoxMarks, book: &Book) -> Vec<DrawnSheet> {
    let BoxMarks { path, steps, numbers } = boxes;
    let number = |node: usize| numbers.get(node).map(usize::to_string);
    let address = |target: &str| book.addresses.get(target.strip_prefix('#')?).cloned();
    let marks = ChartMarks {
        path,
        steps,
        numbers: &|node| number(node).unwrap_or_default(),
        targets: &|target| address(target).unwrap_or_default(),
        style: book.theme.chart(),
    };
    let draw = |sheet| flowchart::draw_sheet_with_boxes(chart, sheet, plan.size, &marks);
    plan.sheets.iter().map(draw).collect()
}

/// Reads the chart in the text of a code block, if it has no errors. Boxes whose words send the reader to the
/// chart of another section link to it; `section` is the anchor of the chart's own section.
pub(crate) fn read_chart(text: &str, section: &str, book: &Book) -> Option<Chart> {
    let mut chart = flowchart::parse_chart(text).0?;
    lead_prose_exits(&mut chart, section, book);
    for (_, target) in &mut chart.leads {
        *target = format!("#{}", target.trim_start_matches('#'));
    }
    for text in chart.texts_mut() {
        *text = font::printable_text(text, TextRole::Prose);
    }
    Some(chart)
}

/// Links boxes to the charts that their words name, unless the author links them.
fn lead_prose_exits(chart: &mut Chart, section: &str, book: &Book) {
    let others = book.charted.iter().filter(|other| other.anchor != section);
    let others: Vec<&ChartedSection> = others.collect();
    for (node, anchor) in flowchart::prose_exits(chart, &others) {
        if chart.nodes[node].link.is_none() && !chart.leads.iter().any(|lead| lead.0 == node) {
            chart.leads.push((node, anchor));
        }
    }
}

/// Returns the source of the chart in a block.
fn chart_text(block: &Block) -> Option<&str> {
    let BlockKind::Code(code) = &block.kind else { return None };
    code.is_chart().then_some(&code.text)
}

/// True if a block is a chart in words.
pub(crate) fn is_chart(block: &Block) -> bool {
    chart_text(block).is_some()
}

/// Returns the chart in a block.
pub fn chart_in_block(block: &Block, section: &str, book: &Book) -> Option<Chart> {
    read_chart(chart_text(block)?, section, book)
}

/// True if a book has a flowchart that can be drawn.
pub(crate) fn has_charts(book: &Book) -> bool {
    book.bodies().flatten().any(|block| chart_in_block(block, "", book).is_some())
}
