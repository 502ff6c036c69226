//! Parses a drawing as the press does, with its words as outlines, so that filters on words are counted. In:
//! its checked text. Out: its tree.

use std::sync::{Arc, LazyLock};

use usvg::fontdb::{Database, Source};
use usvg::{ImageHrefResolver, Options, Tree};

use base::font;

/// Family used instead of every family that is not bundled.
const FAMILY: &str = "Source Sans 3";
/// Parts of names that turn words into bitmaps; without them, words cost nothing.
const EFFECTS: [&str; 6] = ["filter", "mask", "clip", "opacity", "blend", "isolat"];

/// The bundled fonts, in the form that the parser of drawings needs.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in font::files() {
        fonts.load_font_source(Source::Binary(Arc::new(file)));
    }
    fonts.set_serif_family(FAMILY);
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    Arc::new(fonts)
});

/// Reports whether the words of a drawing may become bitmaps.
pub fn has_effects(text: &str) -> bool {
    EFFECTS.iter().any(|effect| text.contains(effect))
}

/// Parses a drawing with its words.
pub fn parse_with_words(text: &str) -> Result<Tree, usvg::Error> {
    let fontdb = Arc::clone(&FONTS);
    Tree::from_str(text, &Options { fontdb, font_family: FAMILY.to_owned(), ..bare_options() })
}

/// Parses a drawing without its words.
pub fn parse_without_words(text: &str) -> Result<Tree, usvg::Error> {
    Tree::from_str(text, &bare_options())
}

/// Returns options that never read a file, whatever a drawing names.
fn bare_options() -> Options<'static> {
    let resolve_data = ImageHrefResolver::default_data_resolver();
    let image_href_resolver =
        ImageHrefResolver { resolve_data, resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver, ..Options::default() }
}
