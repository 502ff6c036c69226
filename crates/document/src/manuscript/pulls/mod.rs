//! Pulls: `![[#anchor]]` takes a brief or a section, `![[cards.csv]]` a table of data rows.

mod data;
mod sums;

use std::collections::BTreeSet;

use self::data::CountedData;
pub use self::data::check_data_files;
use super::find_data_file;
use super::headings::section_length;
use super::pull_findings::{BRIEF_HINT, OTHER_PLACE_HINT, lost_pull, new_place_hint, unknown_part};
use crate::{Attributes, Block, BlockKind, BookIcons, Document, Pull, walk};
use base::diagnostic::{Diagnostic, Findings, Guesses, code, short_quote};
use base::source::{SourceId, Sources, Span};

/// Parts of a section that a pull can ask for.
const PART_HINT: &str = "write ![[#place]] for its brief or ![[#place|full]] for its text";
/// Hint about the pull of a whole text.
const PLACE_HINT: &str = "write ![[#place]] for the brief of a place of this book";
/// Most blocks and cells that pulls may add to a book: pulls of pulls can double it again and again.
const MOST_PULLED: usize = 200_000;

/// Replaces all pulls of `document`.
pub fn fill_pulls(
    document: &mut Document,
    sources: &Sources,
    data: &DataFiles<'_>,
    findings: &mut Findings,
) {
    let mut has_pull = false;
    for blocks in document.bodies() {
        walk::each_block(blocks, &mut |block| {
            has_pull |= matches!(block.kind, BlockKind::Pull(_));
        });
    }
    if !has_pull {
        return;
    }
    let original = document.blocks.clone();
    let (guesses, open) = (Guesses::default(), Vec::new());
    let mut pass =
        PullPass { original: &original, sources, data, findings, guesses, open, pulled: 0 };
    for blocks in document.bodies_mut() {
        *blocks = pass.blocks(std::mem::take(blocks));
    }
}

/// Returns the data files that the texts pull.
pub fn pulled_data<'a>(
    texts: impl Iterator<Item = &'a Document>,
    sources: &Sources,
    data: &[SourceId],
) -> BTreeSet<SourceId> {
    let mut pulled = BTreeSet::new();
    for blocks in texts.flat_map(Document::bodies) {
        walk::each_block(blocks, &mut |block| {
            if let BlockKind::Pull(pull) = &block.kind {
                let from = &sources.get(block.span.source).path;
                pulled.extend(find_data_file(data, sources, from, &pull.target));
            }
        });
    }
    pulled
}

struct PullPass<'a> {
    original: &'a [Block],
    sources: &'a Sources,
    data: &'a DataFiles<'a>,
    findings: &'a mut Findings,
    guesses: Guesses,
    /// Anchors whose text is being pulled.
    open: Vec<String>,
    /// Blocks and cells added so far.
    pulled: usize,
}

impl<'a> PullPass<'a> {
    fn blocks(&mut self, blocks: Vec<Block>) -> Vec<Block> {
        let mut out = Vec::with_capacity(blocks.len());
        for mut block in blocks {
            for child in walk::child_blocks_mut(&mut block.kind) {
                *child = self.blocks(std::mem::take(child));
            }
            let BlockKind::Pull(pull) = &block.kind else {
                out.push(block);
                continue;
            };
            match self.pull(&pull.clone(), &block) {
                Some(pulled) => out.extend(pulled),
                None => out.push(block),
            }
        }
        out
    }

    /// Returns the blocks that replace a pull; `None` after a finding.
    fn pull(&mut self, pull: &Pull, block: &Block) -> Option<Vec<Block>> {
        if self.pulled > MOST_PULLED {
            return None;
        }
        let pulled = match pull.target.strip_prefix('#') {
            Some(anchor) => self.text(anchor, &pull.part, block.span),
            None => self.data(&pull.target, &block.attributes, block.span),
        };
        match pulled {
            Ok(blocks) if self.pulled <= MOST_PULLED => Some(blocks),
            Ok(_) => {
                self.report_size(block.span);
                None
            }
            Err(finding) => {
                self.findings.push(*finding);
                None
            }
        }
    }

    fn report_size(&mut self, span: Span) {
        let message = format!(
            "pulls add more than {MOST_PULLED} blocks to this book; the others are left out"
        );
        let hint = "do not pull a place that itself contains large pulls";
        self.findings.report(code::TOO_LARGE, span, message, hint);
    }

    fn text(
        &mut self,
        anchor: &str,
        part: &str,
        span: Span,
    ) -> Result<Vec<Block>, Box<Diagnostic>> {
        if self.open.iter().any(|open| open == anchor) {
            let open = short_quote(&self.open.join(" > "));
            let message = format!("`#{anchor}` pulls itself: {open} > {anchor}");
            let finding = Diagnostic::at(code::CYCLIC_PULL, span, message);
            return Err(Box::new(finding.hint("pull a place that does not pull this one")));
        }
        let Some(section) = section_blocks(self.original, anchor) else {
            return Err(Box::new(self.missing(anchor, span)));
        };
        let Some(part) = SectionPart::of(part) else {
            return Err(Box::new(unknown_part(part, span, PART_HINT)));
        };
        let wanted = part.blocks(section);
        if wanted.is_empty() {
            return Err(Box::new(part.missing(anchor, span)));
        }
        walk::each_block(&wanted, &mut |_| self.pulled += 1);
        self.open.push(anchor.to_owned());
        let mut filled = self.blocks(wanted);
        self.open.pop();
        walk::each_block_mut(&mut filled, &mut Block::clear_anchors);
        Ok(filled)
    }

