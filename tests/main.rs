//! One test binary: a module for each thing that must hold. `BLESS=1` accepts new goldens; then
//! read the diff.

mod automa;
mod carried;
mod cli;
mod common;
mod drawing;
mod engine;
mod example;
mod findings;
mod flowchart;
mod gallery;
mod gazer;
mod guides;
mod host;
mod hostile;
mod hostile_rules;
mod html;
mod layers;
mod layout;
mod ledger;
mod maps;
mod pages;
mod pictures;
mod play_properties;
mod plays;
mod positions;
mod prints;
mod rules;
mod shaping;
mod tree;
mod walk;
mod words;
