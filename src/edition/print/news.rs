//! The chapter that shows readers what is new. In: the changes. Out: the blocks of a chapter after the text,
//! in which each change is an entry with its number, its page and its reason.

use super::super::{Change, ChangePlace, EditionDiff, How, Mark, Subject};
use super::blocks::{
    NOWHERE, edition_words, heading, inline, is_printed, is_told_to_readers, marked, paragraph,
    text,
};
use super::phrases::{groups, part_words, range_words, shortened, shown_words};
use base::text::capitalized;
use document::{
    Address, Anchor, Block, BlockKind, Inline, InlineKind, Link, LinkTarget, List, ListItem,
    ListStyle, Manuscript,
};

/// Explanation of the marks on the pages.
const LEGEND: &str = "A bar in the margin marks each change, and new words are underlined.";

/// Returns the changes since an earlier edition, as a chapter of the later one.
pub fn what_is_new(diff: &EditionDiff, manuscript: &Manuscript) -> Vec<Block> {
    let printer = NewsPrinter { manuscript };
    let mut blocks = vec![title(1, "What is new")];
    let since = format!("Since {}.", edition_words(&diff.old));
    let mut opening = vec![inline(InlineKind::Emphasis(text(&since)))];
    if diff.changes.iter().any(is_printed) {
        opening.extend(text(&format!(" {LEGEND}")));
    }
    blocks.extend(paragraph(opening));
    for (name, changes) in groups(diff) {
        let told: Vec<Vec<Block>> = changes
            .into_iter()
            .filter(|change| is_printed(change))
            .map(|change| printer.entry(change))
            .collect();
        if !told.is_empty() {
            blocks.extend([title(2, name), entries(told)]);
        }
    }
    if !diff.renumbered.is_empty() {
        // "Draw: 3.2, before 3.1"
        let told = diff.renumbered.iter().map(|run| {
            let old = range_words(&run.old, run.old_last.as_deref());
            let new = range_words(&run.new, run.new_last.as_deref());
            let mut line = vec![inline(InlineKind::Strong(text(&run.title)))];
            line.extend(text(&format!(": {new}, before {old}")));
            paragraph(line)
        });
        blocks.extend([title(2, "New numbers"), entries(told.collect())]);
    }
    if blocks.len() == 2 {
        blocks.extend(paragraph(text("Nothing changed that a reader or a player would notice.")));
    }
    blocks
}

/// Returns a title whose anchor no author can have written.
fn title(level: u8, words: &str) -> Block {
    let mut block = heading(level, words);
    if let BlockKind::Heading(heading) = &mut block.kind {
        heading.anchor = Anchor(format!("news {words}"));
    }
    block
}

fn entries(told: Vec<Vec<Block>>) -> Block {
    let item = |blocks| ListItem { blocks, ..ListItem::default() };
    let items = told.into_iter().map(item).collect();
    let list = List { style: ListStyle::Bullet, start: 1, tight: false, items };
    Block::new(BlockKind::List(list), NOWHERE)
}

struct NewsPrinter<'a> {
    manuscript: &'a Manuscript,
}

