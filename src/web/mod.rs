//! Pages for a browser: an example that steps forward and back, and a book with all its examples,
//! made with the templates of `templates/web/`. Nothing in a page is fetched, and nothing that an
//! author wrote runs as script.

mod book;
mod changes;
mod html;
mod page;
mod plain;
mod play;
mod preview;
mod report;

pub use book::book_site;
pub use changes::changes_page;
pub use preview::{PreviewPage, preview_page};
pub use report::report_page;

pub use play::{PagePlace, embed_page, play_page};

/// A file of a site: its path below the site's folder and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// `examples/hand-of-cards.html`
    pub path: String,
    /// Its text.
    pub text: String,
}
