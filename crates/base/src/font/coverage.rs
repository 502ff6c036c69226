//! Which characters can be printed. In: text. Out: the places of what no bundled font can set.
//!
//! A letter is printed by itself or not at all; a mark only where some font places it on the letter
//! before it, which is tried out in the order in which Typst tries fonts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rustybuzz::{BufferFlags, UnicodeBuffer};
use typst::text::{FontStretch, FontStyle, FontVariant, FontWeight};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::{BundledFonts, FIRST_OF_THEMES, FONTS, Face};

/// What a text is set as; each has its faces.
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
    /// The faces, each by a face of its family and a variant of it.
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

/// Whether some bundled font has a glyph for `c`, or `c` needs none; PDF/UA forbids two that fonts
/// may have.
pub fn covers_character(c: char) -> bool {
    if c.is_ascii() {
        return c == '\n' || c == '\t' || !c.is_control();
    }
    let private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let forbidden = matches!(c, '\u{feff}' | '\u{fffe}');
    let printable = || (0..FIRST_OF_THEMES).any(|at| FONTS.has_glyph(at, c));
    !private && !forbidden && (is_invisible(c) || printable())
}

/// Characters that shape or order their neighbours and print nothing themselves.
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

/// Characters without ink that no text needs: they are left out rather than told as their code.
pub fn prints_nothing(c: char) -> bool {
    c.is_control() || c == '\u{feff}'
}

/// The characters of `text` that cannot be printed, each with the byte it begins at.
pub fn lost_characters(text: &str, role: TextRole) -> Vec<(usize, char)> {
    if text.bytes().all(|byte| byte == b'\n' || byte == b'\t' || (0x20..0x7f).contains(&byte)) {
        return Vec::new();
    }
    let mut base = Base { letter: None, printed: true, marks: 0 };
    text.char_indices().filter(|(_, c)| !prints(*c, &mut base, role)).collect()
}

/// Whether `c` is printed after `base`, which becomes `c` unless that is a mark.
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

/// What marks stand on.
struct Base {
    /// The letter; none at the beginning of a text.
    letter: Option<char>,
    /// Whether it is printed.
    printed: bool,
    /// How many marks it has so far.
    marks: usize,
}

/// More marks on one letter are told as their codes: the time to place them grows with their square.
const MOST_MARKS: usize = 24;

/// Whether a character stands on the one before it.
pub fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark
}

/// `text` with the codes of its characters in place of those that cannot be printed.
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

/// `text` with codes in place of what cannot be printed.
pub fn printable_text(text: &str, role: TextRole) -> String {
    spell_lost(text, &lost_characters(text, role))
}

/// A letter, if there is one, with a mark on it, as a text of one role.
type MarkedLetter = (Option<char>, char, TextRole);

/// Which marks can be placed on which letters, as far as was asked.
pub type PlacedMarks = Mutex<HashMap<MarkedLetter, bool>>;

impl BundledFonts {
    /// Whether every face of a role can set `mark` on `letter`.
    fn places_mark(&self, letter: Option<char>, mark: char, role: TextRole) -> bool {
        let mut known = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry((letter, mark, role)).or_insert_with(|| {
            let cluster: String = letter.into_iter().chain([mark]).collect();
            role.faces().iter().all(|face| self.sets_cluster(&cluster, face.0, face.1))
        })
    }

    /// Whether one of the fonts that Typst tries sets all of a cluster.
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

    /// Whether a font has glyphs for all of a cluster.
    fn shapes_whole(&self, cluster: &str, font: usize) -> bool {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(cluster);
        buffer.guess_segment_properties();
        buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
        let shaped = rustybuzz::shape(self.instance(font).rusty(), &[], buffer);
        shaped.glyph_infos().iter().all(|glyph| glyph.glyph_id != 0)
    }
}

/// The families that Typst tries after a face, as `family.fallback` of `crates/base/tokens.toml`
/// names them.
const FALLBACKS: [&str; 6] = [
    "Noto Sans Symbols 2",
    "Noto Emoji",
    "Noto Sans Hebrew",
    "Noto Sans Arabic",
    "Noto Sans SC",
    "Noto Sans Math",
];
