//! One place of a book by itself: a section with its subsections, or one block. In: a book and an anchor.
//! Out: the same book with only that place, addresses unchanged.

use std::collections::BTreeSet;

use super::{Book, FrontPage, heading_of};
use base::diagnostic::nearest_name;
use base::source::Span;
use document::{Block, BlockKind, Inline, InlineKind, Link, LinkTarget, section_length, walk};

/// Error for an anchor that no place of a book has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPlace {
    /// The known anchor that is most like it.
    pub near: Option<String>,
}

impl Book {
    /// Keeps only the place with this anchor, names the outputs after it, and returns the spans of its text.
    ///
    /// # Errors
    /// When no section and no block has this anchor; the book is unchanged then.
    pub fn keep_place(&mut self, anchor: &str) -> Result<Vec<Span>, UnknownPlace> {
        let Some(kept) = find_place(&self.blocks, anchor) else {
            let known = anchors_in(&self.blocks);
            let near = nearest_name(anchor, known.iter().map(String::as_str)).map(str::to_owned);
            return Err(UnknownPlace { near });
        };
        let kept = kept.to_vec();
        Ok(self.keep_blocks(kept, anchor))
    }

    /// Keeps only the example of this name; returns whether the book has it.
    pub fn keep_example(&mut self, name: &str) -> bool {
        let mut found = None;
        walk::each_block(&self.blocks, &mut |block| {
            if let BlockKind::Example(played) = &block.kind
                && played.name == name
            {
                found = Some(block.clone());
            }
        });
        let block = found.map(|block| vec![block]);
        block.map(|block| self.keep_blocks(block, name)).is_some()
    }

    /// Keeps only these blocks, names the outputs `name`, and returns the spans of their text.
    fn keep_blocks(&mut self, kept: Vec<Block>, name: &str) -> Vec<Span> {
        self.blocks = kept;
        // The first heading becomes one of the first level, and the others rise with it.
        let first = self.blocks.iter().find_map(Block::heading_level).unwrap_or(1);
        for block in &mut self.blocks {
            if let BlockKind::Heading(heading) = &mut block.kind {
                heading.level = heading.level.saturating_sub(first - 1).max(1);
            }
        }
        let inside = anchors_in(&self.blocks);
        self.quick.clear();
        self.charted.retain(|section| inside.contains(&section.anchor));
        (self.cover, self.contents) = (FrontPage::Never, FrontPage::Never);
        (self.untold_title, self.index, self.strict) = (false, false, false);
        self.name = format!("{}-{name}", self.name);
        self.sheet.clear();
        self.cards.clear();
        self.decks.clear();
        self.tokens.clear();
        self.keep_cited_notes();
        self.settle_links(&inside);
        self.blocks.iter().map(|block| block.span).collect()
    }

    /// Keeps the footnotes that the text cites, and those that these cite.
    fn keep_cited_notes(&mut self) {
        let mut cited = BTreeSet::new();
        let mut open = cited_notes(&self.blocks);
        while let Some(name) = open.pop() {
            if cited.insert(name.clone()) {
                let note = self.footnotes.iter().find(|note| note.label == name);
                open.extend(note.into_iter().flat_map(|note| cited_notes(&note.blocks)));
            }
        }
        self.footnotes.retain(|note| cited.contains(&note.label));
    }

    /// Changes links that lead out of the place to name their target in the whole book, and numbers links to
    /// the web again.
    fn settle_links(&mut self, inside: &BTreeSet<String>) {
        let web = std::mem::take(&mut self.web);
        let mut settled = SettledLinks { title: self.title.clone(), inside, web, kept: Vec::new() };
        let notes = self.footnotes.iter_mut().map(|note| &mut note.blocks);
        let quick = self.quick.iter_mut().map(|entry| &mut entry.blocks);
        for blocks in std::iter::once(&mut self.blocks).chain(notes).chain(quick) {
            walk::each_inline_mut(blocks, &mut |inline| settled.settle(inline));
        }
        self.web = settled.kept;
    }
}

/// Returns the blocks of the section, or the block, with an anchor.
fn find_place<'b>(blocks: &'b [Block], anchor: &str) -> Option<&'b [Block]> {
    let names = |block: &Block| anchors_in(std::slice::from_ref(block)).contains(anchor);
    let start = blocks.iter().position(names)?;
    let heading = heading_of(&blocks[start]).filter(|heading| heading.anchor.0 == anchor);
    let inside = heading.map_or(0, |heading| section_length(heading.level, &blocks[start + 1..]));
    Some(&blocks[start..=start + inside])
}

/// Returns the anchors of blocks, and of all blocks, items and spans in them.
fn anchors_in(blocks: &[Block]) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    walk::each_block(blocks, &mut |block| {
        anchors.extend(block.attributes.id.clone());
        match &block.kind {
            BlockKind::Heading(heading) => {
                anchors.insert(heading.anchor.0.clone());
            }
            BlockKind::List(list) => {
                anchors.extend(list.items.iter().filter_map(|item| item.attributes.id.clone()));
            }
            BlockKind::Paragraph(_)
            | BlockKind::Code(_)
            | BlockKind::Table(_)
            | BlockKind::Quote(_)
            | BlockKind::Brief(_)
            | BlockKind::Callout(_)
            | BlockKind::Definitions(_)
            | BlockKind::Figure(_)
            | BlockKind::Pull(_)
            | BlockKind::Todo(_)
            | BlockKind::Example(_)
            | BlockKind::Rule => {}
        }
    });
    walk::each_inline(blocks, &mut |inline| {
        if let InlineKind::Span(_, attributes) = &inline.kind {
            anchors.extend(attributes.id.clone());
        }
    });
    anchors
}

fn cited_notes(blocks: &[Block]) -> Vec<String> {
    let mut cited = Vec::new();
    walk::each_inline(blocks, &mut |inline| {
        if let InlineKind::FootnoteRef(name) = &inline.kind {
            cited.push(name.clone());
        }
    });
    cited
}

/// Rewrites the links of a place that is printed by itself.
struct SettledLinks<'a> {
    /// Title of the whole book.
    title: String,
    /// The anchors that are printed.
    inside: &'a BTreeSet<String>,
    /// External links of the whole book.
    web: Vec<String>,
    /// External links of the place, by their new numbers.
    kept: Vec<String>,
}

impl SettledLinks<'_> {
    fn settle(&mut self, inline: &mut Inline) {
        let InlineKind::Link(Link { target, .. }) = &mut inline.kind else { return };
        match target {
            LinkTarget::Place { anchor, address, shown } if !self.inside.contains(&anchor.0) => {
                let (book, address) = (self.title.clone(), std::mem::take(address));
                *target =
                    if *shown { LinkTarget::Other { book, address } } else { LinkTarget::Nowhere };
            }
            LinkTarget::Web { note } => *note = self.number(*note),
            LinkTarget::Place { .. } | LinkTarget::Other { .. } | LinkTarget::Nowhere => {}
        }
    }

    /// Returns the new number of an external link; 0 stays 0.
    fn number(&mut self, note: usize) -> usize {
        let Some(url) = note.checked_sub(1).and_then(|at| self.web.get(at)) else { return 0 };
        let known = self.kept.iter().position(|kept| kept == url);
        known.unwrap_or_else(|| {
            self.kept.push(url.clone());
            self.kept.len() - 1
        }) + 1
    }
}
