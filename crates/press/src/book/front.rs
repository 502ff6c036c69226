//! Pages before the text of a book: the cover and the contents.

use serde::{Deserialize, Serialize};

use super::{Book, memory};

/// A rule for printing a page before the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrontPage {
    /// Never.
    #[default]
    Never,
    /// If the text is long enough: it has [`LONG_FROM`] pages or more without such pages.
    IfLong,
    /// Always.
    Always,
}

/// Fewest pages of a text that gets a cover and contents without being asked.
pub const LONG_FROM: usize = 4;

/// Bytes above which a text has [`LONG_FROM`] pages on any paper.
const SURELY_LONG: usize = 24_000;

impl Book {
    /// True if the book has to be set before it is known whether it is long enough for a cover or contents.
    pub fn may_be_short(&self) -> bool {
        let asks = [self.cover, self.contents].contains(&FrontPage::IfLong);
        asks && memory::text_bytes(self) < SURELY_LONG
    }

    /// Returns the book as it is printed if it is short.
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
