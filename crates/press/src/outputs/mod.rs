//! Which files a profile makes of a book: each kind of output in a folder of its own.

pub mod booklet;
pub mod calibration;
pub mod cards;
mod context;
pub mod cover;
mod cut_files;
pub mod deck;
pub mod flowcharts;
pub mod playmat;
pub mod rulebook;
pub mod sheet;
pub mod tabletop;
pub mod tokens;
pub mod tuckbox;

pub use context::LaidPages;
pub(crate) use context::{
    DOTS, OutputContext, PrintPages, check_pieces, check_templates, make_files, profile_stem,
    theme_suffix,
};
