//! Two plays side by side. In: the lines of both. Out: a row for each step, with the accepted beside the
//! present one.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{StepLine, StepRow};
use example::compare::without_steps;
use example::narrate::Narration;
use example::trace_file::TraceFile;

/// Number of unchanged steps to show on each side of one that differs.
const CONTEXT: usize = 2;

/// Returns the steps of a play in sentences, and its end.
pub fn told_lines(told: &Narration, outcome: &str) -> Vec<StepLine> {
    let end = told.end.plain_words();
    let end = if end.is_empty() { format!("The example ends: {outcome}.") } else { end };
    told_steps(told).chain([StepLine { number: None, text: end }]).collect()
}

/// Returns the steps of a play in sentences.
pub fn told_steps(told: &Narration) -> impl Iterator<Item = StepLine> {
    let sentences = told.sentences.iter();
    sentences.map(|told| StepLine { number: told.number, text: told.sentence.plain_words() })
}

/// The events of a play to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Events {
    /// Those that readers see.
    Seen,
    /// All.
    All,
}

/// Returns the events in the trace of a play, and its end.
pub fn trace_lines(file: &TraceFile, events: Events) -> Vec<StepLine> {
    let wanted = event_lines(file).filter(|line| events == Events::All || line.number.is_some());
    let end = StepLine { number: None, text: format!("The example ends: {}.", file.outcome) };
    wanted.chain([end]).collect()
}

/// Returns all events of a trace, also those that readers do not see, without the numbers of places.
pub fn event_lines(file: &TraceFile) -> impl Iterator<Item = StepLine> {
    let mut step = 0;
    file.lines.iter().map(move |line| {
        let is_told = !line.number.is_empty();
        step += u32::from(is_told);
        let parts = [&line.verb, &line.what, &line.at].map(|part| without_steps(part));
        let filled = parts.into_iter().filter(|part| !part.is_empty() && part != "-");
        let text = filled.collect::<Vec<_>>().join(" ");
        StepLine { number: is_told.then_some(step), text }
    })
}

/// Returns runs of lines that are equal in two plays, gone, new or replaced.
pub fn line_runs(old: &[StepLine], new: &[StepLine]) -> Vec<DiffOp> {
    let texts = |lines: &[StepLine]| lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    capture_diff_slices(Algorithm::Myers, &texts(old), &texts(new))
}

/// Returns the rows of two plays. If as many steps are gone as are new, each is opposite the one that
/// replaced it.
pub fn side_by_side(old: &[StepLine], new: &[StepLine]) -> Vec<StepRow> {
    let mut rows = Vec::with_capacity(old.len().max(new.len()));
    for op in line_runs(old, new) {
        let differs = !matches!(op, DiffOp::Equal { .. });
        let (was, is) = (&old[op.old_range()], &new[op.new_range()]);
        let count = was.len().max(is.len());
        rows.extend((0..count).map(|nth| StepRow {
            old: was.get(nth).cloned(),
            new: is.get(nth).cloned(),
            differs,
            first: false,
        }));
    }
    if let Some(first) = rows.iter_mut().find(|row| row.differs) {
        first.first = true;
    }
    rows
}

/// A printed row of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownRow<'a> {
    /// A step.
    Row(&'a StepRow),
    /// This many unchanged steps.
    Same(usize),
}

/// Returns the rows that differ, with a few around them; the others are counted. If no row differs, all are
/// shown.
pub fn shown_rows(rows: &[StepRow]) -> Vec<ShownRow<'_>> {
    if rows.iter().all(|row| !row.differs) {
        return rows.iter().map(ShownRow::Row).collect();
    }
    let is_near = |at: usize| {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(rows.len());
        rows[around].iter().any(|row| row.differs)
    };
    let mut shown = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        // A line about one step that is left out would take as much room.
        let is_alone = at > 0 && is_near(at - 1) && at + 1 < rows.len() && is_near(at + 1);
        match shown.last_mut() {
            _ if is_near(at) || is_alone => shown.push(ShownRow::Row(row)),
            Some(ShownRow::Same(count)) => *count += 1,
            Some(ShownRow::Row(_)) | None => shown.push(ShownRow::Same(1)),
        }
    }
    shown
}
