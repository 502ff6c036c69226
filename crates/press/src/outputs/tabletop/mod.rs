//! Decks for virtual tables: sheets and a saved object for Tabletop Simulator, a picture for each card, and
//! one of all cards for a post in a forum.

mod pictures;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use typst_layout::PagedDocument;

use self::pictures::{SheetGrid, TablePictures};
use super::OutputContext;
use crate::look::PageLook;
use crate::outputs::cards::size::CardOutline;
use crate::outputs::cards::{CardRequest, CardSetting, card_size};
use crate::outputs::record::{NO_DECK, OutputRecord, has_deck};
use crate::{OutputFile, profile};
use base::diagnostic::{BookPart, Findings};
use base::text::file_names::plain_name;
use document::deck::{CardBack, Deck};
use document::plain_text;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    part: Some(BookPart::Decks),
    is_in: has_deck,
    lacks: NO_DECK,
    ..OutputRecord::new("tabletop", "the cards for Tabletop Simulator", make_tabletop)
};

/// Cards side by side on a sheet, in Tabletop Simulator.
const COLUMNS: usize = 10;
/// Cards one below the other on a sheet.
const ROWS: usize = 7;
/// Fewest columns and rows that Tabletop Simulator knows.
const LEAST: usize = 2;
/// Scale of a card on the table.
const SCALE: f64 = 1.0;

/// Instructions for the files.
const NOTE: &str = "\
Tabletop Simulator

1. Start it, open Modding > Cloud Manager, and upload the pictures sheet-1.png and so on, and each back.
   The Cloud Manager gives each picture an address.
2. Open saved-object.json in a text editor. Put the address of each picture in place of its name:
   FaceURL for a sheet, BackURL for a back. An address file:///C:/... of a picture on your own disk works
   for you alone.
3. Put saved-object.json into Documents/My Games/Tabletop Simulator/Saves/Saved Objects; on a Mac that is
   Library/Tabletop Simulator/Saves/Saved Objects, on Linux .local/share/Tabletop Simulator/Saves/Saved Objects.
4. In a game: Objects > Saved Objects. The deck holds each card as often as it is printed. If something is wrong
   with the file, the chat of the game says so.

cards/ has a picture of each card, whose name says how many there are; contact-sheet.png has all of them.
";

/// Makes the files of every deck; a single one needs no name.
pub fn make_tabletop(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &context.book.decks;
    let theme = super::theme_suffix(context.request.theme);
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let folder = match decks.len() {
            1 => format!("tabletop{theme}"),
            _ => format!("tabletop-{}{theme}", deck.name),
        };
        files.extend(deck_files(context, nth, deck, &folder));
    }
    files
}

fn deck_files(
    context: &mut OutputContext<'_>,
    nth: usize,
    deck: &Deck,
    folder: &str,
) -> Vec<OutputFile> {
    let request = CardRequest { deck: Some(nth), ..CardRequest::default() };
    let look = PageLook { pictures: true, ..context.look() };
    let screen = profile::screen();
    let backs = deck_backs(deck);
    let begin = || TablePictures::new(deck, backs);
    let is_shown = context.kept.is_some();
    let add = |made: &mut TablePictures<'_>, pages: &PagedDocument, _: &mut Findings| {
        if !is_shown {
            made.add(pages);
        }
    };
    let setting = CardSetting { profile: &screen, ..context.card_setting(&request, &look) };
    let made = setting.make(context.findings, begin, add);
    let Some(drawn) = made.and_then(TablePictures::finish) else { return Vec::new() };
    let mut files = drawn.sheets;
    let size = card_size(context.book, Some(nth), None);
    let sheets = SavedSheets {
        first_key: first_key(context.book.decks.iter().take(nth)),
        backs,
        is_hexagon: size.is_some_and(|size| size.outline == CardOutline::Hexagon),
    };
    let saved = saved_object(deck, &drawn.grid, &sheets);
    files.push(("saved-object.json".to_owned(), saved));
    files.push(("READ-ME.txt".to_owned(), NOTE.as_bytes().to_vec()));
    files.push(("contact-sheet.png".to_owned(), drawn.contact_sheet));
    for ((nth, card), picture) in deck.cards.iter().enumerate().zip(drawn.cards) {
        let name = plain_name(&plain_text(&card.name));
        files.push((format!("cards/{:03} {name} x{}.png", nth + 1, card.count), picture));
    }
    let named = |(name, bytes)| OutputFile::new(format!("{folder}/{name}"), bytes);
    files.into_iter().map(named).collect()
}

