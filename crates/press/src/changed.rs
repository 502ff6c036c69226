//! Differences between two states of a book: compares pages and cards as they are drawn.

use std::collections::{BTreeMap, BTreeSet};

use typst::foundations::Value;
use typst_layout::PagedDocument;

use super::look::PageLook;
use super::raster::page_svg;
use super::{inspect, profile};
use crate::book::Book;
use crate::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use base::diagnostic::Findings;

/// Returns the pages of `now`, counted from 0, that are drawn differently in `before`.
pub fn changed_pages(now: &PagedDocument, before: Option<&PagedDocument>) -> Vec<usize> {
    let old = before.into_iter().flat_map(|before| before.pages());
    let old: BTreeSet<String> = old.map(page_svg).collect();
    let pages = now.pages().iter().enumerate();
    pages.filter(|(_, page)| !old.contains(&page_svg(page))).map(|(nth, _)| nth).collect()
}

/// Returns the cards that an older book does not have; `None` if they cannot be set.
pub fn changed_cards(
    now: CardSetting<'_>,
    old: &Book,
    findings: &mut Findings,
) -> Option<Vec<usize>> {
    let (screen, look) = (profile::screen(), PageLook { bleed: 0.0, ..now.look.clone() });
    let draw = |book: &Book, deck: Option<usize>, findings: &mut Findings| {
        let request = CardRequest { deck, keep: None, ..now.request.clone() };
        let (profile, look) = (&screen, &look);
        let setting = CardSetting { book, request: &request, profile, look, ..now };
        typeset_cards(setting, findings).map(|pages| card_drawings(&pages))
    };
    let (book, deck) = (now.book, now.request.deck);
    let now = draw(book, deck, findings)?;
    let before = earlier_cards(book, old, deck)
        .and_then(|deck| draw(old, deck, &mut Findings::default()))
        .unwrap_or_default();
    let before: BTreeSet<&String> = before.values().collect();
    Some(now.iter().filter(|(_, drawn)| !before.contains(drawn)).map(|(nth, _)| *nth).collect())
}

/// Returns the deck of the same name, or the reference cards, of the earlier book, if it has them.
fn earlier_cards(book: &Book, old: &Book, deck: Option<usize>) -> Option<Option<usize>> {
    let Some(nth) = deck else { return (!old.cards.is_empty()).then_some(None) };
    old.decks.iter().position(|deck| deck.name == book.decks[nth].name).map(Some)
}

/// Returns the drawings on the pages of each card, by its number.
fn card_drawings(pages: &PagedDocument) -> BTreeMap<usize, String> {
    let mut drawings: BTreeMap<usize, String> = BTreeMap::new();
    for mark in inspect::page_marks(pages, "card") {
        if let (Value::Int(nth), Some(page)) = (mark.value, pages.pages().get(mark.page)) {
            let nth = usize::try_from(nth).unwrap_or_default();
            drawings.entry(nth).or_default().push_str(&page_svg(page));
        }
    }
    drawings
}
