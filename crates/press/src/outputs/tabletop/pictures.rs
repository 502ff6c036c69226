//! The pictures of a deck for Tabletop Simulator. In: the pages of its cards, a front and a back for each.
//! Out: the sheets with places for all cards, the pictures of single cards, and one of the whole deck.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use typst_layout::{Page, PagedDocument};

use super::{COLUMNS, DeckBacks, LEAST, ROWS, back_name, face_name};
use crate::raster;
use document::deck::Deck;

/// Longest side of a sheet, in pixels.
const LONGEST: usize = 4096;
/// Dots per inch of the picture of a card.
const DOTS: u32 = 300;
/// Most dots per inch of a card on a sheet: more show no more detail.
const MOST_DOTS: f64 = 600.0;
/// Greatest width of the picture of all cards, in pixels.
const WIDEST: usize = 2400;
/// Greatest width of a card on it, in pixels.
const WIDEST_CARD: usize = 240;
/// Gap between two cards on it, in pixels.
const GAP: usize = 12;

/// The pictures of a deck that are drawn so far.
pub struct TablePictures<'d> {
    deck: &'d Deck,
    backs: DeckBacks,
    /// Layout of the sheets, known after the first page.
    laid: Option<TableSheets>,
    /// The sheets that are full.
    sheets: Vec<(String, Vec<u8>)>,
    cards: Vec<Vec<u8>>,
}

/// The sheets that are being filled, and the size of the places on them.
struct TableSheets {
    grid: SheetGrid,
    fronts: RgbImage,
    /// The backs of the fronts, if cards have their own.
    behind: Option<RgbImage>,
    /// The back of all cards.
    back: Option<Vec<u8>>,
    contact: ContactSheet,
}

/// The pictures of a whole deck.
pub struct DrawnDeck {
    /// Grid of the cards on its sheets.
    pub grid: SheetGrid,
    /// The sheets and the backs, with the names of their files.
    pub sheets: Vec<(String, Vec<u8>)>,
    /// The front of each card.
    pub cards: Vec<Vec<u8>>,
    /// All cards side by side.
    pub contact_sheet: Vec<u8>,
}

impl<'d> TablePictures<'d> {
    /// Starts with nothing drawn.
    pub fn new(deck: &'d Deck, backs: DeckBacks) -> Self {
        Self { deck, backs, laid: None, sheets: Vec::new(), cards: Vec::new() }
    }

    /// Draws the pages of the next cards.
    pub fn add(&mut self, pages: &PagedDocument) {
        let all = self.deck.cards.len();
        for faces in pages.pages().chunks_exact(2) {
            let (front, back) = (&faces[0], &faces[1]);
            let (sheet, place) =
                (self.cards.len() / (COLUMNS * ROWS), self.cards.len() % (COLUMNS * ROWS));
            let laid = self.laid.get_or_insert_with(|| TableSheets::of(all, self.backs, faces));
            laid.grid.lay(&mut laid.fronts, front, place);
            if let Some(behind) = &mut laid.behind {
                laid.grid.lay(behind, back, place);
            }
            laid.contact.lay(front, self.cards.len());
            self.cards.push(raster::page_png(front, DOTS));
            if self.cards.len() == all || place + 1 == COLUMNS * ROWS {
                self.sheets.push((face_name(sheet), encoded(&laid.fronts)));
                if let Some(behind) = &laid.behind {
                    self.sheets.push((back_name(sheet, self.backs), encoded(behind)));
                }
                laid.turn(all.saturating_sub(self.cards.len()));
            }
        }
    }

    /// Returns all pictures; `None` if no card was drawn.
    pub fn finish(mut self) -> Option<DrawnDeck> {
        let laid = self.laid?;
        self.sheets.extend(laid.back.map(|back| (back_name(0, self.backs), back)));
        Some(DrawnDeck {
            grid: laid.grid,
            sheets: self.sheets,
            cards: self.cards,
            contact_sheet: encoded(&laid.contact.picture),
        })
    }
}

impl TableSheets {
    /// Creates the first sheets for a number of cards, the first of which has these faces.
    fn of(cards: usize, backs: DeckBacks, faces: &[Page]) -> Self {
        let grid = SheetGrid::of(cards, &faces[0]);
        let fronts = grid.sheet(cards);
        let behind = (backs == DeckBacks::Own).then(|| fronts.clone());
        let back = (backs == DeckBacks::Shared).then(|| {
            let mut place = RgbImage::new(grid.place.width as u32, grid.place.height as u32);
            lay(&mut place, &page_picture(&faces[1], grid.place.width), 0, 0, grid.place);
            encoded(&place)
        });
        Self { contact: ContactSheet::of(cards, &faces[0]), grid, fronts, behind, back }
    }

