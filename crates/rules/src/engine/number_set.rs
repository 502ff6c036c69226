//! A set of small numbers.

/// Numbers, one bit each.
#[derive(Clone, Debug, Default)]
pub struct NumberSet(Vec<u64>);

impl NumberSet {
    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        let at = number as usize / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (number % 64);
    }

    /// True if the set contains a number.
    pub fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// Returns all numbers, ascending.
    pub fn ascending(&self) -> Vec<u32> {
        let all = (0..self.0.len() * 64).filter(|at| self.0[at / 64] >> (at % 64) & 1 == 1);
        all.map(|at| at as u32).collect()
    }

    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the numbers of another set instead.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}
