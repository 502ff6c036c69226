//! Bytes of the bundled fonts. They are part of the program; but where a program is loaded before it can run,
//! as in a browser, the faces that seldom fill in for others are separate files, which are read when they are
//! needed.

use rulepress_fonts::FILES;
use typst::foundations::Bytes;
use typst::text::Font;

/// Number of fonts.
pub const COUNT: usize = FILES.len();

/// Returns the bytes of the font at `at`.
#[cfg(not(target_family = "wasm"))]
pub fn bytes(at: usize) -> &'static [u8] {
    FILES[at].bytes.expect("a native program holds all its fonts")
}

/// Returns the bytes of the font at `at`: from the program, or from a file beside it that is read once.
#[cfg(target_family = "wasm")]
pub fn bytes(at: usize) -> &'static [u8] {
    static READ: [std::sync::OnceLock<Vec<u8>>; COUNT] =
        [const { std::sync::OnceLock::new() }; COUNT];
    let file = &FILES[at];
    file.bytes.unwrap_or_else(|| READ[at].get_or_init(|| read_beside(file.name)))
}

/// Returns the face at `at`.
pub fn face(at: usize) -> Font {
    Font::new(Bytes::new(bytes(at)), 0).expect("a bundled file holds a face")
}

/// Reads a font file from the folder that the variable `RULEPRESS_FONTS` names, or else from `fonts`. Panics
/// if it is missing, because nothing could be set as on other machines.
#[cfg(target_family = "wasm")]
fn read_beside(name: &str) -> Vec<u8> {
    let folder = std::env::var_os("RULEPRESS_FONTS").unwrap_or_else(|| "fonts".into());
    let path = std::path::Path::new(&folder).join(format!("{name}.ttf"));
    std::fs::read(&path)
        .unwrap_or_else(|error| panic!("cannot read the font `{}`: {error}", path.display()))
}
