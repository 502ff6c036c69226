//! Whether words can be read on what they stand on.

use super::colour::{LEAST_CONTRAST, Rgb};
use super::tokens::Palette;
use super::{BookTheme, Places};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{SourceId, Span};

/// What a colour is called in theme.toml, and its token.
type NamedToken = (&'static str, &'static str);

/// Words and grounds that meet on pages.
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

/// Reports every pair of which words could hardly be read, each once, at a colour that the theme
/// gives.
pub(super) fn check_contrast(
    theme: &BookTheme,
    places: &Places,
    file: SourceId,
    findings: &mut Findings,
) {
    let palette = Palette::of(theme, "standard");
    for (words, ground) in PAIRS {
        let (one, other) = (palette.rgb(words.1), palette.rgb(ground.1));
        let contrast = one.contrast(other);
        if contrast >= LEAST_CONTRAST {
            continue;
        }
        // What the author changed is what has to change; words rather than their ground.
        let changes_words = places.contains_key(words.1) || !places.contains_key(ground.1);
        let (changed, from, to) =
            if changes_words { (words, one, other) } else { (ground, other, one) };
        let place = places.get(changed.1).copied().unwrap_or(Span::new(file, 0..0));
        let message = format!(
            "words in `{}` on `{}` are hard to read: their contrast is {:.1}, and {LEAST_CONTRAST} is the least",
            words.0,
            ground.0,
            (contrast * 10.0).floor() / 10.0,
        );
        let hint = hint(changed.0, from, to);
        findings.push(Diagnostic::at(code::LOW_CONTRAST, place, message).hint(hint));
    }
}

fn hint(role: &str, from: Rgb, to: Rgb) -> String {
    format!("the nearest `{role}` that can be read is \"{}\"", from.readable_on(to).hex())
}
