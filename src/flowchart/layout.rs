//! In: a chart and room for it. Out: boxes and lines on as few sheets as they need, in the largest
//! type that fits. Passes in running order: `measure` breaks the texts, `parts` falls the chart
//! apart, `rank` finds levels (`inherit` those of cut pieces), `grid` layers, `order` and `back`
//! the order in them, `ports` and `place` the columns, `tracks` and `draw` the lines, `turn` the
//! direction, `cut` and `pack` the sheets. `lay` runs them for one part, `verify` checks the plan.

mod measure;
mod shape;
mod parts;
mod rank;
mod inherit;
mod grid;
mod order;
mod back;
mod ports;
mod simplex;
mod place;
mod tracks;
mod draw;
mod turn;
mod lay;
mod cut;
mod pack;
mod verify;

pub use measure::Measure;
pub(super) use parts::within;
pub use verify::verify;

use super::{Chart, Direction, Plan, Sheet};
use cut::{Shop, Try};
use lay::{askew, bends};
use measure::{Sizes, sizes};
use pack::{columns, letter, pack};
use parts::{Part, parts};

/// Widths at which labels are broken, in em.
const WIDTHS: [f64; 8] = [6.0, 7.5, 9.0, 10.5, 12.0, 14.0, 17.0, 21.0];
/// Above this many boxes fewer widths are tried, and only the smallest type if a chart must be cut.
const MANY: usize = 80;
/// How many of the widths are tried in all sizes where a chart must be cut.
const BEST: usize = 3;
/// From one type size to the next, in points.
const STEP: f64 = 0.5;
/// A chart is turned rather than set in smaller type than this.
const TURN: f64 = 8.0;

/// The largest sheet, and the type sizes to choose from, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
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
struct Draft {
    size: f64,
    cuts: usize,
    sheets: Vec<Sheet>,
}

/// Lays a chart out in the author's directions, or downwards if what runs sideways would have to be
/// cut or set small. Only boxes that alone are larger than a sheet make the type smaller than
/// `room.least`. A plan that `verify` finds fault with is replaced by one with labels of another
/// width; the faults are the error if there is none.
pub fn fit(chart: &Chart, room: &Room, measure: Measure) -> Result<Plan, String> {
    let mut first = Vec::new();
    for widths in std::iter::once(WIDTHS.as_slice()).chain(WIDTHS.chunks(1)) {
        let Some(plan) = best(chart, room, widths, measure, |search| Some(search.best())) else {
            continue;
        };
        let faults = verify(chart, &plan);
        if faults.is_empty() {
            return Ok(plan);
        }
        first = if first.is_empty() { faults } else { first };
    }
    Err(format!("the flowchart cannot be laid out: {}", first.join("; ")))
}

/// The same uncut on one sheet, in type no smaller than `room.least`; nothing where there is no
/// room for it.
pub fn whole(chart: &Chart, room: &Room, measure: Measure) -> Option<Plan> {
    let plan = best(chart, room, &WIDTHS, measure, |search| search.uncut(true))?;
    verify(chart, &plan).is_empty().then_some(plan)
}

/// The better of what `find` finds in the author's directions and downwards.
fn best(
    chart: &Chart,
    room: &Room,
    widths: &[f64],
    measure: Measure,
    find: impl Fn(Search) -> Option<Draft>,
) -> Option<Plan> {
    let em = |text: &str, size: f64| measure(text, room.most * size) / room.most;
    let sizes = all_sizes(chart, room, widths, &em);
    let parts = parts(chart);
    let authors: Vec<Direction> = parts.iter().map(|part| part.direction(chart)).collect();
    let upright = if chart.direction.is_level() { Direction::Down } else { chart.direction };
    let uprights = vec![upright; parts.len()];
    let mut shop = Shop::new(chart);
    let own = find(Search::new(&mut shop, room, (&parts, &authors), &sizes));
    let large =
        own.as_ref().is_some_and(|own| own.cuts == 0 && own.sheets.len() == 1 && own.size >= TURN);
    let turned = if !authors.iter().any(|direction| direction.is_level())
        || chart.direction.is_level() && large
    {
        None
    } else {
        find(Search::new(&mut shop, room, (&parts, &uprights), &sizes))
    };
    let rank = |draft: &Draft| (draft.cuts, draft.sheets.len(), -draft.size);
    let better = own
        .into_iter()
        .chain(turned)
        .reduce(|own, turned| if rank(&turned) < rank(&own) { turned } else { own });
    Some(finish(chart, room, better?))
}

