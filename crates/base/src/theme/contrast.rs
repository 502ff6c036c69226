//! Checks that words can be read on their ground.

use super::colour::{LEAST_CONTRAST, Rgb};
use super::tokens::Palette;
use super::{BookTheme, Places};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{SourceId, Span};

/// Name of a colour in theme.toml, and its token.
type NamedToken = (&'static str, &'static str);

/// Pairs of words and grounds that meet on pages.
const PAIRS: [(NamedToken, NamedToken); 17] = [
    (("text", "ink"), ("paper", "paper")),
    (("muted", "grey"), ("paper", "paper")),
    (("accent", "navy"), ("paper", "paper")),
    (("accent-soft", "steel"), ("paper", "paper")),
    (("warning", "rust"), ("paper", "paper")),
    (("text", "ink"), ("panel", "faint")),
    (("muted", "grey"), ("panel", "faint")),
    (("accent", "navy"), ("panel", "faint")),
    (("text", "ink"), ("ground", "tint")),
    (("accent", "navy"), ("ground", "tint")),
    (("text", "ink"), ("warning-ground", "blush")),
    (("warning", "rust"), ("warning-ground", "blush")),
    (("text", "ink"), ("zones", "sky")),
    (("text", "ink"), ("zones", "cream")),
    (("text", "ink"), ("zones", "sage")),
    (("text", "ink"), ("zones", "amber")),
    (("text", "ink"), ("zones", "blue")),
];

/// Reports each colour of the theme that makes words hard to read, as their colour or their ground: once,
/// with a colour that can be read wherever it is used.
pub fn check_contrast(theme: &BookTheme, places: &Places, file: SourceId, findings: &mut Findings) {
    let palette = Palette::of(theme, "standard");
    let mut faint: Vec<FaintColour> = Vec::new();
    for (words, ground) in PAIRS {
        let contrast = palette.rgb(words.1).contrast(palette.rgb(ground.1));
        if contrast >= LEAST_CONTRAST {
            continue;
        }
        // The author should change what the author set, and words rather than their ground.
        let is_words = places.contains_key(words.1) || !places.contains_key(ground.1);
        let (colour, other) = if is_words { (words, ground) } else { (ground, words) };
        let pair = FaintPair { name: other.0, colour: palette.rgb(other.1), contrast };
        match faint.iter_mut().find(|known| known.colour == colour) {
            Some(known) => known.pairs.push(pair),
            None => faint.push(FaintColour { colour, is_words, pairs: vec![pair] }),
        }
    }
    for colour in faint {
        let place = places.get(colour.colour.1).copied().unwrap_or(Span::new(file, 0..0));
        let finding = Diagnostic::at(code::LOW_CONTRAST, place, colour.message());
        findings.push(finding.hint(colour.cure(palette.rgb(colour.colour.1))));
    }
}

/// A colour, with those that it contrasts with too little.
struct FaintColour {
    colour: NamedToken,
    /// True if it is the colour of words, and not of their ground.
    is_words: bool,
    pairs: Vec<FaintPair>,
}

/// A colour with too little contrast to another.
struct FaintPair {
    /// Name in theme.toml.
    name: &'static str,
    colour: Rgb,
    contrast: f64,
}

impl FaintColour {
    fn message(&self) -> String {
        let mut names: Vec<String> =
            self.pairs.iter().map(|pair| format!("`{}`", pair.name)).collect();
        names.dedup();
        let (own, others) = (format!("`{}`", self.colour.0), names.join(", "));
        let (words, grounds) = if self.is_words { (own, others) } else { (others, own) };
        let least = self.pairs.iter().map(|pair| pair.contrast).fold(f64::MAX, f64::min);
        let contrast = if self.pairs.len() > 1 { "lowest contrast" } else { "contrast" };
        format!(
            "words in {words} on {grounds} are hard to read: their {contrast} is {:.1}, but must be at least {LEAST_CONTRAST}",
            (least * 10.0).floor() / 10.0,
        )
    }

    /// Returns the nearest colour that contrasts with all of them, or else with the one of least contrast.
    fn cure(&self, own: Rgb) -> String {
        let role = self.colour.0;
        let mut pairs: Vec<&FaintPair> = self.pairs.iter().collect();
        pairs.sort_by(|one, other| one.contrast.total_cmp(&other.contrast));
        let cures = || pairs.iter().map(|pair| own.readable_on(pair.colour));
        let is_clear =
            |cure: &Rgb| pairs.iter().all(|pair| cure.contrast(pair.colour) >= LEAST_CONTRAST);
        let cure = cures().find(is_clear).or_else(|| cures().next()).unwrap_or(own);
        format!("the nearest readable `{role}` is \"{}\"", cure.hex())
    }
}