    fn missing(&mut self, anchor: &str, span: Span) -> Diagnostic {
        let mut anchors = Vec::new();
        walk::each_block(self.original, &mut |block| {
            anchors.extend(block.attributes.id.as_deref())
        });
        let hint = match self.guesses.nearest(anchor, anchors.into_iter()) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => new_place_hint(anchor),
        };
        lost_pull(anchor, span).hint(hint)
    }

    fn data(
        &mut self,
        name: &str,
        attributes: &Attributes,
        span: Span,
    ) -> Result<Vec<Block>, Box<Diagnostic>> {
        let from = &self.sources.get(span.source).path;
        let Some(id) = find_data_file(self.data.files, self.sources, from, name) else {
            return Err(Box::new(self.data.missing(name, span)));
        };
        let DataFiles { files, icons, .. } = *self.data;
        let counted = CountedData { sources: self.sources, icons, files };
        let table = data::data_table(&counted, id, attributes);
        let table = table.map_err(|fault| {
            Box::new(Diagnostic::at(code::BAD_DATA, span, fault.message).hint(fault.hint))
        })?;
        self.pulled += table.cells().count();
        Ok(vec![Block { kind: BlockKind::Table(table), span, attributes: attributes.clone() }])
    }
}

/// Reports whether a file name is that of a picture.
pub fn is_picture_file(name: &str) -> bool {
    let end = name.rsplit_once('.').map(|(_, end)| end.to_lowercase());
    matches!(end.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "webp" | "svg"))
}

/// Data files that pulls can name.
pub struct DataFiles<'a> {
    /// Texts of the files.
    pub files: &'a [SourceId],
    /// Icons of the book.
    pub icons: &'a BookIcons,
    /// True if a book.toml can list more of them.
    pub is_book: bool,
}

impl DataFiles<'_> {
    fn missing(&self, name: &str, span: Span) -> Diagnostic {
        let quote = short_quote(name);
        let message = format!("the pull names `{quote}`, which is not a data file of this book");
        let hint = match name.rsplit_once('.').map(|(_, end)| end.to_lowercase()).as_deref() {
            _ if is_picture_file(name) => {
                format!("show a picture with ![what the picture shows]({quote})")
            }
            Some("md" | "html" | "htm") | None => PLACE_HINT.to_owned(),
            Some(_) if self.is_book => "list it under `data` in book.toml".to_owned(),
            Some(_) => format!(
                "write a book.toml beside this text that says data = [\"{quote}\"], and build the folder"
            ),
        };
        Diagnostic::at(code::MISSING_PULL, span, message).hint(hint)
    }
}

/// Part that a pull takes of a section.
#[derive(Clone, Copy)]
enum SectionPart {
    Brief,
    /// All blocks except titles and briefs.
    Text,
}

impl SectionPart {
    fn of(written: &str) -> Option<Self> {
        match written {
            "" => Some(Self::Brief),
            "full" => Some(Self::Text),
            _ => None,
        }
    }

    fn blocks(self, section: &[Block]) -> Vec<Block> {
        match self {
            Self::Brief => section
                .iter()
                .find_map(|block| match &block.kind {
                    BlockKind::Brief(blocks) => Some(blocks.as_slice()),
                    _ => None,
                })
                .unwrap_or_default()
                .to_vec(),
            Self::Text => section
                .iter()
                .filter(|block| !matches!(block.kind, BlockKind::Brief(_) | BlockKind::Heading(_)))
                .cloned()
                .collect(),
        }
    }

    fn missing(self, anchor: &str, span: Span) -> Diagnostic {
        let (what, hint) = match self {
            Self::Brief => ("brief", BRIEF_HINT),
            Self::Text => ("text", OTHER_PLACE_HINT),
        };
        let message = format!("`#{anchor}` has no {what}");
        Diagnostic::at(code::MISSING_PULL, span, message).hint(hint)
    }
}

/// Returns the blocks of the section with this anchor, its title first; or the block with this anchor that is
/// no title; or the blocks of an item of a list.
fn section_blocks<'a>(blocks: &'a [Block], anchor: &str) -> Option<&'a [Block]> {
    let named = |block: &Block| block.attributes.id.as_deref() == Some(anchor);
    let Some(start) = blocks.iter().position(named) else {
        return blocks.iter().find_map(|block| inner_blocks(block, anchor));
    };
    let (first, rest) = blocks[start..].split_first()?;
    let inside = first.heading_level().map_or(0, |level| section_length(level, rest));
    Some(&blocks[start..=start + inside])
}

/// Returns the blocks that this anchor names inside a block.
fn inner_blocks<'a>(block: &'a Block, anchor: &str) -> Option<&'a [Block]> {
    if let BlockKind::List(list) = &block.kind {
        let item = list.items.iter().find(|item| item.attributes.id.as_deref() == Some(anchor));
        if let Some(item) = item {
            return Some(&item.blocks);
        }
    }
    let mut inside = walk::child_blocks(&block.kind).into_iter();
    inside.find_map(|blocks| section_blocks(blocks, anchor))
}
