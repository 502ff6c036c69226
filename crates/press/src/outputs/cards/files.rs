//! The files of reference cards and decks.

use std::collections::BTreeMap;

use typst_layout::PagedDocument;

use crate::outputs::cards::{CardRequest, CardSetting, card_size, typeset_cards};
use crate::outputs::{DOTS, OutputContext, PrintPages};
use crate::preview::page_fingerprint;
use crate::profile::{OutputFamily, PageContainer};
use crate::resolution::report_coarse_pictures;
use crate::{OutputFile, PageFormat, changed, raster};
use base::diagnostic::Findings;
use base::text::file_names::plain_name;
use document::deck::Deck;
use document::plain_text;

/// Makes the reference cards.
pub fn make_cards(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    if context.book.cards.is_empty() {
        return Vec::new();
    }
    cut_to_size(make_card_files(context, None, "cards"), None, context)
}

/// Makes every deck; a single one needs no name.
pub fn make_decks(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &context.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let stem = match decks.len() {
            1 => "deck".to_owned(),
            _ => format!("deck-{}", deck.name),
        };
        let made = make_card_files(context, Some(nth), &stem);
        files.extend(cut_to_size(made, Some(nth), context));
    }
    files
}

/// Adds the size of the cards to files in which a page is a card.
fn cut_to_size(
    mut files: Vec<OutputFile>,
    deck: Option<usize>,
    context: &OutputContext<'_>,
) -> Vec<OutputFile> {
    let profile = context.profile();
    if profile.family != OutputFamily::Home {
        let trim = card_size(context.book, deck, Some(profile)).map(|size| size.trim);
        files.iter_mut().for_each(|file| file.holds.trim = trim);
    }
    files
}

/// Makes the files of the reference cards, or of a deck; none if nothing changed.
fn make_card_files(
    context: &mut OutputContext<'_>,
    deck: Option<usize>,
    stem: &str,
) -> Vec<OutputFile> {
    let (look, profile) = (context.look(), context.profile());
    let mut request = CardRequest { deck, ..context.request.cards.clone() };
    if let Some(old) = context.request.since {
        let setting = context.card_setting(&request, &look);
        request.keep = changed::changed_cards(setting, old, context.findings);
        if request.keep.as_ref().is_none_or(Vec::is_empty) {
            return Vec::new();
        }
    }
    let setting = context.card_setting(&request, &look);
    let name = context.file_stem(stem);
    let format = context.format();
    if context.kept.is_none() && format != PageFormat::Pdf {
        let is_set = profile.container == PageContainer::PngSet && format == PageFormat::Png;
        if let Some(deck) = setting.deck().filter(|_| is_set) {
            return card_pictures(context.findings, setting, deck, &name);
        }
        let name = if setting.is_folded() { format!("{name}-fold") } else { name };
        return counted(context.card_page_pictures(setting, &name), setting);
    }
    if let Some(files) = context.large_deck_files(setting, stem) {
        return counted(files, setting);
    }
    let Some(document) = typeset_cards(setting, context.findings) else { return Vec::new() };
    let pages = if setting.is_folded() {
        PrintPages::single_sided(&document, format!("{name}-fold"))
    } else if request.fronts_only {
        PrintPages::single_sided(&document, name)
    } else {
        PrintPages::double_sided(&document, name, setting.flip())
    };
    counted(context.files(&PrintPages { craft: setting.craft(), ..pages }), setting)
}

/// Adds the number of cards to each of the files that contains all of them.
fn counted(files: Vec<OutputFile>, setting: CardSetting<'_>) -> Vec<OutputFile> {
    let is_whole = files.len() == 1 && setting.request.keep.is_none();
    let Some(deck) = setting.deck().filter(|_| is_whole) else { return files };
    let copies = setting.profile.family != OutputFamily::Screen;
    let count = deck.cards.iter().map(|card| if copies { card.count } else { 1 }).sum();
    let what = format!("the deck `{}`", deck.title);
    files.into_iter().map(|file| file.holding(&what).of_pieces(count, "cards")).collect()
}

/// Draws a picture of each card and of each back. The name of its file gives the name and the number of
/// copies; equal backs are drawn once, under the name of the first card.
fn card_pictures(
    findings: &mut Findings,
    setting: CardSetting<'_>,
    deck: &Deck,
    folder: &str,
) -> Vec<OutputFile> {
    let CardSetting { book, request, profile, .. } = setting;
    let dots = profile.dpi.unwrap_or(DOTS);
    let kept = |nth: &usize| request.keep.as_ref().is_none_or(|keep| keep.contains(nth));
    let begin = || CardPictures {
        cards: (0..deck.cards.len()).filter(kept).collect(),
        sides: if request.fronts_only { 1 } else { 2 },
        drawn: Vec::new(),
        backs: BTreeMap::new(),
    };
    let made = setting.make(findings, begin, |made, pages, findings| {
        report_coarse_pictures(pages, book, profile, folder, findings);
        made.add(pages, dots);
    });
    made.map(|made| made.into_files(deck, folder)).unwrap_or_default()
}

/// The pictures of cards that are drawn so far.
struct CardPictures {
    /// Indices of the cards.
    cards: Vec<usize>,
    /// Number of pages of a card.
    sides: usize,
    /// The front of each card so far, and the number of its back.
    drawn: Vec<(Vec<u8>, Option<u128>)>,
    /// The picture of each back, with the cards that have it.
    backs: BTreeMap<u128, (Vec<u8>, Vec<usize>)>,
}

impl CardPictures {
    /// Draws the pages of the next cards, as PNG with `dots` dots per inch.
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
