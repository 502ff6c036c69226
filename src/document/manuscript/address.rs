//! Addresses: each heading, step and lettered bullet gets what readers cite; each anchor becomes
//! unique.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::headings;
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::document::{
    Address, Anchor, Block, BlockKind, Document, Inline, InlineKind, List, ListItem, ListStyle,
    plain_text, walk,
};
use crate::source::{SourceId, Span};

/// What an anchor names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnchorEntry {
    /// What readers cite.
    pub address: Address,
    /// The title of the section, or of the section the place stands in.
    pub title: String,
    /// Where it stands.
    pub span: Span,
}

/// Every anchor of a book, and the slugs that lead to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnchorIndex {
    /// By anchor.
    pub entries: BTreeMap<Anchor, AnchorEntry>,
    /// Slugs as each file knows them.
    aliases: BTreeMap<(SourceId, String), Anchor>,
    /// The first heading of each file.
    firsts: BTreeMap<SourceId, Anchor>,
}

impl AnchorIndex {
    /// The anchor that `name` means in `source`.
    pub fn find(&self, source: SourceId, name: &str) -> Option<&Anchor> {
        let exact = self.entries.get_key_value(&Anchor(name.to_owned())).map(|(anchor, _)| anchor);
        self.aliases.get(&(source, name.to_owned())).or(exact)
    }

    /// The first heading of a file.
    pub fn first(&self, source: SourceId) -> Option<&Anchor> {
        self.firsts.get(&source)
    }
}

