//! One test binary: a module for each thing that must hold. `BLESS=1` accepts new goldens; then read the diff.

mod carried;
mod common;
mod html;
mod pages;
mod words;
