//! Finished pages as PDF. In: pages that are set. Out: a file as a screen, a printer at home or a print shop wants it.

pub mod cut_lines;
pub mod export;
pub(crate) mod finish;
pub mod home;
mod letter_shapes;
