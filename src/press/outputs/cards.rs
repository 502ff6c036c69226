//! Reference cards and decks.

use std::collections::BTreeMap;

use typst_layout::PagedDocument;

use super::{DOTS, OutputContext, OutputFile, PrintPages};
use crate::document::deck::Deck;
use crate::document::plain_text;
use crate::press::card_size::CardSize;
use crate::press::cards::{CardRequest, card_size_of, cards_craft, typeset_cards};
use crate::press::preview::page_fingerprint;
use crate::press::profile::{OutputFamily, PageContainer, Profile};
use crate::press::{PageFormat, changed, raster};
use crate::text::file_names::plain_name;

/// The reference cards.
pub(super) fn make_cards(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    if context.book.cards.is_empty() {
        return Vec::new();
    }
    cut_to_size(make_card_files(context, None, "cards"), None, context)
}

/// Every deck; a single one needs no name.
pub(super) fn make_decks(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &context.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let made = make_card_files(context, Some(nth), &deck_stem(&deck.name, decks.len()));
        files.extend(cut_to_size(made, Some(nth), context));
    }
    files
}

/// The files of cards with the size of these, where a page is a card.
fn cut_to_size(
    mut files: Vec<OutputFile>,
    deck: Option<usize>,
    context: &OutputContext<'_>,
) -> Vec<OutputFile> {
    let profile = context.profile();
    if profile.family != OutputFamily::Home {
        let trim = card_size_of(context.book, (deck, profile)).map(CardSize::trim);
        files.iter_mut().for_each(|file| file.holds.trim = trim);
    }
    files
}

fn deck_stem(name: &str, decks: usize) -> String {
    if decks == 1 { "deck".to_owned() } else { format!("deck-{name}") }
}

/// The files of the reference cards, or of a deck; none where nothing changed.
fn make_card_files(
    context: &mut OutputContext<'_>,
    deck: Option<usize>,
    stem: &str,
) -> Vec<OutputFile> {
    let (book, sources, profile) = (context.book, context.sources, context.profile());
    let look = context.look();
    let mut request = CardRequest { deck, ..context.request.cards.clone() };
    if let Some(old) = context.request.since {
        let findings = &mut *context.findings;
        request.keep = changed::changed_cards((book, old), &request, &look, sources, findings);
        if request.keep.as_ref().is_none_or(Vec::is_empty) {
            return Vec::new();
        }
    }
    if let Some(files) = context.large_deck_files(&request, &look, stem) {
        return counted(files, (book.deck(deck), &request, profile));
    }
    let cards = typeset_cards(book, &request, (profile, &look), sources, context.findings);
    let Some(document) = cards else { return Vec::new() };
    let craft = cards_craft(book, &request, profile);
    if let Some(deck) = book.deck(deck)
        && profile.container == PageContainer::PngSet
        && context.format() == PageFormat::Png
        && context.kept.is_none()
    {
        let name = context.file_stem(stem);
        context.check_pictures(&document, &name);
        let dots = profile.dpi.unwrap_or(DOTS);
        return card_pictures(deck, &request, &document, (&name, dots));
    }
    if request.fold && profile.family == OutputFamily::Home {
        let name = format!("{}-fold", context.file_stem(stem));
        let pages = PrintPages::single_sided(&document, name);
        let files = context.files(&PrintPages { craft, ..pages });
        return counted(files, (book.deck(deck), &request, profile));
    }
    let flip = request.flip.unwrap_or(profile.flip);
    let name = context.file_stem(stem);
    let pages = match request.fronts_only {
        true => PrintPages::single_sided(&document, name),
        false => PrintPages::double_sided(&document, name, flip),
    };
    let files = context.files(&PrintPages { craft, ..pages });
    counted(files, (book.deck(deck), &request, profile))
}

/// The files of a deck with the number of cards in each that holds all of them.
fn counted(
    files: Vec<OutputFile>,
    (deck, request, profile): (Option<&Deck>, &CardRequest, &Profile),
) -> Vec<OutputFile> {
    let Some(deck) = deck.filter(|_| files.len() == 1 && request.keep.is_none()) else {
        return files;
    };
    let copies = profile.family != OutputFamily::Screen;
    let count = deck.cards.iter().map(|card| if copies { card.count } else { 1 }).sum();
    let what = format!("the deck `{}`", deck.title);
    files.into_iter().map(|file| file.holding(&what).of_pieces(count, "cards")).collect()
}

/// A picture of each card, whose name says what it is called and how many there are, and of each back; backs that are
/// the same come once, under the name of the first.
fn card_pictures(
    deck: &Deck,
    request: &CardRequest,
    document: &PagedDocument,
    (folder, dots): (&str, u32),
) -> Vec<OutputFile> {
    let kept = |nth: &usize| request.keep.as_ref().is_none_or(|keep| keep.contains(nth));
    let cards = (0..deck.cards.len()).filter(kept);
    let sides = if request.fronts_only { 1 } else { 2 };
    let backs = document.pages().chunks(sides).filter_map(|faces| faces.get(1));
    let mut copies: BTreeMap<u128, usize> = BTreeMap::new();
    backs.for_each(|back| *copies.entry(page_fingerprint(back)).or_default() += 1);
    let mut files = Vec::new();
    for (nth, faces) in cards.clone().zip(document.pages().chunks(sides)) {
        let card = &deck.cards[nth];
        let name = plain_name(&plain_text(&card.name));
        let mut add = |side: &str, page| {
            let path = format!("{folder}/{:03} {name} x{}{side}.png", nth + 1, card.count);
            let shown = if side.is_empty() { "front" } else { "back" };
            let what = format!("{shown} of the card `{}`", plain_text(&card.name));
            let mut file = OutputFile::new(path, raster::page_png(page, dots)).holding(what);
            file.holds.copies = card.count;
            files.push(file);
        };
        add("", &faces[0]);
        let Some(back) = faces.get(1) else { continue };
        match copies.remove(&page_fingerprint(back)) {
            Some(1) => add(" back", back),
            Some(shared) => {
                let name = match shared == document.pages().len() / sides {
                    true => format!("{folder}/back.png"),
                    false => format!("{folder}/back of {:03} and {} more.png", nth + 1, shared - 1),
                };
                let print = page_fingerprint(back);
                let sharing = cards.clone().zip(document.pages().chunks(sides));
                let sharing = sharing.filter(|(_, faces)| {
                    faces.get(1).is_some_and(|other| page_fingerprint(other) == print)
                });
                let mut file = OutputFile::new(name, raster::page_png(back, dots));
                file.holds.copies = sharing.map(|(nth, _)| deck.cards[nth].count).sum();
                files.push(file.holding(format!("back of {shared} different cards")));
            }
            None => {}
        }
    }
    files
}
