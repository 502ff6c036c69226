//! The reference sheet of a book as the dictionary that `templates/sheet.typ` reads.

use typst::comemo::Tracked;
use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Array, Context, Dict, Str, dict, func};

use super::panels::ChartRoom;
use super::values::front_matter;
use super::{ContentBuilder, TextRoom, read_job};
use crate::press::paper::Paper;
use crate::press::tokens::{MM, SheetForm, tokens};

/// The largest type of a chart on a sheet, in points.
const CHART_TYPE: f64 = 12.0;

/// Builds the panels of the sheet of the book at `path`.
#[func]
pub(in crate::press) fn load_sheet(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let form = &tokens().sheet;
    let mut builder = ContentBuilder::new(engine, context, hooks, &job)?;
    builder.room = step_room(form);
    let room = chart_room(form, &builder.paper);
    let panels = job.book.sheet.iter().map(|panel| builder.panel(panel, room));
    let panels = panels.collect::<SourceResult<Array>>()?;
    let own = builder.inlines(&job.book.sheet_title)?;
    Ok(front_matter(&job) + dict! { "own-title" => own, "panels" => panels })
}

/// The room beside the numeral of a step of the turn.
fn step_room(form: &SheetForm) -> TextRoom {
    let limit = (form.step_width() - form.step_air) * MM * tokens().breaks.column;
    TextRoom { limit, width: form.step_width() * MM, depth: 0, title: false, row: false }
}

/// The room beside the column of the turn, below the title.
fn chart_room(form: &SheetForm, paper: &Paper) -> ChartRoom {
    let width = paper.width - 2.0 * form.margin - form.turn - form.gutter;
    let height = paper.height - 2.0 * form.margin - form.bar - form.chart_head;
    ChartRoom {
        width: width * MM,
        height: height * MM,
        largest: CHART_TYPE,
        most: usize::MAX,
        cut_words: 0.0,
    }
}
