//! In: a chart and room for it. Out: boxes and lines on as few sheets as they need, in the largest
//! type that fits. Passes in running order: `measure` breaks the texts, `parts` falls the chart
//! apart, `rank` finds levels (`inherit` those of cut pieces), `grid` layers, `order` and `back`
//! the order in them, `ports` and `place` the columns, `tracks` and `draw` the lines, `turn` the
//! direction, `cut` and `pack` the sheets. `lay` runs them for one part, `verify` checks the plan.

mod measure;
mod parts;
mod rank;
mod layers;
mod sides;
mod back_edges;
mod order;
mod ports;
mod geometry;
mod simplex;
mod positions;
mod routing;
mod transform;
mod part_layout;
mod cut;
mod pack;
mod verify;

pub(super) use measure::LINE_HEIGHT;
pub use measure::TextMeasure;
pub use verify::verify_layout;

use super::{Chart, ChartDirection, ChartLayout, ChartSheet};
use cut::{LayoutAttempt, LayoutCache};
use measure::{MeasuredChart, TextBreaking, measure_chart};
use pack::{letter_connectors, pack_columns, pack_parts};
use part_layout::{count_askew, count_bends};
use parts::{ChartPart, connected_parts};

/// Widths at which labels are broken, in em.
const LABEL_WIDTHS: [f64; 8] = [6.0, 7.5, 9.0, 10.5, 12.0, 14.0, 17.0, 21.0];
/// Above this many boxes fewer widths are tried, and only the smallest type if a chart must be cut.
const MANY_NODES: usize = 80;
/// How many of the widths are tried in all sizes where a chart must be cut.
const BEST_WIDTHS: usize = 3;
/// From one type size to the next, in points.
const SIZE_STEP: f64 = 0.5;
/// A chart is turned rather than set in smaller type than this.
const LEAST_SIDEWAYS: f64 = 8.0;

/// The largest sheet, and the type sizes to choose from, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetRoom {
    /// Of a sheet.
    pub width: f64,
    /// Of a sheet.
    pub height: f64,
    /// Smallest type.
    pub least: f64,
    /// Largest type.
    pub most: f64,
}

/// A plan in em, and what it cost.
struct LayoutCandidate {
    size: f64,
    cuts: usize,
    sheets: Vec<ChartSheet>,
}

/// Lays a chart out in the author's directions, or downwards if what runs sideways would have to be
/// cut or set small. Only boxes that alone are larger than a sheet make the type smaller than
/// `room.least`. A plan that `verify` finds fault with is replaced by one with labels of another
/// width; the faults are the error if there is none.
pub fn lay_out_chart(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
) -> Result<ChartLayout, String> {
    let mut first = Vec::new();
    for widths in std::iter::once(LABEL_WIDTHS.as_slice()).chain(LABEL_WIDTHS.chunks(1)) {
        let Some(plan) =
            best_layout(chart, room, widths, measure, |search| Some(search.best_candidate()))
        else {
            continue;
        };
        let faults = verify_layout(chart, &plan);
        if faults.is_empty() {
            return Ok(plan);
        }
        first = if first.is_empty() { faults } else { first };
    }
    Err(format!("the flowchart cannot be laid out: {}", first.join("; ")))
}

/// The same uncut on one sheet, in type no smaller than `room.least`; nothing where there is no
/// room for it.
pub fn lay_out_uncut(chart: &Chart, room: &SheetRoom, measure: TextMeasure) -> Option<ChartLayout> {
    let plan =
        best_layout(chart, room, &LABEL_WIDTHS, measure, |search| search.uncut_candidate(true))?;
    verify_layout(chart, &plan).is_empty().then_some(plan)
}

/// The better of what `find` finds in the author's directions and downwards.
fn best_layout(
    chart: &Chart,
    room: &SheetRoom,
    widths: &[f64],
    measure: TextMeasure,
    find: impl Fn(LayoutSearch) -> Option<LayoutCandidate>,
) -> Option<ChartLayout> {
    let em = |text: &str, size: f64| measure(text, room.most * size) / room.most;
    let sizes = measure_at_widths(chart, room, widths, &em);
    let parts = connected_parts(chart);
    let authors: Vec<ChartDirection> = parts.iter().map(|part| part.direction(chart)).collect();
    let upright =
        if chart.direction.is_sideways() { ChartDirection::Down } else { chart.direction };
    let uprights = vec![upright; parts.len()];
    let mut shop = LayoutCache::new(chart);
    let own = find(LayoutSearch::new(&mut shop, room, (&parts, &authors), &sizes));
    let large = own
        .as_ref()
        .is_some_and(|own| own.cuts == 0 && own.sheets.len() == 1 && own.size >= LEAST_SIDEWAYS);
    let turned = if !authors.iter().any(|direction| direction.is_sideways())
        || chart.direction.is_sideways() && large
    {
        None
    } else {
        find(LayoutSearch::new(&mut shop, room, (&parts, &uprights), &sizes))
    };
    let rank = |draft: &LayoutCandidate| (draft.cuts, draft.sheets.len(), -draft.size);
    let better = own
        .into_iter()
        .chain(turned)
        .reduce(|own, turned| if rank(&turned) < rank(&own) { turned } else { own });
    Some(scale_to_points(chart, room, better?))
}

