//! Flowcharts: whether a chart stands in its column or on a page of its own, and its drawings; what
//! is said where these are coarse or cannot be made.

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

/// Type smaller than this in a column is worth a page of its own, in points.
const SMALL: f64 = 7.8;
/// How far a size may be off that was reckoned, in points.
const ROUNDED: f64 = 0.01;
/// Smallest type of a box, so that the labels of its lines, nine tenths as large, are 7 pt.
const LEAST: f64 = 7.8;
/// The largest type of a chart in a column, in points.
const LARGEST_IN_COLUMN: f64 = 9.0;
/// The largest type of a chart on a page between others, and on a page of the web.
const LARGEST_APART: f64 = 8.8;
/// The largest type of a chart that has a page to itself.
const LARGEST_ON_A_PAGE: f64 = 13.0;
/// A turned page is worth it where type is larger by more than this, in points.
const WORTH_TURNING: f64 = 0.6;
/// How much of the height of the text a drawing may take.
const HIGHEST: f64 = 0.94;
/// The same in a column where a title with a few lines stands above it.
const UNDER_TITLE: f64 = 0.8;
/// The same on a page where a title stands above it.
const WITH_TITLE: f64 = 0.86;
/// Half of what parts two charts on a page, in points.
const BETWEEN_HALVES: f64 = 12.0;
/// How large type must be beside another chart, as a part of that on a whole page.
const LEAST_OF_HALF: f64 = 0.84;
/// Part of the height of the text above which a chart in a column is high.
const HIGH: f64 = 0.3;
/// Part of the height of a high chart that it may take over all columns.
const MOST_SPREAD: f64 = 0.9;
/// How many times as high as wide a chart on a page of the web may be.
const WEB_RATIO: f64 = 3.0;
/// Part of the height of a chart over all columns that it may take when it is folded.
const MOST_FOLDED: f64 = 0.7;
/// The small signs of a drawing stand out of its sheet by about this much, in points.
const SIGNS: f64 = 14.0;
/// A chart on more sheets than this is hard to follow.
const MOST_SHEETS: usize = 6;
/// Room for the labels of lines, which are bold.
const BOLDER: f64 = 1.03;

/// Where a chart stands in the text.
pub(crate) struct ChartPlace<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// Width of its column, in points.
    pub width: f64,
    /// Whether it stays in the column in any case.
    pub fixed: bool,
    /// Whether it stands under a title.
    pub titled: bool,
}

/// A chart with its place.
pub(crate) struct ChartPlacement {
    /// On a page of its own behind the chapter.
    pub apart: bool,
    /// Its sheets.
    pub drawn: DrawnChart,
    /// The same over all columns, for a high chart that may stand there just as well.
    pub spread: Option<DrawnChart>,
}

/// A chart as drawings.
pub(crate) struct DrawnChart {
    /// In reading order: more than one when it had to be cut.
    pub drawings: Vec<Drawing>,
    /// For each drawing the lines that a letter stands for.
    pub cut_lines: Vec<CutLines>,
    /// What is unusual in how it is drawn, if anything is.
    pub unusual: Option<UnusualChart>,
}

/// Where the lines of a sheet go on elsewhere: each letter with the number of the box there.
#[derive(Default)]
pub(crate) struct CutLines {
    /// Lines that come from another sheet.
    pub from: Vec<(String, usize)>,
    /// Lines that go on to another sheet.
    pub to: Vec<(String, usize)>,
}

/// What is said of a chart that is not drawn in the usual way.
pub(crate) enum UnusualChart {
    /// It is drawn coarsely: why, and on how many sheets.
    Coarse(String, usize),
    /// It fills many sheets: how many, and how large its type is in points.
    Long(usize, f64),
    /// It is not drawn: why not.
    Source(String),
}

/// A chart on a page of its own.
pub(crate) struct ChartPage {
    /// Whether the page is turned.
    pub turned: bool,
    /// Its sheets.
    pub drawn: DrawnChart,
    /// The same chart beside another one on an upright page, where that is hardly smaller.
    pub half: Option<Drawing>,
}

/// What the boxes of a chart are marked with.
struct BoxMarks {
    /// The boxes that a walk passes, each with the line it is left by.
    path: Vec<(usize, Option<usize>)>,
    /// The number of the step that tells of each.
    steps: Vec<usize>,
    /// The number of each box in the whole chart.
    numbers: Vec<usize>,
}

impl BoxMarks {
    /// Nothing but the numbers of the boxes.
    fn plain(chart: &Chart) -> Self {
        Self { path: Vec::new(), steps: Vec::new(), numbers: flowchart::box_numbers(chart) }
    }
}

/// With this begins what is said of a chart that is not drawn in the usual way.
pub(crate) const FALLBACK: &str = "the chart is ";

impl UnusualChart {
    /// What is said of it; up to the colon, once for each output. `place` names the output.
    pub(crate) fn message(&self, place: &str) -> String {
        let below = "its boxes below each other";
        match self {
            Self::Coarse(why, sheets) => {
                let sheets = counted(*sheets, "sheet");
                format!("{FALLBACK}drawn coarsely in {place}, {below}: {why}; it fills {sheets}")
            }
            Self::Long(sheets, size) => {
                let sheets = counted(*sheets, "sheet");
                format!("{FALLBACK}too long in {place}: it fills {sheets}, in type of {size:.1} pt")
            }
            Self::Source(why) => {
                format!("{FALLBACK}printed as its source in {place}: {why}")
            }
        }
    }
}

/// Places `chart` in a column, or on a page of its own where it would be too small or cut.
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

/// A high chart over all columns if it is much lower there.
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

