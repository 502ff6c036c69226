//! Papers: trim sizes and margins as `templates/tokens.toml` gives them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// Points in a millimetre.
pub(super) const MM: f64 = 72.0 / 25.4;

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

#[derive(Deserialize)]
struct Tokens {
    paper: BTreeMap<String, Paper>,
    size: BTreeMap<String, f64>,
}

static TOKENS: LazyLock<Tokens> = LazyLock::new(|| {
    toml::from_str(include_str!("../../templates/tokens.toml")).expect("the bundled tokens are well formed")
});

/// The paper of this name.
pub fn find(name: &str) -> Option<Paper> {
    TOKENS.paper.get(name).copied()
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOKENS.paper.keys().map(String::as_str)
}

/// A type size in points by its token.
pub fn size(name: &str) -> f64 {
    TOKENS.size.get(name).copied().expect("the token is one of tokens.toml")
}

impl Paper {
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
