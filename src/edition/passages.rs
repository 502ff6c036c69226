//! The passages of an edition. In: its text as one tree. Out: each title, paragraph, item, term, brief, table
//! and chart with its words and the passage around it.

use std::collections::{BTreeMap, BTreeSet};

use super::ChangePlace;
use super::tables::{TableText, table_text};
use super::words::{Word, WordReader, words_of_text};
use base::source::{Sources, Span};
use document::{
    Attributes, Block, BlockKind, Definition, Heading, Inline, InlineKind, List, ListItem,
    Manuscript, plain_text, walk,
};

/// The kind of a passage.
#[derive(Debug, Clone)]
pub enum PassageKind {
    /// The title of a section.
    Title,
    /// A paragraph, or another block that is read as one.
    Text,
    /// An item of a list.
    Item,
    /// The short form of a section.
    Brief,
    /// A term and its meaning.
    Term,
    /// A table.
    Table(TableText),
    /// A flowchart, as written.
    Chart(String),
}

impl PassageKind {
    /// True if passages of these kinds can be paired.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            // A sentence may become an item, and an item a sentence.
            (Self::Text | Self::Item, Self::Text | Self::Item) => true,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

/// A passage of an edition.
#[derive(Debug, Clone)]
pub struct Passage {
    pub kind: PassageKind,
    /// The name that its author gives it; for a title, its anchor.
    pub anchor: Option<String>,
    /// The anchor of its section; for a title, its own.
    pub section: String,
    /// The title of that section.
    pub title: String,
    /// The passage around it: an item or a title.
    pub parent: Option<usize>,
    /// Its own number; empty if readers cite its section.
    pub address: String,
    /// Its own words, without those of the passages in it.
    pub words: Vec<Word>,
    /// The term that it explains; empty for other passages.
    pub term: Vec<Word>,
    /// The values that it shows.
    pub values: BTreeSet<String>,
    /// The only reading under which it is printed.
    pub reading: Option<String>,
    pub span: Span,
}

/// The passages of an edition, in reading order.
pub struct Passages<'a> {
    pub all: Vec<Passage>,
    /// The passages by anchor.
    pub anchors: BTreeMap<String, usize>,
    /// The definition of each value: the passage and the place.
    pub definitions: BTreeMap<String, (usize, Span)>,
    pub places: Places<'a>,
}

/// The paths of an edition's texts.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    pub sources: &'a Sources,
    /// The folder of the book, below the root.
    pub folder: &'a str,
}

impl Places<'_> {
    /// Returns the file and line of a place.
    pub fn file_and_line(self, span: Span) -> (String, usize) {
        let source = self.sources.get(span.source);
        (self.file(&source.path), source.position(span.start as usize).0)
    }

    /// Turns a path below the root into one from the folder of the book.
    pub fn file(self, path: &str) -> String {
        let below = path.strip_prefix(self.folder).and_then(|rest| rest.strip_prefix('/'));
        below.unwrap_or(path).to_owned()
    }
}

impl Passages<'_> {
    /// Returns the place of a passage.
    pub fn place(&self, at: usize) -> ChangePlace {
        let passage = &self.all[at];
        let (file, line) = self.places.file_and_line(passage.span);
        let address = self.cited(at);
        let (section, anchor) = (passage.title.clone(), passage.section.clone());
        ChangePlace { address, section, anchor, file, line }
    }

    /// Returns the number that readers cite for a passage: its own, or else that of the passage around it.
    pub fn cited(&self, at: usize) -> String {
        let passage = &self.all[at];
        match passage.parent {
            _ if !passage.address.is_empty() => passage.address.clone(),
            Some(parent) => self.cited(parent),
            None => String::new(),
        }
    }

    /// Returns a passage and all passages in it, at any depth, in reading order.
    pub fn whole(&self, top: usize) -> Vec<usize> {
        let mut inside = vec![top];
        for at in top + 1..self.all.len() {
            if self.all[at].parent.is_some_and(|parent| inside.contains(&parent)) {
                inside.push(at);
            }
        }
        inside
    }
}

/// Returns the passages of a manuscript; values in `changed` count as the same.
pub fn collect_passages<'a>(
    manuscript: &'a Manuscript,
    sources: &'a Sources,
    changed: &BTreeSet<String>,
) -> Passages<'a> {
    let places = Places { sources, folder: &manuscript.folder };
    let mut collector = Collector {
        passages: Passages {
            all: Vec::new(),
            anchors: BTreeMap::new(),
            definitions: BTreeMap::new(),
            places,
        },
        reader: WordReader { changed },
        titles: Vec::new(),
        seen: BTreeSet::new(),
    };
    for blocks in manuscript.document.bodies() {
        collector.blocks(blocks, None, None);
    }
    collector.passages
}

