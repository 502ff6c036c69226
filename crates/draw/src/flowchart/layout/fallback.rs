//! Finds a plan without faults. In: a chart and room for it. Out: the usual plan; if it has a
//! fault, one with another label width or more room, and as a last resort a coarse one; or the
//! fault.

use super::super::{Chart, ChartLayout, ChartSheet};
use super::measure::{MeasuredChart, TextBreaking, TextMeasure, measure_chart};
use super::pack::pack_parts;
use super::title::BrokenTitle;
use super::{
    EmRoom, LABEL_WIDTHS, LayoutCandidate, LayoutSearch, LayoutTry, MANY_NODES, SheetRoom,
    best_layout, scale_to_points, stacked, verify_layout, work,
};

/// Extra size of boxes beyond their texts after a faulty plan, in em.
const MORE_ROOM: f64 = 1.5;
/// Most sheets of a coarse plan.
const MOST_SHEETS: usize = 100;
/// Widths at which the labels of a coarse plan are broken, in em.
const COARSE_WIDTHS: [f64; 3] = [14.0, 9.0, 6.0];

/// Lays a chart out in the author's directions, or downwards if a sideways chart would have to be
/// cut or set small. A plan in which `verify` finds faults, or whose type is smaller than
/// `room.least`, is replaced: first by one with labels of another width, then by one with more
/// room, finally by a coarse one. If the coarse plan cannot be made either, the error is the
/// faults.
pub fn lay_out_chart(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
) -> Result<ChartLayout, String> {
    let title = BrokenTitle::new(chart, room, measure);
    let below = title.room_below(room);
    let plan = usual_layout(chart, &below, measure);
    let plan = plan.or_else(|fault| coarse_layout(chart, &below, measure, fault))?;
    Ok(title.put_above(plan, measure))
}

/// Returns the first plan without a fault, or the first fault if there is none.
fn usual_layout(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
) -> Result<ChartLayout, String> {
    work::check_size(chart)?;
    let mut first = None;
    for tried in layout_tries(chart) {
        let find = |mut search: LayoutSearch| {
            Some(
                search
                    .uncut_candidate(true)
                    .or_else(|| search.uncut_candidate(false))
                    .unwrap_or_else(|| search.cut_candidate()),
            )
        };
        let plan = best_layout(chart, room, &tried, measure, find);
        let plan = plan.ok_or("finding places for all boxes and lines takes too long")?;
        match plan_fault(chart, room, &plan) {
            None => return Ok(plan),
            Some(fault) => first = first.or(Some(fault)),
        }
    }
    Err(first.unwrap_or_default())
}

/// Returns the tries in order: all widths at once, then each alone, then all with more room; a
/// large chart gets two tries.
fn layout_tries(chart: &Chart) -> Vec<LayoutTry> {
    let whole = |spare: f64| LayoutTry { widths: &LABEL_WIDTHS, spare };
    let large = chart.nodes.len().max(chart.edges.len()) > MANY_NODES;
    let singles = if large { &[] } else { LABEL_WIDTHS.as_slice() };
    let singles = singles.chunks(1).map(|widths| LayoutTry { widths, spare: 0.0 });
    std::iter::once(whole(0.0)).chain(singles).chain([whole(MORE_ROOM)]).collect()
}

/// Returns the first fault of a plan, if there is one.
fn plan_fault(chart: &Chart, room: &SheetRoom, plan: &ChartLayout) -> Option<String> {
    if plan.size < room.least - 1e-6 {
        return Some(format!("its type would be {:.1} pt in the usual layout", plan.size));
    }
    verify_layout(chart, plan).into_iter().next()
}

/// Returns a plan with all boxes below each other, at the label width and in the type size that
/// need the fewest sheets.
fn coarse_layout(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
    fault: String,
) -> Result<ChartLayout, String> {
    let em = |text: &str, size: f64| measure(text, room.most * size) / room.most;
    let mut reason = fault.clone();
    for width in COARSE_WIDTHS {
        let (limit, spare, sideways) = (width, 0.0, true);
        let breaking = TextBreaking { width, limit, spare, sideways, measure: &em };
        let sizes = measure_chart(chart, breaking);
        let size = room.least;
        let in_em = EmRoom { width: room.width / size, height: room.height / size };
        match stacked_sheets(chart, &sizes, in_em) {
            Ok(sheets) => {
                let candidate = LayoutCandidate { size, cuts: 0, sheets };
                let plan = scale_to_points(chart, room, candidate);
                let plan = ChartLayout { coarse: Some(fault), ..plan };
                return plan_fault(chart, room, &plan).map_or(Ok(plan), Err);
            }
            Err(too_large) => reason = format!("{fault}; {too_large}"),
        }
    }
    Err(reason)
}

/// Lays a chart out uncut on one sheet, in type no smaller than `room.least`; `None` if there is no
/// room for it.
pub fn lay_out_uncut(chart: &Chart, room: &SheetRoom, measure: TextMeasure) -> Option<ChartLayout> {
    lay_out_on_one_sheet(chart, room, measure, |search| search.uncut_candidate(true))
}

/// Lays a chart out in two or three columns side by side, with a line from the foot of each to the
/// head of the next; `None` if more than one line would have to lead there, or if the chart does
/// not run down.
pub fn lay_out_folded(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
) -> Option<ChartLayout> {
    lay_out_on_one_sheet(chart, room, measure, |search| search.folded_candidate())
}

fn lay_out_on_one_sheet(
    chart: &Chart,
    room: &SheetRoom,
    measure: TextMeasure,
    find: impl Fn(LayoutSearch) -> Option<LayoutCandidate>,
) -> Option<ChartLayout> {
    work::check_size(chart).ok()?;
    let title = BrokenTitle::new(chart, room, measure);
    let room = &title.room_below(room);
    let tried = LayoutTry { widths: &LABEL_WIDTHS, spare: 0.0 };
    let plan = best_layout(chart, room, &tried, measure, find)?;
    plan_fault(chart, room, &plan).is_none().then(|| title.put_above(plan, measure))
}

/// Returns the stacks of a chart, with as many beside each other on a sheet as fit.
fn stacked_sheets(
    chart: &Chart,
    sizes: &MeasuredChart,
    room: EmRoom,
) -> Result<Vec<ChartSheet>, String> {
    let sheets = pack_parts(&stacked::stack_chart(chart, sizes, room)?, room);
    if sheets.len() > MOST_SHEETS {
        return Err(format!("its boxes, one below the other, would fill {} sheets", sheets.len()));
    }
    Ok(sheets)
}
