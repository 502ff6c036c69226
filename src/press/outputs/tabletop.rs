//! Decks for tables that are no tables: sheets and a saved object for Tabletop Simulator, a picture for
//! each card, and one of all of them for a post in a forum.

use std::collections::BTreeMap;
use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use typst_layout::{Page, PagedDocument};

use super::{OutputContext, OutputFile};
use crate::document::deck::{CardBack, Deck};
use crate::document::plain_text;
use crate::press::card_size::CardOutline;
use crate::press::cards::{CardRequest, card_size, typeset_cards};
use crate::press::look::PageLook;
use crate::press::{profile, raster};
use crate::text::file_names::plain_name;

/// Pictures side by side and one below the other on a sheet, as Tabletop Simulator counts them.
const COLUMNS: usize = 10;
/// One below the other.
const ROWS: usize = 7;
/// The fewest of both that it knows.
const LEAST: usize = 2;
/// The longest side of a sheet, in pixels.
const LONGEST: usize = 4096;
/// Dots an inch of the picture of a card.
const DOTS: u32 = 300;
/// The most dots an inch of a card on a sheet: more show nothing.
const MOST_DOTS: f64 = 600.0;
/// The widest picture of all cards, and the widest card on it, in pixels.
const WIDEST: usize = 2400;
/// The widest card on it.
const WIDEST_CARD: usize = 240;
/// Between two cards on it.
const GAP: usize = 12;
/// How large a card lies on the table.
const SCALE: f64 = 1.0;

/// What is to be done with the files.
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

/// A card: its pages, its name and its copies.
struct TableCard<'d> {
    front: &'d Page,
    back: &'d Page,
    name: String,
    count: usize,
}

/// The files of every deck; a single one needs no name.
pub(super) fn make_tabletop(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
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
    let laid =
        typeset_cards(context.book, &request, (&screen, &look), context.sources, context.findings);
    let Some(document) = laid else { return Vec::new() };
    if context.kept.is_some() {
        return Vec::new();
    }
    let cards = table_cards(deck, &document);
    let Some(first) = cards.first() else { return Vec::new() };
    let (grid, backs) = (SheetGrid::of(cards.len(), first.front), deck_backs(deck));
    let mut files = sheet_files(&cards, &grid, backs);
    let size = card_size(context.book, Some(nth));
    let sheets = SavedSheets {
        first_key: first_key(context.book.decks.iter().take(nth)),
        backs,
        is_hexagon: size.is_some_and(|size| size.outline == CardOutline::Hexagon),
    };
    let saved = saved_object(deck, &cards, &grid, &sheets);
    files.push(("saved-object.json".to_owned(), saved));
    files.push(("READ-ME.txt".to_owned(), NOTE.as_bytes().to_vec()));
    files.push(("contact-sheet.png".to_owned(), contact_sheet(&cards)));
    for (nth, card) in cards.iter().enumerate() {
        let name = format!("cards/{:03} {} x{}.png", nth + 1, plain_name(&card.name), card.count);
        files.push((name, raster::page_png(card.front, DOTS)));
    }
    let named = |(name, bytes)| OutputFile::new(format!("{folder}/{name}"), bytes);
    files.into_iter().map(named).collect()
}

/// The cards with their pages: a front and a back for each, in the order of the deck.
fn table_cards<'d>(deck: &Deck, document: &'d PagedDocument) -> Vec<TableCard<'d>> {
    let pages = document.pages().chunks_exact(2);
    let cards = deck.cards.iter().zip(pages).map(|(card, pages)| TableCard {
        front: &pages[0],
        back: &pages[1],
        name: plain_text(&card.name),
        count: card.count,
    });
    cards.collect()
}

/// Whether the cards of a deck share their back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeckBacks {
    /// One for all.
    Shared,
    /// Cards have their own.
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

