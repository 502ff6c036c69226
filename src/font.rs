//! The bundled fonts: their bytes, which characters they have, and how wide words are.
//!
//! Nothing is ever taken from the machine; the same bytes measure and print.

mod coverage;
mod shaping;

use std::sync::{LazyLock, OnceLock};

use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontBook, FontInstance, FontVariant, FontVariations};
use typst::utils::LazyHash;

use coverage::is_invisible;
pub use coverage::{
    TextRole, covers_character, is_mark, lost_characters, printable_text, prints_nothing,
    spell_lost,
};
pub use shaping::{GlyphRun, shape_line};

macro_rules! faces {
    ($($name:literal),* $(,)?) => {
        [$(include_bytes!(concat!("../templates/fonts/", $name, ".ttf")).as_slice()),*]
    };
}

/// The files, body face first; a character missing in one is looked for in the next.
static FILES: [&[u8]; 15] = faces![
    "SourceSans3_400Regular",
    "SourceSans3_700Bold",
    "SourceSans3_400Regular_Italic",
    "SourceSans3_700Bold_Italic",
    "Vollkorn_700Bold",
    "SourceCodePro_400Regular",
    "SourceCodePro_700Bold",
    "NotoSansSymbols2_400Regular",
    "NotoEmoji_400Regular",
    "NotoSansHebrew_400Regular",
    "NotoSansHebrew_700Bold",
    "NotoSansArabic_400Regular",
    "NotoSansArabic_700Bold",
    "NotoSansSC_400Regular",
    "NotoSansMath_400Regular",
];

/// Where the faces begin that only fill in for others.
const FIRST_FALLBACK: usize = 7;

/// All faces with the book that Typst selects them from.
pub struct BundledFonts {
    /// In the order of [`Face`], then the fallbacks.
    pub faces: Vec<Font>,
    /// Their names and coverage.
    pub book: LazyHash<FontBook>,
    /// Each face once text is measured in it.
    instances: Vec<OnceLock<FontInstance>>,
    /// The advances of the ASCII characters of each face, which are nearly all that is measured.
    ascii: Vec<OnceLock<[f64; 128]>>,
    /// How text is shaped in each face.
    plans: shaping::ShapePlans,
    /// Which marks can be placed on which letters.
    marks: coverage::PlacedMarks,
}

/// The only global: the fonts are part of the program, and everything in them follows from their
/// bytes.
static FONTS: LazyLock<BundledFonts> = LazyLock::new(BundledFonts::load);

impl BundledFonts {
    fn load() -> Self {
        let faces: Vec<Font> =
            FILES.iter().flat_map(|file| Font::iter(Bytes::new(*file))).collect();
        Self {
            book: LazyHash::new(FontBook::from_fonts(&faces)),
            instances: faces.iter().map(|_| OnceLock::new()).collect(),
            ascii: faces.iter().map(|_| OnceLock::new()).collect(),
            plans: shaping::ShapePlans::default(),
            marks: coverage::PlacedMarks::default(),
            faces,
        }
    }

    fn instance(&self, at: usize) -> &FontInstance {
        self.instances[at].get_or_init(|| {
            let (variant, axes) = (FontVariant::default(), FontVariations::default());
            self.faces[at].clone().instantiate(variant, Abs::pt(10.0), &axes)
        })
    }

    /// The faces that fill in for one that lacks a character, in the order they are tried.
    fn stand_ins(&self) -> impl Iterator<Item = usize> {
        (FIRST_FALLBACK..self.faces.len()).chain(0..FIRST_FALLBACK)
    }

    fn has_glyph(&self, at: usize, c: char) -> bool {
        self.faces[at].info().coverage.contains(c as u32)
    }

    /// The advance of a character in one of the faces.
    fn advance(&self, at: usize, c: char) -> Option<f64> {
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
    FILES.into_iter()
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
