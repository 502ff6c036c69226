//! The reference sheet of a book as the dictionary that `crates/press/src/outputs/sheet/sheet.typ` reads.

use typst::diag::SourceResult;
use typst::foundations::{Array, Dict, dict};

use crate::paper::Paper;
use crate::set::design::{MM, SheetForm, design};
use crate::set::panels::ChartRoom;
use crate::set::{Reading, TextRoom, job_paper};
use base::size::Size;

/// The largest type of a chart on a sheet, in points.
const CHART_TYPE: f64 = 12.0;

/// Builds the panels of the sheet of a book.
pub fn sheet_dict(reading: Reading<'_, '_>) -> SourceResult<Dict> {
    let job = reading.job;
    let form = &design().sheet;
    let mut builder = reading.builder()?;
    let sheet = job_paper(job)?;
    let room = chart_room(form, &sheet);
    let mut panels = Array::new();
    for panel in &job.book.sheet {
        let turn = panel.attributes.has_class("turn");
        let width = if turn { form.step_width(&sheet) } else { form.panel_width(&sheet) };
        builder.room = words_room(form, width * MM / builder.zoom);
        panels.push(builder.panel(panel, room)?);
    }
    let own = builder.inlines(&job.book.sheet_title)?;
    Ok(dict! { "own-title" => own, "panels" => panels })
}

/// Returns a room for words, `width` points wide as the text of the theme sees it.
fn words_room(form: &SheetForm, width: f64) -> TextRoom {
    let limit = (width - form.step_air * MM) * design().breaks.column;
    TextRoom { limit, width, depth: 0, title: false, row: false }
}

/// Returns the room beside the column of the turn, below the title.
fn chart_room(form: &SheetForm, paper: &Paper) -> ChartRoom {
    let width = form.chart_width(paper);
    let height = paper.height - 2.0 * form.margin - form.bar - form.chart_head;
    ChartRoom {
        size: Size::new(width, height).times(MM),
        largest: CHART_TYPE,
        most: usize::MAX,
        cut_words: 0.0,
    }
}
