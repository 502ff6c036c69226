//! The play area of a book as a mat. In: a book. Out: how large its mat must be for its cards, and
//! its drawing, as large as its pages.

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::outputs::cards::card_trim;
use crate::outputs::playmat::tiles::Tiles;
use crate::set::design::MM;
use document::{Block, BlockKind, plain_text, walk};
use draw::drawing::{Drawing, Size};
use draw::picture::PlayMat;
use draw::picture::mat::{SlotGrid, draw_slots};

/// The first play area of a book, with its caption.
pub fn first_play_mat(book: &Book) -> Option<(PlayMat, String)> {
    let mut found = None;
    for blocks in book.bodies() {
        walk::each_block(blocks, &mut |block| {
            if found.is_none() {
                found = captioned_mat(block);
            }
        });
    }
    found
}

fn captioned_mat(block: &Block) -> Option<(PlayMat, String)> {
    let BlockKind::Table(table) = &block.kind else { return None };
    let mat = table.play_mat(&block.attributes)?;
    Some((mat, plain_text(&table.caption)))
}

/// From the edge of a page to the mat, in points: what home printers leave free.
pub const MARGIN: f64 = 24.0;
/// The title above the mat with the gap below it, in points.
const TITLE: f64 = 36.0;
/// The same without the gap, as `crates/press/src/outputs/playmat/playmat.typ` draws it.
pub const TITLE_HEIGHT: f64 = 30.0;

/// The pages of a mat; lengths are millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum MatPages {
    /// One page of this width and height.
    Whole(f64, f64),
    /// Sheets that are glued together.
    Glued(Tiles),
}

impl MatPages {
    /// Width and height of the mat alone, below the title and inside the margins, in points.
    pub fn mat_room(&self) -> (f64, f64) {
        let (size, margin) = match self {
            Self::Whole(width, height) => ((*width, *height), MARGIN),
            Self::Glued(tiles) => (tiles.whole(), 0.0),
        };
        (size.0 * MM - 2.0 * margin, size.1 * MM - 2.0 * margin - TITLE)
    }

    /// The sheets that are glued together.
    pub fn tiles(&self) -> Option<&Tiles> {
        match self {
            Self::Whole(..) => None,
            Self::Glued(tiles) => Some(tiles),
        }
    }
}

/// Width and height that a mat with slots for `card` millimetres needs with its title, in
/// millimetres, without margins.
pub fn least_mat(mat: &PlayMat, card: (f64, f64)) -> (f64, f64) {
    let Size { width, height } = SlotGrid::least(mat, in_points(card)).size();
    (width / MM, (height + TITLE) / MM)
}

fn in_points((width, height): (f64, f64)) -> Size {
    Size::new(width * MM, height * MM)
}

/// A mat with slots for `card` millimetres as a drawing that fills its pages.
pub fn draw_play_mat(mat: &PlayMat, card: (f64, f64), pages: &MatPages) -> Drawing {
    let (width, height) = pages.mat_room();
    draw_slots(mat, &SlotGrid::filling(mat, in_points(card), width, height))
}

/// Width and height of the largest cards of a book, in millimetres.
pub fn card_of_mat(book: &Book) -> (f64, f64) {
    let decks = (0..book.decks.len()).filter(|nth| !book.decks[*nth].cards.is_empty());
    let sizes = decks.map(Some).chain([None]).filter_map(|deck| card_trim(book, deck));
    let count = book.decks.iter().filter(|deck| !deck.cards.is_empty()).count().max(1);
    sizes
        .take(count)
        .fold((0.0, 0.0), |most, size| (f64::max(most.0, size.0), f64::max(most.1, size.1)))
}
