//! Finds the part that a pull of sheet.md or cards.md asks for: the brief of a section, its text, its charts,
//! or one item of a list.

use super::{PanelPart, cleared_copies, section_part};
use crate::address::slug;
use crate::manuscript::headings::section_length;
use crate::manuscript::pull_findings::{
    BRIEF_HINT, OTHER_PLACE_HINT, lost_pull, new_place_hint, unknown_part,
};
use crate::{
    Address, Anchor, Block, BlockKind, Document, Heading, ListItem, Pull, plain_text, walk,
};
use base::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use base::source::Span;

/// Parts that a pull can ask for.
const PART_HINT: &str = "write ![[#place]], or add |full, |list, |table or |chart after the place";

/// A place of the book: its blocks, its section, and the address that readers cite.
pub struct BookPlace<'a> {
    pub address: Address,
    pub anchor: Anchor,
    heading: Option<&'a Heading>,
    /// Blocks of a section without its title, or of an item, or the one block with that anchor.
    blocks: &'a [Block],
}

impl<'a> BookPlace<'a> {
    /// Makes the place of a section from its heading and the blocks after it.
    fn section(heading: &'a Heading, rest: &'a [Block]) -> Self {
        Self {
            address: heading.address.clone(),
            anchor: heading.anchor.clone(),
            heading: Some(heading),
            blocks: &rest[..section_length(heading.level, rest)],
        }
    }

    fn is_section(&self) -> bool {
        self.heading.is_some_and(|heading| heading.anchor == self.anchor)
    }

    /// Returns the blocks of a section without those of its subsections.
    fn own_blocks(&self) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().take_while(|block| block.heading_level().is_none())
    }

    fn brief(&self) -> Option<&'a [Block]> {
        self.own_blocks().find_map(|block| match &block.kind {
            BlockKind::Brief(blocks) => Some(blocks.as_slice()),
            _ => None,
        })
    }

    fn part(self, wanted: Vec<Block>, span: Span) -> PanelPart {
        let is_section = self.is_section();
        let Self { address, anchor, heading, .. } = self;
        let Some(heading) = heading else {
            let blocks = cleared_copies(wanted, false);
            return PanelPart { address, anchor, title: Vec::new(), blocks, span };
        };
        let mut part = PanelPart { address, anchor, ..section_part(heading, wanted, span) };
        if !is_section && is_running_text(&part.blocks) {
            part.title.clear();
        }
        part
    }
}

/// Part that a pull asks for.
#[derive(Clone, Copy)]
enum WantedPart {
    Brief,
    /// All blocks of a place that is no section.
    Place,
    /// The text of a section without its brief.
    Text,
    Lists,
    Tables,
    Charts,
}

impl WantedPart {
    /// Parses the part that is written behind the place; `None` for an unknown word.
    fn of(written: &str, place: &BookPlace<'_>) -> Option<Self> {
        Some(match written {
            "" if place.is_section() => Self::Brief,
            "" => Self::Place,
            "full" => Self::Text,
            "list" => Self::Lists,
            "table" => Self::Tables,
            "chart" => Self::Charts,
            _ => return None,
        })
    }

    fn blocks(self, place: &BookPlace<'_>) -> Vec<Block> {
        match self {
            Self::Brief => place.brief().unwrap_or_default().to_vec(),
            Self::Place => place.blocks.to_vec(),
            Self::Text => own_blocks(place, |block| !matches!(block.kind, BlockKind::Brief(_))),
            Self::Lists => own_blocks(place, |block| matches!(block.kind, BlockKind::List(_))),
            Self::Tables => own_blocks(place, |block| matches!(block.kind, BlockKind::Table(_))),
            Self::Charts => own_blocks(place, |block| block.chart().is_some()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Brief => "brief",
            Self::Place | Self::Text => "text",
            Self::Lists => "list",
            Self::Tables => "table",
            Self::Charts => "chart",
        }
    }

    fn missing(self, anchor: &str, span: Span) -> Diagnostic {
        let message = format!("`#{}` has no {}", short_quote(anchor), self.name());
        Diagnostic::at(code::MISSING_PULL, span, message).hint(self.missing_hint())
    }

    fn missing_hint(self) -> &'static str {
        match self {
            Self::Brief => BRIEF_HINT,
            Self::Place | Self::Text | Self::Lists | Self::Tables | Self::Charts => {
                OTHER_PLACE_HINT
            }
        }
    }
}

fn own_blocks(place: &BookPlace<'_>, is_wanted: impl Fn(&Block) -> bool) -> Vec<Block> {
    place.own_blocks().filter(|block| is_wanted(block)).cloned().collect()
}

/// Returns the part that a pull asks for.
pub fn pulled_part(pull: &Pull, span: Span, book: &Document) -> Result<PanelPart, Box<Diagnostic>> {
    let Some(anchor) = pull.target.strip_prefix('#') else {
        let message = format!("`{}` is not a place of the book", short_quote(&pull.target));
        let hint = "write ![[#place]]; data files are printed as a deck";
        return Err(Box::new(Diagnostic::at(code::MISSING_PULL, span, message).hint(hint)));
    };
    let place = find_book_place(anchor, span, book)?;
    let Some(part) = WantedPart::of(&pull.part, &place) else {
        return Err(Box::new(unknown_part(&pull.part, span, PART_HINT)));
    };
    let wanted = part.blocks(&place);
    if wanted.is_empty() {
        return Err(Box::new(part.missing(anchor, span)));
    }
    Ok(place.part(wanted, span))
}