/// All texts, broken at each of the widths that are tried.
fn all_sizes(chart: &Chart, room: &Room, widths: &[f64], measure: Measure) -> Vec<Sizes> {
    let limit = (room.width / room.least - 5.0).max(2.0);
    let step = if chart.nodes.len() > 2 * MANY {
        WIDTHS.len()
    } else {
        1 + 2 * (chart.nodes.len() / MANY)
    };
    let step = step.min(widths.len());
    let widths = widths.iter().skip(step / 2).step_by(step);
    widths.map(|width| sizes(chart, width.min(limit), limit, measure)).collect()
}

/// The tries in one set of directions.
struct Search<'a, 'c> {
    room: &'a Room,
    parts: &'a [Part],
    /// By part.
    directions: &'a [Direction],
    shop: &'a mut Shop<'c>,
    sizes: &'a [Sizes],
    /// The label widths that are still tried.
    widths: Vec<usize>,
    /// By label width, then by part.
    whole: Vec<Vec<Sheet>>,
}

impl<'a, 'c> Search<'a, 'c> {
    /// Lays all parts out uncut at all widths.
    fn new(
        shop: &'a mut Shop<'c>,
        room: &'a Room,
        (parts, directions): (&'a [Part], &'a [Direction]),
        sizes: &'a [Sizes],
    ) -> Self {
        shop.turn();
        let mut draw = |(width, sizes): (usize, &Sizes)| {
            let how = |&direction| Try { width, sizes, direction, room: (0.0, 0.0) };
            let pairs = parts.iter().zip(directions);
            pairs
                .map(|(part, direction)| shop.draw(part, &how(direction)).1.sheet.clone())
                .collect()
        };
        let whole = sizes.iter().enumerate().map(&mut draw).collect();
        let widths = (0..sizes.len()).collect();
        Search { room, parts, directions, shop, sizes, widths, whole }
    }

    /// Room in em at a type size.
    fn em(&self, size: f64) -> (f64, f64) {
        (self.room.width / size, self.room.height / size)
    }

    /// Type sizes, largest first.
    fn steps(&self) -> Vec<f64> {
        let count = ((self.room.most - self.room.least) / STEP).max(0.0).floor() as usize;
        let mut steps: Vec<f64> =
            (0..=count).map(|step| self.room.most - step as f64 * STEP).collect();
        if steps.last().is_some_and(|last| *last > self.room.least + 1e-6) {
            steps.push(self.room.least);
        }
        steps
    }

    fn best(mut self) -> Draft {
        self.uncut(true).or_else(|| self.uncut(false)).unwrap_or_else(|| self.cut())
    }

    /// The largest type in which all parts fit uncut: on one sheet, or falling apart over several.
    fn uncut(&self, single: bool) -> Option<Draft> {
        for size in self.steps() {
            let room = self.em(size);
            let packed = self.whole.iter().map(|parts| pack(parts, room));
            let columns = columns(&self.whole, room).map(|sheet| vec![sheet]);
            let fitting = packed
                .chain(columns)
                .filter(|sheets| fits(sheets, room) && (!single || sheets.len() <= 1));
            if let Some(sheets) = fitting.min_by(|a, b| looks(a).total_cmp(&looks(b))) {
                return Some(Draft { size, cuts: 0, sheets });
            }
        }
        None
    }

