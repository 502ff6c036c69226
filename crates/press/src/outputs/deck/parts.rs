//! Large decks in parts. In: a deck. Out: the pages of one part after the other, each set by itself and freed
//! when the next begins, so that memory does not grow with the deck.
//!
//! A part is a book with some of the cards. It receives what depends on the whole deck, such as the size of
//! its type.

use std::ops::AddAssign;

use typst::foundations::{Dict, Value};
use typst_layout::PagedDocument;

use crate::book::Book;
use crate::outputs::cards::content::distinct;
use crate::outputs::cards::faces::{CardFaces, DeckTally, SheetPart, SizeFit, WholeDeck};
use crate::outputs::cards::{CardRequest, CardSetting};
use crate::profile::FaceOrder;
use crate::set::typeset::typeset;
use crate::{inspect, word_check};
use base::diagnostic::{Findings, code};
use document::deck::{Deck, DeckCard};

/// Printed cards of a part, counted with copies; a deck of no more is set at once.
const MOST: usize = 180;

/// The result of typesetting the parts of a deck.
#[derive(Debug, PartialEq, Eq)]
pub enum SetParts {
    /// The deck must be typeset in one run: it is small, or a finding concerns the whole deck.
    Whole,
    /// All pages were passed on.
    All,
    /// There is an error among the findings.
    Broken,
}

/// A card of a deck by its index, and its number of copies.
#[derive(Clone, Copy)]
struct PrintedCard {
    nth: usize,
    times: usize,
}

fn count_printed(cards: &[PrintedCard]) -> usize {
    cards.iter().map(|card| card.times).sum()
}

/// Some of the cards of a deck.
struct DeckPart {
    book: Book,
    faces: CardFaces,
}

/// Sets a large deck and passes on the pages of each part.
pub fn each_part(
    setting: CardSetting<'_>,
    findings: &mut Findings,
    hand_on: &mut dyn FnMut(PagedDocument, &mut Findings),
) -> SetParts {
    let Some(deck) = setting.deck() else { return SetParts::Whole };
    let before = findings.0.len();
    let Some(parts) = deck_parts(setting, deck, findings) else {
        findings.0.truncate(before);
        return SetParts::Whole;
    };
    let (mut done, mut pages_before) = (SetParts::All, 0);
    for part in parts {
        let pages = typeset_part(setting, part, pages_before, findings);
        // If a template of the book is not used, it is not used for any card; and only the whole deck shows
        // which words are lost.
        let is_of_all = |code| code == code::TEMPLATE || code == code::LOST_WORDS;
        if findings.0[before..].iter().any(|finding| is_of_all(finding.code)) {
            findings.0.truncate(before);
            return SetParts::Whole;
        }
        match pages {
            Some(pages) => {
                pages_before += pages.pages().len();
                hand_on(pages, findings);
            }
            None => done = SetParts::Broken,
        }
    }
    done
}

/// Returns the parts of a deck; `None` if it is set at once.
fn deck_parts(
    setting: CardSetting<'_>,
    deck: &Deck,
    findings: &mut Findings,
) -> Option<Vec<DeckPart>> {
    let faces = setting.faces(findings)?;
    let is_kept = |nth: &usize| faces.keep.as_ref().is_none_or(|keep| keep.contains(nth));
    let times = |nth: usize| if faces.copies { deck.cards[nth].count } else { 1 };
    let kept = (0..deck.cards.len()).filter(is_kept);
    let printed: Vec<PrintedCard> =
        kept.map(|nth| PrintedCard { nth, times: times(nth) }).collect();
    if count_printed(&printed) <= MOST {
        return None;
    }
    let lean = lean_book(setting.book, deck);
    let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    let whole = WholeDeck {
        groups: words(distinct(deck, |card| &card.group)),
        types: words(distinct(deck, |card| &card.type_word)),
        counts: Vec::new(),
        tally: DeckTally::default(),
    };
    let part = |cards: &[PrintedCard]| {
        let mut book = lean.clone();
        for PrintedCard { nth, times } in cards {
            let card = DeckCard { count: *times, ..deck.cards[*nth].clone() };
            book.decks[0].cards.push(card);
        }
        let counts = cards.iter().map(|card| deck.cards[card.nth].count).collect();
        let whole = Some(WholeDeck { counts, ..whole.clone() });
        DeckPart { book, faces: CardFaces { deck: Some(0), keep: None, whole, ..faces.clone() } }
    };
    let tally = tally_deck(setting, deck.cards.len(), part)?;
    let on_sheet = faces.sheet.as_ref().map(|sheet| sheet.fronts.len());
    let most = on_sheet.map_or(MOST, |cards| (MOST / cards).max(1) * cards);
    let cut = cut_parts(&printed, most);
    let sheets =
        |cards: &[PrintedCard]| on_sheet.map_or(0, |most| count_printed(cards).div_ceil(most));
    let (whole, mut before) = (sheets(&printed), 0);
    let mut parts = Vec::new();
    for cards in &cut {
        let mut part = part(cards);
        if let Some(whole) = &mut part.faces.whole {
            whole.tally = tally.clone();
        }
        if let Some(places) = &mut part.faces.sheet {
            places.part = Some(SheetPart { before, whole });
        }
        before += sheets(cards);
        parts.push(part);
    }
    settle_backs(deck, &printed, &mut parts);
    Some(parts)
}