impl NewsPrinter<'_> {
    fn entry(&self, change: &Change) -> Vec<Block> {
        let mut line = self.name(change);
        line.extend(text(&before_words(change)));
        line.extend(self.said(change));
        let mut blocks = paragraph(line);
        if !matches!(change.subject, Subject::Value | Subject::Reading) {
            blocks.extend(change.parts.iter().filter(|part| is_shown(change, part)).flat_map(
                |part| {
                    let (name, words) = part_words(change.subject, part);
                    let colon = if words.is_empty() { "" } else { ": " };
                    let mut line = text(&format!("{name}{colon}"));
                    line.extend(marked(&words));
                    paragraph(line)
                },
            ));
        }
        if let Some(why) = &change.why {
            blocks.extend(paragraph(vec![inline(InlineKind::Emphasis(text(&capitalized(why))))]));
        }
        blocks
    }

    /// Returns the subject of a change, with the number and the page of its place.
    fn name(&self, change: &Change) -> Vec<Inline> {
        let name = match change.subject {
            Subject::Value => value_name(&change.name),
            Subject::Book | Subject::Reading => String::new(),
            _ => change.name.clone(),
        };
        if name.is_empty() {
            return Vec::new();
        }
        let strong = vec![inline(InlineKind::Strong(text(&name)))];
        match change.new.as_ref().and_then(|place| self.target(place)) {
            Some(target) => {
                let link = Link { url: String::new(), content: strong, target };
                vec![inline(InlineKind::Link(link))]
            }
            None => strong,
        }
    }

    /// Returns the target of a reference to a place: its section, if that is in the book.
    fn target(&self, place: &ChangePlace) -> Option<LinkTarget> {
        let is_title = |block: &Block| match &block.kind {
            BlockKind::Heading(heading) => heading.anchor.0 == place.anchor,
            _ => false,
        };
        let printed = self.manuscript.document.blocks.iter().any(is_title);
        (printed && !place.address.is_empty()).then(|| LinkTarget::Place {
            anchor: Anchor(place.anchor.clone()),
            address: Address(place.address.clone()),
            shown: true,
        })
    }

    /// Describes the change.
    fn said(&self, change: &Change) -> Vec<Inline> {
        let words = shortened(&change.words);
        let has_marks = words.iter().any(|run| run.mark != Mark::Same);
        let shown = shown_words(change).map(|shown| format!(" {shown}.")).unwrap_or_default();
        let mut out = match (change.subject, change.how) {
            (Subject::Value, _) => text(&format!(": {}.{shown}", instead_words(change))),
            (Subject::Reading, _) => text(&format!("A different reading now applies.{shown}")),
            (Subject::Book, _) => Vec::new(),
            (Subject::Brief, _) => text(", short form: "),
            (_, How::Added) => text(" is new. "),
            (_, How::Removed) => text(" is gone. "),
            (_, How::Moved) => match &change.old {
                Some(old) if old.address.is_empty() => {
                    text(&format!(" came from “{}”. ", old.section))
                }
                Some(old) => text(&format!(" came from {}. ", old.address)),
                None => text(" is now elsewhere. "),
            },
            (_, How::Reordered) => text(" has another order:"),
            (_, How::Renamed) if !has_marks => text(" has a new name."),
            (_, How::Renamed | How::Reworded | How::Changed) => text(": "),
        };
        match words.as_slice() {
            // All of it is new or gone, as the words before say.
            [only] if only.mark != Mark::Same => out.extend(text(&only.text)),
            words if has_marks || change.how == How::Moved => out.extend(marked(words)),
            _ => {}
        }
        out
    }
}

/// Returns ", before 3.1" for a rule that has another number now.
fn before_words(change: &Change) -> String {
    match (&change.old, &change.new) {
        _ if change.how == How::Moved => String::new(),
        (Some(old), Some(new)) if old.address != new.address && !old.address.is_empty() => {
            format!(", before {}", old.address)
        }
        (Some(old), None) if !old.address.is_empty() => format!(" ({})", old.address),
        _ => String::new(),
    }
}

/// True if readers see a part of a change.
fn is_shown(change: &Change, part: &super::super::PartChange) -> bool {
    change.subject != Subject::Book || is_told_to_readers(part)
}

/// Returns "6 instead of 7".
pub fn instead_words(change: &Change) -> String {
    let says = |text: &Option<String>| text.clone().unwrap_or_default();
    let part = change.parts.first();
    let (old, new) = part.map(|part| (says(&part.old), says(&part.new))).unwrap_or_default();
    format!("{new} instead of {old}")
}

/// Returns "Hand size" for `hand-size`.
pub fn value_name(name: &str) -> String {
    capitalized(&name.replace(['-', '_'], " "))
}
