//! Large decks in parts. In: a deck. Out: the pages of one part after the other, each set by itself and forgotten when
//! the next begins, so that memory does not grow with the deck.
//!
//! A part is a book with some of the cards. What depends on the whole deck, such as the size of its type, is told to each.

use std::ops::AddAssign;

use typst::foundations::{Dict, Value};
use typst_layout::PagedDocument;

use crate::book::Book;
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::outputs::cards::content::distinct;
use crate::outputs::cards::faces::{CardFaces, DeckTally, WholeDeck};
use crate::outputs::cards::{CardRequest, USUAL_PAPER, card_faces, find_card_size, report_faces};
use crate::profile::{FaceOrder, Profile};
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::{inspect, word_check};
use base::diagnostic::{Findings, code};
use base::source::Sources;
use document::deck::Deck;

/// So many printed cards, copies counted, are a part; a deck of no more is set at once.
const MOST: usize = 180;

/// What cards are set with.
#[derive(Clone, Copy)]
pub struct DeckSetting<'a> {
    pub book: &'a Book,
    pub request: &'a CardRequest,
    pub profile: &'a Profile,
    pub look: &'a PageLook,
    pub sources: &'a Sources,
}

/// What became of the parts of a deck.
#[derive(Debug, PartialEq, Eq)]
pub enum SetParts {
    /// It is to be set at once: it is small, or something was found that concerns the whole.
    Whole,
    /// All pages were handed on.
    All,
    /// An error is among the findings.
    Broken,
}

/// Some of the cards of a deck.
struct DeckPart {
    book: Book,
    faces: CardFaces,
}

