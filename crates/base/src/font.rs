//! Bundled fonts: their bytes, the characters they have, and the widths of words.
//!
//! Fonts of the machine are never used; the same bytes measure and print.

mod coverage;
mod files;
mod shaping;

use std::sync::{LazyLock, OnceLock};

use typst::layout::Abs;
use typst::text::{Font, FontBook, FontInfo, FontInstance, FontVariant, FontVariations};
use typst::utils::LazyHash;

use coverage::is_invisible;
pub use coverage::{
    TextRole, covers_character, is_mark, lost_characters, printable_text, prints_nothing,
    spell_lost,
};
pub use shaping::{GlyphRun, shape_line};

/// Index of the first face that only fills in for others.
const FIRST_FALLBACK: usize = 7;

/// Index of the first face that only themes ask for.
const FIRST_OF_THEMES: usize = 15;

/// Number of faces.
pub const FACES: usize = files::COUNT;

/// All faces, with the book from which Typst selects them.
pub struct BundledFonts {
    /// Faces in the order of [`Face`], then the fallbacks; each is set once it is used.
    faces: [OnceLock<Font>; FACES],
    /// Names and coverage of the faces.
    pub book: LazyHash<FontBook>,
    /// Faces for measuring; each is set once it is used.
    instances: [OnceLock<FontInstance>; FACES],
    /// Advances of the ASCII characters of each face, which are nearly all that is measured.
    ascii: [OnceLock<[f64; 128]>; FACES],
    /// Shaping plans of each face.
    plans: shaping::ShapePlans,
    /// Known positions of marks on letters.
    marks: coverage::PlacedMarks,
}

/// The bundled fonts; their contents depend only on their bytes.
static FONTS: LazyLock<BundledFonts> = LazyLock::new(BundledFonts::load);

impl BundledFonts {
    fn load() -> Self {
        let infos: Vec<FontInfo> =
            serde_json::from_str(rulepress_fonts::INFOS).expect("faces.json is a list");
        Self {
            book: LazyHash::new(FontBook::from_infos(infos)),
            faces: Default::default(),
            instances: Default::default(),
            ascii: Default::default(),
            plans: shaping::ShapePlans::default(),
            marks: coverage::PlacedMarks::default(),
        }
    }

    /// Returns the face with this number, if there is one.
    pub fn face(&self, at: usize) -> Option<&Font> {
        let face = self.faces.get(at)?;
        Some(face.get_or_init(|| files::face(at)))
    }

    fn instance(&self, at: usize) -> &FontInstance {
        self.instances[at].get_or_init(|| {
            let (variant, axes) = (FontVariant::default(), FontVariations::default());
            let face = self.face(at).expect("it is one of them");
            face.clone().instantiate(variant, Abs::pt(10.0), &axes)
        })
    }

    /// Returns the metadata of a face, without its file.
    fn info(&self, at: usize) -> &FontInfo {
        self.book.info(at).expect("every face has its line in faces.json")
    }

    /// Returns the faces that fill in for one that lacks a character, in the order in which they are tried.
    fn stand_ins(&self) -> impl Iterator<Item = usize> {
        (FIRST_FALLBACK..FIRST_OF_THEMES).chain(0..FIRST_FALLBACK)
    }

    fn has_glyph(&self, at: usize, c: char) -> bool {
        self.info(at).coverage.contains(c as u32)
    }

    /// Returns the advance of a character in one of the faces.
    fn advance(&self, at: usize, c: char) -> Option<f64> {
        if !self.has_glyph(at, c) {
            return None;
        }
        let font = self.instance(at);
        Some(font.x_advance(font.ttf().glyph_index(c)?.0)?.get())
    }

    fn ascii_advances(&self, face: Face) -> &[f64; 128] {
        let advance = |c: char| if c.is_control() { 1.0 } else { character_advance(c, face) };
        self.ascii[face as usize]
            .get_or_init(|| std::array::from_fn(|code| advance(code as u8 as char)))
    }
}

/// Returns the files of the bundled fonts.
pub fn files() -> impl Iterator<Item = &'static [u8]> {
    (0..FACES).map(files::bytes)
}

/// Returns the bundled fonts.
pub fn bundled() -> &'static BundledFonts {
    &FONTS
}

/// A face in which text is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Running text.
    Body = 0,
    /// Strong text.
    Bold = 1,
    /// Chapter titles.
    Display = 4,
    /// Code.
    Mono = 5,
}

/// Returns the width of `text` in ems of `face`, without kerning.
pub fn text_width(text: &str, face: Face) -> f64 {
    let ascii = FONTS.ascii_advances(face);
    let advance =
        |c: char| ascii.get(c as usize).copied().unwrap_or_else(|| character_advance(c, face));
    text.chars().map(advance).sum()
}

fn character_advance(c: char, face: Face) -> f64 {
    let own = FONTS.advance(face as usize, c);
    let fallback = || FONTS.stand_ins().find_map(|at| FONTS.advance(at, c));
    own.or_else(fallback).unwrap_or(1.0)
}
