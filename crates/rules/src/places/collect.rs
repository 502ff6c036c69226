//! Collects the places of a document in one walk.

use super::texts::{inline_words, place_words};
use super::{PlacedChart, PlacedList, ProsePlaces};
use crate::program::ProsePlace;
use base::source::{SourceId, Span};
use document::{
    Attributes, Block, BlockKind, CodeBlock, Heading, Inline, InlineKind, LinkTarget, List,
    ListItem, ListStyle, Manuscript, plain_text, walk,
};

/// Collects all places of a text, except those in footnotes.
pub fn collect_places(manuscript: &Manuscript) -> ProsePlaces {
    let mut pass = PlaceCollector {
        places: ProsePlaces::default(),
        section: CurrentSection::default(),
        bullets: BulletCount::default(),
    };
    pass.blocks(&manuscript.document.blocks, None);
    pass.places
}

/// The current section.
#[derive(Default)]
struct CurrentSection<'d> {
    anchor: &'d str,
    title: String,
    address: &'d str,
    tiebreakers: bool,
    place: usize,
    /// True if the section has had a list.
    listed: bool,
    /// True if the section has had a chart.
    charted: bool,
}

impl<'d> CurrentSection<'d> {
    /// Returns the anchor of the section; `None` before the first heading.
    fn heading_anchor(&self) -> Option<&'d str> {
        Some(self.anchor).filter(|anchor| !anchor.is_empty())
    }
}

struct PlaceCollector<'d> {
    places: ProsePlaces,
    section: CurrentSection<'d>,
    bullets: BulletCount,
}

/// Counts the plain bullets of the current section or item: print does not number them.
#[derive(Default)]
struct BulletCount {
    /// Step of the item that the bullets are in; empty for a section.
    step: String,
    /// Address of the section or item that the bullets are in.
    address: String,
    count: usize,
}

impl BulletCount {
    /// Begins the next bullet, and returns the count for the bullets in it, with its step and address.
    fn enter_next(&mut self) -> Self {
        self.count += 1;
        let step = join_step(self.step.clone(), &format!("*{}", self.count));
        let address = format!("{} bullet {}", self.address, self.count).trim().to_owned();
        Self { step, address, count: 0 }
    }
}

impl<'d> PlaceCollector<'d> {
    /// Collects the blocks of a section, or of the item at `holder`.
    fn blocks(&mut self, blocks: &'d [Block], holder: Option<usize>) {
        for (nth, block) in blocks.iter().enumerate() {
            if !matches!(block.kind, BlockKind::Brief(_)) {
                self.block(block, &blocks[nth + 1..], holder);
                for text in walk::inline_runs(&block.kind) {
                    walk::each_nested_inline(text, &mut |inline| self.named_words(inline, holder));
                }
            }
        }
    }

    /// Collects a block; `after` are the blocks that follow it.
    fn block(&mut self, block: &'d Block, after: &'d [Block], holder: Option<usize>) {
        match &block.kind {
            BlockKind::Heading(heading) => self.heading(heading, block, after),
            BlockKind::List(list) => {
                let own = self.named_block(block, holder);
                self.list(list, &block.attributes, own, holder);
            }
            BlockKind::Code(code) if code.language == "mermaid" => {
                let place = self.named_block(block, holder);
                self.chart(code, block, place);
            }
            _ => {
                self.named_block(block, holder);
                for child in walk::child_blocks(&block.kind) {
                    self.blocks(child, holder);
                }
            }
        }
    }

    fn heading(&mut self, heading: &'d Heading, block: &Block, after: &[Block]) {
        let end = after.iter().position(|block| matches!(block.kind, BlockKind::Heading(_)));
        let body = &after[..end.unwrap_or(after.len())];
        let (anchor, address) = (heading.anchor.0.as_str(), heading.address.0.as_str());
        self.section = CurrentSection {
            anchor,
            title: plain_text(&heading.content),
            address,
            tiebreakers: block.attributes.has_class("tiebreakers"),
            ..CurrentSection::default()
        };
        self.bullets = BulletCount { address: address.to_owned(), ..BulletCount::default() };
        let new = NewPlace::at(block.span).addressed(address).anchored(anchor);
        self.section.place = self.add_place(new, |names| place_words(body, names, false));
    }

