//! The fonts that rulepress sets rulebooks in, each with the licence in the files `OFL-*.txt` beside it. They are a
//! package of their own because registries limit the size of one.

/// A file with one face.
#[derive(Debug, Clone, Copy)]
pub struct FontFile {
    /// Its name without `.ttf`.
    pub name: &'static str,
    /// Its bytes. A program that is loaded before it can run, as by a browser, does without those of faces that
    /// seldom fill in for others, and reads them when they are needed.
    pub bytes: Option<&'static [u8]>,
}

macro_rules! inside {
    ($name:literal) => {
        FontFile { name: $name, bytes: Some(include_bytes!(concat!($name, ".ttf"))) }
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
        FontFile { name: $name, bytes: None }
    };
}

/// What each face is called, how it looks and which characters it has, so that no file is read to
/// learn it: a list of `typst::text::FontInfo` as JSON. The tests of rulepress make it from the files.
pub static INFOS: &str = include_str!("faces.json");

/// The files, body face first; a character missing in one is looked for in the next.
pub static FILES: [FontFile; 23] = [
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
