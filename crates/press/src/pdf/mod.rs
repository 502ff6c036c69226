//! Finished pages as PDF. In: laid-out pages. Out: a file for a screen, a printer at home or a print shop.

pub mod cut_lines;
pub mod export;
pub(crate) mod finish;
pub mod home;
mod letter_shapes;
