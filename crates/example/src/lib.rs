//! Examples: plays scenarios, compares them with their accepted traces, and narrates them. In: the files of
//! `examples/<book>/`, the checked rules and a way to play them. Out: examples with their traces and
//! sentences, and findings.

pub mod acceptance;
mod blocks;
pub mod command;
pub mod companion;
pub mod compare;
pub mod examples;
pub mod facts;
mod fields;
pub mod file_keys;
mod fill;
pub mod folder;
pub mod game;
pub mod lessons;
pub mod narrate;
pub mod outcome;
mod own_words;
pub mod places;
pub mod position;
pub mod scenario;
pub mod session;
mod shortened;
pub mod start;
pub mod story;
pub mod trace_file;

pub use fields::Located;

/// Writes a TOML key, in quotes only if necessary.
fn toml_key(name: &str) -> String {
    toml_edit::Key::new(name).to_string()
}

/// Writes a TOML string, in quotes.
fn toml_quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
