//! Titles in a row with nothing below them, such as a list of phases: they are set close together, like the
//! lines of a list.

use document::Block;

/// Fewest titles in a row that are set close together.
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
    /// Finds the place of the title at `at` in a row; `None` if it is in no row, or is the title of a
    /// chapter.
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

    /// Returns its name in the templates.
    pub fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Inner => "inner",
            Self::Last => "last",
        }
    }
}

/// True if a title of this level is at `at` with nothing below it: it is followed by another one of its level
/// or above, or by nothing.
fn is_bare(blocks: &[Block], at: usize, level: u8) -> bool {
    let next = blocks.get(at + 1);
    let ends = next.is_none_or(|next| next.heading_level().is_some_and(|own| own <= level));
    blocks[at].heading_level() == Some(level) && ends
}
