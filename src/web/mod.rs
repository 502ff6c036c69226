//! Pages for a browser: an example that steps forward and back, and a book with all its examples, made with
//! the templates of `templates/web/`. A page fetches nothing outside its folder, and no text of an author
//! runs as a script.

mod app;
mod book;
mod font_file;
mod fonts;
mod html;
mod icon;
mod ids;
mod page;
mod paint;
mod places;
mod plain;
mod play;
mod preview;
mod reading;
mod report;
mod terms;

pub use book::book_site;
pub use page::fill_page;
pub use preview::{PreviewPage, preview_page};
pub use report::report_page;

pub use play::{PagePlace, embed_page, play_page};

/// A file of a site: its path below the site's folder and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path, such as `examples/hand-of-cards.html`.
    pub path: String,
    /// Its text.
    pub text: String,
}