struct Collector<'a, 'c> {
    passages: Passages<'a>,
    reader: WordReader<'c>,
    /// The titles around the present section: level and passage.
    titles: Vec<(u8, usize)>,
    /// Places already read: pulled text is in a tree twice.
    seen: BTreeSet<(Span, bool)>,
}

/// A passage to be added.
struct Draft<'d> {
    kind: PassageKind,
    anchor: Option<&'d str>,
    address: &'d str,
    attributes: &'d Attributes,
    span: Span,
}

impl Collector<'_, '_> {
    /// Reads the blocks of a section, or of the item `holder`; `reading` is the only reading that prints
    /// them.
    fn blocks(&mut self, blocks: &[Block], holder: Option<usize>, reading: Option<&str>) {
        for block in blocks {
            if self.is_new(block) {
                self.block(block, holder, reading);
            }
        }
    }

    /// True if a block was not read yet. A block and the first block inside it may have the same place.
    fn is_new(&mut self, block: &Block) -> bool {
        self.seen.insert((block.span, walk::child_blocks(&block.kind).is_empty()))
    }

    fn block(&mut self, block: &Block, holder: Option<usize>, reading: Option<&str>) {
        let reading = block.attributes.get("when").or(reading);
        match &block.kind {
            BlockKind::Heading(heading) => self.heading(heading, block),
            BlockKind::Paragraph(content) | BlockKind::Todo(content) => {
                self.text(block, &[content], holder, reading);
            }
            BlockKind::List(list) => self.list(list, block, holder, reading),
            BlockKind::Brief(blocks) => {
                let runs = runs_of(blocks);
                let draft = self.draft(PassageKind::Brief, block);
                self.add(draft, &runs, holder, reading);
            }
            BlockKind::Definitions(list) => {
                list.iter().for_each(|entry| self.term(entry, block, holder, reading));
            }
            BlockKind::Table(table) => {
                let written = self.passages.places.sources.excerpt(block.span);
                if written.trim_start().starts_with("![[") {
                    // A table of a data file, whose rows are compared by themselves.
                    return;
                }
                let text = table_text(table, self.reader);
                let kind = PassageKind::Table(text);
                let runs = table.cells().flat_map(|cell| runs_of(&cell.blocks)).collect::<Vec<_>>();
                let draft = self.draft(kind, block);
                self.add(draft, &runs, holder, reading);
            }
            BlockKind::Code(code) if code.is_chart() => {
                let draft = self.draft(PassageKind::Chart(code.text.clone()), block);
                self.add(draft, &[], holder, reading);
            }
            BlockKind::Code(code) => {
                let draft = self.draft(PassageKind::Text, block);
                let at = self.add(draft, &[], holder, reading);
                self.passages.all[at].words = words_of_text(&code.text);
            }
            BlockKind::Figure(figure) => {
                let alt = vec![Inline::text(figure.image.alt.clone(), block.span)];
                self.text(block, &[&alt, &figure.caption], holder, reading);
            }
            BlockKind::Quote(blocks) => self.blocks(blocks, holder, reading),
            BlockKind::Callout(callout) => self.blocks(&callout.blocks, holder, reading),
            BlockKind::Pull(_) | BlockKind::Rule | BlockKind::Example(_) => {}
        }
    }

