//! Lays out a chart for print. In: a chart and room for it. Out: boxes and lines on as few sheets
//! as possible, in the largest type that fits.
//!
//! Passes in running order: `measure` breaks the texts, `parts` finds the connected parts, `rank`
//! the levels, `layers` and `order` (with `back_edges`) the order in them, `ports`, `geometry` and
//! `positions` (with `simplex`) the columns, `routing` the lines, `transform` the direction;
//! `part_layout` runs these for one part. `cut` and `pack` make the sheets, `verify` checks the
//! plan, `title` writes the title above it. If a plan is faulty, too small or too much work
//! (`work`), `stacked` makes a coarser one.

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
mod title;
mod work;
mod stacked;
mod fallback;

pub use fallback::{lay_out_chart, lay_out_folded, lay_out_uncut};
pub(crate) use measure::LINE_HEIGHT;
pub use measure::TextMeasure;
pub use verify::verify_layout;

use super::{Chart, ChartDirection, ChartLayout, ChartSheet};
use crate::drawing::pt;
use cut::{LayoutAttempt, LayoutCache};
use measure::{MeasuredChart, TextBreaking, measure_chart};
use pack::{letter_connectors, pack_columns, pack_parts, pack_sheets};
use part_layout::{count_askew, count_bends};
use parts::{ChartPart, connected_parts};

/// Widths at which labels are broken, in em.
const LABEL_WIDTHS: [f64; 8] = [6.0, 7.5, 9.0, 10.5, 12.0, 14.0, 17.0, 21.0];
/// Number of boxes above which fewer widths are tried, and only the smallest type if a chart must
/// be cut.
const MANY_NODES: usize = 80;
/// Items in layers that count as one box: a chart with long lines has as much work as one with more
/// boxes.
const ITEMS_OF_A_BOX: usize = 4;
/// Number of the widths that are tried in all sizes if a chart must be cut.
const BEST_WIDTHS: usize = 3;
/// Difference between two type sizes, in points.
const SIZE_STEP: f64 = 0.5;
/// Smallest type of a sideways chart, in points; below it, the chart is turned.
const LEAST_SIDEWAYS: f64 = 8.0;

/// The largest sheet, and the type sizes to choose from, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetRoom {
    /// Width of a sheet.
    pub width: f64,
    /// Height of a sheet.
    pub height: f64,
    /// Smallest type.
    pub least: f64,
    /// Largest type.
    pub most: f64,
}

/// Room for one sheet, in em.
#[derive(Debug, Clone, Copy, Default)]
struct EmRoom {
    width: f64,
    height: f64,
}

/// The label widths that one plan chooses from, and the extra size of boxes beyond their texts.
struct LayoutTry {
    widths: &'static [f64],
    spare: f64,
}

impl LayoutTry {
    /// Returns every nth label width; fewer if a chart has, or seems to have, many boxes.
    fn thinned_widths(&self, boxes: usize) -> impl Iterator<Item = f64> + Clone {
        let many = boxes / MANY_NODES;
        let step = if boxes > 2 * MANY_NODES { LABEL_WIDTHS.len() } else { 1 + 2 * many };
        let step = step.min(self.widths.len());
        self.widths.iter().skip(step / 2).step_by(step).copied()
    }
}

/// A plan in em, and its cost.
struct LayoutCandidate {
    size: f64,
    cuts: usize,
    sheets: Vec<ChartSheet>,
}

impl LayoutCandidate {
    /// Returns the one with fewer cuts, then fewer sheets, then larger type.
    fn better_of(self, other: Self) -> Self {
        let rank = |candidate: &Self| (candidate.cuts, candidate.sheets.len(), -candidate.size);
        if rank(&other) < rank(&self) { other } else { self }
    }

    /// True if it is uncut on one sheet, in type that is large enough for a sideways chart.
    fn is_large(&self) -> bool {
        self.cuts == 0 && self.sheets.len() == 1 && self.size >= LEAST_SIDEWAYS
    }

