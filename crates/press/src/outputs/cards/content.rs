//! Reference cards and decks as the dictionary that `crates/press/src/outputs/cards/cards.typ` reads.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Array, Dict, IntoValue, dict};
use typst::syntax::Span;

use crate::outputs::cards::faces::{CardFaces, CardPlaces, DeckTally, SizeFit, WholeDeck};
use crate::set::design::{MM, design};
use crate::set::panels::ChartRoom;
use crate::set::values::{arrays, lines_array, points_array, texts_array};
use crate::set::{ContentBuilder, Reading, TextRoom};
use base::size::Size;
use document::deck::{Deck, DeckCard};
use document::{Attributes, plain_text};

/// The largest type of a chart on a card, in points.
const CHART_TYPE: f64 = 9.5;

/// Most sides of a card that a chart may fill.
const MOST_PIECES: usize = 2;
/// Room for the words below a part of a chart, in points: two lines about ways in and two about ways out.
const CUT_WORDS: f64 = 30.0;

/// Builds the cards of a job.
pub fn cards_dict(reading: Reading<'_, '_>, faces: &CardFaces) -> SourceResult<Dict> {
    let job = reading.job;
    let mut builder = reading.builder()?;
    let margin = design().face.margin;
    let (width, height) = (faces.size.width - 2.0 * margin, faces.size.height - 2.0 * margin);
    let limit = width * MM * design().breaks.card;
    builder.room = TextRoom { limit, width: width * MM, depth: 0, title: false, row: false };
    let deck = faces.deck.map(|nth| job.book.decks.get(nth));
    let cards = match deck {
        Some(Some(deck)) => builder.deck_cards(deck, faces.whole.as_ref())?,
        Some(None) => bail!(Span::detached(), "there is no such deck"),
        None => builder.reference_cards(width, height)?,
    };
    let mut out = layout_dict(faces) + dict! { "cards" => cards };
    if let Some(deck) = deck.flatten() {
        out.insert("back".into(), deck.title.as_str().into_value());
        out.insert("motifs".into(), deck.motifs.into_value());
        out.insert("words".into(), builder.word_marks(&deck.words)?.into_value());
    }
    Ok(out)
}

/// Returns the size, the sheet, the backs and the choice of the cards.
fn layout_dict(faces: &CardFaces) -> Dict {
    let numbers = |keep: &Vec<usize>| keep.iter().map(|nth| *nth as i64).collect::<Vec<_>>();
    dict! {
        "kind" => if faces.deck.is_some() { "deck" } else { "reference" },
        "width" => faces.size.width,
        "height" => faces.size.height,
        "outline" => faces.outline.name(),
        "backs" => faces.backs,
        "order" => faces.order.name(),
        "copies" => faces.copies,
        "keep" => faces.keep.as_ref().map(numbers),
        "grid" => faces.sheet.as_ref().map(grid_dict),
        "whole" => faces.whole.as_ref().map(|whole| tally_dict(&whole.tally)),
        "tally" => faces.tally.map(|least| least as i64),
    }
}

/// Two numbers of things.
fn count_array(one: usize, other: usize) -> Array {
    [one, other].into_iter().map(|count| (count as i64).into_value()).collect()
}

/// Returns the fit of the texts of a deck.
fn tally_dict(tally: &DeckTally) -> Dict {
    let pair = |fit: &SizeFit| count_array(fit.lost, fit.poor);
    dict! {
        "with-art" => tally.with_art,
        "tallies" => arrays(tally.sizes.iter().map(pair)),
        "count" => tally.count as i64,
    }
}

/// Returns the places of cards on both sides of a sheet.
fn grid_dict(sheet: &CardPlaces) -> Dict {
    dict! {
        "width" => sheet.page.width,
        "height" => sheet.page.height,
        "bleed" => sheet.bleed,
        "fronts" => points_array(&sheet.fronts),
        "backs" => points_array(&sheet.backs),
        "marks" => lines_array(&sheet.marks),
        "turned" => sheet.turned,
        "flip" => sheet.flip.name(),
        "fold" => sheet.fold,
        "part" => sheet.part.map(|part| count_array(part.before, part.whole)),
    }
}

/// Returns a word of each card of a deck, without repetitions; cards refer to it by number.
pub fn distinct<'d>(deck: &'d Deck, word: impl Fn(&'d DeckCard) -> &'d str) -> Vec<&'d str> {
    let mut words: Vec<&str> = deck.cards.iter().map(word).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn words_of(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

impl ContentBuilder<'_, '_> {
    /// Builds the reference cards; lengths are in millimetres.
    fn reference_cards(&mut self, width: f64, height: f64) -> SourceResult<Array> {
        let form = &design().face;
        let height = height - form.head - form.foot;
        let room = ChartRoom {
            size: Size::new(width, height).times(MM),
            largest: CHART_TYPE,
            most: MOST_PIECES,
            cut_words: CUT_WORDS,
        };
        let job = self.job;
        job.book.cards.iter().map(|panel| self.panel(panel, room)).collect()
    }

    /// Builds the cards of a deck, each with the number of its group.
    fn deck_cards(&mut self, deck: &Deck, whole: Option<&WholeDeck>) -> SourceResult<Array> {
        let (groups, types) = match whole {
            Some(whole) => (words_of(&whole.groups), words_of(&whole.types)),
            None => (distinct(deck, |card| &card.group), distinct(deck, |card| &card.type_word)),
        };
        let number = |words: &[&str], word: &str| words.binary_search(&word).unwrap_or_default();
        let numbered = deck.cards.iter().enumerate().map(|(nth, card)| {
            let (group, kind) = (number(&groups, &card.group), number(&types, &card.type_word));
            let mut set = self.deck_card(card, group, kind)? + self.card_looks(card)?;
            if let Some(count) = whole.and_then(|whole| whole.counts.get(nth)) {
                set.insert("copies".into(), (card.count as i64).into_value());
                set.insert("count".into(), (*count as i64).into_value());
            }
            Ok(set.into_value())
        });
        numbered.collect()
    }

    /// Builds a card with the numbers of its group and of its type.
    fn deck_card(&mut self, card: &DeckCard, group: usize, type_word: usize) -> SourceResult<Dict> {
        let name = self.inlines(&card.name)?;
        let kind = self.inlines(&card.kind)?;
        let plain = Attributes::default();
        let text = card
            .text
            .iter()
            .map(|text| Ok(self.running_text(text, &plain, Span::detached())?.into_value()));
        let text = text.collect::<SourceResult<Array>>()?;
        let fields = card.fields.iter();
        let fields =
            fields.map(|(name, value)| (name.as_str().into(), value.as_str().into_value()));
        let stat = |(name, value): &(String, String)| texts_array([name, value]);
        Ok(dict! {
            "name" => name,
            "cost" => card.cost.as_str(),
            "kind" => kind,
            "text" => text,
            "stats" => arrays(card.stats.iter().map(stat)),
            "group" => card.group.as_str(),
            "nth-group" => group as i64,
            "nth-type" => type_word as i64,
            "seed" => format!("{}/{}", plain_text(&card.name), card.type_word),
            "count" => card.count as i64,
            "copies" => card.count as i64,
            "fields" => fields.collect::<Dict>(),
        })
    }
}
