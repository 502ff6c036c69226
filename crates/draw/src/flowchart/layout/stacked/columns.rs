//! Finds uprights for the lines of a stacked sheet. In: the rows that each line ties together. Out:
//! a column for each line, so that no two lines share a stretch of one; if there are not enough
//! columns, the longest lines have none.

use std::collections::BTreeMap;
use std::ops::Range;

/// Least distance between two lines in one column, in em.
const APART: f64 = 0.4;

/// A line, and the heights of the rows at which it begins and ends.
pub struct TiedRows {
    pub edge: usize,
    pub from: f64,
    pub to: f64,
}

impl TiedRows {
    /// Returns its span with the room below it, in thousandths of an em.
    fn span(&self) -> Range<u64> {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        (low * 1000.0) as u64..((high + APART) * 1000.0) as u64
    }

    fn length(&self) -> f64 {
        (self.from - self.to).abs()
    }
}

/// Returns the column of each line from the left, of at most `count`; short lines are left of long
/// ones.
pub fn find_columns(ties: &[TiedRows], count: usize) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..ties.len()).collect();
    order.sort_by(|&a, &b| ties[a].length().total_cmp(&ties[b].length()).then(a.cmp(&b)));
    // Beginnings of the spans that are taken, and their ends.
    let mut columns: Vec<BTreeMap<u64, u64>> = vec![];
    let mut found = vec![None; ties.len()];
    for line in order {
        let span = ties[line].span();
        let free = columns.iter().position(|taken| is_free(taken, &span));
        let column = free.unwrap_or(columns.len());
        if column >= count {
            continue;
        }
        if column == columns.len() {
            columns.push(BTreeMap::new());
        }
        columns[column].insert(span.start, span.end);
        found[line] = Some(column);
    }
    found
}

/// True if nothing taken overlaps a span: the last span that begins above its end must end above
/// its beginning.
fn is_free(taken: &BTreeMap<u64, u64>, span: &Range<u64>) -> bool {
    taken.range(..=span.end).next_back().is_none_or(|(_, end)| *end <= span.start)
}