/// The sheets, and the backs: one picture for all, or a sheet behind each sheet.
fn sheet_files(
    cards: &[TableCard<'_>],
    grid: &SheetGrid,
    backs: DeckBacks,
) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (nth, sheet) in cards.chunks(COLUMNS * ROWS).enumerate() {
        let fronts: Vec<&Page> = sheet.iter().map(|card| card.front).collect();
        files.push((face_name(nth), sheet_picture(&fronts, grid)));
        if backs == DeckBacks::Own {
            let behind: Vec<&Page> = sheet.iter().map(|card| card.back).collect();
            files.push((back_name(nth, backs), sheet_picture(&behind, grid)));
        }
    }
    if let (DeckBacks::Shared, Some(card)) = (backs, cards.first()) {
        let mut place = RgbImage::new(grid.width as u32, grid.height as u32);
        let back = page_picture(card.back, grid.width);
        lay(&mut place, &back, (0, 0), (grid.width, grid.height));
        files.push((back_name(0, backs), encoded(&place)));
    }
    files
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

/// How cards stand on the sheets of a deck, all of which have places of one size.
struct SheetGrid {
    columns: usize,
    /// The rows of a full sheet.
    rows: usize,
    /// Of a place, in pixels.
    width: usize,
    height: usize,
}

impl SheetGrid {
    /// The grid that has the largest places for a deck of so many cards, of which `page` is one: no sheet
    /// is longer than may be.
    fn of(cards: usize, page: &Page) -> Self {
        let size = page.frame.size();
        let ratio = size.y.to_pt() / size.x.to_pt();
        let most = size.x.to_pt() / 72.0 * MOST_DOTS;
        let cards = cards.min(COLUMNS * ROWS);
        let mut best = Self { columns: COLUMNS, rows: ROWS, width: 0, height: 0 };
        for columns in LEAST..=COLUMNS {
            let rows = cards.div_ceil(columns).max(LEAST);
            let widest = (LONGEST / columns) as f64;
            let width = widest.min((LONGEST / rows) as f64 / ratio).min(most).floor();
            if rows <= ROWS && width as usize > best.width {
                // No higher than the picture of a card so wide, so that it fills its place.
                let height = (width * ratio).floor() as usize;
                best = Self { columns, rows, width: width as usize, height };
            }
        }
        best
    }

    /// How many rows a sheet of so many cards has.
    fn rows_of(&self, cards: usize) -> usize {
        cards.div_ceil(self.columns).clamp(LEAST, self.rows)
    }
}

fn sheet_picture(pages: &[&Page], grid: &SheetGrid) -> Vec<u8> {
    let &SheetGrid { columns, width, height, .. } = grid;
    let (wide, high) = (columns * width, grid.rows_of(pages.len()) * height);
    let mut sheet = RgbImage::from_pixel(wide as u32, high as u32, Rgb([255, 255, 255]));
    for (nth, page) in pages.iter().enumerate() {
        let at = ((nth % columns) * width, (nth / columns) * height);
        lay(&mut sheet, &page_picture(page, width), at, (width, height));
    }
    encoded(&sheet)
}

/// A page so many pixels wide.
fn page_picture(page: &Page, width: usize) -> RgbImage {
    let bytes = raster::page_png_of_width(page, width);
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png);
    picture.map(|picture| picture.to_rgb8()).unwrap_or_default()
}

/// Lays a picture on another one; what reaches out of its cell is cut.
fn lay(
    sheet: &mut RgbImage,
    picture: &RgbImage,
    (left, top): (usize, usize),
    (width, height): (usize, usize),
) {
    for (x, y, pixel) in picture.enumerate_pixels() {
        if (x as usize) < width && (y as usize) < height {
            sheet.put_pixel(left as u32 + x, top as u32 + y, *pixel);
        }
    }
}

fn encoded(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, ImageFormat::Png);
    if written.is_ok() { bytes.into_inner() } else { Vec::new() }
}

/// All cards side by side, each once.
fn contact_sheet(cards: &[TableCard<'_>]) -> Vec<u8> {
    let Some(first) = cards.first() else { return Vec::new() };
    let columns = (1..=cards.len()).find(|columns| columns * columns * 5 >= cards.len() * 8);
    let columns = columns.unwrap_or(cards.len());
    let width = (WIDEST / columns).saturating_sub(GAP).clamp(1, WIDEST_CARD);
    let size = first.front.frame.size();
    let height = ((width as f64 * size.y.to_pt() / size.x.to_pt()).floor() as usize).max(1);
    let wide = GAP + columns * (width + GAP);
    let high = GAP + cards.len().div_ceil(columns) * (height + GAP);
    let mut sheet = RgbImage::from_pixel(wide as u32, high as u32, Rgb([255, 255, 255]));
    for (nth, card) in cards.iter().enumerate() {
        let (column, row) = (nth % columns, nth / columns);
        let at = (GAP + column * (width + GAP), GAP + row * (height + GAP));
        lay(&mut sheet, &page_picture(card.front, width), at, (width, height));
    }
    encoded(&sheet)
}

/// What the saved object says of the sheets of a deck.
struct SavedSheets {
    /// The number of the first sheet.
    first_key: usize,
    backs: DeckBacks,
    is_hexagon: bool,
}

/// The number of the first sheet behind those of other decks. Two decks of a book that are put into one on
/// the table keep their pictures: in one deck a number stands for one sheet.
fn first_key<'d>(before: impl Iterator<Item = &'d Deck>) -> usize {
    1 + before.map(|deck| deck.cards.len().div_ceil(COLUMNS * ROWS)).sum::<usize>()
}

/// The deck as Tabletop Simulator saves it: each card by its sheet and its place on it, as often as it is
/// printed. Addresses of pictures are the names of their files. No object has a GUID: the game gives its
/// own. `BackIsHidden` shows the back to players who may not see a card, so that the last place of a sheet is
/// free for a card.
fn saved_object(
    deck: &Deck,
    cards: &[TableCard<'_>],
    grid: &SheetGrid,
    saved: &SavedSheets,
) -> Vec<u8> {
    let sheets: Vec<(String, Value)> = cards
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
    for (nth, card) in cards.iter().enumerate() {
        let (sheet, place) = (nth / (COLUMNS * ROWS), nth % (COLUMNS * ROWS));
        let id = 100 * (saved.first_key + sheet) + place;
        let (key, custom) = &sheets[sheet];
        let custom: BTreeMap<&String, &Value> = [(key, custom)].into();
        for _ in 0..card.count {
            ids.push(id);
            contained.push(json!({
                // `CardCustom` would be a card whose picture is no sheet.
                "Name": "Card",
                "Transform": transform(),
                "Nickname": card.name,
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

/// Where an object lies: in the middle, face-down.
fn transform() -> Value {
    json!({
        "posX": 0.0, "posY": 1.0, "posZ": 0.0,
        "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
        "scaleX": SCALE, "scaleY": 1.0, "scaleZ": SCALE,
    })
}
