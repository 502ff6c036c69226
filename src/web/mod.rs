//! Pages for a browser: an example that steps forward and back, and a book with all its examples. Their other half is
//! `templates/web/`. Nothing in a page is fetched, and nothing that an author wrote runs as script.

mod book;
mod colours;
mod html;
mod page;
mod play;

pub use book::site;

use crate::drawing::Drawing;
pub use play::{Player, play};

/// A drawing as SVG in the colours of the screen.
pub fn svg(drawing: &Drawing) -> String {
    crate::drawing::svg(drawing, &colours::css)
}

/// A file of a site: its path below the site's folder and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// `examples/hand-of-cards.html`
    pub path: String,
    /// Its text.
    pub text: String,
}
