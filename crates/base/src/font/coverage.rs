//! Printable characters. In: text. Out: the places of characters that no bundled font has.
//!
//! A letter is printed by itself or not at all. A mark is printed only if some font places it on the letter
//! before it, which is tested in the order in which Typst tries fonts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rustybuzz::{BufferFlags, UnicodeBuffer};
use typst::text::{FontStretch, FontStyle, FontVariant, FontWeight};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::{BundledFonts, FIRST_OF_THEMES, FONTS, Face};

/// Role of a text, which determines its faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextRole {
    /// Running text, also strong and stressed.
    Prose,
    /// A title: in the display face, and as running text in the contents.
    Title,
    /// Code.
    Code,
}

impl TextRole {
    /// Returns the faces, each by a face of its family and a variant of it.
    fn faces(self) -> &'static [(Face, FontVariant)] {
        match self {
            Self::Prose => &PROSE,
            Self::Title => &TITLE,
            Self::Code => &CODE,
        }
    }
}

const REGULAR: FontVariant = variant(FontStyle::Normal, FontWeight::REGULAR);
const BOLD: FontVariant = variant(FontStyle::Normal, FontWeight::BOLD);
const ITALIC: FontVariant = variant(FontStyle::Italic, FontWeight::REGULAR);
const BOLD_ITALIC: FontVariant = variant(FontStyle::Italic, FontWeight::BOLD);

const PROSE: [(Face, FontVariant); 4] =
    [(Face::Body, REGULAR), (Face::Body, BOLD), (Face::Body, ITALIC), (Face::Body, BOLD_ITALIC)];
const TITLE: [(Face, FontVariant); 5] =
    [PROSE[0], PROSE[1], PROSE[2], PROSE[3], (Face::Display, BOLD)];
const CODE: [(Face, FontVariant); 2] = [(Face::Mono, REGULAR), (Face::Mono, BOLD)];

const fn variant(style: FontStyle, weight: FontWeight) -> FontVariant {
    FontVariant { style, weight, stretch: FontStretch::NORMAL }
}

/// Reports whether some bundled font has a glyph for `c`, or `c` needs none. PDF/UA forbids two characters
/// that fonts may have.
pub fn covers_character(c: char) -> bool {
    if c.is_ascii() {
        return c == '\n' || c == '\t' || !c.is_control();
    }
    let private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let forbidden = matches!(c, '\u{feff}' | '\u{fffe}');
    let printable = || (0..FIRST_OF_THEMES).any(|at| FONTS.has_glyph(at, c));
    !private && !forbidden && (is_invisible(c) || printable())
}

/// Reports whether a character shapes or orders its neighbours and prints nothing itself.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
    )
}

/// Reports whether a character has no ink and no use in text: it is left out rather than printed as its code.
pub fn prints_nothing(c: char) -> bool {
    c.is_control() || c == '\u{feff}'
}

/// Returns the characters of `text` that cannot be printed, each with its first byte.
pub fn lost_characters(text: &str, role: TextRole) -> Vec<(usize, char)> {
    if text.bytes().all(|byte| byte == b'\n' || byte == b'\t' || (0x20..0x7f).contains(&byte)) {
        return Vec::new();
    }
    let mut base = Base { letter: None, printed: true, marks: 0 };
    text.char_indices().filter(|(_, c)| !prints(*c, &mut base, role)).collect()
}

/// Reports whether `c` is printed after `base`, which becomes `c` unless that is a mark.
fn prints(c: char, base: &mut Base, role: TextRole) -> bool {
    if is_mark(c) && !is_invisible(c) {
        base.marks += 1;
        return base.printed
            && base.marks <= MOST_MARKS
            && covers_character(c)
            && FONTS.places_mark(base.letter, c, role);
    }
    let printed = covers_character(c);
    if !is_invisible(c) {
        *base = Base { letter: Some(c), printed, marks: 0 };
    }
    printed
}

/// Letter that marks are placed on.
struct Base {
    /// Letter; none at the beginning of a text.
    letter: Option<char>,
    /// True if the letter is printed.
    printed: bool,
    /// Number of its marks so far.
    marks: usize,
}

/// Most marks on one letter; further ones are printed as their codes, because the time to place marks grows
/// with the square of their number.
const MOST_MARKS: usize = 24;

/// Reports whether a character is placed on the one before it.
pub fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Returns `text` with codes instead of the `lost` characters.
pub fn spell_lost(text: &str, lost: &[(usize, char)]) -> String {
    let mut out = String::with_capacity(text.len() + lost.len() * 8);
    let mut done = 0;
    for (at, c) in lost {
        out.push_str(&text[done..*at]);
        if !prints_nothing(*c) {
            out += &format!("[U+{:04X}]", *c as u32);
        }
        done = at + c.len_utf8();
    }
    out.push_str(&text[done..]);
    out
}

/// Returns `text` with codes instead of characters that cannot be printed.
pub fn printable_text(text: &str, role: TextRole) -> String {
    spell_lost(text, &lost_characters(text, role))
}

/// A letter, if there is one, with a mark on it, in a text of one role.
type MarkedLetter = (Option<char>, char, TextRole);

/// Answers so far: whether a mark can be placed on a letter.
pub type PlacedMarks = Mutex<HashMap<MarkedLetter, bool>>;

impl BundledFonts {
    /// Reports whether every face of a role can set `mark` on `letter`.
    fn places_mark(&self, letter: Option<char>, mark: char, role: TextRole) -> bool {
        let mut known = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry((letter, mark, role)).or_insert_with(|| {
            let cluster: String = letter.into_iter().chain([mark]).collect();
            role.faces().iter().all(|face| self.sets_cluster(&cluster, face.0, face.1))
        })
    }

    /// Reports whether one of the fonts that Typst tries can set a whole cluster.
    fn sets_cluster(&self, cluster: &str, face: Face, variant: FontVariant) -> bool {
        let first = &self.info(face as usize).family;
        let named = std::iter::once(first.as_str()).chain(FALLBACKS);
        let mut tried: Vec<usize> = Vec::new();
        for font in named.filter_map(|family| self.book.select(&family.to_lowercase(), variant)) {
            if self.shapes_whole(cluster, font) {
                return true;
            }
            tried.push(font);
        }
        let like = tried.first().map(|font| self.info(*font));
        let last = self.book.select_fallback(like, variant, cluster);
        last.is_some_and(|font| !tried.contains(&font) && self.shapes_whole(cluster, font))
    }

    /// Reports whether a font has glyphs for a whole cluster.
    fn shapes_whole(&self, cluster: &str, font: usize) -> bool {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(cluster);
        buffer.guess_segment_properties();
        buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
        let shaped = rustybuzz::shape(self.instance(font).rusty(), &[], buffer);
        shaped.glyph_infos().iter().all(|glyph| glyph.glyph_id != 0)
    }
}

/// Families that Typst tries after a face, as `family.fallback` of `crates/base/tokens.toml` lists them.
const FALLBACKS: [&str; 6] = [
    "Noto Sans Symbols 2",
    "Noto Emoji",
    "Noto Sans Hebrew",
    "Noto Sans Arabic",
    "Noto Sans SC",
    "Noto Sans Math",
];
