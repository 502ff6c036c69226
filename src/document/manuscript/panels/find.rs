//! What a pull of sheet.md or cards.md means: the brief of a section, its text, its charts, or one
//! item of a list.

use super::{PanelPart, cleared_copy, section_part};
use crate::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use crate::document::address::slug;
use crate::document::{
    Address, Anchor, Block, BlockKind, Document, Heading, Pull, plain_text, walk,
};
use crate::source::Span;

/// A place of the book: what stands there, in which section, and what readers cite.
pub(super) struct BookPlace<'a> {
    pub(super) address: Address,
    pub(super) anchor: Anchor,
    heading: Option<&'a Heading>,
    /// The blocks of a section without its title, of an item, or the one block with that anchor.
    blocks: &'a [Block],
}

/// The part that a pull asks for.
pub(super) fn pulled_part(
    pull: &Pull,
    span: Span,
    book: &Document,
) -> Result<PanelPart, Box<Diagnostic>> {
    let Some(anchor) = pull.target.strip_prefix('#') else {
        let message = format!("`{}` is no place of the book", short_quote(&pull.target));
        let finding = Diagnostic::at(code::MISSING_PULL, span, message);
        return Err(Box::new(finding.hint("write ![[#place]]; data files are printed as a deck")));
    };
    let place = find_book_place(anchor, span, book)?;
    let is_list = |block: &Block| matches!(block.kind, BlockKind::List(_));
    let is_table = |block: &Block| matches!(block.kind, BlockKind::Table(_));
    let is_chart =
        |block: &Block| matches!(&block.kind, BlockKind::Code(code) if code.language == "mermaid");
    let brief = |block: &Block| {
        if let BlockKind::Brief(blocks) = &block.kind { Some(blocks.clone()) } else { None }
    };
    let section = place.heading.is_some_and(|heading| heading.anchor == place.anchor);
    let own = place.blocks.iter().take_while(|block| !matches!(block.kind, BlockKind::Heading(_)));
    let (what, wanted): (_, Vec<Block>) = match pull.part.as_str() {
        "" if section => ("brief", own.clone().find_map(brief).unwrap_or_default()),
        "" => ("text", place.blocks.to_vec()),
        "full" => (
            "text",
            own.filter(|block| !matches!(block.kind, BlockKind::Brief(_))).cloned().collect(),
        ),
        "list" => ("list", own.filter(|block| is_list(block)).cloned().collect()),
        "table" => ("table", own.filter(|block| is_table(block)).cloned().collect()),
        "chart" => ("chart", own.filter(|block| is_chart(block)).cloned().collect()),
        other => {
            let message = format!("`{}` is no part of a place", short_quote(other));
            let finding = Diagnostic::at(code::MISSING_PULL, span, message);
            return Err(Box::new(
                finding
                    .hint("write ![[#place]], or |full, |list, |table or |chart behind the place"),
            ));
        }
    };
    if wanted.is_empty() {
        let finding = Diagnostic::at(
            code::MISSING_PULL,
            span,
            format!("`#{}` has no {what}", short_quote(anchor)),
        );
        return Err(Box::new(finding.hint(match what {
            "brief" => "write `> [!BRIEF]` below its title, or pull its text with `|full`",
            _ => "pull another place",
        })));
    }
    Ok(part_of_place(&place, section, wanted, span))
}

fn part_of_place(
    place: &BookPlace<'_>,
    section: bool,
    wanted: Vec<Block>,
    span: Span,
) -> PanelPart {
    match place.heading {
        Some(heading) => {
            let mut part = section_part(heading, wanted, span);
            (part.address, part.anchor) = (place.address.clone(), place.anchor.clone());
            if !section && is_running_text(&part.blocks) {
                part.title.clear();
            }
            part
        }
        None => PanelPart {
            address: place.address.clone(),
            anchor: place.anchor.clone(),
            title: Vec::new(),
            blocks: wanted.into_iter().map(|block| cleared_copy(block, false)).collect(),
            span,
        },
    }
}

/// Whether blocks are running text, as an item of a list is; a chart or a table keeps the title of
/// its section.
fn is_running_text(blocks: &[Block]) -> bool {
    blocks.iter().all(|block| {
        matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::List(_) | BlockKind::Callout(_))
    })
}

