//! Title of a book whose author gives none. In: the first title of its text, and the name of its file or
//! folder. Out: its title, and the line below.

use super::{Manuscript, heading_of};
use base::text::file_names::title_of_name;
use document::plain_text;

/// Titles that any text may have, and that say nothing about it.
const BARE: [&str; 38] = [
    "about",
    "anleitung",
    "basic rules",
    "book",
    "contents",
    "einführung",
    "einleitung",
    "foreword",
    "game rules",
    "getting started",
    "home",
    "how to play",
    "index",
    "inhalt",
    "instructions",
    "intro",
    "introducción",
    "introduction",
    "manual",
    "notes",
    "overview",
    "preface",
    "read me",
    "readme",
    "regeln",
    "reglas",
    "rule",
    "rule book",
    "rulebook",
    "rules",
    "règles",
    "set-up",
    "setup",
    "spielregeln",
    "stdin",
    "table of contents",
    "the rules",
    "toc",
];

/// The title of a book, and the line below it.
pub struct BookTitle {
    pub title: String,
    pub subtitle: Option<String>,
}

/// Returns the title from book.toml, else from the text unless that title is bare, else the name of the file
/// or folder; a bare title becomes the line below if no heading says it.
pub fn title_of_book(manuscript: &Manuscript) -> BookTitle {
    let Manuscript { manifest, document, name, loose, chapters, .. } = manuscript;
    let subtitle = manifest.subtitle.clone().or_else(|| document.subtitle.clone());
    if let Some(title) = &manifest.title {
        return BookTitle { title: title.clone(), subtitle };
    }
    let is_named = *loose && chapters.len() > 1;
    let told = document.title.clone();
    let first_title = || document.blocks.iter().find_map(heading_of).filter(|_| !is_named);
    let written =
        told.clone().or_else(|| first_title().map(|heading| plain_text(&heading.content)));
    let name = title_of_name(name);
    match written {
        Some(title) if is_bare(&title) && !is_bare(&name) => {
            BookTitle { title: name, subtitle: subtitle.or(told) }
        }
        Some(title) => BookTitle { title, subtitle },
        None => BookTitle { title: name, subtitle },
    }
}

/// True if a title says nothing about its text: "1. Rules:".
fn is_bare(title: &str) -> bool {
    let is_outer = |c: char| !c.is_alphabetic();
    BARE.contains(&title.trim_matches(is_outer).to_lowercase().as_str())
}