    /// Returns its cost in a room; less is better.
    fn cost(&self, room: EmRoom) -> f64 {
        let failed = if sheets_fit(&self.sheets, room) { 0.0 } else { 1e9 };
        failed
            + self.sheets.len() as f64 * 1e6
            + self.cuts as f64 * 1e4
            + paper_cost(&self.sheets, room) / 100.0
    }
}

/// Returns the better of the plans that `find` finds in the author's directions and downwards.
fn best_layout(
    chart: &Chart,
    room: &SheetRoom,
    tried: &LayoutTry,
    measure: TextMeasure,
    find: impl Fn(LayoutSearch) -> Option<LayoutCandidate>,
) -> Option<ChartLayout> {
    let em = |text: &str, size: f64| measure(text, room.most * size) / room.most;
    let parts = connected_parts(chart);
    let mut cache = LayoutCache::new(chart);
    let widths = tried.thinned_widths(chart_weight(&mut cache, &parts));
    let limit = (room.width / room.least - 5.0).max(2.0);
    let sizes = |sideways: bool| -> Vec<MeasuredChart> {
        let breaking =
            TextBreaking { width: 0.0, limit, spare: tried.spare, sideways, measure: &em };
        let at = |width: f64| TextBreaking { width: width.min(limit), ..breaking };
        widths.clone().map(|width| measure_chart(chart, at(width))).collect()
    };
    let authors: Vec<ChartDirection> = parts.iter().map(|part| part.direction(chart)).collect();
    let mut find_in = |directions: &[ChartDirection], sizes: &[MeasuredChart]| {
        find(LayoutSearch::new(&mut cache, room, &parts, directions, sizes))
    };
    let own_sizes = sizes(chart.direction.is_sideways());
    let own = find_in(&authors, &own_sizes);
    let sideways = authors.iter().any(|direction| direction.is_sideways());
    let large = own.as_ref().is_some_and(LayoutCandidate::is_large);
    let stays = !sideways || chart.direction.is_sideways() && large;
    let upright =
        if chart.direction.is_sideways() { ChartDirection::Down } else { chart.direction };
    let uprights = vec![upright; parts.len()];
    let turned = match (stays, chart.direction.is_sideways()) {
        (true, _) => None,
        (false, false) => find_in(&uprights, &own_sizes),
        (false, true) => find_in(&uprights, &sizes(false)),
    };
    let best = own.into_iter().chain(turned).reduce(LayoutCandidate::better_of);
    best.filter(|_| !cache.is_exhausted()).map(|best| scale_to_points(chart, room, best))
}

/// Returns the number of boxes that a chart has, or seems to have by the length of its lines.
fn chart_weight(cache: &mut LayoutCache, parts: &[ChartPart]) -> usize {
    let items: usize = parts.iter().map(|part| cache.item_count(part)).sum();
    cache.chart.nodes.len().max(items / ITEMS_OF_A_BOX)
}

/// The tries in one set of directions.
struct LayoutSearch<'a, 'c> {
    room: &'a SheetRoom,
    parts: &'a [ChartPart],
    /// Directions, by part.
    directions: &'a [ChartDirection],
    cache: &'a mut LayoutCache<'c>,
    sizes: &'a [MeasuredChart],
    /// Indices of the label widths that are still tried.
    widths: Vec<usize>,
    /// Uncut sheets, by label width, then by part.
    whole: Vec<Vec<ChartSheet>>,
}

impl<'a, 'c> LayoutSearch<'a, 'c> {
    /// Lays all parts out uncut at all widths.
    fn new(
        cache: &'a mut LayoutCache<'c>,
        room: &'a SheetRoom,
        parts: &'a [ChartPart],
        directions: &'a [ChartDirection],
        sizes: &'a [MeasuredChart],
    ) -> Self {
        cache.forget_layouts();
        let widths: Vec<usize> = (0..sizes.len()).collect();
        let mut search =
            LayoutSearch { room, parts, directions, cache, sizes, widths, whole: vec![] };
        search.whole = (0..sizes.len()).map(|width| search.lay_out_whole(width)).collect();
        search
    }

