//! Scenarios that are played, compared with the accepted traces, and narrated. The expectations
//! were made by hand.

mod commands;
mod compare;
mod examples;
mod facts;
mod fixture;
mod narrate;
mod scenario;
mod trace_file;

use crate::common::{golden, root};

/// The golden of a case that is made by code.
fn check(name: &str, actual: &str) {
    let wrong = golden(&root().join("tests/cases/example/golden").join(name), actual);
    assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
}

/// Numbers that look random and are the same on every run.
struct Chance(u64);

impl Chance {
    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    /// One of several.
    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}
