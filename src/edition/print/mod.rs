//! Prints the changes of an edition. In: the changes. Out: text for a terminal, Markdown, a page for a
//! browser, a change sheet, annotations of GitHub.

mod annotations;
mod blocks;
mod errata;
mod markdown;
mod news;
mod page;
mod phrases;
mod review;
mod sheet;
mod text;

pub use annotations::diff_annotations;
pub use errata::errata_sheet;
pub use markdown::diff_markdown;
pub use news::what_is_new;
pub use page::diff_page;
pub use review::{
    LEAST_WIDTH, ReviewStyle, cause_words, group_text, item_text, place_words, review_summary,
    review_text,
};
pub use sheet::change_sheet;
pub use text::{TextStyle, diff_text};
