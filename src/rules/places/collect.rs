//! One walk over a document that writes down its places.

use super::texts::{inline_words, place_words, words_with_items};
use super::{PlacedChart, PlacedList, ProsePlaces};
use crate::document::{
    Attributes, Block, BlockKind, CodeBlock, Inline, InlineKind, List, ListItem, ListStyle,
    Manuscript, plain_text, walk,
};
use crate::rules::program::ProsePlace;
use crate::source::{SourceId, Span};

/// All places of a text, those of its footnotes left out.
pub(super) fn collect_places(manuscript: &Manuscript) -> ProsePlaces {
    let mut pass =
        PlaceCollector { places: ProsePlaces::default(), section: CurrentSection::default() };
    pass.blocks(&manuscript.document.blocks, None);
    pass.places
}

/// The section at hand.
#[derive(Clone, Default)]
struct CurrentSection {
    anchor: String,
    title: String,
    address: String,
    tiebreakers: bool,
    place: usize,
    /// Whether it has a list yet.
    listed: bool,
    /// Whether it has a chart yet.
    charted: bool,
}

struct PlaceCollector {
    places: ProsePlaces,
    section: CurrentSection,
}

impl PlaceCollector {
    /// The blocks of a section, or of the item at `holder`.
    fn blocks(&mut self, blocks: &[Block], holder: Option<usize>) {
        for (nth, block) in blocks.iter().enumerate() {
            match &block.kind {
                BlockKind::Brief(_) => continue,
                BlockKind::Heading(_) => self.heading(block, &blocks[nth + 1..]),
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
            for text in walk::inline_runs(&block.kind) {
                walk::each_nested_inline(text, &mut |inline| self.named_words(inline, holder));
            }
        }
    }

    fn heading(&mut self, block: &Block, after: &[Block]) {
        let BlockKind::Heading(heading) = &block.kind else { return };
        let end = after.iter().position(|block| matches!(block.kind, BlockKind::Heading(_)));
        let body = &after[..end.unwrap_or(after.len())];
        self.section = CurrentSection {
            anchor: heading.anchor.0.clone(),
            title: plain_text(&heading.content),
            address: heading.address.0.clone(),
            tiebreakers: block.attributes.has_class("tiebreakers"),
            ..CurrentSection::default()
        };
        let new = NewPlace {
            anchor: Some(heading.anchor.0.clone()),
            address: heading.address.0.clone(),
            ..NewPlace::at(block.span)
        };
        self.section.place = self.add_place(new, |names| place_words(body, names));
    }

    /// Writes a place down; `words` gives its text, with or without the names of values.
    fn add_place(&mut self, new: NewPlace, words: impl Fn(bool) -> String) -> usize {
        let NewPlace { anchor, step, address, span } = new;
        let at = self.places.all.len();
        if let Some(anchor) = &anchor {
            self.places.anchors.entry(anchor.clone()).or_insert(at);
        }
        let CurrentSection { anchor: section, title, .. } = self.section.clone();
        self.places.all.push(ProsePlace {
            section,
            step,
            anchor,
            address,
            title,
            text: words(false),
            span,
            book: None,
        });
        self.places.named.push(words(true));
        at
    }

    /// The place of a block with an id.
    fn named_block(&mut self, block: &Block, holder: Option<usize>) -> Option<usize> {
        let new = NewPlace {
            anchor: Some(block.attributes.id.clone()?),
            ..self.place_in_item(holder, block.span)
        };
        Some(self.add_place(new, |names| words_with_items(std::slice::from_ref(block), names)))
    }

    /// A chart, which is at `own` if it has an id.
    fn chart(&mut self, code: &CodeBlock, block: &Block, own: Option<usize>) {
        let first =
            !std::mem::replace(&mut self.section.charted, true) && !self.section.anchor.is_empty();
        self.places.charts.push(PlacedChart {
            anchor: block.attributes.id.clone(),
            section: first.then(|| self.section.anchor.clone()),
            place: own.unwrap_or(self.section.place),
            code: code.clone(),
            span: block.span,
        });
    }

    /// The place of words with an id.
    fn named_words(&mut self, inline: &Inline, holder: Option<usize>) {
        if let InlineKind::Span(content, Attributes { id: Some(id), .. }) = &inline.kind {
            let new =
                NewPlace { anchor: Some(id.clone()), ..self.place_in_item(holder, inline.span) };
            self.add_place(new, |names| inline_words(content, names));
        }
    }

    /// A place inside an item has that one's step and address, but is not found by the step.
    fn place_in_item(&self, holder: Option<usize>, span: Span) -> NewPlace {
        match holder.map(|at| &self.places.all[at]) {
            Some(place) => NewPlace {
                step: place.step.clone(),
                address: place.address.clone(),
                ..NewPlace::at(span)
            },
            None => NewPlace { address: self.section.address.clone(), ..NewPlace::at(span) },
        }
    }

    /// A list; `own` is its place if it has an id, `holder` the item it stands in.
    fn list(
        &mut self,
        list: &List,
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
        let section = (!self.section.anchor.is_empty()).then(|| self.section.anchor.clone());
        let anchor = attributes.id.clone().or(section.filter(|_| first));
        let tiebreakers =
            attributes.has_class("tiebreakers") || (first && self.section.tiebreakers);
        if anchor.is_some() || tiebreakers {
            let place = own.unwrap_or(self.section.place);
            self.places.lists.push(PlacedList { anchor, tiebreakers, place, items });
        }
    }

    /// The steps of a list with an id are found below that too, without the number of the list.
    fn steps_below(&mut self, id: &str, from: usize, first: Option<usize>) {
        let list = first
            .and_then(|at| self.places.all[at].step.split_once(':'))
            .map(|(list, _)| format!("{list}:"));
        for at in from..self.places.all.len() {
            let step = &self.places.all[at].step;
            let step =
                list.as_deref().and_then(|list| step.strip_prefix(list)).unwrap_or(step).to_owned();
            if !step.is_empty() {
                self.places.steps.entry((id.to_owned(), step)).or_insert(at);
            }
        }
    }

    /// The place of an item; a plain bullet has none, what stands in it belongs to `holder`.
    fn item(&mut self, item: &ListItem, style: ListStyle, holder: Option<usize>) -> Option<usize> {
        let anchor = item.attributes.id.clone();
        if anchor.is_none() && style == ListStyle::Bullet {
            self.blocks(&item.blocks, holder);
            return None;
        }
        let step = step_path(&item.address.0, &self.section.address);
        let span = item.span.or(item.blocks.first().map(|block| block.span)).unwrap_or(NOWHERE);
        let new = NewPlace { anchor, step: step.clone(), address: item.address.0.clone(), span };
        let at = self.add_place(new, |names| place_words(&item.blocks, names));
        if !step.is_empty() {
            self.places.steps.entry((self.section.anchor.clone(), step)).or_insert(at);
        }
        self.blocks(&item.blocks, Some(at));
        Some(at)
    }
}

/// An empty item has no place in the text.
const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

/// A place to be written down.
struct NewPlace {
    anchor: Option<String>,
    step: String,
    address: String,
    span: Span,
}

impl NewPlace {
    fn at(span: Span) -> Self {
        Self { anchor: None, step: String::new(), address: String::new(), span }
    }
}

/// `5.6.1 list 2 step 2.1` below `5.6.1` is `2:2.1`; `5.6.1 step 2 a` is `2.a`.
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
