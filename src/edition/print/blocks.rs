//! Changes as blocks of a text: paragraphs, titles, words with their marks. In: what is said. Out: blocks
//! that stand at no place of a text.

use super::super::{Change, EditionDiff, EditionName, Mark, MarkedWords, PartChange, Subject};
use base::source::{SourceId, Span};
use document::address::slug;
use document::{Anchor, Block, BlockKind, Heading, Inline, InlineKind};

/// The keys of book.toml that are told on a cover.
const BOOK_KEYS: [&str; 7] = ["title", "subtitle", "edition", "date", "players", "time", "age"];

/// "First edition, 2026-11-21 to Second edition, 2027-02-01"
pub fn ways(diff: &EditionDiff) -> String {
    let (old, new) = (edition_words(&diff.old), edition_words(&diff.new));
    if old != new {
        return format!("{old} to {new}");
    }
    let asked = |name: &EditionName| match name.asked.as_str() {
        "" => "now".to_owned(),
        asked => asked.to_owned(),
    };
    format!("{} to {}", asked(&diff.old), asked(&diff.new))
}

/// Whether somebody who plays wants to know it: not what carries rules out, and not how a book is printed or
/// an example is told.
pub fn is_printed(change: &Change) -> bool {
    match change.subject {
        Subject::Module | Subject::Used | Subject::Wording | Subject::Unexplained => false,
        Subject::Example => false,
        Subject::Book => change.parts.iter().any(is_told_to_readers),
        _ => true,
    }
}

/// Whether a part of a change is to be printed.
pub fn is_told_to_readers(part: &PartChange) -> bool {
    BOOK_KEYS.contains(&part.name.as_str())
}

/// "First edition, 2026-11-21"
pub fn edition_words(name: &EditionName) -> String {
    let parts: Vec<&str> = name.edition.iter().chain(&name.date).map(String::as_str).collect();
    match (parts.is_empty(), name.asked.as_str()) {
        (false, _) => parts.join(", "),
        (true, "") => "now".to_owned(),
        (true, asked) => asked.to_owned(),
    }
}

/// Words with those that are gone struck and those that are new bold.
pub fn marked(words: &[MarkedWords]) -> Vec<Inline> {
    let mut out = Vec::new();
    for (at, run) in words.iter().enumerate() {
        let follows_old = at > 0 && words[at - 1].mark == Mark::Old;
        let starts_blank = run.text.starts_with(char::is_whitespace);
        if starts_blank || (follows_old && run.mark == Mark::New) {
            out.extend(text(" "));
        }
        let said = text(run.text.trim_start());
        match run.mark {
            Mark::Same => out.extend(said),
            Mark::Old => out.push(inline(InlineKind::Strike(said))),
            Mark::New => out.push(inline(InlineKind::Strong(said))),
        }
    }
    out
}

/// The place of what stands in no text.
pub const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

pub fn inline(kind: InlineKind) -> Inline {
    Inline::new(kind, NOWHERE)
}

pub fn text(words: &str) -> Vec<Inline> {
    if words.is_empty() { Vec::new() } else { vec![Inline::text(words, NOWHERE)] }
}

pub fn paragraph(content: Vec<Inline>) -> Vec<Block> {
    if content.is_empty() {
        return Vec::new();
    }
    vec![Block::new(BlockKind::Paragraph(content), NOWHERE)]
}

pub fn heading(level: u8, title: &str) -> Block {
    let anchor = Anchor(slug(title));
    let heading = Heading { anchor, ..Heading::new(level, text(title)) };
    Block::new(BlockKind::Heading(heading), NOWHERE)
}
