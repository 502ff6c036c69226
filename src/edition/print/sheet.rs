//! Changes as a sheet to print: a table for each kind of thing, with the numbers of the rules before
//! and after, and with the words that are gone struck and the new ones bold.

use super::super::{
    Change, ChangePlace, EditionDiff, EditionName, Mark, MarkedWords, PartChange, Subject,
};
use super::phrases::{ARROW, groups, headline, notes, part_words, range_words, subject_word};
use crate::book::{Book, join_leaflet};
use crate::diagnostic::Findings;
use crate::document::address::slug;
use crate::document::{
    Anchor, Attributes, Block, BlockKind, Cell, Column, ColumnWidth, Heading, Inline, InlineKind,
    Manuscript, Row, Table, TextAlignment,
};
use crate::source::{SourceId, Sources, Span};

/// Widths of the columns of numbers and of words, in percent.
const WIDTHS: [f32; 3] = [17.0, 17.0, 66.0];

/// The keys of book.toml that are told on a cover.
const BOOK_KEYS: [&str; 7] = ["title", "subtitle", "edition", "date", "players", "time", "age"];
/// The place of an example, which is no word of the text.
const OPEN_PLACE: &str = "TODO";

/// What changed, as a text that is printed in the look of the later edition.
pub fn change_sheet(
    diff: &EditionDiff,
    (manuscript, sources): (&Manuscript, &Sources),
    findings: &mut Findings,
) -> Book {
    let title = format!("What changed in {}", diff.book);
    let ways = vec![inline(InlineKind::Emphasis(text(&ways(diff))))];
    // Words beside two numbers need the whole width of the page.
    let mut head = heading(1, &title);
    head.attributes.classes.push("wide".to_owned());
    let mut blocks = vec![head];
    blocks.extend(paragraph(ways));
    let front = blocks.len();
    for (title, changes) in groups(diff) {
        let printed: Vec<&Change> = changes.into_iter().filter(|own| is_printed(own)).collect();
        if printed.is_empty() {
            continue;
        }
        blocks.push(heading(2, title));
        blocks.push(table(["Old", "New", "What changed"], printed.into_iter().map(change_row)));
    }
    if !diff.renumbered.is_empty() {
        blocks.push(heading(2, "New numbers"));
        let row = |run: &super::super::NumberChange| {
            [
                text(&range_words(&run.old, run.old_last.as_deref())),
                text(&range_words(&run.new, run.new_last.as_deref())),
                text(&run.title),
            ]
            .map(paragraph)
        };
        blocks.push(table(["Old", "New", "Rule"], diff.renumbered.iter().map(row)));
    }
    if blocks.len() == front {
        blocks.extend(paragraph(text("Nothing changed that a reader or a player would notice.")));
    }
    join_leaflet(title, blocks, (manuscript, sources), findings)
}

