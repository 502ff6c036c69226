//! Changes as blocks of a text: paragraphs, titles, words with their marks. In: the words. Out: blocks
//! without a place in a text.

use super::super::{Change, EditionDiff, EditionName, Mark, MarkedWords, PartChange, Subject};
use base::source::{SourceId, Span};
use document::address::slug;
use document::{Anchor, Block, BlockKind, Heading, Inline, InlineKind};

/// Keys of book.toml that a cover prints.
const BOOK_KEYS: [&str; 7] = ["title", "subtitle", "edition", "date", "players", "time", "age"];

/// Names both editions: "First edition, 2026-11-21 to Second edition, 2027-02-01".
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

/// True if a change matters to players: not a change of functions, or of the printing of a book or the
/// wording of its examples.
pub fn is_printed(change: &Change) -> bool {
    match change.subject {
        Subject::Module | Subject::Used | Subject::Wording | Subject::Unexplained => false,
        Subject::Example => false,
        Subject::Book => change.parts.iter().any(is_told_to_readers),
        _ => true,
    }
}

/// True if a part of a change is printed.
pub fn is_told_to_readers(part: &PartChange) -> bool {
    BOOK_KEYS.contains(&part.name.as_str())
}

/// Names an edition: "First edition, 2026-11-21".
pub fn edition_words(name: &EditionName) -> String {
    let parts: Vec<&str> = name.edition.iter().chain(&name.date).map(String::as_str).collect();
    match (parts.is_empty(), name.asked.as_str()) {
        (false, _) => parts.join(", "),
        (true, "") => "now".to_owned(),
        (true, asked) => asked.to_owned(),
    }
}

/// Returns words with the gone ones struck and the new ones bold.
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

/// Place of blocks that come from no text.
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
