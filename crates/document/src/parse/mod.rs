//! Parsing: one file as a tree. In: a Markdown or HTML text. Out: its document. Mistakes of the author are
//! repaired and reported.

mod repair;
mod front;
mod markdown;
mod attributes;
mod blocks;
mod colons;
mod css;
mod emphasis;
mod html;
pub(crate) mod picture_size;
pub(crate) mod grid;
pub(crate) mod nesting;

use crate::Document;
use base::diagnostic::Findings;
use base::source::{Source, SourceId, Sources};

/// Parses one text as HTML or Markdown, according to its name or else its first tag.
pub fn parse_text(sources: &Sources, id: SourceId, findings: &mut Findings) -> Document {
    let source = sources.get(id);
    if !is_html(source) {
        return markdown::parse_markdown(id, &source.text, findings);
    }
    let mut document = html::html_document(id, &source.text, findings);
    if document.blocks.first().is_some_and(|first| first.heading_level() == Some(1)) {
        document.title = None;
    }
    document
}

fn is_html(source: &Source) -> bool {
    is_html_path(&source.path) || begins_as_html(&source.text)
}

fn is_html_path(path: &str) -> bool {
    let path = path.to_lowercase();
    [".html", ".htm", ".xhtml"].iter().any(|end| path.ends_with(end))
}

fn begins_as_html(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head = text.get(..15).unwrap_or_default().to_lowercase();
    head.starts_with("<!doctype html") || head.starts_with("<html")
}