/// "First edition, 2026-11-21 to Second edition, 2027-02-01"
fn ways(diff: &EditionDiff) -> String {
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
fn is_printed(change: &Change) -> bool {
    match change.subject {
        Subject::Module | Subject::Used | Subject::Wording | Subject::Unexplained => false,
        Subject::Example => false,
        Subject::Book => change.parts.iter().any(is_told_to_readers),
        _ => true,
    }
}

/// Whether a part of a change is to be printed.
fn is_told_to_readers(part: &PartChange) -> bool {
    BOOK_KEYS.contains(&part.name.as_str())
}

/// "First edition, 2026-11-21"
fn edition_words(name: &EditionName) -> String {
    let parts: Vec<&str> = name.edition.iter().chain(&name.date).map(String::as_str).collect();
    match (parts.is_empty(), name.asked.as_str()) {
        (false, _) => parts.join(", "),
        (true, "") => "now".to_owned(),
        (true, asked) => asked.to_owned(),
    }
}

fn change_row(change: &Change) -> [Vec<Block>; 3] {
    let number = |place: &Option<ChangePlace>| {
        let number = place.as_ref().map(|place| place.address.as_str()).unwrap_or_default();
        paragraph(text(number))
    };
    [number(&change.old), number(&change.new), change_blocks(change)]
}

/// What is said of a change: its name, then its words or its parts, then where it shows.
fn change_blocks(change: &Change) -> Vec<Block> {
    let name = match change.subject {
        Subject::Rule | Subject::List | Subject::Table | Subject::Chart | Subject::Book => {
            change.name.clone()
        }
        subject => format!("{} {}", subject_word(subject), headline(change, ARROW)),
    };
    let how = match change.subject {
        Subject::Rule | Subject::List | Subject::Table | Subject::Chart => {
            format!(", {} {}", subject_word(change.subject), super::phrases::how_word(change.how))
        }
        _ => String::new(),
    };
    let mut line = vec![inline(InlineKind::Strong(text(&name)))];
    line.extend(text(&how));
    let mut blocks = paragraph(line);
    match change.words.as_slice() {
        // All of it is new or gone, as the line above says.
        [only] if only.mark != Mark::Same => {
            let lines = only.text.lines().filter(|line| line.trim() != OPEN_PLACE);
            blocks.extend(lines.flat_map(|line| paragraph(text(line))));
        }
        words if words.iter().any(|run| run.mark != Mark::Same) => {
            blocks.extend(paragraph(marked(words)));
        }
        _ => {}
    }
    if !matches!(change.subject, Subject::Value | Subject::Reading) {
        let is_book = change.subject == Subject::Book;
        for part in change.parts.iter().filter(|part| !is_book || is_told_to_readers(part)) {
            let (name, words) = part_words(change.subject, part);
            let colon = if words.is_empty() { "" } else { ": " };
            let mut line = text(&format!("{name}{colon}"));
            line.extend(marked(&words));
            blocks.extend(paragraph(line));
        }
    }
    if !change.shown.is_empty() {
        blocks.extend(notes(change).iter().take(1).flat_map(|note| paragraph(text(note))));
    }
    blocks
}

/// Words with those that are gone struck and those that are new bold.
fn marked(words: &[MarkedWords]) -> Vec<Inline> {
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
const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

fn inline(kind: InlineKind) -> Inline {
    Inline::new(kind, NOWHERE)
}

fn text(words: &str) -> Vec<Inline> {
    if words.is_empty() { Vec::new() } else { vec![Inline::text(words, NOWHERE)] }
}

fn paragraph(content: Vec<Inline>) -> Vec<Block> {
    if content.is_empty() {
        return Vec::new();
    }
    vec![Block::new(BlockKind::Paragraph(content), NOWHERE)]
}

fn heading(level: u8, title: &str) -> Block {
    let anchor = Anchor(slug(title));
    let heading = Heading { anchor, ..Heading::new(level, text(title)) };
    Block::new(BlockKind::Heading(heading), NOWHERE)
}

fn table(head: [&str; 3], rows: impl Iterator<Item = [Vec<Block>; 3]>) -> Block {
    let head = head.map(|title| paragraph(text(title)));
    let row = |(nth, cells): (usize, [Vec<Block>; 3])| Row {
        cells: cells
            .into_iter()
            .enumerate()
            .map(|(column, blocks)| Cell {
                blocks,
                column,
                colspan: 1,
                rowspan: 1,
                header: nth == 0,
                align: TextAlignment::Left,
                span: NOWHERE,
            })
            .collect(),
    };
    let width =
        |width: f32| Column { align: TextAlignment::Left, width: ColumnWidth::Percent(width) };
    let table = Table {
        columns: WIDTHS.map(width).to_vec(),
        rows: std::iter::once(head).chain(rows).enumerate().map(row).collect(),
        header_rows: 1,
        ..Table::default()
    };
    Block { kind: BlockKind::Table(table), span: NOWHERE, attributes: Attributes::default() }
}
