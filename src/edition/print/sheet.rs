//! Changes as a sheet to print: a table for each kind of subject, with the numbers of the rules before and
//! after, the gone words struck and the new ones bold.

use super::super::{Change, ChangePlace, EditionDiff, Mark, Subject};
use super::blocks::{
    NOWHERE, heading, inline, is_printed, is_told_to_readers, marked, paragraph, text, ways,
};
use super::phrases::{ARROW, groups, headline, part_words, range_words, shown_words, subject_word};
use crate::pipeline::PlayedBook;
use base::diagnostic::Findings;
use base::text::capitalized;
use document::{
    Attributes, Block, BlockKind, Cell, Column, ColumnWidth, InlineKind, Row, Table, TextAlignment,
};
use press::book::{Book, join_leaflet};

/// Widths of the columns for numbers and words, in percent.
const WIDTHS: [f32; 3] = [17.0, 17.0, 66.0];

/// Placeholder of an example, which is left out of the printed words.
const OPEN_PLACE: &str = "TODO";

/// Returns the changes, as a text that is printed in the look of the later edition.
pub fn change_sheet(diff: &EditionDiff, new: &PlayedBook, findings: &mut Findings) -> Book {
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
        let number = |place: &Option<ChangePlace>| {
            let number = place.as_ref().map(|place| place.address.as_str()).unwrap_or_default();
            paragraph(text(number))
        };
        let rows = printed
            .into_iter()
            .map(|change| [number(&change.old), number(&change.new), change_blocks(change)]);
        blocks.push(table(["Old", "New", "What changed"], WIDTHS, rows));
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
        blocks.push(table(["Old", "New", "Rule"], WIDTHS, diff.renumbered.iter().map(row)));
    }
    if blocks.len() == front {
        blocks.extend(paragraph(text("Nothing changed that a reader or a player would notice.")));
    }
    join_leaflet(title, blocks, &new.manuscript, &new.sources, findings)
}

/// Describes a change: its name, then its words or its parts, then the places that show it.
pub fn change_blocks(change: &Change) -> Vec<Block> {
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
    if let Some(why) = &change.why {
        blocks.extend(paragraph(vec![inline(InlineKind::Emphasis(text(&capitalized(why))))]));
    }
    blocks.extend(shown_words(change).iter().flat_map(|note| paragraph(text(note))));
    blocks
}

/// Returns a table of three columns, with widths in percent.
pub fn table(
    head: [&str; 3],
    widths: [f32; 3],
    rows: impl Iterator<Item = [Vec<Block>; 3]>,
) -> Block {
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
        columns: widths.map(width).to_vec(),
        rows: std::iter::once(head).chain(rows).enumerate().map(row).collect(),
        header_rows: 1,
        ..Table::default()
    };
    Block { kind: BlockKind::Table(table), span: NOWHERE, attributes: Attributes::default() }
}
