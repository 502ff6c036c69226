//! Papers: trim sizes and margins from `crates/base/tokens.toml`, and pages of any other size.

use serde::Deserialize;

use crate::set::design::{MM, design};
use base::size::Size;
use base::theme::PageMargins;

/// Limits of the sides of a page that is given in millimetres.
const SIDES: (f64, f64) = (120.0, 450.0);

/// The least width of a page that has a margin column, in millimetres.
const LEAST_WITH_MARGIN: f64 = 185.0;
/// Part of the width between its margins that a margin column takes, with the gutter before it.
const MARGIN_PART: f64 = 0.4;

/// Distance from the text to the far edge of the head and the page number, in millimetres.
const HEAD: f64 = 9.0;

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
    /// Gap between two columns.
    pub gutter: f64,
    /// Number of columns of the quick reference.
    pub quick: usize,
    /// Width of the margin column for examples, with the gutter before it; 0 without one.
    #[serde(default)]
    pub margin: f64,
}

impl Paper {
    /// Returns the paper of this name, or the page of this width and height in millimetres: `210x210`.
    pub fn find(name: &str) -> Option<Self> {
        design().paper.get(name).copied().or_else(|| Self::of_size(name))
    }

    /// Returns a page of a size without a name, with margins between those of A5 and A4.
    fn of_size(size: &str) -> Option<Self> {
        let side = |side: &str| {
            let plain = side.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let side: f64 = side.parse().ok().filter(|_| plain)?;
            (SIDES.0..=SIDES.1).contains(&side).then_some(side)
        };
        let (width, height) = size.split_once('x')?;
        let (width, height) = (side(width)?, side(height)?);
        let (small, large) = (design().paper.get("a5")?, design().paper.get("a4")?);
        let part = (width.min(height) - small.width) / (large.width - small.width);
        let part = part.clamp(0.0, 1.0);
        let between = |small: f64, large: f64| (small + (large - small) * part).round();
        let quick = if width < 185.0 { small.quick } else { large.quick };
        Some(Self {
            width,
            height,
            inside: between(small.inside, large.inside),
            outside: between(small.outside, large.outside),
            top: between(small.top, large.top),
            bottom: between(small.bottom, large.bottom),
            gutter: between(small.gutter, large.gutter),
            quick,
            margin: 0.0,
        })
    }

    /// Returns width and height, in millimetres.
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Returns the hint about what to write for a paper.
    pub fn known_names() -> String {
        let names = Self::names().collect::<Vec<_>>().join(", ");
        let (least, most) = SIDES;
        format!(
            "write one of {names}, or a width and height in millimetres, each from {least} to {most}, such as `210x210`"
        )
    }

    /// Returns the paper with margins that keep heads and page numbers `safe` millimetres away from the
    /// edges.
    pub(crate) fn within(self, safe: f64) -> Self {
        if safe <= 0.0 {
            return self;
        }
        let level = safe + HEAD;
        Self {
            inside: self.inside.max(safe),
            outside: self.outside.max(safe),
            top: self.top.max(level),
            bottom: self.bottom.max(level),
            ..self
        }
    }

    /// Returns the paper with at least this margin at the binding.
    pub(crate) fn bound(self, inside: f64) -> Self {
        Self { inside: self.inside.max(inside), ..self }
    }

    /// Returns the paper with the margins of a theme.
    pub(crate) fn with_margins(self, margins: PageMargins) -> Self {
        Self {
            inside: margins.inside.unwrap_or(self.inside),
            outside: margins.outside.unwrap_or(self.outside),
            top: margins.top.unwrap_or(self.top),
            bottom: margins.bottom.unwrap_or(self.bottom),
            gutter: margins.gutter.unwrap_or(self.gutter),
            ..self
        }
    }

    /// Returns the paper with a margin column for examples, if it is wide enough for one.
    pub(crate) fn with_example_margin(self) -> Self {
        let text = self.width - self.inside - self.outside;
        if self.width < LEAST_WITH_MARGIN {
            return self;
        }
        Self { margin: text * MARGIN_PART, ..self }
    }

    /// Width of the margin column for examples, in points; `None` without one.
    pub fn margin_width(&self) -> Option<f64> {
        (self.margin > 0.0).then_some((self.margin - self.gutter) * MM)
    }

    /// Returns the names of all papers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        design().paper.keys().map(String::as_str)
    }

    /// Returns the paper in the units of text that is set `zoom` times as large.
    pub fn seen(&self, zoom: f64) -> Self {
        Self {
            width: self.width / zoom,
            height: self.height / zoom,
            inside: self.inside / zoom,
            outside: self.outside / zoom,
            top: self.top / zoom,
            bottom: self.bottom / zoom,
            gutter: self.gutter / zoom,
            margin: self.margin / zoom,
            ..*self
        }
    }

    /// Width of the text on an upright page, without a margin column, in points.
    pub fn text_width(&self) -> f64 {
        (self.width - self.inside - self.outside - self.margin) * MM
    }

    /// Width of one of two columns, in points.
    pub fn column_width(&self) -> f64 {
        (self.width - self.inside - self.outside - self.margin - self.gutter) / 2.0 * MM
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
