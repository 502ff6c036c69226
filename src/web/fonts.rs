//! The fonts of a book's pages. In: its theme and the characters of its pages. Out: a style sheet with the
//! faces, each with only these characters.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use typst::text::{Font, FontInfo, FontStretch, FontStyle, FontVariant, FontWeight};

use super::font_file::{Characters, cut_font};
use base::font;
use base::theme::BookTheme;

/// Family for measuring drawings, and for text unless a theme names another.
const DRAWN: &str = "Source Sans 3";
/// Family of titles unless a theme names another.
const DISPLAY: &str = "Vollkorn";
/// The family of code.
const MONO: &str = "Source Code Pro";
/// Fallback families, in the order in which the press tries them. Letters of other scripts need more of a
/// font than its glyphs, and every system has fonts for them.
const STAND_INS: [&str; 3] = ["Noto Sans Symbols 2", "Noto Emoji", "Noto Sans Math"];

const REGULAR: (FontStyle, FontWeight) = (FontStyle::Normal, FontWeight::REGULAR);
const BOLD: (FontStyle, FontWeight) = (FontStyle::Normal, FontWeight::BOLD);
const ITALIC: (FontStyle, FontWeight) = (FontStyle::Italic, FontWeight::REGULAR);
const BOLD_ITALIC: (FontStyle, FontWeight) = (FontStyle::Italic, FontWeight::BOLD);

/// The families of text and of titles.
pub struct PageFamilies<'t> {
    pub body: &'t str,
    pub display: &'t str,
}

impl<'t> PageFamilies<'t> {
    pub fn of(theme: &'t BookTheme) -> Self {
        Self {
            body: theme.body.as_deref().unwrap_or(DRAWN),
            display: theme.display.as_deref().unwrap_or(DISPLAY),
        }
    }

    /// Returns the CSS properties that name them.
    pub fn css_properties(&self) -> String {
        let rest = STAND_INS.map(css_string).join(", ");
        let (body, display) = (css_string(self.body), css_string(self.display));
        format!(
            "--body: {body}, {rest}, system-ui, sans-serif; --display: {display}, {body}, {rest}, serif; --mono: {}, ui-monospace, monospace; ",
            css_string(MONO)
        )
    }
}

/// Quotes a name as a CSS string that cannot end a style element.
fn css_string(name: &str) -> String {
    let plain = |c: &char| !c.is_control() && !matches!(c, '"' | '\\' | '<' | '>');
    format!("\"{}\"", name.chars().filter(plain).collect::<String>())
}

/// Returns the style sheet with all faces that a book's pages need for their characters.
pub fn font_sheet(theme: &BookTheme, characters: &Characters) -> String {
    let own: Vec<Font> =
        theme.fonts.iter().filter_map(|bytes| Font::new(bytes.clone(), 0)).collect();
    let families = PageFamilies::of(theme);
    let mut out = String::new();
    let mut done = BTreeSet::new();
    let body = [REGULAR, BOLD, ITALIC, BOLD_ITALIC].map(|variant| (families.body, variant));
    let rest = [(families.display, BOLD), (DRAWN, REGULAR), (DRAWN, BOLD), (MONO, REGULAR)];
    for (family, (style, weight)) in body.into_iter().chain(rest) {
        let Some(font) = find_face(&own, family, style, weight) else { continue };
        let variant = font.info().variant;
        let key = (family, variant.weight.to_number(), variant.style != FontStyle::Normal);
        if done.insert(key) {
            out.push_str(&face_rule(family, &font, characters));
        }
    }
    let body = find_face(&own, families.body, REGULAR.0, REGULAR.1);
    out + &stand_in_rules(body.as_ref(), characters)
}

/// Returns the face of a family that is nearest to the wanted one: one of the book's own, or a bundled one.
fn find_face(own: &[Font], family: &str, style: FontStyle, weight: FontWeight) -> Option<Font> {
    let far = |font: &&Font| {
        let variant = font.info().variant;
        (variant.style != style, variant.weight.distance(weight))
    };
    let found = own.iter().filter(|font| font.info().family == family).min_by_key(far).cloned();
    let bundled = || {
        let variant = FontVariant { style, weight, stretch: FontStretch::NORMAL };
        let at = font::bundled().book.select(&family.to_lowercase(), variant)?;
        font::bundled().face(at).cloned()
    };
    found.or_else(bundled)
}

/// Returns the faces of the fallback families, each for the characters that those before it lack. A font that
/// is not needed is not read.
fn stand_in_rules(body: Option<&Font>, characters: &Characters) -> String {
    let has = |info: &FontInfo, c: char| info.coverage.contains(u32::from(c));
    let lacks = |c: &char| !body.is_some_and(|font| has(font.info(), *c));
    let mut rest: BTreeSet<char> = characters.all.iter().copied().filter(lacks).collect();
    let mut out = String::new();
    let fonts = font::bundled();
    for family in STAND_INS {
        let variant = FontVariant::default();
        let Some(at) = fonts.book.select(&family.to_lowercase(), variant) else { continue };
        let Some(info) = fonts.book.info(at) else { continue };
        let (all, others): (BTreeSet<char>, _) = rest.into_iter().partition(|c| has(info, *c));
        rest = others;
        if all.is_empty() {
            continue;
        }
        if let Some(font) = fonts.face(at) {
            let characters = Characters { all, ..Characters::default() };
            out.push_str(&face_rule(family, font, &characters));
        }
    }
    out
}

/// Returns a CSS rule with a face; empty if it has none of the characters.
fn face_rule(family: &str, font: &Font, characters: &Characters) -> String {
    let Some(file) = cut_font(font.data(), font.index(), characters) else { return String::new() };
    let variant = font.info().variant;
    let style = if variant.style == FontStyle::Normal { "normal" } else { "italic" };
    format!(
        "@font-face {{ font-family: {}; font-style: {style}; font-weight: {}; font-display: swap; src: url(data:font/woff;base64,{}) format(\"woff\"); }}\n",
        css_string(family),
        variant.weight.to_number(),
        STANDARD.encode(file)
    )
}