/// The backs of a deck.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeckBacks {
    /// One back for all cards.
    Shared,
    /// A back for each card.
    Own,
}

fn deck_backs(deck: &Deck) -> DeckBacks {
    let back = |card: usize| match &deck.cards[card].style.back {
        Some(CardBack::Picture(art)) => art.file.as_deref(),
        Some(CardBack::Words(words)) => Some(words.as_str()),
        None => None,
    };
    let shared = (1..deck.cards.len()).all(|card| back(card) == back(0));
    if shared { DeckBacks::Shared } else { DeckBacks::Own }
}

fn face_name(sheet: usize) -> String {
    format!("sheet-{}.png", sheet + 1)
}

fn back_name(sheet: usize, backs: DeckBacks) -> String {
    match backs {
        DeckBacks::Shared => "back.png".to_owned(),
        DeckBacks::Own => format!("sheet-{}-backs.png", sheet + 1),
    }
}

/// Data of the saved object about the sheets of a deck.
struct SavedSheets {
    /// Number of the first sheet.
    first_key: usize,
    backs: DeckBacks,
    is_hexagon: bool,
}

/// Returns the number of the first sheet behind those of other decks. Two decks of a book that are merged on
/// the table keep their pictures, because a number means one sheet there.
fn first_key<'d>(before: impl Iterator<Item = &'d Deck>) -> usize {
    1 + before.map(|deck| deck.cards.len().div_ceil(COLUMNS * ROWS)).sum::<usize>()
}

/// Returns the deck as Tabletop Simulator saves it: each card by its sheet and its place on it, as often as
/// it is printed. Addresses of pictures are the names of their files. No object has a GUID: the game gives
/// its own. `BackIsHidden` shows the back to players who may not see a card, so that the last place of a
/// sheet is free for a card.
fn saved_object(deck: &Deck, grid: &SheetGrid, saved: &SavedSheets) -> Vec<u8> {
    let sheets: Vec<(String, Value)> = deck
        .cards
        .chunks(COLUMNS * ROWS)
        .enumerate()
        .map(|(nth, sheet)| {
            let custom = json!({
                "FaceURL": face_name(nth),
                "BackURL": back_name(nth, saved.backs),
                "NumWidth": grid.columns,
                "NumHeight": grid.rows_of(sheet.len()),
                "BackIsHidden": true,
                "UniqueBack": saved.backs == DeckBacks::Own,
                "Type": if saved.is_hexagon { 3 } else { 0 },
            });
            ((saved.first_key + nth).to_string(), custom)
        })
        .collect();
    let mut ids = Vec::new();
    let mut contained = Vec::new();
    for (nth, card) in deck.cards.iter().enumerate() {
        let (sheet, place) = (nth / (COLUMNS * ROWS), nth % (COLUMNS * ROWS));
        let id = 100 * (saved.first_key + sheet) + place;
        let (key, custom) = &sheets[sheet];
        let custom: BTreeMap<&String, &Value> = [(key, custom)].into();
        for _ in 0..card.count {
            ids.push(id);
            contained.push(json!({
                // `CardCustom` would be a card with a picture of its own, not from a sheet.
                "Name": "Card",
                "Transform": transform(),
                "Nickname": plain_text(&card.name),
                "Description": "",
                "HideWhenFaceDown": true,
                "CardID": id,
                "SidewaysCard": deck.landscape,
                "CustomDeck": custom,
            }));
        }
    }
    let custom: BTreeMap<&String, &Value> =
        sheets.iter().map(|(key, sheet)| (key, sheet)).collect();
    // A deck of one card is a card.
    let object = match contained.as_slice() {
        [only] => only.clone(),
        _ => json!({
            "Name": "DeckCustom",
            "Transform": transform(),
            "Nickname": deck.title,
            "Description": "",
            "HideWhenFaceDown": true,
            "SidewaysCard": deck.landscape,
            "DeckIDs": ids,
            "CustomDeck": custom,
            "ContainedObjects": contained,
        }),
    };
    let save = json!({ "SaveName": "", "ObjectStates": [object] });
    let text = serde_json::to_string_pretty(&save).expect("a deck is data");
    format!("{text}\n").into_bytes()
}

/// Returns the position of an object: in the middle, face-down.
fn transform() -> Value {
    json!({
        "posX": 0.0, "posY": 1.0, "posZ": 0.0,
        "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
        "scaleX": SCALE, "scaleY": 1.0, "scaleZ": SCALE,
    })
}
