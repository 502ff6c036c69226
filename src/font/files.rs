//! The files of the bundled fonts. They are part of the program, but where it is loaded before it can
//! run, as by a browser, the faces that seldom fill in for others lie beside it and are read when
//! they are needed.

use typst::foundations::Bytes;
use typst::text::Font;

/// Names the folder of the files that lie beside the program.
#[cfg(target_family = "wasm")]
const FOLDER: &str = "RULEPRESS_FONTS";

/// A file with one face.
pub(super) struct FontFile {
    bytes: Bundled,
}

/// Where the bytes of a file are.
enum Bundled {
    /// In the program.
    Inside(&'static [u8]),
    /// In the file of this name; read once.
    #[cfg(target_family = "wasm")]
    Beside(&'static str, std::sync::OnceLock<Vec<u8>>),
}

macro_rules! inside {
    ($name:literal) => {
        FontFile {
            bytes: Bundled::Inside(include_bytes!(concat!(
                "../../templates/fonts/",
                $name,
                ".ttf"
            ))),
        }
    };
}

#[cfg(not(target_family = "wasm"))]
macro_rules! beside {
    ($name:literal) => {
        inside!($name)
    };
}

#[cfg(target_family = "wasm")]
macro_rules! beside {
    ($name:literal) => {
        FontFile { bytes: Bundled::Beside(concat!($name, ".ttf"), std::sync::OnceLock::new()) }
    };
}

/// The files, body face first; a character missing in one is looked for in the next.
pub(super) static FILES: [FontFile; 23] = [
    inside!("SourceSans3_400Regular"),
    inside!("SourceSans3_700Bold"),
    inside!("SourceSans3_400Regular_Italic"),
    inside!("SourceSans3_700Bold_Italic"),
    inside!("Vollkorn_700Bold"),
    inside!("SourceCodePro_400Regular"),
    inside!("SourceCodePro_700Bold"),
    beside!("NotoSansSymbols2_400Regular"),
    beside!("NotoEmoji_400Regular"),
    beside!("NotoSansHebrew_400Regular"),
    beside!("NotoSansHebrew_700Bold"),
    beside!("NotoSansArabic_400Regular"),
    beside!("NotoSansArabic_700Bold"),
    beside!("NotoSansSC_400Regular"),
    beside!("NotoSansMath_400Regular"),
    // Those that only themes ask for.
    beside!("SourceSerif4_400Regular"),
    beside!("SourceSerif4_700Bold"),
    beside!("SourceSerif4_400Regular_Italic"),
    beside!("SourceSerif4_700Bold_Italic"),
    beside!("Cinzel_700Bold"),
    beside!("Cormorant_700Bold"),
    beside!("Exo2_700Bold"),
    beside!("Oxanium_700Bold"),
];

impl FontFile {
    /// Its bytes.
    pub(super) fn bytes(&'static self) -> &'static [u8] {
        match &self.bytes {
            Bundled::Inside(bytes) => bytes,
            #[cfg(target_family = "wasm")]
            Bundled::Beside(name, read) => read.get_or_init(|| read_beside(name)),
        }
    }

    /// Its face.
    pub(super) fn face(&'static self) -> Font {
        Font::new(Bytes::new(self.bytes()), 0).expect("a bundled file holds a face")
    }
}

/// Reads a file that lies beside the program; without it nothing could be set as on other machines.
#[cfg(target_family = "wasm")]
fn read_beside(name: &str) -> Vec<u8> {
    let folder = std::env::var_os(FOLDER).unwrap_or_else(|| "fonts".into());
    let path = std::path::Path::new(&folder).join(name);
    std::fs::read(&path)
        .unwrap_or_else(|error| panic!("cannot read the font `{}`: {error}", path.display()))
}
