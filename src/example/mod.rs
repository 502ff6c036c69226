//! Examples: scenarios are played, compared with what was accepted, and told. In: the files of
//! `examples/<book>/`, the checked rules and a way to play them. Out: examples with their traces
//! and sentences, and findings.

pub mod codes;
pub mod command;
pub mod compare;
pub mod examples;
pub mod facts;
mod fields;
mod fill;
pub mod folder;
pub mod game;
pub mod narrate;
pub mod outcome;
pub mod places;
pub mod position;
pub mod scenario;
pub mod start;
pub mod story;
pub mod trace_file;

pub use fields::Located;

/// A text as TOML writes it, in double quotes.
pub fn toml_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A name as TOML writes it before `=`, in quotes only if it must.
fn toml_key(name: &str) -> String {
    let bare = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if bare { name.to_owned() } else { toml_quoted(name) }
}