/// Sets a large deck and hands on the pages of each part.
pub fn each_part(
    setting: DeckSetting<'_>,
    findings: &mut Findings,
    hand_on: &mut dyn FnMut(PagedDocument, &mut Findings),
) -> SetParts {
    let Some(deck) = setting.book.deck(setting.request.deck) else { return SetParts::Whole };
    let before = findings.0.len();
    let Some(parts) = deck_parts(setting, deck, findings) else {
        findings.0.truncate(before);
        return SetParts::Whole;
    };
    let (mut done, mut pages_before) = (SetParts::All, 0);
    for part in parts {
        let pages = typeset_part(setting, part, pages_before, findings);
        // A template that is left to the bundled ones is left for all cards, and the whole tells which words are lost.
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

/// The parts of a deck; none where it is set at once.
fn deck_parts(
    setting: DeckSetting<'_>,
    deck: &Deck,
    findings: &mut Findings,
) -> Option<Vec<DeckPart>> {
    let DeckSetting { book, request, profile, sources, .. } = setting;
    let size = find_card_size(book, (request.deck, profile), sources, findings)?;
    let paper = profile.paper.as_deref().unwrap_or(USUAL_PAPER);
    let faces = card_faces(request, size, (profile, paper), findings)?;
    let is_kept = |nth: &usize| faces.keep.as_ref().is_none_or(|keep| keep.contains(nth));
    let times = |nth: usize| if faces.copies { deck.cards[nth].count } else { 1 };
    let printed: Vec<(usize, usize)> =
        (0..deck.cards.len()).filter(is_kept).map(|nth| (nth, times(nth))).collect();
    if printed.iter().map(|(_, times)| times).sum::<usize>() <= MOST {
        return None;
    }
    let lean = lean_book(book, deck);
    let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    let whole = WholeDeck {
        groups: words(distinct(deck, |card| &card.group)),
        types: words(distinct(deck, |card| &card.type_word)),
        counts: Vec::new(),
        tally: DeckTally::default(),
    };
    let part = |cards: &[(usize, usize)]| part_of(&lean, deck, cards, (&faces, &whole));
    let tally = tally_deck(setting, deck.cards.len(), part)?;
    let on_sheet = faces.sheet.as_ref().map(|sheet| sheet.fronts.len());
    let most = on_sheet.map_or(MOST, |cards| (MOST / cards).max(1) * cards);
    let cut = cut_parts(&printed, most);
    let sheets = |cards: &[(usize, usize)]| {
        let count: usize = cards.iter().map(|(_, times)| times).sum();
        on_sheet.map_or(0, |cards| count.div_ceil(cards))
    };
    let (all, mut before) = (sheets(&printed), 0);
    let mut parts = Vec::new();
    for cards in &cut {
        let mut part = part(cards);
        if let Some(whole) = &mut part.faces.whole {
            whole.tally = tally.clone();
        }
        if let Some(places) = &mut part.faces.sheet {
            places.part = Some((before, all));
        }
        before += sheets(cards);
        parts.push(part);
    }
    settle_backs(deck, &printed, &mut parts);
    Some(parts)
}

/// Where one back comes behind all fronts, it comes with the last part; cards with other backs have each their own.
fn settle_backs(deck: &Deck, printed: &[(usize, usize)], parts: &mut [DeckPart]) {
    let back = |(nth, _): &(usize, usize)| &deck.cards[*nth].style.back;
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

/// A book with a deck without cards, and nothing that its cards do not show.
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

/// A book with so many of some cards, by their numbers.
fn part_of(
    lean: &Book,
    deck: &Deck,
    cards: &[(usize, usize)],
    (faces, whole): (&CardFaces, &WholeDeck),
) -> DeckPart {
    let mut book = lean.clone();
    for (nth, times) in cards {
        let mut card = deck.cards[*nth].clone();
        card.count = *times;
        book.decks[0].cards.push(card);
    }
    let counts = cards.iter().map(|(nth, _)| deck.cards[*nth].count).collect();
    let whole = Some(WholeDeck { counts, ..whole.clone() });
    DeckPart { book, faces: CardFaces { deck: Some(0), keep: None, whole, ..faces.clone() } }
}

/// Runs of cards, each of which is printed at most so often; one that is printed more often is in several.
fn cut_parts(printed: &[(usize, usize)], most: usize) -> Vec<Vec<(usize, usize)>> {
    let mut parts = vec![Vec::new()];
    let mut room = most;
    for (nth, times) in printed {
        let mut left = *times;
        while left > 0 {
            if room == 0 {
                parts.push(Vec::new());
                room = most;
            }
            let taken = left.min(room);
            parts.last_mut().expect("there is one").push((*nth, taken));
            (left, room) = (left - taken, room - taken);
        }
    }
    parts
}

/// How the texts of all cards fit: each part tries smaller type until it fits, then all try as many sizes as the one that
/// tries most. None when an error is found.
fn tally_deck(
    setting: DeckSetting<'_>,
    cards: usize,
    part: impl Fn(&[(usize, usize)]) -> DeckPart,
) -> Option<DeckTally> {
    let cards: Vec<(usize, usize)> = (0..cards).map(|nth| (nth, 1)).collect();
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
    let mut all = DeckTally { sizes: vec![(0, 0); most], ..DeckTally::default() };
    tallies.iter().for_each(|tally| all += tally);
    Some(all)
}

impl AddAssign<&Self> for DeckTally {
    fn add_assign(&mut self, other: &Self) {
        self.with_art |= other.with_art;
        self.count += other.count;
        for (own, other) in self.sizes.iter_mut().zip(&other.sizes) {
            *own = (own.0 + other.0, own.1 + other.1);
        }
    }
}

/// How the texts of a part fit at least so many sizes of type.
fn tally_part(setting: DeckSetting<'_>, mut part: DeckPart, least: usize) -> Option<DeckTally> {
    part.faces.whole.as_mut()?.tally = DeckTally::default();
    part.faces.tally = Some(least);
    let pages = typeset(setting.job(&part), setting.sources, &mut Findings::default())?;
    let mark = inspect::page_marks(&pages, "tallied").into_iter().next()?;
    let Value::Dict(mark) = mark.value else { return None };
    read_tally(&mark)
}

fn read_tally(mark: &Dict) -> Option<DeckTally> {
    let number = |value: &Value| usize::try_from(value.clone().cast::<i64>().ok()?).ok();
    let Value::Array(tallies) = mark.get("tallies").ok()? else { return None };
    let pair = |value: &Value| match value {
        Value::Array(pair) => match pair.as_slice() {
            [lost, poor] => Some((number(lost)?, number(poor)?)),
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

impl<'a> DeckSetting<'a> {
    /// The job that sets a part.
    fn job<'p>(&self, part: &'p DeckPart) -> PressJob<'p> {
        let paper = self.profile.paper.as_deref().unwrap_or(USUAL_PAPER);
        PressJob::new(&part.book, paper, self.look, PressTask::Cards(Box::new(part.faces.clone())))
    }
}

/// The pages of a part, behind so many others.
fn typeset_part(
    setting: DeckSetting<'_>,
    part: DeckPart,
    before: usize,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let pages = typeset(setting.job(&part), setting.sources, findings)?;
    let (book, deck) = (&part.book, part.faces.deck);
    let fits = report_faces(&pages, (book, deck), (setting.profile, before), findings);
    let request = CardRequest { deck, ..CardRequest::default() };
    let lost = word_check::words_off_cards(book, &request, part.faces.copies, &pages);
    if !lost.is_empty() {
        findings.0.extend(crate::ledger::lost_deck_words(&book.decks[0], lost));
    }
    fits.then_some(pages)
}