    /// Begins the next sheets, for `left` cards.
    fn turn(&mut self, left: usize) {
        self.fronts = self.grid.sheet(left);
        self.behind = self.behind.take().map(|_| self.fronts.clone());
    }
}

/// The grid of cards on the sheets of a deck, all of which have places of one size.
pub struct SheetGrid {
    pub columns: usize,
    /// Rows of a full sheet.
    rows: usize,
    place: Cell,
}

/// The room of a card on a picture, in pixels.
#[derive(Clone, Copy)]
struct Cell {
    width: usize,
    height: usize,
}

impl SheetGrid {
    /// Returns the grid with the largest places for a number of cards, of which `page` is one: no side of a
    /// sheet exceeds its limit.
    fn of(cards: usize, page: &Page) -> Self {
        let size = page.frame.size();
        let ratio = size.y.to_pt() / size.x.to_pt();
        let most = size.x.to_pt() / 72.0 * MOST_DOTS;
        let cards = cards.min(COLUMNS * ROWS);
        let mut best = Self { columns: COLUMNS, rows: ROWS, place: Cell { width: 0, height: 0 } };
        for columns in LEAST..=COLUMNS {
            let rows = cards.div_ceil(columns).max(LEAST);
            let widest = (LONGEST / columns) as f64;
            let width = widest.min((LONGEST / rows) as f64 / ratio).min(most).floor();
            if rows <= ROWS && width as usize > best.place.width {
                // No higher than the picture of a card of this width, so that it fills its place.
                let height = (width * ratio).floor() as usize;
                best = Self { columns, rows, place: Cell { width: width as usize, height } };
            }
        }
        best
    }

    /// Number of rows of a sheet with this number of cards.
    pub fn rows_of(&self, cards: usize) -> usize {
        cards.div_ceil(self.columns).clamp(LEAST, self.rows)
    }

    /// Creates a blank sheet for the first of this number of cards.
    fn sheet(&self, cards: usize) -> RgbImage {
        let rows = self.rows_of(cards.min(COLUMNS * ROWS));
        blank(self.columns * self.place.width, rows * self.place.height)
    }

    /// Draws a page on a place of a sheet.
    fn lay(&self, sheet: &mut RgbImage, page: &Page, place: usize) {
        let Cell { width, height } = self.place;
        let (left, top) = ((place % self.columns) * width, (place / self.columns) * height);
        lay(sheet, &page_picture(page, width), left, top, self.place);
    }
}

/// All cards side by side, each once.
struct ContactSheet {
    columns: usize,
    card: Cell,
    picture: RgbImage,
}

impl ContactSheet {
    /// Creates room for a number of cards, of which `page` is one.
    fn of(cards: usize, page: &Page) -> Self {
        let columns = (1..=cards).find(|columns| columns * columns * 5 >= cards * 8);
        let columns = columns.unwrap_or(cards).max(1);
        let width = (WIDEST / columns).saturating_sub(GAP).clamp(1, WIDEST_CARD);
        let size = page.frame.size();
        let height = ((width as f64 * size.y.to_pt() / size.x.to_pt()).floor() as usize).max(1);
        let wide = GAP + columns * (width + GAP);
        let high = GAP + cards.div_ceil(columns) * (height + GAP);
        Self { columns, card: Cell { width, height }, picture: blank(wide, high) }
    }

    fn lay(&mut self, page: &Page, nth: usize) {
        let (column, row) = (nth % self.columns, nth / self.columns);
        let Cell { width, height } = self.card;
        let (left, top) = (GAP + column * (width + GAP), GAP + row * (height + GAP));
        lay(&mut self.picture, &page_picture(page, width), left, top, self.card);
    }
}

fn blank(width: usize, height: usize) -> RgbImage {
    RgbImage::from_pixel(width as u32, height as u32, Rgb([255, 255, 255]))
}

/// Draws a page `width` pixels wide.
fn page_picture(page: &Page, width: usize) -> RgbImage {
    let bytes = raster::page_png_of_width(page, width);
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png);
    picture.map(|picture| picture.to_rgb8()).unwrap_or_default()
}

/// Draws a picture on another one, cut to its cell.
fn lay(sheet: &mut RgbImage, picture: &RgbImage, left: usize, top: usize, cell: Cell) {
    for (x, y, pixel) in picture.enumerate_pixels() {
        if (x as usize) < cell.width && (y as usize) < cell.height {
            sheet.put_pixel(left as u32 + x, top as u32 + y, *pixel);
        }
    }
}

fn encoded(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, ImageFormat::Png);
    if written.is_ok() { bytes.into_inner() } else { Vec::new() }
}
