//! One place of a book alone: a section with the sections in it, or one block. In: a book and an
//! anchor. Out: the same book with nothing else in it, every address as it was.

use std::collections::BTreeSet;

use super::{Book, FrontPage, heading_of};
use base::diagnostic::nearest_name;
use base::source::Span;
use document::{Block, BlockKind, Inline, InlineKind, Link, LinkTarget, section_length, walk};

/// No place of a book has the anchor that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPlace {
    /// The anchor that is most like it.
    pub near: Option<String>,
}

impl Book {
    /// Keeps the place with this anchor and nothing else, and takes its name for that of the
    /// outputs; gives where its text stands.
    ///
    /// # Errors
    /// When no section and no block has this anchor; then the book stays whole.
    pub fn keep_place(&mut self, anchor: &str) -> Result<Vec<Span>, UnknownPlace> {
        let Some(kept) = find_place(&self.blocks, anchor) else {
            let known = anchors_in(&self.blocks);
            let near = nearest_name(anchor, known.iter().map(String::as_str)).map(str::to_owned);
            return Err(UnknownPlace { near });
        };
        let kept = kept.to_vec();
        Ok(self.keep_blocks(kept, anchor))
    }

    /// Keeps the example of this name and nothing else; whether the book has it.
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

    /// Keeps these blocks and nothing else, and takes `name` for that of the outputs; gives where
    /// their text stands.
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

    /// Links that lead out say where in the whole book they lead; links to the web are numbered
    /// anew.
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

/// The blocks of the section, or the block, with an anchor.
fn find_place<'b>(blocks: &'b [Block], anchor: &str) -> Option<&'b [Block]> {
    let names = |block: &Block| anchors_in(std::slice::from_ref(block)).contains(anchor);
    let start = blocks.iter().position(names)?;
    let heading = heading_of(&blocks[start]).filter(|heading| heading.anchor.0 == anchor);
    let inside = heading.map_or(0, |heading| section_length(heading.level, &blocks[start + 1..]));
    Some(&blocks[start..=start + inside])
}

/// The anchors of blocks, and of all blocks, items and spans in them.
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

/// Links as they stand in a place alone.
struct SettledLinks<'a> {
    /// Title of the whole book.
    title: String,
    /// The anchors that are printed.
    inside: &'a BTreeSet<String>,
    /// External links of the whole book.
    web: Vec<String>,
    /// Those of the place, by their new numbers.
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

    /// The new number of an external link; 0 stays 0.
    fn number(&mut self, note: usize) -> usize {
        let Some(url) = note.checked_sub(1).and_then(|at| self.web.get(at)) else { return 0 };
        let known = self.kept.iter().position(|kept| kept == url);
        known.unwrap_or_else(|| {
            self.kept.push(url.clone());
            self.kept.len() - 1
        }) + 1
    }
}
