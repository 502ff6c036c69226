//! The title of a chart. In: a chart, its room and its plan. Out: the room left below the title;
//! the plan with the title above each of its sheets.

use super::super::{Chart, ChartLayout};
use super::SheetRoom;
use super::measure::{BOLDER, LINE_HEIGHT, TextBreaking, TextMeasure, continued_title};
use super::transform::shift_sheet;
use crate::drawing::pt;

/// Distance from the title to the chart, with room for the number of a box.
const TITLE_GAP: f64 = 1.3;

/// The title of a chart, broken into lines.
pub struct BrokenTitle {
    /// Lines above the first sheet.
    first: Vec<String>,
    /// Lines above the other sheets.
    continued: Vec<String>,
}

impl BrokenTitle {
    /// Breaks the title for a room in points; no lines if the chart has no title.
    pub fn new(chart: &Chart, room: &SheetRoom, measure: TextMeasure) -> Self {
        if chart.title.is_empty() {
            return Self { first: vec![], continued: vec![] };
        }
        let em = |text: &str, size: f64| measure(text, room.most * size) / room.most * BOLDER;
        let width = room.width / room.most;
        let breaking =
            TextBreaking { width, limit: width, spare: 0.0, sideways: false, measure: &em };
        let continued = breaking.break_lines(&continued_title(&chart.title));
        Self { first: breaking.break_lines(&chart.title), continued }
    }

    /// Returns the room of a sheet below the title.
    pub fn room_below(&self, room: &SheetRoom) -> SheetRoom {
        let taken = title_height(&self.continued).max(title_height(&self.first)) * room.most;
        SheetRoom { height: room.height - taken, ..*room }
    }

    /// Writes the title above every sheet of a plan, and centres the sheet below it.
    pub fn put_above(&self, mut plan: ChartLayout, measure: TextMeasure) -> ChartLayout {
        for (nth, sheet) in plan.sheets.iter_mut().enumerate() {
            let lines = if nth == 0 { &self.first } else { &self.continued };
            let wide = |line: &String| measure(line, plan.size) * BOLDER;
            let width = lines.iter().map(wide).fold(sheet.width, f64::max);
            let high = title_height(lines) * plan.size;
            if !lines.is_empty() {
                shift_sheet(sheet, pt((width - sheet.width) / 2.0, high));
                (sheet.width, sheet.height) = (width, sheet.height + high);
                sheet.title = lines.clone();
            }
        }
        plan
    }
}

/// Returns the height of a title with its gap, in em.
fn title_height(lines: &[String]) -> f64 {
    if lines.is_empty() { 0.0 } else { lines.len() as f64 * LINE_HEIGHT + TITLE_GAP }
}