/// All texts, broken at each of the widths that are tried.
fn measure_at_widths(
    chart: &Chart,
    room: &SheetRoom,
    widths: &[f64],
    measure: TextMeasure,
) -> Vec<MeasuredChart> {
    let limit = (room.width / room.least - 5.0).max(2.0);
    let step = if chart.nodes.len() > 2 * MANY_NODES {
        LABEL_WIDTHS.len()
    } else {
        1 + 2 * (chart.nodes.len() / MANY_NODES)
    };
    let step = step.min(widths.len());
    let widths = widths.iter().skip(step / 2).step_by(step);
    let breaking = |width: &f64| TextBreaking { width: width.min(limit), limit, measure };
    widths.map(|width| measure_chart(chart, breaking(width))).collect()
}

/// The tries in one set of directions.
struct LayoutSearch<'a, 'c> {
    room: &'a SheetRoom,
    parts: &'a [ChartPart],
    /// By part.
    directions: &'a [ChartDirection],
    cache: &'a mut LayoutCache<'c>,
    sizes: &'a [MeasuredChart],
    /// The label widths that are still tried.
    widths: Vec<usize>,
    /// By label width, then by part.
    whole: Vec<Vec<ChartSheet>>,
}

impl<'a, 'c> LayoutSearch<'a, 'c> {
    /// Lays all parts out uncut at all widths.
    fn new(
        cache: &'a mut LayoutCache<'c>,
        room: &'a SheetRoom,
        (parts, directions): (&'a [ChartPart], &'a [ChartDirection]),
        sizes: &'a [MeasuredChart],
    ) -> Self {
        cache.forget_layouts();
        let mut draw = |(width, sizes): (usize, &MeasuredChart)| {
            let how = |&direction| LayoutAttempt { width, sizes, direction, room: (0.0, 0.0) };
            let pairs = parts.iter().zip(directions);
            pairs
                .map(|(part, direction)| cache.lay_out_whole(part, &how(direction)).1.sheet.clone())
                .collect()
        };
        let whole = sizes.iter().enumerate().map(&mut draw).collect();
        let widths = (0..sizes.len()).collect();
        LayoutSearch { room, parts, directions, cache, sizes, widths, whole }
    }

    /// Room in em at a type size.
    fn room_in_em(&self, size: f64) -> (f64, f64) {
        (self.room.width / size, self.room.height / size)
    }

    /// Type sizes, largest first.
    fn type_sizes(&self) -> Vec<f64> {
        let count = ((self.room.most - self.room.least) / SIZE_STEP).max(0.0).floor() as usize;
        let mut steps: Vec<f64> =
            (0..=count).map(|step| self.room.most - step as f64 * SIZE_STEP).collect();
        if steps.last().is_some_and(|last| *last > self.room.least + 1e-6) {
            steps.push(self.room.least);
        }
        steps
    }

    fn best_candidate(mut self) -> LayoutCandidate {
        self.uncut_candidate(true)
            .or_else(|| self.uncut_candidate(false))
            .unwrap_or_else(|| self.cut_candidate())
    }

    /// The largest type in which all parts fit uncut: on one sheet, or falling apart over several.
    fn uncut_candidate(&self, single: bool) -> Option<LayoutCandidate> {
        for size in self.type_sizes() {
            let room = self.room_in_em(size);
            let packed = self.whole.iter().map(|parts| pack_parts(parts, room));
            let columns = pack_columns(&self.whole, room).map(|sheet| vec![sheet]);
            let fitting = packed
                .chain(columns)
                .filter(|sheets| sheets_fit(sheets, room) && (!single || sheets.len() <= 1));
            if let Some(sheets) = fitting.min_by(|a, b| paper_cost(a).total_cmp(&paper_cost(b))) {
                return Some(LayoutCandidate { size, cuts: 0, sheets });
            }
        }
        None
    }

