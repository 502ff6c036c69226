//! Letters that distinguish the copies of one card. In: a story with its pictures. Out: a small letter for
//! every copy that print names, in sentences, on cards and in the texts of pictures.

use std::collections::BTreeMap;

use super::map::names_drawn_by_kind;
use super::steps::as_step;
use super::storyboard::part_cards;
use super::{Story, StoryEntry, StorySource, Storyboard, Telling};
use crate::narrate::{Narrator, Sentence, SentencePart};
use draw::picture::{CardFace, PictureCard};
use rules::engine::trace::PieceState;

/// Sign between a name and its letter: a blank at which no line breaks.
const BETWEEN: char = '\u{a0}';

/// The letters of the copies in one example; a card without other copies in print has none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CopyLetters {
    /// Name and letter of a piece, by the number of the piece.
    letters: BTreeMap<u32, (String, String)>,
}

/// The number of a piece and its name.
type NamedCopy<'a> = (u32, &'a str);

impl CopyLetters {
    /// Assigns letters in the order in which a story mentions the copies, for names of which it mentions
    /// several. Copies that are only numbered on a picture come last.
    pub fn of(story: &Story, source: &StorySource<'_>, scene: &Storyboard<'_>) -> Self {
        let mut pieces = piece_names(source);
        let by_kind = names_drawn_by_kind(source, &scene.maps);
        pieces.retain(|_, name| !by_kind.contains(name));
        let told = told_copies(story, &pieces);
        let is_doubled = |name: &str| told.iter().filter(|(_, other)| *other == name).count() > 1;
        let numbered = numbered_copies(story, &pieces);
        let mut copies = Self::default();
        for (id, name) in told.iter().chain(&numbered).filter(|(_, name)| is_doubled(name)) {
            copies.add(*id, name);
        }
        copies
    }

    fn add(&mut self, id: u32, name: &str) {
        let known = self.letters.values().filter(|(other, _)| other == name).count();
        self.letters.entry(id).or_insert_with(|| (name.to_owned(), nth_letter(known)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Returns the letter of a piece, if it has one. The name is compared, because a space of a map may have
    /// the number of a piece.
    pub fn letter_of(&self, id: u32, name: &str) -> Option<&str> {
        let (known, letter) = self.letters.get(&id)?;
        (known == name).then_some(letter)
    }

    /// Returns the name of a piece with its letter, if it has one: "Bot a".
    pub fn name_of(&self, id: u32, name: &str) -> String {
        Self::lettered(name, self.letter_of(id, name))
    }

    /// Puts a letter after a name.
    pub fn lettered(name: &str, letter: Option<&str>) -> String {
        letter.map_or_else(|| name.to_owned(), |letter| format!("{name}{BETWEEN}{letter}"))
    }

    /// Puts the letters after the names in the sentences of a story, in place of words that say which of
    /// several copies is meant.
    pub fn mark_story(&self, story: &mut Story, source: &StorySource<'_>, teller: &Narrator<'_>) {
        let steps = story.entries.iter_mut().filter_map(as_step);
        for said in steps.flat_map(|step| &mut step.sentences) {
            let bare = match said.records.as_slice() {
                [one] => teller.sentence(&source.trace.records[*one]),
                _ => None,
            };
            let mut marked = bare.unwrap_or_else(|| said.sentence.clone());
            if self.mark(&mut marked) {
                said.sentence = marked;
            }
        }
    }

    /// Puts the letters after the names in a sentence, and returns whether it has any.
    pub fn mark(&self, sentence: &mut Sentence) -> bool {
        let mut has_any = false;
        for part in &mut sentence.parts {
            let SentencePart::Piece { thing, text } = part else { continue };
            let lettered = self.name_of(thing.id, &thing.name);
            if thing.seen && lettered != thing.name {
                *text = text.replacen(&thing.name, &lettered, 1);
                has_any = true;
            }
        }
        has_any
    }
}

/// Returns the letter of a copy, counted from 0: `a` to `z`, then `aa`.
fn nth_letter(nth: usize) -> String {
    let last = char::from(b'a' + (nth % 26) as u8);
    let first = if nth < 26 { String::new() } else { nth_letter(nth / 26 - 1) };
    format!("{first}{last}")
}

/// Returns the name of every piece, by its number.
fn piece_names<'a>(source: &StorySource<'a>) -> BTreeMap<u32, &'a str> {
    let tables = source.trace.start.iter().chain([&source.trace.end]);
    let pieces = tables.flat_map(|table| table.zones.values().flatten());
    pieces.map(|PieceState { id, name, .. }| (*id, name.as_str())).collect()
}

/// Returns the pieces that printed sentences name, each once, in order.
fn told_copies<'a>(story: &Story, pieces: &BTreeMap<u32, &'a str>) -> Vec<NamedCopy<'a>> {
    let steps = story.entries.iter().filter_map(StoryEntry::step);
    let printed = steps.filter(|step| step.telling != Telling::LeftOut && step.own_words.is_none());
    let parts = printed.flat_map(|step| &step.sentences).flat_map(|said| &said.sentence.parts);
    let mut told: Vec<NamedCopy<'_>> = Vec::new();
    for part in parts {
        let SentencePart::Piece { thing, .. } = part else { continue };
        // A space of a map may have the number of a piece.
        let name = pieces.get(&thing.id).filter(|name| thing.seen && **name == thing.name);
        let copy = name.map(|name| (thing.id, *name)).filter(|copy| !told.contains(copy));
        told.extend(copy);
    }
    told
}

/// Returns the cards on which the printed pictures number steps.
fn numbered_copies<'a>(story: &Story, pieces: &BTreeMap<u32, &'a str>) -> Vec<NamedCopy<'a>> {
    let cards =
        story.boards.iter().flat_map(|board| board.picture.parts.iter().flat_map(part_cards));
    let is_numbered =
        |card: &&PictureCard| !card.discs.is_empty() && matches!(card.face, CardFace::Up { .. });
    let numbered = cards.filter(is_numbered);
    numbered.filter_map(|card| Some((card.id, *pieces.get(&card.id)?))).collect()
}