/// A chart on a page of its own: upright or turned, whichever lets it be larger. The title takes
/// `title` points of its height.
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

/// A chart in half the width of a page, uncut and in type that is hardly smaller than on the whole one.
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

/// Whether a chart is cut into fewer sheets on a turned page, or is clearly larger there.
fn is_worth_turning(upright: &ChartLayout, turned: &ChartLayout) -> bool {
    let rank = |plan: &ChartLayout, size: f64| (plan.coarse.is_some(), plan.sheets.len(), -size);
    rank(turned, turned.size) < rank(upright, upright.size + WORTH_TURNING)
}

/// The drawings of a chart for a room of so many points, in type that is not larger than `largest`.
pub(crate) fn draw_chart_in_room(
    chart: &Chart,
    room: Size,
    largest: f64,
    book: &Book,
) -> Result<DrawnChart, String> {
    let plan = lay_out(chart, room, largest)?;
    Ok(draw_plain_sheets(chart, &plan, book))
}

/// The sheets of a chart, `width` points wide, for pages of a browser; none when it cannot be laid out.
pub fn draw_chart_for_web(chart: &Chart, book: &Book, width: f64) -> Vec<DrawnSheet> {
    let plan = lay_out(chart, Size::new(width, width * WEB_RATIO), LARGEST_APART);
    plan.map_or_else(|_| Vec::new(), |plan| draw_boxes(chart, &plan, BoxMarks::plain(chart), book))
}

/// Lays a chart out for a drawing of so many points; it is cut where it does not fit.
fn lay_out(chart: &Chart, room: Size, largest: f64) -> Result<ChartLayout, String> {
    layout::lay_out_chart(chart, &sheet_room(room, LEAST, largest), &label_width)
}

/// The room of a sheet of a drawing, beside its signs.
fn sheet_room(room: Size, least: f64, most: f64) -> layout::SheetRoom {
    layout::SheetRoom { width: room.width - SIGNS, height: room.height - SIGNS, least, most }
}

/// As `lay_out`, but folded where that keeps a chart whole, or makes it much lower in the same type.
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

/// The sheets of a chart that nothing is marked on.
fn draw_plain_sheets(chart: &Chart, plan: &ChartLayout, book: &Book) -> DrawnChart {
    let numbers = flowchart::box_numbers(chart);
    let cut_lines = plan.sheets.iter().map(|sheet| cut_lines(chart, sheet, &numbers)).collect();
    let drawings = draw_sheets(chart, plan, BoxMarks::plain(chart), book);
    DrawnChart { drawings, cut_lines, unusual: unusual_plan(plan) }
}

/// What the letters of a sheet stand for.
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

/// Whether an end of a line stands on a sheet.
fn begins_here(sheet: &ChartSheet, end: EdgeEnd) -> bool {
    match end {
        EdgeEnd::Node(node) => sheet.nodes.iter().any(|placed| placed.node == node),
        EdgeEnd::Subgraph(frame) => sheet.subgraphs.iter().any(|placed| placed.subgraph == frame),
    }
}

/// The box at the end of a line, of a frame its first.
fn first_box(chart: &Chart, end: EdgeEnd) -> Option<usize> {
    match end {
        EdgeEnd::Node(node) => Some(node),
        EdgeEnd::Subgraph(frame) => {
            (0..chart.nodes.len()).find(|node| chart.node_within(*node, frame))
        }
    }
}

/// What is said of a plan.
fn unusual_plan(plan: &ChartLayout) -> Option<UnusualChart> {
    let sheets = plan.sheets.len();
    match &plan.coarse {
        Some(reason) => Some(UnusualChart::Coarse(reason.clone(), sheets)),
        None => (sheets > MOST_SHEETS).then_some(UnusualChart::Long(sheets, plan.size)),
    }
}

/// The sheets of a laid-out chart as drawings.
fn draw_sheets(chart: &Chart, plan: &ChartLayout, boxes: BoxMarks, book: &Book) -> Vec<Drawing> {
    draw_boxes(chart, plan, boxes, book).into_iter().map(|sheet| sheet.drawing).collect()
}

/// The sheets of a laid-out chart, with the places of their boxes.
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

/// The chart in the text of a code block, if it is one without errors. Boxes that send the reader
/// to the chart of another section in words lead there; `section` is the anchor of the chart's own.
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

/// Lets boxes lead to the charts that their words name, unless the author said where they lead.
fn lead_prose_exits(chart: &mut Chart, section: &str, book: &Book) {
    let others = book.charted.iter().filter(|other| other.anchor != section);
    let others: Vec<&ChartedSection> = others.collect();
    for (node, anchor) in flowchart::prose_exits(chart, &others) {
        if chart.nodes[node].link.is_none() && !chart.leads.iter().any(|lead| lead.0 == node) {
            chart.leads.push((node, anchor));
        }
    }
}

/// The words of the chart that a block holds.
fn chart_text(block: &Block) -> Option<&str> {
    let BlockKind::Code(code) = &block.kind else { return None };
    code.is_chart().then_some(&code.text)
}

/// Whether a block is a chart in words.
pub(crate) fn is_chart(block: &Block) -> bool {
    chart_text(block).is_some()
}

/// The chart that a block holds.
pub fn chart_in_block(block: &Block, section: &str, book: &Book) -> Option<Chart> {
    read_chart(chart_text(block)?, section, book)
}

/// Whether a book has a flowchart that can be drawn.
pub(crate) fn has_charts(book: &Book) -> bool {
    book.bodies().flatten().any(|block| chart_in_block(block, "", book).is_some())
}
