//! Two plays side by side. In: the lines of both. Out: a row for each step, with what was accepted
//! beside what is played.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{StepLine, StepRow};
use example::compare::without_steps;
use example::narrate::Narration;
use example::trace_file::TraceFile;

/// So many steps that stayed are shown on each side of one that differs.
const CONTEXT: usize = 2;

/// The steps of a play as it is told, and its end.
pub fn told_lines(told: &Narration, outcome: &str) -> Vec<StepLine> {
    let end = told.end.plain_words();
    let end = if end.is_empty() { format!("The example ends: {outcome}.") } else { end };
    told_steps(told).chain([StepLine { number: None, text: end }]).collect()
}

/// The steps of a play as it is told.
pub fn told_steps(told: &Narration) -> impl Iterator<Item = StepLine> {
    let sentences = told.sentences.iter();
    sentences.map(|told| StepLine { number: told.number, text: told.sentence.plain_words() })
}

/// Which events of a play are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Events {
    /// Those that readers see.
    Seen,
    /// All.
    All,
}

/// The events of a play as its trace has them, and its end.
pub fn trace_lines(file: &TraceFile, events: Events) -> Vec<StepLine> {
    let wanted = event_lines(file).filter(|line| events == Events::All || line.number.is_some());
    let end = StepLine { number: None, text: format!("The example ends: {}.", file.outcome) };
    wanted.chain([end]).collect()
}

/// The events of a trace, whether readers see them or not, without the numbers of places.
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

/// Runs of lines that are equal in two plays, gone, new or other.
pub fn line_runs(old: &[StepLine], new: &[StepLine]) -> Vec<DiffOp> {
    let texts = |lines: &[StepLine]| lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    capture_diff_slices(Algorithm::Myers, &texts(old), &texts(new))
}

/// The rows of two plays. What a step became stands opposite it where as many are gone as are new.
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

/// What is shown of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownRow<'a> {
    /// A step.
    Row(&'a StepRow),
    /// So many steps that are as they were.
    Same(usize),
}

/// The rows that differ, with a few around them; the others are counted. Of a play in which none
/// differs all are shown.
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
        // A line that tells of one step that is left out would take as much room.
        let is_alone = at > 0 && is_near(at - 1) && at + 1 < rows.len() && is_near(at + 1);
        match shown.last_mut() {
            _ if is_near(at) || is_alone => shown.push(ShownRow::Row(row)),
            Some(ShownRow::Same(count)) => *count += 1,
            Some(ShownRow::Row(_)) | None => shown.push(ShownRow::Same(1)),
        }
    }
    shown
}
