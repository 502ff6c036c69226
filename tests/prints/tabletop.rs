//! The saved object for Tabletop Simulator: what is publicly known about its format holds for every deck. The
//! game itself is not asked. Sources: the Custom Deck parameters of its scripting reference (the back or the
//! last place of a sheet is what others see of a hidden card; sheets of 2 x 2 to 10 x 7), its page on assets
//! (PNG or JPG in RGB, at most 4096 pixels a side), and saves of the game in public repositories.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::book::Output;
use rulepress::pipeline::PrintableBook;
use rulepress::press::OutputFile;
use serde_json::Value;

use super::files;
use crate::common::Folder;

/// Decks of these sizes: one card, a small sheet, one that is full to its last place, and three of them.
const SIZES: [usize; 4] = [1, 2, 70, 141];

fn made(name: &str, toml: &str, cards: &str) -> (PrintableBook, Vec<OutputFile>) {
    let folder = Folder::new(&format!("saved-{name}"));
    folder.write("book/book.toml", format!("title = 'Decks'\ndata = ['cards.csv']\n{toml}"));
    folder.write("book/cards.csv", cards);
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    let book = folder.book("book");
    let (files, findings) = files(&book, Output::Tabletop, "screen", Default::default());
    assert!(findings.0.is_empty(), "{name}: {findings:?}");
    (book, files)
}

fn deck_toml(name: &str, more: &str) -> String {
    format!("[deck.{name}]\ndata = 'cards.csv'\nsize = '30 x 42 mm'\nart = false\n{more}")
}

/// The saved object in a folder of the output.
fn saved(files: &[OutputFile], folder: &str) -> Value {
    let name = format!("{folder}/saved-object.json");
    let file = files.iter().find(|file| file.name == name).expect("it is made");
    serde_json::from_slice(&file.bytes).expect("it is JSON")
}

fn list(object: &Value, key: &str) -> Vec<Value> {
    object[key].as_array().unwrap_or_else(|| panic!("{key} is a list: {object}")).clone()
}

fn number(object: &Value, key: &str) -> usize {
    let value = object[key].as_u64().unwrap_or_else(|| panic!("{key} is a number: {object}"));
    usize::try_from(value).expect("it is small")
}

fn word<'v>(object: &'v Value, key: &str) -> &'v str {
    object[key].as_str().unwrap_or_else(|| panic!("{key} is a text: {object}"))
}

/// Every key that an object has, with those inside it.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The picture that an address names, as columns and rows of a sheet divide it: the pixels of a place.
fn place_size(
    files: &[OutputFile],
    folder: &str,
    name: &str,
    (wide, high): (usize, usize),
) -> (u32, u32) {
    let path = format!("{folder}/{name}");
    let file = files.iter().find(|file| file.name == path);
    let file = file.unwrap_or_else(|| panic!("{path} is not made"));
    assert_eq!(image::guess_format(&file.bytes).expect("it is a picture"), image::ImageFormat::Png);
    let picture = image::load_from_memory(&file.bytes).expect("it is a picture");
    assert_eq!(picture.color(), image::ColorType::Rgb8, "{name}");
    let (width, height) = (picture.width(), picture.height());
    assert!(width <= 4096 && height <= 4096, "{name}: {width} x {height}");
    let (wide, high) = (wide as u32, high as u32);
    assert_eq!((width % wide, height % high), (0, 0), "{name}: places of one size");
    (width / wide, height / high)
}

