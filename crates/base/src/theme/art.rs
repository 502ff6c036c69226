//! The picture on a cover: as theme.toml asks for it, and as it was found.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// The picture on a cover.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoverArt {
    /// Its name among the pictures of the book.
    pub name: String,
    /// Its width over its height.
    pub ratio: f32,
    /// The point that stays in sight where it is cut, in parts of its width and its height.
    pub focus: (f32, f32),
}

/// The same as theme.toml asks for it.
#[derive(Debug)]
pub struct AskedArt {
    /// A path from theme.toml.
    pub file: String,
    /// Where it is named.
    pub place: Span,
    /// The point as it is written, and where.
    pub focus: Option<(String, Span)>,
}
