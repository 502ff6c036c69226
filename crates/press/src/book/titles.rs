//! What a book is called that nobody named. In: the first title of its text, and the name of its file
//! or folder. Out: its title, and the line below.

use super::{Manuscript, heading_of};
use base::text::file_names::title_of_name;
use document::plain_text;

/// Titles that any text may have, so that they name none.
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

/// The title of a book, and what stands below it.
pub struct BookTitle {
    pub title: String,
    pub subtitle: Option<String>,
}

/// The title that book.toml gives, or else the text, unless that names no text; else the name of the
/// file or folder, with the title that names none below it if no heading says it.
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

/// True if a title says nothing of what it stands above: "1. Rules:".
fn is_bare(title: &str) -> bool {
    let is_outer = |c: char| !c.is_alphabetic();
    BARE.contains(&title.trim_matches(is_outer).to_lowercase().as_str())
}
