//! Alignment of the lines of two traces. In: the keys of both. Out: the lines that are the same, those that
//! became another, those that are gone and those that are new.

use super::LineKey;

/// The most cells of the table by which lines are aligned; longer differences are paired in order.
const MOST_CELLS: usize = 2_000_000;
/// Worth of two equal lines, compared with two that are only similar.
const EQUAL: u64 = 1 << 24;

/// Lines of two traces that correspond, by their indices in the old and the new trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinePair {
    /// The lines are equal.
    Same(usize, usize),
    /// The old line became the new one.
    Changed(usize, usize),
    /// A line that is only in the old trace.
    Gone(usize),
    /// A line that is only in the new trace.
    New(usize),
}

/// Pairs as many equal lines as possible, and between them lines with the same verb. A usual diff only does
/// the first.
pub fn align_lines(old: &[LineKey<'_>], new: &[LineKey<'_>]) -> Vec<LinePair> {
    let start = common_length(old.iter(), new);
    let end = common_length(old[start..].iter().rev(), new[start..].iter().rev());
    let (a, b) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut pairs: Vec<LinePair> = (0..start).map(|at| LinePair::Same(at, at)).collect();
    let cells = (a.len() - start + 1).saturating_mul(b.len() - start + 1);
    pairs.extend(match cells > MOST_CELLS {
        true => align_in_order(a, b, start),
        false => align_by_worth(a, b, start),
    });
    pairs.extend((0..end).map(|at| LinePair::Same(a.len() + at, b.len() + at)));
    pairs
}

/// Returns the number of equal lines at the beginning of two lists.
fn common_length<'a>(
    old: impl Iterator<Item = &'a LineKey<'a>>,
    new: impl IntoIterator<Item = &'a LineKey<'a>>,
) -> usize {
    old.zip(new).take_while(|(a, b)| a == b).count()
}

/// Pairs lines from `start` on in order: the first with the first, the second with the second, and so on.
fn align_in_order(old: &[LineKey<'_>], new: &[LineKey<'_>], start: usize) -> Vec<LinePair> {
    let both = old.len().min(new.len());
    let pair = |at: usize| match old[at] == new[at] {
        true => LinePair::Same(at, at),
        false => LinePair::Changed(at, at),
    };
    let mut pairs: Vec<LinePair> = (start..both).map(pair).collect();
    pairs.extend((both..old.len()).map(LinePair::Gone));
    pairs.extend((both..new.len()).map(LinePair::New));
    pairs
}

/// Returns the alignment of the greatest worth from `start` on.
fn align_by_worth(old: &[LineKey<'_>], new: &[LineKey<'_>], start: usize) -> Vec<LinePair> {
    let width = new.len() - start + 1;
    let cell = |a: usize, b: usize| (a - start) * width + (b - start);
    // The greatest worth of the alignment from each pair of lines to the end.
    let mut left = vec![0; (old.len() - start + 1) * width];
    // The worth of pairing two lines, plus the greatest worth of the rest; 0 if they are not alike.
    let paired = |left: &[u64], a: usize, b: usize| match (old.get(a), new.get(b)) {
        (Some(one), Some(other)) => match pair_worth(one, other) {
            0 => 0,
            worth => worth + left[cell(a + 1, b + 1)],
        },
        _ => 0,
    };
    for a in (start..old.len()).rev() {
        for b in (start..new.len()).rev() {
            let skipped = left[cell(a + 1, b)].max(left[cell(a, b + 1)]);
            left[cell(a, b)] = skipped.max(paired(&left, a, b));
        }
    }
    let (mut a, mut b, mut pairs) = (start, start, Vec::new());
    while a < old.len() || b < new.len() {
        let (here, together) = (left[cell(a, b)], paired(&left, a, b));
        if together > 0 && here == together {
            let is_same = old[a] == new[b];
            pairs.push(if is_same { LinePair::Same(a, b) } else { LinePair::Changed(a, b) });
            (a, b) = (a + 1, b + 1);
        } else if a < old.len() && here == left[cell(a + 1, b)] {
            pairs.push(LinePair::Gone(a));
            a += 1;
        } else {
            pairs.push(LinePair::New(b));
            b += 1;
        }
    }
    pairs
}

/// Returns the worth of pairing two lines.
fn pair_worth(a: &LineKey<'_>, b: &LineKey<'_>) -> u64 {
    if a == b {
        EQUAL
    } else if a.verb == b.verb {
        1 + u64::from(a.what == b.what) + u64::from(a.at == b.at) + u64::from(a.cite == b.cite)
    } else {
        0
    }
}
