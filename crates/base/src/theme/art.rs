//! Picture on a cover: as theme.toml asks for it, and as it was found.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// A picture on a cover, as it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoverArt {
    /// Name among the pictures of the book.
    pub name: String,
    /// Width divided by height.
    pub ratio: f32,
    /// Point that stays visible if the picture is cut, as fractions of its width and height.
    pub focus: (f32, f32),
}

/// A picture on a cover, as theme.toml asks for it.
#[derive(Debug)]
pub struct AskedArt {
    /// Path, relative to theme.toml.
    pub file: String,
    /// Span of the path.
    pub place: Span,
    /// The point as written, and its span.
    pub focus: Option<(String, Span)>,
}
