//! The bundled fonts: their bytes, which characters they have, and how wide words are.
//!
//! Nothing is ever taken from the machine; the same bytes measure and print.

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

/// Where the faces begin that only fill in for others.
const FIRST_FALLBACK: usize = 7;

/// Where the faces begin that only themes ask for.
const FIRST_OF_THEMES: usize = 15;

/// How many faces there are.
pub const FACES: usize = files::COUNT;

/// All faces with the book that Typst selects them from.
pub struct BundledFonts {
    /// Each face once something is set or measured in it, in the order of [`Face`], then the
    /// fallbacks.
    faces: [OnceLock<Font>; FACES],
    /// Their names and coverage.
    pub book: LazyHash<FontBook>,
    /// Each face once text is measured in it.
    instances: [OnceLock<FontInstance>; FACES],
    /// The advances of the ASCII characters of each face, which are nearly all that is measured.
    ascii: [OnceLock<[f64; 128]>; FACES],
    /// How text is shaped in each face.
    plans: shaping::ShapePlans,
    /// Which marks can be placed on which letters.
    marks: coverage::PlacedMarks,
}

/// Fonts that are part of the program: everything in them follows from their bytes.
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

    /// The face with this number, if there is one.
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

    /// What is known of a face without its file.
    fn info(&self, at: usize) -> &FontInfo {
        self.book.info(at).expect("every face has its line in faces.json")
    }

    /// The faces that fill in for one that lacks a character, in the order they are tried.
    fn stand_ins(&self) -> impl Iterator<Item = usize> {
        (FIRST_FALLBACK..FIRST_OF_THEMES).chain(0..FIRST_FALLBACK)
    }

    fn has_glyph(&self, at: usize, c: char) -> bool {
        self.info(at).coverage.contains(c as u32)
    }

    /// The advance of a character in one of the faces.
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

/// The files of the bundled fonts.
pub fn files() -> impl Iterator<Item = &'static [u8]> {
    (0..FACES).map(files::bytes)
}

/// The bundled fonts.
pub fn bundled() -> &'static BundledFonts {
    &FONTS
}

/// A face that text is measured in.
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

/// The width of `text` in ems of `face`, without kerning.
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
