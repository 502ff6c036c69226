//! Documents. Three modules, in running order: [`tree`] holds the types of a document, [`parse`] turns one
//! Markdown or HTML file into a tree, and [`manuscript`] joins the trees of a book into one and gives every
//! place an address.
//!
//! Mistakes of the author are repaired and reported; no text is lost.

pub mod tree;
pub mod parse;
pub mod manuscript;

pub use manuscript::address;
pub use manuscript::deck;
pub use manuscript::drawn_tables::components::{Component, ComponentPicture};
pub use manuscript::drawn_tables::{hex_map, play_area};
pub use manuscript::panels;
pub use manuscript::token;
pub use manuscript::{
    BookIcons, ChangeNote, Manuscript, Pictures, join_manuscript, load, load_deck, load_with,
};
pub use parse::parse_text;
pub use tree::{
    Address, Anchor, AskedSize, Attributes, Block, BlockKind, Callout, Cell, ChartWalk, CodeBlock,
    Column, ColumnWidth, Definition, Document, ExamplePart, Figure, Footnote, Heading, Image,
    Inline, InlineKind, Link, LinkTarget, List, ListItem, ListStyle, NamedValue, NaturalSize,
    PassedBox, PictureLength, PicturePlace, PictureWindow, PlayedExample, Pull, Row, Table,
    TextAlignment, icons, open_words, own_words, plain_text, print_tree, walk,
};

pub use manuscript::{has_heading, section_length};
pub use tree::quoted_inlines;
