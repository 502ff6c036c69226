//! Lines of two traces side by side. In: the keys of both. Out: which lines are the same, which
//! became another, which are gone and which are new.

use super::LineKey;

/// Cells of the table by which lines are aligned; longer differences are told as a whole.
const MOST_CELLS: usize = 2_000_000;
/// Worth of two equal lines against two that are only alike.
const EQUAL: u64 = 1 << 24;

/// Lines that stand opposite each other, by their places in the old and the new trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinePair {
    /// Nothing changed here.
    Same(usize, usize),
    /// One became the other.
    Changed(usize, usize),
    /// A line of the old trace.
    Gone(usize),
    /// A line of the new trace.
    New(usize),
}

impl LinePair {
    /// Two lines opposite each other, which are the same or not.
    fn opposite(old: usize, new: usize, is_same: bool) -> Self {
        if is_same { Self::Same(old, new) } else { Self::Changed(old, new) }
    }

    /// The places behind the pair, which begins at `old` and `new`.
    fn places_behind(self, old: usize, new: usize) -> (usize, usize) {
        match self {
            Self::Same(..) | Self::Changed(..) => (old + 1, new + 1),
            Self::Gone(_) => (old + 1, new),
            Self::New(_) => (old, new + 1),
        }
    }

    fn shifted(self, by: usize) -> Self {
        match self {
            Self::Same(old, new) => Self::Same(old + by, new + by),
            Self::Changed(old, new) => Self::Changed(old + by, new + by),
            Self::Gone(old) => Self::Gone(old + by),
            Self::New(new) => Self::New(new + by),
        }
    }
}

/// Pairs equal lines, as many as can be, and between them lines with the same verb.
pub fn align_lines(old: &[LineKey<'_>], new: &[LineKey<'_>]) -> Vec<LinePair> {
    let start = common_length(old.iter(), new);
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common_length(old_rest.iter().rev(), new_rest.iter().rev());
    let (a, b) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    let mut pairs: Vec<LinePair> = (0..start).map(|at| LinePair::Same(at, at)).collect();
    pairs.extend(align_middle(a, b).into_iter().map(|pair| pair.shifted(start)));
    pairs.extend((1..=end).rev().map(|back| LinePair::Same(old.len() - back, new.len() - back)));
    pairs
}

/// How many lines at the beginning of two lists are equal.
fn common_length<'a>(
    old: impl Iterator<Item = &'a LineKey<'a>>,
    new: impl IntoIterator<Item = &'a LineKey<'a>>,
) -> usize {
    old.zip(new).take_while(|(a, b)| a == b).count()
}

/// Cells of the table that aligns two lists of lines.
fn alignment_cells(old: &[LineKey<'_>], new: &[LineKey<'_>]) -> usize {
    (old.len() + 1).saturating_mul(new.len() + 1)
}

fn align_middle(old: &[LineKey<'_>], new: &[LineKey<'_>]) -> Vec<LinePair> {
    if alignment_cells(old, new) > MOST_CELLS {
        align_in_order(old, new)
    } else {
        Alignment::of(old, new).pairs()
    }
}

/// The first with the first, the second with the second, and so on.
fn align_in_order(old: &[LineKey<'_>], new: &[LineKey<'_>]) -> Vec<LinePair> {
    let both = old.len().min(new.len());
    let pair = |at: usize| LinePair::opposite(at, at, old[at] == new[at]);
    let mut pairs: Vec<LinePair> = (0..both).map(pair).collect();
    pairs.extend((both..old.len()).map(LinePair::Gone));
    pairs.extend((both..new.len()).map(LinePair::New));
    pairs
}

/// What it is worth to set two lines opposite each other.
fn pair_worth(a: &LineKey<'_>, b: &LineKey<'_>) -> u64 {
    if a == b {
        EQUAL
    } else if a.verb == b.verb {
        1 + u64::from(a.what == b.what) + u64::from(a.at == b.at) + u64::from(a.cite == b.cite)
    } else {
        0
    }
}

/// The alignment of the greatest worth: a table of the worth that is left from each pair of lines.
struct Alignment<'a> {
    old: &'a [LineKey<'a>],
    new: &'a [LineKey<'a>],
    left: Vec<u64>,
}

impl<'a> Alignment<'a> {
    fn of(old: &'a [LineKey<'a>], new: &'a [LineKey<'a>]) -> Self {
        let mut table = Self { old, new, left: vec![0; alignment_cells(old, new)] };
        table.fill_backwards();
        table
    }

    fn fill_backwards(&mut self) {
        for old in (0..self.old.len()).rev() {
            for new in (0..self.new.len()).rev() {
                let at = self.cell(old, new);
                self.left[at] = self.best(old, new);
            }
        }
    }

    fn cell(&self, old: usize, new: usize) -> usize {
        old * (self.new.len() + 1) + new
    }

    fn left(&self, old: usize, new: usize) -> u64 {
        self.left[self.cell(old, new)]
    }

    fn worth(&self, old: usize, new: usize) -> u64 {
        match (self.old.get(old), self.new.get(new)) {
            (Some(a), Some(b)) => pair_worth(a, b),
            _ => 0,
        }
    }

    /// The worth of pairing two lines and the best of what follows; 0 if they are not alike.
    fn paired(&self, old: usize, new: usize) -> u64 {
        match self.worth(old, new) {
            0 => 0,
            worth => worth + self.left(old + 1, new + 1),
        }
    }

    fn best(&self, old: usize, new: usize) -> u64 {
        let skipped = self.left(old + 1, new).max(self.left(old, new + 1));
        skipped.max(self.paired(old, new))
    }

    fn pairs(&self) -> Vec<LinePair> {
        let (mut old, mut new, mut pairs) = (0, 0, Vec::new());
        while old < self.old.len() || new < self.new.len() {
            let pair = self.best_pair(old, new);
            (old, new) = pair.places_behind(old, new);
            pairs.push(pair);
        }
        pairs
    }

    /// The pair that the best alignment from here on begins with.
    fn best_pair(&self, old: usize, new: usize) -> LinePair {
        let (here, paired) = (self.left(old, new), self.paired(old, new));
        if paired > 0 && here == paired {
            LinePair::opposite(old, new, self.worth(old, new) >= EQUAL)
        } else if old < self.old.len() && here == self.left(old + 1, new) {
            LinePair::Gone(old)
        } else {
            LinePair::New(new)
        }
    }
}