    /// The fewest sheets and cuts that the smallest type needs, in the largest type that needs no
    /// more.
    fn cut(&mut self) -> Draft {
        let steps = self.steps();
        let (least, order) = self.cut_at(steps[steps.len() - 1]);
        if self.shop.chart.nodes.len() > MANY {
            return least;
        }
        self.widths = order.into_iter().take(BEST).map(|place| self.widths[place]).collect();
        for &size in &steps[..steps.len() - 1] {
            let (draft, _) = self.cut_at(size);
            if draft.cuts <= least.cuts
                && draft.sheets.len() <= least.sheets.len()
                && fits(&draft.sheets, self.em(size))
            {
                return draft;
            }
        }
        least
    }

    /// Cuts at one size; also the label widths, the best first.
    fn cut_at(&mut self, size: f64) -> (Draft, Vec<usize>) {
        let room = self.em(size);
        let mut drafts = vec![];
        for &width in &self.widths {
            let mut ways: [Vec<Sheet>; 2] = [vec![], vec![]];
            for (part, &direction) in self.parts.iter().zip(self.directions) {
                let how = Try { width, sizes: &self.sizes[width], direction, room };
                for (pieces, cut) in ways.iter_mut().zip(self.shop.cut(part, &how)) {
                    pieces.extend(cut.into_iter().map(|drawn| drawn.sheet.clone()));
                }
            }
            let [apart, joined] = ways.map(|pieces| {
                let sheets = pack(&pieces, room);
                Draft { size, cuts: pieces.len() - self.parts.len(), sheets }
            });
            drafts.push(if joined.sheets.len() <= apart.sheets.len() { joined } else { apart });
        }
        let rank = |draft: &Draft| {
            let failed = if fits(&draft.sheets, room) { 0.0 } else { 1e9 };
            failed
                + draft.sheets.len() as f64 * 1e6
                + draft.cuts as f64 * 1e4
                + looks(&draft.sheets) / 100.0
        };
        let mut order: Vec<usize> = (0..drafts.len()).collect();
        order.sort_by(|&a, &b| rank(&drafts[a]).total_cmp(&rank(&drafts[b])));
        (drafts.swap_remove(order[0]), order)
    }
}

fn fits(sheets: &[Sheet], room: (f64, f64)) -> bool {
    sheets.iter().all(|sheet| sheet.width <= room.0 + 1e-6 && sheet.height <= room.1 + 1e-6)
}

/// How much paper and how many corners a plan takes; less looks better.
fn looks(sheets: &[Sheet]) -> f64 {
    let area = |sheet: &Sheet| {
        sheet.width * sheet.height * (1.0 + 0.02 * bends(sheet) as f64 + 0.02 * askew(sheet) as f64)
    };
    sheets.iter().map(area).sum::<f64>() + 1e4 * (sheets.len() as f64 - 1.0).max(0.0)
}

/// From em to points; a box that alone is larger than a sheet makes everything smaller.
fn finish(chart: &Chart, room: &Room, mut draft: Draft) -> Plan {
    let scale = |sheet: &Sheet| (room.width / sheet.width).min(room.height / sheet.height);
    let size = draft.sheets.iter().map(scale).fold(draft.size, f64::min);
    for sheet in &mut draft.sheets {
        turn::map(sheet, &|(x, y)| (x * size, y * size));
        (sheet.width, sheet.height) = (sheet.width * size, sheet.height * size);
        sheet.boxes.iter_mut().for_each(|placed| placed.cut *= size);
    }
    letter(chart, &mut draft.sheets);
    Plan { size, sheets: draft.sheets }
}

/// Whether a frame runs in its own direction wherever there is room for it: it must hold a whole
/// part of the chart, so that no line joins it with boxes outside, unless all around it runs in the
/// same direction.
pub(super) fn follows(chart: &Chart, group: usize) -> bool {
    let held = |part: &Part| part.nodes().iter().any(|&node| within(chart, node, group));
    let direction = chart.groups[group].direction;
    parts(chart)
        .iter()
        .filter(|part| held(part))
        .all(|part| Some(part.direction(chart)) == direction)
}
