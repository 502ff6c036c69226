//! What differs between two states of a book: pages and cards are compared as they are drawn.

use std::collections::{BTreeMap, BTreeSet};

use typst::foundations::{Label, Selector, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;
use typst_svg::SvgOptions;

use super::cards::{self, CardRequest};
use super::look::PageLook;
use super::profile;
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::source::Sources;

/// The pages of `now`, counted from 0, that are not drawn the same in `before`.
pub(super) fn changed_pages(now: &PagedDocument, before: Option<&PagedDocument>) -> Vec<usize> {
    let old: BTreeSet<String> =
        before.map(|before| before.pages().iter().map(page_svg).collect()).unwrap_or_default();
    let pages = now.pages().iter().enumerate();
    pages.filter(|(_, page)| !old.contains(&page_svg(page))).map(|(nth, _)| nth).collect()
}

/// The cards of a book that it had not earlier; `None` when they can not be set.
pub(super) fn changed_cards(
    (book, old): (&Book, &Book),
    choice: &CardRequest,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<usize>> {
    let screen = profile::find_profile("screen").expect("it is bundled");
    let look = PageLook { bleed: 0.0, ..look.clone() };
    let set = |book: &Book, deck: Option<usize>, findings: &mut Findings| {
        let choice = CardRequest { deck, keep: None, ..choice.clone() };
        cards::typeset_cards(book, &choice, (&screen, &look), sources, findings)
            .map(|pages| card_drawings(&pages))
    };
    let now = set(book, choice.deck, findings)?;
    let same = |nth: usize| old.decks.iter().position(|deck| deck.name == book.decks[nth].name);
    let there = match choice.deck {
        Some(nth) => same(nth).map(Some),
        None => Some(None).filter(|_| !old.cards.is_empty()),
    };
    let before =
        there.and_then(|deck| set(old, deck, &mut Findings::default())).unwrap_or_default();
    let before: BTreeSet<&String> = before.values().collect();
    Some(now.iter().filter(|(_, drawn)| !before.contains(drawn)).map(|(nth, _)| *nth).collect())
}

/// What is drawn on the pages of each card, by its number.
fn card_drawings(pages: &PagedDocument) -> BTreeMap<usize, String> {
    let label = Label::new(PicoStr::intern("card")).expect("the name is not empty");
    let introspector = pages.introspector();
    let mut faces: BTreeMap<usize, String> = BTreeMap::new();
    for content in introspector.query(&Selector::Label(label)) {
        let Some(mark) = content.to_packed::<MetadataElem>() else { continue };
        let Value::Int(nth) = mark.value else { continue };
        let page = content.location().and_then(|place| introspector.page(place));
        let Some(page) = page.and_then(|page| pages.pages().get(page.get() - 1)) else { continue };
        faces
            .entry(usize::try_from(nth).unwrap_or_default())
            .or_default()
            .push_str(&page_svg(page));
    }
    faces
}

fn page_svg(page: &typst_layout::Page) -> String {
    typst_svg::svg(page, &SvgOptions { render_bleed: true, pretty: false })
}