/// Decides where backs are printed: a back that all cards share comes with the last part; otherwise each card
/// is followed by its own.
fn settle_backs(deck: &Deck, printed: &[PrintedCard], parts: &mut [DeckPart]) {
    let back = |card: &PrintedCard| &deck.cards[card.nth].style.back;
    let is_shared = printed.iter().all(|card| back(card) == back(&printed[0]));
    let last = parts.len() - 1;
    for (nth, part) in parts.iter_mut().enumerate() {
        let faces = &mut part.faces;
        match faces.order {
            FaceOrder::FrontBack | FaceOrder::BackFront => {}
            FaceOrder::FrontsThenBack if is_shared => faces.backs &= nth == last,
            FaceOrder::FrontsThenBack => faces.order = FaceOrder::FrontBack,
        }
    }
}

/// Returns the book with only this deck, and the deck without its cards; the texts of the book are left out.
fn lean_book(book: &Book, deck: &Deck) -> Book {
    let deck = Deck { cards: Vec::new(), words: deck.words.clone(), ..deck.clone() };
    Book {
        blocks: Vec::new(),
        quick: Vec::new(),
        sheet: Vec::new(),
        cards: Vec::new(),
        tokens: Vec::new(),
        decks: vec![deck],
        ..book.clone()
    }
}

/// Cuts cards into runs of at most `most` printed cards; a card that is printed more often is in several
/// runs.
fn cut_parts(printed: &[PrintedCard], most: usize) -> Vec<Vec<PrintedCard>> {
    let mut parts = vec![Vec::new()];
    let mut room = most;
    for card in printed {
        let mut left = card.times;
        while left > 0 {
            if room == 0 {
                parts.push(Vec::new());
                room = most;
            }
            let taken = left.min(room);
            parts.last_mut().expect("there is one").push(PrintedCard { times: taken, ..*card });
            (left, room) = (left - taken, room - taken);
        }
    }
    parts
}

/// Returns the fit of the texts of all cards: each part tries smaller type until it fits, then all try as
/// many sizes as the part that tries most. `None` after an error.
fn tally_deck(
    setting: CardSetting<'_>,
    cards: usize,
    part: impl Fn(&[PrintedCard]) -> DeckPart,
) -> Option<DeckTally> {
    let cards: Vec<PrintedCard> = (0..cards).map(|nth| PrintedCard { nth, times: 1 }).collect();
    let mut tallies = Vec::new();
    for cards in cards.chunks(MOST) {
        tallies.push(tally_part(setting, part(cards), 0)?);
    }
    let most = tallies.iter().map(|tally| tally.sizes.len()).max().unwrap_or_default();
    for (tally, cards) in tallies.iter_mut().zip(cards.chunks(MOST)) {
        if tally.sizes.len() < most {
            *tally = tally_part(setting, part(cards), most)?;
        }
    }
    let mut all = DeckTally { sizes: vec![SizeFit::default(); most], ..DeckTally::default() };
    tallies.iter().for_each(|tally| all += tally);
    Some(all)
}

impl AddAssign<&Self> for DeckTally {
    fn add_assign(&mut self, other: &Self) {
        self.with_art |= other.with_art;
        self.count += other.count;
        for (own, other) in self.sizes.iter_mut().zip(&other.sizes) {
            own.lost += other.lost;
            own.poor += other.poor;
        }
    }
}

/// Returns the fit of the texts of a part in at least `least` sizes of type.
fn tally_part(setting: CardSetting<'_>, mut part: DeckPart, least: usize) -> Option<DeckTally> {
    part.faces.whole.as_mut()?.tally = DeckTally::default();
    part.faces.tally = Some(least);
    let pages = typeset(
        CardSetting { book: &part.book, ..setting }.job(&part.faces),
        setting.sources,
        &mut Findings::default(),
    )?;
    let mark = inspect::page_marks(&pages, "tallied").into_iter().next()?;
    let Value::Dict(mark) = mark.value else { return None };
    read_tally(&mark)
}

fn read_tally(mark: &Dict) -> Option<DeckTally> {
    let number = |value: &Value| usize::try_from(value.clone().cast::<i64>().ok()?).ok();
    let Value::Array(tallies) = mark.get("tallies").ok()? else { return None };
    let pair = |value: &Value| match value {
        Value::Array(pair) => match pair.as_slice() {
            [lost, poor] => Some(SizeFit { lost: number(lost)?, poor: number(poor)? }),
            _ => None,
        },
        _ => None,
    };
    Some(DeckTally {
        with_art: mark.get("with-art").ok()?.clone().cast().ok()?,
        sizes: tallies.iter().map(pair).collect::<Option<_>>()?,
        count: number(mark.get("count").ok()?)?,
    })
}

/// Sets the pages of a part, which follow `before` others.
fn typeset_part(
    setting: CardSetting<'_>,
    part: DeckPart,
    before: usize,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let DeckPart { book, faces } = &part;
    let request = CardRequest { deck: faces.deck, ..CardRequest::default() };
    let own = CardSetting { book, request: &request, ..setting };
    let pages = typeset(own.job(faces), own.sources, findings)?;
    let fits = own.report_faces(&pages, before, findings);
    let lost = word_check::words_off_cards(book, &request, faces.copies, &pages);
    if !lost.is_empty() {
        findings.0.extend(crate::ledger::lost_deck_words(&book.decks[0], lost));
    }
    fits.then_some(pages)
}