/// All that is known of the format, for a deck whose cards are printed so often.
fn check(
    files: &[OutputFile],
    folder: &str,
    counts: &[usize],
    is_sideways: bool,
) -> BTreeSet<String> {
    let save = saved(files, folder);
    let objects = list(&save, "ObjectStates");
    let [object] = objects.as_slice() else { panic!("one object: {save}") };
    let sheets = object["CustomDeck"].as_object().expect("it is an object");
    let total: usize = counts.iter().sum();
    let cards = if total == 1 { vec![object.clone()] } else { list(object, "ContainedObjects") };
    // As many cards as are printed, in one order in both lists.
    assert_eq!(cards.len(), total, "{folder}");
    let ids: Vec<usize> = cards.iter().map(|card| number(card, "CardID")).collect();
    if total > 1 {
        assert_eq!(word(object, "Name"), "DeckCustom");
        let deck_ids: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
        assert_eq!(list(object, "DeckIDs"), deck_ids, "{folder}");
    }
    let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
    for (card, id) in cards.iter().zip(&ids) {
        *copies.entry(*id).or_default() += 1;
        let (key, place) = ((id / 100).to_string(), id % 100);
        let sheet = sheets.get(&key).unwrap_or_else(|| panic!("{folder}: no sheet {key}"));
        // Places on the sheet; the last one counts only because the back is used for hidden cards.
        let places = number(sheet, "NumWidth") * number(sheet, "NumHeight");
        let free = if sheet["BackIsHidden"] == true { places } else { places - 1 };
        assert!(place < free, "{folder}: place {place} of {free}");
        // A card out of its deck knows its own sheet, and no other one.
        let own = card["CustomDeck"].as_object().expect("it is an object");
        assert_eq!(own.len(), 1, "{folder}");
        assert_eq!(own.get(&key), Some(sheet), "{folder}");
        assert_eq!(word(card, "Name"), "Card");
        assert!(!word(card, "Nickname").is_empty());
        for object in [card, object] {
            assert_eq!(object["SidewaysCard"], is_sideways, "{folder}");
            let keys = object["Transform"].as_object().expect("it is an object").keys();
            let wanted = ["pos", "rot", "scale"].into_iter();
            let wanted = wanted.flat_map(|of| ["X", "Y", "Z"].map(|axis| format!("{of}{axis}")));
            assert!(keys.cloned().eq(wanted), "{folder}");
        }
    }
    assert_eq!(copies.into_values().collect::<Vec<_>>(), counts, "{folder}");
    for (key, sheet) in sheets {
        assert!(key.parse::<usize>().is_ok_and(|key| key > 0), "{folder}: {key}");
        let (wide, high) = (number(sheet, "NumWidth"), number(sheet, "NumHeight"));
        assert!((2..=10).contains(&wide) && (2..=7).contains(&high), "{folder}: {wide} x {high}");
        assert!([0, 3].contains(&number(sheet, "Type")));
        let face = place_size(files, folder, word(sheet, "FaceURL"), (wide, high));
        let is_unique = sheet["UniqueBack"] == true;
        let grid = if is_unique { (wide, high) } else { (1, 1) };
        assert_eq!(face, place_size(files, folder, word(sheet, "BackURL"), grid), "{folder}");
        assert_eq!(face.0 > face.1, is_sideways, "{folder}: {face:?}");
    }
    // The game gives GUIDs of its own; two that are alike would be a fault.
    let mut said = BTreeSet::new();
    keys(&save, &mut said);
    assert!(!said.contains("GUID"), "{folder}");
    sheets.keys().cloned().collect()
}

#[test]
fn saved_objects_are_as_the_game_documents_them() {
    for (size, more) in SIZES.into_iter().zip(["", "landscape = true\n"].into_iter().cycle()) {
        let counts: Vec<usize> = (0..size).map(|nth| 1 + nth % 3).collect();
        let rows: String =
            counts.iter().enumerate().map(|(nth, count)| format!("C{nth},{count}\n")).collect();
        let cards = format!("Card,Copies\n{rows}");
        let (_book, files) = made("sizes", &deck_toml("main", more), &cards);
        let sheets = check(&files, "tabletop", &counts, !more.is_empty());
        assert_eq!(sheets.len(), size.div_ceil(70), "{size}");
    }
}

/// A card with its own back is at the same place of both sheets; hexagons have their shape.
#[test]
fn own_backs_and_shapes_are_saved() {
    let cards = "Card,Copies,Back\nElf,1,Wood\nOrc,2,Hill\nOak,1,\n";
    let (_book, files) = made("backs", &deck_toml("main", ""), cards);
    check(&files, "tabletop", &[1, 2, 1], false);
    assert_eq!(saved(&files, "tabletop")["ObjectStates"][0]["CustomDeck"]["1"]["UniqueBack"], true);
    let toml = deck_toml("main", "").replace("30 x 42 mm", "hex");
    let (_book, files) = made("hex", &toml, "Card\nElf\nOrc\n");
    assert_eq!(saved(&files, "tabletop")["ObjectStates"][0]["CustomDeck"]["1"]["Type"], 3);
}

/// Decks of one book that are put together on the table keep their sheets apart.
#[test]
fn decks_of_a_book_share_no_number() {
    let rows: String = (0..71).map(|nth| format!("C{nth}\n")).collect();
    let toml = deck_toml("one", "") + &deck_toml("two", "");
    let (book, files) = made("two", &toml, &format!("Card\n{rows}"));
    assert_eq!(book.book.decks.len(), 2);
    let sheets =
        ["tabletop-one", "tabletop-two"].map(|folder| check(&files, folder, &[1; 71], false));
    assert!(sheets[0].is_disjoint(&sheets[1]), "{sheets:?}");
}
