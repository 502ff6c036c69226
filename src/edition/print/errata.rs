//! An errata sheet for owners of the earlier print. In: the changes, and the pages of the earlier print. Out:
//! a table in the order of that print: page, number, and the words to read instead.

use base::text::capitalized;
use std::collections::BTreeMap;

use super::super::{Change, ChangePlace, EditionDiff, Subject};
use super::blocks::{heading, inline, is_printed, paragraph, text, ways};
use super::news::{instead_words, value_name};
use super::phrases::headline;
use super::sheet::{change_blocks, table};
use crate::pipeline::PlayedBook;
use base::diagnostic::Findings;
use document::{Block, InlineKind};
use press::book::{Book, join_leaflet};

/// Widths of the columns for pages, numbers and words, in percent.
const WIDTHS: [f32; 3] = [11.0, 21.0, 68.0];

/// Returns the errata of the earlier print, as a text in the look of the later edition; `pages` are the pages
/// of its sections, by anchor.
pub fn errata_sheet(
    diff: &EditionDiff,
    pages: &BTreeMap<String, usize>,
    new: &PlayedBook,
    findings: &mut Findings,
) -> Book {
    let title = format!("Errata for {}", diff.book);
    let mut head = heading(1, &title);
    head.attributes.classes.push("wide".to_owned());
    let mut blocks = vec![head];
    blocks.extend(paragraph(vec![inline(InlineKind::Emphasis(text(&ways(diff))))]));
    let printed = diff.changes.iter().filter(|change| is_printed(change) && !is_card(change));
    let mut rows: Vec<(usize, [Vec<Block>; 3])> =
        printed.map(|change| errata_row(change, pages)).collect();
    rows.sort_by_key(|(page, _)| *page);
    if !rows.is_empty() {
        let rows = rows.into_iter().map(|(_, row)| row);
        blocks.push(table(["Page", "Number", "Read instead"], WIDTHS, rows));
    }
    let cards = diff.changes.iter().filter(|change| is_card(change));
    let cards: Vec<String> = cards.map(|change| headline(change, "")).collect();
    if !cards.is_empty() {
        blocks.push(heading(2, "Cards"));
        let said = "Cut these out of the sheets with new cards, and sleeve or glue them over the old ones:";
        blocks.extend(paragraph(text(&format!("{said} {}.", cards.join(", ")))));
    }
    if blocks.len() == 2 {
        blocks.extend(paragraph(text("There is nothing to replace in the rulebook.")));
    }
    join_leaflet(title, blocks, &new.manuscript, &new.sources, findings)
}

fn is_card(change: &Change) -> bool {
    change.subject == Subject::Card
}

/// Returns the row of a change, and its page; changes without a page come first.
fn errata_row(change: &Change, pages: &BTreeMap<String, usize>) -> (usize, [Vec<Block>; 3]) {
    let place = change.old.as_ref().or(change.after.as_ref()).or(change.new.as_ref());
    let section = place.map(|place| &place.anchor);
    let own = change.anchor.iter().filter(|_| change.old.is_some());
    let page = own.chain(section).find_map(|anchor| pages.get(anchor)).copied();
    let shown = page.map(|page| page.to_string()).unwrap_or_default();
    let number = match (&change.old, &change.new) {
        (Some(old), Some(new)) if old.address != new.address => {
            format!("{}, now {}", numbered(old), numbered(new))
        }
        (Some(old), _) => numbered(old),
        (None, Some(new)) => match &change.after {
            Some(after) => format!("new {}, after {}", numbered(new), numbered(after)),
            None => format!("new {}", numbered(new)),
        },
        (None, None) => String::new(),
    };
    let said = match change.subject {
        Subject::Value => value_blocks(change),
        _ => change_blocks(change),
    };
    (page.unwrap_or_default(), [paragraph(text(&shown)), paragraph(text(&number)), said])
}

/// Describes the change of a value, with the places of the earlier print that show it.
fn value_blocks(change: &Change) -> Vec<Block> {
    let mut line = vec![inline(InlineKind::Strong(text(&value_name(&change.name))))];
    line.extend(text(&format!(": {}", instead_words(change))));
    let mut blocks = paragraph(line);
    blocks.extend(
        change
            .why
            .iter()
            .flat_map(|why| paragraph(vec![inline(InlineKind::Emphasis(text(&capitalized(why))))])),
    );
    let shown: Vec<&str> = change.shown_before.iter().map(|own| own.place.as_str()).collect();
    if !shown.is_empty() {
        blocks.extend(paragraph(text(&format!("In {}", shown.join(", ")))));
    }
    blocks
}

/// Returns the number of a place, or else the title of its section.
fn numbered(place: &ChangePlace) -> String {
    if place.address.is_empty() { place.section.clone() } else { place.address.clone() }
}
