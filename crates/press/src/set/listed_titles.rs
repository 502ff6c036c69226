//! Titles in a row with nothing below them, as of a text that lists its phases: they stand close
//! together, as the lines of a list do.

use document::Block;

/// Fewer titles in a row stand apart as all others do.
const FEWEST: usize = 2;

/// The place of a title in a row of titles without text; `draw-heading` in `crates/press/src/set/blocks.typ` reads
/// it as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedTitle {
    /// The first.
    First,
    /// Between two others.
    Inner,
    /// The last.
    Last,
}

impl ListedTitle {
    /// Finds the place of the title at `at` in a row; none if it is in no row, or is that of a chapter.
    pub fn of(blocks: &[Block], at: usize) -> Option<Self> {
        let level = blocks[at].heading_level().filter(|level| *level > 1)?;
        let is_listed = |at: &usize| is_bare(blocks, *at, level);
        let before = (0..at).rev().take_while(is_listed).count();
        let after = (at + 1..blocks.len()).take_while(is_listed).count();
        let stands = is_listed(&at) && before + 1 + after >= FEWEST;
        stands.then_some(match (before, after) {
            (0, _) => Self::First,
            (_, 0) => Self::Last,
            _ => Self::Inner,
        })
    }

    /// The word that templates know it by.
    pub fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Inner => "inner",
            Self::Last => "last",
        }
    }
}

/// True if a title of this level stands at `at` with nothing below it: another of its level or above
/// follows, or nothing.
fn is_bare(blocks: &[Block], at: usize, level: u8) -> bool {
    let next = blocks.get(at + 1);
    let ends = next.is_none_or(|next| next.heading_level().is_some_and(|own| own <= level));
    blocks[at].heading_level() == Some(level) && ends
}
