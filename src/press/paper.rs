//! Papers: trim sizes and margins as `templates/tokens.toml` gives them.

use serde::Deserialize;

use super::tokens::{MM, tokens};

/// A trim size with its margins, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Paper {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// Margin at the binding.
    pub inside: f64,
    /// Margin away from the binding.
    pub outside: f64,
    /// Margin above.
    pub top: f64,
    /// Margin below.
    pub bottom: f64,
    /// Between two columns.
    pub gutter: f64,
}

impl Paper {
    /// The paper of this name.
    pub fn find(name: &str) -> Option<Self> {
        tokens().paper.get(name).copied()
    }

    /// The names of all papers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        tokens().paper.keys().map(String::as_str)
    }

    /// The paper as text sees it that is set `zoom` times as large.
    pub fn seen(&self, zoom: f64) -> Self {
        Self {
            width: self.width / zoom,
            height: self.height / zoom,
            inside: self.inside / zoom,
            outside: self.outside / zoom,
            top: self.top / zoom,
            bottom: self.bottom / zoom,
            gutter: self.gutter / zoom,
        }
    }

    /// Width of the text on an upright page, in points.
    pub fn text_width(&self) -> f64 {
        (self.width - self.inside - self.outside) * MM
    }

    /// Width of one of two columns, in points.
    pub fn column_width(&self) -> f64 {
        (self.width - self.inside - self.outside - self.gutter) / 2.0 * MM
    }

    /// Width of the text on a turned page, in points.
    pub fn turned_width(&self) -> f64 {
        (self.height - self.inside - self.outside) * MM
    }

    /// Height of the text on a turned page, in points.
    pub fn turned_height(&self) -> f64 {
        (self.width - self.top - self.bottom) * MM
    }

    /// Height of the text on an upright page, in points.
    pub fn text_height(&self) -> f64 {
        (self.height - self.top - self.bottom) * MM
    }
}
