//! A set of small numbers.

/// Numbers, each one bit.
#[derive(Debug, Default)]
pub(super) struct NumberSet(Vec<u64>);

impl NumberSet {
    /// Adds a number.
    pub(super) fn insert(&mut self, number: u32) {
        let at = number as usize / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (number % 64);
    }

    /// All numbers, ascending.
    pub(super) fn ascending(&self) -> Vec<u32> {
        let all = (0..self.0.len() * 64).filter(|at| self.0[at / 64] >> (at % 64) & 1 == 1);
        all.map(|at| at as u32).collect()
    }

    /// Takes all numbers out.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
