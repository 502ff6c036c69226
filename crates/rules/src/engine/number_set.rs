//! A set of small numbers.

/// Numbers, each one bit.
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

    /// Returns whether a number is in it.
    pub fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// All numbers, ascending.
    pub fn ascending(&self) -> Vec<u32> {
        let all = (0..self.0.len() * 64).filter(|at| self.0[at / 64] >> (at % 64) & 1 == 1);
        all.map(|at| at as u32).collect()
    }

    /// Takes all numbers out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Holds the same numbers as another set from now on.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}
