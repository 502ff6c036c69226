//! What every other wing of rulepress builds on. It knows no game, no tree and no page.
//!
//! * [`text`] holds the texts of a run by id, and reads files, never outside one root.
//! * [`diagnostic`] holds the kinds of finding and prints them.
//! * [`source`] reads the files of a book: which they are, and what book.toml says.
//! * [`font`] holds the bundled fonts: they measure and they print.
//! * [`size`] is width and height of what is printed.
//! * [`theme`] reads theme.toml: what a book changes of the colours, fonts and shapes of its pages, and
//!   which templates it brings. The tokens are in `tokens.toml`, the bundled themes in `themes/`.

pub mod diagnostic;
pub mod font;
pub mod size;
pub mod source;
pub mod text;
pub mod theme;
