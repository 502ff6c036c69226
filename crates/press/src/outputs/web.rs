//! The pages for a browser, which are made outside the press.

use super::record::OutputRecord;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    is_of_chapters: true,
    ..OutputRecord::new("web", "the pages for a browser", |_| Vec::new())
};
