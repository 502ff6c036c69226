//! Chapters of a folder without a book.toml, which were not written as one book. In: the tree of a file. Out:
//! the same tree under one title. The README gives the book its title; each other file is a chapter.

use super::address::slug;
use super::headings::{is_linked, named_place};
use crate::{Block, BlockKind, Document, Heading, Inline, InlineKind, plain_text};
use base::source::Span;
use base::text::capitalized;

/// Deepest level of a heading.
const DEEPEST: u8 = 6;

/// Makes the title of a folder's first text the title of the book, and its sections chapters. Returns the
/// anchor of the title's place. Levels begin at 1 in `front`; `least` is the least level as written.
pub fn take_front_title(front: &mut Document, least: u8) -> Option<String> {
    let Some(at) = lone_top(&front.blocks, least) else {
        front.title = front.title.take().or_else(|| first_top_title(&front.blocks));
        return None;
    };
    let BlockKind::Heading(heading) = &front.blocks[at].kind else { return None };
    let title = plain_text(&heading.content);
    let has_picture =
        heading.content.iter().any(|inline| matches!(inline.kind, InlineKind::Image(_)));
    let is_other = front.title.as_ref().is_some_and(|given| *given != title);
    if has_picture || title.trim().is_empty() || is_other {
        return None;
    }
    let taken = front.blocks.remove(at);
    let name = taken.attributes.id.unwrap_or_else(|| slug(&title));
    front.blocks.insert(at, named_place(name.clone(), taken.span));
    front.title = Some(title);
    let top = least_level(&front.blocks);
    shift_levels(&mut front.blocks, 1 - i16::from(top));
    Some(name)
}

/// Returns the words of a first heading of level 1, which stays a chapter.
fn first_top_title(blocks: &[Block]) -> Option<String> {
    let first = blocks.iter().find(|block| block.heading_level().is_some())?;
    match &first.kind {
        BlockKind::Heading(heading) if heading.level == 1 => Some(plain_text(&heading.content)),
        _ => None,
    }
}

/// Puts a file under one title: its own, or one made of its name. Levels begin at 1 in `chapter`; `least` is
/// the least level as written.
pub fn open_chapter(chapter: &mut Document, least: u8, path: &str, top: Span) {
    if let Some(at) = lone_top(&chapter.blocks, least) {
        let title = chapter.blocks.remove(at);
        chapter.blocks.insert(0, title);
        return;
    }
    let opens =
        least == 1 && chapter.blocks.first().is_some_and(|first| first.heading_level() == Some(1));
    if opens || chapter.blocks.is_empty() {
        return;
    }
    shift_levels(&mut chapter.blocks, 1);
    let heading = Heading::new(1, vec![Inline::text(title_of_file(path), top)]);
    chapter.blocks.insert(0, Block::new(BlockKind::Heading(heading), top));
}

/// Returns the index of a text's title: its first heading, if it has level 1 or comes before all words, and
/// all other headings are below its level.
fn lone_top(blocks: &[Block], least: u8) -> Option<usize> {
    let at = blocks.iter().position(|block| block.heading_level().is_some())?;
    let level = blocks[at].heading_level().filter(|_| least == 1 || at == 0)?;
    let is_lone = heading_levels(&blocks[at + 1..]).all(|other| other > level);
    is_lone.then_some(at)
}

/// Returns the least level of a heading.
pub fn least_level(blocks: &[Block]) -> u8 {
    heading_levels(blocks).min().unwrap_or(1)
}

fn heading_levels(blocks: &[Block]) -> impl Iterator<Item = u8> {
    blocks.iter().filter_map(Block::heading_level)
}

fn shift_levels(blocks: &mut [Block], by: i16) {
    for block in blocks {
        if let BlockKind::Heading(heading) = &mut block.kind {
            let level = (i16::from(heading.level) + by).clamp(1, i16::from(DEEPEST));
            heading.level = u8::try_from(level).unwrap_or(DEEPEST);
        }
    }
}

/// Returns the title of a file name: `Draw phase` for `02-draw-phase.md`.
fn title_of_file(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = stem.replace(['-', '_'], " ");
    let named = words.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '.'));
    capitalized(if named.is_empty() { words.trim() } else { named.trim() })
}

/// Removes the place of a taken title unless a link leads to it.
pub fn drop_unused_place(document: &mut Document, name: &str) {
    if !is_linked(document, name) {
        document.blocks.retain(|block| !is_place(block, name));
    }
}

fn is_place(block: &Block, name: &str) -> bool {
    let is_empty = matches!(&block.kind, BlockKind::Paragraph(content) if content.is_empty());
    is_empty && block.attributes.id.as_deref() == Some(name)
}
