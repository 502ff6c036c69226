//! Foundation of the other crates of rulepress. It knows no game, no tree and no page.
//!
//! * [`text`] holds the texts of a run by id, and reads files, never outside one root.
//! * [`diagnostic`] holds the kinds of finding and prints them.
//! * [`source`] reads the files of a book: their list, and the contents of book.toml.
//! * [`font`] holds the bundled fonts, which measure and print text.
//! * [`size`] is the width and height of printed things.
//! * [`theme`] reads theme.toml: the colours, fonts and shapes that a book changes, and its templates. The
//!   tokens are in `tokens.toml`, the bundled themes in `themes/`.

pub mod diagnostic;
pub mod font;
pub mod size;
pub mod source;
pub mod text;
pub mod theme;
