//! What the earlier parts of a play leave to the story of the next one: it is told as if it went on.

use std::collections::BTreeSet;

/// What the earlier parts of a play have told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EarlierParts {
    /// How many steps.
    pub steps: u32,
    /// Flags that are drawn.
    pub flags: BTreeSet<String>,
    /// Counters that are drawn.
    pub counters: BTreeSet<String>,
    /// Names of pieces that stood on a space of a map.
    pub standing: BTreeSet<String>,
}

impl EarlierParts {
    /// There were none.
    pub const NONE: &'static Self = &Self {
        steps: 0,
        flags: BTreeSet::new(),
        counters: BTreeSet::new(),
        standing: BTreeSet::new(),
    };
}
