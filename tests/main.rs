//! One test binary: a module for each thing that must hold. `BLESS=1` accepts new goldens; then read the diff.

mod carried;
mod cli;
mod common;
mod drawing;
mod findings;
mod flowchart;
mod hostile;
mod html;
mod layers;
mod layout;
mod pages;
mod plays;
mod positions;
mod tree;
mod walk;
mod words;
