//! Short ways to make strokes, weights and targets, and values derived from them.

use super::{DashStyle, DrawingItem, DrawingTarget, Stroke, TextLines, TextWeight};
use base::font::{self, Face};

impl Stroke {
    /// Returns an unbroken line.
    pub fn solid(width: f64, colour: &'static str) -> Self {
        Self { width, dash: DashStyle::Solid, colour: colour.into() }
    }

    /// Returns a dashed line.
    pub fn dashed(width: f64, colour: &'static str) -> Self {
        Self { dash: DashStyle::Dashed, ..Self::solid(width, colour) }
    }

    /// Returns an unbroken line of another width in the same colour.
    pub fn with_width(&self, width: f64) -> Self {
        Self { width, dash: DashStyle::Solid, colour: self.colour.clone() }
    }
}

impl TextWeight {
    /// Returns the face that letters of this weight are measured in.
    pub fn face(self) -> Face {
        match self {
            Self::Regular => Face::Body,
            Self::Bold => Face::Bold,
        }
    }

    /// Returns the width of words in type of `size`, in the same unit as `size`.
    pub fn text_width(self, words: &str, size: f64) -> f64 {
        font::text_width(words, self.face()) * size
    }

    /// Returns the width of the longest line.
    pub fn longest(self, lines: &[String], size: f64) -> f64 {
        lines.iter().map(|line| self.text_width(line, size)).fold(0.0, f64::max)
    }
}

impl TextLines {
    /// Returns the baseline of a line, in points from the top of the drawing.
    pub fn baseline(&self, nth: usize) -> f64 {
        self.at.y + nth as f64 * self.step
    }
}

impl DrawingItem {
    /// Returns the colour of its inside.
    pub fn fill(&self) -> Option<&str> {
        match self {
            Self::Rect { fill, .. }
            | Self::Ellipse { fill, .. }
            | Self::Polygon { fill, .. }
            | Self::Curve { fill, .. } => fill.as_deref(),
            Self::Path { .. } | Self::Text(_) | Self::Link { .. } => None,
        }
    }

    /// Returns its outline, or the line itself.
    pub fn stroke(&self) -> Option<&Stroke> {
        match self {
            Self::Rect { stroke, .. }
            | Self::Ellipse { stroke, .. }
            | Self::Polygon { stroke, .. }
            | Self::Curve { stroke, .. } => stroke.as_ref(),
            Self::Path { stroke, .. } => Some(stroke),
            Self::Text(_) | Self::Link { .. } => None,
        }
    }
}

impl DrawingTarget {
    /// Returns the target that an author wrote: `#anchor`, or an address that is safe to follow.
    pub fn of(address: &str) -> Option<Self> {
        let address = address.trim();
        if let Some(anchor) = address.strip_prefix('#') {
            return (!anchor.is_empty()).then(|| Self::Anchor(anchor.to_owned()));
        }
        let lower = address.to_ascii_lowercase();
        let is_safe =
            ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
        is_safe.then(|| Self::Url(address.to_owned()))
    }
}