    fn attempt(&self, width: usize, part: usize, room: EmRoom) -> LayoutAttempt<'a> {
        let (sizes, direction) = (&self.sizes[width], self.directions[part]);
        LayoutAttempt { width, sizes, direction, room }
    }

    fn lay_out_whole(&mut self, width: usize) -> Vec<ChartSheet> {
        let mut sheets = Vec::with_capacity(self.parts.len());
        for (index, part) in self.parts.iter().enumerate() {
            let attempt = self.attempt(width, index, EmRoom::default());
            sheets.push(self.cache.lay_out_whole(part, &attempt).1.sheet.clone());
        }
        sheets
    }

    /// Returns the room in em at a type size.
    fn room_in_em(&self, size: f64) -> EmRoom {
        EmRoom { width: self.room.width / size, height: self.room.height / size }
    }

    /// Returns the type sizes, largest first.
    fn type_sizes(&self) -> Vec<f64> {
        let SheetRoom { least, most, .. } = *self.room;
        let count = ((most - least) / SIZE_STEP).max(0.0).floor() as usize;
        let mut sizes: Vec<f64> = (0..=count).map(|step| most - step as f64 * SIZE_STEP).collect();
        if sizes.last().is_some_and(|last| *last > least + 1e-6) {
            sizes.push(least);
        }
        sizes
    }

    /// Returns the plan in the largest type in which all parts fit uncut: on one sheet, or spread
    /// over several.
    fn uncut_candidate(&self, single: bool) -> Option<LayoutCandidate> {
        self.type_sizes().into_iter().find_map(|size| {
            let sheets = self.uncut_sheets(size, single)?;
            Some(LayoutCandidate { size, cuts: 0, sheets })
        })
    }

    fn uncut_sheets(&self, size: f64, single: bool) -> Option<Vec<ChartSheet>> {
        let room = self.room_in_em(size);
        let packed = self.whole.iter().map(|parts| pack_parts(parts, room));
        let columns = pack_columns(&self.whole, room).map(|sheet| vec![sheet]);
        let sheets = pack_sheets(&self.whole, room);
        let fits =
            |sheets: &Vec<ChartSheet>| sheets_fit(sheets, room) && (!single || sheets.len() <= 1);
        let fitting = packed.chain(columns).chain(sheets).filter(fits);
        fitting.min_by(|a, b| paper_cost(a, room).total_cmp(&paper_cost(b, room)))
    }

    /// Returns the plan in the largest type in which a chart of one part fits on a sheet when
    /// folded into columns.
    fn folded_candidate(self) -> Option<LayoutCandidate> {
        let [part] = self.parts else { return None };
        let mut folded = Vec::new();
        for width in 0..self.sizes.len() {
            let attempt = self.attempt(width, 0, EmRoom::default());
            folded.extend(self.cache.fold_part(part, &attempt));
        }
        self.type_sizes().into_iter().find_map(|size| {
            let room = self.room_in_em(size);
            let ways = folded.iter().map(std::slice::from_ref).filter(|way| sheets_fit(way, room));
            let cost = |way: &[ChartSheet]| paper_cost(way, room);
            let best = ways.min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
            Some(LayoutCandidate { size, cuts: 0, sheets: best.to_vec() })
        })
    }

    /// Returns the plan with the fewest sheets and cuts that the smallest type needs, in the
    /// largest type that needs no more.
    fn cut_candidate(&mut self) -> LayoutCandidate {
        let sizes = self.type_sizes();
        let (smallest, larger) = sizes.split_last().expect("there is a type size");
        let (least, order) = self.cut_at_size(*smallest);
        if self.cache.chart.nodes.len() > MANY_NODES {
            return least;
        }
        self.widths = order.into_iter().take(BEST_WIDTHS).map(|place| self.widths[place]).collect();
        for &size in larger {
            let (candidate, _) = self.cut_at_size(size);
            let few = candidate.cuts <= least.cuts && candidate.sheets.len() <= least.sheets.len();
            if few && sheets_fit(&candidate.sheets, self.room_in_em(size)) {
                return candidate;
            }
        }
        least
    }

    /// Cuts at one size; also returns the indices of the label widths that were tried, the best
    /// first.
    fn cut_at_size(&mut self, size: f64) -> (LayoutCandidate, Vec<usize>) {
        let room = self.room_in_em(size);
        let mut candidates: Vec<LayoutCandidate> =
            (0..self.widths.len()).map(|at| self.cut_at_width(size, self.widths[at])).collect();
        let costs: Vec<f64> = candidates.iter().map(|candidate| candidate.cost(room)).collect();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        (candidates.swap_remove(order[0]), order)
    }

    /// Returns all pieces, or the pieces after those that fit together are joined again if that
    /// takes no more sheets.
    fn cut_at_width(&mut self, size: f64, width: usize) -> LayoutCandidate {
        let room = self.room_in_em(size);
        let mut ways: [Vec<ChartSheet>; 2] = [vec![], vec![]];
        for (index, part) in self.parts.iter().enumerate() {
            let attempt = self.attempt(width, index, room);
            for (pieces, cut) in ways.iter_mut().zip(self.cache.cut_part(part, &attempt)) {
                pieces.extend(cut.into_iter().map(|layout| layout.sheet.clone()));
            }
        }
        let [apart, joined] = ways.map(|pieces| {
            let (cuts, sheets) = (pieces.len() - self.parts.len(), pack_parts(&pieces, room));
            LayoutCandidate { size, cuts, sheets }
        });
        if joined.sheets.len() <= apart.sheets.len() { joined } else { apart }
    }
}