    fn draft<'d>(&self, kind: PassageKind, block: &'d Block) -> Draft<'d> {
        Draft {
            kind,
            anchor: block.attributes.id.as_deref(),
            address: "",
            attributes: &block.attributes,
            span: block.span,
        }
    }

    fn text(
        &mut self,
        block: &Block,
        runs: &[&Vec<Inline>],
        holder: Option<usize>,
        reading: Option<&str>,
    ) {
        let draft = self.draft(PassageKind::Text, block);
        self.add(draft, runs, holder, reading);
    }

    fn heading(&mut self, heading: &Heading, block: &Block) {
        while self.titles.last().is_some_and(|(level, _)| *level >= heading.level) {
            self.titles.pop();
        }
        let draft = Draft {
            kind: PassageKind::Title,
            anchor: Some(&heading.anchor.0),
            address: &heading.address.0,
            attributes: &block.attributes,
            span: block.span,
        };
        let at = self.add(draft, &[&heading.content], None, None);
        let passage = &mut self.passages.all[at];
        passage.section.clone_from(&heading.anchor.0);
        passage.title = plain_text(&heading.content);
        self.titles.push((heading.level, at));
    }

    fn list(&mut self, list: &List, block: &Block, holder: Option<usize>, reading: Option<&str>) {
        let first = self.passages.all.len();
        for item in &list.items {
            self.item(item, block.span, holder, reading);
        }
        if let (Some(id), true) = (&block.attributes.id, first < self.passages.all.len()) {
            self.passages.anchors.entry(id.clone()).or_insert(first);
        }
    }

    fn item(&mut self, item: &ListItem, list: Span, holder: Option<usize>, reading: Option<&str>) {
        let span = item.span.or(item.blocks.first().map(|block| block.span)).unwrap_or(list);
        let own = |block: &&Block| matches!(block.kind, BlockKind::Paragraph(_));
        let runs: Vec<&Vec<Inline>> = item
            .blocks
            .iter()
            .filter(own)
            .flat_map(|block| walk::inline_runs(&block.kind))
            .collect();
        let draft = Draft {
            kind: PassageKind::Item,
            anchor: item.attributes.id.as_deref(),
            address: &item.address.0,
            attributes: &item.attributes,
            span,
        };
        let at = self.add(draft, &runs, holder, reading);
        let reading = self.passages.all[at].reading.clone();
        for block in item.blocks.iter().filter(|block| !own(block)) {
            if self.is_new(block) {
                self.block(block, Some(at), reading.as_deref());
            }
        }
    }

    fn term(
        &mut self,
        entry: &Definition,
        block: &Block,
        holder: Option<usize>,
        reading: Option<&str>,
    ) {
        let runs: Vec<&Vec<Inline>> = entry.bodies.iter().flat_map(|body| runs_of(body)).collect();
        let draft =
            Draft { span: entry.span, anchor: None, ..self.draft(PassageKind::Term, block) };
        let at = self.add(draft, &runs, holder, reading);
        let passage = &mut self.passages.all[at];
        passage.title = plain_text(&entry.term);
        passage.term = self.reader.words(&entry.term);
    }

    /// Adds a passage with the words of these runs.
    fn add(
        &mut self,
        draft: Draft<'_>,
        runs: &[&Vec<Inline>],
        holder: Option<usize>,
        reading: Option<&str>,
    ) -> usize {
        let Draft { kind, anchor, address, attributes, span } = draft;
        let at = self.passages.all.len();
        let mut words = Vec::new();
        let mut values = BTreeSet::new();
        for run in runs {
            let first = words.len();
            words.extend(self.reader.words(run));
            if let Some(first) = words.get_mut(first) {
                first.spaced = true;
            }
            self.note_values(run, at, &mut values);
        }
        if let Some(anchor) = anchor {
            self.passages.anchors.entry(anchor.to_owned()).or_insert(at);
        }
        let section = self.titles.last().map(|(_, title)| &self.passages.all[*title]);
        let passage = Passage {
            kind,
            anchor: anchor.map(str::to_owned),
            section: section.map(|title| title.section.clone()).unwrap_or_default(),
            title: section.map(|title| title.title.clone()).unwrap_or_default(),
            parent: holder.or(self.titles.last().map(|(_, title)| *title)),
            address: address.to_owned(),
            words,
            term: Vec::new(),
            values,
            reading: attributes.get("when").or(reading).map(str::to_owned),
            span,
        };
        self.passages.all.push(passage);
        at
    }

    /// Notes the values that a run shows, and those that it defines.
    fn note_values(&mut self, run: &[Inline], at: usize, shown: &mut BTreeSet<String>) {
        walk::each_nested_inline(run, &mut |inline| {
            if let InlineKind::Value(value) = &inline.kind {
                shown.insert(value.name.clone());
                if value.defines {
                    let place = (at, inline.span);
                    self.passages.definitions.entry(value.name.clone()).or_insert(place);
                }
            }
        });
    }
}

/// Returns all runs of inlines in blocks, in reading order.
fn runs_of(blocks: &[Block]) -> Vec<&Vec<Inline>> {
    let mut runs = Vec::new();
    walk::each_block(blocks, &mut |block| runs.extend(walk::inline_runs(&block.kind)));
    runs
}