    /// Adds a place; `words` returns its text, with or without the names of values.
    fn add_place(&mut self, new: NewPlace<'_>, words: impl Fn(bool) -> String) -> usize {
        let NewPlace { anchor, step, address, span } = new;
        let at = self.places.all.len();
        if let Some(anchor) = anchor {
            self.places.anchors.entry(anchor.to_owned()).or_insert(at);
        }
        self.places.all.push(ProsePlace {
            section: self.section.anchor.to_owned(),
            step,
            anchor: anchor.map(str::to_owned),
            address,
            title: self.section.title.clone(),
            text: words(false),
            links: Vec::new(),
            span,
            book: None,
        });
        self.places.named.push(words(true));
        at
    }

    /// Adds the place of a block with an id.
    fn named_block(&mut self, block: &Block, holder: Option<usize>) -> Option<usize> {
        let id = block.attributes.id.as_deref()?;
        let new = self.place_in_item(holder, block.span).anchored(id);
        Some(self.add_place(new, |names| place_words(std::slice::from_ref(block), names, true)))
    }

    /// Adds a chart, which is at `own` if it has an id.
    fn chart(&mut self, code: &CodeBlock, block: &Block, own: Option<usize>) {
        let is_first = !std::mem::replace(&mut self.section.charted, true);
        let section = self.section.heading_anchor().filter(|_| is_first);
        self.places.charts.push(PlacedChart {
            anchor: block.attributes.id.clone(),
            section: section.map(str::to_owned),
            place: own.unwrap_or(self.section.place),
            code: code.clone(),
            span: block.span,
        });
    }

    /// Adds the place of words with an id.
    fn named_words(&mut self, inline: &Inline, holder: Option<usize>) {
        if let InlineKind::Span(content, Attributes { id: Some(id), .. }) = &inline.kind {
            let new = self.place_in_item(holder, inline.span).anchored(id);
            self.add_place(new, |names| inline_words(content, names));
        }
    }

