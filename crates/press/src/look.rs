//! Look of pages besides their paper: ink, theme, bleed.

use serde::{Deserialize, Serialize};
use typst::foundations::{Dict, dict};

use super::profile::{ColourSpace, Profile};
pub use base::theme::MODIFIERS;

/// Distance from the edge of the elements on every page, in millimetres.
const USUAL_SAFE: f64 = 3.5;

/// The look of pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageLook {
    /// True if colours are those of a printing press.
    pub press: bool,
    /// Name of the theme.
    pub theme: String,
    /// Bleed round every page, in millimetres.
    pub bleed: f64,
    /// Least distance of text from the edges of pages for a print shop, in millimetres, if it is more than
    /// the usual distance of heads and tabs; else 0.
    pub safe: f64,
    /// The least margin at the binding, in millimetres.
    pub inside: f64,
    /// True if words on the pages carry their places in the text of the author, which costs time.
    pub places: bool,
    /// True if pages become pictures, which have no inks.
    pub pictures: bool,
}

impl Default for PageLook {
    fn default() -> Self {
        Self {
            press: false,
            theme: MODIFIERS[0].to_owned(),
            bleed: 0.0,
            safe: 0.0,
            inside: 0.0,
            places: false,
            pictures: false,
        }
    }
}

impl PageLook {
    /// Returns the look that a profile asks for.
    pub fn of(profile: &Profile, theme: &str) -> Self {
        Self {
            press: profile.colour == ColourSpace::Cmyk,
            theme: theme.to_owned(),
            bleed: profile.bleed,
            safe: if profile.safe > USUAL_SAFE { profile.safe } else { 0.0 },
            inside: 0.0,
            places: false,
            pictures: false,
        }
    }

    /// Returns the look as the templates read it.
    pub(crate) fn inputs(&self) -> Dict {
        let ink = if self.press { "cmyk" } else { "screen" };
        let (safe, inside) = (self.safe.to_string(), self.inside.to_string());
        dict! { "ink" => ink, "bleed" => self.bleed.to_string(), "safe" => safe, "inside" => inside }
    }
}