/// The anchor of a title as hosting sites make it: lower case, no punctuation, hyphens for spaces.
pub fn slug(title: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    title
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| keep(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Numbers the headings and items of `document`; the places in its footnotes have no address, but
/// can be linked to.
pub(super) fn number_places(document: &mut Document, findings: &mut Findings) -> AnchorIndex {
    let explicit = explicit_anchors(&document.blocks);
    let mut pass = AddressPass {
        index: AnchorIndex::default(),
        explicit,
        numbers: BTreeMap::new(),
        locals: BTreeMap::new(),
        section: SectionCounters::default(),
        titles: Default::default(),
        counters: [0; 8],
        findings,
    };
    note_author_numbers(&document.blocks, pass.findings);
    pass.blocks(&mut document.blocks);
    pass.section = SectionCounters::default();
    document.footnotes.iter_mut().for_each(|note| pass.blocks(&mut note.blocks));
    pass.index
}

fn explicit_anchors(blocks: &[Block]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    walk::each_block(blocks, &mut |block| ids.extend(block.attributes.id.clone()));
    ids
}

/// One note for all titles that carry their own number.
fn note_author_numbers(blocks: &[Block], findings: &mut Findings) {
    let own = |block: &Block| matches!(&block.kind, BlockKind::Heading(h) if headings::author_number(&plain_text(&h.content)).is_some());
    let count = blocks.iter().filter(|block| own(block)).count();
    if let Some(first) = blocks.iter().find(|block| own(block)) {
        let carry = if count == 1 {
            "1 heading carries its"
        } else {
            &format!("{count} headings carry their")
        };
        let message = format!("{carry} own number; it is printed once and used as the address");
        let hint = "leave the numbers out: headings are numbered when they are printed";
        findings.push(Diagnostic::at(code::AUTHOR_NUMBER, first.span, message).hint(hint));
    }
}

/// What has been counted in the section at hand.
#[derive(Default)]
struct SectionCounters {
    title: String,
    address: String,
    level: usize,
    classes: Vec<String>,
    lists: usize,
    letters: usize,
}

struct AddressPass<'a> {
    index: AnchorIndex,
    explicit: BTreeSet<String>,
    /// The last number put behind each name that was taken.
    numbers: BTreeMap<String, usize>,
    /// The same for the slugs of each file.
    locals: BTreeMap<(SourceId, String), usize>,
    section: SectionCounters,
    /// The title last seen at each level.
    titles: [String; 8],
    counters: [u32; 8],
    findings: &'a mut Findings,
}

impl AddressPass<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            if !matches!(block.kind, BlockKind::Heading(_)) {
                self.named(&mut block.attributes.id, block.span);
            }
            match &mut block.kind {
                BlockKind::Heading(_) => self.heading(block),
                BlockKind::List(list) => {
                    let base = self.section.address.clone();
                    self.list(list, &base, &[]);
                }
                _ => {
                    for child in walk::child_blocks_mut(&mut block.kind) {
                        self.blocks(child);
                    }
                }
            }
            for text in walk::inline_runs_mut(&mut block.kind) {
                walk::each_nested_inline_mut(text, &mut |inline| {
                    if let InlineKind::Span(_, attributes) = &mut inline.kind {
                        self.named(&mut attributes.id, inline.span);
                    }
                });
            }
        }
    }

    /// Enters a place in the section at hand, if it has a name.
    fn named(&mut self, id: &mut Option<String>, span: Span) {
        if let Some(name) = id.take() {
            *id = Some(self.enter(name, span, self.section.address.clone()).0);
        }
    }

    fn heading(&mut self, block: &mut Block) {
        let (span, attributes) = (block.span, block.attributes.clone());
        let BlockKind::Heading(heading) = &mut block.kind else { return };
        let level = (heading.level as usize).min(self.counters.len() - 1);
        self.counters[level] = self.counters[level].saturating_add(1);
        self.counters[level + 1..].fill(0);
        let written = plain_text(&heading.content);
        let mut address =
            self.counters[1..=level].iter().map(u32::to_string).collect::<Vec<_>>().join(".");
        if let Some((number, words)) = headings::author_number(&written) {
            number.clone_into(&mut address);
            if let Some(last) = number.rsplit('.').next().and_then(|last| last.parse().ok()) {
                self.counters[level] = last;
            }
            cut_text_front(&mut heading.content, words);
        }
        if attributes.has_class("unnumbered") {
            self.counters[level] = self.counters[level].saturating_sub(1);
            address.clear();
        }
        let title = plain_text(&heading.content);
        self.titles[level].clone_from(&title);
        self.titles[level + 1..].fill(String::new());
        heading.address = Address(address.clone());
        self.section = SectionCounters {
            title,
            address,
            level,
            classes: attributes.classes,
            lists: 0,
            letters: 0,
        };
        heading.anchor = self.heading_anchor(attributes.id, &written, span);
    }

    fn heading_anchor(&mut self, id: Option<String>, written: &str, span: Span) -> Anchor {
        let slug = slug(written);
        let address = self.section.address.clone();
        let anchor = match id {
            Some(id) => self.enter(id, span, address),
            None => {
                let free = self.free(if slug.is_empty() { "section" } else { &slug });
                if free != slug && !slug.is_empty() {
                    self.doubled_slug(&slug, &free, span);
                }
                self.enter(free, span, address)
            }
        };
        let alias = self.alias(span.source, slug);
        self.index.aliases.insert(alias, anchor.clone());
        self.index.firsts.entry(span.source).or_insert_with(|| anchor.clone());
        anchor
    }

    /// The slug as the file alone knows it: hosting sites number the equal ones of each file.
    fn alias(&mut self, source: SourceId, slug: String) -> (SourceId, String) {
        let mut alias = (source, slug.clone());
        while self.index.aliases.contains_key(&alias) {
            let number = self.locals.entry((source, slug.clone())).or_default();
            *number += 1;
            alias.1 = format!("{slug}-{number}");
        }
        alias
    }

    fn doubled_slug(&mut self, slug: &str, free: &str, span: Span) {
        let message = format!(
            "another heading has the slug `#{}`; this one is `#{}`",
            short_quote(slug),
            short_quote(free)
        );
        let above = self.titles[..self.section.level].iter().rev().find(|title| !title.is_empty());
        let mut own = format!(
            "{}-{slug}",
            above.map_or_else(|| "another".to_owned(), |title| self::slug(title))
        );
        if own.len() > 60 || self.taken(&own) {
            own = "a-name-of-its-own".to_owned();
        }
        let hint = format!("give it an anchor of its own, such as {{#{own}}}");
        self.findings.push(Diagnostic::at(code::DOUBLED_SLUG, span, message).hint(hint));
    }

    fn taken(&self, name: &str) -> bool {
        self.explicit.contains(name) || self.index.entries.contains_key(&Anchor(name.to_owned()))
    }

    /// `name`, or `name-1` and so on when it is taken.
    fn free(&mut self, name: &str) -> String {
        if !self.taken(name) { name.to_owned() } else { self.numbered(name) }
    }

    /// `name-1`, or the first number that is not taken.
    fn numbered(&mut self, name: &str) -> String {
        loop {
            let number = self.numbers.entry(name.to_owned()).or_default();
            *number += 1;
            let numbered = format!("{name}-{number}");
            if !self.taken(&numbered) {
                return numbered;
            }
        }
    }

    /// Enters an anchor; a second one of the same name is an error and gets a number.
    fn enter(&mut self, name: String, span: Span, address: String) -> Anchor {
        let mut anchor = Anchor(name);
        if let Some(first) = self.index.entries.get(&anchor) {
            let message =
                format!("the anchor `{}` stands at two places", short_quote(&anchor.to_string()));
            let finding = Diagnostic::at(code::DOUBLED_ANCHOR, span, message);
            self.findings.push(
                finding.related(first.span, "first here").hint("give one of them another name"),
            );
            anchor = Anchor(self.numbered(&anchor.0));
        }
        let entry =
            AnchorEntry { address: Address(address), title: self.section.title.clone(), span };
        self.index.entries.insert(anchor.clone(), entry);
        anchor
    }

    /// A list below `base` ("3.2" or "3.2 step 2"); `path` holds the numbers of the steps around
    /// it.
    fn list(&mut self, list: &mut List, base: &str, path: &[String]) {
        let cited = list.items.iter().any(|item| item.attributes.id.is_some())
            || self.section.classes.iter().any(|class| class == "rules" || class == "lettered");
        if list.style == ListStyle::Bullet && cited {
            list.style = ListStyle::Lettered;
        }
        let base = self.list_base(list.style, base, path);
        let mut letters = if path.is_empty() { self.section.letters } else { 0 };
        for (nth, item) in list.items.iter_mut().enumerate() {
            match list.style {
                ListStyle::Bullet => {}
                ListStyle::Lettered => {
                    item.marker = item_letter(letters);
                    letters += 1;
                    item.address = Address(format!("{base} {}", item.marker).trim().to_owned());
                }
                ListStyle::Ordered => {
                    self.step(item, list.start.saturating_add(nth as u64), &base, path)
                }
            }
            self.item(item, &base, path, nth);
        }
        if path.is_empty() {
            self.section.letters = letters;
        }
    }

    /// A second list of steps in a section is told apart by its number.
    fn list_base(&mut self, style: ListStyle, base: &str, path: &[String]) -> String {
        if style != ListStyle::Ordered || !path.is_empty() {
            return base.to_owned();
        }
        self.section.lists += 1;
        match self.section.lists {
            1 => base.to_owned(),
            n => format!("{base} list {n}").trim().to_owned(),
        }
    }

    fn step(&self, item: &mut ListItem, number: u64, base: &str, path: &[String]) {
        let mut full = path.to_vec();
        full.push(number.to_string());
        item.marker = full.join(".");
        item.address = Address(format!("{base} step {}", item.marker).trim().to_owned());
    }

    fn item(&mut self, item: &mut ListItem, base: &str, path: &[String], nth: usize) {
        if let (Some(id), Some(span)) = (item.attributes.id.clone(), item.span) {
            item.attributes.id = Some(self.enter(id, span, item.address.0.clone()).0);
        }
        let lettered = item.marker.starts_with(|c: char| c.is_alphabetic());
        let mut inner = path.to_vec();
        if !lettered && !item.marker.is_empty() {
            inner = item.marker.split('.').map(str::to_owned).collect();
        }
        let below =
            if item.address.0.is_empty() { base.to_owned() } else { item.address.0.clone() };
        for block in &mut item.blocks {
            if matches!(block.kind, BlockKind::List(_)) {
                self.named(&mut block.attributes.id, block.span);
            }
            match &mut block.kind {
                BlockKind::List(list)
                    if list.style == ListStyle::Ordered && !lettered && !item.marker.is_empty() =>
                {
                    self.list(list, base, &inner);
                }
                BlockKind::List(list)
                    if item.marker.is_empty() && list.style == ListStyle::Ordered =>
                {
                    self.list(list, base, &[]);
                }
                BlockKind::List(list) => {
                    let marks = [format!("{nth}")];
                    self.list(
                        list,
                        &below,
                        &marks[..usize::from(list.style != ListStyle::Ordered)],
                    );
                }
                _ => self.blocks(std::slice::from_mut(block)),
            }
        }
    }
}

/// `a` to `z`, then `aa` and so on.
fn item_letter(mut nth: usize) -> String {
    let mut out = Vec::new();
    loop {
        out.push(b'a' + (nth % 26) as u8);
        if nth < 26 {
            break;
        }
        nth = nth / 26 - 1;
    }
    out.reverse();
    String::from_utf8(out).expect("letters are ASCII")
}

/// Takes the first `bytes` bytes of text off `inlines`.
fn cut_text_front(inlines: &mut Vec<Inline>, mut bytes: usize) {
    while bytes > 0 && !inlines.is_empty() {
        let InlineKind::Text(text) = &mut inlines[0].kind else {
            if matches!(inlines[0].kind, InlineKind::Space) {
                bytes -= 1;
                inlines.remove(0);
                continue;
            }
            return;
        };
        if text.len() > bytes {
            text.drain(..bytes);
            return;
        }
        bytes -= text.len();
        inlines.remove(0);
    }
}
