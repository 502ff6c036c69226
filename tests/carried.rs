//! Nothing a document says is lost on the way into our own edition: each of its blocks has a place
//! that carries it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulepress::diagnostic::Findings;
use rulepress::document::{
    self, Block, BlockKind, Inline, InlineKind, ListItem, Manuscript, plain_text, walk,
};
use rulepress::source::Sources;

use crate::common::{root, seeds};

/// Each document and the book that carries it.
const CARRIED: [(&str, &str); 5] = [
    ("automated-emperor.html", "imperial-assault"),
    ("gaia-project-automa.md", "gaia-project"),
    ("gazer.md", "gazer"),
    ("grand-archive-flowcharts.md", "grand-archive"),
    ("wind-lorraine-automa.md", "wind-lorraine"),
];

#[test]
fn every_block_has_a_place_that_carries_its_numbers() {
    let Some(seeds) = seeds() else { return };
    for (name, book) in CARRIED {
        let blocks = blocks_of(&seeds.join(name));
        let stem = name.split('.').next().expect("a name has a stem");
        let list = std::fs::read_to_string(root().join(format!("tests/carried/{stem}.tsv")))
            .expect("there is a list");
        let places = places(&root().join("content").join(book));
        let mut wrong = Vec::new();
        let rows: Vec<Vec<&str>> =
            list.lines().skip(1).map(|line| line.split('\t').collect()).collect();
        for (index, (text, number)) in blocks.iter().enumerate() {
            match rows.get(index).map(Vec::as_slice) {
                Some([listed, words, carrier]) => {
                    if *listed != index.to_string() || squash(words) != squash(&first_words(text)) {
                        wrong.push(format!(
                            "line {} lists block {listed} `{words}`, but block {index} is `{}`",
                            index + 2,
                            first_words(text)
                        ));
                    } else {
                        wrong.extend(
                            fault(carrier, text, *number, &places)
                                .map(|why| format!("block {index} `{words}`: {why}")),
                        );
                    }
                }
                _ => wrong.push(format!("block {index} `{}` is not listed", first_words(text))),
            }
        }
        if rows.len() > blocks.len() {
            wrong.push(format!("{} rows for {} blocks", rows.len(), blocks.len()));
        }
        assert!(wrong.is_empty(), "{name}: {} faults\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// Returns the fault of one row, if it has one.
fn fault(
    carrier: &str,
    text: &str,
    number: Option<u64>,
    places: &BTreeMap<String, String>,
) -> Option<String> {
    if let Some(why) = carrier.strip_prefix("dropped:") {
        return (why.trim().len() < 4).then(|| "dropped without a reason".to_owned());
    }
    let Some(place) = carrier.strip_prefix('#').and_then(|anchor| places.get(anchor)) else {
        return Some(format!("there is no place `{carrier}`"));
    };
    let have = numbers(place);
    let mut need = numbers(text);
    if let Some(number) = number {
        need.remove(&number.to_string());
    }
    let missing: Vec<String> = need.difference(&have).cloned().collect();
    (!missing.is_empty()).then(|| format!("`{carrier}` lacks {}", missing.join(", ")))
}

/// Returns runs of digits that are words of their own, without those inside names, such as `B1`,
/// and numbering, such as `1. `.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_alphanumeric()) {
        let word = &rest[at..];
        let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let numbering = word[end..].starts_with(". ");
        if word[..end].chars().all(|c| c.is_ascii_digit()) && !numbering {
            found.insert(word[..end].to_owned());
        }
        rest = &word[end..];
    }
    found
}

fn first_words(text: &str) -> String {
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// Letters and digits only: apostrophes and dashes may be typographic.
fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The blocks of a document as the lists count them, each with the number that its heading or item
/// has.
fn blocks_of(path: &Path) -> Vec<(String, Option<u64>)> {
    let folder = path.parent().expect("a document lies in a folder");
    let mut sources = Sources::new(folder).expect("the folder can be read");
    let name = path.file_name().expect("a document has a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("the document can be read");
    let id = sources.add(&name, text);
    let document = document::parse_text(&sources, id, &mut Findings::default());
    let mut out = Vec::new();
    count(&document.blocks, &mut out);
    out
}

fn count(blocks: &[Block], out: &mut Vec<(String, Option<u64>)>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => {
                let text = plain_text(&heading.content);
                let number = text.split('.').next().and_then(|n| n.parse().ok());
                out.push((text, number));
            }
            BlockKind::Paragraph(text) | BlockKind::Todo(text) => {
                out.push((plain_text(text), None))
            }
            BlockKind::Code(code) => out.push((code.text.clone(), None)),
            BlockKind::List(list) if heading_without_marks(list.start, &list.items) => {
                out.push((
                    format!("{}. {}", list.start, item_text(&list.items[0])),
                    Some(list.start),
                ));
            }
            BlockKind::Table(table) => {
                for row in &table.rows {
                    let cells =
                        row.cells.iter().map(|cell| words(&cell.blocks)).collect::<Vec<_>>();
                    out.push((
                        cells.join(" ").split_whitespace().collect::<Vec<_>>().join(" "),
                        None,
                    ));
                }
            }
            kind => walk::child_blocks(kind).into_iter().for_each(|child| count(child, out)),
        }
    }
}

/// The one line "11. Title" among the titles.
fn heading_without_marks(start: u64, items: &[ListItem]) -> bool {
    start > 9 && items.len() == 1
}

fn item_text(item: &ListItem) -> String {
    words(&item.blocks)
}

fn words(blocks: &[Block]) -> String {
    let mut out = Vec::new();
    walk::each_block(blocks, &mut |block| {
        if let BlockKind::List(list) = &block.kind {
            out.extend(list.items.iter().map(|item| item.marker.clone()));
        }
        out.extend(walk::inline_runs(&block.kind).into_iter().map(|text| plain_text(text)));
        if let BlockKind::Code(code) = &block.kind {
            out.push(code.text.clone());
        }
    });
    out.join(" ")
}

/// The words of every anchored place of a book: whole sections, items, blocks.
fn places(book: &Path) -> BTreeMap<String, String> {
    let (_, manuscript) =
        document::load(book, &mut Findings::default()).expect("the book can be read");
    let Manuscript { document, .. } = manuscript;
    let mut places = BTreeMap::new();
    for (at, block) in document.blocks.iter().enumerate() {
        if let BlockKind::Heading(heading) = &block.kind {
            let rest = &document.blocks[at + 1..];
            let end = rest
                .iter()
                .position(|b| matches!(&b.kind, BlockKind::Heading(h) if h.level <= heading.level));
            let section = &rest[..end.unwrap_or(rest.len())];
            places.insert(
                heading.anchor.0.clone(),
                format!("{} {}", plain_text(&heading.content), words(section)),
            );
        }
    }
    walk::each_block(&document.blocks, &mut |block| {
        if let Some(id) = &block.attributes.id {
            places.entry(id.clone()).or_insert_with(|| words(std::slice::from_ref(block)));
        }
        if let BlockKind::List(list) = &block.kind {
            for item in &list.items {
                if let Some(id) = &item.attributes.id {
                    places.insert(id.clone(), item_text(item));
                }
            }
        }
    });
    walk::each_inline(&document.blocks, &mut |inline: &Inline| {
        if let InlineKind::Span(content, attributes) = &inline.kind
            && let Some(id) = &attributes.id
        {
            places.insert(id.clone(), plain_text(content));
        }
    });
    places
}
