//! Colours of a theme: their notation, their inks, and the legibility of words on them.
//!
//! Contrast is that of WCAG 2.2: the ratio of the relative luminances of two colours, from 1 to 21.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Least contrast of words with their ground.
pub const LEAST_CONTRAST: f64 = 4.5;
/// Most ink of a colour, in per cent of all four inks together.
const MOST_INK: f64 = 210.0;
/// Greatest distance from grey of a colour that is printed in black only, of 255.
const NEARLY_GREY: f64 = 3.0;

/// A colour, as written: `"#0a7d83"`, or with its inks for a printing press.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "this is not a colour")]
pub enum WrittenColour {
    /// Red, green and blue; the inks follow from it.
    Screen(String),
    /// Both, chosen by the author.
    Both {
        /// Red, green and blue, as `"#0a7d83"`.
        screen: String,
        /// Per cent of cyan, magenta, yellow and black.
        cmyk: [f64; 4],
    },
}

/// A colour on screens and in print.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenColour {
    /// Red, green and blue: `#0a7d83`.
    pub screen: String,
    /// Per cent of cyan, magenta, yellow and black.
    pub cmyk: [f64; 4],
}

/// Red, green and blue, from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rgb(pub [f64; 3]);

impl Rgb {
    /// White.
    pub const WHITE: Self = Self([255.0; 3]);
    /// Black.
    pub const BLACK: Self = Self([0.0; 3]);

    /// Parses `#rgb` or `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#')?;
        let digits: String = match digits.chars().count() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok().map(f64::from);
        Some(Self([part(0)?, part(2)?, part(4)?]))
    }

    /// Returns the colour in the notation of CSS.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.0.map(|part| part.round().clamp(0.0, 255.0) as u8);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns a mix with another colour, of which it has the fraction `part`.
    pub fn mixed(self, other: Self, part: f64) -> Self {
        Self(std::array::from_fn(|at| self.0[at] + (other.0[at] - self.0[at]) * part))
    }

    /// Returns the relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |part: f64| {
            let part = part / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast of two colours, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Returns the nearest colour that can be read on `ground`: darker or lighter.
    pub fn readable_on(self, ground: Self) -> Self {
        let towards = |end: Self| {
            let steps = (0..=100).map(|step| f64::from(step) / 100.0);
            // Rounded as it will be written, so that the written colour passes too.
            let tried = steps.map(|part| (part, Self(self.mixed(end, part).0.map(f64::round))));
            tried.into_iter().find(|(_, tried)| tried.contrast(ground) >= LEAST_CONTRAST)
        };
        let found = [towards(Self::BLACK), towards(Self::WHITE)].into_iter().flatten();
        let nearest = found.min_by(|(one, _), (two, _)| one.total_cmp(two));
        nearest.map_or(self, |(_, colour)| colour)
    }

    /// Returns its inks: grey is black only, other colours have as much black as possible.
    pub fn inks(self) -> [f64; 4] {
        let [red, green, blue] = self.0;
        let spread = red.max(green).max(blue) - red.min(green).min(blue);
        if spread <= NEARLY_GREY {
            return self.black_alone();
        }
        let [c, m, y] = self.0.map(|part| 1.0 - part / 255.0);
        let black = c.min(m).min(y);
        let parts = [c, m, y].map(|part| (part - black) / (1.0 - black) * 100.0);
        let (black, coloured) = (black * 100.0, parts.iter().sum::<f64>());
        let fits = ((MOST_INK - black) / coloured).min(1.0);
        let [c, m, y] = parts.map(|part| (part * fits).floor());
        [c, m, y, black.floor()]
    }

    /// Returns black ink of the same brightness.
    pub fn black_alone(self) -> [f64; 4] {
        let [red, green, blue] = self.0;
        let bright = (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0;
        [0.0, 0.0, 0.0, ((1.0 - bright) * 100.0).round()]
    }
}

impl WrittenColour {
    /// Returns the colour, or the fault of its notation.
    pub(crate) fn read(&self) -> Result<TokenColour, String> {
        let (screen, inks) = match self {
            Self::Screen(screen) => (screen, None),
            Self::Both { screen, cmyk } => (screen, Some(*cmyk)),
        };
        let Some(rgb) = Rgb::parse(screen) else {
            return Err(format!("`{}` is not a colour", crate::diagnostic::short_quote(screen)));
        };
        match inks {
            Some(inks) if inks.iter().any(|ink| !(0.0..=100.0).contains(ink)) => {
                Err("an ink is less than 0 or more than 100 per cent".to_owned())
            }
            Some(inks) if inks.iter().sum::<f64>() > MOST_INK => {
                Err(format!("the inks add up to more than {MOST_INK} per cent, which does not dry"))
            }
            inks => Ok(TokenColour { screen: rgb.hex(), cmyk: inks.unwrap_or_else(|| rgb.inks()) }),
        }
    }
}

impl TokenColour {
    /// Returns its red, green and blue.
    pub fn rgb(&self) -> Rgb {
        Rgb::parse(&self.screen).unwrap_or(Rgb::BLACK)
    }

    /// Makes a colour whose inks follow from it.
    pub fn of(rgb: Rgb) -> Self {
        Self { screen: rgb.hex(), cmyk: rgb.inks() }
    }
}
