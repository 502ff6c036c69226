//! Reference cards and decks.

use std::collections::BTreeMap;

use typst_layout::PagedDocument;

use crate::look::PageLook;
use crate::outputs::cards::size::CardSize;
use crate::outputs::cards::{CardRequest, card_size_of, cards_craft, typeset_cards};
use crate::outputs::deck::large as large_decks;
use crate::outputs::{DOTS, OutputContext, PrintPages};
use crate::preview::page_fingerprint;
use crate::profile::{OutputFamily, PageContainer, Profile};
use crate::{OutputFile, PageFormat, changed, raster};
use base::text::file_names::plain_name;
use document::deck::Deck;
use document::plain_text;

/// The reference cards.
pub fn make_cards(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    if context.book.cards.is_empty() {
        return Vec::new();
    }
    cut_to_size(make_card_files(context, None, "cards"), None, context)
}

/// Every deck; a single one needs no name.
pub fn make_decks(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
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
    let name = context.file_stem(stem);
    let is_folded = request.fold && profile.family == OutputFamily::Home;
    let is_pdf = context.format() == PageFormat::Pdf;
    if context.kept.is_none() && !is_pdf {
        return match book.deck(deck) {
            Some(deck)
                if profile.container == PageContainer::PngSet
                    && context.format() == PageFormat::Png =>
            {
                card_pictures(context, deck, (&request, &look), &name)
            }
            _ => {
                let name = if is_folded { format!("{name}-fold") } else { name };
                let files = context.card_page_pictures(&request, &look, &name);
                counted(files, (book.deck(deck), &request, profile))
            }
        };
    }
    if let Some(files) = context.large_deck_files(&request, &look, stem) {
        return counted(files, (book.deck(deck), &request, profile));
    }
    let cards = typeset_cards(book, &request, (profile, &look), sources, context.findings);
    let Some(document) = cards else { return Vec::new() };
    let craft = cards_craft(book, &request, profile);
    if is_folded {
        let name = format!("{name}-fold");
        let pages = PrintPages::single_sided(&document, name);
        let files = context.files(&PrintPages { craft, ..pages });
        return counted(files, (book.deck(deck), &request, profile));
    }
    let flip = request.flip.unwrap_or(profile.flip);
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
    context: &mut OutputContext<'_>,
    deck: &Deck,
    (request, look): (&CardRequest, &PageLook),
    folder: &str,
) -> Vec<OutputFile> {
    let (book, profile) = (context.book, context.profile());
    let dots = profile.dpi.unwrap_or(DOTS);
    let kept = |nth: &usize| request.keep.as_ref().is_none_or(|keep| keep.contains(nth));
    let begin = || CardPictures {
        cards: (0..deck.cards.len()).filter(kept).collect(),
        sides: if request.fronts_only { 1 } else { 2 },
        drawn: Vec::new(),
        backs: BTreeMap::new(),
    };
    let made = context.made_of_cards((request, profile, look), begin, |made, pages, findings| {
        large_decks::report_coarse(pages, (book, profile, folder), findings);
        made.add(pages, dots);
    });
    made.map(|made| made.into_files(deck, folder)).unwrap_or_default()
}

/// The pictures of cards, as far as they are drawn.
struct CardPictures {
    /// The cards, by their numbers.
    cards: Vec<usize>,
    /// How many pages a card has.
    sides: usize,
    /// The front of each card so far, and the number of its back.
    drawn: Vec<(Vec<u8>, Option<u128>)>,
    /// The picture of each back, with the cards that have it.
    backs: BTreeMap<u128, (Vec<u8>, Vec<usize>)>,
}

impl CardPictures {
    /// Draws the pages of the next cards, as PNG of so many dots an inch.
    fn add(&mut self, pages: &PagedDocument, dots: u32) {
        for faces in pages.pages().chunks(self.sides) {
            let Some(card) = self.cards.get(self.drawn.len()) else { return };
            let back = faces.get(1).map(|back| {
                let print = page_fingerprint(back);
                let drawn = || (raster::page_png(back, dots), Vec::new());
                self.backs.entry(print).or_insert_with(drawn).1.push(*card);
                print
            });
            self.drawn.push((raster::page_png(&faces[0], dots), back));
        }
    }

    fn into_files(mut self, deck: &Deck, folder: &str) -> Vec<OutputFile> {
        let all = self.drawn.len();
        let mut files = Vec::new();
        for (nth, (front, back)) in self.cards.into_iter().zip(self.drawn) {
            let card = &deck.cards[nth];
            let name = plain_text(&card.name);
            let path = format!("{folder}/{:03} {} x{}", nth + 1, plain_name(&name), card.count);
            let holding = |path, bytes, what: String, copies| {
                let mut file = OutputFile::new(path, bytes).holding(what);
                file.holds.copies = copies;
                file
            };
            let what = format!("front of the card `{name}`");
            files.push(holding(format!("{path}.png"), front, what, card.count));
            let Some((back, cards)) = back.and_then(|back| self.backs.remove(&back)) else {
                continue;
            };
            let (path, what) = match cards.len() {
                1 => (format!("{path} back.png"), format!("back of the card `{name}`")),
                count if count == all => (format!("{folder}/back.png"), shared_back(count)),
                count => {
                    let path =
                        format!("{folder}/back of {:03} and {} more.png", nth + 1, count - 1);
                    (path, shared_back(count))
                }
            };
            let copies = cards.iter().map(|nth| deck.cards[*nth].count).sum();
            files.push(holding(path, back, what, copies));
        }
        files
    }
}

fn shared_back(cards: usize) -> String {
    format!("back of {cards} different cards")
}