fn sheets_fit(sheets: &[ChartSheet], room: EmRoom) -> bool {
    sheets
        .iter()
        .all(|sheet| sheet.width <= room.width + 1e-6 && sheet.height <= room.height + 1e-6)
}

/// Returns the cost of a plan in a room, by paper and corners; less looks better.
fn paper_cost(sheets: &[ChartSheet], room: EmRoom) -> f64 {
    // Nothing is printed beside a sheet, so its height counts over the whole width of its room. Its
    // own width counts once more, so that boxes are no wider than their words need.
    let cost = |sheet: &ChartSheet| {
        let (bends, askew) = (count_bends(sheet) as f64, count_askew(sheet) as f64);
        let width = (room.width + sheet.width) / 2.0;
        width * sheet.height * (1.0 + 0.02 * bends + 0.02 * askew)
    };
    sheets.iter().map(cost).sum::<f64>() + 1e4 * (sheets.len() as f64 - 1.0).max(0.0)
}

/// Scales from em to points; a box that alone is larger than a sheet makes everything smaller.
fn scale_to_points(chart: &Chart, room: &SheetRoom, plan: LayoutCandidate) -> ChartLayout {
    let LayoutCandidate { size, mut sheets, .. } = plan;
    let most = |sheet: &ChartSheet| (room.width / sheet.width).min(room.height / sheet.height);
    let size = sheets.iter().map(most).fold(size, f64::min);
    for sheet in &mut sheets {
        transform::map_sheet(sheet, &|at| pt(at.x * size, at.y * size));
        (sheet.width, sheet.height) = (sheet.width * size, sheet.height * size);
        sheet.nodes.iter_mut().for_each(|placed| placed.cut *= size);
    }
    letter_connectors(chart, &mut sheets);
    ChartLayout { size, sheets, coarse: None }
}

/// True if a subgraph runs in its own direction wherever there is room. It must hold a whole part
/// of the chart, so that no line joins it with boxes outside, unless everything around it runs in
/// the same direction.
pub(crate) fn follows_own_direction(chart: &Chart, subgraph: usize) -> bool {
    let is_inside = |node: &usize| chart.node_within(*node, subgraph);
    let parts = connected_parts(chart);
    let mut touched = parts.iter().filter(|part| part.nodes().iter().any(is_inside));
    let own = chart.subgraphs[subgraph].direction;
    touched.all(|part| Some(part.direction(chart)) == own)
}