/// Reports whether blocks are running text, such as an item of a list; a chart or a table keeps the title of
/// its section.
fn is_running_text(blocks: &[Block]) -> bool {
    blocks.iter().all(|block| {
        matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::List(_) | BlockKind::Callout(_))
    })
}

/// Returns the place with this anchor; an error names the most similar place.
pub fn find_book_place<'a>(
    anchor: &str,
    span: Span,
    book: &'a Document,
) -> Result<BookPlace<'a>, Box<Diagnostic>> {
    let mut heading: Option<&Heading> = None;
    for (at, block) in book.blocks.iter().enumerate() {
        if let BlockKind::Heading(found) = &block.kind {
            heading = Some(found);
            if found.anchor.0 == anchor || block.attributes.id.as_deref() == Some(anchor) {
                return Ok(BookPlace::section(found, &book.blocks[at + 1..]));
            }
        } else if let Some((address, blocks)) = find_inside(block, anchor) {
            let address = address.or(heading.map(|heading| &heading.address));
            let address = address.cloned().unwrap_or_default();
            return Ok(BookPlace { address, anchor: Anchor(anchor.to_owned()), heading, blocks });
        }
    }
    Err(Box::new(missing_place(anchor, span, book)))
}

/// Returns the block or item with this anchor in `block`; an item has an address of its own.
fn find_inside<'a>(block: &'a Block, anchor: &str) -> Option<(Option<&'a Address>, &'a [Block])> {
    if block.attributes.id.as_deref() == Some(anchor) {
        return Some((None, std::slice::from_ref(block)));
    }
    if let Some(item) = named_list_item(block, anchor) {
        let address = Some(&item.address).filter(|address| !address.0.is_empty());
        return Some((address, &item.blocks));
    }
    let mut children = walk::child_blocks(&block.kind).into_iter().flatten();
    children.find_map(|child| find_inside(child, anchor))
}

fn named_list_item<'a>(block: &'a Block, anchor: &str) -> Option<&'a ListItem> {
    let BlockKind::List(list) = &block.kind else { return None };
    list.items.iter().find(|item| item.is_named(anchor))
}

/// Returns the error about a lost anchor, at the pull; it shows the most similar place.
fn missing_place(anchor: &str, span: Span, book: &Document) -> Diagnostic {
    let finding = lost_pull(anchor, span);
    let places = named_places(book);
    let hint = new_place_hint(anchor);
    match nearest_place(anchor, &places) {
        Some(near) => finding
            .related(near.span, "this place is the most similar")
            .hint(format!("{hint}, or pull `#{}`", near.name)),
        None => finding.hint(hint),
    }
}

/// Returns the place that would have the name `anchor`, or whose name is most similar, letter by letter or
/// else word by word.
fn nearest_place<'a>(anchor: &str, places: &'a [NamedPlace]) -> Option<&'a NamedPlace> {
    let names = || places.iter().map(|place| place.name.as_str());
    let would_be = names().find(|name| *name == anchor);
    let near = would_be.or_else(|| nearest_name(anchor, names()));
    let near = near.or_else(|| most_shared_words(anchor, names()))?;
    places.iter().find(|place| place.name == near)
}

/// A name that a place has or would have.
struct NamedPlace {
    name: String,
    span: Span,
}

/// Returns every name that a place has or would have.
fn named_places(book: &Document) -> Vec<NamedPlace> {
    let mut found = Vec::new();
    walk::each_block(&book.blocks, &mut |block| {
        if let BlockKind::Heading(heading) = &block.kind {
            let names = [heading.anchor.0.clone(), slug(&plain_text(&heading.content))];
            found.extend(names.map(|name| NamedPlace { name, span: block.span }));
        } else if let Some(id) = &block.attributes.id {
            found.push(NamedPlace { name: id.to_owned(), span: block.span });
        }
        if let BlockKind::List(list) = &block.kind {
            found.extend(list.items.iter().filter_map(|item| {
                Some(NamedPlace { name: item.attributes.id.clone()?, span: item.span? })
            }));
        }
    });
    found
}

/// Returns the name that shares most words with `anchor`, the shortest of several.
fn most_shared_words<'a>(anchor: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let words: Vec<&str> = anchor.split('-').filter(|word| word.len() > 2).collect();
    names
        .map(|name| (shared_words(name, &words), name))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, name)| (*count, std::cmp::Reverse(name.len())))
        .map(|(_, name)| name)
}

fn shared_words(name: &str, words: &[&str]) -> usize {
    words.iter().filter(|word| name.split('-').any(|other| are_alike(other, word))).count()
}

/// Reports whether two words are equal, or one begins with the other.
fn are_alike(a: &str, b: &str) -> bool {
    a == b || a.len().min(b.len()) > 3 && (a.starts_with(b) || b.starts_with(a))
}
