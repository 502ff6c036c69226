//! The colours of drawings on pages that are light or dark: names, which the style of the page gives their value.

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

    /// A colour as drawings name it: a property of the page, or else a colour.
    pub fn colour(&self, token: &str) -> String {
        if self.tokens.contains(token) {
            format!("var(--{token})")
        } else {
            self.palette.css_colour(token)
        }
    }

    /// A drawing as SVG.
    pub fn svg(&self, drawing: &Drawing) -> String {
        drawing::render_svg(drawing, &|token| self.colour(token))
    }
}