    /// The fewest sheets and cuts that the smallest type needs, in the largest type that needs no
    /// more.
    fn cut_candidate(&mut self) -> LayoutCandidate {
        let steps = self.type_sizes();
        let (least, order) = self.cut_at_size(steps[steps.len() - 1]);
        if self.cache.chart.nodes.len() > MANY_NODES {
            return least;
        }
        self.widths = order.into_iter().take(BEST_WIDTHS).map(|place| self.widths[place]).collect();
        for &size in &steps[..steps.len() - 1] {
            let (draft, _) = self.cut_at_size(size);
            if draft.cuts <= least.cuts
                && draft.sheets.len() <= least.sheets.len()
                && sheets_fit(&draft.sheets, self.room_in_em(size))
            {
                return draft;
            }
        }
        least
    }

    /// Cuts at one size; also the label widths, the best first.
    fn cut_at_size(&mut self, size: f64) -> (LayoutCandidate, Vec<usize>) {
        let room = self.room_in_em(size);
        let mut drafts = vec![];
        for &width in &self.widths {
            let mut ways: [Vec<ChartSheet>; 2] = [vec![], vec![]];
            for (part, &direction) in self.parts.iter().zip(self.directions) {
                let how = LayoutAttempt { width, sizes: &self.sizes[width], direction, room };
                for (pieces, cut) in ways.iter_mut().zip(self.cache.cut_part(part, &how)) {
                    pieces.extend(cut.into_iter().map(|drawn| drawn.sheet.clone()));
                }
            }
            let [apart, joined] = ways.map(|pieces| {
                let sheets = pack_parts(&pieces, room);
                LayoutCandidate { size, cuts: pieces.len() - self.parts.len(), sheets }
            });
            drafts.push(if joined.sheets.len() <= apart.sheets.len() { joined } else { apart });
        }
        let rank = |draft: &LayoutCandidate| {
            let failed = if sheets_fit(&draft.sheets, room) { 0.0 } else { 1e9 };
            failed
                + draft.sheets.len() as f64 * 1e6
                + draft.cuts as f64 * 1e4
                + paper_cost(&draft.sheets) / 100.0
        };
        let mut order: Vec<usize> = (0..drafts.len()).collect();
        order.sort_by(|&a, &b| rank(&drafts[a]).total_cmp(&rank(&drafts[b])));
        (drafts.swap_remove(order[0]), order)
    }
}

fn sheets_fit(sheets: &[ChartSheet], room: (f64, f64)) -> bool {
    sheets.iter().all(|sheet| sheet.width <= room.0 + 1e-6 && sheet.height <= room.1 + 1e-6)
}

/// How much paper and how many corners a plan takes; less looks better.
fn paper_cost(sheets: &[ChartSheet]) -> f64 {
    let area = |sheet: &ChartSheet| {
        sheet.width
            * sheet.height
            * (1.0 + 0.02 * count_bends(sheet) as f64 + 0.02 * count_askew(sheet) as f64)
    };
    sheets.iter().map(area).sum::<f64>() + 1e4 * (sheets.len() as f64 - 1.0).max(0.0)
}

/// From em to points; a box that alone is larger than a sheet makes everything smaller.
fn scale_to_points(chart: &Chart, room: &SheetRoom, mut draft: LayoutCandidate) -> ChartLayout {
    let scale = |sheet: &ChartSheet| (room.width / sheet.width).min(room.height / sheet.height);
    let size = draft.sheets.iter().map(scale).fold(draft.size, f64::min);
    for sheet in &mut draft.sheets {
        transform::map_sheet(sheet, &|(x, y)| (x * size, y * size));
        (sheet.width, sheet.height) = (sheet.width * size, sheet.height * size);
        sheet.nodes.iter_mut().for_each(|placed| placed.cut *= size);
    }
    letter_connectors(chart, &mut draft.sheets);
    ChartLayout { size, sheets: draft.sheets }
}

/// Whether a frame runs in its own direction wherever there is room for it: it must hold a whole
/// part of the chart, so that no line joins it with boxes outside, unless all around it runs in the
/// same direction.
pub(super) fn follows_own_direction(chart: &Chart, group: usize) -> bool {
    let held = |part: &ChartPart| part.nodes().iter().any(|&node| chart.node_within(node, group));
    let direction = chart.subgraphs[group].direction;
    connected_parts(chart)
        .iter()
        .filter(|part| held(part))
        .all(|part| Some(part.direction(chart)) == direction)
}
