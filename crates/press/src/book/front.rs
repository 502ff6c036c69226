//! Whether a book has pages before its text: a cover, contents.

use serde::{Deserialize, Serialize};

use super::{Book, memory};

/// True if a page before the text is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrontPage {
    /// Never.
    #[default]
    Never,
    /// If the text is long enough for it: without such pages it has [`LONG_FROM`] pages or more.
    IfLong,
    /// Always.
    Always,
}

/// A text with fewer pages has neither a cover nor contents, unless its author asks for them.
pub const LONG_FROM: usize = 4;

/// A text with more bytes has [`LONG_FROM`] pages on any paper.
const SURELY_LONG: usize = 24_000;

impl Book {
    /// True if only its pages show if it is long enough for a cover or for contents.
    pub fn may_be_short(&self) -> bool {
        let asks = [self.cover, self.contents].contains(&FrontPage::IfLong);
        asks && memory::text_bytes(self) < SURELY_LONG
    }

    /// The book as it is printed if it is short.
    #[must_use]
    pub fn without_front_pages(&self) -> Self {
        let mut short = self.clone();
        for page in [&mut short.cover, &mut short.contents] {
            if *page == FrontPage::IfLong {
                *page = FrontPage::Never;
            }
        }
        short
    }
}
