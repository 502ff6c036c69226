//! Copies of one card have small letters, the same in sentences, on cards and in pictures described
//! in words.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::diagnostic::Severity;
use rulepress::document::ExamplePart;
use rulepress::example::narrate::SentencePart;
use rulepress::example::story::StoryEntry;
use rulepress::picture::{CardFace, PartContent, Picture};

use super::brief::{self, doubled_book};

const DECK: &str = "\"Knight\", \"Witch\", \"Knight\", \"Ace\"";

/// Steps and pictures of an example as printed, in words.
fn printed(lesson: &str, deck: &str) -> (String, Vec<Picture>) {
    let (mut told, mut pictures) = (String::new(), Vec::new());
    for part in brief::played(&doubled_book(lesson, deck)).entries {
        match part {
            ExamplePart::Step { blocks, .. } => told += &brief::words(&blocks),
            ExamplePart::Board { picture, .. } => pictures.push(picture),
            _ => {}
        }
    }
    (told.replace('\u{a0}', " "), pictures)
}

/// The names on open cards, with the numbers of their pieces.
fn faces(picture: &Picture) -> Vec<(u32, String)> {
    let cards = picture.parts.iter().flat_map(|part| match &part.kind {
        PartContent::Cards(zone) => zone.cards.as_slice(),
        _ => &[],
    });
    let face = |card: &rulepress::picture::PictureCard| match &card.face {
        CardFace::Up { name, .. } => Some((card.id, name.replace('\u{a0}', " "))),
        _ => None,
    };
    cards.filter_map(face).collect()
}

#[test]
fn copies_have_letters() {
    let (told, pictures) = printed("", DECK);
    for name in ["Knight a", "Knight b", "Witch", "Ace"] {
        assert!(told.contains(name), "{name}: {told}");
        let faces = pictures.iter().flat_map(faces);
        assert!(faces.into_iter().any(|(_, face)| face == name), "{name}: {pictures:?}");
    }
    let alt = pictures[0].alt.replace('\u{a0}', " ");
    assert!(alt.contains("Knight a") && alt.contains("Knight b"), "{alt}");
    for text in [&told, &alt] {
        assert!(!text.contains("Witch a") && !text.contains("Ace a"), "one alone: {text}");
    }
}

/// A copy that alone is named has no letter, wherever the others are.
#[test]
fn copies_that_are_not_told_give_no_letters() {
    for lesson in ["from = \"#play\"", "skip = [\"#draw\"]"] {
        let (told, pictures) = printed(lesson, DECK);
        assert!(told.contains("Knight") && !told.contains("Knight a"), "{lesson}: {told}");
        let faces: Vec<_> = pictures.iter().flat_map(faces).collect();
        assert!(faces.iter().all(|(_, face)| !face.contains("Knight ")), "{lesson}: {faces:?}");
    }
}

/// Own words may name a copy with or without its letter.
#[test]
fn own_words_name_copies_either_way() {
    let deck = "\"Knight\", \"Witch\", \"Knight\", \"Knight\"";
    let own = "say = { \"#draw\" = \"Draw a Knight.\", \"#play\" = \"Lose Knight a.\" }";
    assert_eq!(doubled_book(own, DECK).findings.count(Severity::Error), 0);
    let wrong = doubled_book("say = { \"#look\" = \"Draw Knight a.\" }", DECK);
    assert_eq!(wrong.findings.count(Severity::Error), 1, "no Knight is drawn there");
    assert_eq!(doubled_book(own, deck).findings.count(Severity::Error), 1, "two of a card at most");
}

/// In every example a card with a letter is the same piece in all sentences and pictures, and two
/// pieces never share a name and a letter.
#[test]
fn letters_stay_with_their_pieces() {
    let mut lettered = 0;
    for example in super::played().iter().flat_map(|read| &read.examples) {
        let mut named: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let steps = example.story.entries.iter().filter_map(StoryEntry::step);
        for part in steps.flat_map(|step| &step.sentences).flat_map(|said| &said.sentence.parts) {
            let SentencePart::Piece { thing, text } = part else { continue };
            if let Some((_, behind)) = text.split_once(&format!("{}\u{a0}", thing.name)) {
                lettered += 1;
                let letter = behind.split(|c: char| !c.is_alphanumeric()).next();
                let face = format!("{} {}", thing.name, letter.unwrap_or_default());
                named.entry(thing.id).or_default().insert(face);
            }
        }
        let boards = example.story.boards.iter().map(|board| &board.picture);
        for (id, face) in boards.chain(&example.story.position).flat_map(faces) {
            if let Some(known) = named.get(&id) {
                let fits = known
                    .iter()
                    .any(|name| face == *name || face.starts_with(&format!("{name} (")));
                assert!(fits, "{}: {face} is {known:?}", example.scenario.name);
            }
        }
        let all: BTreeSet<&String> = named.values().flatten().collect();
        assert!(named.values().all(|names| names.len() == 1), "{named:?}");
        assert_eq!(all.len(), named.len(), "{}: {named:?}", example.scenario.name);
    }
    assert!(lettered > 20, "only {lettered} names have letters");
}