/// The place with this anchor; an error names the place that is most like it.
pub(super) fn find_book_place<'a>(
    anchor: &str,
    span: Span,
    book: &'a Document,
) -> Result<BookPlace<'a>, Box<Diagnostic>> {
    let mut heading: Option<&Heading> = None;
    for (at, block) in book.blocks.iter().enumerate() {
        if let BlockKind::Heading(found) = &block.kind {
            heading = Some(found);
            if found.anchor.0 == anchor || block.attributes.id.as_deref() == Some(anchor) {
                let rest = &book.blocks[at + 1..];
                let ends = |block: &Block| matches!(&block.kind, BlockKind::Heading(other) if other.level <= found.level);
                let end = rest.iter().position(ends).unwrap_or(rest.len());
                let place = BookPlace {
                    address: found.address.clone(),
                    anchor: found.anchor.clone(),
                    heading,
                    blocks: &rest[..end],
                };
                return Ok(place);
            }
        } else if let Some((address, blocks)) = find_inside(block, anchor) {
            let address = address.unwrap_or_else(|| {
                heading.map(|heading| heading.address.clone()).unwrap_or_default()
            });
            return Ok(BookPlace { address, anchor: Anchor(anchor.to_owned()), heading, blocks });
        }
    }
    Err(Box::new(missing_place(anchor, span, book)))
}

/// The block or item with this anchor in `block`; an item has an address of its own.
fn find_inside<'a>(block: &'a Block, anchor: &str) -> Option<(Option<Address>, &'a [Block])> {
    if block.attributes.id.as_deref() == Some(anchor) {
        return Some((None, std::slice::from_ref(block)));
    }
    if let BlockKind::List(list) = &block.kind {
        for item in &list.items {
            if item.attributes.id.as_deref() == Some(anchor) {
                let address = Some(item.address.clone()).filter(|address| !address.0.is_empty());
                return Some((address, &item.blocks));
            }
        }
    }
    walk::child_blocks(&block.kind)
        .into_iter()
        .flatten()
        .find_map(|child| find_inside(child, anchor))
}

/// A lost anchor: the error stands at the pull and shows the place that is most like what it asks
/// for.
fn missing_place(anchor: &str, span: Span, book: &Document) -> Diagnostic {
    let message = format!("the pull names `#{}`, which does not exist", short_quote(anchor));
    let finding = Diagnostic::at(code::MISSING_PULL, span, message);
    let places = named_places(book);
    let near = nearest_name(anchor, places.iter().map(|(name, _)| name.as_str()));
    let near = near.map(str::to_owned).or_else(|| most_shared_words(anchor, &places));
    match near.and_then(|near| places.into_iter().find(|(name, _)| *name == near)) {
        Some((near, place)) => {
            let finding = finding.related(place, "this place is most like it");
            finding.hint(format!(
                "write {{#{}}} behind the title of the place, or pull `#{near}`",
                short_quote(anchor)
            ))
        }
        None => finding
            .hint(format!("write {{#{}}} behind the title of the place", short_quote(anchor))),
    }
}

/// Every name that a place has or would have.
fn named_places(book: &Document) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    walk::each_block(&book.blocks, &mut |block| {
        if let BlockKind::Heading(heading) = &block.kind {
            found.push((heading.anchor.0.clone(), block.span));
            found.push((slug(&plain_text(&heading.content)), block.span));
        } else if let Some(id) = &block.attributes.id {
            found.push((id.clone(), block.span));
        }
        if let BlockKind::List(list) = &block.kind {
            let named =
                |item: &crate::document::ListItem| Some((item.attributes.id.clone()?, item.span?));
            found.extend(list.items.iter().filter_map(named));
        }
    });
    found
}

/// The name that shares most words with `anchor`.
fn most_shared_words(anchor: &str, places: &[(String, Span)]) -> Option<String> {
    let words: Vec<&str> = anchor.split('-').filter(|word| word.len() > 2).collect();
    let alike = |a: &str, b: &str| {
        a == b || a.len().min(b.len()) > 3 && (a.starts_with(b) || b.starts_with(a))
    };
    let shared = |name: &str| {
        words.iter().filter(|word| name.split('-').any(|other| alike(other, word))).count()
    };
    let best = places.iter().map(|(name, _)| (shared(name), name)).filter(|(count, _)| *count > 0);
    best.max_by_key(|(count, name)| (*count, std::cmp::Reverse(name.len())))
        .map(|(_, name)| name.clone())
}