    /// Returns a new place inside an item. It has the item's step and address, but is not found by the step.
    fn place_in_item(&self, holder: Option<usize>, span: Span) -> NewPlace<'static> {
        match holder.map(|at| &self.places.all[at]) {
            Some(place) => {
                let step = place.step.clone();
                NewPlace { step, ..NewPlace::at(span) }.addressed(&place.address)
            }
            None => NewPlace::at(span).addressed(self.section.address),
        }
    }

    /// Collects a list; `own` is its place if it has an id, `holder` the item it is in.
    fn list(
        &mut self,
        list: &'d List,
        attributes: &Attributes,
        own: Option<usize>,
        holder: Option<usize>,
    ) {
        let first = holder.is_none() && !std::mem::replace(&mut self.section.listed, true);
        let from = self.places.all.len();
        let items: Vec<usize> =
            list.items.iter().filter_map(|item| self.item(item, list.style, holder)).collect();
        if let Some(id) = &attributes.id {
            self.steps_below(id, from, items.first().copied());
        }
        let place = own.unwrap_or(self.section.place);
        self.add_list(attributes, first, place, items);
    }

    /// Adds a list at `place`; `first` is true for the first list of its section.
    fn add_list(&mut self, attributes: &Attributes, first: bool, place: usize, items: Vec<usize>) {
        let section = self.section.heading_anchor().filter(|_| first);
        let anchor = attributes.id.as_deref().or(section).map(str::to_owned);
        let tiebreakers =
            attributes.has_class("tiebreakers") || (first && self.section.tiebreakers);
        if anchor.is_some() || tiebreakers {
            self.places.lists.push(PlacedList { anchor, tiebreakers, place, items });
        }
    }

    /// Adds the steps of a list with an id a second time, below that id and without the number of the list.
    fn steps_below(&mut self, id: &str, from: usize, first: Option<usize>) {
        let list = first.and_then(|at| self.places.all[at].step.split_once(':'));
        let list = list.map(|(list, _)| format!("{list}:")).unwrap_or_default();
        for at in from..self.places.all.len() {
            let step = &self.places.all[at].step;
            let step = step.strip_prefix(&list).unwrap_or(step).to_owned();
            if !step.is_empty() {
                self.places.steps.entry((id.to_owned(), step)).or_insert(at);
            }
        }
    }

    /// Collects an item, and returns its place. A plain bullet is no item of its list: it is found only by
    /// its count, and names in it belong to `holder`.
    fn item(
        &mut self,
        item: &'d ListItem,
        style: ListStyle,
        holder: Option<usize>,
    ) -> Option<usize> {
        let anchor = item.attributes.id.as_deref();
        if anchor.is_none() && style == ListStyle::Bullet {
            let inner = self.add_bullet(item);
            self.blocks_of_item(item, inner, holder);
            return None;
        }
        let at = self.add_item(item, anchor);
        let ProsePlace { step, address, .. } = &self.places.all[at];
        let inner = BulletCount { step: step.clone(), address: address.clone(), count: 0 };
        self.blocks_of_item(item, inner, Some(at));
        Some(at)
    }

    /// Collects the blocks of an item, with a count of its own for bullets.
    fn blocks_of_item(&mut self, item: &'d ListItem, inner: BulletCount, holder: Option<usize>) {
        let outer = std::mem::replace(&mut self.bullets, inner);
        self.blocks(&item.blocks, holder);
        self.bullets = outer;
    }

    /// Adds the place of a plain bullet, which is found by its count: `#upkeep *2`.
    fn add_bullet(&mut self, item: &ListItem) -> BulletCount {
        let inner = self.bullets.enter_next();
        let own = NewPlace { step: inner.step.clone(), ..NewPlace::at(item_span(item)) };
        let at = self.add_place(own.addressed(&inner.address), |names| {
            place_words(&item.blocks, names, false)
        });
        let key = (self.section.anchor.to_owned(), inner.step.clone());
        self.places.steps.entry(key).or_insert(at);
        inner
    }

    fn add_item(&mut self, item: &ListItem, anchor: Option<&str>) -> usize {
        let step = step_path(&item.address.0, self.section.address);
        let own = NewPlace { anchor, step: step.clone(), ..NewPlace::at(item_span(item)) };
        let new = own.addressed(&item.address.0);
        let at = self.add_place(new, |names| place_words(&item.blocks, names, false));
        self.places.all[at].links = linked_anchors(&item.blocks);
        if !step.is_empty() {
            self.places.steps.entry((self.section.anchor.to_owned(), step)).or_insert(at);
        }
        at
    }
}

/// Returns the anchors that blocks link to.
fn linked_anchors(blocks: &[Block]) -> Vec<String> {
    let mut anchors = Vec::new();
    walk::each_link(blocks, &mut |link, _| {
        if let LinkTarget::Place { anchor, .. } = &link.target {
            anchors.push(anchor.0.clone());
        }
    });
    anchors
}

/// Span of an empty item, which is nowhere in the text.
const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

/// A place to be added.
struct NewPlace<'n> {
    anchor: Option<&'n str>,
    step: String,
    address: String,
    span: Span,
}

impl NewPlace<'_> {
    fn at(span: Span) -> Self {
        Self { anchor: None, step: String::new(), address: String::new(), span }
    }

    fn addressed(mut self, address: &str) -> Self {
        address.clone_into(&mut self.address);
        self
    }

    fn anchored(self, anchor: &str) -> NewPlace<'_> {
        NewPlace { anchor: Some(anchor), step: self.step, address: self.address, span: self.span }
    }
}

/// Returns the step path of an address: `5.6.1 list 2 step 2.1` below `5.6.1` is `2:2.1`, `5.6.1 step 2 a` is
/// `2.a`.
fn step_path(address: &str, section: &str) -> String {
    let mut out = String::new();
    let mut words = address.strip_prefix(section).unwrap_or(address).split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "step" => {}
            "list" => {
                out = join_step(out, words.next().unwrap_or_default());
                out.push(':');
            }
            word => out = join_step(out, word),
        }
    }
    out
}

fn join_step(mut path: String, part: &str) -> String {
    if !path.is_empty() && !path.ends_with(':') {
        path.push('.');
    }
    path + part
}

fn item_span(item: &ListItem) -> Span {
    item.span.or(item.blocks.first().map(|block| block.span)).unwrap_or(NOWHERE)
}
