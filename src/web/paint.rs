//! Colours of drawings on light and dark pages: names, whose values the style of the page sets.

use std::collections::BTreeSet;

use base::theme::Palette;
use draw::drawing::{self, Drawing};

/// Paints drawings with the colours of a theme.
pub struct PagePaint {
    palette: Palette,
    tokens: BTreeSet<String>,
}

impl PagePaint {
    pub fn of(palette: &Palette) -> Self {
        let tokens = palette.names().map(str::to_owned).collect();
        Self { palette: palette.clone(), tokens }
    }

    /// Returns a colour as drawings name it: a property of the page, or else a colour.
    pub fn colour(&self, token: &str) -> String {
        if self.tokens.contains(token) {
            format!("var(--{token})")
        } else {
            self.palette.css_colour(token)
        }
    }

    /// Returns a drawing as SVG.
    pub fn svg(&self, drawing: &Drawing) -> String {
        drawing::render_svg(drawing, &|token| self.colour(token))
    }
}
